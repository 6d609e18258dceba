"""The relations between nodes of trees; forest.py lists them.

Each function says which of the nodes ``among`` have a relation to one of the ``others``, which are in order.
Nodes are in pre-order, so the descendants of a node are those from the next one up to its ``last``.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from karat.model.columns import Longs
from karat.patterns.terms import Marks

if TYPE_CHECKING:
    from karat.patterns.forest import Forest


def _parents(forest: "Forest", others: Longs, among: Longs) -> Marks:
    return forest.slate.marked(forest.parent[others], among)


def _children(forest: "Forest", others: Longs, among: Longs) -> Marks:
    return forest.slate.marked(others, forest.parent[among])


def _above(forest: "Forest", others: Longs, among: Longs) -> Marks:
    following, there = _next(others, among)
    return there & (following <= forest.last[among])


def _below(forest: "Forest", others: Longs, among: Longs) -> Marks:
    reach = np.maximum.accumulate(forest.last[others])
    before = np.searchsorted(others, among) - 1
    return np.asarray((before >= 0) & (reach[before] >= among), bool)


def _left_edge(forest: "Forest", others: Longs, among: Longs) -> Marks:
    following, there = _next(others, among)
    return np.asarray(there & (forest.edge[following] == forest.edge[among]), bool)


def _next(others: Longs, among: Longs) -> tuple[Longs, Marks]:
    """The first of the others after each node, and whether there is one."""
    at = np.searchsorted(others, among, "right")
    there = np.asarray(at < len(others), bool)
    return others[np.minimum(at, len(others) - 1)], there


def _sisters(forest: "Forest", others: Longs, among: Longs) -> Marks:
    return _sister_before(forest, others, among) | _sister_after(forest, others, among)


def _sister_before(forest: "Forest", others: Longs, among: Longs) -> Marks:
    others, parent = _inside(forest, others), forest.parent[among]
    return forest.slate.last(forest.parent[others], others, parent) > among


def _sister_after(forest: "Forest", others: Longs, among: Longs) -> Marks:
    others, parent = _inside(forest, others), forest.parent[among]
    earliest = forest.slate.first(forest.parent[others], others, parent)
    return np.asarray((earliest >= 0) & (earliest < among), bool)


def _inside(forest: "Forest", nodes: Longs) -> Longs:
    """The nodes that have a parent."""
    return nodes[forest.parent[nodes] >= 0]


def _sister_right_before(forest: "Forest", others: Longs, among: Longs) -> Marks:
    following = forest.slate.marked(others, forest.last[among] + 1)
    return following & (forest.parent[among] >= 0) & ~forest.final[among]


def _sister_right_after(forest: "Forest", others: Longs, among: Longs) -> Marks:
    following = forest.last[others[~forest.final[others]]] + 1
    return forest.slate.marked(following, among) & (forest.parent[among] >= 0)


def _ends_at(forest: "Forest", others: Longs, among: Longs) -> Marks:
    """Whether a node ends where another begins; only nodes with words do."""
    starts = forest.start[others[forest.wordy[others]]]
    return forest.slate.marked(starts, forest.end[among]) & forest.wordy[among]


def _begins_at(forest: "Forest", others: Longs, among: Longs) -> Marks:
    ends = forest.end[others[forest.wordy[others]]]
    return forest.slate.marked(ends, forest.start[among]) & forest.wordy[among]


def _before(forest: "Forest", others: Longs, among: Longs) -> Marks:
    # Nodes are in the order of their first words, so the last node begins last.
    latest = forest.slate.last(
        forest.sentence[others], forest.start[others], forest.sentence[among]
    )
    return latest >= forest.end[among]


def _after(forest: "Forest", others: Longs, among: Longs) -> Marks:
    sentence = forest.sentence[others]
    begins = np.flatnonzero(np.diff(sentence, prepend=-1))
    earliest = np.minimum.reduceat(forest.end[others], begins)
    found = forest.slate.last(sentence[begins], earliest, forest.sentence[among])
    return np.asarray((found >= 0) & (found <= forest.start[among]), bool)


def _coindexed(forest: "Forest", others: Longs, among: Longs) -> Marks:
    count = np.bincount(forest.index[others] + 1, minlength=len(forest) + 1)
    same = forest.slate.marked(others, among)
    return (forest.index[among] >= 0) & (count[forest.index[among] + 1] > same)


def _chosen(
    parts: str, relation: Callable[["Forest", Longs, Longs], Marks], of_others: bool
) -> Callable[["Forest", Longs, Longs], Marks]:
    """A relation in which the child is the ``first``, the ``final`` or (both) the only one."""

    def related(forest: "Forest", others: Longs, among: Longs) -> Marks:
        child = others if of_others else among
        good: Marks = np.ones(len(child), bool)
        for part in parts.split():
            marks: Marks = getattr(forest, part)
            good &= marks[child]
        if of_others:
            return relation(forest, others[good], among)
        return relation(forest, others, among) & good

    return related


def _same(forest: "Forest", others: Longs, among: Longs) -> Marks:
    return forest.slate.marked(others, among)


RELATIONS: dict[str, Callable[["Forest", Longs, Longs], Marks]] = {
    "<": _parents,
    ">": _children,
    "<<": _above,
    ">>": _below,
    "<,": _chosen("first", _parents, of_others=True),
    ">,": _chosen("first", _children, of_others=False),
    "<-": _chosen("final", _parents, of_others=True),
    ">-": _chosen("final", _children, of_others=False),
    "<:": _chosen("first final", _parents, of_others=True),
    ">:": _chosen("first final", _children, of_others=False),
    "<<,": _left_edge,
    "$": _sisters,
    "$.": _sister_right_before,
    "$,": _sister_right_after,
    "$..": _sister_before,
    "$,,": _sister_after,
    ".": _ends_at,
    ",": _begins_at,
    "..": _before,
    ",,": _after,
    "~": _coindexed,
    "==": _same,
}
