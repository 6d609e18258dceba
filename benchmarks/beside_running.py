"""A program beside karat: how each is run on a pair of files, and what both printed."""

import contextlib
import io
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import click

from beside_pairs import Pair
from karat.cli import karat as command_line
from karat.model.errors import KaratError

# Seconds after which a program hangs.
PATIENCE = 60
# The status that stands for a refusal: programs end with 1 or 255 or a traceback, karat with 2.
REFUSED = "refused"


@dataclass(frozen=True)
class Result:
    """What a program printed (or the figures of a library), and its exit status."""

    out: bytes
    status: int | str
    err: bytes = b""


@dataclass(frozen=True)
class Named:
    """A difference that is known: its name, why it is there, and where the page says so."""

    name: str
    reason: str
    page: str
    holds: Callable[[Pair, Result, Result, Path], bool]


@dataclass(frozen=True)
class Program:
    """A program: what makes pairs for it, how it is run and how karat is, and what may differ."""

    name: str
    make: Callable[[Random], Pair]
    theirs: Callable[[Pair, Path], Result]
    ours: Callable[[Pair, Path], Result]
    named: Sequence[Named] = ()
    messages: bool = False

    def equal(self, theirs: Result, ours: Result) -> bool:
        """Whether both did the same; ``messages``: also on standard error."""
        said = theirs.err == ours.err or not self.messages
        return (theirs.out, theirs.status) == (ours.out, ours.status) and said


def in_process(arguments: Sequence[str], given: bytes = b"") -> Result:
    """A command of karat, in this process."""
    out, err = io.BytesIO(), io.BytesIO()
    streams = [io.TextIOWrapper(one, encoding="utf-8", write_through=True) for one in (out, err)]
    kept = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(given))
    try:
        with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
            try:
                status = command_line.main(
                    list(arguments), prog_name="karat", standalone_mode=False
                )
                sys.stdout.flush()
            except (KaratError, click.ClickException):
                return Result(b"", REFUSED)
    finally:
        sys.stdin = kept
    return Result(out.getvalue(), status if isinstance(status, int) else 0, err.getvalue())


def run(program: Sequence[str], given: bytes = b"") -> Result:
    try:
        done = subprocess.run(
            program, input=given, capture_output=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return Result(b"", "hangs")
    return Result(done.stdout, done.returncode, done.stderr)


def written(pair: Pair, folder: Path) -> list[str]:
    """The two files of a pair."""
    for name, content in (("gold", pair.gold), ("system", pair.system)):
        (folder / name).write_bytes(content)
    return [str(folder / "gold"), str(folder / "system")]
