"""Vocabulary: a column of texts in which each different text has a number and is tested once.

>>> from karat.patterns.names import any_case
>>> column = Vocabulary.of(["The", None, "dog", "the"])
>>> column.fitting(Names("the|cat"), any_case).tolist()
[True, False, False, True]
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import overload

import numpy as np
import numpy.typing as npt

from karat.model.bank import Bank
from karat.model.columns import Ints, Longs
from karat.model.labels import Labels
from karat.patterns.names import SPELLINGS, Fits, Names
from karat.patterns.nodes import numbered
from karat.patterns.terms import Marks
from karat.patterns.wildcards import literal

# The answers of tests about so many texts are remembered.
_TEXTS = 1 << 15
# The rows of so few texts are looked up one by one.
_FEW = 32
_UNKNOWN = -1
_NO_ROWS: Longs = np.zeros(0, np.int64)


@lru_cache(1 << 12)
def _plain(names: Names, fits: Fits) -> frozenset[str] | None:
    """The normal spellings of names that need only be looked up; None if a name has a wildcard."""
    given = names.alternatives
    if given is None or given.wild or fits not in SPELLINGS:
        return None
    return frozenset(SPELLINGS[fits](literal(name)) for name in given.plain)


@lru_cache(1 << 12)
def _test(names: Names, fits: Fits) -> Callable[[str], bool]:
    return names.test(fits)


@lru_cache(1 << 12)
def _tests(names: Names, fits: Fits) -> Callable[[Sequence[str]], list[bool]]:
    """The test of many texts; of a text in its normal spelling, where there is one."""
    if names.alternatives is None or fits not in SPELLINGS:
        good = _test(names, fits)
        return lambda texts: list(map(good, texts))
    return names.tests(fits)


class _Memory:
    """What tests have said about texts: the next part of a corpus has much the same ones."""

    def __init__(self) -> None:
        self.numbers: dict[str | None, int] = {}
        self._answers: dict[tuple[Names, Fits], npt.NDArray[np.int8]] = {}

    def places(self, texts: Sequence[str | None]) -> Longs:
        """A number for each text."""
        numbers = self.numbers
        return np.array([numbers.setdefault(one, len(numbers)) for one in texts], np.int64)

    def passing(
        self, names: Names, fits: Fits, texts: Sequence[str | None], places: Longs
    ) -> Marks:
        """Which of the texts, whose numbers are ``places``, pass a test; None passes none.

        They have their normal spelling where there is one.
        """
        key = names, fits
        known = self._answers.get(key)
        if known is None or len(known) < len(self.numbers):
            grown = np.full(max(len(self.numbers) * 5 // 4, 64), _UNKNOWN, np.int8)
            if known is not None:
                grown[: len(known)] = known
            self._answers[key] = known = grown
        said = known[places]
        if new := np.flatnonzero(said == _UNKNOWN).tolist():
            asked = [text for at in new if (text := texts[at]) is not None]
            if len(asked) < len(new):
                said[new] = False
                new = [at for at in new if texts[at] is not None]
            said[new] = _tests(names, fits)(asked)
            known[places] = said
        return said > 0


class _Memories(threading.local):
    """The memory of a thread; it begins anew when it has become large."""

    def __init__(self) -> None:
        self._latest = _Memory()

    def latest(self) -> _Memory:
        if len(self._latest.numbers) > _TEXTS:
            self._latest = _Memory()
        return self._latest


_MEMORIES = _Memories()


class Vocabulary(Sequence[str | None]):
    """The different texts of a column, and the number of the text in each row; None fits nothing."""

    def __init__(self, texts: Sequence[str | None], number: Longs | Ints) -> None:
        self.texts, self.number = texts, number
        self._places: dict[Fits, dict[str, list[int]]] = {}
        self._in_spelling: dict[Fits, Sequence[str | None]] = {}

    @classmethod
    def of(cls, column: Sequence[str | None]) -> "Vocabulary":
        return cls(*numbered(column))

    @classmethod
    def of_words(cls, bank: Bank) -> "Vocabulary":
        if not len(bank.word_start):
            return cls([], np.zeros(0, np.int64))
        # Only the text of these words: the Bank may be a small part of a large one.
        first, last = int(bank.word_start.min()), int(bank.word_end.max())
        text = bank.text[first:last].tobytes()
        starts, ends = ((one - first).tolist() for one in (bank.word_start, bank.word_end))
        words, number = numbered([text[a:b] for a, b in zip(starts, ends, strict=True)])
        return cls([word.decode("utf-8", "replace") for word in words], number)

    @classmethod
    def of_labels(cls, labels: Labels, column: Ints) -> "Vocabulary":
        used, number = np.unique(column, return_inverse=True)
        return cls([labels[one].decode("utf-8", "replace") for one in used.tolist()], number)

    def without(self, *empty: str) -> "Vocabulary":
        """The same column, with None for texts that mean nothing."""
        return Vocabulary([None if one in empty else one for one in self.texts], self.number)

    def __len__(self) -> int:
        return len(self.number)

    def __iter__(self) -> Iterator[str | None]:
        texts = self.texts
        return (texts[number] for number in self.number.tolist())

    @overload
    def __getitem__(self, row: int) -> str | None: ...
    @overload
    def __getitem__(self, row: slice) -> Sequence[str | None]: ...
    def __getitem__(self, row: int | slice) -> str | Sequence[str | None] | None:
        if isinstance(row, slice):
            return [self.texts[number] for number in self.number[row].tolist()]
        return self.texts[int(self.number[row])]

    def fitting(self, names: Names, fits: Fits) -> Marks:
        """Which rows have a text that fits one of the names."""
        found: Marks = np.zeros(len(self.number), bool)
        found[self.rows_fitting(names, fits)] = True
        return found

    def passing(self, names: Names, fits: Fits, rows: Longs) -> Marks:
        """Which of some rows have a text that fits one of the names."""
        good: Marks = np.zeros(len(self.texts), bool)
        good[self._texts_fitting(names, fits)] = True
        return good[self.number[rows]]

    def rows_fitting(self, names: Names, fits: Fits) -> Longs:
        """The numbers of the rows that have a text that fits one of the names, in order."""
        chosen = self._texts_fitting(names, fits)
        if not len(chosen):
            return _NO_ROWS
        order, first = self._by_text
        if len(chosen) <= _FEW:
            parts = [order[first[one] : first[one + 1]] for one in chosen]
            return parts[0] if len(parts) == 1 else np.sort(np.concatenate(parts))
        good: Marks = np.zeros(len(self.texts), bool)
        good[chosen] = True
        return np.flatnonzero(good[self.number])

    def _texts_fitting(self, names: Names, fits: Fits) -> Sequence[int]:
        """The numbers of the texts that fit one of the names."""
        plain = _plain(names, fits)
        if plain is None:
            memory, places = self._remembered
            spelt = fits in SPELLINGS and names.alternatives is not None
            texts = self._spelt_texts(fits) if spelt else self.texts
            return np.flatnonzero(memory.passing(names, fits, texts, places)).tolist()
        # Names without a wildcard are looked up; only the others are compared with every text.
        known, given = self._spelt(fits), names.alternatives
        found = [number for name in plain if name in known for number in known[name]]
        if given is None or given.wanted:
            return found
        others = self._real.copy()
        others[found] = False
        return np.flatnonzero(others).tolist()

    @cached_property
    def _real(self) -> Marks:
        """Which texts are not None."""
        return np.array([one is not None for one in self.texts], bool)

    @cached_property
    def _remembered(self) -> tuple[_Memory, Longs]:
        """What is remembered about texts, and the numbers of these texts there."""
        memory = _MEMORIES.latest()
        return memory, memory.places(self.texts)

    @cached_property
    def _by_text(self) -> tuple[Longs, list[int]]:
        """The rows in the order of their texts, and where the rows of each text begin."""
        sizes = np.bincount(self.number, minlength=len(self.texts))
        return np.argsort(self.number, kind="stable"), [0, *np.cumsum(sizes).tolist()]

    def _spelt(self, fits: Fits) -> dict[str, list[int]]:
        """The numbers of the texts with a certain spelling."""
        if fits not in self._places:
            places = dict[str, list[int]]()
            for number, text in enumerate(self._spelt_texts(fits)):
                if text is not None:
                    places.setdefault(text, []).append(number)
            self._places[fits] = places
        return self._places[fits]

    def _spelt_texts(self, fits: Fits) -> Sequence[str | None]:
        """The texts in a certain spelling."""
        if fits not in self._in_spelling:
            spelt = SPELLINGS[fits]
            self._in_spelling[fits] = [None if one is None else spelt(one) for one in self.texts]
        return self._in_spelling[fits]
