"""What a command that was killed has left: contents of files, a store, names, processes."""

import hashlib
import json
import time
from pathlib import Path
from typing import Any

from karat.store import open_store

STORE = "runs.db"
# Of a run in a store, what depends on the clock.
_TIMED = ("seconds", "date", "created")


def plain(value: Any) -> Any:
    """A JSON value without what depends on the clock."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items() if key not in _TIMED}
    return [*map(plain, value)] if isinstance(value, list) else value


def content(path: Path) -> Any:
    """What is in a file, without what depends on the clock; the results of a run are in any order."""
    if not path.exists():
        return None
    data = path.read_bytes()
    try:
        if path.suffix == ".run":
            lines = [plain(json.loads(line)) for line in data.splitlines()]
            return sorted(lines, key=lambda line: line.get("at", -1))
        return plain(json.loads(data)) if path.suffix == ".json" else data
    except ValueError:
        return data  # it is the old file, or torn


def stored(folder: Path) -> Any:
    """Everything that a store has, as a value; a file whose content is not what it was is an error."""
    import sqlite3

    path = folder / STORE
    if not path.exists():
        return None
    with open_store(f"sqlite:///{path}") as store:
        runs = sorted(
            json.dumps(_run(store, line.id), sort_keys=True) for line in store.runs(limit=99)
        )
    connection = sqlite3.connect(path)
    try:
        ((sound,),) = connection.execute("pragma integrity_check").fetchall()
        tables = [
            name
            for (name,) in connection.execute("select name from sqlite_master where type = 'table'")
        ]
        rows = {
            name: connection.execute(f'select count(*) from "{name}"').fetchone()[0]
            for name in tables
        }
    finally:
        connection.close()
    return sound, runs, rows


def _run(store: Any, key: str) -> Any:
    """A run of a store, read to the last sentence."""
    found = store.run(key)
    files = []
    for one in found.files:
        if one.kept and hashlib.sha256(store.content(one.sha256)).hexdigest() != one.sha256:
            raise ValueError(f"{key}: the content of {one.name} is another one")
        # The file of a suite's run has dates.
        files.append(
            [
                one.role,
                one.name,
                one.kept,
                *(() if one.role == "output" else (one.sha256, one.size)),
            ]
        )
    tallied = store.tallied([entry.id for entry in found.entries])
    counts = [hashlib.sha256(one.tally.counts.tobytes()).hexdigest() for one in tallied]
    line = found.line
    return [line.name, line.kind, sorted(line.tags), [one.text for one in found.comments], files,
            [entry.signature for entry in found.entries], counts, plain(found.document)]  # fmt: skip


def names(folder: Path) -> set[str]:
    """All files of a folder but those of the store, which SQLite takes care of."""
    found = (str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    return {name for name in found if not name.startswith(STORE)}


def left_running(folder: Path) -> list[str]:
    """Processes that the command has started and that still run, after some patience."""
    mark = f"TMPDIR={folder / 'tmp'}\0".encode()
    for _ in range(200):
        found = []
        for path in Path("/proc").glob("[0-9]*/environ"):
            try:
                if mark in path.read_bytes() + b"\0":
                    found.append(path.parent.name)
            except OSError:
                continue
        if not found and not any((folder / "tmp").iterdir()):
            return []
        time.sleep(0.05)
    files = (f"tmp/{path.name}" for path in (folder / "tmp").iterdir())
    return [*(f"process {one}" for one in found), *files]
