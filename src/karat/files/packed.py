"""Compressed data as it is when unpacked: gzip, xz and zstd, which are known by their first bytes."""

import io
import sys
from typing import Any, BinaryIO, cast

from karat.model.errors import InputError

# A compressed file that gives more than so many bytes, and so many times its size, is refused: it was
# made to fill memory. Text shrinks to a tenth, or to a hundredth if it repeats itself.
MOST_UNPACKED = 1 << 28
MOST_TIMES = 1000
_GZIP, _XZ = b"\x1f\x8b", b"\xfd7zXZ"
# A frame of zstd, or one with no data, which pzstd puts before each of its frames.
_ZSTD = (b"\x28\xb5\x2f\xfd", *(bytes([0x50 + n]) + b"\x2a\x4d\x18" for n in range(16)))
MAGIC = (_GZIP, _XZ, *_ZSTD)


def unpacked(stream: io.BufferedReader, path: str) -> BinaryIO:
    """What a compressed stream gives; messages call it ``path``."""
    magic, packed = stream.peek(6)[:6], _Packed(stream)
    if magic.startswith(_GZIP):
        found = _gzip(packed)
    elif magic.startswith(_XZ):
        from karat.files.xz import Xz  # few files are compressed by xz

        found = cast(BinaryIO, Xz(packed))
    else:
        found = _zstd(packed, path)
    return cast(BinaryIO, io.BufferedReader(_Bounded(found, packed, path), 1 << 16))


class _Packed:
    """A stream of compressed data that knows how much of it was read."""

    def __init__(self, stream: Any) -> None:
        self._stream, self.size = stream, 0

    def read(self, size: int = -1) -> bytes:
        data: bytes = self._stream.read(size)
        self.size += len(data)
        return data

    def readinto(self, buffer: Any) -> int:
        got: int = self._stream.readinto(buffer) or 0
        self.size += got
        return got

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _Bounded(io.RawIOBase):
    """Unpacked data, but not without end: see MOST_UNPACKED."""

    def __init__(self, stream: Any, packed: _Packed, path: str) -> None:
        self._stream, self._packed, self._path = stream, packed, path
        self._given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        got: int = self._stream.readinto(buffer) or 0
        self._given += got
        if self._given > MOST_UNPACKED and self._given > MOST_TIMES * self._packed.size:
            raise InputError(
                f"{self._path}: {self._packed.size:,} bytes unpack to more than {self._given:,}, over "
                f"{MOST_TIMES:,} times as much, which no corpus does; if you trust the file, unpack it "
                "first"
            )
        return got

    def close(self) -> None:
        self._stream.close()
        super().close()


def _gzip(stream: Any) -> BinaryIO:
    try:
        from isal import igzip

        return cast(BinaryIO, igzip.IGzipFile(fileobj=stream))  # type: ignore[no-untyped-call]
    except ImportError:
        import gzip

        return cast(BinaryIO, gzip.GzipFile(fileobj=stream))


def _zstd(stream: Any, path: str) -> BinaryIO:
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError:
        raise InputError(
            f"{path}: reading zstd needs one more package; type: pip install 'karat[compression]'"
        ) from None
    return cast(BinaryIO, zstd.ZstdFile(stream))
