"""Look at the beginning of what can be read only once (a pipe, standard input) before it is read."""

import io
from collections.abc import Callable
from typing import Any, BinaryIO, cast

# What was looked at, until it is opened to be read: a pipe has lost what was read from it.
_waiting: "dict[str, Ahead]" = {}


class Ahead(io.RawIOBase):
    """A stream that begins again after its beginning was looked at.

    >>> ahead = Ahead(io.BytesIO(b"(S a)"), keep=False)
    >>> looked = io.BufferedReader(ahead).read(4)
    >>> looked, ahead.begin_again(look=False).read()
    (b'(S a', b'(S a)')
    """

    def __init__(self, stream: BinaryIO, *, keep: bool) -> None:
        """``keep``: the stream is not ours to close."""
        self.stream = stream
        self._keep, self._look = keep, True
        self._seen, self._at = bytearray(), 0

    def begin_again(self, *, look: bool) -> io.BufferedReader:
        """The stream from its beginning, either to look at it once more or to read it."""
        self._at, self._look = 0, look
        return io.BufferedReader(self, 1 << 16)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer).cast("B")
        if known := self._seen[self._at : self._at + len(view)]:
            view[: len(known)] = known
            self._at += len(known)
            return len(known)
        # What is there: to wait for more would hold up whoever writes both files of a comparison.
        got = cast(io.BufferedReader, self.stream).readinto1(view)
        if self._look:
            self._seen += view[:got]
            self._at += got
        return got

    def close(self) -> None:
        if self._look:
            return  # it is read later
        super().close()
        if not self._keep:
            self.stream.close()


def opened(path: str, stream: Callable[[], BinaryIO], *, keep: bool, look: bool) -> BinaryIO:
    """What ``stream`` opens; if it was looked at before, from its beginning.

    ``look``: it is only looked at, and opened again later. ``keep``: it is always the same open stream.
    """
    waiting = _waiting.pop(path, None)
    if waiting is None or (keep and waiting.stream is not stream()):
        if not look:
            return stream()
        waiting = Ahead(stream(), keep=keep)
    if look:
        _waiting[path] = waiting
    return waiting.begin_again(look=look)
