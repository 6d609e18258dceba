"""Vocabulary: a column of texts in which each different text has a number and is tested once.

>>> from karat.patterns.names import any_case
>>> column = Vocabulary.of(["The", None, "dog", "the"])
>>> column.fitting(Names("the|cat"), any_case).tolist()
[True, False, False, True]
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import overload

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Ints, Longs
from karat.model.labels import Labels
from karat.patterns.names import SPELLINGS, Fits, Names, literal, wildcard
from karat.patterns.nodes import numbered
from karat.patterns.terms import Marks


@lru_cache(1 << 12)
def _remembered(names: Names, fits: Fits) -> Callable[[str], bool]:
    """A test that remembers its last answers: the next part of a corpus has much the same labels."""
    return lru_cache(1 << 10)(names.test(fits))


class Vocabulary(Sequence[str | None]):
    """The different texts of a column, and the number of the text in each row; None fits nothing."""

    def __init__(self, texts: Sequence[str | None], number: Longs | Ints) -> None:
        self.texts, self.number = texts, number
        self._places: dict[Fits, dict[str, list[int]]] = {}

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
        """The rows whose text fits one of the names."""
        return self._tested(names, fits)[self.number]

    def _tested(self, names: Names, fits: Fits) -> Marks:
        given = names.alternatives
        if given is None or fits not in SPELLINGS:
            good = _remembered(names, fits)
            return np.array([one is not None and good(one) for one in self.texts], bool)
        # Names without a wildcard are looked up; only the others are compared with every text.
        spelt, known = SPELLINGS[fits], self._spelt(fits)
        found = np.zeros(len(self.texts), bool)
        for name in given.plain:
            found[known.get(spelt(literal(name)), [])] = True
        for name in given.wild:
            good = wildcard(spelt(name))
            found[[number for text, places in known.items() if good(text) for number in places]] = 1
        if given.wanted:
            return found
        real: Marks = np.array([one is not None for one in self.texts], bool)
        return real & ~found

    def _spelt(self, fits: Fits) -> dict[str, list[int]]:
        """The numbers of the texts with a certain spelling."""
        if fits not in self._places:
            spelt, places = SPELLINGS[fits], dict[str, list[int]]()
            for number, text in enumerate(self.texts):
                if text is not None:
                    places.setdefault(spelt(text), []).append(number)
            self._places[fits] = places
        return self._places[fits]
