"""Tidy figures: one row per system, scheme, group and measure, written as CSV for programs."""

import io
import math
from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest
from typing import NamedTuple

from karat.reports.estimate import Ranged
from karat.reports.table import Table, write_csv

# The group of a figure about everything that was scored.
ALL = "all"


class Row(NamedTuple):
    """A figure, with its interval if it has one: whose it is, by which scheme, of which group."""

    system: str
    scheme: str
    measure: str
    value: float = math.nan
    unit: str = "share"
    group_kind: str = ALL
    group: str = ALL
    low: float = math.nan
    high: float = math.nan
    signature: str = ""

    def estimated(self, found: Ranged) -> "Row":
        """The row with a figure and its interval."""
        return self._replace(value=found.value, low=found.low, high=found.high)


COLUMNS = (
    "system", "scheme", "group_kind", "group", "measure", "unit", "value", "low", "high", "signature",
)  # fmt: skip


def melted(begin: Row, table: Table, kind: str) -> Iterator[Row]:
    """The figures and counts of a table whose rows are groups of a kind; other cells are left out."""
    names = table.columns[1:]
    for key, *cells in table.rows:
        for name, cell in zip(names, cells, strict=True):
            if isinstance(cell, int | float):
                unit = table.units.get(name, "share") if isinstance(cell, float) else "count"
                one = begin._replace(measure=name, group_kind=kind, group=key.strip())
                yield one._replace(value=float(cell), unit=unit)


def tidy_csv(rows: Iterable[Row]) -> str:
    """Figures as CSV: the first row of every system, then the second of each, and so on.

    Counts have a decimal point too. So a reader that guesses the types of columns from the first rows,
    as polars does, guesses right.
    """
    systems: dict[str, list[Row]] = {}
    for row in rows:
        systems.setdefault(row.system, []).append(row)
    together = chain.from_iterable(zip_longest(*systems.values()))
    cells = (one._replace(value=float(one.value))._asdict() for one in together if one)
    stream = io.StringIO()
    write_csv(COLUMNS, ([row[name] for name in COLUMNS] for row in cells), stream)
    return stream.getvalue()
