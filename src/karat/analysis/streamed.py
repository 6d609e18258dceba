"""Compare systems whose counts are read block by block: any number of sentences, memory does not grow.

The counts are read twice. The first time gives the totals, and who wins each sentence; the second time
the sums of all samples, and the standard errors, which need the totals. Both are exact sums, so the
result does not depend on how the counts are cut into blocks, nor on the number of threads.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations

import numpy as np

from karat.analysis.contest import (
    Compared,
    Contest,
    How,
    judged,
    same_sentences,
    wanted,
    without_groups,
)
from karat.engine.pool import cores, in_order
from karat.engine.results import make_score
from karat.engine.tallied import Streamed, of_common
from karat.model.columns import Floats, Longs
from karat.model.documents import Documents
from karat.model.errors import UsageError
from karat.model.outcome import Status
from karat.model.scheme import Scheme
from karat.model.tally import Tally, Total
from karat.stats.additive import Additive, additives
from karat.stats.fixed import LARGEST, ROUNDING, WHOLE, fixed, floating, sampled, scales
from karat.stats.intervals import Figure, figure_of
from karat.stats.moments import Joined, Moments, joined
from karat.stats.paired import (
    Difference,
    Won,
    difference_of,
    interval_of_change,
    p_of,
    p_of_bootstrap,
    won,
)
from karat.stats.plan import Plan


def streamed_contest(
    systems: Sequence[Streamed], how: How, documents: Documents | None = None, threads: int = 0
) -> Contest:
    """Compare systems under one scheme by the Poisson bootstrap; ``documents`` as in ``contest``."""
    scheme, names = systems[0].result.scheme, [one.name for one in systems]
    _check(how)
    measures = wanted(scheme, how.measures)
    without_groups(scheme, measures, "the Poisson bootstrap does not have")
    work = _Work(scheme, tuple(measures), how, documents, threads or cores())
    first = work.first(systems)
    if not first.compared:
        raise UsageError(f"{scheme}: no sentence has a score for all of {', '.join(names)}")
    second = work.second(systems, first)
    clusters = None if first.joined is None else np.arange(first.units)
    plan = Plan(how.samples, how.seed, how.level, clusters=clusters, poisson=True)
    results = [(one.result, one.run) for one in systems]
    if scheme.failed == "drop" and first.failed:
        both = zip(results, first.totals, strict=True)
        results = [of_common(result, run, total) for (result, run), total in both]
    scores = [make_score(*some, name=name) for some, name in zip(results, names, strict=True)]
    found, rows = _statistics(first, second, measures, how, plan)
    failed = {one.name: one.result.total.sentences(scheme.failed)["failed"] for one in systems}
    run = systems[0].run
    total = run.sentences if run.common else first.total
    which = Compared(total, first.compared, first.units, failed)
    done = judged(scores, found, rows, how, plan, which)
    note = (
        f"Poisson bootstrap, {how.samples:,} samples, seed {how.seed}: the weight of each {how.unit} is "
        "drawn independently"
    )
    return replace(done, notes=(note, *done.notes))


def _check(how: How) -> None:
    if how.strata:
        raise UsageError("the Poisson bootstrap has no strata; leave out --strata")
    if how.interval != "percentile":
        raise UsageError(
            "the Poisson bootstrap has percentile intervals only; leave out --interval bca"
        )


def together(systems: Sequence[Iterator[Tally]]) -> Iterator[list[Tally]]:
    """The blocks of several systems, cut so that each has the same sentences for all of them.

    Sentences that some system does not have are left out.
    """
    rest = [next(one, None) for one in systems]
    while all(one is not None for one in rest):
        held = [one for one in rest if one is not None]
        end = min(int(one.sentence[-1]) for one in held if len(one)) if all(map(len, held)) else -1
        parts = [one.where(one.sentence <= end) for one in held]
        yield same_sentences(parts)
        for at, one in enumerate(held):
            left = one.where(one.sentence > end)
            rest[at] = left if len(left) else next(systems[at], None)


@dataclass(frozen=True, eq=False)
class _First:
    """What the first reading gives: sums of columns, totals, and who wins how many sentences.

    ``joined`` has the sums of each document for every system, if documents are drawn.
    """

    sums: tuple[tuple[int, ...], ...]
    totals: tuple[Total, ...]
    won: tuple[tuple[Won, ...], ...]
    total: int
    compared: int
    failed: int
    likeness: Additive
    joined: Joined | None = None

    @property
    def units(self) -> int:
        return self.compared if self.joined is None else len(self.joined.number)

    def __add__(self, other: "_First") -> "_First":
        both = zip(self.sums, other.sums, strict=True)
        pairs = zip(self.won, other.won, strict=True)
        documents = self.joined
        if documents is not None and other.joined is not None:
            documents = documents + other.joined
        return _First(
            tuple(tuple(a + b for a, b in zip(*some, strict=True)) for some in both),
            tuple(a + b for a, b in zip(self.totals, other.totals, strict=True)),
            tuple(tuple(_added(*one) for one in zip(*some, strict=True)) for some in pairs),
            self.total + other.total, self.compared + other.compared, self.failed + other.failed,
            self.likeness, documents,
        )  # fmt: skip


def _added(one: Won, other: Won) -> Won:
    return Won(*(a + b for a, b in zip(one, other, strict=True)))


@dataclass(frozen=True, eq=False)
class _Second:
    """What the second reading gives: the sums of every sample, and for every pair how units move it."""

    drawn: Longs
    swapped: Longs | None
    moved: tuple[tuple[Moments, ...], ...]

    def __add__(self, other: "_Second") -> "_Second":
        swapped = None
        if self.swapped is not None and other.swapped is not None:
            swapped = self.swapped + other.swapped
        pairs = zip(self.moved, other.moved, strict=True)
        moved = tuple(tuple(a + b for a, b in zip(*some, strict=True)) for some in pairs)
        return _Second(self.drawn + other.drawn, swapped, moved)


@dataclass(frozen=True, eq=False)
class _Work:
    """The two readings, each block by a thread."""

    scheme: Scheme
    measures: tuple[str, ...]
    how: How
    documents: Documents | None
    threads: int

    def first(self, systems: Sequence[Streamed]) -> _First:
        blocks = together([one.blocks() for one in systems])
        jobs = in_order(blocks, lambda: self._first_of, self.threads)
        found = reduce(lambda a, b: a + b, (done for _, done in jobs))
        if any(abs(one) >= LARGEST for sums in found.sums for one in sums):
            raise UsageError(
                f"{self.scheme}: the sums of these counts are too large for exact samples; compare fewer "
                "sentences"
            )
        return found

    def second(self, systems: Sequence[Streamed], first: _First) -> _Second:
        scale = scales(first.likeness)
        whole = [floating(np.array(sums), scale) for sums in first.sums]

        def one(job: tuple[Longs, list[Longs]]) -> _Second:
            return self._second_of(*job, first.likeness, whole)

        if first.joined is not None:
            return one((first.joined.number, list(first.joined.sums)))
        blocks = (self._whole_numbers(block) for block in self._scored(systems))
        jobs = in_order(blocks, lambda: one, self.threads)
        return reduce(lambda a, b: a + b, (done for _, done in jobs))

    def _scored(self, systems: Sequence[Streamed]) -> Iterator[list[Tally]]:
        for block in together([one.blocks() for one in systems]):
            yield self._compared(block)

    def _compared(self, tallies: list[Tally]) -> list[Tally]:
        """The sentences that are compared: if failed ones are dropped, those that all have a score for."""
        if self.scheme.failed != "drop":
            return tallies
        keep = np.logical_and.reduce([one.status == Status.SCORED for one in tallies])
        return tallies if keep.all() else [one.where(keep) for one in tallies]

    def _columns(self, tallies: Sequence[Tally]) -> list[Additive]:
        return additives(tallies, self.scheme, self.measures)

    def _whole_numbers(self, tallies: Sequence[Tally]) -> tuple[Longs, list[Longs]]:
        units = tallies[0].sentence.astype(np.int64)
        return units, [fixed(one) for one in self._columns(tallies)]

    def _first_of(self, block: list[Tally]) -> _First:
        tallies = self._compared(block)
        columns = self._columns(tallies)
        numbers = [fixed(one) for one in columns]
        each = [{name: one.each(name) for name in self.measures} for one in columns]
        pairs = combinations(each, 2)
        documents = None
        if self.how.unit == "document" and self.documents is not None:
            documents = joined(self.documents.number[tallies[0].sentence], numbers)
        return _First(
            tuple(tuple(map(int, one.sum(axis=1).tolist())) for one in numbers),
            tuple(self._total(one) for one in tallies),
            tuple(tuple(won(a[name], b[name]) for name in self.measures) for a, b in pairs),
            len(block[0]), len(tallies[0]), sum(int((one.status != 0).any()) for one in block),
            replace(columns[0], values=columns[0].values[:0]), documents,
        )  # fmt: skip

    def _total(self, tally: Tally) -> Total:
        return tally.total(self.scheme.measures(), distributions=self.scheme.distributions)

    def _second_of(
        self, units: Longs, numbers: Sequence[Longs], likeness: Additive, whole: Sequence[Floats]
    ) -> _Second:
        how = self.how
        drawn = sampled(units, numbers, how.samples, how.seed, poisson=True)
        swapped = None
        if how.test == "permutation":
            swapped = sampled(units, numbers, how.samples, how.seed, poisson=False)
        scale = scales(likeness)
        rows = [floating(one.T, scale) for one in numbers]
        moved = []
        without = [
            {name: formula(sums - row) - formula(sums[None])[0]
             for name, formula in likeness.figures.items()}
            for row, sums in zip(rows, whole, strict=True)
        ]  # fmt: skip
        for a, b in combinations(without, 2):
            moved.append(tuple(Moments.of(b[name] - a[name]) for name in self.measures))
        return _Second(drawn, swapped, tuple(moved))


def _statistics(
    first: _First, second: _Second, measures: Sequence[str], how: How, plan: Plan
) -> tuple[list[dict[str, Figure]], list[dict[str, Difference]]]:
    """The figures of every system with intervals, and the differences of every two systems."""
    scale, formulas, units = scales(first.likeness), first.likeness.figures, first.units
    whole = [np.array([sums]) for sums in first.sums]
    found: list[dict[str, Figure]] = [{} for _ in whole]
    rows: list[dict[str, Difference]] = [{} for _ in first.won]
    for at, name in enumerate(measures):
        formula = formulas[name]
        rounding = ROUNDING if any(first.likeness.fractional) else WHOLE
        values = [float(formula(floating(sums, scale))[0]) for sums in whole]
        drawn = [formula(floating(sums, scale)) for sums in second.drawn]
        for which, value in enumerate(values):
            found[which][name] = figure_of(value, drawn[which], units, plan)
        for which, (a, b) in enumerate(combinations(range(len(whole)), 2)):
            both = values[a], values[b]
            change = drawn[b] - drawn[a]
            ends = interval_of_change(both, change, None, units, plan, None)
            if second.swapped is None:
                tested = p_of_bootstrap(both, change, units, plan)
            else:
                moved = second.swapped[b] - second.swapped[a]
                ours, theirs = floating(whole[a] + moved, scale), floating(whole[b] - moved, scale)
                exchanged = formula(theirs) - formula(ours)
                tested = p_of(both, exchanged, every=False, rounding=rounding)
            error = second.moved[which][at].error(units, max(map(abs, both)))
            rows[which][name] = difference_of(
                name, both, ends, tested, first.won[which][at], error, units
            )
    return found, rows
