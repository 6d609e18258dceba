"""Tally: a few additive integers for each sentence; Total: their sums. The waist of the pipeline.

Measures, intervals, breakdowns, the report and parallel runs work on tallies and know nothing
else. Tallies concatenate; totals add.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import nan
from typing import Any, TypeAlias

import numpy as np

from karat.model.columns import Floats, Ints, Longs

# From counts (whole numbers, or columns of them) to a figure, or a column of figures.
Measure: TypeAlias = Callable[[Mapping[str, Any]], Any]

SCORED, GOLD_FAULT, SYSTEM_FAULT, MISSING, NOTHING_LEFT, NUMBER, DIFFERENT = range(7)
STATUS = {
    GOLD_FAULT: "gold tree cannot be read",
    SYSTEM_FAULT: "system tree cannot be read",
    MISSING: "no system parse",
    NOTHING_LEFT: "no word left to compare",
    NUMBER: "different number of words",
    DIFFERENT: "different words",
}


def ratio(part: Any, whole: Any) -> Any:
    """part / whole, undefined (NaN) where the whole is 0. The only division of counts there is.

    >>> ratio(3, 4), ratio(0, 0), ratio(np.array([1, 0]), np.array([2, 0])).tolist()
    (0.75, nan, [0.5, nan])
    """
    if isinstance(whole, np.ndarray):
        result = np.full(whole.shape, nan)
        np.divide(part, whole, out=result, where=whole != 0)
        return result
    return part / whole if whole else nan


def f_measure(matched: Any, gold: Any, system: Any, beta: float = 1.0) -> Any:
    """(β² + 1) P R / (β² P + R) without the detour over P and R: 0, not undefined, if none match.

    >>> f_measure(1, 2, 4)
    0.3333333333333333
    """
    weight = beta * beta
    if weight == 1:
        return ratio(2 * matched, gold + system)
    return ratio((1 + weight) * matched, weight * gold + system)


def overlap(beta: float = 1.0) -> dict[str, Measure]:
    """Recall, precision and F of counts called gold, system and matched.

    >>> {name: measure({"gold": 4, "system": 2, "matched": 1}) for name, measure in overlap().items()}
    {'recall': 0.25, 'precision': 0.5, 'f1': 0.3333333333333333}
    """
    return {
        "recall": lambda c: ratio(c["matched"], c["gold"]),
        "precision": lambda c: ratio(c["matched"], c["system"]),
        "f1": lambda c: f_measure(c["matched"], c["gold"], c["system"], beta),
    }


@dataclass(frozen=True, eq=False)
class Groups:
    """Counts by label (or any other name), summed over the scored sentences of a tally."""

    names: tuple[str, ...]
    counts: Mapping[str, tuple[int, ...]]

    def __add__(self, other: "Groups") -> "Groups":
        merged = dict(self.counts)
        for key, row in other.counts.items():
            mine = merged.get(key)
            merged[key] = (
                row if mine is None else tuple(a + b for a, b in zip(mine, row, strict=True))
            )
        return Groups(self.names, merged)


@dataclass(frozen=True, eq=False)
class Tally:
    """One row of counts for each sentence.

    ``status`` is 0 for a scored sentence, else why it failed; the counts of a failed sentence are
    what an empty parse would get.
    """

    names: tuple[str, ...]
    counts: Longs
    status: Ints
    length: Ints
    groups: Mapping[str, Groups] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.status)

    def columns(self) -> dict[str, Longs]:
        return {name: self.counts[:, i] for i, name in enumerate(self.names)}

    def where(self, keep: Any) -> "Tally":
        """Only some sentences; groups stay as they are."""
        return Tally(
            self.names, self.counts[keep], self.status[keep], self.length[keep], self.groups
        )

    @staticmethod
    def concatenate(tallies: Iterable["Tally"]) -> "Tally":
        """One tally of the sentences of several, in order."""
        every = list(tallies)
        groups: dict[str, Groups] = {}
        for tally in every:
            for name, group in tally.groups.items():
                groups[name] = groups[name] + group if name in groups else group
        return Tally(
            every[0].names,
            np.concatenate([t.counts for t in every]),
            np.concatenate([t.status for t in every]),
            np.concatenate([t.length for t in every]),
            groups,
        )

    def total(self, macros: Mapping[str, Measure]) -> "Total":
        """The sums, with the sum of each per-sentence measure beside them."""
        failed = self.status != SCORED
        every = self.counts.sum(axis=0)
        lost = self.counts[failed].sum(axis=0)
        columns = self.columns()
        kept: dict[str, tuple[float, int]] = {}
        missed: dict[str, tuple[float, int]] = {}
        for name, measure in macros.items():
            values: Floats = np.asarray(measure(columns), np.float64)
            undefined = np.isnan(values)
            kept[name] = _sum(values[~(undefined | failed)])
            missed[name] = _sum(values[failed & ~undefined])
        status = np.bincount(self.status).tolist()
        return Total(
            self.names,
            _Part(tuple((every - lost).tolist()), kept),
            _Part(tuple(lost.tolist()), missed),
            Counter({number: count for number, count in enumerate(status) if count}),
            self.groups,
        )


def _sum(values: Floats) -> tuple[float, int]:
    return float(values.sum()), len(values)


@dataclass(frozen=True)
class _Part:
    """Sums over some sentences: counts, and for each measure its sum and how often it is defined."""

    counts: tuple[int, ...]
    macros: Mapping[str, tuple[float, int]]

    def __add__(self, other: "_Part") -> "_Part":
        return _Part(
            tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)),
            {
                name: (total + other.macros[name][0], n + other.macros[name][1])
                for name, (total, n) in self.macros.items()
            },
        )


@dataclass(frozen=True)
class Total:
    """The sums over a corpus, failed sentences apart, so that any failure policy can be applied."""

    names: tuple[str, ...]
    scored: _Part
    failed: _Part
    status: Counter[int]
    groups: Mapping[str, Groups]

    def __add__(self, other: "Total") -> "Total":
        groups = dict(self.groups)
        for name, group in other.groups.items():
            groups[name] = groups[name] + group if name in groups else group
        return Total(
            self.names,
            self.scored + other.scored,
            self.failed + other.failed,
            self.status + other.status,
            groups,
        )

    def part(self, policy: str) -> _Part:
        """The sums a failure policy asks for: ``empty`` counts what the failed sentences lost."""
        return self.scored + self.failed if policy == "empty" else self.scored

    def counts(self, policy: str) -> dict[str, int]:
        return dict(zip(self.names, self.part(policy).counts, strict=True))

    def macro(self, name: str, policy: str) -> float:
        """The mean of a measure over the sentences for which it is defined."""
        total, defined = self.part(policy).macros[name]
        return float(ratio(total, defined))

    @property
    def sentences(self) -> dict[str, int]:
        total, scored = self.status.total(), self.status[SCORED]
        return {"total": total, "scored": scored, "failed": total - scored}
