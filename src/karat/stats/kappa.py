"""Agreement beyond chance, over items that annotators put into classes.

Cohen's κ compares two annotators, Krippendorff's α any number of them. Both are 1 for full agreement
and 0 for what chance would give if each annotator chose classes as often as they did.

Cohen (1960); Krippendorff (2004), chapter 11.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from karat.model.columns import Longs
from karat.model.measure import ratio


@dataclass(frozen=True)
class Kappa:
    """Two annotators: how many items they classified, how many alike, and κ."""

    items: int
    same: int
    kappa: float

    @property
    def agreement(self) -> float:
        """same / items, which does not take chance into account."""
        return float(ratio(self.same, self.items))


def cohen(one: Longs, other: Longs) -> Kappa:
    """Cohen's κ.

        κ = (observed - expected) / (1 - expected)
        observed = same / items
        expected = Σ over classes c of one(c) × other(c) / items²

    where one(c) is how many items the first annotator put into class c. If both put everything into
    one class, κ is undefined.

    >>> cohen(np.array([1, 1, 2, 2]), np.array([1, 2, 2, 2]))
    Kappa(items=4, same=3, kappa=0.5)
    """
    items, same = len(one), int((one == other).sum())
    _, classes = np.unique(np.concatenate([one, other]), return_inverse=True)
    times = [np.bincount(part, minlength=1) for part in (classes[:items], classes[items:])]
    size = min(map(len, times))
    chance = float(ratio(int((times[0][:size] * times[1][:size]).sum()), items * items))
    observed = float(ratio(same, items))
    return Kappa(items, same, float(ratio(observed - chance, 1 - chance)))


def krippendorff(annotations: Sequence[Longs]) -> float:
    """Krippendorff's α for classes without an order, where every annotator judged every item.

        α = 1 - (n - 1) o / e,   n = items × annotators
        o = Σ over items and classes of times(c) × (annotators - times(c)) / (annotators - 1)
        e = Σ over classes of total(c) × (n - total(c))

    where times(c) is how many annotators put the item into class c.

    >>> krippendorff([np.array([1, 1, 2, 2]), np.array([1, 2, 2, 2])])
    0.5333333333333333
    """
    table = np.stack(annotations)
    annotators, items = table.shape
    _, classes = np.unique(table, return_inverse=True)
    size = int(classes.max(initial=0)) + 1
    cell = classes.reshape(table.shape) + size * np.arange(items)
    _, times = np.unique(cell, return_counts=True)
    n = annotators * items
    observed = float((times * (annotators - times)).sum()) / (annotators - 1)
    totals = np.bincount(classes.reshape(-1), minlength=1)
    return float(1 - ratio((n - 1) * observed, int((totals * (n - totals)).sum())))
