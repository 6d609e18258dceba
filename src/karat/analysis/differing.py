"""The sentences in which two systems are furthest apart, from the counts of every sentence."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from karat.analysis.contest import same_sentences
from karat.engine.tallied import Tallied, over_common
from karat.stats.additive import additives, under_policy


class Apart(NamedTuple):
    """A sentence, counted from 0: the figures of both systems there, and why either has no score."""

    sentence: int
    length: int
    a: float
    b: float
    why_a: str
    why_b: str


class Differing(NamedTuple):
    """The sentences where b's figure is higher than a's, and those where it is lower; the furthest first.

    ``measure`` is the figure of a single sentence.
    """

    measure: str
    higher: Sequence[Apart]
    lower: Sequence[Apart]


def differing(a: Tallied, b: Tallied, figure: str, most: int) -> Differing:
    """Up to so many sentences in each direction; of equal differences, longer sentences come first.

    They are the wins and losses of a contest: if the scheme drops failed sentences, those that fail for
    either system are left out. So are sentences in which the figure of either system is undefined.
    """
    scheme = a.result.scheme
    both: Sequence[Tallied] = over_common([a, b]) if scheme.failed == "drop" else (a, b)
    tallies = [
        under_policy(one, scheme.failed) for one in same_sentences([one.tally for one in both])
    ]
    values = [one.each(figure) for one in additives(tallies, scheme)]
    change = np.nan_to_num(values[1] - values[0])
    said = [one.said() for one in tallies]

    def rows(sign: int) -> list[Apart]:
        order = np.lexsort((-tallies[0].length, -sign * change))
        return [
            Apart(
                int(tallies[0].sentence[row]), int(tallies[0].length[row]),
                float(values[0][row]), float(values[1][row]), said[0][row], said[1][row],
            )
            for row in order[:most].tolist()
            if sign * change[row] > 0
        ]  # fmt: skip

    return Differing(figure.partition("@")[0], rows(1), rows(-1))
