"""Wilson's interval for a share."""

import math
from statistics import NormalDist


def wilson(hits: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """The interval of ``hits / trials``; undefined if there are no trials.

    >>> [round(x, 4) for x in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    if not trials:
        return math.nan, math.nan
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share, weight = hits / trials, z * z / trials
    middle = (share + weight / 2) / (1 + weight)
    half = z * math.sqrt(share * (1 - share) / trials + weight / (4 * trials)) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)
