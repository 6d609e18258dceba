"""Save a run: everything in one transaction."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, insert
from sqlalchemy.dialects import postgresql, sqlite

from karat import __version__
from karat.model.errors import InputError
from karat.store import schema
from karat.store.entry_rows import Made, entry_rows, lower_of
from karat.store.facts import facts_of
from karat.store.packing import pack, pack_documents, pack_json, pack_tally
from karat.store.records import KINDS, ROLES, NewEntry, NewFile, NewRun
from karat.store.texts import checked, clean, new_id, now

# Contents of larger files are not kept, only their places and hashes.
LARGEST = 32 << 20

Row = dict[str, Any]


class Prepared(NamedTuple):
    """The rows of a run, by table, before they are written."""

    run: Row
    tags: Sequence[Row]
    comments: Sequence[Row]
    contents: Sequence[Row]
    files: Sequence[Row]
    boards: Sequence[Row]
    entries: Sequence[Row]
    figures: Sequence[Row]
    tallies: Sequence[Row]


def prepared(new: NewRun) -> Prepared:
    """The rows of a new run. Everything costly is done here, before others have to wait."""
    if new.kind not in KINDS:
        raise ValueError(f"there is no kind of run {new.kind!r}")
    run, created = new_id(), now()
    kept = [_content(one) for one in new.files]
    parts = [entry_rows(run, at, created, _made(one)) for at, one in enumerate(new.entries, 1)]
    return Prepared(
        run=_run(run, created, new),
        tags=[{"run": run, "tag": checked("tag", tag)} for tag in dict.fromkeys(new.tags)],
        comments=[],
        contents=[row for row in kept if row],
        files=[_file(run, at, one, kept[at - 1]) for at, one in enumerate(new.files, 1)],
        boards=[part.board for part in parts],
        entries=[part.entry for part in parts],
        figures=[row for part in parts for row in part.figures],
        tallies=[part.tally for part in parts],
    )


def write(connection: Connection, rows: Prepared) -> None:
    """Write the rows of a run, whose id is new."""
    insert_rows(connection, schema.contents, rows.contents)
    insert_rows(connection, schema.boards, rows.boards)
    for table, some in (
        (schema.runs, [rows.run]),
        (schema.tags, rows.tags),
        (schema.comments, rows.comments),
        (schema.files, rows.files),
        (schema.entries, rows.entries),
        (schema.figures, rows.figures),
        (schema.tallies, rows.tallies),
    ):
        if some:
            connection.execute(insert(table), list(some))


def insert_rows(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert the rows that are not there yet, in one order for all, so that writers do not deadlock."""
    keys = [column.name for column in table.primary_key]
    every = {tuple(row[key] for key in keys): row for row in rows}
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    if every:
        ordered = [every[key] for key in sorted(every)]
        connection.execute(dialect.insert(table).on_conflict_do_nothing(), ordered)


def _run(run: str, created: str, new: NewRun) -> Row:
    named = [one.name for one in new.files if one.role in ("gold", "suite")]
    named += [one.tallied.run.gold for one in new.entries]
    systems = [one.tallied.name for one in new.entries] or [
        one.name for one in new.files if one.role in ("system", "output")
    ]
    schemes = [str(one.tallied.result.scheme) for one in new.entries]
    return {
        "id": run,
        "name": checked("name", new.name) if new.name else "",
        "kind": new.kind,
        "created": created,
        "version": __version__,
        "command": clean(new.command),
        "gold": clean(PurePath(named[0]).name) if named else "",
        "systems": json.dumps([clean(one) for one in dict.fromkeys(systems)]),
        "schemes": json.dumps([clean(one) for one in dict.fromkeys(schemes)]),
        "document": pack_json(new.document),
        "documents": pack_documents(new.documents) if new.documents else None,
    }


def _content(new: NewFile) -> Row | None:
    """The content of a file, if it is to be kept: packed, under the hash of what was scored."""
    if new.content is None or len(new.content) > LARGEST:
        return None
    if hashlib.sha256(new.content).hexdigest() != new.sha256:
        raise InputError(
            f"{new.path}: the file has changed since it was read, so the run was not saved; type the "
            "command again"
        )
    return {"sha256": new.sha256, "size": len(new.content), "packed": pack(new.content)}


def _file(run: str, number: int, new: NewFile, kept: Row | None) -> Row:
    if new.role not in ROLES:
        raise ValueError(f"there is no role {new.role!r}")
    return {
        "run": run,
        "number": number,
        "role": new.role,
        "name": clean(new.name),
        "path": clean(new.path),
        "sha256": new.sha256,
        "size": new.size,
        "content": kept["sha256"] if kept else None,
        "options": json.dumps(dict(new.options)),
    }


def _made(new: NewEntry) -> Made:
    one, scheme = new.tallied, new.tallied.result.scheme
    return Made(
        system=one.name,
        scheme=str(scheme),
        recipe=new.recipe,
        signed=one.result.signed,
        gold=PurePath(one.run.gold).name,
        gold_sha256=one.run.sha256,
        main=scheme.main_figure(),
        lower=lower_of(scheme),
        result=new.result,
        tally=pack_tally(one.tally),
        facts=pack_json(facts_of(one)),
    )
