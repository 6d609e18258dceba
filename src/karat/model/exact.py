"""Sums of floating-point numbers without rounding, so that no order and no grouping changes them.

A sum of means over sentences must be the same for any blocks, threads and machines. A double is a
whole number of units of 2**-1074, the smallest one, so its sum is kept as a whole number of these
units, and is rounded once, when it is shown.

>>> (0.1 + 0.2) + 0.3 == 0.1 + (0.2 + 0.3)
False
>>> one, two, three = (Exact.of(np.array([value])) for value in (0.1, 0.2, 0.3))
>>> float(one + two + three), float(three + two + one), (one + two) + three == one + (two + three)
(0.6, 0.6, True)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import TypeAlias, Union

import numpy as np

from karat.kernels import exact as kernel
from karat.model.columns import Bools, Floats

# Of numbers that are not marked, and of those that are: the sum, and how many it has.
Counted: TypeAlias = "tuple[tuple[Exact, int], tuple[Exact, int]]"

# The smallest double is 2**-1074.
_SMALLEST = 1074


@dataclass(frozen=True, slots=True)
class Exact:
    """A sum of doubles: a whole number of units of 2**-1074.

    It can be added to another one, and to whole numbers; ``float`` rounds it to the nearest double, as
    ``math.fsum`` does.
    """

    units: int = 0

    @classmethod
    def of(cls, values: Floats) -> "Exact":
        """The sum of finite numbers; those that are not defined are left out.

        >>> Exact.of(np.array([0.5, np.nan, 1.0])) == Exact.of(np.array([1.5]))
        True
        """
        return cls.counted([values], np.zeros(len(values), np.bool_))[0][0][0]

    @classmethod
    def counted(cls, columns: Sequence[Floats], apart: Bools) -> list["Counted"]:
        """For each column, the sum of the numbers that are defined, and how many these are: two such pairs.

        The first is of the numbers that are not marked True, the second of those that are.

        >>> here, there = Exact.counted([np.array([0.5, np.nan, 1.0])], np.array([False, False, True]))[0]
        >>> float(here[0]), here[1], float(there[0]), there[1]
        (0.5, 1, 1.0, 1)
        """
        if not columns:
            return []
        bits = np.array(columns, np.float64).view(np.int64)
        low, high = np.zeros((2, 2 * len(columns) * kernel.EXPONENTS), np.int64)
        counts = np.zeros(2 * len(columns), np.int64)
        if not kernel.add(bits, apart.view(np.int8), low, high, counts):
            raise OverflowError("an infinite number cannot be added")
        totals = [0] * len(counts)
        used = (low | high).nonzero()[0]
        digits = zip(used.tolist(), low[used].tolist(), high[used].tolist(), strict=True)
        for at, ones, more in digits:
            part, exponent = divmod(at, kernel.EXPONENTS)
            totals[part] += ((more << kernel.HALF) + ones) << (max(exponent, 1) - 1)
        sums = [*zip(map(cls, totals), counts.tolist(), strict=True)]
        return [*zip(sums[0::2], sums[1::2], strict=True)]

    def __add__(self, other: Union["Exact", int]) -> "Exact":
        more = other.units if isinstance(other, Exact) else int(other) << _SMALLEST
        return Exact(self.units + more)

    __radd__ = __add__

    def __mul__(self, times: int) -> "Exact":
        return Exact(self.units * int(times))

    __rmul__ = __mul__

    def __bool__(self) -> bool:
        return self.units != 0

    def __float__(self) -> float:
        return self.over(1)

    def over(self, number: int) -> float:
        """The sum divided by a whole number, rounded once.

        >>> Exact.of(np.array([1.0, 0.0, 0.0])).over(3) == 1 / 3
        True
        """
        # Python rounds the quotient of whole numbers of any size correctly.
        try:
            return self.units / (number << _SMALLEST)
        except OverflowError:
            return inf if self.units > 0 else -inf

    def text(self) -> str:
        """The sum as text that ``read`` understands: hexadecimal digits and a power of 2.

        >>> Exact.of(np.array([0.5, 0.25])).text(), Exact.read("3p-2") == Exact.of(np.array([0.75]))
        ('3p-2', True)
        """
        zeros = (self.units & -self.units).bit_length() - 1 if self.units else _SMALLEST
        return f"{self.units >> zeros:x}p{zeros - _SMALLEST}"

    @classmethod
    def read(cls, text: str) -> "Exact":
        digits, _, power = text.partition("p")
        shift = int(power) + _SMALLEST
        # A double is below 2**1024; what is far larger is no sum of doubles, and would fill memory.
        if not 0 <= shift <= 4 * _SMALLEST or len(digits) > _SMALLEST:
            raise ValueError(f"{text[:40]} is no sum of numbers")
        return cls(int(digits, 16) << shift)


def rounded(number: Union["Exact", int, float]) -> int | float:
    """A count as it is shown: whole numbers as they are, exact sums as the nearest double.

    >>> rounded(3), rounded(Exact.of(np.array([0.5])))
    (3, 0.5)
    """
    return float(number) if isinstance(number, Exact) else number
