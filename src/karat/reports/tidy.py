"""CSV for programs: one header, one kind of row, unrounded figures; nothing else is in the stream.

Tables of figures are tidy: one row per system, scheme, group and measure.
"""

import math
import re
from collections.abc import Iterable, Sequence
from typing import IO, Any, NamedTuple

# Text that readers would take for a number, so that a column might not have one type.
_LIKE_NUMBER = re.compile(
    r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*|[-+]?(inf|infinity|nan)|true|false", re.IGNORECASE
).fullmatch
_SPECIAL = re.compile(r'[",\r\n]|^\s|\s$').search

# The group of a figure about everything that was scored.
ALL = "all"


class Row(NamedTuple):
    """A figure, with its interval if it has one: whose it is, by which scheme, of which group."""

    system: str
    scheme: str
    measure: str
    value: float
    unit: str = "share"
    group_kind: str = ALL
    group: str = ALL
    low: float = math.nan
    high: float = math.nan
    signature: str = ""


COLUMNS = (
    "system", "scheme", "group_kind", "group", "measure", "unit", "value", "low", "high", "signature",
)  # fmt: skip


def write_tidy(rows: Iterable[Row], stream: IO[str]) -> None:
    """Write figures; all are written as fractions, so that no reader takes some for whole numbers."""
    cells = (one._replace(value=float(one.value))._asdict() for one in rows)
    write_csv(COLUMNS, ([row[name] for name in COLUMNS] for row in cells), stream)


def write_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]], stream: IO[str]) -> None:
    """Write a table: unrounded, undefined is empty; text that looks like a number is in quotes.

    >>> import sys
    >>> write_csv(["id", "x"], [["12", 0.5], ['a "b"', math.nan], [3, None]], sys.stdout)
    id,x
    "12",0.5
    "a ""b""\",
    3,
    """
    stream.write(_line(columns))
    stream.writelines(map(_line, rows))


def _line(cells: Iterable[Any]) -> str:
    return ",".join(map(_cell, cells)) + "\n"


def _cell(value: Any) -> str:
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    text = str(value)
    if _SPECIAL(text) or (isinstance(value, str) and _LIKE_NUMBER(text)):
        return '"' + text.replace('"', '""') + '"'
    return text
