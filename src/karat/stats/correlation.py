"""Spearman's rank correlation."""

import math

import numpy as np

from karat.model.columns import Floats
from karat.model.measure import ratio


def spearman(one: Floats, other: Floats) -> float:
    """The correlation of the ranks of two columns; equal values share the mean of their ranks.

    >>> spearman(np.array([1.0, 2.0, 3.0]), np.array([10.0, 30.0, 20.0]))
    0.5
    """
    a, b = _ranks(one), _ranks(other)
    a, b = a - a.mean(), b - b.mean()
    return float(ratio(float((a * b).sum()), math.sqrt(float((a * a).sum() * (b * b).sum()))))


def _ranks(values: Floats) -> Floats:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[inverse], np.float64)
