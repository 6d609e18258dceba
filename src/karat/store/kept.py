"""What is kept beside results: contents of files, gold's documents, and what was computed from entries."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from karat import __version__
from karat.model.documents import Documents
from karat.model.errors import InputError, UsageError
from karat.store import schema
from karat.store.database import Database
from karat.store.packing import pack_json, unpack, unpack_documents, unpack_json
from karat.store.texts import SHA256, clean, now

# How many things that were computed are kept, and how long a page waits to keep one, in seconds.
_MOST, _PATIENCE = 5000, 1


def content(connection: Connection, sha256: str) -> bytes:
    """The content of a kept file."""
    table = schema.contents
    packed = None
    if SHA256.fullmatch(sha256):
        packed = connection.scalar(select(table.c.packed).where(table.c.sha256 == sha256))
    if packed is None:
        raise UsageError(f"there is no content {clean(sha256)!r} in the store")
    return unpack(packed)


def hashes(connection: Connection, wanted: Iterable[str]) -> set[str]:
    """Those of some hashes whose contents are kept."""
    column = schema.contents.c.sha256
    return set(connection.scalars(select(column).where(column.in_(set(wanted)))))


def documents(connection: Connection, run: str) -> Documents | None:
    """Gold's documents, if a run has them."""
    packed = connection.scalar(select(schema.runs.c.documents).where(schema.runs.c.id == run))
    return None if packed is None else unpack_documents(packed)


def derived(connection: Connection, key: str) -> Any | None:
    """What this version of karat computed under a key; None if it is not there."""
    table = schema.derived
    packed = connection.scalar(
        select(table.c.value).where(table.c.key == key, table.c.version == __version__)
    )
    return None if packed is None else unpack_json(packed)


def keep_derived(database: Database, key: str, value: Any) -> None:
    """Keep JSON that can be computed again; the oldest make room for it.

    If the store cannot be written now, it is not kept: it is only there to be fast.
    """
    table = schema.derived
    row = {"key": key, "version": __version__, "created": now(), "value": pack_json(value)}
    try:
        with database.writing(patience=_PATIENCE) as connection:
            connection.execute(delete(table).where(table.c.key == key))
            connection.execute(insert(table), [row])
            oldest = select(table.c.created).order_by(table.c.created.desc()).offset(_MOST).limit(1)
            last = connection.scalar(oldest)
            if last is not None:
                connection.execute(delete(table).where(table.c.created <= last))
    except InputError:
        return
