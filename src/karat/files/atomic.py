"""Write a file completely or not at all."""

import os
import tempfile
from pathlib import Path
from typing import Any

from karat.model.errors import InputError


class AtomicFile:
    """A file that is written under a temporary name and renamed when it is complete.

    As a context manager it gives the stream, and keeps the file unless there was an error.
    """

    def __init__(self, path: str, mode: str = "w") -> None:
        self.path = Path(path)
        if self.path.is_dir():
            raise InputError(f"{path}: this is a folder; give the name of a file")
        # A device or a pipe is written to directly.
        self._temporary: Path | None = None
        try:
            if self.path.exists() and not self.path.is_file():
                handle = os.open(self.path, os.O_WRONLY)
            else:
                handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")
                self._temporary = Path(name)
        except OSError as error:
            raise InputError(f"{path}: cannot be written: {error.strerror}") from None
        text = (
            {} if "b" in mode else {"encoding": "utf-8", "newline": "", "errors": "surrogateescape"}
        )
        self.stream: Any = os.fdopen(handle, mode, **text)  # type: ignore[call-overload]  # by mode

    def __enter__(self) -> Any:
        return self.stream

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            if kind is None:
                self.keep()
        finally:
            self.discard()

    def keep(self) -> None:
        """Everything was written: give the file its final name."""
        self.stream.flush()
        if self._temporary is None:
            self.stream.close()
            return
        os.fsync(self.stream.fileno())
        self.stream.close()
        umask = os.umask(0)
        os.umask(umask)
        self._temporary.chmod(0o666 & ~umask)
        self._temporary.replace(self.path)

    def discard(self) -> None:
        """Remove the temporary file, unless the file was kept."""
        self.stream.close()
        if self._temporary is not None:
            self._temporary.unlink(missing_ok=True)
