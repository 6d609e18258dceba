"""Answers: every save is a new version; who saves over a newer one is told, and undo leads back.

Undo and redo are versions too. A version knows where undo and redo lead from it:

    edit   content: the new one      back: the version before     forward: nowhere
    undo   content: that of back     back: the back of that one   forward: the version before
    redo   content: that of forward  back, forward: those of that one
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Select, and_, func, insert, select

from karat.store.annotations.projects import now
from karat.store.annotations.records import Answer, Item, Newer, Project, Stored
from karat.store.annotations.tables import ANSWERS, ITEMS, packed

if TYPE_CHECKING:
    from karat.store.store import Store


class Desk(NamedTuple):
    """Where somebody works: the project, the item, whose desk it is, and who sits there."""

    project: Project
    item: Item
    number: int
    author: int
    # The answer before anything was saved; for an adjudicator it comes from the annotators.
    first: Answer


def latest(store: "Store", desk: Desk) -> Stored:
    """The newest version; version 0, if nothing was saved."""
    with store.reading() as connection:
        return _version(connection, desk)


def save(
    store: "Store", desk: Desk, base: int, answer: Answer, basis: Mapping[str, int] | None = None
) -> Stored:
    """Save an answer that was made from the version ``base``."""
    return _next(store, desk, base, lambda connection, _: (answer, base, -1, basis or {}))


def undo(store: "Store", desk: Desk, base: int) -> Stored:
    """Go back to what was before; at the beginning nothing changes."""

    def step(connection: Connection, current: Stored) -> "_Step | None":
        if current.back < 0:
            return None
        found = _version(connection, desk, current.back)
        return found.answer, found.back, current.version, found.basis

    return _next(store, desk, base, step)


def redo(store: "Store", desk: Desk, base: int) -> Stored:
    """Take back an undo; if there is none, nothing changes."""

    def step(connection: Connection, current: Stored) -> "_Step | None":
        if current.forward < 0:
            return None
        found = _version(connection, desk, current.forward)
        return found.answer, found.back, found.forward, found.basis

    return _next(store, desk, base, step)


# The new answer, where undo and redo lead from it, and the basis.
_Step = tuple[Answer, int, int, Mapping[str, int]]


def _next(
    store: "Store", desk: Desk, base: int, step: Callable[[Connection, Stored], _Step | None]
) -> Stored:
    with store.writing() as connection:
        _lock(connection, desk)
        current = _version(connection, desk)
        if current.version != base:
            raise Newer(current)
        found = step(connection, current)
        if found is None:
            return current
        answer, back, forward, basis = found
        new = Stored(answer, base + 1, now(), desk.author, back, forward, basis)
        connection.execute(insert(ANSWERS).values(
            project=desk.project.id, item=desk.item.number, desk=desk.number, version=new.version,
            created=new.created, author=new.author, answer=packed(answer.as_dict()),
            done=int(answer.done), back=back, forward=forward, basis=packed(dict(basis)),
        ))  # fmt: skip
        return new


def _lock(connection: Connection, desk: Desk) -> None:
    """Let one at a time save an item; SQLite has one writer anyway."""
    mine = (ITEMS.c.project == desk.project.id) & (ITEMS.c.number == desk.item.number)
    connection.execute(select(ITEMS.c.number).where(mine).with_for_update())


def _version(connection: Connection, desk: Desk, version: int | None = None) -> Stored:
    """A version of the answer, by default the newest."""
    if version == 0:
        return Stored(desk.first)
    wanted = select(ANSWERS).where(_at(desk)).order_by(ANSWERS.c.version.desc()).limit(1)
    if version is not None:
        wanted = wanted.where(ANSWERS.c.version == version)
    row = connection.execute(wanted).first()
    return _stored(row) if row else Stored(desk.first)


def _at(desk: Desk) -> Any:
    c = ANSWERS.c
    return and_(
        c.project == desk.project.id, c.item == desk.item.number, c.desk == desk.number
    )  # fmt: skip


def _stored(row: Any) -> Stored:
    return Stored(
        Answer.of(json.loads(row.answer)), row.version, row.created, row.author, row.back,
        row.forward, json.loads(row.basis),
    )  # fmt: skip


def history(store: "Store", desk: Desk) -> list[Stored]:
    """All versions, the oldest first."""
    with store.reading() as connection:
        wanted = select(ANSWERS).where(_at(desk)).order_by(ANSWERS.c.version)
        return [_stored(row) for row in connection.execute(wanted)]


def newest(
    store: "Store", project: Project, desk: int | None = None, item: int | None = None
) -> dict[tuple[int, int], Stored]:
    """The newest versions that were saved, by item and desk."""
    with store.reading() as connection:
        rows = connection.execute(_newest(project, desk, item, ANSWERS))
        return {(row.item, row.desk): _stored(row) for row in rows}


def states(store: "Store", project: Project) -> dict[tuple[int, int], bool]:
    """Whether what was saved is done, by item and desk."""
    c = ANSWERS.c
    with store.reading() as connection:
        rows = connection.execute(_newest(project, None, None, c.item, c.desk, c.done))
        return {(row.item, row.desk): bool(row.done) for row in rows}


def fingerprint(store: "Store", project: Project) -> str:
    """A hash that changes with every save: what was computed from the answers belongs to it."""
    c = ANSWERS.c
    with store.reading() as connection:
        rows = connection.execute(_newest(project, None, None, c.item, c.desk, c.version))
        known = sorted((row.item, row.desk, row.version) for row in rows)
    return hashlib.sha256(f"{project.id} {known}".encode()).hexdigest()


def _newest(project: Project, desk: int | None, item: int | None, *columns: Any) -> Select[Any]:
    c = ANSWERS.c
    keys = select(c.item, c.desk, func.max(c.version).label("version")).where(
        c.project == project.id
    )
    if desk is not None:
        keys = keys.where(c.desk == desk)
    if item is not None:
        keys = keys.where(c.item == item)
    last = keys.group_by(c.item, c.desk).subquery()
    same = and_(c.item == last.c.item, c.desk == last.c.desk, c.version == last.c.version)
    return select(*columns).select_from(ANSWERS.join(last, same)).where(c.project == project.id)
