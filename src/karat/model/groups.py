"""Groups: the counts of a breakdown, as a long table of key, sentence and counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from karat.model.columns import Bools, Ints, Numbers

# The counts of each key of a breakdown.
Sums: TypeAlias = dict[str, dict[str, Any]]


class Rows(NamedTuple):
    """Counts of things smaller than a sentence: each row has a key, a sentence and some counts."""

    key: Numbers
    sentence: Numbers
    counts: Mapping[str, Numbers]

    def where(self, keep: Bools, number: Ints) -> "Rows":
        """The rows of the sentences that are kept, which are numbered anew."""
        chosen = keep[self.sentence]
        counts = {name: column[chosen] for name, column in self.counts.items()}
        return Rows(self.key[chosen], number[self.sentence[chosen]], counts)


@dataclass(frozen=True, eq=False)
class Groups:
    """One breakdown: a long table of key, sentence and counts.

    The rows of one key and sentence may be several; they add up. ``names`` are the keys by number.
    """

    names: Sequence[str]
    rows: tuple[Rows, ...]

    def where(self, keep: Bools, number: Ints) -> "Groups":
        return Groups(self.names, tuple(rows.where(keep, number) for rows in self.rows))

    def moved(self, numbers: Mapping[str, int], sentences: int) -> tuple[Rows, ...]:
        """The rows with the keys numbered anew, so many sentences further on."""
        number = np.array([numbers[name] for name in self.names], np.int64)
        return tuple(
            Rows(number[rows.key], rows.sentence + sentences, rows.counts) for rows in self.rows
        )

    def sums(self, keep: Bools) -> Sums:
        """The counts of each key over some sentences, in the order of ``names``."""
        columns: dict[str, Numbers] = {}
        if not keep.any():
            return {}
        for rows in self.rows:
            chosen = slice(None) if keep.all() else keep[rows.sentence]
            for name, values in rows.counts.items():
                summed = _summed(rows.key[chosen], values[chosen], len(self.names))
                columns[name] = columns[name] + summed if name in columns else summed
        used = np.flatnonzero(np.any([column != 0 for column in columns.values()], axis=0)).tolist()
        lists = {name: column.tolist() for name, column in columns.items()}
        return {self.names[i]: {count: values[i] for count, values in lists.items()} for i in used}


def _summed(key: Numbers, values: Numbers, size: int) -> Numbers:
    """The sum of the values of each key; those of one byte are flags, 0 or 1."""
    if values.dtype == np.int8:
        return np.bincount(key[values == 1], minlength=size)
    if not np.issubdtype(values.dtype, np.floating):
        return np.bincount(key, values, size).astype(np.int64)
    return np.bincount(key, values, size)
