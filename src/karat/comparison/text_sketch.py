"""A sketch of what many sentences spell: enough to tell whether most stand elsewhere, in bounded memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from karat.comparison.spelt_words import Spelling, in_columns
from karat.kernels import standing as kernel
from karat.model.columns import Keys, Longs

# The texts of so many sentences that differ are kept for each side, which tells enough.
_KEPT = 4096
# Checksums are below this.
_ALL = 1 << 64


def _no_checksums() -> Keys:
    return np.zeros(0, np.uint64)


def _no_counts() -> Longs:
    return np.zeros(0, np.int64)


@dataclass(frozen=True, eq=False)
class Texts:
    """What sentences that differ from gold's spell, as checksums; of many, those with the smallest.

    Which are kept depends on the texts alone, not on their order. So a text that is kept for one side is
    kept for the other, and memory does not grow with the file. ``gold`` and ``system`` are in order and
    have each checksum once; ``times`` is how often each text of gold occurs; all are below ``limit``.

    >>> cats, dogs = Texts.of(["cats sleep"], ["dogs bark"]), Texts.of(["dogs bark"], ["cats sleep"])
    >>> cats.elsewhere, (cats + dogs).elsewhere
    (False, True)
    """

    gold: Keys = field(default_factory=_no_checksums)
    times: Longs = field(default_factory=_no_counts)
    system: Keys = field(default_factory=_no_checksums)
    limit: int = _ALL

    @classmethod
    def of(cls, gold: Sequence[str], system: Sequence[str]) -> "Texts":
        both = (checksums(in_columns(texts), np.arange(len(texts))) for texts in (gold, system))
        return cls.of_checksums(*both)

    @classmethod
    def of_checksums(cls, gold: Keys, system: Keys) -> "Texts":
        ours = _summed(gold, np.ones(len(gold), np.int64))
        return cls(*ours, _summed(system)[0])._bounded()

    def __add__(self, other: "Texts") -> "Texts":
        limit = min(self.limit, other.limit)
        one, two = self._below(limit), other._below(limit)
        gold = np.concatenate([one.gold, two.gold]), np.concatenate([one.times, two.times])
        system = np.concatenate([one.system, two.system])
        return Texts(*_summed(*gold), _summed(system)[0], limit)._bounded()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Texts) and self.said() == other.said()

    __hash__ = None  # type: ignore[assignment]  # as lists have none

    def _bounded(self) -> "Texts":
        many = [int(some[_KEPT]) for some in (self.gold, self.system) if len(some) > _KEPT]
        return self._below(min([self.limit, *many]))

    def _below(self, limit: int) -> "Texts":
        """Only the texts whose checksums are below a limit."""
        if limit == self.limit == _ALL:
            return self
        ours, theirs = (
            int(np.searchsorted(some, np.uint64(limit))) for some in (self.gold, self.system)
        )
        return Texts(self.gold[:ours], self.times[:ours], self.system[:theirs], limit)

    @property
    def elsewhere(self) -> bool:
        """Whether most sentences of gold stand elsewhere in the system's file, as far as is known."""
        if not len(self.system):
            return False
        place = np.searchsorted(self.system, self.gold).clip(max=len(self.system) - 1)
        found = self.times[self.system[place] == self.gold].sum()
        return bool(2 * found > self.times.sum())

    def said(self) -> dict[str, Any]:
        """The same as plain numbers, which can be written to a file."""
        names = ("gold", "times", "system")
        return {**{name: getattr(self, name).tolist() for name in names}, "limit": self.limit}

    @classmethod
    def read(cls, said: Mapping[str, Any]) -> "Texts":
        """What ``said`` gave."""
        gold, system = (np.array(said[name], np.uint64) for name in ("gold", "system"))
        return cls(gold, np.array(said["times"], np.int64), system, said["limit"])


def _summed(values: Keys, times: Longs | None = None) -> tuple[Keys, Longs]:
    """The values in order, each once, and how often it occurs.

    NumPy's ``unique`` does the same, but first loads a part of NumPy that takes longer than a small file.
    """
    # Mostly two lists in order, one after the other, which a stable sort merges.
    order = np.argsort(values, kind="stable")
    found = values[order]
    begins = np.flatnonzero(np.append(True, found[1:] != found[:-1])[: len(found)])
    counts = np.add.reduceat(times[order], begins) if times is not None and len(begins) else begins
    return found[begins], counts


def checksums(texts: Spelling, chosen: Longs) -> Keys:
    """A number for each of these texts: the same in every process, and evenly spread."""
    found = np.empty(len(chosen), np.uint64)
    kernel.checksums(kernel.Texts(*texts), chosen, found)
    return found
