"""What trees and graphs share: numbers for their values, and each node's last descendant."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from karat.model.columns import Longs

_T = TypeVar("_T")


def last_below(parent: Longs) -> Longs:
    """Each node's last descendant; a parent comes before its children.

    >>> last_below(np.array([-1, 0, 1, 0])).tolist()
    [3, 2, 2, 3]
    """
    last: Longs = np.arange(len(parent))
    depth = depths(parent)
    order = np.argsort(-depth, kind="stable")
    ends: Longs = np.cumsum(np.bincount(depth)[::-1])
    for level in np.split(order, ends[:-1])[: len(ends) - 1]:
        # Of the children of a node, the last one is assigned last.
        last[parent[level]] = last[level]
    return last


def depths(parent: Longs) -> Longs:
    """How many nodes are above each node.

    >>> depths(np.array([-1, 0, 1, 0])).tolist()
    [0, 1, 2, 1]
    """
    above = np.append(parent, -1)  # the last row means: no node above
    depth = (above >= 0).astype(np.int64)
    while (above >= 0).any():
        depth += depth[above]
        above = above[above]
    return depth[:-1]


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


def last_place(groups: int, group: Longs, places: Longs) -> Longs:
    """The last place of each group, -1 for a group without one; the places are in order.

    >>> last_place(3, np.array([0, 2, 0]), np.array([4, 5, 7])).tolist()
    [7, -1, 5]
    """
    found: Longs = np.full(groups, -1, np.int64)
    found[group] = places  # of several places of a group, the last one is assigned last
    return found


def first_place(groups: int, group: Longs, places: Longs) -> Longs:
    """The first place of each group, a very large one for a group without; the places are in order."""
    found: Longs = np.full(groups, np.iinfo(np.int64).max)
    found[group[::-1]] = places[::-1]
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
