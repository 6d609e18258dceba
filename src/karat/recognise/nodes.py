"""The nodes of trees in pre-order, with words as nodes; no recursion, since trees may be deep."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from karat.model.columns import Longs

_T = TypeVar("_T")


def in_order(
    start: list[int], end: list[int], parent: list[int], words: int
) -> list[tuple[int, int]]:
    """The nodes of a tree in pre-order, each with the number of its parent node, or -1.

    A node is a span's row, or a word: ``~0`` the first, ``~1`` the second.

    >>> in_order([0, 0], [2, 1], [-1, 0], 2)
    [(0, -1), (1, 0), (-1, 1), (-2, 0)]
    """
    nodes: list[tuple[int, int]] = []
    number: list[int] = []
    around: list[int] = []
    done = 0
    for row in range(len(start) + 1):
        while done < (start[row] if row < len(start) else words):
            while around and end[around[-1]] <= done:
                around.pop()
            nodes.append((~done, number[around[-1]] if around else -1))
            done += 1
        if row < len(start):
            number.append(len(nodes))
            nodes.append((row, number[parent[row]] if parent[row] >= 0 else -1))
            around.append(row)
    return nodes


def last_below(parent: Longs) -> Longs:
    """Each node's last descendant."""
    last = list(range(len(parent)))
    above = parent.tolist()
    for node in range(len(last) - 1, -1, -1):
        if above[node] >= 0 and last[node] > last[above[node]]:
            last[above[node]] = last[node]
    return np.array(last, np.int64)


def numbered(values: Sequence[_T]) -> tuple[list[_T], Longs]:
    """The different values, and the number of each value among them.

    >>> names, column = numbered(["NP", "VP", "NP"])
    >>> names, column.tolist()
    (['NP', 'VP'], [0, 1, 0])
    """
    numbers: dict[_T, int] = {}
    column = np.array([numbers.setdefault(value, len(numbers)) for value in values], np.int64)
    return list(numbers), column
