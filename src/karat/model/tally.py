"""Tally: a few additive integers for each sentence; Total: their sums. The waist of the pipeline.

Measures, intervals, breakdowns, reports and parallel runs work on tallies alone. Tallies can be
filtered and concatenated, and totals can be added; the same is done to the groups of a breakdown.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import nan
from typing import Any

import numpy as np

from karat.model.columns import Bools, Ints, Longs, Numbers, wide
from karat.model.exact import Exact, rounded
from karat.model.groups import Groups, Sums, added, mean, shown
from karat.model.measure import Measure
from karat.model.outcome import Status

_COLUMNS = ("counts", "status", "length", "sentence")
# What ``Total.part`` calls the sentences that have a score as they are or once they are aligned.
SCORED_ALIGNED = "scored or aligned"


@dataclass(frozen=True, eq=False)
class Tally:
    """One row of counts for each sentence.

    ``status`` is 0 for a scored sentence, otherwise the reason why it failed. A failed sentence has
    the counts that an empty parse would get. ``sentence`` is its number in the block, from 0. If
    sentences could be aligned, ``twin`` has the same rows: before that if ``mended``, else after it.
    """

    names: tuple[str, ...]
    counts: Numbers
    status: Ints
    length: Ints
    sentence: Ints
    groups: Mapping[str, Groups] = field(default_factory=dict)
    twin: "Tally | None" = None
    mended: bool = False

    def __len__(self) -> int:
        return len(self.status)

    def columns(self) -> dict[str, Numbers]:
        return {name: wide(self.counts[:, i]) for i, name in enumerate(self.names)}

    def said(self) -> list[str]:
        """Why each sentence has no score; empty if it has one, or that it was aligned to have one."""
        reasons = {code: Status(code).reason for code in set(self.status.tolist())}
        found = [reasons[code] for code in self.status.tolist()]
        if self.twin and self.mended:
            for row in np.flatnonzero((self.status == 0) & (self.twin.status != 0)).tolist():
                found[row] = "aligned"
        return found

    def where(self, keep: Bools) -> "Tally":
        """The sentences marked True, with their rows in the groups."""
        number = (np.cumsum(keep) - 1).astype(np.int32)
        columns: dict[str, Any] = {name: getattr(self, name)[keep] for name in _COLUMNS}
        groups = {kind: groups.where(keep, number) for kind, groups in self.groups.items()}
        twin = self.twin.where(keep) if self.twin else None
        return replace(self, groups=groups, twin=twin, **columns)

    def with_rows(self, rows: Longs, other: "Tally") -> "Tally":
        """The same with other counts for some sentences; ``other`` has one row for each of these."""
        keep = np.ones(len(self), np.bool_)
        keep[rows] = False
        counts, status = self.counts.copy(), self.status.copy()
        counts[rows], status[rows] = other.counts, other.status
        here, there = np.arange(len(self), dtype=np.int32), rows.astype(np.int32)
        groups = {
            kind: Groups.concatenate(
                [
                    mine.where(keep, here),
                    other.groups[kind].where(np.ones(len(rows), np.bool_), there),
                ],
                (0, 0),
            )
            for kind, mine in self.groups.items()
        }
        return replace(self, counts=counts, status=status, groups=groups)

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
        twins = [tally.twin or tally for tally in every]
        twin = None
        if any(tally.twin for tally in every):
            twin = Tally.concatenate([replace(one, twin=None) for one in twins])
        mended = any(tally.mended for tally in every)
        return replace(every[0], groups=groups, twin=twin, mended=mended, **columns)

    def total(
        self,
        measures: Sequence[Measure] = (),
        *,
        distributions: Sequence[str] = (),
        by_length: bool = False,
    ) -> "Total":
        """The sums of the counts, and of each measure that has a mean over sentences."""
        plain = self.twin if self.twin and self.mended else self
        mended = self if self.mended else self.twin
        scored = plain.status == Status.SCORED
        kept, missed = plain._parts(scored, measures)
        shown = self.status == Status.SCORED
        return Total(
            self.names,
            kept,
            missed,
            plain._statuses(),
            {name: _counted(self.columns()[name][shown]) for name in distributions},
            self._lengths(measures) if by_length else {},
            mended._missed(scored, measures) if mended else missed,
            mended._statuses() if mended else plain._statuses(),
            (mended or plain)._missed(
                scored | ((mended or plain).status != Status.SCORED), measures
            ),
        )

    def _parts(self, scored: Bools, measures: Sequence[Measure]) -> tuple["Part", "Part"]:
        """The sums over the sentences marked True, and over the others."""
        averaged = [measure for measure in measures if "sentence" in measure.means]
        columns = self.columns()
        values = [np.asarray(measure(columns), np.float64) for measure in averaged]
        found = Exact.counted(values, ~scored)
        means = {measure.name: sums for measure, sums in zip(averaged, found, strict=True)}
        sums = {kind: groups.sums(scored, exact=True) for kind, groups in self.groups.items()}
        kept, missed = (
            Part(
                counts,
                {name: parts[part] for name, parts in means.items()},
                {kind: parts[part] for kind, parts in sums.items()},
            )
            for part, counts in enumerate(self._sums(scored))
        )
        return kept, missed

    def _missed(self, scored: Bools, measures: Sequence[Measure]) -> "Part":
        """The sums over the sentences that are not marked True, of which there may be few."""
        if self.groups:
            return self._parts(scored, measures)[1]
        return replace(self, counts=self.counts[~scored])._parts(scored[~scored], measures)[1]

    def _sums(self, scored: Bools) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The sums of the counts over the sentences marked True, and over the others."""
        if self.counts.dtype.kind == "f":  # weighted relations
            kept, missed = (tuple(map(Exact.of, self.counts[some].T)) for some in (scored, ~scored))
            return kept, missed
        every = self.counts.sum(axis=0, dtype=np.int64)
        lost = self.counts[~scored].sum(axis=0, dtype=np.int64)
        return tuple((every - lost).tolist()), tuple(lost.tolist())

    def _statuses(self) -> Counter[int]:
        return Counter(
            {n: count for n, count in enumerate(np.bincount(self.status).tolist()) if count}
        )

    def _lengths(self, measures: Sequence[Measure]) -> dict[str, "Total"]:
        """The totals of the sentences of 1 to 10 words, 11 to 20, and so on."""
        buckets = (self.length - 1).clip(0) // 10
        bare = replace(self, groups={}, twin=replace(self.twin, groups={}) if self.twin else None)
        return {
            f"{10 * bucket + 1}-{10 * bucket + 10}": bare.where(buckets == bucket).total(measures)
            for bucket in np.unique(buckets).tolist()
        }


def _counted(column: Numbers) -> Counter[int]:
    values, counts = np.unique(column, return_counts=True)
    return Counter(dict(zip(values.tolist(), counts.tolist(), strict=True)))


@dataclass(frozen=True, eq=False)
class Part:
    """Sums over some sentences: counts, groups, and for each measure its sum and how often it is defined.

    All sums are exact, whole numbers or ``Exact``, so they can be added in any order.
    """

    counts: tuple[Any, ...]
    means: Mapping[str, tuple[Exact, int]]
    groups: Mapping[str, Sums]

    def __add__(self, other: "Part") -> "Part":
        return Part(
            tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)),
            {
                name: (total + other.means[name][0], n + other.means[name][1])
                for name, (total, n) in self.means.items()
            },
            {kind: added(sums, other.groups[kind]) for kind, sums in self.groups.items()},
        )


@dataclass(frozen=True)
class Total:
    """The sums over a corpus, failed sentences apart, so that any failure policy can be applied.

    ``failed`` has the counts of sentences that cannot be compared as they are, ``aligned`` those of the
    same sentences after alignment, ``mended`` those of them that have a score then; ``status`` and ``left``
    say why sentences fail, before and after it.
    """

    names: tuple[str, ...]
    scored: Part
    failed: Part
    status: Counter[int]
    distributions: Mapping[str, Counter[int]]
    lengths: Mapping[str, "Total"]
    aligned: Part
    left: Counter[int]
    mended: Part

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
            self.aligned + other.aligned,
            self.left + other.left,
            self.mended + other.mended,
        )

    def part(self, policy: str) -> Part:
        """The sums under a failure policy: ``empty`` counts the gold of failed sentences as missed.

        SCORED_ALIGNED leaves out the sentences that have no score under ``align``.
        """
        if policy == "align":
            return self.scored + self.aligned
        if policy == SCORED_ALIGNED:
            return self.scored + self.mended
        return self.scored + self.failed if policy == "empty" else self.scored

    def counts(self, policy: str) -> dict[str, Any]:
        return dict(zip(self.names, map(rounded, self.part(policy).counts), strict=True))

    def groups(self, policy: str) -> dict[str, Sums]:
        """The counts of each key of each breakdown, without keys that have none."""
        return {kind: shown(sums) for kind, sums in self.part(policy).groups.items()}

    def figures(
        self, measures: Sequence[Measure], policy: str, weights: Mapping[str, float] | None = None
    ) -> dict[str, float]:
        """Every measure over the corpus, then its means over sentences and over groups.

        ``weights`` are the weights of the keys in a mean over groups; a key without one gets the
        weight of ``default``, or 1.
        """
        part, counts, groups = self.part(policy), self.counts(policy), self.groups(policy)
        found = {measure.name: float(measure(counts)) for measure in measures}
        for measure in measures:
            for over in measure.means:
                name = f"{measure.name}@{over}"
                if over == "sentence":
                    total, number = part.means[measure.name]
                    found[name] = total.over(number) if number else nan
                elif over in groups:
                    found[name] = mean(measure, groups[over], weights or {})
        return found

    def statuses(self, policy: str) -> Counter[int]:
        """How many sentences were scored under a failure policy, and why the others were not."""
        return self.left if policy == "align" else self.status

    def sentences(self, policy: str) -> dict[str, int]:
        """How many sentences there are, how many were scored, failed, and were aligned to be scored."""
        total, scored = self.status.total(), self.statuses(policy)[Status.SCORED]
        found = {"total": total, "scored": scored, "failed": total - scored}
        if policy == "align":
            found["aligned"] = scored - self.status[Status.SCORED]
        return found
