"""Write a file completely or not at all."""

import os
import secrets
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from karat.model.errors import InputError

# How the names of temporary files end.
_SUFFIX = ".karat-new"


class AtomicFile:
    """A file that gets its name when it is complete; until then it has none, or a temporary one.

    As a context manager it gives the stream, and keeps the file unless there was an error. A file that
    is replaced keeps its permissions; the file that a symbolic link points to is replaced, not the link;
    a read-only file is refused.
    """

    def __init__(self, path: str, mode: str = "w") -> None:
        self.path = Path(path)
        if self.path.is_dir():
            raise InputError(f"{path}: this is a folder; give the name of a file")
        # A device or a pipe is written to directly.
        self._direct = self.path.exists() and not self.path.is_file()
        self._temporary: Path | None = None
        try:
            handle = os.open(self.path, os.O_WRONLY) if self._direct else self._opened()
        except OSError as error:
            raise InputError(f"{path}: cannot be written: {error.strerror}") from None
        text = (
            {} if "b" in mode else {"encoding": "utf-8", "newline": "", "errors": "surrogateescape"}
        )
        self.stream: Any = os.fdopen(handle, mode, **text)  # type: ignore[call-overload]  # by mode

    def _opened(self) -> int:
        """A new file in the folder of the target, without a name where the system can do that."""
        if self.path.is_symlink():
            self.path = Path(os.path.realpath(self.path))  # a loop of links fails below
        self._permissions = _permissions(self.path)
        if os.path.exists("/proc/self/fd"):
            with suppress(OSError, AttributeError):  # not every file system has files without names
                handle = os.open(self.path.parent, os.O_TMPFILE | os.O_RDWR, 0o600)
                _lock(handle)
                return handle
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=self._prefix, suffix=_SUFFIX)
        _lock(handle)
        self._temporary = Path(name)
        return handle

    @property
    def _prefix(self) -> str:
        return f".{self.path.name[:60]}."

    def __enter__(self) -> Any:
        return self.stream

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            if kind is None:
                self.keep()
        except BrokenPipeError:
            error = BrokenPipeError()
        finally:
            self.discard()
        if self._direct and isinstance(error, BrokenPipeError):
            raise InputError(
                f"{self.path}: the program that reads it stopped before everything was written"
            )

    def keep(self) -> None:
        """Everything was written: give the file its final name."""
        self.stream.flush()
        if self._direct:
            self.stream.close()
            return
        handle = self.stream.fileno()
        if hasattr(os, "fchmod"):
            os.fchmod(handle, self._permissions)
        os.fsync(handle)
        if self._temporary is None:
            if not self.path.exists():
                with suppress(FileExistsError):  # somebody else was faster
                    self._give_name(handle, self.path.name)
                    self.stream.close()
                    return
            name = f"{self._prefix}{secrets.token_hex(4)}{_SUFFIX}"
            self._give_name(handle, name)
            self._temporary = self.path.parent / name
        if os.name == "nt":  # where an open file cannot be renamed
            self.stream.close()
        self._temporary.replace(self.path)
        self.stream.close()
        self._sweep()

    def _give_name(self, handle: int, name: str) -> None:
        """A name for a file without one; it cannot be that of another file."""
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            # With a folder given, the link to the open file is followed, which gives the file a name.
            os.link(f"/proc/self/fd/{handle}", name, dst_dir_fd=folder)
        finally:
            os.close(folder)

    def _sweep(self) -> None:
        """Remove what writers of this file left that were killed just before it got its name."""
        with suppress(OSError), os.scandir(self.path.parent) as found:
            for one in found:
                if one.name.startswith(self._prefix) and one.name.endswith(_SUFFIX):
                    _remove_if_left(one.path)

    def discard(self) -> None:
        """Remove the temporary file, unless the file was kept; a full disk is no reason not to."""
        try:
            with suppress(OSError):
                self.stream.close()
        finally:
            if self._temporary is not None:
                self._temporary.unlink(missing_ok=True)


def _lock(handle: int) -> bool:
    """Whether a file could be locked: nobody else holds it. The system takes the lock of a dead process."""
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):
        return False
    return True


def _remove_if_left(path: str) -> None:
    """Remove a temporary file, unless its writer lives."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            if _lock(handle):
                os.unlink(path)
        finally:
            os.close(handle)


def _permissions(path: Path) -> int:
    """The permissions of a file that is replaced, or those of a new one."""
    try:
        found = stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask
    if not found & 0o222 or not os.access(path, os.W_OK):
        raise InputError(f"{path}: this file is read-only; allow writing, or give another name")
    return found
