"""Chunk tags in columns, one word per line, as in CoNLL-2000: the word, its tag, and last the chunk tag.

A line that is blank or begins with ``-X-`` ends a sentence. ``tagging`` says how tags make chunks:

``iob1``       I inside; B only at the beginning of a chunk right after another of its type
``iob2``       B at the beginning of every chunk, I inside
``bioes``      B begins, E ends, S is one word (also BILOU: L and U, BMES: M, and the two IOE kinds)
``conlleval``  as the program conlleval reads any tags; it does not know S
``auto``       any of the first three: their rules do not contradict each other

A tag that its kind does not have is a fault of its sentence. An I without a B begins a chunk. As conlleval
and seqeval read them, a tag without a type (``B``, ``B-``) is a chunk whose type is empty, and O with a
type is O. To conlleval the type ``0`` is empty too.

>>> import karat
>>> text = b"He PRP B-NP\\nreckons VBZ B-VP\\nthe DT B-NP\\ndeficit NN I-NP\\n. . O\\n"
>>> bank = karat.read_text(text)
>>> chunks = bank.layers["chunks"]
>>> [(start, end, bank.labels[kind]) for start, end, kind in chunks.each(0, "start", "end", "label")]
[(0, 1, b'NP'), (1, 2, b'VP'), (2, 4, b'NP')]
"""

from functools import partial
from typing import BinaryIO, NamedTuple

import numpy as np

from karat.files.source import Source
from karat.formats._block import Block
from karat.formats._sentences import BLOCK, SentenceBlocks, padded
from karat.formats._tagging import CONLLEVAL, OTHER, OUTSIDE, TAGGINGS, Tagging
from karat.formats._writing import each
from karat.kernels import columns as kernel
from karat.kernels.scan import FINE
from karat.model.bank import Bank
from karat.model.columns import Flags, Ints, Words, roomy
from karat.model.errors import InputError, unknown
from karat.model.labels import Labels
from karat.model.layers import Table

SUMMARY = "one word per line with a chunk tag in its last column (CoNLL-2000)"
EXTENSIONS = (".iob", ".iob2", ".bio", ".bioes", ".chunks")
SCHEME = "chunks"
NEEDS = "chunks"
VIEW = "chunks"
EXAMPLE = "the DT B-NP\ndog NN I-NP\nbarks VBZ B-VP\n. . O\n"
BAD_TAG = 46
FAULTS = {
    kernel.NO_TAG: ("a line without a chunk tag",
        "write the word first and its tag last: dog NN I-NP"),
    BAD_TAG: ("this is not a chunk tag",
        "write O or a prefix and a type, as in B-NP; if it is one, name its kind with tagging="),
}  # fmt: skip


def sniff(head: bytes) -> bool:
    """Whether a file with this beginning has chunk tags in its last column, and equally long lines.

    >>> sniff(EXAMPLE.encode()), sniff(b"(S (N a))"), sniff(b"O O\\nhe a\\n")
    (True, False, False)
    """
    lines = head.split(b"\n")
    rows = [line.split() for line in (lines[:-1] or lines)[:200]]
    rows = [row for row in rows if row and row[0] != b"-X-"]
    if not rows or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows):
        return False
    known = TAGGINGS["auto"].prefixes
    tags = [row[-1].partition(b"-") for row in rows]
    # A column of single letters may be anything but for these.
    return all(
        prefix in known if dash else prefix in (b"O", b"B", b"I") for prefix, dash, _ in tags
    )


class _Room(NamedTuple):
    """Arrays that are large enough for any text of a size; ``spots`` says where tags are."""

    word_start: Ints
    word_end: Ints
    spots: Ints
    token_offset: Ints
    sentence_at: Ints
    fault: Flags
    fault_at: Ints

    @staticmethod
    def of(size: int) -> "_Room":
        # A word takes at least four bytes; a sentence takes two, as it may be faulty.
        words, most = size // 4 + 2, size // 2 + 2
        start, end, spots = (roomy(times * words) for times in (1, 1, 4))
        offset, at, fault_at = (roomy(most) for _ in range(3))
        return _Room(start, end, spots, offset, at, roomy(most, np.int8), fault_at)


class Scanner:
    """Turns blocks into Banks with the layer ``chunks`` and no trees.

    The arrays for a block must be much larger than what it fills, so they are used for the next too.
    """

    def __init__(self, labels: Labels, path: str, tagging: str = "auto", column: int = 0) -> None:
        if tagging not in TAGGINGS:
            raise unknown("tagging", tagging, TAGGINGS)
        self.labels, self.path, self._column = labels, path, column
        self._tagging = TAGGINGS[tagging]
        self._tags = Labels()
        self._prefix: Ints = np.zeros(0, np.int32)
        self._kind: Ints = np.zeros(0, np.int32)
        self._room, self._size = _Room.of(0), -1

    def scan(self, block: Block) -> Bank:
        text, size = padded(block, self.path, 16)
        if size > self._size:
            self._size = size + size // 4
            self._room = _Room.of(self._size)
        c, spots = self._room, self._room.spots
        n, words = kernel.scan(text, size, self._column, *c)
        token_offset = c.token_offset[: n + 1].copy()
        sentence_at, fault_at = c.sentence_at[:n].copy(), c.fault_at[:n].copy()
        fault = c.fault[:n].copy()
        tag = np.arange(0, 4 * words, 4, dtype=np.int32)
        self.labels.fill(text, spots, tag)
        chunk = np.arange(2, 4 * words + 2, 4, dtype=np.int32)
        self._tags.fill(text, spots, chunk)
        self._learn()
        prefix = self._prefix[chunk]
        self._mark_bad(prefix, token_offset, spots, fault, fault_at)
        return Bank.build(
            text[:size], self.labels,
            Words(token_offset, c.word_start[:words].copy(), c.word_end[:words].copy(), tag),
            sentence_at=sentence_at, fault=fault, fault_at=fault_at, faults=FAULTS,
            layers={"chunks": _chunks(self._tagging, token_offset, prefix, self._kind[chunk])},
            path=self.path, first_line=block.first_line,
        )  # fmt: skip

    def _learn(self) -> None:
        """Find the meaning of new tags."""
        rows = [self._meaning(tag) for tag in self._tags.strings()[len(self._prefix) :]]
        if rows:
            prefix, kind = zip(*rows, strict=True)
            self._prefix = np.concatenate([self._prefix, np.array(prefix, np.int32)])
            self._kind = np.concatenate([self._kind, np.array(kind, np.int32)])

    def _meaning(self, tag: bytes) -> tuple[int, int]:
        prefix, _, kind = tag.partition(b"-")
        number = self._tagging.prefixes.get(prefix, OTHER)
        if number == OUTSIDE or (kind == b"0" and self._tagging is CONLLEVAL):
            kind = b""
        return number, self.labels.intern(kind)

    def _mark_bad(
        self, prefix: Ints, token_offset: Ints, spots: Ints, fault: Flags, fault_at: Ints
    ) -> None:
        """Mark sentences that have a tag of another kind, unless they have a fault already."""
        if not self._tagging.strict:
            return
        bad = np.flatnonzero(prefix == OTHER)[::-1]
        sentence = np.searchsorted(token_offset, bad, "right") - 1
        fine = fault[sentence] == FINE
        fault[sentence[fine]] = BAD_TAG
        fault_at[sentence[fine]] = spots[4 * bad[fine] + 2] + 1


def _chunks(tagging: Tagging, token_offset: Ints, prefix: Ints, kind: Ints) -> Table:
    """The layer ``chunks``, made from tags."""
    offset: Ints = np.empty(len(token_offset), np.int32)
    start, end, label = (np.empty(len(prefix) + 1, np.int32) for _ in range(3))
    found = kernel.chunk(
        tagging.starts, tagging.ends, token_offset, prefix, kind, offset, start, end, label
    )
    columns = {"start": start[:found], "end": end[:found], "label": label[:found]}
    first = np.repeat(token_offset[:-1], np.diff(offset))
    columns |= {"opened": prefix[first + start[:found]], "closed": prefix[first + end[:found] - 1]}
    return Table(offset, columns, interned=frozenset({"label"}))


class Blocks(SentenceBlocks):
    """A file cut into blocks of whole sentences.

    ``column`` says which column from the right has the chunk tags: 0 is the last, 1 the last but one,
    which has gold's tags in files for conlleval.
    """

    def __init__(
        self, source: Source, layout: str = "auto", tagging: str = "auto",
        column: int = 0, size: int = BLOCK,
    ) -> None:  # fmt: skip
        scanner = partial(Scanner, tagging=tagging, column=column)
        super().__init__(source, scanner, size, kernel.nth_boundary)


def write(bank: Bank, stream: BinaryIO, *, pretty: bool = False, tagging: str = "iob2") -> None:
    """Write word, tag and chunk tag; reading the result gives the same chunks.

    Words with white space in them, and sentences without a word, cannot be written.
    """
    if tagging not in TAGGINGS or tagging in ("auto", "conlleval"):
        raise unknown("tagging to write", tagging, ("iob1", "iob2", "bioes"))
    stream.writelines(each(bank, partial(_text, bank, bank.layer("chunks"), tagging)))


def _text(bank: Bank, layer: Table, tagging: str, sentence: int) -> bytes:
    words = bank.words(sentence)
    if not words or any(not word or word.split() != [word] for word in words):
        what = "a word with white space in it" if words else "a sentence without words"
        raise InputError(f"columns cannot hold {what}")
    rows, strings = layer.each(sentence, "start", "end", "label"), bank.labels.strings()
    chunks = [(start, end, strings[kind].decode("utf-8", "replace")) for start, end, kind in rows]
    tags = tags_of(chunks, len(words), tagging)
    lines = []
    for word, tag, chunk in zip(words, bank.tags(sentence), tags, strict=True):
        tag = tag if tag.split() == [tag] else b"_"
        lines.append(b" ".join((word, tag, chunk.encode("utf-8", "surrogateescape"))) + b"\n")
    return b"".join([*lines, b"\n"])


def tags_of(chunks: list[tuple[int, int, str]], words: int, tagging: str = "iob2") -> list[str]:
    """The tags of one sentence's chunks, which do not overlap.

    >>> tags_of([(0, 1, "NP"), (1, 4, "NP")], 5)
    ['B-NP', 'B-NP', 'I-NP', 'I-NP', 'O']
    >>> tags_of([(0, 1, "NP"), (1, 4, "NP")], 5, "iob1")
    ['I-NP', 'B-NP', 'I-NP', 'I-NP', 'O']
    >>> tags_of([(0, 1, "NP"), (1, 4, "NP")], 5, "bioes")
    ['S-NP', 'B-NP', 'I-NP', 'E-NP', 'O']
    """
    tags = ["O"] * words
    before = (-1, "")
    for start, end, kind in chunks:
        tags[start:end] = [f"I-{kind}"] * (end - start)
        if tagging != "iob1" or before == (start, kind):
            tags[start] = f"B-{kind}"
        if tagging == "bioes":
            tags[end - 1] = f"E-{kind}" if end - start > 1 else f"S-{kind}"
        before = (end, kind)
    return tags
