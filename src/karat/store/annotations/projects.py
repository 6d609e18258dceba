"""Projects and their people: making, finding and deleting them. Only hashes of keys are kept."""

import hashlib
import json
import re
import secrets
import string
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from karat.model.errors import UsageError, unknown
from karat.model.gr import Gr
from karat.store.annotations.records import (
    ADJUDICATED,
    ADJUDICATOR,
    ANNOTATOR,
    KINDS,
    Item,
    NewProject,
    Person,
    Project,
)
from karat.store.annotations.tables import ALL, ITEMS, PEOPLE, PROJECTS, packed

if TYPE_CHECKING:
    from karat.store.store import Store

ID = re.compile("[0-9a-z]{10}")
_ALPHABET = string.digits + string.ascii_lowercase
# Names of projects and people stand in file names and on one line.
_NAME = re.compile(r"[^\W_][\w .@+-]{0,79}")
MOST_PEOPLE = 50


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def create(store: "Store", new: NewProject) -> tuple[Project, dict[str, str]]:
    """Make a project, and give each person's key, which is kept nowhere else."""
    _require_sound(new)
    project = "".join(secrets.choice(_ALPHABET) for _ in range(10))
    roles = [(name, ANNOTATOR) for name in new.annotators]
    roles += [(name, ADJUDICATOR) for name in new.adjudicators]
    keys = {name: secrets.token_urlsafe(24) for name, _ in roles}
    with store.writing() as connection:
        if connection.scalar(select(PROJECTS.c.id).where(PROJECTS.c.name == new.name)):
            raise UsageError(f"there is a project {new.name!r} already; choose another name")
        connection.execute(insert(PROJECTS).values(
            id=project, name=new.name, kind=new.kind, scope=new.scope, source=new.source,
            created=now(), items=len(new.items), notes=packed(list(new.notes)),
        ))  # fmt: skip
        connection.execute(insert(ITEMS), [_item_row(project, one) for one in new.items])
        connection.execute(insert(PEOPLE), [
            {"project": project, "number": number, "name": name, "role": role,
             "secret_sha256": hashed(keys[name])}
            for number, (name, role) in enumerate(roles, 1)
        ])  # fmt: skip
        return _project(connection, PROJECTS.c.id == project, project), keys


def _require_sound(new: NewProject) -> None:
    names = [*new.annotators, *new.adjudicators]
    if new.kind not in KINDS:
        raise unknown("kind of project", new.kind, KINDS)
    for what, name in (("project", new.name), *(("person", one) for one in names)):
        if not _NAME.fullmatch(name):
            raise UsageError(
                f"{name!r} cannot be the name of a {what}: take 1 to 80 letters, digits, blanks and .@+-_, "
                "beginning with a letter or digit"
            )
    if not new.annotators:
        raise UsageError("a project needs at least one annotator: --annotator NAME")
    if ADJUDICATED in names:
        raise UsageError(
            f"{ADJUDICATED!r} is the name of the file that is decided, not of a person"
        )
    if len(set(names)) < len(names):
        raise UsageError("each annotator and adjudicator needs a different name")
    if len(names) > MOST_PEOPLE:
        raise UsageError(f"a project has at most {MOST_PEOPLE} people")
    if not new.items:
        raise UsageError(f"{new.source}: there is no sentence to annotate")


def projects(store: "Store") -> list[Project]:
    """All projects, the newest first."""
    with store.reading() as connection:
        rows = connection.execute(
            select(PROJECTS).order_by(PROJECTS.c.created.desc(), PROJECTS.c.id)
        )
        people = connection.execute(select(PEOPLE).order_by(PEOPLE.c.number)).all()
        return [_of(row, (one for one in people if one.project == row.id)) for row in rows.all()]


def project(store: "Store", key: str) -> Project:
    """A project by its id or its name."""
    with store.reading() as connection:
        return _project(connection, (PROJECTS.c.id == key) | (PROJECTS.c.name == key), key)


def _project(connection: Connection, where: Any, key: str) -> Project:
    row = connection.execute(select(PROJECTS).where(where)).first()
    if row is None:
        names = connection.scalars(select(PROJECTS.c.name).order_by(PROJECTS.c.name)).all()
        if not names:
            raise UsageError(f"there is no project {key!r}; to make one, type: karat annotate new")
        raise unknown("project", key, names)
    people = select(PEOPLE).where(PEOPLE.c.project == row.id).order_by(PEOPLE.c.number)
    return _of(row, connection.execute(people))


def _of(row: Row[Any], people: Iterable[Row[Any]]) -> Project:
    return Project(
        row.id, row.name, row.kind, row.scope, row.source, row.created, row.items,
        [Person(one.number, one.name, one.role) for one in people], json.loads(row.notes),
    )  # fmt: skip


def person(store: "Store", project: str, key: str) -> Person | None:
    """Whose key this is; None if it opens nothing in this project."""
    wanted = (PEOPLE.c.project == project) & (PEOPLE.c.secret_sha256 == hashed(key))
    with store.reading() as connection:
        row = connection.execute(select(PEOPLE).where(wanted)).first()
    return Person(row.number, row.name, row.role) if row else None


def renew(store: "Store", project: Project, name: str) -> str:
    """A new key for somebody; the old one stops working."""
    who, key = project.person(name), secrets.token_urlsafe(24)
    mine = (PEOPLE.c.project == project.id) & (PEOPLE.c.number == who.number)
    with store.writing() as connection:
        connection.execute(update(PEOPLE).where(mine).values(secret_sha256=hashed(key)))
    return key


def remove(store: "Store", project: Project) -> None:
    """Delete a project with all answers."""
    with store.writing() as connection:
        for one in ALL:
            owner = one.c.id if one is PROJECTS else one.c.project
            connection.execute(delete(one).where(owner == project.id))


def items(store: "Store", project: Project, numbers: Sequence[int] = ()) -> list[Item]:
    """The items of a project in their order: all, or some by number."""
    wanted = select(ITEMS).where(ITEMS.c.project == project.id).order_by(ITEMS.c.number)
    if numbers:
        wanted = wanted.where(ITEMS.c.number.in_(numbers))
    with store.reading() as connection:
        return [
            Item(
                row.number, row.key, json.loads(row.words), json.loads(row.tags),
                json.loads(row.lemmas), [Gr(*one) for one in json.loads(row.proposals)],
            )
            for row in connection.execute(wanted)
        ]  # fmt: skip


def sentences(store: "Store", project: Project) -> list[str]:
    """The sentences of a project in their order, as text."""
    wanted = select(ITEMS.c.words).where(ITEMS.c.project == project.id).order_by(ITEMS.c.number)
    with store.reading() as connection:
        return [" ".join(json.loads(words)) for words in connection.scalars(wanted)]


def hashed(key: str) -> str:
    """What is kept of a key; keys are random, so a plain hash is enough."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def _item_row(project: str, item: Item) -> dict[str, Any]:
    lists = {
        name: packed(list(getattr(item, name))) for name in ("words", "tags", "lemmas", "proposals")
    }
    return {"project": project, "number": item.number, "key": item.key, **lists}
