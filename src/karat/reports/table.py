"""Tables as text, CSV, LaTeX or Markdown. JSON is not a table and is made elsewhere."""

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

FORMATS = ("table", "json", "csv", "latex", "markdown")


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


def render(table: Table, output: str, digits: int = 2) -> str:
    """A table as text that ends in a newline."""
    if output == "csv":
        return _csv(table)
    cells = [
        [table.cell(name, value, digits) for name, value in zip(table.columns, row, strict=True)]
        for row in table.rows
    ]
    if output == "markdown":
        return _markdown(table, cells)
    if output == "latex":
        return _latex(table, cells)
    return _text(table, cells)


def _text(table: Table, cells: list[list[str]]) -> str:
    every = [list(table.columns), *cells]
    widths = [max(len(row[i]) for row in every) for i in range(len(table.columns))]
    left = _text_columns(table)
    lines = []
    for row in every:
        padded = (
            text.ljust(width) if to_left else text.rjust(width)
            for text, width, to_left in zip(row, widths, left, strict=True)
        )  # fmt: skip
        lines.append("  ".join(padded).rstrip())
    return "\n".join(lines) + "\n"


def _text_columns(table: Table) -> list[bool]:
    """Which columns hold words, and so begin at the left: the first, and those without a digit."""
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

    return (
        "\n".join(
            [
                r"\begin{tabular}{"
                + "".join("l" if x else "r" for x in _text_columns(table))
                + "}",
                r"\hline",
                line(table.columns),
                r"\hline",
                *map(line, cells),
                r"\hline",
                r"\end{tabular}",
            ]
        )
        + "\n"
    )


def figures_row(name: str, measures: Mapping[str, float], wanted: Sequence[str]) -> list[Any]:
    """A row of a table of measures."""
    return [name, *(measures.get(one, math.nan) for one in wanted)]
