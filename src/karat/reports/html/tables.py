"""Tables for a page: the cells of a Grid, cut into what a template marks up."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from karat.reports.grid import plain
from karat.reports.table import Table

# Digits after the point.
_DIGITS = 2


class Cell(NamedTuple):
    """Text, with an interval, letters or other marks behind it, and where a click leads."""

    text: str
    words: bool = False
    interval: str = ""
    mark: str = ""
    bold: bool = False
    href: str = ""


@dataclass(frozen=True)
class Shown:
    """A table as the page shows it; the first cell of a row is its heading."""

    caption: str
    head: Sequence[Cell]
    rows: Sequence[Sequence[Cell]]


def shown(
    table: Table,
    caption: str = "",
    href: Callable[[str], str] | None = None,
    *,
    transposed: bool = False,
    words: Collection[str] = (),
) -> Shown:
    """A table under a caption; ``href`` gives the link of a row by the text of its first cell.

    ``transposed``: with a row for each column. ``words``: columns of words, whatever they begin with.

    >>> table = Table(["system", "f1"], [["a", 0.5], ["b", 0.25]], best={"f1": "highest"})
    >>> shown(table, "Figures").rows[0]
    [Cell(text='a', words=True, interval='', mark='', bold=False, href=''), \
Cell(text='50.00', words=False, interval='', mark='', bold=True, href='')]
    """
    grid = table.grid(_DIGITS).transposed() if transposed else table.grid(_DIGITS)
    both = zip(grid.head, grid.words, strict=True)
    head = [Cell(text, is_words or text in words) for text, is_words in both]
    rows = []
    for at, row in enumerate(grid.rows):
        cells = []
        for column, text in enumerate(row):
            is_words, place = head[column].words, (at, column)
            figure = text if is_words else plain(text)
            link = href(text) if href and not column else ""
            mark = grid.marks.get(place, "").strip()
            rest = text[len(figure) :].strip()
            cells.append(Cell(figure, is_words, rest, mark, place in grid.bold, link))
        rows.append(cells)
    return Shown(caption or grid.caption, head, rows)
