"""What a test set can show: the smallest difference, and how many units would show a given one.

    smallest = (z(1 - α/2) + z(power)) · error          α = 0.05, power = 0.8: 2.80 · error
    needed   = units · (smallest / difference)²

``error`` is the standard error of the difference over the units of the test set; it falls with the
square root of their number.
"""

import math
from statistics import NormalDist

ALPHA, POWER = 0.05, 0.8


def smallest(error: float, alpha: float = ALPHA, power: float = POWER) -> float:
    """The smallest difference that a two-sided test shows with this power.

    >>> round(smallest(0.01), 4)
    0.028
    """
    normal = NormalDist()
    return (normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)) * error


def needed(difference: float, error: float, units: int) -> int | None:
    """The units that would show this difference with this power; None if there is none to show.

    >>> needed(0.014, 0.01, 100), needed(0.0, 0.01, 100)
    (401, None)
    """
    if not difference or math.isnan(difference) or math.isnan(error) or not error:
        return None
    return max(2, math.ceil(units * (smallest(error) / difference) ** 2))
