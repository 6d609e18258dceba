"""Hung: what each part of a phrase depends on, as the head rules say."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from karat.model.columns import Bools, Flags, Ints, Longs
from karat.views.deps.headrules import Compiled
from karat.views.deps.kinds import Kind, Members


@dataclass(frozen=True, eq=False)
class Hung:
    """Items (children of brackets), and what each depends on.

    ``head`` and ``item`` have one row per word of the Bank. ``item`` is the highest phrase that the
    word heads, or -1 for a root.
    """

    kinds: list[Kind]
    tag_kind: Ints
    bracket_kind: Ints
    begin: Longs
    items: Ints
    kind: Ints
    governor: Ints
    joined: Flags
    head: Ints
    item: Ints
    parents: Ints
    table: Compiled
    _among: dict[str, Bools] = field(default_factory=dict)
    _count: dict[str, Longs] = field(default_factory=dict)

    @cached_property
    def owner(self) -> Longs:
        return np.repeat(np.arange(len(self.begin) - 1), np.diff(self.begin))

    @cached_property
    def _members(self) -> Members:
        return Members(self.kinds)

    def among(self, entries: str) -> Bools:
        """For each class, whether one of these entries matches it."""
        if entries not in self._among:
            self._among[entries] = self._members.among(entries.split()) > 0
        return self._among[entries]

    def count(self, entries: str) -> Longs:
        """For each bracket, the number of its children that one of these entries matches."""
        if entries not in self._count:
            owners = self.owner[np.flatnonzero(self.among(entries)[self.kind])]
            self._count[entries] = np.bincount(owners, minlength=len(self.begin) - 1)
        return self._count[entries]

    def words_among(self, entries: str, words: Longs | Ints) -> Bools:
        """Whether each of these words is in a class that one of these entries matches."""
        found: Bools = self.among(entries)[self.tag_kind[words]]
        return found
