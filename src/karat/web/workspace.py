"""The folder of a server for what it works on; it is removed with the server.

If a server was killed, the next one on this machine removes what it left: a running server holds the lock
of its folder, and a lock ends with its process.
"""

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

_PREFIX = "karat-serve-"
_LOCK = "lock"


class Workspace:
    """A folder with a folder for each job, all with names of our own, readable by this user only."""

    def __init__(self, parent: str | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory(
            prefix=_PREFIX, dir=parent, ignore_cleanup_errors=True
        )
        self.path = Path(self._folder.name)
        self._handle = _locked(self.path)

    def new(self) -> Path:
        """A new folder for a job."""
        return Path(tempfile.mkdtemp(prefix="job-", dir=self.path))

    def close(self) -> None:
        """Remove everything."""
        self._folder.cleanup()
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def remove(folder: Path, *, but: str = "") -> None:
    """Remove a folder of a job, or everything in it but one file."""
    if not but:
        shutil.rmtree(folder, ignore_errors=True)
        return
    for one in folder.iterdir():
        if one.name != but:
            shutil.rmtree(one, ignore_errors=True) if one.is_dir() else one.unlink(missing_ok=True)


def sweep(parent: str | None = None) -> list[Path]:
    """Remove the folders of servers of this user that no longer run; they are returned."""
    try:
        import fcntl
    except ImportError:
        return []
    removed = []
    for folder in Path(parent or tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            if folder.is_symlink() or folder.stat().st_uid != os.getuid():
                continue
            handle = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
                removed.append(folder)
            finally:
                os.close(handle)
    return removed


def _locked(folder: Path) -> int | None:
    """Lock a folder; None where there are no such locks. It has a file ``lock`` only when it is locked."""
    try:
        import fcntl
    except ImportError:
        return None
    new = folder / f"{_LOCK}.new"
    handle = os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    fcntl.flock(handle, fcntl.LOCK_EX)
    new.rename(folder / _LOCK)
    return handle
