"""Formats of one word a line: what CoNLL-U, CoNLL-X and CoNLL-2009 have in common."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

import numpy as np

from karat.files.source import Source
from karat.formats._block import Block
from karat.formats._sentences import BLOCK, SentenceBlocks, whole
from karat.kernels import conllu as kernel
from karat.model.bank import Bank
from karat.model.columns import Bytes, Ints
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.layers import Table

_LARGEST = 1 << 30
_PLACES = frozenset({"deps_start", "deps_end", "misc_start", "misc_end"})
_INTERNED = ("lemma", "upos", "xpos", "feats")


@dataclass(frozen=True)
class Columns:
    """What stands in each column of a line, and how many columns there may be."""

    roles: tuple[int, ...]
    least: int
    most: int


class Scanner:
    """Turns blocks of word lines into Banks with the layers that such files have."""

    def __init__(self, columns: Columns, labels: Labels, path: str) -> None:
        self.columns, self.labels, self.path = columns, labels, path

    def scan(self, block: Block) -> Bank:
        """The sentences of a block."""
        size = sum(map(len, block.pieces))
        if size > _LARGEST:
            raise InputError(f"{self.path}:{block.first_line}: a sentence of more than 1 GiB")
        text = np.empty(size + kernel.PADDING, np.uint8)
        text[size:] = 10
        if size:
            np.concatenate(block.pieces, out=text[:size])
        # A last line without its newline ends at the first of the padding.
        ends = size + 1 if size and text[size - 1] != 10 else size
        room = size // (self.columns.least + 1) + 2
        lines = size // 2 + 2
        word_start, word_end, head, scratch = (np.empty(room, np.int32) for _ in range(4))
        places = np.empty(2 * kernel.INTERNED * room, np.int32)
        rest = np.zeros((room, 4), np.int32)
        surface, hidden = np.empty((room, 6), np.int32), np.empty((room, 3), np.int32)
        comments = np.empty((lines, 2), np.int32)
        tokens, surfaces, hiddens, remarks, sentence_at, fault_at = (
            np.empty(lines + 1, np.int32) for _ in range(6)
        )
        fault = np.empty(lines, np.int8)
        n, words, several, empty, said = kernel.scan(
            text, ends, np.array(self.columns.roles, np.int32),
            self.columns.least, self.columns.most, places,
            word_start, word_end, head, rest, surface, hidden, comments,
            tokens, surfaces, hiddens, remarks, sentence_at, fault, fault_at, scratch,
        )  # fmt: skip
        lemma, upos, xpos, feats, deprel = (
            self._interned(text, places, words, role) for role in range(kernel.INTERNED)
        )
        offset = tokens[: n + 1]
        return Bank(
            text=text[:size],
            labels=self.labels,
            token_offset=offset,
            word_start=word_start[:words],
            word_end=word_end[:words],
            tag=np.where(xpos == self.labels.intern(b"_"), upos, xpos),
            span_offset=np.zeros(n + 1, np.int32),
            start=np.zeros(0, np.int32),
            end=np.zeros(0, np.int32),
            label=np.zeros(0, np.int32),
            parent=np.zeros(0, np.int32),
            sentence_at=sentence_at[:n],
            fault=fault[:n],
            fault_at=fault_at[:n],
            odd=np.zeros(n, np.int8),
            layers={
                "morphology": Table(
                    offset,
                    {"lemma": lemma, "upos": upos, "xpos": xpos, "feats": feats}
                    | _named(rest[:words], "deps_start", "deps_end", "misc_start", "misc_end"),
                    interned=frozenset(_INTERNED),
                    places=_PLACES,
                ),
                "edges": Table(
                    offset, {"head": head[:words], "label": deprel}, interned=frozenset({"label"})
                ),
                "surface": Table(
                    surfaces[: n + 1],
                    _named(
                        surface[:several],
                        "first", "last", "word_start", "word_end", "line_start", "line_end",
                    ),
                    places=frozenset({"word_start", "word_end", "line_start", "line_end"}),
                ),
                "empty": Table(
                    hiddens[: n + 1],
                    _named(hidden[:empty], "before", "line_start", "line_end"),
                    places=frozenset({"line_start", "line_end"}),
                ),
                "comments": Table(
                    remarks[: n + 1],
                    _named(comments[:said], "word_start", "word_end"),
                    places=frozenset({"word_start", "word_end"}),
                ),
            },
            path=self.path,
            first_line=block.first_line,
        )  # fmt: skip

    def _interned(self, text: Bytes, places: Ints, words: int, role: int) -> Ints:
        """The numbers of the labels in a column; a column the format lacks is ``_``."""
        if role not in self.columns.roles:
            return np.full(words, self.labels.intern(b"_"), np.int32)
        step = 2 * kernel.INTERNED
        column = np.arange(2 * role, step * words + 2 * role, step, dtype=np.int32)
        self.labels.fill(text, places, column)
        return column


class Blocks(SentenceBlocks):
    """A file of such columns cut into blocks of whole sentences."""

    def __init__(
        self, columns: Columns, source: Source, layout: str = "auto", size: int = BLOCK
    ) -> None:
        super().__init__(source, partial(Scanner, columns), size)


def read(columns: Columns, source: Source, layout: str = "auto") -> Bank:
    """A whole file as one Bank."""
    return whole(Blocks(columns, source, layout))


def _named(rows: Ints, *names: str) -> dict[str, Ints]:
    return {name: np.ascontiguousarray(rows[:, i]) for i, name in enumerate(names)}


def first_words(head: bytes) -> list[list[bytes]]:
    """The columns of the first few lines that are neither blank nor comments.

    >>> first_words(b"# x\\n1\\ta\\n2\\tb\\n")
    [[b'1', b'a'], [b'2', b'b']]
    """
    lines = (line.rstrip(b"\r") for line in head.split(b"\n")[:-1] or [head])
    kept = [line.split(b"\t") for line in lines if line and not line.startswith(b"#")]
    return kept[:50]


class Words:
    """One sentence's columns as text, for writers."""

    def __init__(self, bank: Bank, sentence: int) -> None:
        self.bank = bank
        self.forms = bank.words(sentence)
        strings = bank.labels.strings()
        rows = slice(int(bank.token_offset[sentence]), int(bank.token_offset[sentence + 1]))
        blank = [b"_"] * len(self.forms)
        self.lemma = self.upos = self.feats = self.deps = self.misc = blank
        self.xpos = [strings[t] or b"_" for t in bank.tag[rows].tolist()]
        self.head: list[bytes] = blank
        self.label = blank
        if "morphology" in bank.layers:
            table = bank.layers["morphology"]
            self.lemma, self.upos, self.xpos, self.feats = (
                [strings[n] for n in table[name][rows].tolist()] for name in _INTERNED
            )
            if "deps_start" in table.columns:
                self.deps = self.texts(table["deps_start"][rows], table["deps_end"][rows])
                self.misc = self.texts(table["misc_start"][rows], table["misc_end"][rows])
        if "edges" in bank.layers:
            edges = bank.layers["edges"]
            self.head = [b"%d" % (h + 1) if h >= -1 else b"_" for h in edges["head"][rows].tolist()]
            self.label = [strings[n] or b"_" for n in edges["label"][rows].tolist()]

    def texts(self, start: Ints, end: Ints) -> list[bytes]:
        """What stands at some places of the file; ``_`` where that is nothing."""
        text = self.bank.text
        return [
            text[a:b].tobytes() or b"_" for a, b in zip(start.tolist(), end.tolist(), strict=True)
        ]


def write_rows(stream: BinaryIO, *columns: Iterable[bytes]) -> None:
    """The words of a sentence, numbered, and the blank line after them."""
    for i, row in enumerate(zip(*columns, strict=True)):
        stream.write(b"\t".join([b"%d" % (i + 1), *row]) + b"\n")
    stream.write(b"\n")
