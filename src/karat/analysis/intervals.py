"""Intervals for the figures of a Score, from the counts of its sentences."""

from collections.abc import Mapping
from dataclasses import replace

from karat.model.outcome import Status
from karat.model.score import Score
from karat.stats.additive import Additive
from karat.stats.intervals import Figure, figures
from karat.stats.plan import Plan, few


def with_intervals(score: Score, plan: Plan, method: str = "percentile") -> Score:
    """The score with an interval for every figure; notes say which have none, and the signature how."""
    found = intervals_of(score, plan, method)
    return replace(
        score,
        intervals={name: (one.low, one.high) for name, one in found.items()},
        notes=(*score.notes, *without_interval(found), *few(_drawn(score), "sentence")),
        signature=f"{score.signature}|{plan.signed()}|level:{plan.level:g}|interval:{method}",
    )


def intervals_of(score: Score, plan: Plan, method: str = "percentile") -> Mapping[str, Figure]:
    """Every figure with its interval; a sentence without a score counts as the scheme says."""
    tally, policy = score.tally, score.scheme.failed
    assert tally is not None, "intervals are computed from the counts of sentences"
    if policy == "drop":
        tally = tally.where(tally.status == Status.SCORED)
    return figures([Additive.of(tally, score.scheme)], plan, method)[0]


def _drawn(score: Score) -> int:
    """How many sentences are drawn."""
    return score.sentences["scored" if score.scheme.failed == "drop" else "total"]


def without_interval(found: Mapping[str, Figure]) -> list[str]:
    """Which figures of a system have no interval, and why."""
    why: dict[str, list[str]] = {}
    for name, one in found.items():
        if one.why:
            why.setdefault(one.why, []).append(name)
    return [f"no interval for {', '.join(names)}: {reason}" for reason, names in why.items()]


def usual(score: Score) -> Mapping[str, tuple[float, float]]:
    """The interval of every figure, by the usual plan."""
    return {name: (one.low, one.high) for name, one in intervals_of(score, Plan()).items()}
