"""Run the command line on a real terminal (a pseudo-terminal), and see what is on its screen at the end."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

# The clock of the progress bar runs fast: it is always time to show one.
DRIVER = """
import itertools, sys, types
from karat.reports import progress
progress.time = types.SimpleNamespace(monotonic=itertools.count(0, 2).__next__)
from karat.__main__ import main
main()
"""
_PARTS = re.compile("\r|\n|\b|\033\\[K|\033\\[[0-9;]*m|[^\r\n\b\033]+|\033")


class Shown(NamedTuple):
    """How a command ended; ``sent`` is all that the terminal got, ``screen`` what is left on it."""

    status: int
    out: bytes
    sent: str
    screen: list[str]


def on_a_terminal(
    *arguments: str, folder: Path, columns: int = 100, env: Mapping[str, str] | None = None,
    stdin: bytes = b"", both: bool = False,
) -> Shown:  # fmt: skip
    """Run a command whose standard error is a terminal; with ``both``, its standard output too."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    given = folder / "standard-input"
    given.write_bytes(stdin)
    with given.open("rb") as begin:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", DRIVER, *arguments],
            stdin=begin, stdout=theirs if both else subprocess.PIPE, stderr=theirs, cwd=folder,
            env={**os.environ, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **(env or {})},
        )  # fmt: skip
    os.close(theirs)
    sent = bytearray()
    reader = threading.Thread(target=_read, args=(ours, sent))
    reader.start()
    out, _ = process.communicate(timeout=120)
    reader.join()
    os.close(ours)
    text = sent.decode()
    return Shown(process.returncode, out or b"", text, screen_of(text, columns))


def _read(handle: int, sent: bytearray) -> None:
    while True:
        try:
            data = os.read(handle, 1 << 16)
        except OSError:  # the other side was closed
            return
        if not data:
            return
        sent += data


def screen_of(text: str, columns: int) -> list[str]:
    """The lines on a terminal of so many columns, without blanks at their ends.

    >>> screen_of("abc\\rx\\033[K\\r\\nend\\r\\n", 40)
    ['x', 'end']
    """
    lines, at = [""], 0
    for part in _PARTS.findall(text):
        if part == "\r":
            at = 0
        elif part == "\n":
            lines.append("")
        elif part == "\033[K":
            lines[-1] = lines[-1][:at]
        elif not part.startswith("\033"):
            for character in part:
                if at == columns:
                    lines.append("")
                    at = 0
                lines[-1] = lines[-1].ljust(at)[:at] + character + lines[-1][at + 1 :]
                at += 1
    return [line.rstrip() for line in lines if line.strip()]
