"""p-values adjusted for the number of tests.

Holm (1979) bounds the chance of even one false difference; Benjamini and Hochberg (1995) bound the
share of false ones among the differences found. Undefined p-values stay so and do not count as tests.
"""

from collections.abc import Callable, Sequence

import numpy as np

from karat.model.columns import Floats


def holm(p: Sequence[float]) -> list[float]:
    """Each p-value times the number of those not smaller, never under one before it.

    >>> holm([0.25, 0.0625, 0.125])
    [0.25, 0.1875, 0.25]
    """

    def adjust(rising: Floats) -> Floats:
        many = len(rising)
        return np.maximum.accumulate(rising * np.arange(many, 0, -1))

    return _in_order(p, adjust)


def benjamini_hochberg(p: Sequence[float]) -> list[float]:
    """Each p-value times the number of tests over its rank, never above one after it.

    >>> benjamini_hochberg([0.25, 0.0625, 0.125])
    [0.25, 0.1875, 0.1875]
    """

    def adjust(rising: Floats) -> Floats:
        many = len(rising)
        scaled = rising * (many / np.arange(1, many + 1))
        return np.minimum.accumulate(scaled[::-1])[::-1]

    return _in_order(p, adjust)


def unadjusted(p: Sequence[float]) -> list[float]:
    """The p-values as they are."""
    return list(p)


ADJUSTMENTS: dict[str, Callable[[Sequence[float]], list[float]]] = {
    "holm": holm,
    "bh": benjamini_hochberg,
    "none": unadjusted,
}


def _in_order(p: Sequence[float], adjust: Callable[[Floats], Floats]) -> list[float]:
    values = np.array(p, np.float64)
    order = np.argsort(values, kind="stable")
    order = order[: int((~np.isnan(values)).sum())]
    values[order] = np.minimum(1.0, adjust(values[order]))
    return [float(value) for value in values]
