"""Figures with intervals, as cells of tables."""

import math
from typing import NamedTuple, Protocol, runtime_checkable


@runtime_checkable
class Ranged(Protocol):
    """A figure with its interval, as a cell of a table."""

    @property
    def value(self) -> float:
        """The figure."""

    @property
    def low(self) -> float:
        """Where the interval begins; NaN if there is none."""

    @property
    def high(self) -> float:
        """Where it ends."""


class Estimate(NamedTuple):
    """A figure with its interval."""

    value: float
    low: float = math.nan
    high: float = math.nan
