"""A run or the content of a file as a line of a file of runs, and back, with every value checked."""

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from karat.files.resources import only_ours
from karat.model.errors import InputError, KaratError
from karat.model.scheme import Scheme
from karat.store import schema
from karat.store.checking import check_figures, check_result, need
from karat.store.checking_documents import check_document
from karat.store.entry_rows import Made, entry_rows, lower_of
from karat.store.facts import scheme_of, tallied_of
from karat.store.packing import unpack, unpack_documents, unpack_json, unpack_tally
from karat.store.records import KINDS, ROLES
from karat.store.saving import LARGEST, Prepared, Row
from karat.store.texts import RUN_ID, SHA256, TIME, checked, clean

# What may be changed after saving; a run with another name is still the same run.
_MUTABLE = ("name", "tags", "comments")
_RUN_TEXTS = ("kind", "created", "version", "command", "gold")
_FILE_TEXTS = ("role", "name", "path", "sha256")


class Line(NamedTuple):
    """The content of a file by its hash, or a run by its id, with the contents that it ``needs``."""

    sha256: str = ""
    content: Row | None = None
    id: str = ""
    run: Prepared | None = None
    core: str = ""
    needs: frozenset[str] = frozenset()


def core(line: Mapping[str, Any]) -> str:
    """A hash of what is never changed after saving."""
    fixed = {name: value for name, value in line.items() if name not in _MUTABLE}
    return hashlib.sha256(json.dumps(fixed, sort_keys=True).encode()).hexdigest()


def content_row(connection: Connection, sha256: str) -> dict[str, Any]:
    """The content of a file as it is written."""
    table = schema.contents
    row = connection.execute(select(table).where(table.c.sha256 == sha256)).one()
    return {"sha256": row.sha256, "size": row.size, "packed": _base64(row.packed)}


def run_line(connection: Connection, run: str) -> dict[str, Any]:
    """A run as it is written."""
    row = connection.execute(select(schema.runs).where(schema.runs.c.id == run)).one()
    tags = select(schema.tags.c.tag).where(schema.tags.c.run == run).order_by(schema.tags.c.tag)
    found = {name: getattr(row, name) for name in ("id", "name", *_RUN_TEXTS)}
    comments = _of(connection, schema.comments, run)
    return found | {
        "systems": json.loads(row.systems),
        "schemes": json.loads(row.schemes),
        "document": _base64(row.document),
        "documents": None if row.documents is None else _base64(row.documents),
        "tags": list(connection.scalars(tags)),
        "comments": [[one.created, one.author, one.text] for one in comments],
        "files": [_file_said(one) for one in _of(connection, schema.files, run)],
        "entries": _entries_said(connection, run),
    }


def _of(connection: Connection, table: Any, run: str) -> list[Any]:
    query = select(table).where(table.c.run == run).order_by(table.c.number)
    return list(connection.execute(query))


def _file_said(row: Any) -> dict[str, Any]:
    found = {name: getattr(row, name) for name in (*_FILE_TEXTS, "size")}
    return found | {"kept": row.content is not None, "options": json.loads(row.options)}


def _entries_said(connection: Connection, run: str) -> list[dict[str, Any]]:
    lower: dict[int, list[str]] = {}
    table = schema.figures
    query = select(table.c.number, table.c.name).where(table.c.run == run, table.c.lower)
    for number, name in connection.execute(query.order_by(table.c.name)):
        lower.setdefault(number, []).append(name)
    tallies = {one.number: one for one in _of(connection, schema.tallies, run)}
    return [
        {
            "system": one.system,
            "recipe": one.recipe,
            "main": one.main,
            "lower": lower.get(one.number, []),
            **{
                name: _base64(getattr(tallies[one.number], name))
                for name in ("tally", "facts", "result")
            },
        }
        for one in _of(connection, schema.entries, run)
    ]


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def read_line(value: Any) -> Line:
    """A line of a file of runs; anything that is not as it must be is an InputError."""
    try:
        match value:
            case {"content": dict(said)}:
                row = _content(said)
                return Line(sha256=row["sha256"], content=row)
            case {"run": dict(said)}:
                rows = _run(said)
                needs = frozenset(row["content"] for row in rows.files if row["content"])
                return Line(id=rows.run["id"], run=rows, core=core(said), needs=needs)
    except KaratError as error:
        raise InputError(str(error)) from None
    except (KeyError, TypeError, ValueError, AttributeError, LookupError, OverflowError) as error:
        raise InputError(f"this is not a valid run: {type(error).__name__}: {error}") from None
    raise InputError("this is neither a run nor the content of a file")


def _text(said: Mapping[str, Any], name: str) -> str:
    value = said[name]
    need(isinstance(value, str) and clean(value) == value, name)
    return str(value)


def _bytes(said: Mapping[str, Any], name: str) -> bytes:
    try:
        return base64.b64decode(_text(said, name), validate=True)
    except binascii.Error:
        raise InputError(f"{name} is not base 64") from None


def _size(said: Mapping[str, Any]) -> int:
    need(type(said["size"]) is int and 0 <= said["size"] < 2**62, "size")
    return int(said["size"])


def _content(said: Mapping[str, Any]) -> Row:
    packed = _bytes(said, "packed")
    content = unpack(packed, LARGEST)
    sound = hashlib.sha256(content).hexdigest() == said["sha256"] and len(content) == _size(said)
    need(sound, "the hash of a content")
    return {"sha256": said["sha256"], "size": len(content), "packed": packed}


def _run(said: Mapping[str, Any]) -> Prepared:
    run, created = _text(said, "id"), _text(said, "created")
    need(bool(RUN_ID.fullmatch(run)), "id")
    need(bool(TIME.fullmatch(created)), "created")
    need(said["kind"] in KINDS, "kind")
    document = _bytes(said, "document")
    check_document(said["kind"], unpack_json(document))
    documents = None if said["documents"] is None else _bytes(said, "documents")
    made = [_made(one) for one in _listed(said, "entries", dict)]
    parts = [entry_rows(run, at, created, one) for at, one in enumerate(made, 1)]
    if documents is not None:
        _check_documents(documents, made)
    texts = {name: _text(said, name) for name in _RUN_TEXTS}
    lists = {name: json.dumps(_listed(said, name, str)) for name in ("systems", "schemes")}
    name = checked("name", said["name"]) if said["name"] else ""
    tags = {checked("tag", tag) for tag in _listed(said, "tags", str)}
    return Prepared(
        run={
            "id": run,
            "name": name,
            **texts,
            **lists,
            "document": document,
            "documents": documents,
        },
        tags=[{"run": run, "tag": tag} for tag in sorted(tags)],
        comments=[_comment(run, one) for one in _listed(said, "comments", list)],
        contents=[],
        files=[_file(run, at, one) for at, one in enumerate(_listed(said, "files", dict), 1)],
        boards=[part.board for part in parts],
        entries=[part.entry for part in parts],
        figures=[row for part in parts for row in part.figures],
        tallies=[part.tally for part in parts],
    )


def _check_documents(packed: bytes, made: Sequence[Made]) -> None:
    """Every sentence that was counted belongs to a document."""
    known = len(unpack_documents(packed).number)
    last = (unpack_tally(one.tally).sentence.max(initial=-1) for one in made)
    need(all(one < known for one in last), "documents")


def _listed(said: Mapping[str, Any], name: str, kind: type) -> list[Any]:
    value = said[name]
    need(isinstance(value, list) and all(isinstance(one, kind) for one in value), name)
    if kind is str:
        need(all(clean(one) == one for one in value), name)
    return list(value)


def _comment(run: str, said: list[Any]) -> Row:
    created, author, text = said
    row = {"created": created, "author": author, "text": text}
    need(bool(TIME.fullmatch(_text(row, "created"))), "a comment")
    need(len(_text(row, "author")) <= 200 and len(_text(row, "text")) <= 10_000, "a comment")
    return {"run": run, **row}


def _file(run: str, number: int, said: Mapping[str, Any]) -> Row:
    texts = {name: _text(said, name) for name in _FILE_TEXTS}
    need(texts["role"] in ROLES, "role")
    need(bool(SHA256.fullmatch(texts["sha256"])), "sha256")
    need(isinstance(said["options"], dict) and isinstance(said["kept"], bool), "a file")
    return {
        "run": run,
        "number": number,
        **texts,
        "size": _size(said),
        "content": texts["sha256"] if said["kept"] else None,
        "options": json.dumps(said["options"]),
    }


def _made(said: Mapping[str, Any]) -> Made:
    """An entry whose figures follow from its counts, if the scheme is one that karat has."""
    packed = {name: _bytes(said, name) for name in ("tally", "facts", "result")}
    tally, facts = unpack_tally(packed["tally"]), unpack_json(packed["facts"])
    result = unpack_json(packed["result"])
    check_result(result)
    main, lower = _text(said, "main"), frozenset(_listed(said, "lower", str))
    sha256, scheme = _text(facts, "sha256"), _scheme(facts)
    need(main in result["measures"], "main")
    need(sha256 == "" or bool(SHA256.fullmatch(sha256)), "sha256")
    if scheme is not None:
        check_figures(result, tallied_of(facts, tally))
        main, lower = scheme.main_figure(), lower_of(scheme)
    return Made(
        system=_text(said, "system"),
        scheme=_text(facts, "scheme"),
        recipe=_text(said, "recipe"),
        signed=_listed(facts, "signed", str),
        gold=PurePath(_text(facts, "gold")).name,
        gold_sha256=sha256,
        main=main,
        lower=lower,
        result=result,
        tally=packed["tally"],
        facts=packed["facts"],
    )


def _scheme(facts: Mapping[str, Any]) -> Scheme | None:
    """The scheme, if it is one that karat has here, and needs no file of somebody else."""
    try:
        with only_ours():
            return scheme_of(facts)
    except InputError:
        return None
