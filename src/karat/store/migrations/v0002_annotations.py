"""Annotation projects: their sentences, people, answers in all versions, and who is at which item."""

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)


def up(connection: Connection) -> None:
    """Make the tables."""
    metadata = MetaData()
    _projects(metadata)
    _work(metadata)
    metadata.create_all(connection, checkfirst=False)


def _project() -> Column[str]:
    owner = ForeignKey("annotation_projects.id", ondelete="CASCADE")
    return Column("project", String(10), owner, primary_key=True)


def _number(name: str) -> Column[int]:
    return Column(name, Integer, primary_key=True, autoincrement=False)


def _projects(metadata: MetaData) -> None:
    Table(
        "annotation_projects", metadata,
        Column("id", String(10), primary_key=True),
        Column("name", Text, nullable=False, unique=True),
        Column("kind", String(20), nullable=False),
        Column("scope", Text, nullable=False),
        Column("source", Text, nullable=False),
        Column("created", String(20), nullable=False),
        Column("items", Integer, nullable=False),
        Column("notes", Text, nullable=False),
    )  # fmt: skip
    Table(
        "annotation_items", metadata, _project(),
        _number("number"),
        *(Column(name, Text, nullable=False) for name in ("key", "words", "tags", "lemmas", "proposals")),
    )  # fmt: skip
    Table(
        "annotation_people", metadata, _project(),
        _number("number"),
        Column("name", Text, nullable=False),
        Column("role", String(20), nullable=False),
        Column("secret_sha256", String(64), nullable=False, unique=True),
        UniqueConstraint("project", "name"),
    )  # fmt: skip


def _work(metadata: MetaData) -> None:
    Table(
        "annotation_answers", metadata,
        Column("project", String(10), primary_key=True),
        *map(_number, ("item", "desk", "version")),
        Column("created", String(20), nullable=False),
        Column("author", Integer, nullable=False),
        Column("answer", Text, nullable=False),
        Column("done", Integer, nullable=False),
        Column("back", Integer, nullable=False),
        Column("forward", Integer, nullable=False),
        Column("basis", Text, nullable=False),
        ForeignKeyConstraint(
            ["project", "item"], ["annotation_items.project", "annotation_items.number"],
            ondelete="CASCADE",
        ),
    )  # fmt: skip
    Table(
        "annotation_presence", metadata, _project(),
        *map(_number, ("item", "desk")),
        Column("tab", String(40), primary_key=True),
        Column("author", Integer, nullable=False),
        Column("seen", BigInteger, nullable=False),
    )  # fmt: skip
