"""Tally: a few additive integers for each sentence; Total: their sums. The waist of the pipeline.

Measures, intervals, breakdowns, reports and parallel runs work on tallies alone. Tallies can be
filtered and concatenated, and totals can be added; the same is done to the groups of a breakdown.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from karat.model.columns import Bools, Floats, Ints, Numbers
from karat.model.groups import Groups, Sums
from karat.model.measure import Measure, ratio
from karat.model.outcome import Status

_COLUMNS = ("counts", "status", "length", "sentence")


@dataclass(frozen=True, eq=False)
class Tally:
    """One row of counts for each sentence.

    ``status`` is 0 for a scored sentence, otherwise the reason why it failed. A failed sentence has
    the counts that an empty parse would get. ``sentence`` is its number in the block, from 0.
    """

    names: tuple[str, ...]
    counts: Numbers
    status: Ints
    length: Ints
    sentence: Ints
    groups: Mapping[str, Groups] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.status)

    def columns(self) -> dict[str, Numbers]:
        return {name: self.counts[:, i] for i, name in enumerate(self.names)}

    def where(self, keep: Bools) -> "Tally":
        """The sentences marked True, with their rows in the groups."""
        number = (np.cumsum(keep) - 1).astype(np.int32)
        columns: dict[str, Any] = {name: getattr(self, name)[keep] for name in _COLUMNS}
        groups = {kind: groups.where(keep, number) for kind, groups in self.groups.items()}
        return replace(self, groups=groups, **columns)

    @staticmethod
    def concatenate(tallies: Iterable["Tally"]) -> "Tally":
        """Several tallies joined into one, in order."""
        every = list(tallies)
        begins = np.cumsum([0, *map(len, every)]).tolist()
        groups = {
            kind: Groups.concatenate([tally.groups[kind] for tally in every], begins)
            for kind in every[0].groups
        }
        columns: dict[str, Any] = {
            name: np.concatenate([getattr(tally, name) for tally in every]) for name in _COLUMNS
        }
        return replace(every[0], groups=groups, **columns)

    def total(
        self,
        measures: Sequence[Measure] = (),
        *,
        distributions: Sequence[str] = (),
        by_length: bool = False,
    ) -> "Total":
        """The sums of the counts, and of each measure that has a mean over sentences."""
        scored = self.status == Status.SCORED
        averaged = [measure for measure in measures if "sentence" in measure.means]
        columns = self.columns()
        values = {measure.name: np.asarray(measure(columns), np.float64) for measure in averaged}
        spread = {name: _counted(columns[name][scored]) for name in distributions}
        every, lost = self.counts.sum(axis=0), self.counts[~scored].sum(axis=0)
        sums = {kind: groups.sums(scored) for kind, groups in self.groups.items()}
        kept, missed = (
            Part(
                tuple(counts.tolist()),
                {name: _sum(column[keep]) for name, column in values.items()},
                {kind: parts[part] for kind, parts in sums.items()},
            )
            for part, (counts, keep) in enumerate(((every - lost, scored), (lost, ~scored)))
        )
        status = Counter(
            {n: count for n, count in enumerate(np.bincount(self.status).tolist()) if count}
        )
        lengths = self._lengths(measures) if by_length else {}
        return Total(self.names, kept, missed, status, spread, lengths)

    def _lengths(self, measures: Sequence[Measure]) -> dict[str, "Total"]:
        """The totals of the sentences of 1 to 10 words, 11 to 20, and so on."""
        buckets = (self.length - 1).clip(0) // 10
        bare = replace(self, groups={})
        return {
            f"{10 * bucket + 1}-{10 * bucket + 10}": bare.where(buckets == bucket).total(measures)
            for bucket in np.unique(buckets).tolist()
        }


def _counted(column: Numbers) -> Counter[int]:
    values, counts = np.unique(column, return_counts=True)
    return Counter(dict(zip(values.tolist(), counts.tolist(), strict=True)))


def _sum(values: Floats) -> tuple[float, int]:
    """The sum and the number of the values that are defined."""
    defined = values[~np.isnan(values)]
    return float(defined.sum()), len(defined)


@dataclass(frozen=True, eq=False)
class Part:
    """Sums over some sentences: counts, groups, and for each measure its sum and how often it is defined."""

    counts: tuple[Any, ...]
    means: Mapping[str, tuple[float, int]]
    groups: Mapping[str, Sums]

    def __add__(self, other: "Part") -> "Part":
        return Part(
            tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)),
            {
                name: (total + other.means[name][0], n + other.means[name][1])
                for name, (total, n) in self.means.items()
            },
            {kind: _added(sums, other.groups[kind]) for kind, sums in self.groups.items()},
        )


def _added(one: Sums, other: Sums) -> Sums:
    both = one.keys() & other.keys()
    added = {key: {n: one[key][n] + more for n, more in other[key].items()} for key in both}
    return one | other | added


@dataclass(frozen=True)
class Total:
    """The sums over a corpus, failed sentences apart, so that any failure policy can be applied."""

    names: tuple[str, ...]
    scored: Part
    failed: Part
    status: Counter[int]
    distributions: Mapping[str, Counter[int]] = field(default_factory=dict)
    lengths: Mapping[str, "Total"] = field(default_factory=dict)

    def __add__(self, other: "Total") -> "Total":
        lengths = dict(self.lengths)
        for key, total in other.lengths.items():
            lengths[key] = lengths[key] + total if key in lengths else total
        return Total(
            self.names,
            self.scored + other.scored,
            self.failed + other.failed,
            self.status + other.status,
            {name: mine + other.distributions[name] for name, mine in self.distributions.items()},
            lengths,
        )

    def part(self, policy: str) -> Part:
        """The sums under a failure policy: ``empty`` counts the gold of failed sentences as missed.

        So does ``align``, for sentences that cannot be aligned.
        """
        return self.scored + self.failed if policy in ("empty", "align") else self.scored

    def counts(self, policy: str) -> dict[str, Any]:
        return dict(zip(self.names, self.part(policy).counts, strict=True))

    def figures(
        self, measures: Sequence[Measure], policy: str, weights: Mapping[str, float] | None = None
    ) -> dict[str, float]:
        """Every measure over the corpus, then its means over sentences and over groups.

        ``weights`` are the weights of the keys in a mean over groups; a key without one gets the
        weight of ``default``, or 1.
        """
        part, counts = self.part(policy), self.counts(policy)
        found = {measure.name: float(measure(counts)) for measure in measures}
        for measure in measures:
            for over in measure.means:
                name = f"{measure.name}@{over}"
                if over == "sentence":
                    found[name] = float(ratio(*part.means[measure.name]))
                elif over in part.groups:
                    found[name] = _mean(measure, part.groups[over], weights or {})
        return found

    @property
    def sentences(self) -> dict[str, int]:
        """How many sentences there are, how many of them were scored and how many failed."""
        total, scored = self.status.total(), self.status[Status.SCORED]
        return {"total": total, "scored": scored, "failed": total - scored}


def _mean(measure: Measure, groups: Sums, weights: Mapping[str, float]) -> float:
    """The weighted mean of a measure over the groups for which it is defined."""
    usual = weights.get("default", 1.0)
    pairs = [(weights.get(key, usual), float(measure(counts))) for key, counts in groups.items()]
    defined = [(weight, value) for weight, value in pairs if value == value]
    return float(
        ratio(sum(weight * value for weight, value in defined), sum(w for w, _ in defined))
    )
