"""Whether a system's sentences stand at gold's places, so that they need not be laid over gold's.

They do not if there are more on one side, if text has moved over a boundary between two sentences, or if
most sentences that differ stand elsewhere. This is decided for a whole file, of which blocks are read one
after the other: what each block says about it can be added up, whatever the size of the blocks.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from karat.comparison.by_id import has_ids
from karat.comparison.pairing import same_words
from karat.comparison.sentence_likeness import moved
from karat.comparison.sentence_texts import spelt_sentences
from karat.comparison.spelt_words import Spelling
from karat.comparison.text_sketch import Texts, checksums
from karat.comparison.unread import with_unread
from karat.kernels import standing as kernel
from karat.model.bank import Bank
from karat.model.columns import Bools, Longs

# The texts of a sentence of gold and of the system; empty if they are the same.
_Pair: TypeAlias = tuple[str, str]
_SAME = ("", "")
_PRIME = 2**61 - 1


@dataclass(frozen=True)
class Sum:
    """A checksum of a text, to which that of the text after it can be added.

    >>> Sum.of("dogs") + Sum.of("bark") == Sum.of("dogsbark")
    True
    """

    value: int = 0
    size: int = 0

    @classmethod
    def of(cls, text: str) -> "Sum":
        content = text.encode("utf-8", "surrogatepass")
        return cls(int.from_bytes(content) % _PRIME, len(content))

    def __add__(self, other: "Sum") -> "Sum":
        shifted = self.value * pow(256, other.size, _PRIME)
        return Sum((shifted + other.value) % _PRIME, self.size + other.size)


@dataclass(frozen=True)
class Series:
    """Neighbouring sentences that all differ from gold's: what each side spells."""

    gold: Sum = Sum()
    system: Sum = Sum()

    @classmethod
    def of(cls, gold: str, system: str) -> "Series":
        return cls(Sum.of(gold), Sum.of(system))

    def __add__(self, other: "Series") -> "Series":
        return Series(self.gold + other.gold, self.system + other.system)

    @property
    def cut_elsewhere(self) -> bool:
        """Whether both sides spell the same text, so that only the boundaries differ."""
        return self.gold.size > 0 and self.gold == self.system


@dataclass(frozen=True)
class Standing:
    """What some sentences say about the places of the system's.

    ``moved``: text has moved, or sentences are missing or extra. ``first`` and ``last`` are the sentences
    at the edges; ``leading`` and ``trailing`` are the series of sentences that differ there. ``differing``
    is how many sentences differ, ``texts`` is what they spell.
    """

    sentences: int
    moved: bool
    first: _Pair
    last: _Pair
    leading: Series
    trailing: Series
    differing: int
    texts: Texts

    def __add__(self, other: "Standing") -> "Standing":
        """That of these sentences and those that follow them."""
        if not self.sentences or not other.sentences:
            return self if self.sentences else other
        between = self.trailing + other.leading
        inside = not (self.all_differ or other.all_differ)
        return Standing(
            self.sentences + other.sentences,
            self.moved
            or other.moved
            or _moved(self.last, other.first)
            or (inside and between.cut_elsewhere),
            self.first,
            other.last,
            between if self.all_differ else self.leading,
            between if other.all_differ else other.trailing,
            self.differing + other.differing,
            self.texts + other.texts,
        )

    @property
    def all_differ(self) -> bool:
        """Whether all sentences belong to one series."""
        return self.differing == self.sentences

    @property
    def in_place(self) -> bool:
        """Whether the sentences are at gold's places, once all of a file are known."""
        # A sentence that is unlike gold's may be a bad answer, so it does not say that others have moved.
        cut = self.leading.cut_elsewhere or self.trailing.cut_elsewhere
        return not (self.moved or cut or self.texts.elsewhere)


# Sentences that are not at gold's places; nothing else is known about them.
ELSEWHERE = Standing(1, True, _SAME, _SAME, Series(), Series(), 0, Texts())


def standing(gold: Bank, system: Bank) -> Standing:
    """What the sentences of two blocks say.

    Sentences with the same words are not looked at, so it costs little where few differ. Those that have
    ids are where these say.
    """
    size = max(len(gold), len(system))
    if has_ids(gold) or has_ids(system):
        return Standing(size, False, _SAME, _SAME, Series(), Series(), 0, Texts())
    if len(gold) != len(system):
        return Standing(size, True, _SAME, _SAME, Series(), Series(), 0, Texts())
    rows = np.flatnonzero(~same_words(gold, system, np.ones(len(gold), np.bool_)))
    spelt = _Spelt(rows, spelt_sentences(with_unread(gold), rows), spelt_sentences(system, rows))
    differ = spelt.differ
    other = np.flatnonzero(differ)
    return Standing(
        size,
        spelt.moved(size),
        spelt.pair(0),
        spelt.pair(size - 1),
        spelt.leading(),
        spelt.trailing(size),
        len(other),
        Texts.of_checksums(checksums(spelt.gold, other), checksums(spelt.system, other)),
    )


@dataclass(frozen=True, eq=False)
class _Spelt:
    """What sentences with other words spell on both sides; ``rows`` are their numbers."""

    rows: Longs
    gold: Spelling
    system: Spelling

    @cached_property
    def differ(self) -> Bools:
        """Which of them do not spell the same.

        One without a parse does not count: it stands for the sentence at its place, and says nothing
        about the places of others.
        """
        found = np.empty(len(self.rows), np.int8)
        kernel.differing(*self._columns, found)
        parsed = (np.diff(self.gold.offset) > 0) & (np.diff(self.system.offset) > 0)
        return found.astype(np.bool_) & parsed

    @property
    def _columns(self) -> tuple[kernel.Texts, kernel.Texts]:
        return kernel.Texts(*self.gold), kernel.Texts(*self.system)

    def moved(self, sentences: int) -> bool:
        """Whether text has moved from one sentence to the next, of this many in all."""
        return kernel.moved(*self._columns, self.rows, self.differ.astype(np.int8), sentences)

    def pair(self, sentence: int) -> _Pair:
        """The texts of a sentence."""
        at = int(np.searchsorted(self.rows, sentence))
        if at == len(self.rows) or self.rows[at] != sentence or not self.differ[at]:
            return _SAME
        return _text(self.gold, at, at + 1), _text(self.system, at, at + 1)

    def leading(self) -> Series:
        """The series at the beginning."""
        among = self.differ & (self.rows == np.arange(len(self.rows)))
        end = len(among) if among.all() else int(np.argmin(among))
        return Series.of(_text(self.gold, 0, end), _text(self.system, 0, end))

    def trailing(self, sentences: int) -> Series:
        """The series at the end."""
        count = len(self.rows)
        among = self.differ & (self.rows - np.arange(count) == sentences - count)
        begin = 0 if among.all() else count - int(np.argmin(among[::-1]))
        return Series.of(_text(self.gold, begin, count), _text(self.system, begin, count))


def _text(spelt: Spelling, first: int, last: int) -> str:
    """What some neighbours spell."""
    codes = spelt.codes[spelt.offset[first] : spelt.offset[last]]
    return codes.tobytes().decode("utf-32-le", "surrogatepass")


def at_their_places(gold: Bank, system: Bank) -> bool:
    """Whether the sentences of two files need not be laid over each other.

    >>> import karat
    >>> gold = karat.read_text("(S (N dogs) (V bark))\\n(S (N cats) (V sleep))\\n")
    >>> at_their_places(gold, karat.read_text("(S (N dogs) (V bark))\\n(S (N cat) (V sleep))\\n"))
    True
    """
    return standing(gold, system).in_place


def _moved(before: _Pair, after: _Pair) -> bool:
    """Whether text has moved over the boundary between two sentences that both differ."""
    if _SAME in (before, after):
        return False
    return moved((before[0], after[0]), (before[1], after[1]))
