"""Blocks of bracketed text to Banks."""

import numpy as np

from karat.formats._block import Block
from karat.kernels import scan as kernel
from karat.model.bank import Bank
from karat.model.columns import Spans, Words, roomy
from karat.model.errors import InputError
from karat.model.labels import Labels

FAULTS = {
    kernel.UNCLOSED: ("this '(' is never closed", "close it, or check the lines before it"),
    kernel.SURPLUS: ("a ')' with nothing to close", "remove it, or open a bracket before it"),
    kernel.OUTSIDE: ("text outside any bracket",
                     "a tree begins with '(', as in (S (NN dog) (VBZ barks))"),
}  # fmt: skip

_LARGEST = 1 << 30
# A bracket takes some 50 bytes of memory, so a sentence may not have as many as would fill it.
_BRACKETS = 1 << 24
# For each number of eight bits: which of them are 1, the lowest first, and how many.
_BITS = np.array(
    [([i for i in range(8) if n >> i & 1] + 8 * [0])[:8] for n in range(256)], np.int32
).reshape(-1)
_ONES = np.array([n.bit_count() for n in range(256)], np.uint8)
_WHITE = np.zeros(256, np.uint8)
_WHITE[list(b" \t\n\v\f\r")] = 1
# How many bytes are read with care after the first line that needs it.
_CAREFUL = 1 << 12


class Scanner:
    """Turns blocks into Banks; the columns of one Bank are overwritten by the next."""

    def __init__(
        self, labels: Labels, lines: bool, path: str = "<text>", has_trees: bool = True
    ) -> None:
        self.labels, self.lines, self.path, self.has_trees = labels, lines, path, has_trees
        self._room = -1
        flags = np.empty(kernel.STRIDE + 8, np.uint8)
        self._tables = kernel.Tables(_BITS, _ONES, _WHITE, flags)

    def _make_room(self, size: int) -> None:
        if size <= self._room:
            return
        # Pages that are never written cost nothing, so the worst case is what we ask for.
        self._room = room = size + (size >> 2) + 64
        self._text = np.empty(room + kernel.PADDING, np.uint8)
        self._places = roomy(room + kernel.PADDING + 8)
        self._spots = roomy(room + kernel.PADDING + 8)
        self._words = [roomy(room + 2) for _ in range(3)]
        self._spans = [roomy(room + 2) for _ in range(4)]
        self._offsets = [roomy(room + 2) for _ in range(3)]
        self._fault, self._fault_at = roomy(room + 2, np.int8), roomy(room + 2)
        stack, self._unclosed = roomy(room + 2), roomy(room + 2)
        self._columns = kernel.Columns(
            *self._words, *self._spans, *self._offsets, self._fault, self._fault_at, stack
        )

    def scan(self, block: Block, *, final: bool = True) -> Bank:
        """The sentences of a block; with ``final`` also one that is open at its end, as a fault."""
        size, first_line = sum(map(len, block.pieces)), block.first_line
        if size > _LARGEST:
            raise InputError(
                f"{self.path}:{first_line}: more than {_LARGEST >> 30} GiB are to be held at once; "
                "is this the right layout? Try --layout"
            )
        if size > _BRACKETS and 0 <= block.sentences <= 1:
            self._count_brackets(block)
        self._make_room(size)
        if size:
            np.concatenate(block.pieces, out=self._text[:size])
        self._text[size : size + kernel.PADDING] = 10
        sentences, tokens, spans = self._fill(size, final)
        token_offset, span_offset, sentence_at = self._offsets
        return Bank.build(
            self._text[:size], self.labels,
            Words(token_offset[: sentences + 1], *(column[:tokens] for column in self._words)),
            Spans(span_offset[: sentences + 1], *(column[:spans] for column in self._spans)),
            sentence_at=sentence_at[:sentences], fault=self._fault[:sentences],
            fault_at=self._fault_at[:sentences], faults=FAULTS, has_trees=self.has_trees,
            path=self.path, first_line=first_line,
        )  # fmt: skip

    def _count_brackets(self, block: Block) -> None:
        if sum(int(np.count_nonzero(piece == ord("("))) for piece in block.pieces) > _BRACKETS:
            raise InputError(
                f"{self.path}:{block.first_line}: a sentence of more than {_BRACKETS:,} brackets; is this "
                "the right layout? Try --layout"
            )

    def _fill(self, size: int, final: bool) -> tuple[int, int, int]:
        """Fill the columns; return how many sentences, words and constituents there are."""
        labels = self.labels
        sentences = tokens = spans = at = indexed = 0
        careful = _CAREFUL
        while True:
            if self.lines:
                at, sentences, tokens, spans, indexed = kernel.skim(
                    self._text, at, size, indexed, self._tables, self._places,
                    labels.table(), self._columns, sentences, tokens, spans,
                )  # fmt: skip
                if at >= size:
                    return sentences, tokens, spans
            # A line that cannot be skimmed, and then ever more of what follows it, so that a text
            # full of such lines costs no more than a few calls.
            until = size
            if self.lines and at + careful < size:
                after, found = kernel.nth_newline(self._text, at + careful, size, 1)
                until = after if found else size
            first_token, first_span = tokens, spans
            sentences, tokens, spans = kernel.walk(
                self._text, at, until, self.lines, final, self._tables, self._spots,
                self._columns, self._unclosed, sentences, tokens, spans,
            )  # fmt: skip
            labels.fill(self._text, self._spots, self._words[2][first_token:tokens])
            labels.fill(self._text, self._spots, self._spans[2][first_span:spans])
            at = until
            careful *= 2
            if at >= size:
                return sentences, tokens, spans


def block(text: bytes) -> Block:
    """A text as one block; how many sentences it has is for the scanner to find out."""
    return Block([np.frombuffer(text, np.uint8)], -1, 1)
