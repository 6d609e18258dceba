"""Changes to saved runs: tags, comments, names; and their deletion."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, exists, insert, update

from karat.model.errors import UsageError
from karat.store import schema
from karat.store.runs import run_id
from karat.store.saving import insert_rows
from karat.store.texts import checked, clean, now

# The longest comment.
_LONGEST = 10_000


def tag(connection: Connection, key: str, tags: Sequence[str]) -> None:
    """Give a run tags; those that it has already stay."""
    run = run_id(connection, key)
    rows = [{"run": run, "tag": checked("tag", one)} for one in dict.fromkeys(tags)]
    insert_rows(connection, schema.tags, rows)


def untag(connection: Connection, key: str, tags: Sequence[str]) -> None:
    """Take tags from a run."""
    table, run = schema.tags, run_id(connection, key)
    names = [clean(one).strip() for one in tags]
    connection.execute(delete(table).where(table.c.run == run, table.c.tag.in_(names)))


def comment(connection: Connection, key: str, text: str, author: str) -> None:
    """Add a comment to a run."""
    said = clean(text).strip()
    if not said:
        raise UsageError("the comment is empty")
    if len(said) > _LONGEST:
        raise UsageError(f"the comment has {len(said)} characters; at most {_LONGEST} are allowed")
    row = {
        "run": run_id(connection, key),
        "created": now(),
        "author": checked("author", author) if author else "",
        "text": said,
    }
    connection.execute(insert(schema.comments), [row])


def rename(connection: Connection, key: str, name: str) -> None:
    """Give a run another name; an empty one takes it away."""
    table, run = schema.runs, run_id(connection, key)
    new = checked("name", name) if name else ""
    connection.execute(update(table).where(table.c.id == run).values(name=new))


def delete_runs(connection: Connection, keys: Sequence[str]) -> int:
    """Delete runs, with boards and contents that nothing refers to any more."""
    runs = {run_id(connection, key) for key in keys}
    connection.execute(delete(schema.runs).where(schema.runs.c.id.in_(runs)))
    boards, contents = schema.boards, schema.contents
    used = exists().where(schema.entries.c.board == boards.c.id)
    connection.execute(delete(boards).where(~used))
    for_files = exists().where(schema.files.c.content == contents.c.sha256)
    connection.execute(delete(contents).where(~for_files))
    return len(runs)
