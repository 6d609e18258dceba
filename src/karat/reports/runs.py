"""How saved runs are listed and shown; the figures of a run are printed by the report of its command."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from karat.reports.runs_history import when
from karat.reports.suites import saved_tables
from karat.reports.table import Style, Table, figure, render

# The digits of a hash that people see.
_HASH = 12


def list_table(runs: Sequence[Mapping[str, Any]], *, whole: bool = False) -> Table:
    """One row for each run; ``runs`` are those of the JSON. ``whole``: with columns that are empty."""
    rows = [
        [
            one["id"], one["name"], when(one["created"]), one["kind"], one["gold"],
            _several(one["systems"]), _several(one["schemes"]), ", ".join(one["tags"]),
            one["comments"] or "",
        ]
        for one in runs
    ]  # fmt: skip
    heads = ["run", "name", "saved (UTC)", "kind", "gold", "systems", "schemes", "tags", "comments"]
    shown = [
        at
        for at, head in enumerate(heads)
        if whole or head not in _RARE or any(row[at] for row in rows)
    ]
    return Table([heads[at] for at in shown], [[row[at] for at in shown] for row in rows])


# Columns that are left out if they are empty.
_RARE = ("name", "schemes", "tags", "comments")


def _several(names: Sequence[str]) -> str:
    """Some names, the first ones of many.

    >>> _several(["a", "b"]), _several(["a", "b", "c", "d", "e"])
    ('a, b', 'a, b, c and 2 more')
    """
    if len(names) <= 4:
        return ", ".join(names)
    return f"{', '.join(names[:3])} and {len(names) - 3} more"


def heading(document: Mapping[str, Any]) -> list[str]:
    """What a run is called, when and how it was made, its tags."""
    one = document["run"]
    called = f"{one['name']} ({one['id']})" if one["name"] else one["id"]
    lines = [
        f"run {called}, saved {when(one['created'])} UTC by karat {one['version']}",
        one["command"],
    ]
    return [*lines, f"tags: {', '.join(one['tags'])}"] if one["tags"] else lines


def files_table(files: Sequence[Mapping[str, Any]]) -> Table:
    """The files of a run: where they were, and what they were."""
    rows = [
        [
            one["path"], one["role"], one["size"] if one["size"] or one["kept"] else "–",
            one["sha256"][:_HASH] or "–", "yes" if one["kept"] else "no",
        ]
        for one in files
    ]  # fmt: skip
    return Table(["file", "role", "bytes", "sha256", "kept"], rows)


def comments(document: Mapping[str, Any]) -> Iterator[str]:
    """What people wrote about a run."""
    for one in document["comments"]:
        author = f", {one['author']}" if one["author"] else ""
        yield f"comment {one['number']} ({when(one['created'])}{author}): {one['text']}"


def entries_table(entries: Sequence[Mapping[str, Any]], digits: int) -> Table:
    """The figures of results whose scheme is not known here, as they were saved."""
    rows = [
        [one["system"], one["scheme"], name, "–" if value is None else figure(value, "mean", digits + 2)]
        for one in entries
        for name, value in one["measures"].items()
    ]  # fmt: skip
    return Table(["system", "scheme", "figure", "value"], rows)


def boards_table(boards: Sequence[Mapping[str, Any]]) -> Table:
    """What has a history: one row for each gold and scheme."""
    rows = [
        [one["id"], one["gold"], f"{one['scheme']}.{one['main']}", one["entries"], when(one["newest"])]
        for one in boards
    ]  # fmt: skip
    return Table(["board", "gold", "main figure", "results", "newest (UTC)"], rows)


def names_table(document: Mapping[str, Any]) -> Table:
    """The phenomena that were recognised in each sentence."""
    rows = document["recognised"]
    columns = list(rows[0]) if rows else ["sentence", "output", "phenomena"]
    return Table(columns, [[row[name] for name in columns] for row in rows])


def suite_text(document: Mapping[str, Any], style: Style) -> str:
    """The tables of a run of a suite."""
    return "\n".join(render(table, style) for table in saved_tables(document["runs"]))
