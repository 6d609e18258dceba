"""The bootstrap: how much a figure varies if sentences are drawn again, with replacement.

A sample is a list of sentences (``chosen``), or a weight for each sentence that says how often it was
drawn (``draws``). The sums of counts over many samples are the product of two matrices.
"""

import math
from dataclasses import dataclass

import numpy as np

from karat.model.columns import Floats, Longs, Numbers
from karat.model.measure import ratio

# The default number of samples, and the default seed.
SAMPLES, SEED = 1000, 1
# The number of weights in memory at a time.
_CELLS = 1 << 22


def chosen(sentences: int, samples: int, seed: int) -> Longs:
    """Which sentences are drawn, one row per sample.

    >>> chosen(3, 2, 0).shape
    (2, 3)
    """
    return np.random.default_rng(seed).integers(0, sentences, (samples, sentences))


def draws(sentences: int, samples: int, seed: int) -> Longs:
    """How often each sentence is drawn, one row per sample.

    >>> draws(3, 2, 0).sum(axis=1).tolist()
    [3, 3]
    """
    rows = np.arange(samples)[:, None] * sentences
    cells = (chosen(sentences, samples, seed) + rows).ravel()
    return np.bincount(cells, minlength=samples * sentences).reshape(samples, -1)


def sums(counts: Numbers, samples: int, seed: int) -> Numbers:
    """The sum of each column over each sample: one row per sample."""
    sentences = len(counts)
    step = max(1, _CELLS // max(1, sentences))
    parts = [
        draws(sentences, min(step, samples - first), seed + first) @ counts
        for first in range(0, samples, step)
    ]
    return np.concatenate(parts)


def interval(values: Floats, level: float = 0.95) -> tuple[float, float]:
    """The middle part of a distribution, without its undefined values.

    >>> interval(np.arange(101.0), 0.5)
    (25.0, 75.0)
    """
    known = values[~np.isnan(values)]
    if not len(known):
        return float("nan"), float("nan")
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


@dataclass(frozen=True)
class Figure:
    """A value with its interval; NaN where it is undefined."""

    value: float
    low: float = math.nan
    high: float = math.nan

    @classmethod
    def of(cls, values: Floats) -> "Figure":
        """A figure from an array: the first element is the value, the others come from samples.

        >>> Figure.of(np.array([0.5, 0.25, 0.25]))
        Figure(value=0.5, low=0.25, high=0.25)
        """
        return cls(float(values[0]), *interval(values[1:]))


def with_samples(counts: Numbers, samples: int, seed: int) -> Numbers:
    """The sums of counts over all sentences in the first row, those of each sample below it."""
    return np.concatenate([counts.sum(axis=0, keepdims=True), sums(counts, samples, seed)])


def mean(values: Floats, samples: int = SAMPLES, seed: int = SEED) -> Figure:
    """The mean over sentences of a figure, with its interval; sentences where it is undefined do not count.

    >>> mean(np.array([1.0, 1.0, math.nan]))
    Figure(value=1.0, low=1.0, high=1.0)
    """
    known = ~np.isnan(values)
    both = np.stack([np.where(known, values, 0.0), known.astype(np.float64)], axis=1)
    total, number = with_samples(both, samples, seed).T
    return Figure.of(ratio(total, number))
