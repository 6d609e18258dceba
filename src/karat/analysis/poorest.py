"""The sentences with the lowest figures, from the counts of every sentence."""

from collections.abc import Sequence
from math import isnan
from typing import NamedTuple

import numpy as np

from karat.engine.tallied import Tallied
from karat.model.outcome import Status


class Poor(NamedTuple):
    """A sentence, counted from 0, with the main figure of the scheme, or why it has no score."""

    system: int
    sentence: int
    measure: str
    value: float
    why: str


def poorest(systems: Sequence[Tallied], most: int) -> list[Poor]:
    """The worst sentences of several systems: those without a score first, then by the main figure.

    Of equal ones, longer sentences come first. Sentences without a fault, or whose figure is
    undefined, are left out. The figure must be a share.
    """
    found = []
    for at, one in enumerate(systems):
        scheme, tally = one.result.scheme, one.tally
        name = scheme.main_figure().partition("@")[0]
        values = np.asarray(scheme.figures()[name](tally.columns()), np.float64)
        scored = tally.status == Status.SCORED
        order = np.lexsort((-tally.length, np.where(scored, values, -1.0)))
        for row in order[:most].tolist():
            value = float(values[row])
            why = Status(int(tally.status[row])).reason
            if why or value < 1:
                found.append(Poor(at, int(tally.sentence[row]), name, value, why))
    return sorted(found, key=lambda poor: (not poor.why, 0.0 if isnan(poor.value) else poor.value))[
        :most
    ]
