"""Entries and boards: which results there are, in which order, and with the counts of their sentences."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, case, func, select, tuple_

from karat.engine.tallied import Tallied
from karat.model.errors import UsageError, unknown
from karat.store import schema
from karat.store.facts import tallied_of
from karat.store.packing import unpack_json, unpack_tally
from karat.store.records import Board, Entry, Place, Point
from karat.store.texts import BOARD_ID, ENTRY_ID, clean

_RUNS, _ENTRIES, _FIGURES = schema.runs, schema.entries, schema.figures
_ENTRY = [
    *(_ENTRIES.c[name] for name in (
        "run", "number", "board", "created", "system", "scheme", "recipe", "signature", "main", "summary",
    )),
    _RUNS.c.name.label("run_name"),
]  # fmt: skip
_ENTRIES_OF_RUNS = _ENTRIES.join(_RUNS, _RUNS.c.id == _ENTRIES.c.run)


def boards(connection: Connection) -> list[Board]:
    """All boards, those with the newest entries first."""
    table = schema.boards
    counted = (
        select(
            _ENTRIES.c.board,
            func.count().label("entries"),
            func.max(_ENTRIES.c.created).label("newest"),
        )
        .group_by(_ENTRIES.c.board)
        .subquery()
    )
    # For each board one look into the index; a GROUP BY would read all figures.
    main = (_FIGURES.c.board == table.c.id) & (_FIGURES.c.name == table.c.main)
    least = select(func.min(_FIGURES.c.value)).where(main).scalar_subquery()
    most = select(func.max(_FIGURES.c.value)).where(main).scalar_subquery()
    best = case((table.c.lower, least), else_=most)
    query = (
        select(
            table.c.id, table.c.gold, table.c.gold_sha256, table.c.scheme, table.c.recipe, table.c.main,
            counted.c.entries, counted.c.newest, best,
        )
        .join(counted, counted.c.board == table.c.id)
        .order_by(counted.c.newest.desc(), table.c.id)
    )  # fmt: skip
    return [Board(*row) for row in connection.execute(query)]


def known_board(connection: Connection, board: str) -> str:
    """A board's id, if there is such a board."""
    table = schema.boards
    if BOARD_ID.fullmatch(board) and connection.scalar(
        select(table.c.id).where(table.c.id == board)
    ):
        return board
    raise UsageError(f"there is no board {clean(board)!r} in the store")


def known_figure(connection: Connection, board: str, figure: str) -> str:
    """A figure of a board; the main one if none is named."""
    known_board(connection, board)
    if not figure:
        table = schema.boards
        return str(connection.scalar(select(table.c.main).where(table.c.id == board)))
    names = select(_FIGURES.c.name).where(_FIGURES.c.board == board).distinct()
    every = list(connection.scalars(names))
    if figure not in every:
        raise unknown("figure of this board", clean(figure), every)
    return figure


def entries(
    connection: Connection, board: str, *, figure: str = "", limit: int = 0, offset: int = 0
) -> list[Entry]:
    """The entries of a board, best first by a figure; undefined ones last, of equal ones the older first."""
    query = _best_first(connection, select(*_ENTRY), board, figure)
    return _entries(connection, page(query, limit, offset))


def places(connection: Connection, board: str, figure: str) -> list[Place]:
    """The same entries by their names and this figure only, which is fast for thousands of them."""
    columns = select(
        _ENTRIES.c.run, _ENTRIES.c.number, _ENTRIES.c.system, _RUNS.c.name, _FIGURES.c.value
    )
    rows = connection.execute(_best_first(connection, columns, board, figure)).all()
    table, tags = schema.tags, dict[str, list[str]]()
    of_board = select(_ENTRIES.c.run).where(_ENTRIES.c.board == board)
    query = select(table.c.run, table.c.tag).where(table.c.run.in_(of_board)).order_by(table.c.tag)
    for run, tag in connection.execute(query):
        tags.setdefault(run, []).append(tag)
    return [
        Place(f"{run}.{number}", system, name, tags.get(run, []), value)
        for run, number, system, name, value in rows
    ]


def extremes(connection: Connection, board: str) -> dict[str, tuple[float, float]]:
    """The lowest and the highest value of each figure of a board; none where no entry has one."""
    value = _FIGURES.c.value
    query = (
        select(_FIGURES.c.name, func.min(value), func.max(value))
        .where(_FIGURES.c.board == board, value.is_not(None))
        .group_by(_FIGURES.c.name)
    )
    return {name: (least, most) for name, least, most in connection.execute(query)}


def _best_first(
    connection: Connection, columns: Select[Any], board: str, figure: str
) -> Select[Any]:
    """Columns of the entries of a board, in the order of a figure."""
    name = known_figure(connection, board, figure)
    lower = connection.scalar(
        select(_FIGURES.c.lower)
        .where(_FIGURES.c.board == board, _FIGURES.c.name == name).limit(1)
    )  # fmt: skip
    value = _FIGURES.c.value
    return (
        columns
        .select_from(_ENTRIES_OF_RUNS.outerjoin(
            _FIGURES, (_FIGURES.c.run == _ENTRIES.c.run) & (_FIGURES.c.number == _ENTRIES.c.number)
            & (_FIGURES.c.name == name)))
        .where(_ENTRIES.c.board == board)
        .order_by((value.asc() if lower else value.desc()).nulls_last(),
                  _RUNS.c.created, _RUNS.c.serial, _ENTRIES.c.number)
    )  # fmt: skip


def of_run(connection: Connection, run: str) -> list[Entry]:
    """The entries of a run."""
    query = select(*_ENTRY).select_from(_ENTRIES_OF_RUNS).where(_ENTRIES.c.run == run)
    return _entries(connection, query.order_by(_ENTRIES.c.number))


def several(connection: Connection, keys: Sequence[str]) -> list[Entry]:
    """Entries by their ids, in this order."""
    runs = {run for run, _ in map(_parts, keys)}
    query = select(*_ENTRY).select_from(_ENTRIES_OF_RUNS).where(_ENTRIES.c.run.in_(runs))
    found = {one.id: one for one in _entries(connection, query)}
    for key in keys:
        if key not in found:
            raise _no_entry(key)
    return [found[key] for key in keys]


def _no_entry(key: str) -> UsageError:
    return UsageError(f"there is no entry {clean(key)!r} in the store")


def _parts(key: str) -> tuple[str, int]:
    match = ENTRY_ID.fullmatch(key)
    if match is None:
        raise _no_entry(key)
    return match[1], int(match[2])


def page(query: Select[Any], limit: int, offset: int) -> Select[Any]:
    # SQLite has no OFFSET without LIMIT.
    return query.limit(limit or 2**31 - 1).offset(offset)


def tags_of(connection: Connection, runs: Iterable[str]) -> dict[str, list[str]]:
    """The tags of each run, in the order of the alphabet."""
    table, found = schema.tags, dict[str, list[str]]()
    query = select(table.c.run, table.c.tag).where(table.c.run.in_(set(runs)))
    for run, tag in connection.execute(query.order_by(table.c.tag)):
        found.setdefault(run, []).append(tag)
    return found


def _entries(connection: Connection, query: Select[Any]) -> list[Entry]:
    rows = connection.execute(query).all()
    tags = tags_of(connection, {row.run for row in rows})
    return [_entry(row, tags.get(row.run, [])) for row in rows]


def _entry(row: Row[Any], tags: Sequence[str]) -> Entry:
    summary = json.loads(row.summary)
    given = {name: getattr(row, name) for name in (
        "run", "run_name", "created", "board", "system", "scheme", "recipe", "signature", "main",
    )}  # fmt: skip
    intervals = {name: tuple(one) if one else None for name, one in summary["intervals"].items()}
    return Entry(
        **given,
        id=f"{row.run}.{row.number}",
        measures=summary["measures"],
        intervals=intervals,
        counts=summary["counts"],
        sentences=summary["sentences"],
        notes=summary["notes"],
        tags=tags,
    )


def tallied(connection: Connection, keys: Sequence[str]) -> list[Tallied]:
    """The results of entries with the counts of every sentence, in the order of the keys."""
    wanted = [_parts(key) for key in keys]
    table, found = schema.tallies, dict[tuple[str, int], Tallied]()
    query = select(table.c.run, table.c.number, table.c.tally, table.c.facts)
    chosen = tuple_(table.c.run, table.c.number).in_(sorted(set(wanted)))
    for row in connection.execute(query.where(chosen)):
        one = tallied_of(unpack_json(row.facts), unpack_tally(row.tally))
        found[row.run, row.number] = one
    for key, parts in zip(keys, wanted, strict=True):
        if parts not in found:
            raise _no_entry(key)
    return [found[parts] for parts in wanted]


def history(
    connection: Connection,
    board: str,
    figure: str,
    *,
    system: str = "",
    name: str = "",
    tag: str = "",
) -> list[Point]:
    """A figure of the entries of a board, oldest first."""
    chosen = known_figure(connection, board, figure)
    query = (
        select(
            _ENTRIES.c.run, _ENTRIES.c.number, _RUNS.c.name, _RUNS.c.created, _ENTRIES.c.system,
            _FIGURES.c.value, _FIGURES.c.low, _FIGURES.c.high, _ENTRIES.c.summary,
        )
        .select_from(_ENTRIES_OF_RUNS.join(
            _FIGURES, (_FIGURES.c.run == _ENTRIES.c.run) & (_FIGURES.c.number == _ENTRIES.c.number)))
        .where(_ENTRIES.c.board == board, _FIGURES.c.name == chosen)
        .order_by(_RUNS.c.created, _RUNS.c.serial, _ENTRIES.c.number)
    )  # fmt: skip
    if system:
        query = query.where(_ENTRIES.c.system == clean(system))
    if name:
        query = query.where(_RUNS.c.name == clean(name))
    if tag:
        tagged = select(schema.tags.c.run).where(schema.tags.c.tag == clean(tag))
        query = query.where(_ENTRIES.c.run.in_(tagged))
    found = []
    for row in connection.execute(query):
        sentences = json.loads(row.summary)["sentences"]
        figures = row.value, row.low, row.high, sentences["scored"], sentences["total"]
        named = row.name, row.created, row.system
        found.append(Point(f"{row.run}.{row.number}", *named, *figures))
    return found


def result(connection: Connection, key: str) -> dict[str, Any]:
    """The JSON of the Score of an entry, as it was saved."""
    run, number = _parts(key)
    table = schema.tallies
    packed = connection.scalar(
        select(table.c.result).where(table.c.run == run, table.c.number == number)
    )
    if packed is None:
        raise _no_entry(key)
    return dict(unpack_json(packed))
