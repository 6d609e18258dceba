"""Formats of one word per line: what CoNLL-U, CoNLL-X and CoNLL-2009 have in common."""

from dataclasses import dataclass, replace
from functools import partial
from typing import BinaryIO

import numpy as np

from karat.files.source import Source
from karat.formats._block import Block
from karat.formats._sentences import BLOCK, SentenceBlocks, padded
from karat.kernels import conllu as kernel
from karat.model.bank import Bank, Words
from karat.model.columns import Bytes, Ints, Numbers
from karat.model.labels import Labels
from karat.model.layers import Table

_INTERNED = ("lemma", "upos", "xpos", "feats")
_LABEL = frozenset({"label"})
_REST = ("deps_start", "deps_end", "misc_start", "misc_end")
_COMMENTS = ("word_start", "word_end")
_BY_SENTENCE = ("token", "surface", "hidden", "comment")
_EMPTY = ("before", "line_start", "line_end")
_SURFACE = ("first", "last", "word_start", "word_end", "line_start", "line_end")

FAULTS = {
    kernel.COLUMNS: ("this line does not have the number of columns of its format",
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
    columns: dict[str, Numbers] = {name: np.empty(words, np.int32) for name in by_word}
    columns |= {f"{name}_offset": np.empty(lines + 1, np.int32) for name in _BY_SENTENCE}
    return columns | {
        "places": np.empty(2 * kernel.INTERNED * words, np.int32),
        "rest": np.empty((words, len(_REST)), np.int32),
        "surface": np.empty((words, len(_SURFACE)), np.int32),
        "hidden": np.empty((words, len(_EMPTY)), np.int32),
        "comments": np.empty((lines, len(_COMMENTS)), np.int32),
        "sentence_at": np.empty(lines, np.int32),
        "fault": np.empty(lines, np.int8),
        "fault_at": np.empty(lines, np.int32),
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


def lines(columns: Columns, bank: Bank, sentence: int) -> list[bytes]:
    """The lines of a sentence's words; a column for which the Bank has no layer is ``_``."""
    forms, strings = bank.words(sentence), bank.labels.strings()
    found = {"ID": [b"%d" % (i + 1) for i in range(len(forms))], "FORM": forms}
    found["XPOS"] = [tag or b"_" for tag in bank.tags(sentence)]
    at = slice(int(bank.token_offset[sentence]), int(bank.token_offset[sentence + 1]))
    if "morphology" in bank.layers:
        table = bank.layers["morphology"].columns
        for name in _INTERNED:
            found[name.upper()] = [strings[n] for n in table[name][at].tolist()]
        for name in ("deps", "misc") if "deps_start" in table else ():
            starts, ends = table[f"{name}_start"][at].tolist(), table[f"{name}_end"][at].tolist()
            found[name.upper()] = [
                bank.text[a:b].tobytes() or b"_" for a, b in zip(starts, ends, strict=True)
            ]
    if "edges" in bank.layers:
        edges = bank.layers["edges"].columns
        heads = edges["head"][at].tolist()
        found["GOVERNOR"] = [b"%d" % (head + 1) if head >= -1 else b"_" for head in heads]
        found["DEPREL"] = [strings[label] or b"_" for label in edges["label"][at].tolist()]
    blank = [b"_"] * len(forms)
    rows = zip(*(found.get(name, blank) for name in columns.names.split()), strict=True)
    return [b"\t".join(row) + b"\n" for row in rows]


def write(columns: Columns, bank: Bank, stream: BinaryIO, *, pretty: bool = False) -> None:
    """Write a Bank; a column for which it has no layer is ``_``."""
    for sentence in range(len(bank)):
        stream.writelines([*lines(columns, bank, sentence), b"\n"])
