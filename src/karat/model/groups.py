"""Groups: the counts of a breakdown, as a long table of key, sentence and counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from karat.kernels import spans as kernel
from karat.model.columns import Bools, Flags, Ints, Numbers
from karat.model.exact import Exact, rounded
from karat.model.measure import Measure, ratio

# The counts of each key of a breakdown.
Sums: TypeAlias = dict[str, dict[str, Any]]


class Rows(NamedTuple):
    """Counts of things smaller than a sentence: each row has a key, a sentence and some counts."""

    key: Numbers
    sentence: Numbers
    counts: Mapping[str, Numbers]

    def where(self, keep: Bools, number: Ints) -> "Rows":
        """The rows of the sentences that are kept, with their new numbers."""
        chosen = keep[self.sentence]
        counts = {name: column[chosen] for name, column in self.counts.items()}
        return Rows(self.key[chosen], number[self.sentence[chosen]], counts)


@dataclass(frozen=True, eq=False)
class Groups:
    """One breakdown: a long table of key, sentence and counts.

    A key and sentence may have several rows, which add up. ``names`` are the keys by number.
    If groups overlap, ``under[i, j]`` says that rows with key j count under name i.
    """

    names: Sequence[str]
    rows: tuple[Rows, ...]
    under: Bools | None = None

    def where(self, keep: Bools, number: Ints) -> "Groups":
        return replace(self, rows=tuple(rows.where(keep, number) for rows in self.rows))

    @staticmethod
    def concatenate(every: Sequence["Groups"], begins: Sequence[int]) -> "Groups":
        """Several tables joined into one; the sentences of each follow those of the one before."""
        names = list(dict.fromkeys(name for one in every for name in one.names))
        numbers = {name: i for i, name in enumerate(names)}
        found: list[Rows] = []
        for one, begin in zip(every, begins, strict=False):
            number = np.array([numbers[name] for name in one.names], np.int64)
            for key, sentence, counts in one.rows:
                # Keys that are not names belong to one hierarchy, so they keep their numbers.
                new = key if one.under is not None else number[key]
                found.append(Rows(new, sentence + begin, counts))
        return Groups(names, tuple(found), every[0].under)

    def sums(self, keep: Bools, *, exact: bool = False) -> tuple[Sums, Sums]:
        """The counts of each key over the kept sentences, and those over the other sentences.

        Sums of weights are rounded, unless ``exact`` ones are wanted, which can be added to others. Keys
        from a fixed list are then all there, so that those of several blocks keep their order.
        """
        lost: Flags = (~keep).view(np.int8)
        columns: dict[str, Numbers] = {}
        keys = len(self.names) if self.under is None else self.under.shape[1]
        for rows in self.rows:
            for name, values in rows.counts.items():
                summed = (_exactly if exact and values.dtype.kind == "f" else _summed)(
                    rows, values, lost, keys
                )
                columns[name] = columns[name] + summed if name in columns else summed
        if self.under is not None:
            columns = {name: column @ self.under.T for name, column in columns.items()}
        every = exact and isinstance(self.names, list | tuple)
        return self._named(columns, 0, every), self._named(columns, 1, every)

    def _named(self, columns: Mapping[str, Numbers], part: int, every: bool) -> Sums:
        """The keys that have a count, or every key, in the order of ``names``."""
        used = np.any([column[part].astype(np.bool_) for column in columns.values()], axis=0)
        lists = {name: column[part].tolist() for name, column in columns.items()}
        return {
            self.names[i]: {count: values[i] for count, values in lists.items()}
            for i in (range(len(self.names)) if every else np.flatnonzero(used).tolist())
        }


def _summed(rows: Rows, values: Numbers, lost: Flags, size: int) -> Numbers:
    """The sums of the values of each key: one row for kept sentences, one row for lost sentences."""
    if values.dtype == np.int8 and rows.key.dtype == rows.sentence.dtype == np.int32:
        sums: Numbers = np.zeros((2, size), np.int64)
        key, sentence = np.ascontiguousarray(rows.key), np.ascontiguousarray(rows.sentence)
        kernel.sums_by_key(key, sentence, lost, np.ascontiguousarray(values), sums)
        return sums
    place = size * lost[rows.sentence].astype(np.int64) + rows.key
    sums = np.bincount(place, values, 2 * size).reshape(2, size)
    return sums if values.dtype.kind == "f" else sums.astype(np.int64)


def _exactly(rows: Rows, values: Numbers, lost: Flags, size: int) -> Numbers:
    """The same for weights, without rounding."""
    place = size * lost[rows.sentence].astype(np.int64) + rows.key
    sums = np.full(2 * size, Exact(), object)
    for one in np.unique(place).tolist():
        sums[one] = Exact.of(values[place == one])
    return sums.reshape(2, size)


def added(one: Sums, other: Sums) -> Sums:
    """The sums of both, key by key."""
    both = one.keys() & other.keys()
    added = {key: {n: one[key][n] + more for n, more in other[key].items()} for key in both}
    return one | other | added


def shown(sums: Sums) -> Sums:
    """The counts of each key as plain numbers, without keys that have none."""
    used = ((key, counts) for key, counts in sums.items() if any(counts.values()))
    return {key: {name: rounded(n) for name, n in counts.items()} for key, counts in used}


def mean(measure: Measure, groups: Sums, weights: Mapping[str, float]) -> float:
    """The weighted mean of a measure over the groups for which it is defined.

    ``fsum`` rounds once, so the order of the groups does not matter.
    """
    usual = weights.get("default", 1.0)
    pairs = [(weights.get(key, usual), float(measure(counts))) for key, counts in groups.items()]
    defined = [(weight, value) for weight, value in pairs if value == value]
    total = fsum(weight * value for weight, value in defined)
    return float(ratio(total, fsum(weight for weight, _ in defined)))
