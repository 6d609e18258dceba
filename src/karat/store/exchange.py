"""Runs as one file, to carry them from a store to another one.

The file is gzip with one JSON object per line: a head, contents of files, runs, and an end with the
hash of the lines before it. Whoever reads one does not trust it: everything is checked before anything
is written, and what is written is one transaction.
"""

import gzip
import hashlib
import io
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from sqlalchemy import Connection, select

from karat import __version__
from karat.files.atomic import AtomicFile
from karat.files.source import standard_input
from karat.model.errors import InputError
from karat.store import schema
from karat.store.exchange_lines import Line, content_row, core, read_line, run_line
from karat.store.packing import LIMIT
from karat.store.runs import run_id
from karat.store.saving import insert_rows, write
from karat.store.store import Store

FORM = 1
# A line is at most as long as the largest content, packed and written in base 64; a file may be
# larger than what it was compressed to by this factor, and has a number of lines.
_LONGEST, _RATIO, _MOST = LIMIT, 200, 1_000_000
_NOTHING_IMPORTED = "nothing was imported"


class Imported(NamedTuple):
    """How many runs were imported, how many were there already, and how many contents came with them."""

    runs: int
    already: int
    contents: int


def export_runs(store: Store, keys: Sequence[str], target: "str | BinaryIO") -> int:
    """Write runs to a file or a stream, the oldest first; all if none are named. How many it were."""
    with store.reading() as connection:
        chosen = {run_id(connection, key) for key in keys}
        if isinstance(target, str) and target != "-":
            with AtomicFile(target, "wb") as stream:
                return _export(connection, chosen, stream)
        return _export(connection, chosen, sys.stdout.buffer if isinstance(target, str) else target)


def _export(connection: Connection, chosen: set[str], stream: Any) -> int:
    table = schema.runs
    query = select(table.c.id).order_by(table.c.created, table.c.serial)
    runs = [run for run in connection.scalars(query) if not chosen or run in chosen]
    files = schema.files
    held = select(files.c.content).where(files.c.content.is_not(None), files.c.run.in_(runs))
    contents = sorted(set(connection.scalars(held)))
    # Without a time and a name in it: the same runs are the same bytes.
    with gzip.GzipFile("", "wb", 6, stream, mtime=0) as packed:
        lines = _Lines(packed)
        lines.put({"karat_runs": FORM, "karat": __version__, "runs": len(runs)})
        for sha256 in contents:
            lines.put({"content": content_row(connection, sha256)})
        for run in runs:
            lines.put({"run": run_line(connection, run)})
        lines.put({"end": {"lines": lines.number, "sha256": lines.digest.hexdigest()}})
    return len(runs)


class _Lines:
    """Writes lines, counts and hashes them."""

    def __init__(self, stream: Any) -> None:
        self.stream, self.number, self.digest = stream, 0, hashlib.sha256()

    def put(self, value: Any) -> None:
        line = json.dumps(value, separators=(",", ":"), sort_keys=True).encode() + b"\n"
        self.stream.write(line)
        self.digest.update(line)
        self.number += 1


def import_runs(store: Store, source: "str | BinaryIO", shown: str = "") -> Imported:
    """Read runs from a file or a stream; those that the store has already stay as they are.

    If anything is wrong with the file, nothing is imported; ``shown`` is what messages call it.
    """
    name = shown or (source if isinstance(source, str) else "the file of runs")
    with _rewindable(source, name) as (stream, size):
        wanted = _checked(stream, size, name)
        with store.writing(alone=True) as connection:
            table = schema.runs
            there = set(connection.scalars(select(table.c.id).where(table.c.id.in_(wanted))))
            held = {sha for run, shas in wanted.items() if run not in there for sha in shas}
            stream.seek(0)
            for line in _lines(stream, size, name):
                if line.sha256 in held and line.content is not None:
                    insert_rows(connection, schema.contents, [line.content])
                elif line.run is not None and line.id not in there:
                    write(connection, line.run)
                elif line.run is not None and core(run_line(connection, line.id)) != line.core:
                    raise InputError(
                        f"{name}: the store has another run {line.id} already; {_NOTHING_IMPORTED}"
                    )
    return Imported(len(wanted.keys() - there), len(there), len(held))


def _checked(stream: BinaryIO, size: int, name: str) -> dict[str, frozenset[str]]:
    """The runs of a file, each with the contents that it needs, if all of it is sound."""
    wanted: dict[str, frozenset[str]] = {}
    contents: set[str] = set()
    for line in _lines(stream, size, name):
        if line.sha256:
            contents.add(line.sha256)
        if line.id:
            if line.id in wanted:
                raise InputError(f"{name}: run {line.id} is there twice; {_NOTHING_IMPORTED}")
            if line.needs - contents:
                raise InputError(
                    f"{name}: contents of files are missing before run {line.id}; {_NOTHING_IMPORTED}"
                )
            wanted[line.id] = line.needs
    if not wanted:
        raise InputError(f"{name}: there are no runs in it; {_NOTHING_IMPORTED}")
    return wanted


def _lines(stream: BinaryIO, size: int, name: str) -> Iterator[Line]:
    """The contents and runs of a file, each checked; at the end, that nothing is cut off or changed."""
    digest, ended = hashlib.sha256(), False
    for number, text in enumerate(_texts(stream, size, name), 1):
        where = f"{name}:{number}"
        if ended or number > _MOST:
            raise InputError(f"{where}: the file goes on after its end; {_NOTHING_IMPORTED}")
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            raise InputError(f"{where}: this is not JSON; {_NOTHING_IMPORTED}") from None
        if number == 1:
            _check_head(value, name)
        elif isinstance(value, dict) and list(value) == ["end"]:
            said = {"lines": number - 1, "sha256": digest.hexdigest()}
            if value["end"] != said:
                raise InputError(f"{where}: the file was changed; {_NOTHING_IMPORTED}")
            ended = True
        else:
            try:
                yield read_line(value)
            except InputError as error:
                raise InputError(f"{where}: {error}; {_NOTHING_IMPORTED}") from None
        digest.update(text)
    if not ended:
        raise InputError(f"{name}: the file is cut off; {_NOTHING_IMPORTED}")


def _check_head(value: Any, name: str) -> None:
    form = value.get("karat_runs") if isinstance(value, dict) else None
    if not isinstance(form, int):
        raise _no_runs(name)
    if form != FORM:
        raise InputError(
            f"{name}: a newer karat wrote this file (form {form}); update karat to read it"
        )


def _no_runs(name: str) -> InputError:
    return InputError(
        f"{name}: this is not a file of runs; make one with: karat runs export RUN --to runs.karat"
    )


def _texts(stream: BinaryIO, size: int, name: str) -> Iterator[bytes]:
    """The lines of a compressed file, which may not be much larger than it."""
    left = _RATIO * size + (1 << 20)
    with gzip.GzipFile(fileobj=stream, mode="rb") as packed:
        while True:
            try:
                text = packed.readline(min(left, _LONGEST) + 1)
            except gzip.BadGzipFile:
                raise _no_runs(name) from None
            except (OSError, EOFError, ValueError) as error:
                raise InputError(f"{name}: cannot be read: {error}; {_NOTHING_IMPORTED}") from None
            except Exception as error:  # noqa: BLE001  # the decompressor has its own errors
                raise InputError(f"{name}: is damaged: {error}; {_NOTHING_IMPORTED}") from None
            if not text:
                return
            left -= len(text)
            if left < 0 or len(text) > _LONGEST:
                raise InputError(f"{name}: it is too large when unpacked; {_NOTHING_IMPORTED}")
            yield text


@contextmanager
def _rewindable(source: "str | BinaryIO", name: str) -> Iterator[tuple[BinaryIO, int]]:
    """A stream that can be read twice, with its size."""
    try:
        given = _opened(source)
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror}") from None
    try:
        if given.seekable():
            size = given.seek(0, io.SEEK_END)
            given.seek(0)
            yield given, size
            return
        with tempfile.TemporaryFile() as copy:
            while piece := given.read(1 << 20):
                copy.write(piece)
            size = copy.tell()
            copy.seek(0)
            yield copy, size
    finally:
        if isinstance(source, str) and source != "-":
            given.close()


def _opened(source: "str | BinaryIO") -> BinaryIO:
    if not isinstance(source, str):
        return source
    return standard_input() if source == "-" else Path(source).open("rb")
