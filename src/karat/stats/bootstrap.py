"""The bootstrap: how a figure scatters when sentences are drawn again, with replacement.

A draw is a weight for each sentence, how often it was drawn; sums of counts under many draws are one
product of two matrices, so a figure's distribution costs what its sums cost.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from karat.model.columns import Floats, Longs

# How many sentences' weights are held at a time: a few megabytes.
_CELLS = 1 << 22


def draws(sentences: int, samples: int, seed: int) -> npt.NDArray[np.int64]:
    """How often each sentence is drawn, a row for each sample.

    >>> draws(3, 2, 0).sum(axis=1).tolist()
    [3, 3]
    """
    generator = np.random.default_rng(seed)
    chosen = generator.integers(0, sentences, (samples, sentences))
    rows = np.arange(samples)[:, None] * sentences
    return np.bincount((chosen + rows).ravel(), minlength=samples * sentences).reshape(samples, -1)


def sums(counts: Longs, samples: int, seed: int) -> Longs:
    """The sums of each column under each draw: samples by columns."""
    sentences = len(counts)
    step = max(1, _CELLS // max(1, sentences))
    parts = [
        draws(sentences, min(step, samples - first), seed + first) @ counts
        for first in range(0, samples, step)
    ]
    return np.concatenate(parts)


def interval(values: Floats, level: float = 0.95) -> tuple[float, float]:
    """The middle part of a distribution; undefined values are left out.

    >>> interval(np.arange(101.0), 0.5)
    (25.0, 75.0)
    """
    known = values[~np.isnan(values)]
    if not len(known):
        return float("nan"), float("nan")
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def figure_interval(
    names: tuple[str, ...],
    counts: Longs,
    measure: Callable[[Mapping[str, Any]], Any],
    *,
    samples: int = 1000,
    seed: int = 1,
    level: float = 0.95,
) -> tuple[float, float]:
    """The interval of a measure of the sums."""
    total = sums(counts, samples, seed)
    columns = {name: total[:, i] for i, name in enumerate(names)}
    return interval(np.asarray(measure(columns), np.float64), level)
