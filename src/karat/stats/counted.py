"""Intervals of figures that follow from whole numbers, which are kept in little memory.

Sums of whole numbers are exact in doubles. So the sums of a sample can be made piece by piece, and are
those that ``resampling.bootstrapped`` makes from the same draws.
"""

from collections.abc import Hashable, Mapping
from typing import TypeVar

import numpy as np

from karat.model.columns import Numbers
from karat.stats.additive import Formula
from karat.stats.intervals import Figure, figure_of
from karat.stats.plan import Plan
from karat.stats.resampling import draws, weighted

Name = TypeVar("Name", bound=Hashable)
# The number of weights in memory at a time, unless there are more units than this.
_CELLS = 1 << 21


def figures_of_counts(
    columns: Numbers, formulas: Mapping[Name, Formula], plan: Plan
) -> dict[Name, Figure]:
    """Figures with their intervals; ``columns`` has one row per column and one place per unit.

    >>> counts = np.array([[1, 2, 3], [2, 2, 4]], np.int32)
    >>> found = figures_of_counts(counts, {"share": lambda sums: sums[:, 0] / sums[:, 1]}, Plan(samples=9))
    >>> found["share"].value
    0.75
    """
    units = columns.shape[1]
    total = columns.sum(axis=1, dtype=np.int64).astype(np.float64)[None]
    samples = np.concatenate(
        [weighted(columns, weights).T for weights in draws(units, plan, _CELLS)]
    )
    return {
        name: figure_of(float(formula(total)[0]), formula(samples), units, plan)
        for name, formula in formulas.items()
    }
