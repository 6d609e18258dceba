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
    a, b = ranks(one), ranks(other)
    a, b = a - a.mean(), b - b.mean()
    return float(ratio(float((a * b).sum()), math.sqrt(float((a * a).sum() * (b * b).sum()))))


def ranks(values: Floats) -> Floats:
    """The ranks of values from 1; equal values share the mean of their ranks.

    >>> ranks(np.array([5.0, 7.0, 5.0])).tolist()
    [1.5, 3.0, 1.5]
    """
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[inverse], np.float64)
