"""Hash the gold file in a separate thread while the program is still being loaded.

This module needs only the standard library, so it can start before NumPy is loaded.
"""

import hashlib
import os
import stat
import threading
from typing import BinaryIO

from karat.files.packed import MAGIC

# Smaller files are hashed faster than a thread starts.
LARGE = 1 << 23
# Large, because after each piece the thread has to wait until the one that loads modules lets it go on.
_PIECE = 1 << 24


class Ahead:
    """The hash of a file, which is still being computed."""

    def __init__(self, stream: BinaryIO) -> None:
        self._hash = hashlib.sha256()
        self._size = 0
        self._stream = stream
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        piece = memoryview(bytearray(_PIECE))
        try:
            with self._stream as stream:
                while size := stream.readinto(piece):  # type: ignore[attr-defined]  # files have it
                    self._hash.update(piece[:size])
                    self._size += size
        except OSError:
            self._size = -1

    def sha256(self, size: int) -> str:
        """The hash in hexadecimal; empty if the file turned out to have another size."""
        self._thread.join()
        return self._hash.hexdigest() if self._size == size else ""


def hash_ahead(path: str) -> Ahead | None:
    """Begin to hash a file; None if it is small, compressed or not a regular file."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return None
        stream = open(path, "rb", buffering=0)  # noqa: SIM115  # the thread closes it
        if os.fstat(stream.fileno()).st_size < LARGE or stream.read(6).startswith(MAGIC):
            stream.close()
            return None
        stream.seek(0)
    except OSError:
        return None
    try:
        return Ahead(stream)
    except RuntimeError:  # no more threads are allowed
        stream.close()
        return None
