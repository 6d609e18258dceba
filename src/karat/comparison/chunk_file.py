"""Chunks from a file of their own, for the words of gold.

The file must have every sentence of gold, in the same order and with the same words; it may have
other sentences before and after. Gold comes in blocks that do not know their position, so each block
is found in the file by its words.
"""

from dataclasses import replace
from itertools import takewhile
from typing import TypeAlias

import numpy as np

from karat.comparison.pairing import plain
from karat.formats import read
from karat.model.bank import Bank
from karat.model.columns import Longs
from karat.model.errors import InputError, UsageError, no_sentences
from karat.model.labels import Labels
from karat.model.layers import Table
from karat.model.outcome import Note, shown
from karat.views.chunks import chunks_of, source_of
from karat.views.nulls import without_nulls

_Words: TypeAlias = tuple[bytes, ...]


class ChunkFile:
    """The chunks of a file, with its labels numbered by ``labels``."""

    def __init__(self, path: str, labels: Labels) -> None:
        if path == "-":
            raise UsageError("chunks=- is not possible: give a file")
        bank = without_nulls(read(path)).relabelled(labels)
        for fault in bank.errors():
            raise fault
        if not len(bank):
            raise no_sentences(path)
        self._bank = bank
        self._chunks = chunks_of(bank)
        self._words = _words(bank)
        self._places: dict[_Words, list[int]] = {}
        for place, words in enumerate(self._words):
            self._places.setdefault(words, []).append(place)
        source = source_of(bank)
        said = {"trees": "trees", "edges": "dependencies"}.get(source, "")
        self.notes: tuple[Note, ...] = (
            ((f"the chunks are derived from the {said} in {path}", 0),) if said else ()
        )

    def __call__(self, gold: Bank) -> Bank:
        """Gold with the chunks of the file, which replace any that it has."""
        words = _words(gold)
        first = next((at for at, one in enumerate(words) if one), None)
        if first is None:
            return gold.with_layers(chunks=self._slice(gold, np.full(len(gold), -1)))
        begins = [place - first for place in self._places.get(words[first], ())]
        fits = [begin for begin in begins if self._fitting(words, begin) == len(words)]
        if not fits:
            raise self._fault(gold, words, first, begins)
        tables = [self._slice(gold, np.arange(begin, begin + len(words))) for begin in fits]
        if any(not _same(tables[0], other) for other in tables[1:]):
            lines = " and ".join(str(self._bank.line(begin + first)) for begin in fits[:2])
            raise InputError(
                f"{self._bank.path}: the sentences at lines {lines} are the same but have "
                f"different chunks, so it is not clear which belong to {gold.path}:{gold.line(first)}"
            )
        return replace(gold, layers={**gold.layers, "chunks": tables[0]})

    def _fitting(self, words: list[_Words], begin: int) -> int:
        """How many sentences at the start of a block equal those of the file from ``begin`` on."""
        if begin < 0:
            return 0
        both = zip(words, self._words[begin:], strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] in ((), pair[1]), both))

    def _slice(self, gold: Bank, places: Longs) -> Table:
        """The chunks of these sentences of the file; none for a sentence number outside the file."""
        chunks = self._chunks
        known = (places >= 0) & (places < len(self._bank))
        begin, end = (chunks.offset[np.where(known, places + more, 0)] for more in (0, 1))
        sizes = np.where(known & (gold.fault == 0), end - begin, 0)
        offset = np.append(0, np.cumsum(sizes)).astype(np.int32)
        rows = np.repeat(begin - offset[:-1], sizes) + np.arange(offset[-1])
        columns = {name: chunks[name][rows] for name in ("start", "end", "label")}
        return Table(offset, columns, interned=frozenset({"label"}))

    def _fault(self, gold: Bank, words: list[_Words], first: int, begins: list[int]) -> InputError:
        """The first difference between gold and the file, aligned at the place that fits best."""
        if begins:
            best = max(begins, key=lambda begin: self._fitting(words, begin))
            at = self._fitting(words, best)
            place = best + at
        else:
            at = first
            place = max(
                range(len(self._words)), key=lambda one: _alike(words[at], self._words[one])
            )
        ours, here, path = words[at], f"{gold.path}:{gold.line(at)}", self._bank.path
        if place >= len(self._words):
            return InputError(f"{path} ends before {here}; it must have every sentence of gold")
        theirs, there = self._words[place], f"{path}:{self._bank.line(place)}"
        same = _alike(ours, theirs)
        if same == min(len(ours), len(theirs)):
            what = f"{here} has {len(ours)} words and {there} has {len(theirs)}"
        else:
            pair = " and ".join(shown(side[same]) for side in (ours, theirs))
            what = f"word {same + 1} is {pair}, in {here} and {there}"
        return InputError(f"{what}; a file of chunks must have the sentences of gold, word by word")


def _alike(ours: _Words, theirs: _Words) -> int:
    """How many words at the start are the same."""
    both = zip(ours, theirs, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))


def _words(bank: Bank) -> list[_Words]:
    """The words of each sentence, without escapes; none for a sentence that could not be read."""
    return [() if bank.fault[at] else tuple(map(plain, bank.words(at))) for at in range(len(bank))]


def _same(one: Table, other: Table) -> bool:
    columns = ("start", "end", "label")
    return np.array_equal(one.offset, other.offset) and all(
        np.array_equal(one[name], other[name]) for name in columns
    )
