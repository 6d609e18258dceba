"""Cut two CoNLL-U files that have the same text into pairs of blocks with the same text.

A pair ends where, after the same number of characters, a sentence ends in both files, and no multiword
token follows. If there is no such place, because the texts differ, the rest is one pair.
This module needs no NumPy.
"""

import mmap
import os
import stat
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from karat.files.packed import MAGIC
from karat.kernels import align

if TYPE_CHECKING:
    from io import FileIO

# Small enough that what is made of a block stays in the processor's cache.
PIECE = 1 << 20
# So much is held before it is looked whether the texts differ at all, and so much of a sentence without end.
_MUCH, _MOST = 1 << 22, 80 << 20


def opened(path: str) -> "FileIO | None":
    """A plain file, opened; None if it is compressed, not a regular file, or cannot be opened."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        stream = open(path, "rb", buffering=0)  # noqa: SIM115  # the caller closes it
    except OSError:
        return None
    try:
        head = stream.read(6)
        stream.seek(0)
    except OSError:
        head = MAGIC[0]
    if head.startswith(MAGIC):
        stream.close()
        return None
    return stream


class Readable(Protocol):
    """What is read here: bytes from beginning to end."""

    def readinto(self, room: memoryview, /) -> int | None: ...
    def tell(self) -> int: ...
    def close(self) -> None: ...


class _File:
    """A file being read: the bytes in memory, and the sentences among them, with what they spell."""

    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self._held = memoryview(b"")
        self._searched = self._spelt = 0
        self.ended = False
        self.ends: list[int] = []
        self.sums: list[int] = []

    def fill(self) -> None:
        """Read on: at least as much as is held, so that each byte is moved a few times at most."""
        if self.ended:
            return
        held = len(self._held)
        more = max(PIECE - held, held, PIECE // 2)
        room = bytearray(held + more)
        room[:held] = self._held
        got = self._stream.readinto(memoryview(room)[held:]) or 0
        self.ended = not got
        self._held = memoryview(room)[: held + got]
        size = (held + got - self._searched) // 2 + 2
        # Few of these pages are written to, and memory that is not written to costs nothing.
        ends, sums = (memoryview(mmap.mmap(-1, 8 * size)).cast("q") for _ in range(2))
        found = align.spelt(
            self._held, self._searched, held + got, self.ended, self._spelt, ends, sums
        )
        if found:
            self._searched, self._spelt = ends[found - 1], sums[found - 1]
            self.ends += ends[:found].tolist()
            self.sums += sums[:found].tolist()

    @property
    def begun(self) -> int:
        """How many bytes are in memory of a sentence whose end is not known."""
        return len(self._held) - self._searched

    @property
    def held(self) -> int:
        """How many bytes are in memory."""
        return len(self._held)

    def spelt(self) -> bytes:
        """What the whole sentences that are held spell."""
        from karat.comparison.alignment import (
            spelt_by,  # few files need it, and it takes time to load
        )

        begins = [0, *self.ends]
        both = zip(begins, self.ends, strict=False)
        return b"".join(spelt_by(bytes(self._held[a:b])) for a, b in both)

    def plain_after(self, sentences: int) -> bool:
        """Whether the sentence after this many is there and begins with an ordinary word."""
        if sentences >= len(self.ends):
            return False
        at = self.ends[sentences - 1]
        text = bytes(self._held[at : self.ends[sentences]])
        lines = (line for line in text.split(b"\n") if line.strip() and line[:1] != b"#")
        return b"-" not in next(lines, b"-").split(b"\t")[0]

    def cut(self, sentences: int) -> memoryview:
        """Remove this many sentences from the front and return their text."""
        end = self.ends[sentences - 1] if sentences else 0
        if self.ended and sentences == len(self.ends):
            # Comments may follow the last sentence.
            end = len(self._held)
        taken, self._held = self._held[:end], self._held[end:]
        self.ends, self.sums = [one - end for one in self.ends[sentences:]], self.sums[sentences:]
        self._searched -= end
        return taken


class Differing(Exception):
    """The texts differ in these sentences, which were the next ones; what follows them was not read."""

    def __init__(self, gold: memoryview, system: memoryview) -> None:
        self.texts = gold, system


def pairs(gold: Readable, system: Readable) -> Iterator[tuple[memoryview, memoryview]]:
    """Pairs of blocks with the same text; raises Differing where the texts differ, if much text follows."""
    files = _File(gold), _File(system)
    much = _MUCH
    while True:
        for file in files:
            file.fill()
        ended = all(file.ended for file in files)
        counts = [len(file.ends) for file in files] if ended else _common(*files)
        if any(file.begun > _MOST for file in files):
            raise Differing(*(file.cut(0) for file in files))
        if not any(counts) and max(file.held for file in files) > much:
            much *= 2
            if _differ(*files):
                raise Differing(*(file.cut(len(file.ends)) for file in files))
        texts = [file.cut(count) for file, count in zip(files, counts, strict=True)]
        if any(map(len, texts)):
            yield texts[0], texts[1]
        if ended:
            return


def _differ(one: _File, other: _File) -> bool:
    """Whether the whole sentences that are held spell something else, as far as both go."""
    ours, theirs = one.spelt(), other.spelt()
    most = min(len(ours), len(theirs))
    return ours[:most] != theirs[:most]


def _common(one: _File, other: _File) -> list[int]:
    """The numbers of sentences up to the last common end after which both files have an ordinary word.

    Before a multiword token the script may pair words of the sentence before it, which must then be in
    the same block.
    """
    a, b = len(one.sums), len(other.sums)
    while a and b:
        if one.sums[a - 1] > other.sums[b - 1]:
            a -= 1
        elif one.sums[a - 1] < other.sums[b - 1]:
            b -= 1
        elif one.plain_after(a) and other.plain_after(b):
            return [a, b]
        else:
            a, b = a - 1, b - 1
    return [0, 0]
