"""Agreement beyond chance, over items that annotators put into classes.

Cohen's κ compares two annotators, Krippendorff's α any number of them. Both are 1 for full agreement
and 0 for what chance would give if each annotator chose classes as often as they did.

Both follow from counts that add up (``Choices``), so the items can be read block by block.

Cohen (1960); Krippendorff (2004), chapter 11.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

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


@dataclass(frozen=True)
class Choices:
    """How several annotators classified the same items, in counts that add up.

    ``times`` says how often each annotator chose each class, ``same`` how often two chose the same one.
    Classes have names, because the numbers of labels differ from block to block.

    >>> one = Choices.of([np.array([1, 1]), np.array([1, 2])])
    >>> whole = one + Choices.of([np.array([2, 2]), np.array([2, 2])])
    >>> whole.kappa(0, 1)
    Kappa(items=4, same=3, kappa=0.5)
    """

    items: int
    times: tuple[Mapping[Hashable, int], ...]
    same: Mapping[tuple[int, int], int]

    @staticmethod
    def of(
        annotations: Sequence[Longs], name: Callable[[int], Hashable] = lambda number: number
    ) -> "Choices":
        """The classes of the items as numbers, one column for each annotator; ``name`` names them."""
        times = []
        for column in annotations:
            numbers, counts = np.unique(column, return_counts=True)
            times.append(
                Counter(dict(zip(map(name, numbers.tolist()), counts.tolist(), strict=True)))
            )
        same = {
            (i, j): int((annotations[i] == annotations[j]).sum())
            for i, j in combinations(range(len(annotations)), 2)
        }
        return Choices(len(annotations[0]), tuple(times), same)

    def __add__(self, other: "Choices") -> "Choices":
        both: Any = zip(self.times, other.times, strict=True)
        return Choices(
            self.items + other.items,
            tuple(Counter(one) + Counter(more) for one, more in both),
            {pair: count + other.same[pair] for pair, count in self.same.items()},
        )

    def kappa(self, one: int, other: int) -> Kappa:
        """Cohen's κ of two annotators.

            κ = (observed - expected) / (1 - expected)
            observed = same / items
            expected = Σ over classes c of one(c) × other(c) / items²

        where one(c) is how many items the first annotator put into class c. If both put everything into
        one class, κ is undefined.
        """
        same, first, second = self.same[one, other], self.times[one], self.times[other]
        expected = sum(count * second.get(name, 0) for name, count in first.items())
        chance = float(ratio(expected, self.items * self.items))
        observed = float(ratio(same, self.items))
        return Kappa(self.items, same, float(ratio(observed - chance, 1 - chance)))

    def alpha(self) -> float:
        """Krippendorff's α for classes without an order, where every annotator judged every item.

            α = 1 - (n - 1) o / e,   n = items × annotators
            o = Σ over items and classes of times(c) × (annotators - times(c)) / (annotators - 1)
            e = Σ over classes of total(c) × (n - total(c))

        where times(c) is how many annotators put the item into class c. The sum of o over the classes of an
        item counts every two annotators who differ on it twice.
        """
        annotators = len(self.times)
        n = annotators * self.items
        differ = 2 * sum(self.items - same for same in self.same.values())
        observed = float(differ) / (annotators - 1)
        totals: Counter[Hashable] = sum(map(Counter, self.times), Counter())
        expected = sum(total * (n - total) for total in totals.values())
        return float(1 - ratio((n - 1) * observed, expected))


def cohen(one: Longs, other: Longs) -> Kappa:
    """Cohen's κ of two annotators, from the class of each item.

    >>> cohen(np.array([1, 1, 2, 2]), np.array([1, 2, 2, 2]))
    Kappa(items=4, same=3, kappa=0.5)
    """
    return Choices.of([one, other]).kappa(0, 1)


def krippendorff(annotations: Sequence[Longs]) -> float:
    """Krippendorff's α of any number of annotators, from the class of each item.

    >>> krippendorff([np.array([1, 1, 2, 2]), np.array([1, 2, 2, 2])])
    0.5333333333333333
    """
    return Choices.of(annotations).alpha()
