"""What is added up over units besides their columns: sums of documents, and how far units move a figure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from karat.model.columns import Floats, Longs
from karat.model.exact import Exact

# Standard errors below this share of the value are what rounding adds.
_ROUNDING = 1e-12


class Joined(NamedTuple):
    """Documents by number, and for each system the sums of each of its columns."""

    number: Longs
    sums: tuple[Longs, ...]

    def __add__(self, other: "Joined") -> "Joined":  # type: ignore[override]  # no tuple is meant
        number = np.concatenate([self.number, other.number])
        both = zip(self.sums, other.sums, strict=True)
        return joined(number, [np.concatenate(some, axis=1) for some in both])


def joined(number: Longs, systems: Sequence[Longs]) -> Joined:
    names, place = np.unique(number, return_inverse=True)
    sums = []
    for one in systems:
        found = np.zeros((len(one), len(names)), np.int64)
        for row, column in zip(found, one, strict=True):
            np.add.at(row, place, column)
        sums.append(found)
    return Joined(names, tuple(sums))


@dataclass(frozen=True, eq=False)
class Moments:
    """How far a difference moves if a unit is left out: sum, sum of squares, and the range."""

    sum: Exact
    squares: Exact
    low: float
    high: float
    undefined: int

    @staticmethod
    def of(moved: Floats) -> "Moments":
        known = moved[~np.isnan(moved)]
        low, high = float(known.min(initial=0.0)), float(known.max(initial=0.0))
        return Moments(Exact.of(known), Exact.of(known * known), low, high, len(moved) - len(known))

    def __add__(self, other: "Moments") -> "Moments":
        return Moments(
            self.sum + other.sum, self.squares + other.squares, min(self.low, other.low),
            max(self.high, other.high), self.undefined + other.undefined,
        )  # fmt: skip

    def error(self, units: int, value: float) -> float:
        """The standard error by the jackknife."""
        if units < 2 or self.undefined:
            return math.nan
        if self.high - self.low <= _ROUNDING * abs(value):
            return 0.0
        spread = float(self.squares) - float(self.sum) ** 2 / units
        return math.sqrt(max(0.0, spread) * (units - 1) / units)
