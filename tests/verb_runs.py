"""Run a command in this process as if its standard streams were a terminal, in a folder with files for it.

``cli.run`` is all that a process would run; without a new process it is faster.
"""

import gc
import io
import os
import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import verb_commands
from karat import cli
from verb_commands import words


class Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Ran(NamedTuple):
    """How a command ended, and what the terminal got."""

    status: int
    shown: str


@contextmanager
def streams(stdin: bytes) -> Iterator[io.BytesIO]:
    """Standard streams of a terminal; everything that a command changes in this process is undone."""
    kept = sys.stdin, sys.stdout, sys.stderr, sys.argv, warnings.showwarning, gc.get_threshold()
    dropped = sys.unraisablehook
    numbers = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
    handlers = {number: signal.getsignal(number) for number in numbers}
    shown = io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
    sys.stdout, sys.stderr = (Terminal(shown, encoding="utf-8", write_through=True) for _ in "12")
    try:
        yield shown
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    finally:
        sys.stdin, sys.stdout, sys.stderr, sys.argv, warnings.showwarning = kept[:5]
        gc.set_threshold(*kept[5])
        sys.unraisablehook = dropped
        for number, handler in handlers.items():
            signal.signal(number, handler)


def run(command: str, stdin: bytes = b"") -> Ran:
    """Run a command as on a terminal."""
    with streams(stdin) as shown:
        sys.argv = ["karat", *words(command)]
        status = cli.run()
        sys.stdout.flush()
        sys.stderr.flush()
        return Ran(status, shown.getvalue().decode("utf-8"))


@contextmanager
def files_for_all(folder: Path) -> Iterator[Path]:
    """The folder with all files of verb_commands; it is the current one, with a store of its own."""
    before, store = Path.cwd(), os.environ["KARAT_STORE"]
    os.environ["KARAT_STORE"] = f"sqlite:///{folder / 'runs.db'}"
    os.chdir(folder)
    try:
        verb_commands.write(folder)
        for command in verb_commands.BEFORE:
            ran = run(command)
            assert ran.status == 0, ran.shown
        yield folder
    finally:
        os.chdir(before)
        os.environ["KARAT_STORE"] = store
