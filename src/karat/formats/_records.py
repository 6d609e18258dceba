"""Files in which each sentence begins with a line of its own kind: blocks, and what they hold."""

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np

from karat.files.source import Source
from karat.formats._block import Block, Fault, Scanner
from karat.model.columns import Flags, Ints
from karat.model.labels import Labels

BLOCK = 1 << 21

_Sentence = TypeVar("_Sentence")


def sentences(
    text: bytes, begins: list[int], read: Callable[[bytes, int, int], _Sentence], empty: _Sentence
) -> tuple[list[_Sentence], Flags, Ints]:
    """Read the sentences of a text; an empty one stands where a Fault was raised.

    Also returns the number of each sentence's fault, 0 for none, and where it is.
    """
    found: list[_Sentence] = []
    fault, fault_at = np.zeros(len(begins), np.int8), np.zeros(len(begins), np.int32)
    for i, (begin, end) in enumerate(zip(begins, [*begins[1:], len(text)], strict=False)):
        try:
            found.append(read(text, begin, end))
        except Fault as problem:
            fault[i], fault_at[i] = problem.number, problem.at
            found.append(empty)
    return found, fault, fault_at


class RecordBlocks:
    """A file cut into blocks of whole sentences.

    ``begins`` matches at the beginning of each. What stands before the first belongs to it; the
    last is held back until the next begins or the file ends.
    """

    def __init__(
        self,
        source: Source,
        begins: re.Pattern[bytes],
        new_scanner: Callable[[Labels, str], Scanner],
        size: int = BLOCK,
    ) -> None:
        self.source, self._pattern, self._new_scanner, self._size = (
            source, begins, new_scanner, size,
        )  # fmt: skip
        self._held = b""
        self._begins: list[int] = []
        self._ended = False
        self._line = 1

    def __iter__(self) -> Iterator[Block]:
        while block := self.next():
            yield block

    def next(self) -> Block | None:
        """The next block of about the usual size; None at the end."""
        while not self._ended and (len(self._held) < self._size or not self._whole()):
            self._fill()
        return self.take(self._whole()) if self._whole() else None

    def take(self, sentences: int) -> Block:
        """The next sentences, as many as asked for or as there are."""
        while self._whole() < sentences and not self._ended:
            self._fill()
        sentences = min(sentences, self._whole())
        end = self._begins[sentences] if sentences < len(self._begins) else len(self._held)
        taken, self._held = self._held[:end], self._held[end:]
        self._begins = [begin - end for begin in self._begins[sentences:]]
        line = self._line
        self._line += taken.count(b"\n")
        return Block([np.frombuffer(taken, np.uint8)], sentences, line)

    def scanner(self, labels: Labels) -> Scanner:
        """What turns these blocks into Banks."""
        return self._new_scanner(labels, self.source.path)

    def _whole(self) -> int:
        """How many of the sentences held are whole."""
        return len(self._begins) - (not self._ended) if self._begins else 0

    def _fill(self) -> None:
        # Ever larger pieces for a sentence that does not end, so that its cost stays linear.
        data = self.source.read(max(self._size, len(self._held))).tobytes()
        self._ended = not data
        self._held += data
        again = self._begins.pop() if self._begins else 0
        self._begins += (found.start() for found in self._pattern.finditer(self._held, again))
