"""Tables as text, JSON, CSV, LaTeX or Markdown."""

import csv
import io
import json
import math
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat, zip_longest
from typing import IO, TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from karat.stats.intervals import Figure

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
    """A figure with its interval, or with a dash for it; a dash if it is undefined, nothing if there is none.

    >>> from karat.stats.intervals import Figure
    >>> with_interval(Figure(0.5, 0.25, 0.75), 1), with_interval(Figure(math.nan), 1), with_interval(None, 1)
    ('50.0 [25.0, 75.0]', '–', '')
    """
    if found is None or math.isnan(found.value):
        return "–" if found else ""
    shown = [f"{factor * x:.{digits}f}" for x in (found.value, found.low, found.high)]
    return "{} [{}, {}]".format(*shown) if found.low == found.low else f"{shown[0]} [–]"


def render(table: Table, style: Style) -> str:
    """A table as text that ends in a newline."""
    if style.output == "json":
        return dumps(records(table))
    if style.output == "csv":
        stream = io.StringIO()
        write_csv(table.columns, table.rows, stream)
        return stream.getvalue()
    layout = Layout(table)
    cells = [layout.seen(row, style.digits) for row in table.rows]
    return "".join(f"{line}\n" for line in layout.lines(cells, style))


def records(table: Table) -> list[dict[str, Any]]:
    """The rows of a table as JSON objects."""
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def dumps(document: Any) -> str:
    """JSON in which undefined figures are null.

    >>> dumps({"recall": math.nan})
    '{\\n "recall": null\\n}\\n'
    """
    return json.dumps(defined(document), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def defined(value: Any) -> Any:
    """The same value with null for figures that are undefined."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: defined(one) for key, one in value.items()}
    return [defined(one) for one in value] if isinstance(value, list | tuple) else value


_GAP = "  "
# Columns of words are not made narrower than this.
_NARROWEST = 12


class Layout:
    """How the columns of a table are laid out: their widths, and which are aligned to the left.

    Columns of words are aligned to the left: the first, and those that do not hold numbers.
    """

    def __init__(self, table: Table) -> None:
        self._table, columns = table, table.columns
        self._left = [i == 0 for i in range(len(columns))]
        self._widths = [len(head) for head in columns]
        # The widest word of each column; a column is not made narrower.
        self._least = [max(_NARROWEST, len(head)) for head in columns]

    def seen(self, row: Sequence[Any], digits: int) -> list[str]:
        """The cells of a row as text, after taking note of them."""
        cells = list(map(self._table.cell, self._table.columns, row, repeat(digits)))
        for i, (value, text) in enumerate(zip(row, cells, strict=True)):
            self._left[i] |= isinstance(value, str) and not value[:1].isdigit()
            self._widths[i] = max(self._widths[i], len(text))
            self._least[i] = max([self._least[i], *map(len, text.split())])
        return cells

    def lines(self, cells: Iterable[Sequence[str]], style: Style) -> Iterator[str]:
        """The lines of the table, when all of its rows have been seen."""
        if style.output == "table":
            return self._text(chain([self._table.columns], cells), style.width)
        kind = _markdown if style.output == "markdown" else _latex
        return kind(self._table.columns, self._left, cells)

    def _text(self, rows: Iterable[Sequence[str]], most: int | None) -> Iterator[str]:
        widths = self._fitted(most)
        for row in rows:
            wrapped = [_wrapped(text, size) for text, size in zip(row, widths, strict=True)]
            for parts in zip_longest(*wrapped, fillvalue=""):
                padded = (
                    text.ljust(size) if to_left else text.rjust(size)
                    for text, size, to_left in zip(parts, widths, self._left, strict=True)
                )
                yield _GAP.join(padded).rstrip()

    def _fitted(self, most: int | None) -> list[int]:
        """The width of each column; columns of words are narrowed to fit, but not their headings."""
        widths = list(self._widths)
        while most is not None and sum(widths) + len(_GAP) * (len(widths) - 1) > most:
            wide = [i for i, words in enumerate(self._left) if words and widths[i] > self._least[i]]
            if not wide:
                break
            widths[max(wide, key=lambda i: widths[i])] -= 1
        return widths


def _wrapped(text: str, width: int) -> list[str]:
    if len(text) <= width:
        return [text]
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def write_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]], stream: IO[str]) -> None:
    """Unrounded, for programs; undefined is empty."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow("" if isinstance(x, float) and math.isnan(x) else x for x in row)


def _markdown(
    columns: Sequence[str], left: Sequence[bool], cells: Iterable[Sequence[str]]
) -> Iterator[str]:
    def line(row: Sequence[str]) -> str:
        return "| " + " | ".join(text.replace("|", "\\|") for text in row) + " |"

    yield line(columns)
    yield "".join("|---" if to_left else "|---:" for to_left in left) + "|"
    yield from map(line, cells)


_LATEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}", "–": "--"}
)


def _latex(
    columns: Sequence[str], left: Sequence[bool], cells: Iterable[Sequence[str]]
) -> Iterator[str]:
    def line(row: Sequence[str]) -> str:
        return " & ".join(text.translate(_LATEX) for text in row) + r" \\"

    rule, kinds = r"\hline", "".join("l" if to_left else "r" for to_left in left)
    yield from (rf"\begin{{tabular}}{{{kinds}}}", rule, line(columns), rule)
    yield from map(line, cells)
    yield from (rule, r"\end{tabular}")
