"""What record.py does with programs and files: run them, write them, keep a run."""

import datetime
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from karat import __version__
from karat.parsers.adapter import Adapter, Parsed
from karat.suites.items import Suite
from karat.suites.runs import Header, Result, RunFile


def place(variable: str) -> str:
    """Where something is that was installed by hand."""
    if variable not in os.environ:
        sys.exit(f"set {variable}: see the beginning of record.py")
    return os.environ[variable]


def ran(command: list[str], asked: str, more: dict[str, str] | None = None) -> str:
    """What a program prints; its complaints are shown."""
    done = subprocess.run(
        command, input=asked, capture_output=True, text=True, env={**os.environ, **(more or {})}
    )
    if done.returncode:
        sys.exit(f"{command[0]}: status {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


def write(path: Path, pieces: Iterable[str]) -> None:
    """A file from its pieces."""
    path.write_text("".join(pieces))


def write_some(path: Path, pieces: list[str]) -> None:
    """A file from its pieces, if there are any."""
    path.unlink(missing_ok=True)
    if pieces:
        write(path, pieces)


def good(suite: Suite, pieces: Iterable[str]) -> list[str]:
    """Those of the grammatical items, in the order of the gold."""
    return [one for one, item in zip(pieces, suite.items, strict=True) if item.grammatical]


def bad(suite: Suite, pieces: Iterable[str]) -> list[str]:
    """Those of the ungrammatical items."""
    return [one for one, item in zip(pieces, suite.items, strict=True) if not item.grammatical]


def keep_run(path: Path, suite: Suite, adapter: Adapter, parsed: list[Parsed]) -> None:
    """The numbers of analyses as a run, for `karat suite score`."""
    path.unlink(missing_ok=True)
    date = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    header = Header(
        suite.name, suite.sha256, len(suite.items), str(adapter), adapter.version(), {}, date,
        __version__,
    )  # fmt: skip
    file = RunFile(str(path), header)
    for at, (item, found) in enumerate(zip(suite.items, parsed, strict=True)):
        file.add(Result(item, Parsed(found.analyses)), at)
    file.close()
