"""Report: tables and facts, printed as text, JSON, CSV, LaTeX or Markdown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from karat.reports.table import Style, Table, dumps, figure, records, render
from karat.stats.intervals import Figure


@dataclass(frozen=True)
class Report:
    """Tables by name, and facts by name: each a value for JSON and a line for people.

    A fact without a line is only in JSON. A cell may be a Figure, with its interval.
    """

    tables: Mapping[str, Table]
    facts: Mapping[str, tuple[Any, str]]

    def noted(self, notes: Iterable[str]) -> "Report":
        """The same report, with notes about the source of what was compared, if there are any."""
        said = list(notes)
        more = {"notes": (said, "\n".join(said))} if said else {}
        return replace(self, facts={**self.facts, **more})

    def printed(self, style: Style) -> tuple[str, str]:
        """The tables and the lines below them; JSON has both in one document."""
        tables = {name: _plain(table, style) for name, table in self.tables.items()}
        if style.output == "json":
            document = {name: value for name, (value, _) in self.facts.items()}
            return dumps(document | {name: records(table) for name, table in tables.items()}), ""
        text = "\n".join(render(table, style) for table in tables.values())
        return text, "".join(f"{line}\n" for _, line in self.facts.values() if line)


def _plain(table: Table, style: Style) -> Table:
    """For people, a figure with its interval in brackets; for programs, three columns.

    Programs get names without the indentation that shows a hierarchy.
    """
    if style.output == "table":
        return replace(table, rows=[[_interval(cell, style) for cell in row] for row in table.rows])
    wide = {at for row in table.rows for at, cell in enumerate(row) if isinstance(cell, Figure)}
    columns = [
        name
        for at, one in enumerate(table.columns)
        for name in ([one, f"{one} low", f"{one} high"] if at in wide else [one])
    ]
    rows = [[value for cell in row for value in _values(cell)] for row in table.rows]
    return replace(table, columns=columns, rows=rows)


def _values(cell: Any) -> list[Any]:
    if isinstance(cell, Figure):
        return [cell.value, cell.low, cell.high]
    return [cell.lstrip() if isinstance(cell, str) else cell]


def _interval(cell: Any, style: Style) -> Any:
    if not isinstance(cell, Figure):
        return cell
    value, low, high = (figure(x, digits=style.digits) for x in (cell.value, cell.low, cell.high))
    if cell.value != cell.value:
        return value
    return f"{value} [{low}, {high}]" if cell.low == cell.low else f"{value} [–]"
