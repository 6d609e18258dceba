"""Kinds: the classes of items that tables of head rules speak of.

An item is a word or a bracket. Its class has its tag or label, its function tags, and the classes of
words that it belongs to, which a table defines under ``[words]``.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from karat.files.spelling import spellings
from karat.model.bank import Bank
from karat.model.columns import Flags, Ints, Longs
from karat.model.labels import base_label, function_tags
from karat.views.lexicon import lexicon, looked_up

_NONE: list[int] = []


@dataclass(frozen=True)
class Kind:
    """A class of items: a label or tag, its function tags, and the classes of words it is in."""

    base: str
    functions: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()

    @classmethod
    def of(cls, label: bytes) -> "Kind":
        """The class of a label; indices of traces do not count, but a gap index does, as ``=``.

        >>> Kind.of(b"NP-SBJ-1") == Kind("NP", frozenset({"SBJ"}))
        True
        >>> sorted(Kind.of(b"NP-SBJ=2").functions)
        ['=', 'SBJ']
        """
        base = base_label(label)
        tags = function_tags(label) | {b"=" for _ in range(b"=" in label[len(base) :])}
        return cls(
            base.decode("utf-8", "replace"),
            frozenset(one.decode("utf-8", "replace") for one in tags),
        )

    @functools.cached_property
    def entries(self) -> frozenset[str]:
        """The entries of tables that match this class: ``*``, a class of words, NP, NP-PRD or -PRD.

        >>> purpose = Kind.of(b"S-PRP")  # PRP is a function tag here, and a pronoun elsewhere
        >>> sorted(purpose.entries)
        ['*', '-PRP', 'S', 'S-PRP']
        """
        tagged = (f"{base}-{one}" for base in ("", self.base) for one in self.functions)
        return frozenset({"*", self.base, *self.names, *tagged})


class Members:
    """Which classes each entry of a table matches; made once for many questions."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self._size = len(kinds)
        self._rows: dict[str, list[int]] = {}
        for number, kind in enumerate(kinds):
            for entry in kind.entries:
                self._rows.setdefault(entry, []).append(number)

    def among(self, entries: Sequence[str]) -> Flags:
        """For each class, whether one of the entries matches it, and none that begins with ``!``.

        >>> members = Members([Kind.of(b"NP"), Kind.of(b"NP-TMP"), Kind.of(b"VP")])
        >>> members.among(["NP", "!-TMP"]).tolist(), members.among(["!VP"]).tolist()
        ([1, 0, 0], [1, 1, 0])
        """
        wanted = [one for one in entries if one[:1] != "!"]
        found: Flags = np.full(self._size, bool(entries) and not wanted, np.int8)
        for one in wanted:
            found[self._rows.get(one, _NONE)] = 1
        for one in entries:
            if one[:1] == "!":
                found[self._rows.get(one[1:], _NONE)] = 0
        return found


@dataclass(frozen=True)
class WordClass:
    """A class of words: with one of these tags, one of these words, in none of these classes."""

    tags: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()


def classify(bank: Bank, classes: Mapping[str, WordClass]) -> tuple[list[Kind], Ints, Ints]:
    """The classes of items, the class of each word, and the class of each bracket."""
    strings = bank.labels.strings()
    used = np.union1d(bank.tag, bank.label)
    label_kind: Ints = np.zeros(len(strings), np.int32)
    label_kind[used] = np.arange(len(used))
    kinds = [Kind.of(strings[number]) for number in used.tolist()]
    tag_kind = label_kind[bank.tag]
    if not classes:
        return kinds, tag_kind, label_kind[bank.label]
    sets = _sets_of_classes(bank, kinds, tag_kind, classes)
    found, first, back = np.unique(
        sets * len(used) + tag_kind, return_index=True, return_inverse=True
    )
    names = list(classes)
    numbers = np.empty(len(found), np.int32)
    for at, (held, row) in enumerate(zip((found // len(used)).tolist(), first, strict=True)):
        numbers[at] = tag_kind[row]
        if held:
            plain, numbers[at] = kinds[tag_kind[row]], len(kinds)
            among = frozenset(name for bit, name in enumerate(names) if held >> bit & 1)
            kinds.append(Kind(plain.base, plain.functions, among))
    return kinds, numbers[back], label_kind[bank.label]


def with_new_labels(
    kinds: list[Kind], bracket_kind: Ints, before: Bank, after: Bank
) -> tuple[list[Kind], Ints]:
    """The classes of items and of each bracket, where some brackets have got other labels."""
    rows = np.flatnonzero(before.label != after.label)
    new, back = np.unique(after.label[rows], return_inverse=True)
    result = bracket_kind.copy()
    result[rows] = len(kinds) + back
    return [*kinds, *(Kind.of(after.labels[number]) for number in new.tolist())], result


def _sets_of_classes(
    bank: Bank, kinds: Sequence[Kind], tag_kind: Ints, classes: Mapping[str, WordClass]
) -> Longs:
    """The classes that each word is in, as the bits of a number."""
    bits = {name: 1 << bit for bit, name in enumerate(classes)}
    listed = {name for name, one in classes.items() if one.words}
    # For each tag the classes that it may be in, those with lists of words and those without.
    by_word, by_tag = np.zeros((2, len(kinds)), np.int64)
    members = Members(kinds)
    for name, one in classes.items():
        fits = members.among(one.tags) if one.tags else np.ones(len(kinds), np.int8)
        (by_word if name in listed else by_tag)[fits > 0] |= bits[name]
    words, sets = _lists(tuple(classes.items()))
    result: Longs = sets[looked_up(bank, words)] & by_word[tag_kind] | by_tag[tag_kind]
    for name, one in classes.items():
        if one.unless:
            others = sum(bits[other] for other in one.unless)
            result[result & others > 0] &= ~bits[name]
    return result


@functools.lru_cache(8)
def _lists(classes: tuple[tuple[str, WordClass], ...]) -> tuple[Ints, Longs]:
    """The words of all classes as a lexicon; its meanings are rows of a column of bits of classes."""
    table: dict[bytes, int] = {}
    for bit, (_, one) in enumerate(classes):
        for entry in one.words:
            for word in _digits(entry):
                for spelling in spellings(word.encode()):
                    table[spelling] = table.get(spelling, 0) | 1 << bit
    sets = sorted(set(table.values()))
    numbers = {bits: number for number, bits in enumerate(sets, 1)}
    column = lexicon({word: numbers[bits] for word, bits in table.items()})
    return column, np.array([0, *sets], np.int64)


def _digits(entry: str) -> list[str]:
    """An entry of a list of words, where # stands for any digit."""
    if "#" not in entry or len(entry) == 1:
        return [entry]
    return [word for digit in "0123456789" for word in _digits(entry.replace("#", digit, 1))]
