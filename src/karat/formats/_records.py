"""Formats in which each sentence begins with a recognisable line and is read on its own."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np

from karat.files.source import Source
from karat.formats._block import Block, Blocks, Fault, text_of
from karat.model.bank import Bank, Faults
from karat.model.columns import Spans, Words
from karat.model.labels import Labels
from karat.model.layers import Table, table

BLOCK = 1 << 21

_Sentence = TypeVar("_Sentence")
Contents: TypeAlias = tuple[Words, Spans | None, dict[str, Table]]


def words_of(rows: Iterable[Sequence[tuple[int, int, bytes]]], labels: Labels) -> Words:
    """The words of each sentence: where they begin and end in the text, and their tags."""
    found = table(rows, "start end tag", labels, "tag")
    return Words(found.offset, **found.columns)


def spans_of(rows: Iterable[Sequence[tuple[int, int, bytes, int]]], labels: Labels) -> Spans:
    """The constituents of each sentence: start, end, label and the row of the parent."""
    found = table(rows, "start end label parent", labels)
    return Spans(found.offset, **found.columns)


@dataclass(frozen=True)
class Records(Generic[_Sentence]):
    """How to find and read a format's sentences, and how to make the contents of a Bank from them.

    ``begins`` matches at the beginning of each sentence; ``empty`` replaces a sentence for which
    ``read`` raised a Fault. ``contents`` takes the sentences, their positions, the text, and labels;
    it adds words that are not literally in the text at its end.
    """

    begins: re.Pattern[bytes]
    read: Callable[[bytes, int, int], _Sentence]
    empty: _Sentence
    contents: Callable[[list[_Sentence], list[int], bytearray, Labels], Contents]
    faults: Faults
    has_trees: bool | None = None


@dataclass(frozen=True)
class _Scanner(Generic[_Sentence]):
    records: Records[_Sentence]
    labels: Labels
    path: str

    def scan(self, block: Block) -> Bank:
        records, text = self.records, text_of(block)
        begins = [found.start() for found in records.begins.finditer(text)]
        found: list[_Sentence] = []
        fault, fault_at = np.zeros(len(begins), np.int8), np.zeros(len(begins), np.int32)
        for i, (begin, end) in enumerate(zip(begins, [*begins[1:], len(text)], strict=False)):
            try:
                found.append(records.read(text, begin, end))
            except Fault as problem:
                fault[i], fault_at[i] = problem.number, problem.at
                found.append(records.empty)
        pool = bytearray(text)
        words, spans, layers = records.contents(found, begins, pool, self.labels)
        return Bank.build(
            np.frombuffer(pool, np.uint8), self.labels, words, spans,
            sentence_at=np.array(begins, np.int32), fault=fault, fault_at=fault_at,
            faults=records.faults, has_trees=records.has_trees, layers=layers,
            path=self.path, first_line=block.first_line,
        )  # fmt: skip


class RecordBlocks(Blocks):
    """A file cut into blocks of whole sentences.

    Text before the first sentence belongs to it. The last sentence is held back until the next one
    begins or the file ends.
    """

    def __init__(self, source: Source, records: Records[Any], size: int = BLOCK) -> None:
        super().__init__(source, size)
        self._records = records
        self._held = b""
        self._begins: list[int] = []

    def next(self) -> Block | None:
        while not self._ended and (len(self._held) < self._size or not self._whole()):
            self._fill()
        return self.take(self._whole()) if self._whole() else None

    def take(self, sentences: int) -> Block:
        while self._whole() < sentences and not self._ended:
            self._fill()
        sentences = min(sentences, self._whole())
        end = self._begins[sentences] if sentences < len(self._begins) else len(self._held)
        taken, self._held = self._held[:end], self._held[end:]
        self._begins = [begin - end for begin in self._begins[sentences:]]
        return self._block([np.frombuffer(taken, np.uint8)], sentences, taken.count(b"\n"))

    def block_scanner(self, labels: Labels) -> _Scanner[Any]:
        return _Scanner(self._records, labels, self.source.path)

    def _whole(self) -> int:
        """The number of complete sentences in memory."""
        return len(self._begins) - (not self._ended) if self._begins else 0

    def _fill(self) -> None:
        whole = self._begins[-1] if self._begins else 0
        self._held += self._more(len(self._held), lambda: whole).tobytes()
        again = self._begins.pop() if self._begins else 0
        self._begins += (m.start() for m in self._records.begins.finditer(self._held, again))
