"""Files as streams of bytes: plain files, .gz, .xz, .zst, or standard input."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

import numpy as np

from karat.files.ahead import opened
from karat.files.encodings import refuse_wide
from karat.files.packed import MAGIC, unpacked
from karat.files.remote import is_url, open_url
from karat.model.columns import Bytes
from karat.model.errors import InputError

STANDARD_INPUT = "-"
COMPRESSED = (".gz", ".xz", ".zst")
# What is read as a whole may have so many bytes: files that are scored are read in blocks, and may be larger.
MOST_AT_ONCE = 1 << 30
_BOM = b"\xef\xbb\xbf"


def is_pipe(path: str) -> bool:
    """Whether a path can be read only once: standard input, a pipe, a device."""
    return path == STANDARD_INPUT or (
        os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)
    )


def standard_input() -> BinaryIO:
    """The bytes of standard input, which whoever starts a command may have closed."""
    if sys.stdin is None:
        raise InputError("standard input is closed; give a file")
    return sys.stdin.buffer


def open_bytes(path: str, *, look: bool = False) -> BinaryIO:
    """Open a file, or standard input for ``-``, and decompress it.

    The compression is detected from the first bytes of the file, not from its name. ``look``: only its
    beginning is looked at; a pipe begins again when it is opened to be read.
    """
    kept = path == STANDARD_INPUT
    try:
        raw = opened(path, standard_input if kept else lambda: _opened(path), keep=kept, look=look)
        if Path(path).is_dir():
            raise IsADirectoryError
        stream = raw if isinstance(raw, io.BufferedReader) else io.BufferedReader(cast(Any, raw))
        magic = stream.peek(6)[:6]
    except FileNotFoundError:
        several = path.startswith("@") or "*" in path
        why = (
            "; only karat score takes lists and globs, other verbs take one file" if several else ""
        )
        raise InputError(f"{path}: there is no such file{why}") from None
    except IsADirectoryError:
        raise InputError(
            f"{path}: this is a folder; give a file in it (only karat score takes several files)"
        ) from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    return unpacked(stream, path) if magic.startswith(MAGIC) else cast(BinaryIO, stream)


def is_compressed(path: str) -> bool:
    """Whether the first bytes of a file say that it is compressed."""
    with Path(path).open("rb") as file:
        return file.read(6).startswith(MAGIC)


def _opened(path: str) -> Any:
    return open_url(path) if is_url(path) else Path(path).open("rb")


def _new_hash() -> Any:
    import hashlib

    return hashlib.sha256()


class Corpus(NamedTuple):
    """A corpus of several files, as users write it, and how it begins.

    What is decided from the beginning of a file is decided from this, so that it is the same for all.
    """

    path: str
    begins: bytes


class Source:
    """A file that is read from beginning to end, and hashed at the same time if wanted.

    The hash is that of the bytes after decompression, as they are scored. ``corpus`` is what the file
    belongs to, if that has several files. ``marked``: it began with a byte order mark, which is left out.
    """

    corpus: "Corpus | None" = None

    def __init__(
        self, path: str, *, hashed: bool = False, strip_bom: bool = True, called: str = "",
        look: bool = False,
    ) -> None:  # fmt: skip
        """``called``: what messages call the file, if that is not its path. ``look``: see open_bytes."""
        self.path = called or path
        self._stream = open_bytes(path, look=look)
        self._kept = path == STANDARD_INPUT
        self._hash = None
        self._bom = strip_bom
        self._ahead = np.empty(0, np.uint8)
        self.position = 0
        self.marked = False
        if hashed:
            self._hash = _new_hash()

    @classmethod
    def of(cls, stream: BinaryIO, path: str, *, hashed: bool = False) -> "Source":
        """A Source for a stream that is already open."""
        source = cls.__new__(cls)
        source.path, source._stream, source._hash = path, stream, _new_hash() if hashed else None
        source._bom, source._kept, source.position = True, path == STANDARD_INPUT, 0
        source.marked = False
        source._ahead = np.empty(0, np.uint8)
        return source

    def peek(self, size: int) -> bytes:
        """The next bytes, at most ``size``, which stay unread."""
        while len(self._ahead) < size:
            more = self._read(max(size, 1 << 16))
            if not len(more):
                break
            self._ahead = np.concatenate([self._ahead, more]) if len(self._ahead) else more
        return self._ahead[:size].tobytes()

    @property
    def plain(self) -> bool:
        """Whether this is a file that is neither compressed nor a column, so that it can be read anywhere."""
        return isinstance(getattr(self._stream, "raw", None), io.FileIO)

    @property
    def ahead(self) -> int:
        """How many bytes were looked at but not read."""
        return len(self._ahead)

    def go_to(self, position: int) -> None:
        """Read on at another position of a plain file."""
        self._stream.seek(position)
        self._ahead, self.position = np.empty(0, np.uint8), position

    def head(self, size: int) -> bytes:
        """The first bytes of the corpus, from which formats and layouts are decided; nothing is read."""
        return self.corpus.begins[:size] if self.corpus else self.peek(size)

    def read(self, size: int) -> Bytes:
        """The next bytes, at most ``size``; none at the end."""
        if len(self._ahead):
            data, self._ahead = self._ahead[:size], self._ahead[size:]
            return data
        return self._read(size)

    def _read(self, size: int) -> Bytes:
        data = np.empty(size, np.uint8)
        try:
            got = self._stream.readinto(data.data)  # type: ignore[attr-defined]  # all have it
        except InputError:
            raise
        except (OSError, EOFError, ValueError) as error:
            raise InputError(f"{self.path}: cannot be read: {error}") from None
        except Exception as error:  # noqa: BLE001  # each decompressor has its own errors
            raise InputError(f"{self.path}: the compressed data is damaged: {error}") from None
        data = data[: got or 0]
        if self._hash:
            self._hash.update(data.data)
        begins = self.position == 0
        self.position += len(data)
        if begins and self._bom:
            refuse_wide(data, self.path)
        if begins and self._bom and data[: len(_BOM)].tobytes() == _BOM:
            self.marked = True
            return data[len(_BOM) :]
        return data

    def rest(self) -> bytes:
        """The rest of the file, of at most MOST_AT_ONCE bytes."""
        pieces, size = [], 0
        while len(piece := self.read(1 << 20)):
            size += len(piece)
            if size > MOST_AT_ONCE:
                most = f"more than {MOST_AT_ONCE >> 30} GiB"
                raise InputError(
                    f"{self.path}: {most} cannot be read as a whole; cut it into parts"
                )
            pieces.append(piece.tobytes())
        return b"".join(pieces)

    def text(self) -> str:
        """The rest of the file as text; bytes that are not UTF-8 are replaced."""
        return self.rest().decode("utf-8", "replace")

    def sha256(self) -> str:
        """The hash of the bytes read so far, in hexadecimal."""
        return self._hash.hexdigest() if self._hash else ""

    def close(self) -> None:
        if not self._kept:
            self._stream.close()

    @contextmanager
    def closed_on_error(self) -> Iterator[None]:
        """Close the file if what is done with it fails, because nobody else can then."""
        try:
            yield
        except BaseException:
            self.close()
            raise
