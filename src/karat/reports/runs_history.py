"""The history of a figure over saved runs: as JSON, as a table, and as a chart."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from karat import __version__
from karat.reports.compare import signed
from karat.reports.svg.history import History, Moment, Series
from karat.reports.table import Estimate, Style, Table, render


class PointOf(NamedTuple):
    """A figure of one result; None if it is undefined.

    ``scored`` of ``total`` sentences have a score; None for suites.
    """

    entry: str
    run: str
    name: str
    saved: str
    system: str
    value: float | None
    low: float | None
    high: float | None
    scored: int | None
    total: int | None


@dataclass(frozen=True)
class HistoryOf:
    """A figure of results that can be compared with each other, oldest first.

    ``board`` is their id, ``recipe`` how they were made; ``better`` is higher or lower.
    """

    board: str
    gold: str
    scheme: str
    recipe: str
    figure: str
    unit: str
    better: str
    points: Sequence[PointOf]

    @property
    def against(self) -> str:
        """What the results were made against; only those of suites have no board."""
        return f"gold: {self.gold}" if self.board else f"suite: {self.gold}"

    @property
    def partial(self) -> bool:
        """Whether a sentence of any result has no score."""
        return any(one.scored != one.total for one in self.points)

    @property
    def title(self) -> str:
        return f"{self.scheme}.{self.figure}"

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"points": [one._asdict() for one in self.points]}

    def chart(self) -> History:
        """What is drawn: one line for each system, those with the newest figures first."""
        systems = dict.fromkeys(one.system for one in reversed(self.points))
        series = [
            Series(name, [_moment(one) for one in self.points if one.system == name])
            for name in systems
        ]
        about = self.against
        if self.partial:
            least = min(one.scored or 0 for one in self.points)
            about += f"; at least {least} of {max(one.total or 0 for one in self.points)} sentences scored"
        return History(self.title, about, self.unit, self.better, series)


def _moment(one: PointOf) -> Moment:
    return Moment(one.run, one.saved, one.name, *map(_number, (one.value, one.low, one.high)))


def _number(value: float | None) -> float:
    return math.nan if value is None else value


def document(found: Sequence[HistoryOf]) -> dict[str, Any]:
    """The JSON of ``karat runs history``."""
    return {"karat": __version__, "histories": [one.as_dict() for one in found]}


def table(found: HistoryOf, digits: int) -> Table:
    """One row for each result, oldest first; the change is that to the result of the system before it."""
    before: dict[str, float] = {}
    rows: list[list[Any]] = []
    for one in found.points:
        value = _number(one.value)
        change = value - before.get(one.system, math.nan)
        if not math.isnan(value):
            before[one.system] = value
        cell = Estimate(value, _number(one.low), _number(one.high))
        moved = "" if math.isnan(change) else signed(change, found.unit, digits)
        scored = f"{one.scored}/{one.total}"
        rows.append([one.run, one.name, one.system, cell, scored, moved, when(one.saved)])
    columns = ["run", "name", "system", found.figure, "scored", "change", "saved (UTC)"]
    needed = {"scored": found.partial, "change": any(row[-2] for row in rows)}
    shown = [at for at, name in enumerate(columns) if needed.get(name, True)]
    columns, rows = [columns[at] for at in shown], [[row[at] for at in shown] for row in rows]
    return Table(
        columns, rows, {found.figure: found.unit}, caption=f"{found.title}, {found.against}."
    )


def text(found: Sequence[HistoryOf], style: Style) -> str:
    """All tables; CSV has one, with a column for the board."""
    if style.output == "csv":
        columns = ["board", "gold", "scheme", "figure", "unit", *PointOf._fields]
        rows = [
            [one.board, one.gold, one.scheme, one.figure, one.unit, *map(_known, point)]
            for one in found
            for point in one.points
        ]
        return render(Table(columns, rows), style)
    parts = []
    for one in found:
        board = f" (board {one.board})" if one.board else ""
        head = f"{one.title}, {one.against}{board}\n\n" if style.output == "table" else ""
        parts.append(head + render(table(one, style.digits), style))
    return "\n".join(parts)


def _known(value: Any) -> Any:
    return "" if value is None else value


def when(saved: str) -> str:
    """A time for people; it stays UTC.

    >>> when("2026-11-16T16:50:00Z")
    '2026-11-16 16:50'
    """
    return saved[:16].replace("T", " ")
