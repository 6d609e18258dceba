"""Tables as text, JSON, CSV, LaTeX or Markdown."""

import csv
import io
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import IO, Any, NamedTuple

from karat.reports import layout
from karat.reports.estimate import Estimate as Estimate
from karat.reports.estimate import Ranged as Ranged
from karat.reports.grid import Grid, is_words, plain
from karat.reports.terminal import printable

# Characters that nobody sees, that end a line for some programs, or that steer a terminal or the
# direction of text; json itself escapes those below U+0020.
_UNSEEN = re.compile(
    "[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)

FORMATS = ("table", "json", "csv", "latex", "markdown")


class Style(NamedTuple):
    """How results are printed: the output format, digits after the point, columns of the terminal.

    Without a width, text tables are as wide as they need to be. ``quiet``: without notes.
    """

    output: str = "table"
    digits: int = 2
    width: int | None = None
    quiet: bool = False


@dataclass(frozen=True)
class Table:
    """A heading for each column, and rows of cells; a cell is text, a number or a figure with an interval.

    ``units`` gives the unit of a column of figures, by its heading; it is ``share`` otherwise.
    ``best`` says in which columns the best figure is printed in bold, and whether that is the highest or
    the lowest. ``marks`` are signs behind cells, by row and column, such as those of significance. A
    table with a ``caption`` is a float in LaTeX, with the ``label``.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    units: Mapping[str, str] = field(default_factory=dict)
    best: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[tuple[int, int], str] = field(default_factory=dict)
    caption: str = ""
    label: str = ""

    def cell(self, name: str, value: Any, digits: int) -> str:
        """What stands in a column of that name."""
        if isinstance(value, str):
            return printable(value)
        if isinstance(value, float):
            return figure(value, self.units.get(name, "share"), digits)
        if isinstance(value, Ranged):
            return with_interval(value, digits, self.units.get(name, "share"))
        return printable(str(value))

    def grid(self, digits: int) -> Grid:
        """The table with its cells as text."""
        rows = [list(map(self.cell, self.columns, row, repeat(digits))) for row in self.rows]
        words = [
            at == 0 or any(is_words(row[at]) for row in self.rows)
            for at in range(len(self.columns))
        ]
        head = [printable(one) for one in self.columns]
        return Grid(head, rows, words, self._bold(rows), self.marks, self.caption, self.label)

    def _bold(self, shown: Sequence[Sequence[str]]) -> frozenset[tuple[int, int]]:
        """The best figures; those that look the same are equally good. One system alone is not the best."""
        found = set[tuple[int, int]]()
        for at, name in enumerate(self.columns if len(self.rows) > 1 else ()):
            if name in self.best:
                values = [_value(row[at]) for row in self.rows]
                choose = max if self.best[name] == "highest" else min
                best = choose((one for one in values if one == one), default=math.nan)
                looks = [plain(row[at]) for row in shown]
                alike = {look for look, one in zip(looks, values, strict=True) if one == best}
                found.update((row, at) for row, look in enumerate(looks) if look in alike)
        return frozenset(found)


def _value(cell: Any) -> float:
    """The figure in a cell; NaN if there is none."""
    value = cell.value if isinstance(cell, Ranged) else cell
    return float(value) if isinstance(value, int | float) else math.nan


def distinct_names(taken: Sequence[str], names: Sequence[str]) -> list[str]:
    """Names of further columns: one that is taken gets ``_count`` behind it.

    >>> distinct_names(["system", "recall"], ["gold", "system"])
    ['gold', 'system_count']
    """
    return [f"{name}_count" if name in taken else name for name in names]


def figure(value: float, unit: str = "share", digits: int = 2) -> str:
    """A figure for people: a share in per cent, anything else as it is, undefined as a dash.

    >>> figure(0.94254), figure(0.348, "mean"), figure(math.nan), figure(0.94254, digits=0)
    ('94.25', '0.35', '–', '94')
    """
    if math.isnan(value):
        return "–"
    return f"{100 * value if unit == 'share' else value:.{digits}f}"


def with_interval(found: Ranged | None, digits: int, unit: str = "share") -> str:
    """A figure with its interval, or with a dash for it; a dash if it is undefined, nothing if there is none.

    >>> half, alone = Estimate(0.5, 0.25, 0.75), Estimate(0.5)
    >>> with_interval(half, 1), with_interval(alone, 1), with_interval(Estimate(math.nan), 1)
    ('50.0 [25.0, 75.0]', '50.0 [–]', '–')
    """
    if found is None or math.isnan(found.value):
        return "–" if found else ""
    value, low, high = (figure(x, unit, digits) for x in (found.value, found.low, found.high))
    return f"{value} [–]" if math.isnan(found.low) else f"{value} [{low}, {high}]"


def render(table: Table, style: Style) -> str:
    """A table as text that ends in a newline."""
    if style.output == "json":
        return dumps(records(table))
    if style.output == "csv":
        stream = io.StringIO()
        wide = spread(table)
        write_csv(wide.columns, wide.rows, stream)
        return stream.getvalue()
    return "".join(f"{line}\n" for line in grid_lines(table.grid(style.digits), style))


def grid_lines(grid: Grid, style: Style) -> Iterator[str]:
    """The lines of a table as text, Markdown or LaTeX."""
    if style.output == "markdown":
        from karat.reports import markdown

        return markdown.lines(grid)
    if style.output == "latex":
        from karat.reports import latex

        return latex.lines(grid)
    return layout.lines(grid, style.width)


def remarks_below(text: str, style: Style) -> str:
    """What is said about a table, as it stands below it: as it is, as a list, or as comments."""
    if style.output == "markdown":
        from karat.reports import markdown

        return "".join(f"{line}\n" for line in markdown.remarks(text))
    if style.output == "latex":
        from karat.reports import latex

        return "".join(f"{line}\n" for line in latex.comments(text))
    return text


def write_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]], stream: IO[str]) -> None:
    """Unrounded, for programs; undefined is empty, and text is as it is, whatever it begins with."""
    writer = csv.writer(_Lines(stream), lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow("" if isinstance(x, float) and math.isnan(x) else x for x in row)


class _Lines:
    """Where csv writes: the line end is \\n, but a cell with a lone \\r is quoted as well."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, row: str) -> int:
        return self._stream.write(row.removesuffix("\r\n") + "\n")


def spread(table: Table) -> Table:
    """For programs: a column of figures with intervals as three columns, and names without indentation."""
    wide = {at for row in table.rows for at, cell in enumerate(row) if isinstance(cell, Ranged)}
    columns = [
        name
        for at, one in enumerate(table.columns)
        for name in ([one, f"{one} low", f"{one} high"] if at in wide else [one])
    ]
    rows = [
        [value for at, cell in enumerate(row) for value in _values(at, cell, at in wide)]
        for row in table.rows
    ]
    return Table(columns, rows)


def _values(at: int, cell: Any, wide: bool) -> list[Any]:
    if isinstance(cell, Ranged):
        return [cell.value, cell.low, cell.high]
    name = cell.lstrip() if at == 0 and isinstance(cell, str) else cell
    return [name, math.nan, math.nan] if wide else [name]


def records(table: Table) -> list[dict[str, Any]]:
    """The rows of a table as JSON objects."""
    wide = spread(table)
    return [dict(zip(wide.columns, row, strict=True)) for row in wide.rows]


def dumps(document: Any) -> str:
    """JSON in which undefined figures are null.

    >>> dumps({"recall": math.nan})
    '{\\n "recall": null\\n}\\n'
    """
    return json_text(defined(document), indent=1) + "\n"


def json_text(value: Any, indent: int | None = None) -> str:
    """JSON in which text is readable, but characters that nobody sees are escapes.

    >>> print(json_text("Größe \\u202e"))
    "Größe \\u202e"
    """
    text = json.dumps(value, indent=indent, ensure_ascii=False, allow_nan=False)
    return _UNSEEN.sub(lambda found: json.dumps(found[0])[1:-1], text)


def defined(value: Any) -> Any:
    """The same value with null for figures that are undefined."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: defined(one) for key, one in value.items()}
    return [defined(one) for one in value] if isinstance(value, list | tuple) else value
