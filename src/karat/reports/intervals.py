"""What reports say about intervals: how they were drawn, and why some figures have none."""

import math
from collections.abc import Iterable

from karat.stats.intervals import Figure


def about_intervals(
    samples: int, seed: int, figures: Iterable[Figure], unit: str = "sentence"
) -> str:
    """The samples and the seed, and why some figures that are defined have no interval.

    >>> about_intervals(1000, 1, [Figure(0.5, why="there is only one sentence")])
    'intervals: 95 %, 1000 samples of sentences, seed 1; [–]: there is only one sentence'
    """
    drawn = f"intervals: 95 %, {samples} samples of sentences, seed {seed}"
    whys = dict.fromkeys(
        one.why for one in figures if math.isnan(one.low) and not math.isnan(one.value) and one.why
    )
    return drawn + "".join(f"; [–]: {why}" for why in whys)
