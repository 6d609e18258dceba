"""The interfaces Blocks and Scanner, which every format implements."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from karat.files.source import Source
from karat.model.bank import Bank
from karat.model.columns import Bytes
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.picking import joined


@dataclass(frozen=True, eq=False)
class Block:
    """Whole sentences of a file, still as text."""

    pieces: list[Bytes]
    sentences: int
    first_line: int


class Fault(Exception):
    """A sentence cannot be read: the number of the fault, and its position in the text."""

    def __init__(self, number: int, at: int) -> None:
        self.number, self.at = number, at


class Scanner(Protocol):
    """Turns blocks into Banks; the columns of one Bank may be overwritten by the next."""

    def scan(self, block: Block) -> Bank:
        """The sentences of a block."""


class Blocks(ABC):
    """A file being cut into blocks of whole sentences."""

    # Whether it is CoNLL-U, which can also be compared without a scanner.
    universal = False

    def __init__(self, source: Source, size: int) -> None:
        self.source, self._size = source, size
        self._ended = False
        self._line = 1

    def __iter__(self) -> Iterator[Block]:
        while block := self.next():
            yield block

    @abstractmethod
    def next(self) -> Block | None:
        """The next block of about the usual size; None at the end."""

    @abstractmethod
    def take(self, sentences: int) -> Block:
        """The next sentences, at most this many."""

    @abstractmethod
    def scanner(self, labels: Labels) -> Scanner:
        """A scanner that turns these blocks into Banks."""

    def _more(self, held: int) -> Bytes:
        """The next bytes: at least as many as are held, so that a very long sentence stays cheap."""
        data = self.source.read(max(self._size, held))
        self._ended = not len(data)
        return data

    def _advance(self, lines: int) -> int:
        """The line on which a block begins; the next block begins this many lines later."""
        self._line += lines
        return self._line - lines


def text_of(block: Block) -> bytes:
    return b"".join(piece.tobytes() for piece in block.pieces)


def last_newline(text: Bytes) -> int:
    """The offset of the last newline, or -1; the search goes backwards, piece by piece."""
    for end in range(len(text), 0, -(1 << 14)):
        begin = max(0, end - (1 << 14))
        if (at := text[begin:end].tobytes().rfind(b"\n")) >= 0:
            return begin + at
    return -1


def whole(blocks: Blocks, format: str = "") -> Bank:  # noqa: A002  # the Bank's field
    """A whole file as one Bank; ``format`` is the name of its format."""
    source = blocks.source
    scanner = blocks.scanner(Labels())
    if hasattr(blocks, "everything"):
        # Scanning it in one go saves copying the columns of every block.
        return replace(scanner.scan(blocks.everything()), sha256=source.sha256(), format=format)
    too_large = (
        "more than 2 GiB do not fit into one Bank; karat score reads files of any size in blocks"
    )
    bank = in_one_bank(scanner, blocks, f"{source.path}: {too_large}")
    return replace(bank, sha256=source.sha256(), format=format)


def in_one_bank(scanner: Scanner, blocks: Iterable[Block], too_large: str) -> Bank:
    """The sentences of all blocks; ``too_large`` is the message if they do not fit into a Bank."""
    banks, total = list[Bank](), 0
    for block in blocks:
        total += sum(map(len, block.pieces))
        if total >= (1 << 31) - 1:
            raise InputError(too_large)
        banks.append(scanner.scan(block).copied())
    return joined(banks or [scanner.scan(Block([np.empty(0, np.uint8)], 0, 1)).copied()])
