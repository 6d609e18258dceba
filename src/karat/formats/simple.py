"""Simple formats: write a function that reads one sentence and one that writes it; the rest is here.

A format's module is in this folder, or in ``formats/`` of a folder that ``KARAT_PLUGINS`` lists. It
defines what is special about the format and calls ``blocks`` and ``writer``:

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

Options of the functions, here ``separator``, are options of the format. If a sentence cannot be read,
the function raises a Fault: its number, and its position in the text of the sentence.

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
from itertools import repeat
from typing import Any, BinaryIO

import numpy as np

from karat.files.source import Source
from karat.formats._block import Fault, whole
from karat.formats._records import BLOCK, Contents, RecordBlocks, Records, words_of
from karat.formats._writing import each
from karat.kernels import trees as kernel
from karat.model import discontinuous
from karat.model.bank import Bank, Faults
from karat.model.columns import Spans
from karat.model.labels import Labels
from karat.model.layers import table

__all__ = ["LINES", "PARAGRAPHS", "Fault", "Sentence", "blocks", "whole", "writer"]

# Where sentences begin: at every line, or at every line after a blank one.
LINES = re.compile(rb"^(?=[\s\S])", re.MULTILINE)
PARAGRAPHS = re.compile(rb"\A[\r\n]*[^\r\n]|(?<=\n\n)[^\r\n]|(?<=\n\r\n)[^\r\n]")

# Faults that are found here; a format's own faults have smaller numbers.
_SPANS = 101
_HEADS = 102
_FAULTS = {
    _SPANS: ("constituents that cross or leave the sentence", "check the brackets"),
    _HEADS: ("a head that is not a word of the sentence, or a cycle", "check the heads"),
}


@dataclass(frozen=True)
class Sentence:
    """The parts of a sentence; a format leaves out those that it does not have.

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
    """The ``Blocks`` of a format. ``parse`` reads the text of one sentence, without its last newline.

    ``begins`` matches where a sentence begins; ``gives`` says which of trees, edges and chunks the
    format has.
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

        contents = functools.partial(_contents, gives)
        records = Records(begins, read, Sentence(), contents, {**_FAULTS, **(faults or {})})
        return RecordBlocks(source, records, size)

    return cut


def writer(text: Callable[..., bytes]) -> Callable[..., None]:
    """The ``write`` of a format; ``text`` turns a Sentence into its lines."""

    @functools.wraps(text)
    def write(bank: Bank, stream: BinaryIO, **options: Any) -> None:
        discontinuous.refuse(bank, "this format")
        stream.writelines(each(bank, lambda row: text(_sentence(bank, row), **options)))

    return write


def _contents(
    gives: Sequence[str], found: list[Sentence], begins: list[int], pool: bytearray, labels: Labels
) -> Contents:
    text = bytes(pool)
    words = words_of(
        [_words(text, begin, one, pool) for begin, one in zip(begins, found, strict=True)], labels
    )
    layers = {}
    if "edges" in gives:
        edges = [
            list(zip(one.heads or [-2] * n, one.labels or [b"_"] * n, strict=True))
            for one in found
            for n in [len(one.words)]
        ]
        layers["edges"] = table(edges, "head label", labels)
    if "chunks" in gives:
        layers["chunks"] = table([one.chunks for one in found], "start end label", labels)
    if "trees" not in gives:
        return words, None, layers
    spans = table([one.spans for one in found], "start end label", labels)
    parent = np.empty(len(spans), np.int32)
    kernel.parents(spans.offset, spans["start"], spans["end"], parent)
    return words, Spans(spans.offset, parent=parent, **spans.columns), layers


def _words(
    text: bytes, at: int, sentence: Sentence, pool: bytearray
) -> list[tuple[int, int, bytes]]:
    """The positions of a sentence's words in the text; words that are not in it are added at its end."""
    rows = []
    for word, tag in zip(sentence.words, sentence.tags or repeat(b""), strict=False):
        found = text.find(word, at)
        if found >= 0:
            at = found + len(word)
        else:
            found = len(pool)
            pool += word
        rows.append((found, found + len(word), tag))
    return rows


def _checked(sentence: Sentence) -> Sentence:
    """Refuse sentences that cannot be compared: with crossing spans, or heads that do not exist."""
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
    strings = bank.labels.strings()

    def rows(layer: str, *names: str) -> list[tuple[int, ...]]:
        return list(bank.layers[layer].each(sentence, *names)) if layer in bank.layers else []

    edges, chunks = rows("edges", "head", "label"), rows("chunks", "start", "end", "label")
    return Sentence(
        bank.words(sentence),
        bank.tags(sentence),
        bank.spans(sentence),
        [head for head, _ in edges],
        [strings[label] for _, label in edges],
        [(start, end, strings[label]) for start, end, label in chunks],
    )
