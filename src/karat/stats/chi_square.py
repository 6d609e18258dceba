"""Pearson's chi-square test of independence for a table of counts.

    statistic = Σ (observed - expected)² / expected      expected = row · column / total

The probability is the regularised incomplete gamma function, by its series or its continued
fraction, whichever converges faster.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class ChiSquare:
    """The result; ``thin`` is the number of cells with an expected count under 5."""

    statistic: float
    freedom: int
    probability: float
    thin: int
    cells: int


def chi_square(table: Sequence[Sequence[float]]) -> ChiSquare:
    """The test; rows and columns without counts are left out. NaN if too little is left.

    >>> found = chi_square([[10, 20], [20, 10]])
    >>> round(found.statistic, 3), found.freedom, round(found.probability, 5)
    (6.667, 1, 0.00982)
    """
    columns = [i for i, column in enumerate(zip(*table, strict=True)) if sum(column)]
    rows = [[row[i] for i in columns] for row in table if sum(row)]
    freedom = (len(rows) - 1) * (len(columns) - 1)
    if freedom < 1:
        return ChiSquare(math.nan, 0, math.nan, 0, 0)
    total = sum(map(sum, rows))
    sums = [sum(column) for column in zip(*rows, strict=True)]
    cells = [
        (observed, sum(row) * column / total)
        for row in rows
        for observed, column in zip(row, sums, strict=True)
    ]
    statistic = sum((observed - wanted) ** 2 / wanted for observed, wanted in cells)
    thin = sum(wanted < 5 for _, wanted in cells)
    return ChiSquare(statistic, freedom, upper_gamma(freedom / 2, statistic / 2), thin, len(cells))


def upper_gamma(a: float, x: float) -> float:
    """The regularised incomplete gamma function Q(a, x), from 1 at x = 0 down to 0.

    >>> round(upper_gamma(1, 2), 12) == round(math.exp(-2), 12)
    True
    """
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while abs(term) > abs(total) * 1e-17:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - scale * total)
    # Lentz's method for the continued fraction.
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    value = d
    for i in range(1, 100_000):
        factor = -i * (i - a)
        b += 2
        d = factor * d + b
        c = b + factor / c
        d = 1 / (d if abs(d) > tiny else tiny)
        c = c if abs(c) > tiny else tiny
        value *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    return scale * value
