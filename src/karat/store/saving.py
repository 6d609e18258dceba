"""Save a run: everything in one transaction."""

import hashlib
import json
import math
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, insert
from sqlalchemy.dialects import postgresql, sqlite

from karat import __version__
from karat.engine.tallied import Tallied
from karat.model.errors import InputError, UsageError
from karat.model.scheme import Scheme
from karat.store import schema
from karat.store.facts import facts_of
from karat.store.packing import pack, pack_documents, pack_json, pack_tally
from karat.store.records import KINDS, ROLES, NewEntry, NewFile, NewRun
from karat.store.texts import checked, clean, new_id, now

# Contents of larger files are not kept, only their places and hashes.
LARGEST = 32 << 20
# The parts of a recipe or a signature that differ between entries that can be compared.
_OF_ONE_RESULT = re.compile(r"karat:|sentences:|lenient$")

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
    entries = [_entry(run, created, at, one) for at, one in enumerate(new.entries, 1)]
    files = [_file(run, at, one, kept[at - 1]) for at, one in enumerate(new.files, 1)]
    boards = [_board(run, one) for one in new.entries]
    for row, board in zip(entries, boards, strict=True):
        row["board"] = board["id"]
    return Prepared(
        run=_run(run, created, new),
        tags=[{"run": run, "tag": checked("tag", tag)} for tag in dict.fromkeys(new.tags)],
        comments=[],
        contents=list({row["sha256"]: row for row in kept if row}.values()),
        files=files,
        boards=boards,
        entries=entries,
        figures=[
            row
            for entry, one in zip(entries, new.entries, strict=True)
            for row in figure_rows(entry, one.tallied.result.scheme, one.result)
        ],
        tallies=[_tally(run, at, one) for at, one in enumerate(new.entries, 1)],
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
    gold = next((one.name for one in new.files if one.role in ("gold", "suite")), "")
    if not gold and new.entries:
        gold = PurePath(new.entries[0].tallied.run.gold).name
    systems = [one.tallied.name for one in new.entries]
    systems += [one.name for one in new.files if one.role in ("system", "output") and not systems]
    schemes = [str(one.tallied.result.scheme) for one in new.entries]
    return {
        "id": run,
        "name": checked("name", new.name) if new.name else "",
        "kind": new.kind,
        "created": created,
        "version": __version__,
        "command": clean(new.command),
        "gold": clean(gold),
        "systems": json.dumps([clean(one) for one in dict.fromkeys(systems)]),
        "schemes": json.dumps(list(dict.fromkeys(schemes))),
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


def board_recipe(recipe: str, signed: Sequence[str] = ()) -> str:
    """What all entries of a board share: how they were made, whatever the version of karat.

    A system that was read leniently is compared with others, as in one run, and ``signed`` is what the
    comparison depended on.

    >>> board_recipe("evalb|failed:drop|lenient|gold:f46edd2d|sentences:3/4|karat:0.1.0")
    'evalb|failed:drop|gold:f46edd2d'
    """
    parts = [part for part in recipe.split("|") if not _OF_ONE_RESULT.match(part)]
    return "|".join([*parts, *(one for one in signed if one not in parts)])


def board_of(one: Tallied, recipe: str, run: str = "") -> str:
    """The id of the board that a result belongs to.

    If gold's hash is not known, nothing can be compared with other runs: ``run`` is then part of it.
    """
    sha256 = one.run.sha256
    return board_id(board_recipe(recipe, one.result.signed), sha256 or f"run {run}")


def board_id(recipe: str, gold: str) -> str:
    return hashlib.sha256(clean(f"{recipe}\n{gold}").encode()).hexdigest()[:12]


def is_lower_better(scheme: Scheme, figure: str) -> bool:
    measure = scheme.figures().get(figure)
    return measure is not None and measure.better == "lower"


def _board(run: str, new: NewEntry) -> Row:
    one = new.tallied
    scheme = one.result.scheme
    main = scheme.main_figure()
    return {
        "id": board_of(one, new.recipe, run),
        "gold": clean(PurePath(one.run.gold).name),
        "gold_sha256": one.run.sha256,
        "scheme": clean(str(scheme)),
        "recipe": clean(board_recipe(new.recipe, one.result.signed)),
        "main": main,
        "lower": is_lower_better(scheme, main),
    }


def _entry(run: str, created: str, number: int, new: NewEntry) -> Row:
    scheme, result = new.tallied.result.scheme, new.result
    main = scheme.main_figure()
    if main not in result["measures"]:
        raise UsageError(f"the result of {scheme} has no {main}")
    return {
        "run": run,
        "number": number,
        "created": created,
        "system": clean(new.tallied.name),
        "scheme": clean(str(scheme)),
        "recipe": clean(new.recipe),
        "signature": clean(result["signature"]),
        "main": main,
        "summary": json.dumps(
            {
                "measures": _defined(result["measures"]),
                "intervals": result.get("intervals", {}),
                "counts": result["counts"],
                "sentences": result["sentences"],
                "notes": result.get("notes", []),
            }
        ),
    }


def _defined(measures: Mapping[str, float | None]) -> dict[str, float | None]:
    return {name: _number(value) for name, value in measures.items()}


def _number(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else float(value)


def figure_rows(entry: Row, scheme: Scheme, result: Mapping[str, Any]) -> list[Row]:
    """One row for each figure of an entry, by which entries are sorted."""
    intervals = result.get("intervals", {})
    found = []
    for name, value in result["measures"].items():
        low, high = intervals.get(name) or (None, None)
        found.append(
            {
                "run": entry["run"],
                "number": entry["number"],
                "name": name,
                "board": entry["board"],
                "lower": is_lower_better(scheme, name),
                "value": _number(value),
                "low": _number(low),
                "high": _number(high),
            }
        )
    return found


def _tally(run: str, number: int, new: NewEntry) -> Row:
    return {
        "run": run,
        "number": number,
        "tally": pack_tally(new.tallied.tally),
        "facts": pack_json(facts_of(new.tallied)),
        "result": pack_json(dict(new.result)),
    }
