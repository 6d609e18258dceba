"""Processes of parsers: starting them so that they end with karat, their pipes, their memory, their end."""

import contextlib
import os
import signal
import subprocess
from functools import cache
from pathlib import Path


@cache
def guard() -> list[str]:
    """A command prefix that ends the parser if karat is killed; empty where there is none."""
    prefix = ["setpriv", "--pdeathsig", "KILL"]
    try:
        done = subprocess.run([*prefix, "true"], capture_output=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    return prefix if done.returncode == 0 else []


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
    ('it died of signal 11 (SIGSEGV)', 'it ended with status 3')
    """
    if status >= 0:
        return f"it ended with status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = "unknown"
    return f"it died of signal {-status} ({name})"


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
