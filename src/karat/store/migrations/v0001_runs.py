"""The first version: runs with their entries, figures, files, tags and comments."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData()
# SQLite numbers rows by itself only if the type is INTEGER.
_NUMBER = BigInteger().with_variant(Integer, "sqlite")


def _run() -> Column[str]:
    return Column("run", Text, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True)


def _of_entry() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["run", "number"], ["entries.run", "entries.number"], ondelete="CASCADE"
    )


runs = Table(
    "runs", metadata,
    Column("serial", _NUMBER, Identity(), primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("gold", Text, nullable=False),
    Column("systems", Text, nullable=False),  # a list, as JSON
    Column("schemes", Text, nullable=False),  # a list, as JSON
    Column("document", LargeBinary, nullable=False),  # packed JSON
    Column("documents", LargeBinary),  # gold's documents, packed
    Index("runs_by_time", "created", "serial"),
    Index("runs_by_name", "name", "created"),
)  # fmt: skip
tags = Table(
    "tags", metadata,
    _run(),
    Column("tag", Text, primary_key=True),
    Index("tags_by_tag", "tag"),
)  # fmt: skip
comments = Table(
    "comments", metadata,
    Column("number", _NUMBER, Identity(), primary_key=True),
    Column("run", Text, ForeignKey("runs.id", ondelete="CASCADE"), nullable=False),
    Column("created", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("text", Text, nullable=False),
    Index("comments_by_run", "run"),
)  # fmt: skip
contents = Table(
    "contents", metadata,
    Column("sha256", Text, primary_key=True),
    Column("size", _NUMBER, nullable=False),
    Column("packed", LargeBinary, nullable=False),
)  # fmt: skip
files = Table(
    "files", metadata,
    _run(),
    Column("number", Integer, primary_key=True),
    Column("role", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("path", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("size", _NUMBER, nullable=False),
    Column("content", Text, ForeignKey("contents.sha256")),  # null: it is not kept
    Column("options", Text, nullable=False),  # JSON
    Index("files_by_content", "content"),
)  # fmt: skip
boards = Table(
    "boards", metadata,
    Column("id", Text, primary_key=True),
    Column("gold", Text, nullable=False),
    Column("gold_sha256", Text, nullable=False),
    Column("scheme", Text, nullable=False),
    Column("recipe", Text, nullable=False),
    Column("main", Text, nullable=False),
    Column("lower", Boolean, nullable=False),  # whether less is better, for the main figure
)  # fmt: skip
entries = Table(
    "entries", metadata,
    _run(),
    Column("number", Integer, primary_key=True),
    Column("board", Text, ForeignKey("boards.id"), nullable=False),
    Column("created", Text, nullable=False),
    Column("system", Text, nullable=False),
    Column("scheme", Text, nullable=False),
    Column("recipe", Text, nullable=False),
    Column("signature", Text, nullable=False),
    Column("main", Text, nullable=False),
    Column("summary", Text, nullable=False),  # figures, intervals, counts, sentences, notes, as JSON
    Index("entries_by_board", "board", "created"),
)  # fmt: skip
figures = Table(
    "figures", metadata,
    Column("run", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("board", Text, nullable=False),
    Column("lower", Boolean, nullable=False),  # whether less is better
    Column("value", Float(53)),  # null: undefined
    Column("low", Float(53)),
    Column("high", Float(53)),
    _of_entry(),
    Index("figures_by_value", "board", "name", "value"),
)  # fmt: skip
tallies = Table(
    "tallies", metadata,
    Column("run", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("tally", LargeBinary, nullable=False),  # the counts of every sentence, packed
    Column("facts", LargeBinary, nullable=False),  # what else a Tallied has, packed JSON
    Column("result", LargeBinary, nullable=False),  # the JSON of its Score, packed
    _of_entry(),
)  # fmt: skip
derived = Table(
    "derived", metadata,
    Column("key", Text, primary_key=True),
    Column("version", Text, nullable=False),
    Column("created", Text, nullable=False),
    Column("value", LargeBinary, nullable=False),  # packed JSON
    Index("derived_by_time", "created"),
)  # fmt: skip


def up(connection: Connection) -> None:
    """Make the tables."""
    metadata.create_all(connection, checkfirst=False)
