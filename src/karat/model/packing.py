"""Packing: the place of each row, its sentence, start and end, as one number that sorts and compares fast."""

from collections.abc import Iterable
from dataclasses import dataclass

from karat.model.columns import Longs
from karat.model.errors import InputError
from karat.model.relation import Relation

_LARGEST = (1 << 63) - 1


@dataclass(frozen=True)
class Packing:
    """How places are packed; ``width`` is above every start and end.

    >>> import numpy as np
    >>> columns = [np.array(one, np.int32) for one in ([0, 2], [0, 1], [3, 2], [0, 0], [0, 1])]
    >>> rows = Relation(*columns)
    >>> packing = Packing.of([rows])
    >>> keys = packing.keys(rows)
    >>> packing.start(keys).tolist(), packing.end(keys).tolist(), packing.sentence(keys).tolist()
    ([0, 1], [3, 2], [0, 0])
    """

    width: int

    @classmethod
    def of(cls, relations: Iterable[Relation]) -> "Packing":
        """A packing for the rows of all these relations; an InputError if they are too many."""
        every = list(relations)
        width = 1 + max((int(one.second.max(initial=0)) for one in every), default=0)
        sentences = max((len(one.offset) for one in every), default=0)
        if sentences * width**2 > _LARGEST:
            raise InputError(
                f"{sentences - 1} sentences are too many to compare at once, because one of them has "
                f"{width - 1} words; cut the files into parts"
            )
        return cls(width)

    def keys(self, relation: Relation) -> Longs:
        """One number per row; numbers sort by sentence, start and descending end."""
        place = relation.sentence().astype("i8") * self.width + relation.first
        return place * self.width + (self.width - 1 - relation.second)

    def sentence(self, keys: Longs) -> Longs:
        return keys // self.width**2

    def start(self, keys: Longs) -> Longs:
        return keys // self.width % self.width

    def end(self, keys: Longs) -> Longs:
        return self.width - 1 - keys % self.width
