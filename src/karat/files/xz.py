"""Files compressed by xz: all their streams, and nothing else."""

import io
import lzma
from typing import Any

_PIECE = 1 << 16


class Xz(io.RawIOBase):
    """The unpacked streams of a file, one after the other.

    ``lzma.LZMAFile`` ends where the next stream cannot be read, without a word: sentences would be lost.

    >>> two = lzma.compress(b"one ") + bytes(4) + lzma.compress(b"two")
    >>> io.BufferedReader(Xz(io.BytesIO(two))).read()
    b'one two'
    >>> io.BufferedReader(Xz(io.BytesIO(two + b"more"))).read()
    Traceback (most recent call last):
    EOFError: the file ends before its last stream does
    """

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._packed = b""
        self._unpacking = lzma.LZMADecompressor(lzma.FORMAT_XZ)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while True:
            if self._unpacking.eof and not self._next():
                return 0
            if self._unpacking.needs_input and not self._packed:
                self._packed = self._stream.read(_PIECE)
                if not self._packed:
                    raise EOFError("the file ends before its last stream does")
            packed, self._packed = self._packed, b""
            data = self._unpacking.decompress(packed, len(buffer))
            if data:
                buffer[: len(data)] = data
                return len(data)

    def _next(self) -> bool:
        """Go to the next stream, over the zeros between; whether there is one."""
        rest = self._unpacking.unused_data.lstrip(b"\0")
        while not rest:
            piece = self._stream.read(_PIECE)
            if not piece:
                return False
            rest = piece.lstrip(b"\0")
        self._packed = rest
        self._unpacking = lzma.LZMADecompressor(lzma.FORMAT_XZ)
        return True

    def close(self) -> None:
        self._stream.close()
        super().close()
