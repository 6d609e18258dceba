"""Two annotators compared: F1 with its interval, by label, and every disagreement."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from karat.model.columns import Floats, Numbers
from karat.model.measure import f_measure
from karat.stats.additive import Additive
from karat.stats.intervals import Figure, figures
from karat.stats.plan import Plan


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

    @classmethod
    def of(cls, counts: Numbers, labels: Iterable[Shared], samples: int, seed: int) -> "Pair":
        """From counts per sentence: rows of the first, rows of the second, shared rows."""
        rows = Additive(np.asarray(counts, np.float64), {"f1": _f1})
        (found,) = figures([rows], Plan(samples, seed))
        first, second, shared = counts.sum(axis=0).tolist()
        return cls(first, second, shared, found["f1"], tuple(labels))


def _f1(sums: Floats) -> Floats:
    return np.asarray(f_measure(sums[:, 2], sums[:, 0], sums[:, 1]), np.float64)


@dataclass(frozen=True)
class Disagreement:
    """Rows of one sentence, counted from 1, that two annotators do not share; either may be missing."""

    annotators: tuple[int, int]
    sentence: int
    first: str
    second: str


class Row(NamedTuple):
    """A row that the other annotator lacks: its sentence, counted from 0, its place and its text.

    Rows of two annotators at the same place are two answers to one question.
    """

    sentence: int
    place: Hashable
    text: str


def side_by_side(
    annotators: tuple[int, int], first: Iterable[Row], second: Iterable[Row]
) -> list[Disagreement]:
    """Rows at the same place side by side, the others alone.

    >>> one, other = [Row(0, 1, "NP"), Row(0, 2, "PP")], [Row(0, 1, "VP")]
    >>> [(row.first, row.second) for row in side_by_side((0, 1), one, other)]
    [('NP', 'VP'), ('PP', '')]
    """
    left: dict[tuple[int, Hashable], list[str]] = {}
    for row in second:
        left.setdefault((row.sentence, row.place), []).append(row.text)
    both: list[tuple[int, str, str]] = []
    for row in first:
        partners = left.get((row.sentence, row.place), [])
        both.append((row.sentence, row.text, partners.pop(0) if partners else ""))
    both += [(sentence, "", text) for (sentence, _), texts in left.items() for text in texts]
    both.sort(key=lambda one: one[0])
    return [Disagreement(annotators, number + 1, one, other) for number, one, other in both]
