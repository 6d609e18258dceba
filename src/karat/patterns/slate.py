"""Questions about sets of nodes, answered without going over all nodes of the corpus.

A set of nodes is an array of their numbers, in order. Most sets of a pattern are small: the nodes with a
certain word, the verb phrases with a certain child. So a question marks one set on a slate of the size of the
corpus, looks up the other, and wipes off only what it wrote.

>>> slate = Slate(6)
>>> slate.marked(np.array([1, 4]), np.array([4, 5])).tolist()
[True, False]
"""

import numpy as np

from karat.model.columns import Longs
from karat.patterns.terms import Marks


class Slate:
    """Room for a mark and a number for each of ``size`` nodes; node -1 stands for none."""

    def __init__(self, size: int) -> None:
        self._marks: Marks = np.zeros(size + 1, bool)
        self._numbers: Longs = np.full(size + 1, -1, np.int64)

    def marked(self, chosen: Longs, asked: Longs) -> Marks:
        """Which of the nodes that are asked about are among the chosen ones."""
        marks = self._marks
        marks[chosen] = True
        found = marks[asked]
        marks[chosen] = False
        return found

    def last(self, groups: Longs, values: Longs, asked: Longs) -> Longs:
        """The last of the values of each group that is asked about; -1 for a group without one.

        >>> Slate(6).last(np.array([0, 2, 0]), np.array([7, 8, 9]), np.array([0, 1, 2])).tolist()
        [9, -1, 8]
        """
        numbers = self._numbers
        numbers[groups] = values  # of several values of a group, the last one is assigned last
        found = numbers[asked]
        numbers[groups] = -1
        return found

    def first(self, groups: Longs, values: Longs, asked: Longs) -> Longs:
        """The first of the values of each group that is asked about; -1 for a group without one."""
        return self.last(groups[::-1], values[::-1], asked)
