"""Saved runs as JSON: what ``karat runs list``, ``show`` and ``history`` print, and what pages offer."""

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from karat import __version__
from karat.model.errors import KaratError
from karat.reports.runs_history import HistoryOf, PointOf
from karat.schemes import parse
from karat.store.records import Board, Entry, Point, RunLine, StoredRun


def line(one: RunLine) -> dict[str, Any]:
    """A run as one row of a list."""
    return asdict(one) | {
        "systems": list(one.systems), "schemes": list(one.schemes), "tags": list(one.tags),
    }  # fmt: skip


def lines(some: Sequence[RunLine]) -> dict[str, Any]:
    """A list of runs."""
    return {"karat": __version__, "runs": [line(one) for one in some]}


def entry(one: Entry) -> dict[str, Any]:
    """A result of a run."""
    # Not asdict, which copies every figure: a board may have thousands of entries.
    intervals = {name: list(ends) if ends else None for name, ends in one.intervals.items()}
    return {name.name: getattr(one, name.name) for name in fields(one)} | {
        "intervals": intervals, "notes": list(one.notes), "tags": list(one.tags),
    }  # fmt: skip


def run(found: StoredRun) -> dict[str, Any]:
    """A run with its files, results and comments, and the JSON that its command printed."""
    return {
        "karat": __version__,
        "run": line(found.line),
        "files": [one._asdict() | {"options": dict(one.options)} for one in found.files],
        "entries": [entry(one) for one in found.entries],
        "comments": [one._asdict() for one in found.comments],
        "document": dict(found.document),
    }


def history(board: Board, figure: str, points: Sequence[Point]) -> HistoryOf:
    """The history of a figure; its unit and its better direction are those of the scheme, if it is known."""
    name, unit, better = figure or board.main, "share", "higher"
    try:
        measure = parse(board.scheme).figures().get(name)
    except KaratError:
        measure = None
    if measure is not None:
        unit, better = measure.unit, measure.better
    return HistoryOf(
        board=board.id,
        gold=board.gold,
        scheme=board.scheme,
        recipe=board.recipe,
        figure=name,
        unit=unit,
        better=better,
        points=[
            PointOf(
                one.entry, one.entry.partition(".")[0], one.run_name, one.created, one.system,
                one.value, one.low, one.high, one.scored, one.total,
            )
            for one in points
        ],
    )  # fmt: skip
