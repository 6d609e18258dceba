"""What holds for every verb: nothing steers the terminal, no file is left open.

The commands run in this process, which is faster; ``cli.run`` is all that a process would run.
"""

import gc
import io
import os
import re
import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

import verb_commands
from hostile_strings import UNSEEN
from karat import cli
from verb_commands import COMMANDS, WAITING, words

# Colours and the progress bar are our own.
OURS = re.compile("\x1b\\[[0-9;]*m|\r|\x1b\\[K")


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
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
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


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with all files; it is the current one."""
    made, before = tmp_path_factory.mktemp("verbs"), Path.cwd()
    store = os.environ["KARAT_STORE"]
    os.environ["KARAT_STORE"] = f"sqlite:///{made / 'runs.db'}"
    os.chdir(made)
    verb_commands.write(made)
    for command in verb_commands.BEFORE:
        ran = run(command)
        assert ran.status == 0, ran.shown
    yield made
    os.chdir(before)
    os.environ["KARAT_STORE"] = store


def test_every_verb_is_here() -> None:
    import click

    there = {words(command)[0] for command in COMMANDS.values()} | WAITING
    assert there == set(cli.karat.list_commands(click.Context(cli.karat)))


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_steers_the_terminal_and_no_file_stays_open(folder: Path, name: str) -> None:
    """Words, labels, names and what a parser says are escapes; every file is closed when it was read."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ResourceWarning)
        ran = run(COMMANDS[name], verb_commands.stdin(name))
        gc.collect()
    # A command shows warnings as notes.
    assert "unclosed" not in ran.shown, ran.shown
    assert ran.status in (0, 1, 2), ran.shown[-2000:]
    assert "Traceback" not in ran.shown
    found = UNSEEN.search(OURS.sub("", ran.shown))
    assert not found, ascii(OURS.sub("", ran.shown)[max(0, found.start() - 60) : found.end() + 60])
    assert not [str(one.message) for one in caught if issubclass(one.category, ResourceWarning)]
