"""Formats of one word per line: what CoNLL-U, CoNLL-X and CoNLL-2009 have in common."""

from dataclasses import dataclass, replace
from functools import partial
from typing import BinaryIO

import numpy as np

from karat.files.source import Source
from karat.formats._block import Block
from karat.formats._sentences import BLOCK, SentenceBlocks, padded
from karat.formats._writing import columns_of, in_one_go
from karat.kernels import conllu as kernel
from karat.kernels import writing
from karat.model.bank import Bank
from karat.model.columns import Bytes, Ints, Numbers, Words, roomy
from karat.model.labels import Labels
from karat.model.layers import Table, offsets

_INTERNED = ("lemma", "upos", "xpos", "feats")
_LABEL = frozenset({"label"})
_REST = ("deps_start", "deps_end", "misc_start", "misc_end")
_COMMENTS = ("word_start", "word_end")
_BY_SENTENCE = ("token", "surface", "hidden", "comment")
_EMPTY = ("before", "line_start", "line_end")
_SURFACE = ("first", "last", "word_start", "word_end", "line_start", "line_end")

FAULTS = {
    kernel.COLUMNS: ("this line has {columns} columns, which is not the number of its format",
        "columns are separated by one tab each; a blank line ends a sentence"),
    kernel.WORD_ID: ("a word number out of order",
        "words are numbered 1, 2, 3 … in each sentence, and a blank line ends a sentence"),
    kernel.RANGE: ("a multiword token that does not fit its words",
        "put the line 3-4 right before word 3; word 4 must follow"),
    kernel.HEAD: ("a head that is not a number",
        "write 0 for the root, or _ for a word without one"),
    kernel.OUT_OF_RANGE: ("a head that is not a word of the sentence",
        "the heads are 0 to its length"),
    kernel.CYCLE: ("this word is its own ancestor", "following the heads must lead to the root"),
    kernel.EMPTY_FORM: ("a word whose form is empty", "write _ for an unknown form"),
    kernel.COMMENT: ("a comment inside a sentence", "put comments before the first word"),
}  # fmt: skip


@dataclass(frozen=True)
class Columns:
    """The role of each column of a line, by its name in the kernel, and the number of columns."""

    names: str
    least: int
    most: int

    @property
    def roles(self) -> Ints:
        return np.array([getattr(kernel, name) for name in self.names.split()], np.int32)


class Scanner:
    """Turns blocks of word lines into Banks with the layers that such files have.

    The arrays for a block must be much larger than what it fills, so they are used for the next too.
    """

    def __init__(self, columns: Columns, labels: Labels, path: str) -> None:
        self.columns, self.labels, self.path = columns, labels, path
        self._room, self._size = dict[str, Numbers](), -1

    def scan(self, block: Block) -> Bank:
        text, size = padded(block, self.path, kernel.PADDING)
        # A last line without a newline ends at the first byte of the padding.
        ends = size + 1 if size and text[size - 1] != 10 else size
        if size > self._size:
            self._size = size + size // 4
            self._room = _room(self._size, self.columns.least)
        c = self._room
        n, words, several, empty, said = kernel.scan(
            text, ends, self.columns.roles, self.columns.least, self.columns.most,
            kernel.Columns(**c),
        )  # fmt: skip
        *morphology, deprel = (
            self._interned(text, c["places"], words, role) for role in range(kernel.INTERNED)
        )
        _, upos, xpos, _ = morphology
        tag = np.where(xpos == self.labels.intern(b"_"), upos, xpos)
        offset, surfaces, hiddens, remarks = (
            c[f"{name}_offset"][: n + 1].copy() for name in _BY_SENTENCE
        )
        start, end, head = (c[name][:words].copy() for name in ("word_start", "word_end", "head"))
        sentence_at, fault, fault_at = (
            c[name][:n].copy() for name in ("sentence_at", "fault", "fault_at")
        )
        return Bank.build(
            text[:size], self.labels, Words(offset, start, end, tag),
            sentence_at=sentence_at, fault=fault, fault_at=fault_at,
            faults=FAULTS, path=self.path, first_line=block.first_line,
            layers={
                "morphology": _morphology(offset, morphology, c["rest"][:words]),
                "edges": Table(offset, {"head": head, "label": deprel}, _LABEL),
                "surface": _named(surfaces, c["surface"][:several], _SURFACE),
                "empty": _named(hiddens, c["hidden"][:empty], _EMPTY),
                "comments": _named(remarks, c["comments"][:said], _COMMENTS),
            },
        )  # fmt: skip

    def _interned(self, text: Bytes, places: Ints, words: int, role: int) -> Ints:
        """The numbers of the labels in a column; a column that the format lacks is filled with ``_``."""
        if role not in self.columns.roles.tolist():
            return np.full(words, self.labels.intern(b"_"), np.int32)
        step = 2 * kernel.INTERNED
        column = np.arange(2 * role, step * words + 2 * role, step, dtype=np.int32)
        self.labels.fill(text, places, column)
        return column


def _room(size: int, least: int) -> dict[str, Numbers]:
    """Arrays large enough for any text of ``size`` bytes in lines of at least ``least`` columns."""
    words, lines = size // (least + 1) + 2, size // 2 + 2
    by_word = ("word_start", "word_end", "head", "scratch")
    columns: dict[str, Numbers] = {name: roomy(words) for name in by_word}
    columns |= {f"{name}_offset": roomy(lines + 1) for name in _BY_SENTENCE}
    return columns | {
        "places": roomy(2 * kernel.INTERNED * words),
        "rest": roomy(words, columns=len(_REST)),
        "surface": roomy(words, columns=len(_SURFACE)),
        "hidden": roomy(words, columns=len(_EMPTY)),
        "comments": roomy(lines, columns=len(_COMMENTS)),
        "sentence_at": roomy(lines),
        "fault": roomy(lines, np.int8),
        "fault_at": roomy(lines),
    }


class Blocks(SentenceBlocks):
    """A file of such columns cut into blocks of whole sentences."""

    def __init__(
        self, columns: Columns, source: Source, layout: str = "auto", size: int = BLOCK
    ) -> None:
        super().__init__(source, partial(Scanner, columns), size)


def _named(offset: Ints, rows: Ints, names: tuple[str, ...]) -> Table:
    """A table with the columns of ``rows``; columns called start or end are offsets into the text."""
    columns = {name: rows[:, i].copy() for i, name in enumerate(names)}
    return Table(offset, columns, places=frozenset(name for name in names if "_" in name))


def _morphology(offset: Ints, morphology: list[Ints], rest: Ints) -> Table:
    table = _named(offset, rest, _REST)
    columns = {**dict(zip(_INTERNED, morphology, strict=True)), **table.columns}
    return replace(table, columns=columns, interned=frozenset(_INTERNED))


def first_words(head: bytes) -> list[list[bytes]]:
    """The columns of the first few lines that are neither blank nor comments.

    >>> first_words(b"# x\\n1\\ta\\n2\\tb\\n")
    [[b'1', b'a'], [b'2', b'b']]
    """
    lines = (line.rstrip(b"\r") for line in head.split(b"\n")[:-1] or [head])
    kept = [line.split(b"\t") for line in lines if line and not line.startswith(b"#")]
    return kept[:50]


_NO_PARSE = b"# no parse\n"


def write(
    columns: Columns, missing: bytes, bank: Bank, stream: BinaryIO, *, pretty: bool = False
) -> None:
    """Write a Bank; a column for which it has no layer is ``_``.

    With ``missing``, comments, multiword tokens and empty nodes are written too, and this line for a
    sentence that has neither words nor comments. Without it such a sentence is a comment all the same:
    blank lines alone would be no sentence, and those after it would have moved.
    """
    if not len(bank):
        return
    kept = partial(_as_read, bank) if missing else partial(_nothing, len(bank))
    words = writing.Words(
        bank.text, *columns_of(bank, "token_offset", "word_start", "word_end"), *_contents(bank),
        *kept("comments", "word_start", "word_end"),
        *kept("empty", "before", "line_start", "line_end"),
        *kept("surface", "first", "line_start", "line_end"),
    )  # fmt: skip
    names = writing.Names(bank.labels.ends, bank.labels.blob)
    line = np.frombuffer(missing or _NO_PARSE, np.uint8)
    roles = columns.roles
    stream.writelines(
        in_one_go(lambda sentence, out: writing.lines(words, names, roles, line, sentence, out))
    )


def _contents(bank: Bank) -> tuple[Ints, Ints, Ints]:
    """What the kernel needs of each word: its labels (-1: none), its head, and the places of the rest."""
    rows = len(bank.word_start)
    labels = np.full((rows, kernel.INTERNED), -1, np.int32)
    labels[:, kernel.XPOS] = np.where(bank.tag > 0, bank.tag, -1)
    head = np.full(rows, kernel.NONE, np.int32)
    rest = np.zeros((rows, len(_REST)), np.int32)
    if "morphology" in bank.layers:
        table = bank.layers["morphology"].columns
        for role, name in enumerate(_INTERNED):
            labels[:, role] = table[name]
        for at, name in enumerate(_REST if "deps_start" in table else ()):
            rest[:, at] = table[name]
    if "edges" in bank.layers:
        edges = bank.layers["edges"]
        head = np.ascontiguousarray(edges["head"], np.int32)
        labels[:, kernel.DEPREL] = np.where(edges["label"] > 0, edges["label"], -1)
    return labels, head, rest


def _as_read(bank: Bank, layer: str, *names: str) -> tuple[Ints, Ints]:
    """The lines of a layer, which are written as they were read, in the order of their places.

    Lines at a place beyond the end of their sentence are left out.
    """
    if layer not in bank.layers:
        return _nothing(len(bank), layer, *names)
    table = bank.layers[layer]
    rows = np.stack([table[name] for name in names], axis=1).astype(np.int32)
    if len(names) == 2 or not len(rows):
        return table.offset, rows
    sentence = np.repeat(np.arange(len(bank)), np.diff(table.offset))
    place, words = rows[:, 0], np.diff(bank.token_offset)[sentence]
    order = np.lexsort((place, sentence))
    order = order[((place >= 0) & (place <= words))[order]]
    kept = np.bincount(sentence[order], minlength=len(bank))
    return offsets(kept), np.ascontiguousarray(rows[order])


def _nothing(sentences: int, layer: str, *names: str) -> tuple[Ints, Ints]:
    """A layer without lines."""
    return np.zeros(sentences + 1, np.int32), np.zeros((0, len(names)), np.int32)
