"""Simple formats: a function that reads one sentence, and one that writes it; the rest is made here.

A module of a format, in this folder or in ``formats/`` of a folder of yours that ``KARAT_PLUGINS``
lists, says what is particular to it and calls ``blocks`` and ``writer``:

>>> def parse(text: bytes, separator: str = "/") -> Sentence:
...     words, tags = [], []
...     for found in re.finditer(rb"\\S+", text):
...         word, slash, tag = found[0].rpartition(separator.encode())
...         if not slash:
...             raise Fault(1, found.start())
...         words.append(word)
...         tags.append(tag)
...     return Sentence(words, tags)
>>> Blocks = blocks(parse, faults={1: ("a word without a tag", "write word/TAG")})

Options of the functions, here ``separator``, are those of the format. A sentence that cannot be read
raises a Fault with its number and the place in the sentence's text.

>>> import io
>>> source = Source.of(io.BytesIO(b"the/DT dog/NN\\ncat\\n"), "x.slashes")
>>> bank = whole(Blocks(source))
>>> bank.words(0), bank.tags(0), bank.contents()
([b'the', b'dog'], [b'DT', b'NN'], 'tagged words')
>>> print(bank.error(1))
x.slashes:2:1: a word without a tag
  cat
  ^
write word/TAG
"""

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

from karat.files.source import Source
from karat.formats._block import Block, Fault, text_of, whole
from karat.formats._records import BLOCK, RecordBlocks, sentences
from karat.formats._writing import each
from karat.kernels import trees as kernel
from karat.model import discontinuous
from karat.model.bank import Bank, Faults, Spans, Words
from karat.model.columns import Ints
from karat.model.labels import Labels
from karat.model.layers import Table, offsets

__all__ = ["LINES", "PARAGRAPHS", "Fault", "Sentence", "blocks", "whole", "writer"]

# What begins a sentence: every line, or every line after a blank one.
LINES = re.compile(rb"^(?=[\s\S])", re.MULTILINE)
PARAGRAPHS = re.compile(rb"\A[\r\n]*[^\r\n]|(?<=\n\n)[^\r\n]|(?<=\n\r\n)[^\r\n]")

# Faults that are found here; a format's own have smaller numbers.
_SPANS = 101
_HEADS = 102
_FAULTS = {
    _SPANS: ("constituents that cross or leave the sentence", "check the brackets"),
    _HEADS: ("a head that is not a word of the sentence, or a cycle", "check the heads"),
}


@dataclass(frozen=True)
class Sentence:
    """What a sentence has; a format leaves out what it does not have.

    Spans and chunks are (start, end, label), half-open, words counted from 0, spans in pre-order.
    A head is a word, -1 for the root or -2 for none; ``labels`` are those of the dependencies.
    """

    words: Sequence[bytes] = ()
    tags: Sequence[bytes] = ()
    spans: Sequence[tuple[int, int, bytes]] = ()
    heads: Sequence[int] = ()
    labels: Sequence[bytes] = ()
    chunks: Sequence[tuple[int, int, bytes]] = ()


def blocks(
    parse: Callable[..., Sentence],
    *,
    begins: re.Pattern[bytes] = LINES,
    faults: Faults | None = None,
    gives: Sequence[str] = (),
) -> Callable[..., RecordBlocks]:
    """``Blocks`` of a format whose sentences ``parse`` reads; their text comes without its last newline.

    ``begins`` matches where a sentence begins; ``gives`` are those of trees, edges and chunks that
    the format has.
    """

    @functools.wraps(parse)
    def cut(
        source: Source, layout: str = "auto", size: int = BLOCK, **options: Any
    ) -> RecordBlocks:
        def read(text: bytes, begin: int, end: int) -> Sentence:
            try:
                return _checked(parse(text[begin:end].rstrip(b"\r\n"), **options))
            except Fault as problem:
                raise Fault(problem.number, begin + problem.at) from None

        def scanner(labels: Labels, path: str) -> _Scanner:
            return _Scanner(labels, path, read, begins, {**_FAULTS, **(faults or {})}, gives)

        return RecordBlocks(source, begins, scanner, size)

    return cut


def writer(text: Callable[..., bytes]) -> Callable[..., None]:
    """``write`` of a format: ``text`` turns a Sentence into all of its lines."""

    @functools.wraps(text)
    def write(bank: Bank, stream: BinaryIO, **options: Any) -> None:
        discontinuous.refuse(bank, "this format")
        for one in each(bank, lambda row: text(_sentence(bank, row), **options)):
            stream.write(one)

    return write


@dataclass(frozen=True)
class _Scanner:
    """Turns blocks into Banks."""

    labels: Labels
    path: str
    read: Callable[[bytes, int, int], Sentence]
    begins: re.Pattern[bytes]
    faults: Faults
    gives: Sequence[str]

    def scan(self, block: Block) -> Bank:
        """The sentences of a block."""
        text = text_of(block)
        begins = [found.start() for found in self.begins.finditer(text)]
        found, fault, fault_at = sentences(text, begins, self.read, Sentence())
        pool = bytearray(text)
        places = [
            place
            for begin, one in zip(begins, found, strict=True)
            for place in _places(text, begin, one.words, pool)
        ]
        start, end = np.array(places, np.int32).reshape(-1, 2).T.copy()
        offset = offsets(len(one.words) for one in found)
        tags = [tag for one in found for tag in one.tags or [b""] * len(one.words)]
        return Bank.build(
            np.frombuffer(pool, np.uint8),
            self.labels,
            Words(offset, start, end, self.labels.numbers(tags)),
            self._spans(found) if "trees" in self.gives else None,
            sentence_at=np.array(begins, np.int32),
            fault=fault,
            fault_at=fault_at,
            faults=self.faults,
            layers=self._layers(found, offset),
            path=self.path,
            first_line=block.first_line,
        )

    def _rows(self, rows: Sequence[tuple[int, int, bytes]]) -> dict[str, Ints]:
        """The columns of constituents or chunks."""
        return {
            "start": np.array([start for start, _, _ in rows], np.int32),
            "end": np.array([end for _, end, _ in rows], np.int32),
            "label": self.labels.numbers([label for _, _, label in rows]),
        }

    def _spans(self, found: list[Sentence]) -> Spans:
        columns = self._rows([span for one in found for span in one.spans])
        offset = offsets(len(one.spans) for one in found)
        parent = np.empty(len(columns["start"]), np.int32)
        kernel.parents(offset, columns["start"], columns["end"], parent)
        return Spans(offset, parent=parent, **columns)

    def _layers(self, found: list[Sentence], offset: Ints) -> dict[str, Table]:
        layers = {}
        named = frozenset({"label"})
        if "edges" in self.gives:
            heads = [head for one in found for head in one.heads or [-2] * len(one.words)]
            labels = [label for one in found for label in one.labels or [b"_"] * len(one.words)]
            columns = {"head": np.array(heads, np.int32), "label": self.labels.numbers(labels)}
            layers["edges"] = Table(offset, columns, named)
        if "chunks" in self.gives:
            rows = self._rows([chunk for one in found for chunk in one.chunks])
            layers["chunks"] = Table(offsets(len(one.chunks) for one in found), rows, named)
        return layers


def _places(text: bytes, at: int, words: Sequence[bytes], pool: bytearray) -> list[tuple[int, int]]:
    """Where the words of a sentence stand in the text; in what is put behind it, if they do not."""
    places = []
    for word in words:
        found = text.find(word, at)
        if found >= 0:
            at = found + len(word)
        else:
            found = len(pool)
            pool += word
        places.append((found, found + len(word)))
    return places


def _checked(sentence: Sentence) -> Sentence:
    """Refuse what would mislead those who compare: crossing spans, heads that lead nowhere."""
    words = len(sentence.words)
    for rows in (sentence.tags, sentence.heads, sentence.labels):
        if rows and len(rows) != words:
            raise ValueError(f"{len(rows)} tags, heads or labels for {words} words")
    for spans in (sentence.spans, sentence.chunks):
        open_: list[int] = []
        last = 0
        for start, end, _ in spans:
            while open_ and start >= open_[-1]:
                open_.pop()
            if not last <= start <= end <= (open_[-1] if open_ else words):
                raise Fault(_SPANS, 0)
            open_.append(end)
            last = start
    for word, head in enumerate(sentence.heads):
        steps = 0
        while 0 <= head < words and steps <= words:
            head = sentence.heads[head]
            steps += 1
        if head >= words or head < -2 or steps > words or word == head:
            raise Fault(_HEADS, 0)
    return sentence


def _sentence(bank: Bank, sentence: int) -> Sentence:
    """One sentence of a Bank."""
    strings = bank.labels.strings()

    def column(layer: str, name: str) -> list[int]:
        if layer not in bank.layers:
            return []
        table = bank.layers[layer]
        found: list[int] = table[name][table.rows(sentence)].tolist()
        return found

    return Sentence(
        bank.words(sentence),
        bank.tags(sentence),
        bank.spans(sentence),
        column("edges", "head"),
        [strings[number] for number in column("edges", "label")],
        [
            (start, end, strings[label])
            for start, end, label in zip(
                *(column("chunks", name) for name in ("start", "end", "label")), strict=True
            )
        ],
    )
