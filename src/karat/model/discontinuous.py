"""Discontinuous trees: constituents whose words are not all next to each other.

A Bank has a start and an end for every constituent. The layer ``yields`` lists the words of the
constituents with a gap. A format that can have such trees always gives the layer, even if it is
empty: so all blocks of a file are compared in the same way.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from karat.model import layers
from karat.model.bank import Bank
from karat.model.columns import Ints
from karat.model.errors import InputError
from karat.model.layers import Table

# A sentence with more words of discontinuous constituents than this is refused.
MOST = 1 << 22

WITHOUT_WORDS = 82
ANCESTOR = 85
TOO_BROKEN = 88
FAULTS = {
    WITHOUT_WORDS: ("a constituent without words in a discontinuous tree",
                    "give it a word, or leave it out"),
    ANCESTOR: ("this node is its own ancestor", "following the parents must lead to 0"),
    TOO_BROKEN: (f"more than {MOST:,} words in discontinuous constituents",
                 "this is hardly a sentence; are the positions right?"),
}  # fmt: skip


class Placed(NamedTuple):
    """The constituents of one sentence in the order of a Bank.

    ``order`` has the numbers of the given nodes in pre-order; children are sorted by first word.
    """

    order: list[int]
    start: list[int]
    end: list[int]
    parent: list[int]
    yields: list[tuple[int, int]]


class PlaceError(Exception):
    """A node that has no place in a tree, and the number of the fault."""

    def __init__(self, node: int, fault: int) -> None:
        self.node, self.fault = node, fault


def place(word_parent: Sequence[int], parent: Sequence[int]) -> Placed:
    """Put the nodes of a tree in order. The tree is given by the parent of each node, -1 for a root.

    >>> placed = place([1, 2, 1], [-1, 0, 0])  # (S (VP is 2=rich) (NP 1=John))
    >>> placed.start, placed.end, placed.yields
    ([0, 0, 1], [3, 3, 2], [(1, 0), (1, 2)])
    """
    nodes = len(parent)
    children: list[list[int]] = [[] for _ in range(nodes + 1)]
    for node, above in enumerate(parent):
        children[above].append(node)
    downwards = list(children[nodes])
    for node in downwards:
        downwards += children[node]
    if len(downwards) < nodes:
        raise PlaceError(min(set(range(nodes)) - set(downwards)), ANCESTOR)
    first, last, words = [len(word_parent)] * nodes, [-1] * nodes, [0] * nodes
    for position, above in enumerate(word_parent):
        if above >= 0:
            first[above] = min(first[above], position)
            last[above] = position
            words[above] += 1
    for node in reversed(downwards):
        if not words[node]:
            raise PlaceError(node, WITHOUT_WORDS)
        above = parent[node]
        if above >= 0:
            first[above] = min(first[above], first[node])
            last[above] = max(last[above], last[node])
            words[above] += words[node]
    order: list[int] = []
    row = [-1] * (nodes + 1)
    stack = sorted(children[nodes], key=first.__getitem__, reverse=True)
    while stack:
        node = stack.pop()
        row[node] = len(order)
        order.append(node)
        stack += sorted(children[node], key=first.__getitem__, reverse=True)
    yields = _yields(word_parent, parent, downwards, first, last, words, row)
    start, end = [first[node] for node in order], [last[node] + 1 for node in order]
    return Placed(order, start, end, [row[parent[node]] for node in order], yields)


def _yields(
    word_parent: Sequence[int], parent: Sequence[int], downwards: list[int],
    first: list[int], last: list[int], words: list[int], row: list[int],
) -> list[tuple[int, int]]:  # fmt: skip
    """The words of the constituents with a gap, as (row of the constituent, word)."""
    # For each constituent, the nearest one with a gap at or above it: a word goes up only these.
    gap = [-1] * len(row)
    rows = 0
    for node in downwards:
        broken = last[node] - first[node] >= words[node]
        gap[node] = node if broken else gap[parent[node]]
        rows += words[node] * broken
    if rows > MOST:
        raise PlaceError(downwards[0], TOO_BROKEN)
    yields: list[tuple[int, int]] = []
    for position, above in enumerate(word_parent) if rows else ():
        node = gap[above]
        while node >= 0:
            yields.append((row[node], position))
            node = gap[parent[node]]
    return sorted(yields)


def table(yields: Sequence[Sequence[tuple[int, int]]]) -> Table:
    """The layer, from the yields of each sentence."""
    return layers.table(yields, "span position")


def gaps(bank: Bank, sentence: int) -> dict[int, list[int]]:
    """The words of each discontinuous constituent of a sentence, by the constituent's row.

    >>> import karat
    >>> bank = karat.read_text("(S (VP (VB 0=is) (JJ 2=rich)) (NP (NN 1=John)))")
    >>> gaps(bank, 0)
    {1: [0, 2]}
    """
    found: dict[int, list[int]] = {}
    if "yields" in bank.layers:
        for span, at in bank.layers["yields"].each(sentence, "span", "position"):
            found.setdefault(span, []).append(at)
    return found


def word_parents(bank: Bank, sentence: int) -> list[int]:
    """The row of the constituent right above each word of a sentence, or -1.

    Rows are in pre-order, so the later one of two constituents around a word is the inner one.
    """
    first, last = bank.span_offset[sentence : sentence + 2].tolist()
    starts, ends = bank.start[first:last].tolist(), bank.end[first:last].tolist()
    parents = bank.parent[first:last].tolist()
    broken = gaps(bank, sentence)
    above = [-1] * int(bank.token_offset[sentence + 1] - bank.token_offset[sentence])
    children: list[list[int]] = [[] for _ in range(len(starts) + 1)]
    for row, parent in enumerate(parents):
        children[parent].append(row)
    for row in range(last - first):
        # Only words outside all children; a child without a gap is skipped as a whole.
        if row in broken or any(child in broken for child in children[row]):
            inside = broken.get(row) or range(starts[row], ends[row])
            for at in inside:
                above[at] = row
            continue
        at = starts[row]
        for child in children[row]:
            above[at : starts[child]] = [row] * (starts[child] - at)
            at = max(at, ends[child])
        above[at : ends[row]] = [row] * (ends[row] - at)
    return above


def parts(bank: Bank, sentence: int, above: Sequence[int]) -> list[list[tuple[int, int]]]:
    """The children of each constituent, and last those of the root, as (first word, row).

    The row of a word is -1.
    """
    rows = slice(*bank.span_offset[sentence : sentence + 2].tolist())
    found: list[list[tuple[int, int]]] = [[] for _ in range(rows.stop - rows.start + 1)]
    for row, parent in enumerate(bank.parent[rows].tolist()):
        found[parent].append((int(bank.start[rows.start + row]), row))
    for at, parent in enumerate(above):
        found[parent].append((at, -1))
    return found


def refuse(bank: Bank, what: str) -> None:
    """Raise an error for ``what``, which cannot handle constituents with gaps, if there are any."""
    if "yields" in bank.layers and len(bank.layers["yields"]):
        sentence = int(np.flatnonzero(np.diff(bank.layers["yields"].offset))[0])
        raise InputError(
            f"{bank.path}:{bank.line(sentence)}: sentence {bank.number(sentence)} is discontinuous, and "
            f"{what} handles only constituents without gaps; the schemes evalb, discodop and "
            "leafancestor score such trees, the formats discbracket and export hold them"
        )


def counted(bank: Bank) -> Ints:
    """How many words each constituent holds."""
    words = (bank.end - bank.start).astype(np.int32)
    if "yields" in bank.layers:
        layer = bank.layers["yields"]
        rows = np.repeat(bank.span_offset[:-1], np.diff(layer.offset)) + layer["span"]
        words[np.unique(rows)] = np.bincount(rows, minlength=len(words))[np.unique(rows)]
    return words
