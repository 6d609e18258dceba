"""Intervals from the values of samples: percentiles, and BCa, which corrects for bias and skewness.

BCa: Efron (1987), Better bootstrap confidence intervals, JASA 82.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from karat.model.columns import Floats, Longs
from karat.stats.additive import Additive
from karat.stats.plan import Plan
from karat.stats.resampling import bootstrapped, jackknife

METHODS = ("percentile", "bca")
# The largest share of samples in which a figure may be undefined.
UNDEFINED = 0.05
_NORMAL = NormalDist()


class Interval(NamedTuple):
    """Both ends; NaN if there is no interval, and why not."""

    low: float
    high: float
    why: str = ""


def none(why: str) -> Interval:
    """No interval, and why."""
    return Interval(math.nan, math.nan, why)


# Values that differ by a smaller share are the same but for rounding.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Figure:
    """A value with its interval; NaN where it is undefined. ``why`` says why there is no interval."""

    value: float
    low: float = math.nan
    high: float = math.nan
    why: str = ""


def percentile(values: Floats, level: float) -> Interval:
    """The middle part of the values of samples.

    >>> percentile(np.arange(101.0), 0.5)
    Interval(low=25.0, high=75.0, why='')
    >>> percentile(np.array([0.5, math.nan]), 0.95).why
    'undefined in 1 of 2 samples'
    """
    known, why = defined(values)
    return none(why) if why else _between(known, (1 - level) / 2, (1 + level) / 2)


def bca(
    value: float, values: Floats, left_out: Floats, level: float, strata: Longs | None = None
) -> Interval:
    """The BCa interval: ``left_out`` are the values without one unit, for every unit."""
    known, why = defined(values)
    if why:
        return none(why)
    below = ((known < value).mean() + (known <= value).mean()) / 2
    if not 0 < below < 1:
        return none("all samples are on one side of the value")
    pull = acceleration(left_out, strata)
    if math.isnan(pull):
        return none("undefined without one of the units")
    bias = _NORMAL.inv_cdf(float(below))
    ends = []
    for share in ((1 - level) / 2, (1 + level) / 2):
        moved = bias + _NORMAL.inv_cdf(share)
        ends.append(_NORMAL.cdf(bias + moved / (1 - pull * moved)))
    return _between(known, ends[0], ends[1])


def _between(known: Floats, low: float, high: float) -> Interval:
    first, last = np.quantile(known, [low, high]).tolist()
    return Interval(first, last)


def defined(values: Floats) -> tuple[Floats, str]:
    """The values that are defined, and why they do not suffice, if they do not."""
    known = values[~np.isnan(values)]
    lost = len(values) - len(known)
    if not len(known) or lost > UNDEFINED * len(values):
        return known, f"undefined in {lost:,} of {len(values):,} samples"
    return known, ""


def influence(left_out: Floats, strata: Longs | None = None) -> tuple[Floats, Longs]:
    """How far each unit moves a figure, times the units of its stratum; and these numbers of units."""
    if strata is None and len(left_out):
        many = np.int64(len(left_out))
        middle = np.bincount(np.zeros(many, np.int64), left_out)[0] / many
        return (many - 1) * (middle - left_out), np.broadcast_to(many, len(left_out))
    strata = np.zeros(len(left_out), np.int64) if strata is None else strata
    _, group, sizes = np.unique(strata, return_inverse=True, return_counts=True)
    middle = np.bincount(group, left_out) / sizes
    return (sizes[group] - 1) * (middle[group] - left_out), sizes[group]


def acceleration(left_out: Floats, strata: Longs | None = None) -> float:
    """How fast the standard error changes with the value: the skewness of the influence."""
    moved, sizes = influence(left_out, strata)
    spread = float((moved**2 / sizes**2).sum())
    return float((moved**3 / sizes**3).sum()) / (6 * spread**1.5) if spread else 0.0


def standard_error(left_out: Floats, strata: Longs | None = None) -> float:
    """The standard error by the jackknife; NaN if there is one unit only.

    >>> round(standard_error(np.array([2.5, 2.0, 1.5])), 4)  # of the mean of 1, 2, 3
    0.5774
    >>> standard_error(np.array([0.1, 0.1 + 1e-17, 0.1 - 2e-17]))  # what rounding adds is no error
    0.0
    """
    moved, sizes = influence(left_out, strata)
    if (sizes < 2).all():
        return math.nan
    if np.ptp(left_out) <= _ROUNDING * np.abs(left_out).max():
        return 0.0
    return math.sqrt(float((moved**2 / (sizes * np.maximum(sizes - 1, 1))).sum()))


def figures(
    systems: Sequence[Additive], plan: Plan, method: str = "percentile",
    drawn: Sequence[Mapping[str, Floats]] | None = None,
) -> list[dict[str, Figure]]:  # fmt: skip
    """Every figure of every system with its interval; ``drawn`` are samples that exist already."""
    samples = drawn if drawn is not None else bootstrapped(systems, plan)
    found = []
    for system, values in zip(systems, samples, strict=True):
        (joined,), flat = plan.joined([system])
        left_out = jackknife(joined, flat) if method == "bca" else {}
        units = len(joined)
        found.append({
            name: figure_of(value, values[name], units, plan, left_out.get(name), flat.strata)
            for name, value in system.totals().items()
        })  # fmt: skip
    return found


def figure_of(
    value: float, values: Floats, units: int, plan: Plan,
    left_out: Floats | None = None, strata: Longs | None = None,
) -> Figure:  # fmt: skip
    """A figure with its interval from the values of samples; BCa if there are values to ``left_out``."""
    return Figure(value, *interval_of(value, values, units, plan, left_out, strata))


def interval_of(
    value: float, values: Floats, units: int, plan: Plan, left_out: Floats | None = None,
    strata: Longs | None = None,
) -> Interval:  # fmt: skip
    """The interval alone; none if it would look certain for want of data."""
    if math.isnan(value):
        return none("undefined")
    if units < 2:
        return none(only_one(plan))
    if left_out is None:
        found = percentile(values, plan.level)
    else:
        found = bca(value, values, left_out, plan.level, strata)
    if found.low == found.high:
        return none(no_spread(plan))
    return found


def only_one(plan: Plan) -> str:
    """Why a single unit says nothing about certainty."""
    return f"there is only one {plan.unit}"


def no_spread(plan: Plan) -> str:
    """Why samples that are all alike say nothing about certainty."""
    return f"every sample has the same value: the {plan.unit}s do not say how certain it is"
