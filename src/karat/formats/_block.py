"""The interfaces Blocks and Scanner, which every format implements."""

import io
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from karat.files.source import Source
from karat.model.bank import Bank
from karat.model.columns import Bytes
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.picking import joined

# So many bytes are the beginning of a file: a few thousand words, even if each has a long line.
BEGINNING = 1 << 20
# The bytes that a sentence may have: more than a million words. A file that never ends a sentence, such as a
# compressed file that was made to fill memory, is refused before it takes a gigabyte.
LONGEST = 1 << 26
# The bytes of a small block, where what is done with sentences takes much more memory than their text.
SMALL = 1 << 19


@dataclass(frozen=True, eq=False)
class Block:
    """Whole sentences of a file, still as text."""

    pieces: list[Bytes]
    sentences: int
    first_line: int
    # The number of sentences of the file before it.
    before: int = field(default=0, kw_only=True)


def too_long(path: str, line: int) -> InputError:
    """What is said of a sentence that is longer than LONGEST; it begins on this line or later."""
    return InputError(
        f"{path}:{line}: a sentence of more than {LONGEST >> 20} MiB; is this the right format, and the "
        "right layout? See --format and --layout"
    )


class Place(NamedTuple):
    """Where a block begins in a file, and how many bytes from there had been read.

    ``line`` is its first line, and ``before`` the number of sentences before it.
    """

    at: int
    held: int
    line: int
    before: int


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
    # The size of the largest blocks that it makes if asked; 0: none are larger than those it makes unasked.
    largest = 0

    def __init__(self, source: Source, size: int) -> None:
        self.source, self._size = source, size
        self._ended = False
        self._line = 1
        self._before = 0
        # The first sentences of the file, if whoever opened it knows them.
        self.beginning: Callable[[], Bank] | None = None

    def __iter__(self) -> Iterator[Block]:
        while block := self.next():
            yield block

    def cut_smaller(self, size: int = SMALL) -> None:
        """Make small blocks from now on."""
        self._size, self.largest = min(self._size, size), 0

    def cut_into(self, size: int) -> None:
        """Make blocks of about this size from now on, as far as they may be larger than before."""
        self._size = min(size, max(self._size, self.largest))

    @abstractmethod
    def next(self) -> Block | None:
        """The next block of about the usual size; None at the end."""

    @abstractmethod
    def take(self, sentences: int) -> Block:
        """The next sentences, at most this many."""

    @abstractmethod
    def block_scanner(self, labels: Labels) -> Scanner:
        """A scanner of this format, which need not know where in the file a block is."""

    def scanner(self, labels: Labels) -> Scanner:
        """A scanner that turns these blocks into Banks."""
        return _Placing(self.block_scanner(labels), self)

    @property
    def enterable(self) -> bool:
        """Whether the file can be read from any of its blocks on; then ``_hold`` must be there."""
        return False

    def place(self, held: int = 0) -> Place | None:
        """Where the next block begins, of which ``held`` bytes were read; None near the beginning."""
        source = self.source
        if source.ahead:
            return None
        return Place(source.position - held, held, self._line, self._before)

    def go_to(self, place: Place) -> None:
        """Go on at a place, from where the file is cut into the same blocks as from its beginning."""
        self.source.go_to(place.at)
        self._ended, self._line, self._before = False, place.line, place.before
        self._hold(self.source.read(place.held))

    def _hold(self, text: Bytes) -> None:
        """Hold this text instead of what is held."""
        raise NotImplementedError

    def _more(self, held: int, whole: Callable[[], int]) -> Bytes:
        """The next bytes: as many as are held, so that a very long sentence stays cheap.

        ``whole`` says how many of the bytes held are whole sentences.
        """
        begun = held - whole() if held > LONGEST else held
        if begun > LONGEST:
            raise too_long(self.source.path, self._line)
        data = self.source.read(max(self._size, min(held, LONGEST + 1 - begun)))
        self._ended = not len(data)
        return data

    def _block(self, pieces: list[Bytes], sentences: int, lines: int) -> Block:
        """The next block; the one after it begins this many sentences and lines later."""
        block = Block(pieces, sentences, self._line, before=self._before)
        self._line += lines
        self._before += sentences
        return block


@dataclass(frozen=True)
class _Placing:
    """A scanner whose Banks know what is before them in their file."""

    scanner: Scanner
    blocks: Blocks

    def scan(self, block: Block) -> Bank:
        bank = self.scanner.scan(block)
        corpus = self.blocks.source.corpus
        return replace(
            bank, before=block.before, beginning=self.blocks.beginning,
            corpus=corpus.path if corpus else "",
        )  # fmt: skip


class Beginning:
    """The first sentences of a file, which are read when they are needed, and once.

    ``cut`` opens a text as such a file. A sentence of which not all is in the text is left out.
    """

    def __init__(self, source: Source, cut: Callable[[Source], Blocks]) -> None:
        self._text, self._path, self._cut = source.head(BEGINNING), source.path, cut

    def __call__(self) -> Bank:
        return self._bank

    @cached_property
    def _bank(self) -> Bank:
        blocks = self._cut(Source.of(io.BytesIO(self._text), self._path))
        bank = in_one_bank(blocks.block_scanner(Labels()), blocks, "")
        cut = len(self._text) == BEGINNING
        return bank.slice(0, len(bank) - (cut and len(bank) > 1))


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


_Each = TypeVar("_Each", bound=Blocks)


def opened_together(opened: Iterable[_Each]) -> list[_Each]:
    """Files that are opened one after another; if one cannot be opened, those before it are closed."""
    found = []
    try:
        for one in opened:
            found.append(one)  # noqa: PERF402  # what was opened before an error is closed
    except BaseException:
        for one in found:
            one.source.close()
        raise
    return found


def in_one_bank(scanner: Scanner, blocks: Iterable[Block], too_large: str) -> Bank:
    """The sentences of all blocks; ``too_large`` is the message if they do not fit into a Bank."""
    banks, total = list[Bank](), 0
    for block in blocks:
        total += sum(map(len, block.pieces))
        if total >= (1 << 31) - 1:
            raise InputError(too_large)
        banks.append(scanner.scan(block).copied())
    return joined(banks or [scanner.scan(Block([np.empty(0, np.uint8)], 0, 1)).copied()])
