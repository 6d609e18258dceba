"""Relation: a set or a bag of integer tuples. Every comparison compares two relations.

A row is (sentence, first, second, label). For constituents, first and second are the start and the
end of the span; other relations use them for other numbers. The sentence column is stored as
offsets: the rows of sentence ``i`` are offset[i] up to offset[i + 1]. Within a sentence rows are in
tree order: first ascending, second descending.
"""

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from karat.model.columns import Ints


@dataclass(frozen=True, eq=False)
class Relation:
    """Rows to compare, and whether repeats count.

    ``kind`` is None until ``as_set`` or ``as_bag`` decides it; rules refuse to compare relations
    whose kind is None. ``row`` says which row of the Bank each row came from.
    """

    offset: Ints
    first: Ints
    second: Ints
    label: Ints
    row: Ints
    kind: Literal["set", "bag"] | None = None

    def __len__(self) -> int:
        return len(self.first)

    def sentence(self) -> Ints:
        sizes = np.diff(self.offset)
        return np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)

    def rows(self, sentence: int) -> slice:
        """The rows of a sentence."""
        return slice(int(self.offset[sentence]), int(self.offset[sentence + 1]))

    def as_bag(self) -> "Relation":
        """Repeats count: each row matches one row of the other side."""
        return replace(self, kind="bag")

    def as_set(self) -> "Relation":
        """Repeats do not count: only the first of several equal rows is kept.

        >>> offset = np.array([0, 3], np.int32)
        >>> numbers = [np.array(column, np.int32) for column in ([0, 0, 1], [2, 2, 2], [5, 5, 5])]
        >>> len(Relation(offset, *numbers, numbers[0]).as_set())
        2
        """
        sentence = self.sentence()
        order = np.lexsort((self.label, self.second, self.first, sentence))
        columns = [column[order] for column in (sentence, self.first, self.second, self.label)]
        fresh = np.ones(len(self), bool)
        fresh[1:] = np.any([column[1:] != column[:-1] for column in columns], axis=0)
        keep = np.zeros(len(self), bool)
        keep[order[fresh]] = True
        return replace(self.where(keep), kind="set")

    def where(self, keep: np.typing.NDArray[np.bool_]) -> "Relation":
        """Only the rows marked True."""
        if keep.all():
            return self
        rows = np.flatnonzero(keep)
        names = ("first", "second", "label", "row")
        columns: dict[str, Any] = {name: getattr(self, name).take(rows) for name in names}
        offset = np.searchsorted(rows, self.offset).astype(np.int32)
        return replace(self, offset=offset, **columns)

    def unlabelled(self) -> "Relation":
        """The same with one label for all."""
        return replace(self, label=np.zeros_like(self.label), kind=None)
