"""Cut a file in which a blank line ends a sentence into blocks."""

from collections.abc import Callable

import numpy as np

from karat.files.source import Source
from karat.formats._block import Block, Blocks, Place, Scanner
from karat.kernels import conllu as kernel
from karat.model.columns import Bytes
from karat.model.errors import InputError
from karat.model.labels import Labels

BLOCK = 1 << 21
LARGEST = 1 << 30


def padded(block: Block, path: str, padding: int) -> tuple[Bytes, int]:
    """The text of a block with newlines after it, and its size without them."""
    size = sum(map(len, block.pieces))
    if size > LARGEST:
        raise InputError(f"{path}:{block.first_line}: a sentence of more than 1 GiB")
    return np.concatenate([*block.pieces, np.full(padding, 10, np.uint8)]), size


class SentenceBlocks(Blocks):
    """A file cut into blocks of whole sentences; several blank lines count as one.

    The last sentence need not have a blank line after it. ``boundary`` finds where sentences end.
    """

    def __init__(
        self,
        source: Source,
        new_scanner: Callable[[Labels, str], Scanner],
        size: int = BLOCK,
        boundary: Callable[[Bytes, int, int, int], tuple[int, int]] = kernel.nth_blank,
    ) -> None:
        super().__init__(source, size)
        self._new_scanner, self._boundary = new_scanner, boundary
        self._held: Bytes = np.empty(0, np.uint8)
        # Blank lines after the last block.
        self.left_over: Block | None = None

    def next(self) -> Block | None:
        while not self._ended and len(self._held) < self._size:
            self._fill()
        block = self.take(len(self._held) + 1, more=False)
        while not block.sentences and not self._ended:
            self._fill()
            block = self.take(len(self._held) + 1, more=False)
        if block.sentences:
            return block
        self.left_over = block
        return None

    def take(self, sentences: int, *, more: bool = True) -> Block:
        """The next sentences, at most this many; with ``more``, read on in the file if needed."""
        while True:
            after, found = self._boundary(self._held, 0, len(self._held), sentences)
            if found == sentences or self._ended or not more:
                break
            self._fill()
        if found < sentences and self._ended:
            # The text after the last boundary is a sentence too, unless it is only blank lines.
            rest = np.concatenate([self._held[after:], np.frombuffer(b"\n\n", np.uint8)])
            found += self._boundary(rest, 0, len(rest), 1)[1]
            after = len(self._held)
        taken, self._held = self._held[:after], self._held[after:]
        return self._block([taken], found, int(np.count_nonzero(taken == 10)))

    @property
    def enterable(self) -> bool:
        return self.source.plain

    def place(self, held: int = 0) -> Place | None:
        return super().place(len(self._held))

    def _hold(self, text: Bytes) -> None:
        self._held = text

    def everything(self) -> Block:
        """The whole file as one block, whose sentences are not counted."""
        pieces: list[Bytes] = []
        size = 0
        while len(data := self.source.read(1 << 24)):
            pieces.append(data)
            size += len(data)
            if size >= LARGEST:
                raise InputError(
                    f"{self.source.path}: more than 1 GiB does not fit into one Bank; "
                    "karat score reads files of any size in blocks"
                )
        return Block(pieces, -1, 1)

    def block_scanner(self, labels: Labels) -> Scanner:
        return self._new_scanner(labels, self.source.path)

    def _whole(self) -> int:
        """How many of the bytes held are whole sentences."""
        return self._boundary(self._held, 0, len(self._held), len(self._held))[0]

    def _fill(self) -> None:
        data = self._more(len(self._held), self._whole)
        self._held = np.concatenate([self._held, data]) if len(self._held) else data
