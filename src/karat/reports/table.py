"""Tables as text, JSON, CSV, LaTeX or Markdown."""

import csv
import io
import json
import math
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat, zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from karat.stats.bootstrap import Figure

FORMATS = ("table", "json", "csv", "latex", "markdown")


class Style(NamedTuple):
    """How results are printed: the output format, digits after the point, columns of the terminal.

    Without a width, text tables are as wide as they need to be.
    """

    output: str = "table"
    digits: int = 2
    width: int | None = None


@dataclass(frozen=True)
class Table:
    """A heading for each column, and rows of cells; a cell is text or a number.

    ``units`` gives the unit of a column of figures, by its heading; it is ``share`` otherwise.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    units: Mapping[str, str] = field(default_factory=dict)

    def cell(self, name: str, value: Any, digits: int) -> str:
        """What stands in a column of that name."""
        if not isinstance(value, float):
            return str(value)
        return figure(value, self.units.get(name, "share"), digits)


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


def with_interval(found: "Figure | None", digits: int, factor: int = 100) -> str:
    """A figure with its interval; a dash if it is undefined, nothing if there is none.

    >>> from karat.stats.bootstrap import Figure
    >>> with_interval(Figure(0.5, 0.25, 0.75), 1), with_interval(Figure(math.nan), 1), with_interval(None, 1)
    ('50.0 [25.0, 75.0]', '–', '')
    """
    if found is None or math.isnan(found.value):
        return "–" if found else ""
    shown = [f"{factor * x:.{digits}f}" for x in (found.value, found.low, found.high)]
    return "{} [{}, {}]".format(*shown)


def render(table: Table, style: Style) -> str:
    """A table as text that ends in a newline."""
    if style.output == "json":
        return dumps(records(table))
    if style.output == "csv":
        return _csv(table)
    cells = [list(map(table.cell, table.columns, row, repeat(style.digits))) for row in table.rows]
    if style.output == "table":
        return _text(table, cells, style.width)
    return (_markdown if style.output == "markdown" else _latex)(table, cells)


def records(table: Table) -> list[dict[str, Any]]:
    """The rows of a table as JSON objects."""
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def dumps(document: Any) -> str:
    """JSON in which undefined figures are null.

    >>> dumps({"recall": math.nan})
    '{\\n "recall": null\\n}\\n'
    """
    return json.dumps(_defined(document), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _defined(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _defined(one) for key, one in value.items()}
    return [_defined(one) for one in value] if isinstance(value, list | tuple) else value


_GAP = "  "
# Columns of words are not made narrower than this.
_NARROWEST = 12


def _text(table: Table, cells: list[list[str]], width: int | None) -> str:
    every = [list(table.columns), *cells]
    left = _text_columns(table)
    widths = _widths(every, left, width)
    lines = []
    for row in every:
        wrapped = [_wrapped(text, size) for text, size in zip(row, widths, strict=True)]
        for parts in zip_longest(*wrapped, fillvalue=""):
            padded = (
                text.ljust(size) if to_left else text.rjust(size)
                for text, size, to_left in zip(parts, widths, left, strict=True)
            )
            lines.append(_GAP.join(padded).rstrip())
    return "\n".join(lines) + "\n"


def _widths(rows: list[list[str]], words: list[bool], most: int | None) -> list[int]:
    """The width of each column; columns of words are narrowed to fit, but not their headings."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if most is None:
        return widths
    least = [
        max(_NARROWEST, len(head), *(len(word) for text in column for word in text.split()))
        for head, *column in zip(*rows, strict=True)
    ]
    while sum(widths) + len(_GAP) * (len(widths) - 1) > most:
        wide = [i for i, of_words in enumerate(words) if of_words and widths[i] > least[i]]
        if not wide:
            break
        widths[max(wide, key=lambda i: widths[i])] -= 1
    return widths


def _wrapped(text: str, width: int) -> list[str]:
    if len(text) <= width:
        return [text]
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def _text_columns(table: Table) -> list[bool]:
    """Which columns hold words and are aligned to the left: the first, and those not of numbers."""
    return [
        i == 0 or any(isinstance(row[i], str) and not row[i][:1].isdigit() for row in table.rows)
        for i in range(len(table.columns))
    ]


def _csv(table: Table) -> str:
    """Unrounded, for programs; undefined is empty."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.columns)
    for row in table.rows:
        writer.writerow("" if isinstance(x, float) and math.isnan(x) else x for x in row)
    return stream.getvalue()


def _markdown(table: Table, cells: list[list[str]]) -> str:
    def line(row: Sequence[str]) -> str:
        return "| " + " | ".join(text.replace("|", "\\|") for text in row) + " |"

    rule = "".join("|---" if left else "|---:" for left in _text_columns(table)) + "|"
    return "\n".join([line(table.columns), rule, *map(line, cells)]) + "\n"


_LATEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}", "–": "--"}
)


def _latex(table: Table, cells: list[list[str]]) -> str:
    def line(row: Sequence[str]) -> str:
        return " & ".join(text.translate(_LATEX) for text in row) + r" \\"

    rule, columns = r"\hline", "".join("l" if left else "r" for left in _text_columns(table))
    lines = [rf"\begin{{tabular}}{{{columns}}}", rule, line(table.columns), rule]
    return "\n".join([*lines, *map(line, cells), rule, r"\end{tabular}"]) + "\n"
