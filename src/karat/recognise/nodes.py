"""What trees and graphs share: numbers for their values, and each node's last descendant."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from karat.model.columns import Longs

_T = TypeVar("_T")


def last_below(parent: Longs) -> Longs:
    """Each node's last descendant."""
    last = list(range(len(parent)))
    above = parent.tolist()
    for node in range(len(last) - 1, -1, -1):
        if above[node] >= 0 and last[node] > last[above[node]]:
            last[above[node]] = last[node]
    return np.array(last, np.int64)


def last_of(groups: int, group: Longs, values: Longs) -> Longs:
    """The largest value of each group, -1 for a group without values."""
    found: Longs = np.full(groups, -1, np.int64)
    np.maximum.at(found, group, values)
    return found


def first_of(groups: int, group: Longs, values: Longs) -> Longs:
    """The smallest value of each group, a very large one for a group without values."""
    found: Longs = np.full(groups, np.iinfo(np.int64).max)
    np.minimum.at(found, group, values)
    return found


def numbered(values: Sequence[_T]) -> tuple[list[_T], Longs]:
    """The different values, and the number of each value among them.

    >>> names, column = numbered(["NP", "VP", "NP"])
    >>> names, column.tolist()
    (['NP', 'VP'], [0, 1, 0])
    """
    numbers: dict[_T, int] = {}
    column = np.array([numbers.setdefault(value, len(numbers)) for value in values], np.int64)
    return list(numbers), column
