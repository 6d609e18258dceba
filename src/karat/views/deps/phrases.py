"""Phrases: the brackets of a Bank with their children, to walk through them one by one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from karat.model.columns import Bools, Ints, Longs
from karat.views.deps.kinds import Kind, Members


@dataclass(frozen=True, eq=False)
class Phrases:
    """Brackets as ``~row`` and words as their row, as in ``edit.contents``, with their classes."""

    begin: list[int]
    items: list[int]
    label: list[int]
    tag: list[int]
    kinds: Sequence[Kind]
    brackets: Ints  # the class of each bracket, as in ``label``

    @classmethod
    def of(
        cls, begin: Longs, items: Ints, brackets: Ints, tag: Ints, kinds: Sequence[Kind]
    ) -> "Phrases":
        return cls(begin.tolist(), items.tolist(), brackets.tolist(), tag.tolist(), kinds, brackets)

    @cached_property
    def _members(self) -> Members:
        return Members(self.kinds)

    def among(self, entries: str) -> Bools:
        """Which brackets one of these entries matches."""
        found: Bools = (self._members.among(entries.split()) > 0)[self.brackets]
        return found

    def children(self, item: int) -> list[int]:
        return self.items[self.begin[~item] : self.begin[~item + 1]] if item < 0 else []

    def kind(self, item: int) -> Kind:
        return self.kinds[self.tag[item] if item >= 0 else self.label[~item]]

    def base(self, item: int) -> str:
        return self.kind(item).base

    def first(self, item: int, bases: frozenset[str]) -> int | None:
        """The first bracket right inside this one that has one of these labels."""
        return next(
            (one for one in self.children(item) if one < 0 and self.base(one) in bases), None
        )

    def verbs(self, phrase: int) -> list[int]:
        """The verbs and *to* right inside a verb phrase, or else inside its first conjunct."""
        inner: int | None = phrase
        while inner is not None:
            words = (one for one in self.children(inner) if one >= 0)
            found = [one for one in words if self.base(one)[:1] in ("V", "M", "T")]
            if found:
                return found
            inner = self.first(inner, frozenset({"VP"}))
        return []
