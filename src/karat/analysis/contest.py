"""Compare systems under a scheme: intervals, paired tests, effect sizes, and letters.

Everything is computed from the counts of the sentences. If a scheme drops failed sentences, only the
sentences that all systems have a score for are compared; otherwise all are.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from karat.analysis.how import STRATA as STRATA
from karat.analysis.how import UNITS as UNITS
from karat.analysis.how import How as How
from karat.analysis.intervals import without_interval
from karat.engine.common import LEFT_OUT
from karat.engine.tallied import Tallied, over_common
from karat.model.documents import Documents
from karat.model.errors import UsageError, unknown
from karat.model.scheme import Scheme
from karat.model.score import Score
from karat.model.tally import Tally
from karat.stats.additive import lean
from karat.stats.adjusted import ADJUSTMENTS
from karat.stats.intervals import Figure, figures
from karat.stats.letters import letters
from karat.stats.paired import Difference, paired
from karat.stats.plan import Plan, few
from karat.stats.resampling import bootstrapped


class Pair(NamedTuple):
    """One figure of two systems; ``p`` is adjusted for the number of pairs, ``found.p`` is not."""

    scheme: Scheme
    measure: str
    a: str
    b: str
    found: Difference
    p: float
    significant: bool

    def as_dict(self) -> dict[str, Any]:
        """The pair as in the JSON of ``karat compare``."""
        one = self.found
        return {
            "scheme": str(self.scheme), "measure": self.measure, "a": self.a, "b": self.b,
            "difference": one.difference, "interval": list(one.interval), "p": self.p,
            "p_unadjusted": one.p, "significant": self.significant,
            "value_a": one.a, "value_b": one.b, "effect": one.effect,
            "wins": one.wins, "ties": one.ties, "losses": one.losses, "undefined": one.undefined,
            "smallest": one.smallest, "needed": one.needed, "reason": one.why,
        }  # fmt: skip


@dataclass(frozen=True, eq=False)
class Contest:
    """Systems compared under one scheme.

    ``letters`` has, for each measure, the letters of each system; systems that share one do not
    differ. ``total`` is the number of sentences that the scheme scores, ``compared`` how many were
    compared, ``units`` how many sentences or documents are drawn. ``lost`` says how many sentences each
    system failed on.
    ``exact``: the test tried every exchange of units between two systems.
    """

    scheme: Scheme
    scores: tuple[Score, ...]
    pairs: tuple[Pair, ...]
    letters: Mapping[str, tuple[str, ...]]
    total: int
    compared: int
    units: int
    lost: Mapping[str, int]
    signature: str
    exact: bool
    notes: tuple[str, ...] = ()

    @property
    def measures(self) -> tuple[str, ...]:
        return tuple(self.letters)

    def of(self, measure: str) -> list[Pair]:
        """The pairs of one measure."""
        return [pair for pair in self.pairs if pair.measure == measure]


def contest(systems: Sequence[Tallied], how: How, documents: Documents | None = None) -> Contest:
    """Compare systems under one scheme."""
    scheme = systems[0].result.scheme
    names = [one.name for one in systems]
    lost = {
        one.name: one.result.total.sentences(scheme.failed)["failed"]
        + one.result.notes.get(LEFT_OUT, 0)
        for one in systems
    }
    run = systems[0].run
    total = run.sentences if run.common else max(len(one.tally) for one in systems)
    if scheme.failed == "drop":
        systems = over_common(systems)
    tallies = same_sentences([one.tally for one in systems])
    if not len(tallies[0]):
        raise UsageError(f"{scheme}: no sentence has a score for all of {', '.join(names)}")
    plan = how.plan(tallies[0], documents)
    measures = wanted(scheme, how.measures)
    columns = lean(tallies, scheme, measures)
    drawn = bootstrapped(columns, plan)
    found = figures(columns, plan, how.interval, drawn)
    places = list(combinations(range(len(names)), 2))
    rows = paired(columns, places, plan, how.test, how.interval, drawn)
    units = len(plan.joined(columns[:1])[0][0])
    which = Compared(total, len(tallies[0]), units, lost)
    return judged([one.score() for one in systems], found, rows, how, plan, which)


class Compared(NamedTuple):
    """What was compared; the names are those of a Contest."""

    total: int
    compared: int
    units: int
    lost: Mapping[str, int]


def judged(
    scores: Sequence[Score], found: Sequence[Mapping[str, Figure]],
    rows: Sequence[Mapping[str, Difference]], how: How, plan: Plan, which: Compared,
) -> Contest:  # fmt: skip
    """The contest of systems from their figures with intervals, and the differences of every two."""
    scheme, names, measures = scores[0].scheme, [one.system for one in scores], list(found[0])
    every = _every_pair(rows, measures, names, scheme, how)
    signed = how.signed(plan, which.units)
    scores = [_with_intervals(one, some, signed) for one, some in zip(scores, found, strict=True)]
    return Contest(
        scheme=scheme,
        scores=tuple(scores),
        pairs=tuple(_chosen(every, names, how)),
        letters={one: _letters(one, names, scores, every) for one in measures},
        **which._asdict(),
        signature=signed,
        exact=how.exact(plan, which.units),
        notes=(
            *([] if plan.clusters is not None else few(which.units, "sentence")),
            *plan.caveats(),
            *_without_intervals(names, found),
        ),
    )


def wanted(scheme: Scheme, measures: Sequence[str]) -> list[str]:
    """The figures of a scheme that are asked for: some of those named, or the headline."""
    if not measures:
        return list(scheme.headline())
    known = scheme.figure_names()
    found = [name for name in dict.fromkeys(measures) if name in known]
    if not found:
        raise unknown(f"measure of {scheme.name}", measures[0], known)
    return found


def without_groups(scheme: Scheme, measures: Sequence[str], lacking: str) -> None:
    """Refuse means over groups; ``lacking`` says who has none, as in "tallies in files do not have"."""
    grouped = [name for name in measures if over_groups(name)]
    if grouped:
        others = [name for name in scheme.figure_names() if not over_groups(name)]
        raise UsageError(
            f"{grouped[0]} of {scheme} is a mean over groups, which {lacking}; name others, as in: "
            f"--measures {','.join(others[:3])}"
        )


def over_groups(figure: str) -> bool:
    """Whether a figure is a mean over groups.

    >>> [over_groups(name) for name in ("recall", "recall@sentence", "recall@phenomenon")]
    [False, False, True]
    """
    return figure.partition("@")[2] not in ("", "sentence")


def same_sentences(tallies: Sequence[Tally]) -> list[Tally]:
    """The rows of the sentences that all tallies have, in the same order."""
    first = tallies[0].sentence
    if all(np.array_equal(first, tally.sentence) for tally in tallies[1:]):
        return list(tallies)
    shared = reduce(np.intersect1d, [tally.sentence for tally in tallies])
    if all(len(tally) == len(shared) for tally in tallies):
        return list(tallies)
    return [tally.where(np.isin(tally.sentence, shared)) for tally in tallies]


def _every_pair(
    rows: Sequence[Mapping[str, Difference]], measures: Sequence[str], names: Sequence[str],
    scheme: Scheme, how: How,
) -> list[Pair]:  # fmt: skip
    """Every two systems under every measure, a before b; p is adjusted over all pairs of a measure."""
    found = []
    for measure in measures:
        pairs = [
            Pair(scheme, measure, a, b, row[measure], math.nan, False)
            for (a, b), row in zip(combinations(names, 2), rows, strict=True)
        ]
        found += adjusted(pairs, how)
    return found


def adjusted(pairs: Sequence[Pair], how: How) -> list[Pair]:
    """The pairs of one measure with their p adjusted for the number of pairs."""
    values = ADJUSTMENTS[how.adjust]([pair.found.p for pair in pairs])
    return [
        pair._replace(p=p, significant=p <= how.alpha)
        for pair, p in zip(pairs, values, strict=True)
    ]


def _chosen(every: Sequence[Pair], names: Sequence[str], how: How) -> list[Pair]:
    """All pairs, or those with the baseline, which is always a."""
    if how.all_pairs:
        return list(every)
    first = how.baseline or names[0]
    found = []
    for measure in dict.fromkeys(pair.measure for pair in every):
        mine = [pair for pair in every if pair.measure == measure and first in (pair.a, pair.b)]
        found += adjusted([pair if pair.a == first else _reversed(pair) for pair in mine], how)
    return found


def _reversed(pair: Pair) -> Pair:
    """The same pair with a and b exchanged."""
    one = pair.found
    low, high = one.interval
    found = replace(
        one, a=one.b, b=one.a, difference=0 - one.difference, interval=(0 - high, 0 - low),
        effect=0 - one.effect, wins=one.losses, losses=one.wins,
    )  # fmt: skip
    return pair._replace(a=pair.b, b=pair.a, found=found)


def _letters(
    measure: str, names: Sequence[str], scores: Sequence[Score], every: Sequence[Pair]
) -> tuple[str, ...]:
    """The letters of each system, given from the best value to the worst; none where it is undefined."""
    lower = scores[0].scheme.figures()[measure].better == "lower"
    values = [(-1 if lower else 1) * score.measures[measure] for score in scores]
    order = sorted(range(len(names)), key=lambda i: (math.isnan(values[i]), -values[i], i))
    place = {names[system]: rank for rank, system in enumerate(order)}
    differ = [
        (place[pair.a], place[pair.b])
        for pair in every
        if pair.measure == measure and pair.significant
    ]
    found = letters(len(names), differ)
    return tuple(
        "" if math.isnan(value) else found[place[name]]
        for name, value in zip(names, values, strict=True)
    )


def _with_intervals(score: Score, found: Mapping[str, Figure], signed: str) -> Score:
    intervals = {name: (one.low, one.high) for name, one in found.items()}
    return replace(score, intervals=intervals, signature=f"{score.signature}|{signed}")


def _without_intervals(
    names: Sequence[str], found: Sequence[Mapping[str, Figure]]
) -> Iterator[str]:
    """Which figures have no interval, and why; the systems are named unless it is all of them."""
    about: dict[str, list[str]] = {}
    for name, figures_of in zip(names, found, strict=True):
        for note in without_interval(figures_of):
            about.setdefault(note, []).append(name)
    for note, some in about.items():
        yield note if len(some) == len(names) else f"{', '.join(some)}: {note}"
