"""Two systems on the same sentences: the difference, its interval, whether it is real, how large.

    difference = b - a
    effect     = difference / (error · √units)

``error`` is the standard error of the difference by the jackknife. For a mean over sentences, the
effect is Cohen's d for paired samples (d_z): the mean of the sentences' differences over their
standard deviation.

p of the permutation test: the share of exchanges of units between the two systems that give a
difference at least as large, in either direction. p of the bootstrap: the share of samples whose
difference is at least so far from the mean of all samples as the observed one from 0. Both add 1 to
both numbers, for the data themselves, unless every exchange was tried.

Noreen (1989), Computer-intensive methods for testing hypotheses; Yeh (2000), Coling.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from karat.model.columns import Floats, Longs
from karat.stats import power
from karat.stats.additive import Additive
from karat.stats.intervals import (
    Interval,
    defined,
    interval_of,
    no_spread,
    none,
    only_one,
    standard_error,
)
from karat.stats.plan import Plan
from karat.stats.resampling import bootstrapped, exact, jackknife, permuted

TESTS = ("permutation", "bootstrap")
# Differences that are equal but for rounding count as equal.
_ROUNDING = 1e-12
_UNDEFINED = "undefined for one of the systems"


@dataclass(frozen=True)
class Difference:
    """A figure of two systems, b compared with a.

    ``wins``, ``ties`` and ``losses`` are sentences where b's figure is higher than, equal to and lower
    than a's; ``undefined`` ones have no figure for one of them. ``smallest`` is the smallest
    difference that such a test set would show with 80 % power at 5 %, ``needed`` is how many units
    (sentences, or documents) would show this one. ``why`` says why there is no interval or no p.
    """

    measure: str
    a: float
    b: float
    difference: float
    interval: tuple[float, float]
    p: float
    effect: float
    wins: int
    ties: int
    losses: int
    undefined: int
    error: float
    smallest: float
    needed: int | None
    why: str = ""


class Won(NamedTuple):
    """In how many sentences b's figure is higher than, equal to and lower than a's, or has none."""

    wins: int
    ties: int
    losses: int
    undefined: int


def won(a: Floats, b: Floats) -> Won:
    """The sentences that b wins and loses, from a figure of every sentence.

    >>> won(np.array([0.5, 0.5, math.nan]), np.array([1.0, 0.5, 1.0]))
    Won(wins=1, ties=1, losses=0, undefined=1)
    """
    higher, lower = int((b > a).sum()), int((b < a).sum())
    lost = int((np.isnan(a) | np.isnan(b)).sum())
    return Won(higher, len(a) - higher - lower - lost, lower, lost)


def paired(
    systems: Sequence[Additive], pairs: Sequence[tuple[int, int]], plan: Plan,
    test: str = "permutation", method: str = "percentile",
    drawn: Sequence[Mapping[str, Floats]] | None = None,
) -> list[dict[str, Difference]]:  # fmt: skip
    """Every figure of every pair (a, b); ``drawn`` are bootstrap samples that exist already."""
    samples = drawn if drawn is not None else bootstrapped(systems, plan)
    swapped = permuted(systems, pairs, plan) if test == "permutation" else None
    joined, flat = plan.joined(list(systems))
    units = len(joined[0])
    found: list[dict[str, Difference]] = [{} for _ in pairs]
    for name in systems[0].figures:
        alone = [one.only([name]) for one in systems]
        values = [float(one.totals()[name]) for one in alone]
        each = [one.each(name) for one in alone]
        left_out = [jackknife(one.only([name]), flat)[name] for one in joined]
        for which, (a, b) in enumerate(pairs):
            both = values[a], values[b]
            drawn_change = samples[b][name] - samples[a][name]
            without = left_out[b] - left_out[a]
            left = without if method == "bca" else None
            ends = interval_of_change(both, drawn_change, left, units, plan, flat.strata)
            if swapped is None:
                tested = p_of_bootstrap(both, drawn_change, units, plan)
            else:
                tested = p_of(both, swapped[which][name], every=exact(units, plan.samples))
            error = standard_error(without, flat.strata)
            found[which][name] = difference_of(
                name, both, ends, tested, won(each[a], each[b]), error, units
            )
    return found


def difference_of(
    name: str, both: tuple[float, float], ends: Interval, tested: tuple[float, str],
    sentences: "Won", error: float, units: int,
) -> Difference:  # fmt: skip
    """A difference with all that is said of it."""
    a, b = both
    change = b - a
    effect = change / (error * math.sqrt(units)) if error else 0.0 if not change else math.nan
    return Difference(
        measure=name,
        a=a,
        b=b,
        difference=change,
        interval=(ends.low, ends.high),
        p=tested[0],
        effect=effect,
        wins=sentences.wins,
        ties=sentences.ties,
        losses=sentences.losses,
        undefined=sentences.undefined,
        error=error,
        smallest=power.smallest(error) if error else math.nan,
        needed=power.needed(change, error, units),
        why=ends.why or tested[1],
    )


def interval_of_change(
    both: tuple[float, float], values: Floats, left_out: Floats | None, units: int, plan: Plan,
    strata: Longs | None,
) -> Interval:  # fmt: skip
    """The interval of a difference, from its values in samples."""
    change = both[1] - both[0]
    if math.isnan(change):
        return none(_UNDEFINED)
    if units > 1 and not change and not np.nan_to_num(values).any():
        return Interval(0.0, 0.0, "the systems do not differ in any sample")
    return interval_of(change, values, units, plan, left_out, strata)


def p_of(
    both: tuple[float, float], values: Floats, *, every: bool, rounding: float = _ROUNDING
) -> tuple[float, str]:
    """The share of the values at least as far from 0 as the difference, but for rounding."""
    change = both[1] - both[0]
    if math.isnan(change):
        return math.nan, _UNDEFINED
    known, why = defined(values)
    if why:
        return math.nan, why
    slack = rounding * max(1.0, *map(abs, both))
    extreme = int((np.abs(known) >= abs(change) - slack).sum())
    return (extreme / len(known) if every else (1 + extreme) / (1 + len(known))), ""


def p_of_bootstrap(
    both: tuple[float, float], values: Floats, units: int, plan: Plan
) -> tuple[float, str]:
    """p from the values of the difference in bootstrap samples, and why there is none."""
    if math.isnan(both[1] - both[0]):
        return math.nan, _UNDEFINED
    known, why = defined(values)
    if why:
        return math.nan, why
    if units < 2:
        return math.nan, only_one(plan)
    centred = known - known.mean()
    if both[0] != both[1] and np.abs(centred).max() < _ROUNDING:
        return math.nan, no_spread(plan)
    return p_of(both, centred, every=False)
