"""Runs: how they are listed, found and read."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, func, or_, select

from karat.model.errors import UsageError
from karat.store import entries, schema
from karat.store.packing import unpack_json
from karat.store.records import Comment, KeptFile, RunLine, StoredRun
from karat.store.texts import clean

_RUNS = schema.runs
# The columns of a line; the others are large.
_LINE = [_RUNS.c[name] for name in (
    "id", "name", "kind", "created", "version", "command", "gold", "systems", "schemes",
)]  # fmt: skip
_NEWEST = (_RUNS.c.created.desc(), _RUNS.c.serial.desc())


def lines(
    connection: Connection, *, text: str = "", tag: str = "", kind: str = "", limit: int = 50,
    offset: int = 0,
) -> list[RunLine]:  # fmt: skip
    """The runs with this text in them, this tag and of this kind, newest first; ``limit`` 0: all."""
    query = select(*_LINE).order_by(*_NEWEST)
    if text:
        searched = (_RUNS.c[name] for name in ("id", "name", "command", "gold", "systems"))
        query = query.where(or_(*(one.icontains(clean(text), autoescape=True) for one in searched)))
    if tag:
        tagged = select(schema.tags.c.run).where(schema.tags.c.tag == clean(tag))
        query = query.where(_RUNS.c.id.in_(tagged))
    if kind:
        query = query.where(_RUNS.c.kind == kind)
    rows = connection.execute(entries.page(query, limit, offset)).all()
    ids = [row.id for row in rows]
    tags, comments = entries.tags_of(connection, ids), _comments(connection, ids)
    return [_line(row, tags, comments) for row in rows]


def _comments(connection: Connection, runs: Sequence[str]) -> dict[str, int]:
    """How many comments each run has."""
    table = schema.comments
    query = select(table.c.run, func.count()).where(table.c.run.in_(runs)).group_by(table.c.run)
    return {row[0]: row[1] for row in connection.execute(query)}


def _line(row: Any, tags: Mapping[str, list[str]], comments: Mapping[str, int]) -> RunLine:
    given = {name: getattr(row, name) for name in (
        "id", "name", "kind", "created", "version", "command", "gold",
    )}  # fmt: skip
    return RunLine(
        **given,
        systems=json.loads(row.systems),
        schemes=json.loads(row.schemes),
        tags=tags.get(row.id, []),
        comments=comments.get(row.id, 0),
    )


def run_id(connection: Connection, key: str) -> str:
    """The id that a user means: an id, the name of a run (the newest that has it), or how an id begins."""
    wanted = clean(key).strip()
    exact = connection.scalar(select(_RUNS.c.id).where(_RUNS.c.id == wanted))
    if exact is not None:
        return str(exact)
    named = select(_RUNS.c.id).where(_RUNS.c.name == wanted).order_by(*_NEWEST).limit(1)
    found = connection.scalar(named) if wanted else None
    if found is not None:
        return str(found)
    begins: list[str] = []
    if len(wanted) >= 4:
        begun = select(_RUNS.c.id).where(_RUNS.c.id.startswith(wanted, autoescape=True))
        begins = list(connection.scalars(begun.order_by(_RUNS.c.id).limit(6)))
    if len(begins) == 1:
        return begins[0]
    if begins:
        raise UsageError(
            f"several runs begin with {wanted}: {', '.join(begins)}; give more of the id"
        )
    raise UsageError(f"there is no run {wanted!r} in the store; type: karat runs list")


def stored(connection: Connection, key: str) -> StoredRun:
    """A run with everything but contents of files and counts of sentences."""
    run = run_id(connection, key)
    row = connection.execute(select(*_LINE, _RUNS.c.document).where(_RUNS.c.id == run)).one()
    files = connection.execute(
        select(schema.files).where(schema.files.c.run == run).order_by(schema.files.c.number)
    )
    table = schema.comments
    comments = connection.execute(
        select(table.c.number, table.c.created, table.c.author, table.c.text)
        .where(table.c.run == run)
        .order_by(table.c.number)
    )
    said = [Comment(*comment) for comment in comments]
    tags = entries.tags_of(connection, [run])
    return StoredRun(
        line=_line(row, tags, {run: len(said)}),
        document=unpack_json(row.document),
        files=[_file(one) for one in files],
        entries=entries.of_run(connection, run),
        comments=said,
    )  # fmt: skip


def printed(connection: Connection, keys: Sequence[str]) -> dict[str, Any]:
    """The documents of runs by their ids."""
    query = select(_RUNS.c.id, _RUNS.c.document).where(_RUNS.c.id.in_(keys))
    return {row.id: unpack_json(row.document) for row in connection.execute(query)}


def _file(row: Any) -> KeptFile:
    kept = row.content is not None
    return KeptFile(
        row.role, row.name, row.path, row.sha256, row.size, kept, json.loads(row.options)
    )
