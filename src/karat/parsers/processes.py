"""Processes of parsers: starting them so that they end with karat, their pipes, their memory, their end."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

# The shell waits for the end of a pipe that only karat can write to, and then kills its own group, or
# removes a file. It is nobody's child, so that no parser waits for it, and it holds none of its pipes.
_KILLING = "((while read -r _; do :; done; kill -KILL 0) < /dev/fd/{} > /dev/null 2>&1 &)"
_REMOVING = '((while read -r _; do :; done; rm -rf -- "$1") < /dev/fd/{} > /dev/null 2>&1 &)'
_SHELL = "/bin/sh"


@cache
def _lifeline() -> int:
    """The end for reading of a pipe, which closes when karat ends, however that is; -1 without a shell."""
    if not (os.path.exists(_SHELL) and os.path.isdir("/dev/fd")):
        return -1
    return os.pipe()[0]  # nobody writes, and nobody closes the other end


def start(command: Sequence[str], **settings: Any) -> "subprocess.Popen[bytes]":
    """Start a program in a session of its own; if karat is killed, it is killed with all its children."""
    line = _lifeline()
    if line >= 0:
        script = f'{_KILLING.format(line)}; exec "$@"'
        command, settings = (
            [_SHELL, "-c", script, "sh", *command],
            {**settings, "pass_fds": (line,)},
        )
    return subprocess.Popen(command, start_new_session=True, **settings)


def remove_with_us(path: str) -> None:
    """Have a temporary file or folder removed when karat ends, even if it is killed."""
    if (line := _lifeline()) >= 0:
        command = [_SHELL, "-c", _REMOVING.format(line), "sh", path]
        # Where no process can be started (ulimit -u), it is still removed if karat ends by itself.
        with suppress(OSError):
            subprocess.run(command, pass_fds=(line,), start_new_session=True, check=False)


def send(handle: int, request: bytes) -> bytes:
    """Send part of a request; return the rest."""
    try:
        return request[os.write(handle, request[:65536]) :]
    except BlockingIOError:
        return request
    except OSError:
        # It no longer reads. Its output will show whether it died.
        return b""


def receive(handle: int) -> bytes | None:
    """The next output: empty at the end, None if there is none yet."""
    try:
        return os.read(handle, 1 << 18)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def manner(status: int) -> str:
    """How a process ended.

    >>> manner(-11), manner(3)
    ('it was killed by signal 11 (SIGSEGV)', 'it ended with status 3')
    """
    if status >= 0:
        return f"it ended with status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = "unknown"
    return f"it was killed by signal {-status} ({name})"


def kill(process: "subprocess.Popen[bytes]") -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        process.kill()


def resident(session: int) -> int:
    """The resident memory of a session's processes in bytes; 0 where there is no /proc."""
    total = 0
    try:
        numbers = [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return 0
    page = os.sysconf("SC_PAGE_SIZE")
    for number in numbers:
        try:
            # After the program's name in brackets: state, parent, group, session …
            values = Path(f"/proc/{number}/stat").read_text("utf-8", "replace").rpartition(")")[2]
        except OSError:
            continue
        columns = values.split()
        if len(columns) > 21 and columns[3] == str(session):
            total += int(columns[21]) * page
    return total
