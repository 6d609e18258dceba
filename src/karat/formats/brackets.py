"""Bracketed trees, as in the Penn Treebank: ``(S (NP (DT the) (NN dog)) (VP (VBZ barks)))``.

Words are compared as bytes and split at ASCII white space only, so a no-break space or a U+2028
inside a word is part of it. Any depth, any length. A file has a layout:

``lines``  a line is a sentence; several trees on it are a forest, a blank line is a missing parse,
           and a line whose brackets do not balance fails alone.
``free``   a sentence ends where its brackets balance, over as many lines as it takes; blank lines
           mean nothing; after a fault reading goes on at the next line that begins with ``(``.
``auto``   free, if the first line that is not blank does not balance, or if near the beginning an
           indented line follows one that does not; else lines.

>>> import karat
>>> bank = karat.read_text("( (S\\n    (NP (N a))\\n    (VP (V b))))\\n\\n(S (N c))")
>>> print(dumps(bank), end="")
( (S (NP (N a)) (VP (V b))))
(S (N c))
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import BinaryIO

import numpy as np

from karat.files.source import Source
from karat.formats import _block
from karat.formats._block import Block
from karat.formats._writing import each
from karat.kernels import scan as kernel
from karat.model import discontinuous
from karat.model.bank import Bank, Spans, Words
from karat.model.columns import Bytes
from karat.model.errors import InputError, unknown
from karat.model.labels import Labels

SUMMARY = "bracketed trees, one a line or pretty-printed (Penn Treebank)"
EXTENSIONS = (".mrg", ".ptb", ".psd", ".tree", ".brackets")
EXAMPLE = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
NEEDS = "trees"
LAYOUTS = ("auto", "lines", "free")
FAULTS = {
    kernel.UNCLOSED: ("this '(' is never closed", "close it, or check the lines before it"),
    kernel.SURPLUS: ("a ')' with nothing to close", "remove it, or open a bracket before it"),
    kernel.OUTSIDE: (
        "text outside any bracket",
        "a tree begins with '(', as in (S (NN dog) (VBZ barks))",
    ),
}

BLOCK = 1 << 21
HEAD = 1 << 16
_LARGEST = 1 << 30
# A bracket in a bracket: nearly every file of trees has one at its beginning.
_NESTED = re.compile(rb"\([^\s()]*[ \t]*\(")
# For each number of eight bits: which of them are 1, the lowest first, and how many.
_BITS = np.array(
    [([i for i in range(8) if n >> i & 1] + 8 * [0])[:8] for n in range(256)], np.int32
).reshape(-1)
_ONES = np.array([n.bit_count() for n in range(256)], np.uint8)
_WHITE = np.zeros(256, np.uint8)
_WHITE[list(b" \t\n\v\f\r")] = 1
# How many bytes are read with care after the first line that needs it.
_CAREFUL = 1 << 12


def sniff(head: bytes) -> bool:
    """Whether a file that begins so is likely bracketed.

    >>> sniff(b"\\n  (S (N a))"), sniff(b"1\\tthe\\tthe\\t_")
    (True, False)
    """
    return head.lstrip().startswith(b"(")


class Scanner:
    """Turns blocks into Banks; the columns of one Bank are overwritten by the next."""

    def __init__(
        self, labels: Labels, lines: bool, path: str = "<text>", has_trees: bool = True
    ) -> None:
        self.labels, self.lines, self.path, self.has_trees = labels, lines, path, has_trees
        self._room = -1

    def _make_room(self, size: int) -> None:
        if size <= self._room:
            return
        # Pages that are never written cost nothing, so the worst case is what we ask for.
        self._room = room = size + (size >> 2) + 64
        self._text = np.empty(room + kernel.PADDING, np.uint8)
        self._flags = np.empty(kernel.STRIDE + 8, np.uint8)
        self._places = np.empty(room + kernel.PADDING + 8, np.int32)
        self._columns = [np.empty(room + 2, np.int32) for _ in range(7)]
        self._offsets = [np.empty(room + 2, np.int32) for _ in range(3)]
        self._faults = np.empty(room + 2, np.int8), np.empty(room + 2, np.int32)
        self._stack = np.empty(room + 2, np.int32)
        self._spots = np.empty(room + kernel.PADDING + 8, np.int32)
        self._unclosed = np.empty(room + 2, np.int32)

    def scan(self, block: Block, *, final: bool = True) -> Bank:
        """The sentences of a block; with ``final`` also one that is open at its end, as a fault."""
        size, first_line = sum(map(len, block.pieces)), block.first_line
        if size > _LARGEST:
            raise InputError(
                f"{self.path}:{first_line}: a sentence of more than {_LARGEST >> 30} GiB; "
                "is this the right layout? Try --layout"
            )
        self._make_room(size)
        if size:
            np.concatenate(block.pieces, out=self._text[:size])
        self._text[size : size + kernel.PADDING] = 10
        word_start, word_end, tag, start, end, label, parent = self._columns
        token_offset, span_offset, sentence_at = self._offsets
        fault, fault_at = self._faults
        labels = self.labels
        sentences = tokens = spans = at = indexed = 0
        careful = _CAREFUL
        while True:
            if self.lines:
                at, sentences, tokens, spans, indexed = kernel.skim(
                    self._text, at, size, indexed,
                    _BITS, _ONES, self._flags, _WHITE, self._places,
                    labels.slots, labels.keys, labels.ends, labels.blob, labels.factor,
                    *self._columns, *self._offsets, *self._faults, self._stack,
                    sentences, tokens, spans,
                )  # fmt: skip
                if at >= size:
                    break
            # A line that cannot be skimmed, and then ever more of what follows it, so that a text
            # full of such lines costs no more than a few calls.
            until = size
            if self.lines and at + careful < size:
                after, found = kernel.nth_newline(self._text, at + careful, size, 1)
                until = after if found else size
            first_token, first_span = tokens, spans
            sentences, tokens, spans = kernel.walk(
                self._text, at, until, self.lines, final, _BITS, _ONES, self._flags, self._spots,
                *self._columns, *self._offsets, *self._faults, self._stack, self._unclosed,
                sentences, tokens, spans,
            )  # fmt: skip
            labels.fill(self._text, self._spots, tag[first_token:tokens])
            labels.fill(self._text, self._spots, label[first_span:spans])
            at = until
            careful *= 2
            if at >= size:
                break
        return Bank.build(
            self._text[:size],
            labels,
            Words(
                token_offset[: sentences + 1], word_start[:tokens], word_end[:tokens], tag[:tokens]
            ),
            Spans(
                span_offset[: sentences + 1],
                *(column[:spans] for column in (start, end, label, parent)),
            ),
            sentence_at=sentence_at[:sentences],
            fault=fault[:sentences],
            fault_at=fault_at[:sentences],
            faults=FAULTS,
            has_trees=self.has_trees,
            path=self.path,
            first_line=first_line,
        )


class Blocks:
    """A file cut into blocks of whole sentences, as large as is convenient or as many as asked."""

    new_scanner: "Callable[..., _block.Scanner]" = Scanner

    def __init__(self, source: Source, layout: str = "auto", size: int = BLOCK) -> None:
        if layout not in LAYOUTS:
            raise unknown("layout", layout, LAYOUTS)
        self.source, self._size = source, size
        head = source.peek(HEAD)
        self._pieces: list[Bytes] = []
        self._held = 0
        self._ended = False
        self._line = 1
        self.lines = self._looks_like_lines() if layout == "auto" else layout == "lines"
        # The free layout is cut with the scanner itself: where does each sentence begin?
        self._scanner = None if self.lines else Scanner(Labels(), False, source.path)
        self._begins: list[int] = []
        self.has_trees = _NESTED.search(head) is not None or self._trees_in(head)

    def _trees_in(self, head: bytes) -> bool:
        """Whether the head of the file has a constituent, or no words either."""
        lines = head[: head.rfind(b"\n") + 1] if len(head) == HEAD else head
        bank = self.new_scanner(Labels(), self.lines).scan(block(lines))
        return bool(len(bank.label)) or not len(bank.tag)

    def __iter__(self) -> Iterator[Block]:
        while block := self.next():
            yield block

    def next(self) -> Block | None:
        """The next block of about the usual size; None at the end."""
        if not self.lines:
            self._find_sentences(1)
            return self.take(len(self._begins) - 1) if len(self._begins) > 1 else None
        while not self._ended and self._held < self._size:
            self._fill()
        size = self._whole_lines()
        while not size and not self._ended:
            self._fill()
            size = self._whole_lines()
        if not size:
            return None
        pieces = self._cut(size)
        sentences = sum(kernel.nth_newline(p, 0, len(p), len(p) + 1)[1] for p in pieces)
        sentences += int(pieces[-1][-1] != 10)
        return Block(pieces, sentences, self._advance(sentences))

    def take(self, sentences: int) -> Block:
        """The next so many sentences, or what there is."""
        if not self.lines:
            self._find_sentences(sentences)
            sentences = min(sentences, len(self._begins) - 1)
            end = self._begins[sentences]
            self._begins = [begin - end for begin in self._begins[sentences:]]
            pieces = self._cut(end)
            newlines = sum(int(np.count_nonzero(piece == 10)) for piece in pieces)
            return Block(pieces, sentences, self._advance(newlines))
        size = found = index = 0
        while found < sentences:
            if index == len(self._pieces):
                if self._ended:
                    break
                self._fill()
                continue
            piece = self._pieces[index]
            after, here = kernel.nth_newline(piece, 0, len(piece), sentences - found)
            found += here
            size += after if found == sentences else len(piece)
            index += 1
        pieces = self._cut(size)
        if found < sentences and size and pieces[-1][-1] != 10:
            found += 1
        return Block(pieces, found, self._advance(found))

    def _whole_lines(self) -> int:
        """How many of the bytes held are whole lines; at the end of the file, all."""
        if self._ended:
            return self._held
        rest = 0
        for piece in reversed(self._pieces):
            at = _last_newline(piece)
            if at >= 0:
                return self._held - rest - (len(piece) - at - 1)
            rest += len(piece)
        return 0

    def scanner(self, labels: Labels) -> "_block.Scanner":
        """What turns these blocks into Banks."""
        return self.new_scanner(labels, self.lines, self.source.path, self.has_trees)

    def _fill(self) -> None:
        # Ever larger pieces for a sentence that does not end, so that its cost stays linear.
        data = self.source.read(max(self._size, self._held))
        self._ended = not len(data)
        if len(data):
            self._pieces.append(data)
            self._held += len(data)

    def _cut(self, size: int) -> list[Bytes]:
        """Take so many bytes off the front."""
        taken: list[Bytes] = []
        self._held -= size
        while size:
            piece = self._pieces[0]
            taken.append(piece[:size])
            if len(piece) <= size:
                self._pieces.pop(0)
            else:
                self._pieces[0] = piece[size:]
            size -= len(taken[-1])
        return taken

    def _advance(self, lines: int) -> int:
        line = self._line
        self._line += lines
        return line

    def _looks_like_lines(self) -> bool:
        while True:
            text = b"".join(piece.tobytes() for piece in self._pieces)
            first = text.lstrip()
            if self._ended or b"\n" in first:
                break
            self._fill()
        line = first.split(b"\n", 1)[0]
        return line.count(b"(") == line.count(b")") and not _goes_on_indented(text[:HEAD])

    def _find_sentences(self, wanted: int) -> None:
        """Know where at least so many sentences of what is held begin, if there are so many.

        The last one found is held back until more is read: stray text may still follow it.
        """
        assert self._scanner is not None  # only called for the free layout
        while len(self._begins) - 1 < wanted:
            if self._ended and self._begins:
                return
            if not self._ended:
                self._fill()
            bank = self._scanner.scan(Block(self._pieces, 0, self._line), final=self._ended)
            begins: list[int] = bank.sentence_at.tolist()
            if begins:
                begins[0] = 0
            self._begins = [*begins, self._held] if self._ended else begins


def _goes_on_indented(text: bytes) -> bool:
    """Whether a line that does not balance is followed by an indented one.

    >>> _goes_on_indented(b"(S (N a))\\n(S\\n  (N b))\\n"), _goes_on_indented(b"(S (N a)\\n(S (N b))\\n")
    (True, False)
    """
    lines = text.split(b"\n")
    return any(
        after[:1] in (b" ", b"\t") and line.count(b"(") != line.count(b")")
        for line, after in pairwise(lines)
    )


def _last_newline(piece: Bytes) -> int:
    """The offset of the last newline, or -1; looked for from the end, a stretch at a time."""
    end = len(piece)
    while end > 0:
        begin = max(0, end - (1 << 14))
        at = piece[begin:end].tobytes().rfind(b"\n")
        if at >= 0:
            return begin + at
        end = begin
    return -1


def block(text: bytes) -> Block:
    """A text as one block; how many sentences it has is for the scanner to find out."""
    return Block([np.frombuffer(text, np.uint8)], -1, 1)


def dumps(bank: Bank, *, pretty: bool = False) -> str:
    """Trees as text, one per line or indented."""
    return b"".join(_texts(bank, pretty)).decode("utf-8", "surrogateescape")


def write(bank: Bank, stream: BinaryIO, *, pretty: bool = False) -> None:
    """Write a Bank, a blank line for a sentence without a parse; reading it back changes nothing.

    Except brackets in words, which other formats may have: they become -LRB- and -RRB-.
    Indented trees are read in the free layout, which has no place for a missing parse or a forest:
    with ``pretty`` these are refused.
    """
    for text in _texts(bank, pretty):
        stream.write(text)


def _texts(bank: Bank, pretty: bool) -> Iterator[bytes]:
    discontinuous.refuse(bank, "the format brackets")

    def text(sentence: int) -> bytes:
        if pretty:
            _refuse_forest(bank, sentence)
        return tree(bank, sentence, pretty=pretty) + b"\n"

    return each(bank, text)


def _refuse_forest(bank: Bank, sentence: int) -> None:
    """Stop what cannot be indented."""
    first, last = bank.span_offset[sentence : sentence + 2]
    roots = int(np.count_nonzero(bank.parent[first:last] == -1))
    words = bank.token_offset[sentence + 1] - bank.token_offset[sentence]
    if roots != 1 or bank.start[first] > 0 or bank.end[first] < words:
        kind = "a forest" if last > first else "no tree"
        raise InputError(f"{kind} cannot be indented; write one tree per line instead")


def tree(bank: Bank, sentence: int, *, pretty: bool = False) -> bytes:
    """One sentence as text; a word with an empty tag stands bare where that reads back so.

    >>> import karat
    >>> bank = karat.read_text("(NP (DT the) dog)")
    >>> tree(bank, 0)
    b'(NP (DT the) dog)'
    """
    words, tags, spans = bank.words(sentence), bank.tags(sentence), bank.spans(sentence)
    rows = slice(bank.span_offset[sentence], bank.span_offset[sentence + 1])
    parents = [*bank.parent[rows].tolist(), -1]
    starts = [*(start for start, _, _ in spans), len(words)]
    pieces: list[bytes] = []
    stack: list[int] = []
    done = 0
    for row, (start, parent) in enumerate(zip(starts, parents, strict=True)):
        # First the words before this bracket and the brackets that end before it.
        while True:
            around = spans[stack[-1]] if stack else (0, len(words), b"")
            while done < min(start, around[1]):
                bare = bool(stack) and around[1] - around[0] > 1
                pieces += (b" " if pieces else b"", _leaf(words[done], tags[done], bare))
                done += 1
            if not stack or stack[-1] == parent:
                break
            pieces.append(b")")
            stack.pop()
        if row < len(spans):
            if pieces:
                pieces.append(b"\n" + b"  " * len(stack) if pretty else b" ")
            pieces.append(b"(" + spans[row][2])
            stack.append(row)
    return b"".join(pieces)


def _leaf(word: bytes, tag: bytes, bare: bool) -> bytes:
    """A word with its tag; a bracket in it is written as the Treebank does, ``-LRB-`` and ``-RRB-``.

    >>> _leaf(b":)", b"NFP", False)
    b'(NFP :-RRB-)'
    """
    if b"(" in word or b")" in word:
        word = word.replace(b"(", b"-LRB-").replace(b")", b"-RRB-")
    if len(word.split()) > 1:
        raise InputError(f"the word {word!r} has white space in it; try --to parseval")
    return word if bare and word and not tag else b"(" + tag + b" " + word + b")"
