"""How wide a table in LaTeX is, and in which form it fits a column of a two-column page.

The width is computed from the widths of the characters, so LaTeX is not needed. The first of these
forms that fits is taken: small print; narrower gaps and headings of several lines; smaller print;
the same with rows and columns exchanged; all of these over both columns of the page. Columns of words are
broken into lines. What fits nowhere is continued below.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from typing import Any, NamedTuple

from karat.files.resources import tables
from karat.reports.grid import Grid

# Where a long word may be broken: after one of these.
_BREAK = re.compile(r"[|,:;(=+\-_./@](?![|,:;(=+\-_./@]|$)(?!(?<=\d.)\d)")
# A table of at most so many rows may have them as columns.
_SYSTEMS = 12
# Columns of words are not made narrower than this, in points.
_NARROWEST = 60.0


class Form(NamedTuple):
    """The size of the print, the gap between columns in points, and whether headings are stacked.

    ``star``: the table goes over both columns of the page.
    """

    star: bool
    size: str
    gap: int
    stacked: bool

    @property
    def room(self) -> float:
        """The width that there is, in points."""
        return float(_metrics()["page" if self.star else "column"])

    @property
    def scale(self) -> float:
        """How wide the print is, compared with 10 points."""
        return float(_metrics()["sizes"][self.size])


_PRINT = (("small", 12, False), ("small", 8, True), ("footnotesize", 6, True))


class _Sizes(NamedTuple):
    """Of each column of a grid, in points at 10 points: the widest cell, heading and piece of either."""

    rows: int
    cells: Sequence[float]
    headings: Sequence[float]
    pieces: Sequence[float]

    @classmethod
    def of(cls, grid: Grid) -> "_Sizes":
        cells, number = [0.0] * len(grid.head), 0
        pieces = [_widest_piece(text) for text in grid.head]
        for number, row in enumerate(grid.rows, 1):
            for at, text in enumerate(row):
                place = number - 1, at
                mark = 0.7 * width_of(grid.marks.get(place, ""))
                cells[at] = max(cells[at], width_of(text, bold=place in grid.bold) + mark)
                if grid.words[at]:
                    pieces[at] = max(pieces[at], _widest_piece(text))
        return cls(number, cells, [width_of(text) for text in grid.head], pieces)


class Shape(NamedTuple):
    """A grid in a form, with the widths of its columns as they are, and as they must be to fit."""

    grid: Grid
    form: Form
    natural: Sequence[float]
    widths: Sequence[float]

    @classmethod
    def of(cls, grid: Grid, sizes: _Sizes, form: Form) -> "Shape":
        """Columns of words are narrowed to fit, the widest first."""
        stacked = [form.stacked and not words for words in grid.words]
        natural = [
            form.scale * max(sizes.cells[at], (sizes.pieces if stacked[at] else sizes.headings)[at])
            for at in range(len(grid.head))
        ]
        least = [
            min(natural[at], max(_NARROWEST, form.scale * sizes.pieces[at]))
            if words
            else natural[at]
            for at, words in enumerate(grid.words)
        ]
        return cls(grid, form, natural, _narrowed(natural, least, form))

    @property
    def fits(self) -> bool:
        return _total(self.widths, self.form) <= self.form.room

    def part(self, columns: Sequence[int]) -> "Shape":
        """The same with some of the columns."""
        natural, widths = ([some[at] for at in columns] for some in (self.natural, self.widths))
        return Shape(self.grid.part(columns), self.form, natural, widths)


def _narrowed(natural: Sequence[float], least: Sequence[float], form: Form) -> list[float]:
    found = list(natural)
    while (over := _total(found, form) - form.room) > 0:
        loose = [at for at, width in enumerate(found) if width > least[at]]
        if not loose:
            break
        widest = max(loose, key=lambda at: found[at])
        found[widest] = max(least[widest], found[widest] - max(1.0, over / len(loose)))
    return found


def fitting(grid: Grid) -> list[Shape]:
    """The table in the first form in which it fits; in several parts if it fits in none."""
    sizes = _Sizes.of(grid)
    shapes = [(grid, sizes)]
    if len(grid.head) > 2 and 0 < sizes.rows <= _SYSTEMS and not any(grid.words[1:]):
        shapes.append((other := grid.transposed(), _Sizes.of(other)))
    for star, (one, measured), print_ in product((False, True), shapes, _PRINT):
        shape = Shape.of(one, measured, Form(star, *print_))
        if shape.fits:
            return [shape]
    last = Shape.of(grid, sizes, Form(True, *_PRINT[-1]))
    return [last.part(block) for block in _blocks(last.widths, last.form)]


def _blocks(widths: Sequence[float], form: Form) -> Iterator[list[int]]:
    """The columns of each part of a table that fits nowhere; every part begins with the first column."""
    block = [0]
    for at in range(1, len(widths)):
        if len(block) > 1 and _total([widths[one] for one in (*block, at)], form) > form.room:
            yield block
            block = [0]
        block.append(at)
    yield block


def pieces(word: str) -> list[str]:
    """A word, cut where it may be broken: after punctuation that is not its end, nor in a number.

    >>> pieces("UDPipe-Future.conllu"), pieces("a=0.1")
    (['UDPipe-', 'Future.', 'conllu'], ['a=', '0.1'])
    """
    cuts = [found.end() for found in _BREAK.finditer(word)]
    return [word[a:b] for a, b in pairwise([0, *cuts, len(word)])]


def headed(text: str) -> list[str]:
    """The pieces of a text, with the spaces behind them."""
    return [piece for word in re.findall(r"\S+\s*", text) for piece in pieces(word)]


def _widest_piece(text: str) -> float:
    return max((width_of(piece.rstrip()) for piece in headed(text)), default=0.0)


def _total(widths: Sequence[float], form: Form) -> float:
    return sum(widths) + form.gap * (len(widths) - 1)


def width_of(text: str, *, bold: bool = False) -> float:
    """How wide a text is at 10 points.

    >>> width_of("94.25"), width_of("94.25", bold=True)
    (22.78, 26.197)
    """
    widths, other = _characters(), _metrics()["other"]
    wide: float = sum(widths.get(one, other) for one in text)
    return round(wide * (_metrics()["bold"] if bold else 1), 3)


def _metrics() -> dict[str, Any]:
    return tables("latex.toml")


@cache
def _characters() -> dict[str, float]:
    return {c: float(wide) for wide, some in _metrics()["widths"].items() for c in some}
