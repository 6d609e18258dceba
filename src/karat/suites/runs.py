"""A run: the results of one parser for the items of a suite, in a file that only grows.

The first line names the suite, the parser and the date; every other line is an item with its result.
If karat was killed while it wrote a line, the incomplete line is removed when the run continues. The
file contains everything that is needed to score it.
"""

import hashlib
import json
import os
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from karat.files import resources
from karat.model.errors import InputError, UsageError
from karat.parsers import identity
from karat.parsers.adapter import Parsed
from karat.suites.files import pairs
from karat.suites.items import Item, item

FORMAT = 1
# The first bytes of every run.
MARK = b'{"karat": "run"'
_ITEM_FIELDS = frozenset(Item.__dataclass_fields__)
# A crash of the machine loses at most this many seconds of work; a crash of karat loses nothing.
_SYNC = 1.0


@dataclass(frozen=True)
class Header:
    """The suite, parser and limits of a run; ``program`` has the hashes of the parser's files."""

    suite: str
    suite_sha256: str
    items: int
    parser: str
    parser_version: str
    limits: Mapping[str, Any]
    date: str
    version: str
    program: Mapping[str, str] = field(default_factory=dict)

    @property
    def program_hash(self) -> str:
        """One short hash for all files of the parser; empty if none could be seen."""
        said = json.dumps(sorted(self.program.values())).encode()
        return hashlib.sha256(said).hexdigest()[:8] if self.program else ""


@dataclass(frozen=True)
class Result:
    """An item and its result."""

    item: Item
    parsed: Parsed

    @property
    def covered(self) -> bool:
        """Whether there is an analysis."""
        return self.parsed.analyses > 0 and not self.parsed.failure

    def record(self) -> dict[str, Any]:
        return {**self.item.record(), **self.parsed.record()}


@dataclass(frozen=True)
class Run:
    """A run that was read from a file, with results in the order of the items."""

    header: Header
    results: tuple[Result, ...]
    path: str

    @property
    def missing(self) -> int:
        """The number of items that were not run yet."""
        return self.header.items - len(self.results)


def read(path: str) -> Run:
    """A run from a file, or from an [incr tsdb()] profile with one."""
    place = Path(path)
    if place.is_dir():
        from karat.suites import profiles

        return profiles.read(place)
    return read_content(resources.read(path).content, path)


def read_content(content: bytes, path: str) -> Run:
    """A run from the content of its file; messages call it ``path``."""
    header, rows, _ = _scan(content, path)
    results: dict[str, tuple[int, Result]] = {}
    for number, row in rows:
        known = {key: value for key, value in row.items() if key in _ITEM_FIELDS}
        try:
            parsed, at = Parsed.of(row), int(row.get("at", number))
        except (TypeError, ValueError, OverflowError) as error:
            raise InputError(f"{path}:{number}: this is not a result: {error}") from None
        one = item(known, 0, f"{path}:{number}")
        if one.id in results:
            raise InputError(f"{path}:{number}: there is a result for item {one.id!r} already")
        results[one.id] = at, Result(one, parsed)
    in_order = sorted(results.values(), key=lambda pair: pair[0])
    return Run(header, tuple(result for _, result in in_order), path)


def _scan(data: bytes, path: str) -> tuple[Header, list[tuple[int, dict[str, Any]]], int]:
    """The header, the rows with their line numbers, and the number of bytes of complete lines."""
    end = data.rfind(b"\n") + 1
    lines = data[:end].split(b"\n")[:-1]
    header: Header | None = None
    rows: list[tuple[int, dict[str, Any]]] = []
    good = 0
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
            if not isinstance(record, dict):
                raise ValueError("not an object")
            if number == 1:
                header = _header(record)
            else:
                rows.append((number, record))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            # After a loss of power the last line may be damaged, but no other.
            if number > 1 and number == len(lines):
                break
            raise InputError(f"{path}:{number}: this is not a karat run: {error}") from None
        good += len(line) + 1
    if header is None:
        raise InputError(f"{path}: this is not a karat run: it has no first line")
    return header, rows, good


def _header(record: dict[str, Any]) -> Header:
    if record.pop("karat", "") != "run":
        raise ValueError("the first line does not say so")
    if record.pop("format", 0) != FORMAT:
        raise ValueError("it was written by another version of karat")
    header = Header(**record)
    wanted = {"items": int, "limits": dict, "program": dict}
    for name, value in asdict(header).items():
        if not isinstance(value, wanted.get(name, str)):
            raise TypeError(f"{name} in the first line is damaged")
    if not all(isinstance(one, int | float) for one in header.limits.values()):
        raise TypeError("limits in the first line is damaged")
    return header


def without(run: Run, path: str) -> Run:
    """The run with the items of a TSV file excluded; each keeps its place, with the reason."""
    reasons = dict(pairs(path, "reason"))
    known = {one.item.id: one for one in run.results}
    for key, reason in reasons.items():
        if key not in known:
            raise InputError(f"{path}: {run.path} has no item {key[:60]!r} to exclude")
        known[key] = replace(known[key], item=replace(known[key].item, excluded=reason))
    return replace(run, results=tuple(known.values()))


class RunFile:
    """A run that is being written; each result is written at once."""

    def __init__(self, path: str, header: Header, *, fresh: bool = False) -> None:
        """Begin a run, or continue one of the same suite and parser unless ``fresh``."""
        self.done: frozenset[str] = frozenset()
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise InputError(f"{path}: cannot be written: {error.strerror}") from None
        try:
            self._begin(path, header, fresh)
        except BaseException:
            os.close(self._file)
            raise
        self._synced = time.monotonic()

    def _begin(self, path: str, header: Header, fresh: bool) -> None:
        _lock(self._file, path)
        data = Path(path).read_bytes()
        if data[: len(MARK)] != MARK[: len(data)]:
            raise InputError(f"{path}: this is not a karat run; give another name with --run")
        if fresh or b"\n" not in data:
            os.ftruncate(self._file, 0)
            self._write_line({"karat": "run", "format": FORMAT, **asdict(header)})
            return
        old, rows, good = _scan(data, path)
        if differences := _differences(old, header):
            raise UsageError(
                f"{path}: this run cannot be continued: {'; '.join(differences)}\n"
                "to run all items again, add --fresh; to keep this run, give another name with --run"
            )
        os.ftruncate(self._file, good)
        self.done = frozenset(str(row.get("id")) for _, row in rows)

    def add(self, result: Result, at: int) -> None:
        """Write a result; ``at`` is the position of its item in the suite."""
        self._write_line({"at": at, **result.record()})
        now = time.monotonic()
        if now - self._synced > _SYNC:
            os.fsync(self._file)
            self._synced = now

    def close(self) -> None:
        """Write everything to disk, and close the file."""
        os.fsync(self._file)
        os.close(self._file)

    def _write_line(self, record: dict[str, Any]) -> None:
        data = (json.dumps(record, ensure_ascii=False) + "\n").encode("utf-8", "replace")
        while data:
            data = data[os.write(self._file, data) :]


def _differences(old: Header, new: Header) -> list[str]:
    """Why a run cannot be continued with this suite, parser and limits, in words."""
    said = []
    for name in ("suite_sha256", "parser", "parser_version", "limits"):
        theirs, ours = getattr(old, name), getattr(new, name)
        if theirs != ours:
            said.append(f"it has another {name.replace('_', ' ')} ({theirs}, not {ours})")
    # Another parser has other files, so these need not be listed.
    return said or identity.changed(old.program, new.program)


def _lock(file: int, path: str) -> None:
    """Keep other processes from writing; the lock ends with this process."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise UsageError(f"{path}: another karat process is writing this run") from None
