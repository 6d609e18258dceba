"""Two annotators compared: F1 with its interval, by label, and every disagreement.

Files are compared block by block. What is kept of a block is ``Counted``: three small numbers for each
sentence, which the bootstrap draws from, and the sums of each label.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from karat.model.columns import Floats, Numbers, narrow
from karat.model.exact import rounded
from karat.model.labels import Labels
from karat.model.measure import f_measure
from karat.stats.additive import Additive, Formula
from karat.stats.counted import figures_of_counts
from karat.stats.intervals import Figure, figures
from karat.stats.plan import Plan

# Two annotators, by number.
Which: TypeAlias = tuple[int, int]
# A label's count of the first, of the second, and of both: whole numbers, or exact sums of weights.
Sums: TypeAlias = tuple[Any, Any, Any]


class Shared(NamedTuple):
    """A label: how often each annotator has it, and how often both do, in the same place.

    ``depth`` is that of a relation in its hierarchy.
    """

    label: str
    first: float
    second: float
    shared: float
    depth: int = 0

    @property
    def f1(self) -> float:
        """2 shared / (first + second)."""
        return float(f_measure(self.shared, self.first, self.second))


@dataclass(frozen=True)
class Pair:
    """Two annotators: how many rows each has, how many they share, F1, and figures by label."""

    first: float
    second: float
    shared: float
    f1: Figure
    labels: tuple[Shared, ...]


@dataclass(frozen=True, eq=False)
class Counted:
    """Two annotators in some sentences.

    ``counts`` has a matrix for each block with a column for each sentence: rows of the first, rows of the
    second, shared rows. ``labels`` has the same sums for each label; sums of weights are exact ones.
    """

    counts: tuple[Numbers, ...]
    labels: Mapping[str, Sums]

    @staticmethod
    def of(counts: Sequence[Numbers], labels: Mapping[str, Sums]) -> "Counted":
        """From three columns of counts, which are kept in as few bytes as they need."""
        return Counted((slim(np.stack(counts)),), labels)

    def __add__(self, other: "Counted") -> "Counted":
        labels = dict(self.labels)
        for name, (first, second, shared) in other.labels.items():
            known = labels.get(name, (0, 0, 0))
            labels[name] = (known[0] + first, known[1] + second, known[2] + shared)
        return Counted((*self.counts, *other.counts), labels)


def slim(counts: Numbers) -> Numbers:
    """Counts in as few bytes as they need; weights stay as they are.

    >>> slim(np.array([1, 255])).dtype, slim(np.array([256.0])).dtype, slim(np.array([0.5])).dtype
    (dtype('uint8'), dtype('uint16'), dtype('float64'))
    """
    if counts.dtype.kind == "f" and (counts != np.rint(counts)).any():
        return counts
    return narrow(counts.astype(np.int64))


def pairs_of(
    every: Mapping[Which, Counted], tables: Mapping[Which, Sequence[Labels]], plan: Plan,
    depths: Mapping[Which, Mapping[str, int]] | None = None,
) -> dict[Which, Pair]:  # fmt: skip
    """All pairs of annotators, with the most frequent labels first.

    ``tables`` are labels in their order of appearance, which decides between equally frequent ones.
    If a pair has ``depths``, its labels are those of a hierarchy, and are in its order.
    """
    counts = {which: np.concatenate(one.counts, axis=1) for which, one in every.items()}
    drawn = _figures(counts, plan)
    found = {}
    for which, some in counts.items():
        labels, depth = every[which].labels, (depths or {}).get(which, {})
        order = _in_order(labels, depth, tables[which])
        shared = (_shared(name, labels[name], depth.get(name, 0)) for name in order)
        whole = some.dtype.kind == "u"
        first, second, both = some.sum(axis=1, dtype=np.int64 if whole else None).tolist()
        found[which] = Pair(first, second, both, drawn[which], tuple(shared))
    return found


def _shared(label: str, sums: Sums, depth: int) -> Shared:
    first, second, shared = map(rounded, sums)
    return Shared(label, first, second, shared, depth)


def _in_order(
    labels: Mapping[str, Sums], depth: Mapping[str, int], tables: Sequence[Labels]
) -> list[str]:
    if depth:
        return [*(name for name in depth if name in labels), *sorted(labels.keys() - depth.keys())]
    return sorted(labels, key=lambda name: (-labels[name][0], *_rank(name, tables)))


def _rank(label: str, tables: Sequence[Labels]) -> tuple[int, int]:
    """The place of a label among those of several files: first those of the first file, by number."""
    text = label.encode("utf-8", "replace")
    for place, labels in enumerate(tables):
        if (number := labels.find(text)) >= 0:
            return place, number
    return len(tables), 0


def _figures(counts: Mapping[Which, Numbers], plan: Plan) -> dict[Which, Figure]:
    """F1 of all pairs; those without weights are drawn together, and columns that many share once."""
    place: dict[bytes, int] = {}
    distinct: list[Numbers] = []
    formulas: dict[Which, Formula] = {}
    found: dict[Which, Figure] = {}
    for which, some in counts.items():
        if some.dtype.kind == "f":
            (one,) = figures([Additive(np.ascontiguousarray(some.T), {"f1": _f1})], plan)
            found[which] = one["f1"]
            continue
        at = []
        for column in some:
            number = place.setdefault(blake2b(column.tobytes()).digest(), len(distinct))
            if number == len(distinct):
                distinct.append(column)
            at.append(number)
        formulas[which] = partial(_f1_at, at)
    if formulas:
        found |= figures_of_counts(np.stack(distinct), formulas, plan)
    return {which: found[which] for which in counts}


def _f1_at(columns: Sequence[int], sums: Floats) -> Floats:
    return _f1(sums[:, columns])


def _f1(sums: Floats) -> Floats:
    return np.asarray(f_measure(sums[:, 2], sums[:, 0], sums[:, 1]), np.float64)


@dataclass(frozen=True)
class Disagreement:
    """Rows of one sentence, counted from 1, that two annotators do not share; either may be missing."""

    annotators: Which
    sentence: int
    first: str
    second: str


class Disagreements(NamedTuple):
    """How many disagreements there are, and the first of them."""

    total: int
    listed: Sequence[Disagreement]


def first_of(some: Iterable[Disagreements], limit: int | None = None) -> Disagreements:
    """Disagreements of several pairs, by sentence; at most ``limit`` of them are listed."""
    every = list(some)
    listed = sorted((row for one in every for row in one.listed), key=lambda row: row.sentence)
    return Disagreements(sum(one.total for one in every), listed[:limit])


class Row(NamedTuple):
    """A row that the other annotator lacks: its sentence, counted from 0, its place and its text.

    Rows of two annotators at the same place are two answers to one question. The text is made only for
    rows that are listed.
    """

    sentence: int
    place: Hashable
    text: Callable[[], str]


def side_by_side(
    annotators: Which,
    first: Iterable[Row],
    second: Iterable[Row],
    begin: int = 0,
    limit: int | None = None,
) -> Disagreements:
    """Rows at the same place side by side, the others alone; ``begin`` sentences came before.

    >>> one = [Row(0, 1, lambda: "NP"), Row(0, 2, lambda: "PP")]
    >>> found = side_by_side((0, 1), one, [Row(0, 1, lambda: "VP")])
    >>> found.total, [(row.first, row.second) for row in found.listed]
    (2, [('NP', 'VP'), ('PP', '')])
    """
    left: dict[tuple[int, Hashable], list[Row]] = {}
    for row in second:
        left.setdefault((row.sentence, row.place), []).append(row)
    both: list[tuple[int, Row | None, Row | None]] = []
    for row in first:
        partners = left.get((row.sentence, row.place), [])
        both.append((row.sentence, row, partners.pop(0) if partners else None))
    both += [(sentence, None, row) for (sentence, _), rows in left.items() for row in rows]
    both.sort(key=lambda one: one[0])
    listed = [
        Disagreement(annotators, begin + number + 1, _said(one), _said(other))
        for number, one, other in both[:limit]
    ]
    return Disagreements(len(both), listed)


def _said(row: Row | None) -> str:
    return row.text() if row else ""
