"""One sentence compared: both trees with a mark on every constituent, and what is said about it."""

from dataclasses import dataclass, replace
from itertools import takewhile

import numpy as np

from karat.engine.run import describe
from karat.model.bank import Bank
from karat.model.scheme import Comparison, Outcome, Scheme
from karat.model.tally import SCORED
from karat.reports import trees
from karat.reports.table import cell
from karat.reports.terminal import visible
from karat.reports.trees import Mark, Tree

_COUNTS = ("matched", "gold", "system", "violated", "crossing")


@dataclass(frozen=True, eq=False)
class Compared:
    """A sentence compared: what is drawn, what is said about it, and the marks it needs.

    ``why`` are titles and lines about what was left out, where that was asked for.
    """

    gold: Tree
    system: Tree
    remarks: tuple[str, ...]
    legend: frozenset[Mark]
    why: tuple[tuple[str, tuple[str, ...]], ...] = ()


def compared(
    scheme: Scheme, comparison: Comparison, gold: Bank, system: Bank, number: int
) -> Compared:
    outcome = comparison(gold, system)
    if int(outcome.status[0]) != SCORED:
        failure = describe(outcome, gold, system, 0, number - 1)
        agree = int(outcome.more["wrong"][0]) if "wrong" in outcome.more else -1
        return _failed(comparison, gold, system, f"{failure.why}: {failure.detail}", agree)
    row = {name: int(n[0]) for name, n in scheme.tally(outcome, gold.labels).columns().items()}
    counts = ", ".join(f"{row[name]} {name}" for name in _COUNTS if name in row)
    figures = ", ".join(
        f"{name} {cell(name, float(measure(row)), 2)}" for name, measure in scheme.macros().items()
    )
    # The outcome is read before the scheme is asked again: then its columns are overwritten.
    if outcome.compared is not None:
        # A scheme that redraws the trees is shown with the trees it compared.
        ours, theirs = _sides(outcome, *outcome.compared)
    else:
        sides = _sides(outcome, gold, system)
        ours, theirs = map(_without, sides, left_out(comparison, gold, system))
    return Compared(ours, theirs, (f"{scheme}: {figures}", counts), frozenset(trees.MARKS))


def _sides(outcome: Outcome, gold: Bank, system: Bank) -> tuple[Tree, Tree]:
    """The trees with a mark on every constituent; those that match are drawn beside each other."""
    marks = ([trees.NOT_COMPARED] * len(gold.label), [trees.NOT_COMPARED] * len(system.label))
    pairs = ([-1] * len(gold.label), [-1] * len(system.label))
    ours, theirs = outcome.gold, outcome.system
    for row, hit in zip(ours.row.tolist(), outcome.gold_hit.tolist(), strict=True):
        marks[0][row] = trees.MATCHED if hit else trees.MISSED
    crossing = outcome.system_crossing.tolist() or [0] * len(theirs)
    for row, hit, bad in zip(
        theirs.row.tolist(), outcome.system_hit.tolist(), crossing, strict=True
    ):
        wrong = trees.CROSSING if bad else trees.SPURIOUS
        marks[1][row] = trees.MATCHED if hit else wrong
    ours, theirs = ours.where(outcome.gold_hit == 1), theirs.where(outcome.system_hit == 1)
    places = [list(zip(r.first.tolist(), r.second.tolist(), strict=True)) for r in (ours, theirs)]
    # Rules that match one to one hit the same places on both sides, in the same order.
    if places[0] == places[1]:
        for number, (one, other) in enumerate(zip(ours.row, theirs.row, strict=True)):
            pairs[0][one] = pairs[1][other] = number
    return Tree.of(gold, marks[0], pairs[0]), Tree.of(system, marks[1], pairs[1])


def _without(tree: Tree, left_out: frozenset[int]) -> Tree:
    return replace(tree, left_out=left_out)


def left_out(
    comparison: Comparison, gold: Bank, system: Bank
) -> tuple[frozenset[int], frozenset[int]]:
    """The words that a scheme does not compare, found by asking it.

    It is given trees in which every word is a constituent: the words it drops are those it leaves
    out. A scheme that drops them all for reasons of its own tells us nothing.
    """
    ours, theirs = _word_by_word(gold), _word_by_word(system)
    outcome = comparison(ours, theirs)
    kept = outcome.gold.row.tolist(), outcome.system.row.tolist()
    others = kept[1] or comparison(theirs, theirs).gold.row.tolist()
    return _rest(kept[0], len(gold.tag)), _rest(others, len(system.tag))


def _word_by_word(bank: Bank) -> Bank:
    """The same words, each a constituent of its own."""
    size = len(bank.tag)
    places = np.arange(size + 1, dtype=np.int32)
    return replace(
        bank,
        span_offset=np.array([0, size], np.int32),
        start=places[:-1],
        end=places[1:],
        label=np.full(size, bank.labels.intern(b"WORD"), np.int32),
        parent=np.full(size, -1, np.int32),
    )


def _rest(kept: list[int], size: int) -> frozenset[int]:
    return frozenset(range(size)).difference(kept) if kept else frozenset()


def _failed(comparison: Comparison, gold: Bank, system: Bank, why: str, agree: int) -> Compared:
    """A sentence without a score; ``agree``: how many words do before one differs, -1: unknown."""
    dropped = left_out(comparison, gold, system)
    ours, theirs = map(_without, (Tree.of(gold), Tree.of(system)), dropped)
    lines = f"no score: {why}".encode("utf-8", "surrogateescape").split(b"\n")
    remarks = [visible(line) for line in lines]
    legend = {trees.NOT_COMPARED} if any(dropped) else set()
    places = _first_difference(ours, theirs, agree)
    if max(places) >= 0:
        ours, theirs = replace(ours, odd=places[0]), replace(theirs, odd=places[1])
        said = (_odd("gold", ours), _odd("system", theirs))
        remarks.append(f"first difference: {', '.join(said)}")
        legend.add(trees.DIFFERENT)
    return Compared(ours, theirs, tuple(remarks), frozenset(legend))


def _first_difference(gold: Tree, system: Tree, agree: int) -> tuple[int, int]:
    """Which words are the first to differ; -1 on a side that has no such word."""
    if not gold.words or not system.words:
        return -1, -1
    if gold.words == system.words:
        parting = min(gold.left_out ^ system.left_out, default=-1)
        return parting, parting
    ours, theirs = (
        [i for i in range(len(tree.words)) if i not in tree.left_out] for tree in (gold, system)
    )
    if agree < 0:
        both = zip(ours, theirs, strict=False)
        agree = sum(1 for _ in takewhile(lambda at: gold.words[at[0]] == system.words[at[1]], both))
    return (
        ours[agree] if agree < len(ours) else -1,
        theirs[agree] if agree < len(theirs) else -1,
    )


def _odd(side: str, tree: Tree) -> str:
    """Name the word that differs."""
    if tree.odd < 0:
        return f"{side} has no more words"
    out = " (not compared)" if tree.odd in tree.left_out else ""
    return f"{side} word {tree.odd + 1} {''.join(trees.leaf(tree, tree.odd))}{out}"
