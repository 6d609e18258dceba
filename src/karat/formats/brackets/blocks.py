"""Cuts a file of brackets into blocks: by lines, or where the brackets balance."""

import re
from collections.abc import Callable

import numpy as np

from karat.files.source import Source
from karat.formats import HEAD, _block
from karat.formats._block import LONGEST, Block, Place, last_newline, too_long
from karat.formats.brackets.layout import one_per_line
from karat.formats.brackets.scan import Scanner, block
from karat.kernels import scan as kernel
from karat.model.columns import Bytes
from karat.model.errors import unknown
from karat.model.labels import Labels

LAYOUTS = ("auto", "lines", "free")
BLOCK = 1 << 21
# A bracket in a bracket: nearly every file of trees has one at its beginning.
_NESTED = re.compile(rb"\([^\s()]*[ \t]*\(")


class Blocks(_block.Blocks):
    """A file cut into blocks of whole sentences, as large as is convenient or as many as asked."""

    largest = 2 * BLOCK
    new_scanner: "Callable[..., _block.Scanner]" = Scanner

    def __init__(self, source: Source, layout: str = "auto", size: int = BLOCK) -> None:
        if layout not in LAYOUTS:
            raise unknown("layout", layout, LAYOUTS)
        super().__init__(source, size)
        head = source.head(HEAD)
        self._pieces: list[Bytes] = []
        self._held = 0
        self.lines = self._looks_like_lines() if layout == "auto" else layout == "lines"
        # The free layout is cut with the scanner itself: where does each sentence begin?
        self._scanner = None if self.lines else Scanner(Labels(), False, source.path)
        self._begins: list[int] = []
        self.has_trees = _NESTED.search(head) is not None or self._trees_in(head)

    def _trees_in(self, head: bytes) -> bool:
        """Whether the head of the file has a constituent, or no sentence of two words or more."""
        lines = head[: head.rfind(b"\n") + 1] if len(head) == HEAD else head
        bank = self.new_scanner(Labels(), self.lines).scan(block(lines))
        return bool(len(bank.label)) or bool((np.diff(bank.token_offset) < 2).all())

    def next(self) -> Block | None:
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
        return self._block(pieces, sentences, sentences)

    def take(self, sentences: int) -> Block:
        if not self.lines:
            self._find_sentences(sentences)
            sentences = min(sentences, len(self._begins) - 1)
            end = self._begins[sentences]
            self._begins = [begin - end for begin in self._begins[sentences:]]
            pieces = self._cut(end)
            newlines = sum(int(np.count_nonzero(piece == 10)) for piece in pieces)
            return self._block(pieces, sentences, newlines)
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
        return self._block(pieces, found, found)

    @property
    def enterable(self) -> bool:
        return self.lines and self.source.plain

    def place(self, held: int = 0) -> Place | None:
        return super().place(self._held)

    def _hold(self, text: Bytes) -> None:
        self._pieces, self._held = [text] if len(text) else [], len(text)

    def _whole_lines(self) -> int:
        """How many of the bytes held are whole lines; at the end of the file, all."""
        if self._ended:
            return self._held
        rest = 0
        for piece in reversed(self._pieces):
            at = last_newline(piece)
            if at >= 0:
                return self._held - rest - (len(piece) - at - 1)
            rest += len(piece)
        return 0

    def _whole_sentences(self) -> int:
        """How many of the bytes held are whole sentences, in the free layout."""
        return self._begins[-1] if self._begins else 0

    def block_scanner(self, labels: Labels) -> "_block.Scanner":
        return self.new_scanner(labels, self.lines, self.source.path, self.has_trees)

    def _fill(self) -> None:
        whole = self._whole_lines if self.lines else self._whole_sentences
        data = self._more(self._held, whole)
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

    def _looks_like_lines(self) -> bool:
        return one_per_line(self._first_lines())

    def _first_lines(self) -> bytes:
        """Whole lines from the beginning of the file, at least one that is not blank."""
        size = HEAD
        while len(text := self.source.head(size)) == size and b"\n" not in text.lstrip():
            if size > LONGEST:
                raise too_long(self.source.path, 1)
            size *= 2
        first = text.find(b"\n", len(text) - len(text.lstrip())) + 1
        if not first and len(text) <= HEAD:
            return text
        # What is after the last newline may be half a line.
        return text[: text.rfind(b"\n", 0, max(HEAD, first)) + 1]

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
            held = Block(self._pieces, len(self._begins), self._line)
            bank = self._scanner.scan(held, final=self._ended)
            begins: list[int] = bank.sentence_at.tolist()
            if begins:
                begins[0] = 0
            self._begins = [*begins, self._held] if self._ended else begins
