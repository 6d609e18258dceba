"""The four operations on trees: rename, splice, drop and raise, each for many nodes at once."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from karat.kernels import scan
from karat.model.bank import Bank
from karat.model.columns import Bools, Longs
from karat.model.layers import offsets
from karat.patterns.forest import Forest
from karat.patterns.pattern import Marks
from karat.views.edit import keep_brackets, keep_words, without_spans
from karat.views.rewrite.rules import Rule


@dataclass(frozen=True, eq=False)
class Change:
    """The Bank after an operation, the nodes that it changed, and those that it could not change."""

    bank: Bank
    done: Marks
    stay: Marks


def change(rule: Rule, forest: Forest, found: Marks) -> Change:
    """Apply a rule to the nodes that match it."""
    if rule.operation == "rename":
        return _rename(rule, forest, found)
    if rule.operation == "splice":
        done = found & ~forest.is_word
        return Change(keep_brackets(forest.bank, ~_rows(forest, done)[0]), done, found & ~done)
    if rule.operation == "drop":
        return _drop(forest, found)
    return _raise(forest, found)


def _rows(forest: Forest, nodes: Marks) -> tuple[Bools, Bools]:
    """Marks on the brackets and on the words of the Bank."""
    marks: Bools = np.zeros(len(forest), bool)
    marks[forest.row[nodes]] = True
    brackets = len(forest.bank.label)
    return marks[:brackets], marks[brackets:]


def _rename(rule: Rule, forest: Forest, found: Marks) -> Change:
    bank = forest.bank
    labels = np.concatenate([bank.label, bank.tag])
    rows = forest.row[found]
    numbers, at = np.unique(labels[rows], return_inverse=True)
    new = [bank.labels.intern(rule.renamed(bank.labels[number])) for number in numbers.tolist()]
    renamed = labels.copy()
    renamed[rows] = np.array(new, np.int32)[at.reshape(-1)]
    done = (renamed != labels)[forest.row]
    label, tag = np.split(renamed, [len(bank.label)])
    scan.mark(tag, bank.labels.uses, scan.TAG)
    scan.mark(label, bank.labels.uses, scan.BRACKET)
    return Change(replace(bank, label=label, tag=tag), done, np.zeros(len(forest), bool))


def _drop(forest: Forest, found: Marks) -> Change:
    """Remove the words in the nodes, and the brackets whose whole contents were removed."""
    size = len(forest)
    begins = np.bincount(np.flatnonzero(found), minlength=size + 1)
    gone = np.cumsum(begins - np.bincount(forest.last[found] + 1, minlength=size + 1))[:size] > 0
    leaf = forest.last == np.arange(size)
    kept = offsets(leaf & ~gone)
    hollow = ~leaf & (kept[forest.last + 1] == kept[:-1])
    brackets, words = _rows(forest, gone | hollow)
    bank = keep_words(forest.bank, ~words)
    return Change(keep_brackets(bank, ~brackets), found, np.zeros(size, bool))


def _raise(forest: Forest, found: Marks) -> Change:
    """Attach nodes at the edge of their parent to their grandparent, outside of the parent.

    A node whose parent is raised too waits for the next pass. A node in the middle of its parent
    stays, because words must keep their order, and so does one that has no grandparent.
    """
    above = np.append(forest.parent, -1)  # the last row means: no bracket around
    possible = found & (above[above[:-1]] >= 0)
    wanted = possible & ~possible[forest.parent]
    left, right = _runs(forest, wanted)
    done = left | right
    waits = possible & ~wanted
    return Change(_raised(forest, left, right), done, found & ~done & ~waits)


def _runs(forest: Forest, wanted: Marks) -> tuple[Marks, Marks]:
    """Which wanted nodes have only wanted sisters before them, and which have only such after them."""
    siblings = np.lexsort((np.arange(len(forest)), forest.parent))
    parent, chosen = forest.parent[siblings], wanted[siblings]
    left, right = np.zeros((2, len(forest)), bool)
    left[siblings] = chosen & _unbroken(parent, chosen)
    right[siblings] = chosen & _unbroken(parent[::-1], chosen[::-1])[::-1]
    # If all children are raised, they count as raised to the left.
    return left, right & ~left


def _unbroken(parent: Longs, chosen: Marks) -> Marks:
    """Whether a node and all nodes of the same parent before it are chosen."""
    refused = np.cumsum(~chosen)
    first = np.ones(len(parent), bool)
    first[1:] = parent[1:] != parent[:-1]
    begin = np.maximum.accumulate(np.where(first, np.arange(len(parent)), 0))
    before: Longs = refused[begin] - ~chosen[begin]
    return np.asarray(refused == before, bool)


def _raised(forest: Forest, left: Marks, right: Marks) -> Bank:
    """The Bank with other brackets; a bracket that became empty is removed."""
    bank, parent, size = forest.bank, forest.parent, len(forest)
    up = left | right
    above = np.where(up, parent[parent], parent)
    # The parents shrink to the children that they keep, and come right before the first of them.
    loser = np.zeros(size, bool)
    loser[parent[up]] = True
    kept = np.flatnonzero((parent >= 0) & ~up & loser[parent])
    first, last = np.full(size, -1), np.full(size, -1)
    first[parent[kept[::-1]]] = kept[::-1]
    last[parent[kept]] = kept
    gone = loser & (first < 0)
    key = np.arange(size, dtype=np.float64)
    moved = loser & ~gone
    key[moved] = first[moved] - 0.5
    start, end = forest.start.copy(), forest.end.copy()
    start[moved], end[moved] = forest.start[first[moved]], forest.end[last[moved]]
    brackets = np.flatnonzero(~forest.is_word & ~gone)
    brackets = brackets[np.argsort(key[brackets])]
    number = np.full(size + 1, -1)
    number[brackets] = np.arange(len(brackets))
    sentence = forest.sentence[brackets]
    offset = offsets(np.bincount(sentence, minlength=len(bank)))
    base = bank.token_offset[sentence] + sentence
    rows = number[above[brackets]]
    columns = {
        "span_offset": offset,
        "start": start[brackets] - base,
        "end": end[brackets] - base,
        "label": bank.label[forest.row[brackets]],
        "parent": np.where(rows >= 0, rows - offset[sentence], -1),
    }
    whole: dict[str, Any] = {name: column.astype(np.int32) for name, column in columns.items()}
    return replace(bank, layers=without_spans(bank), **whole)
