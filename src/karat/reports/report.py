"""Report: tables and facts, printed as text, JSON, CSV, LaTeX or Markdown."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from karat.reports.table import Style, Table, dumps, records, render
from karat.reports.tidy import Row, tidy_csv


@dataclass(frozen=True)
class Report:
    """Tables by name, and facts by name: each a value for JSON and a line for people.

    A fact without a line is only in JSON. ``tidy`` has the figures for CSV, which has no lists.
    """

    tables: Mapping[str, Table]
    facts: Mapping[str, tuple[Any, str]]
    tidy: Sequence[Row] = ()

    def noted(self, notes: Iterable[str]) -> "Report":
        """The same report, with more notes about the source of what was compared, if there are any."""
        said = [*self.facts.get("notes", ([], ""))[0], *notes]
        more = {"notes": (said, "\n".join(said))} if said else {}
        return replace(self, facts={**self.facts, **more})

    def printed(self, style: Style) -> tuple[str, str]:
        """The tables and the lines below them; JSON has both in one document."""
        if style.output == "json":
            document = {name: value for name, (value, _) in self.facts.items()}
            return dumps(document | {name: records(one) for name, one in self.tables.items()}), ""
        if style.output == "csv":
            return tidy_csv(self.tidy), self._lines()
        text = "\n".join(render(table, style) for table in self.tables.values())
        return text, self._lines()

    def _lines(self) -> str:
        return "".join(f"{line}\n" for _, line in self.facts.values() if line)
