"""Tables in LaTeX for papers: booktabs, as wide as a column of a two-column page if that can be.

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
from karat.reports.grid import Grid, plain

_ESCAPED = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {
        "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}",
        "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
        "–": r"\textendash{}", "…": r"\dots{}", "×": r"$\times$", "±": r"$\pm$",
        "†": r"\dag{}", "‡": r"\ddag{}",
    }
)  # fmt: skip
# Characters beyond Latin letters that are escaped, so that every LaTeX prints them.
_KNOWN = frozenset(chr(one) for one in _ESCAPED)
# Where a long word may be broken: after one of these.
_BREAK = re.compile(r"[|,:;(=+\-_./@](?![|,:;(=+\-_./@]|$)(?!(?<=\d.)\d)")
# Words of at least so many characters may be broken.
_LONG = 12
# A table of at most so many rows may have them as columns.
_SYSTEMS = 12
# Columns of words are not made narrower than this, in points.
_NARROWEST = 60.0


class _Form(NamedTuple):
    """The size of the print, the gap between columns in points, and whether headings are stacked.

    ``star``: the table goes over both columns of the page.
    """

    star: bool
    size: str
    gap: int
    stacked: bool

    @property
    def room(self) -> float:
        return float(_metrics()["page" if self.star else "column"])


_PRINT = (("small", 12, False), ("small", 8, True), ("footnotesize", 6, True))


def lines(grid: Grid) -> Iterator[str]:
    """The table; one with a caption is a float."""
    parts = _chosen(grid)
    form = parts[0].form
    name = "table*" if form.star else "table"
    if any(_foreign(text) for row in (grid.head, *grid.rows) for text in row):
        yield "% some names need xelatex or lualatex, and a font that has their characters"
    floating = bool(grid.caption) or form.star
    if floating:
        yield r"% in the preamble: \usepackage{booktabs}"
        yield from (rf"\begin{{{name}}}[t]", r"\centering\sloppy")
    yield rf"{{\{form.size}\setlength{{\tabcolsep}}{{{form.gap / 2:g}pt}}%"
    for at, part in enumerate(parts):
        if at:
            yield r"\\[1ex]"
        yield from _tabular(part)
    yield "}"
    if grid.caption:
        label = rf"\label{{tab:{grid.label}}}" if grid.label else ""
        yield rf"\caption{{{escaped(grid.caption)}}}{label}"
    if floating:
        yield rf"\end{{{name}}}"


def escaped(text: str, *, whole: bool = False) -> str:
    """Text that LaTeX prints as it is; long words may be broken, unless they are to stay whole.

    >>> print(escaped("50 % of a_b"), escaped("failed:x|b--c"), escaped("failed:x|b--c", whole=True))
    50 \\% of a\\_b failed:\\allowbreak x\\textbar{}\\allowbreak b-{}-\\allowbreak c failed:x\\textbar{}b-{}-c
    """
    # At the beginning of a row, LaTeX would take these for an option of the line end before it.
    begin = "{}" if text[:1] in ("[", "*") else ""
    return begin + " ".join(
        _word(word)
        if whole or len(word) < _LONG
        else r"\allowbreak ".join(map(_word, pieces(word)))
        for word in text.split(" ")
    )


def _word(text: str) -> str:
    return re.sub("-(?=-)", "-{}", text.translate(_ESCAPED))


def pieces(word: str) -> list[str]:
    """A word, cut where it may be broken: after punctuation that is not its end, nor in a number.

    >>> pieces("UDPipe-Future.conllu"), pieces("a=0.1")
    (['UDPipe-', 'Future.', 'conllu'], ['a=', '0.1'])
    """
    cuts = [found.end() for found in _BREAK.finditer(word)]
    return [word[a:b] for a, b in pairwise([0, *cuts, len(word)])]


def comments(text: str) -> Iterator[str]:
    """Lines about a table as comments."""
    return (f"% {line}".rstrip() for line in text.splitlines() if line.strip())


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
                mark = 0.7 * _width(grid.marks.get(place, ""))
                cells[at] = max(cells[at], _width(text, bold=place in grid.bold) + mark)
                if grid.words[at]:
                    pieces[at] = max(pieces[at], _widest_piece(text))
        return cls(number, cells, [_width(text) for text in grid.head], pieces)


class _Shape(NamedTuple):
    """A grid in a form, with the widths of its columns as they are, and as they must be to fit."""

    grid: Grid
    form: _Form
    natural: Sequence[float]
    widths: Sequence[float]

    @classmethod
    def of(cls, grid: Grid, sizes: _Sizes, form: _Form) -> "_Shape":
        """Columns of words are narrowed to fit, the widest first."""
        factor = float(_metrics()["sizes"][form.size])
        stacked = [form.stacked and not words for words in grid.words]
        natural = [
            factor * max(sizes.cells[at], (sizes.pieces if stacked[at] else sizes.headings)[at])
            for at in range(len(grid.head))
        ]
        least = [
            min(natural[at], max(_NARROWEST, factor * sizes.pieces[at])) if words else natural[at]
            for at, words in enumerate(grid.words)
        ]
        return cls(grid, form, natural, _narrowed(natural, least, form))

    @property
    def fits(self) -> bool:
        return _total(self.widths, self.form) <= self.form.room

    def part(self, columns: Sequence[int]) -> "_Shape":
        """The same with some of the columns."""
        natural, widths = ([some[at] for at in columns] for some in (self.natural, self.widths))
        return _Shape(self.grid.part(columns), self.form, natural, widths)


def _narrowed(natural: Sequence[float], least: Sequence[float], form: _Form) -> list[float]:
    found = list(natural)
    while (over := _total(found, form) - form.room) > 0:
        loose = [at for at, width in enumerate(found) if width > least[at]]
        if not loose:
            break
        widest = max(loose, key=lambda at: found[at])
        found[widest] = max(least[widest], found[widest] - max(1.0, over / len(loose)))
    return found


def _chosen(grid: Grid) -> list[_Shape]:
    """The table in the first form in which it fits; in several parts if it fits in none."""
    sizes = _Sizes.of(grid)
    shapes = [(grid, sizes)]
    if len(grid.head) > 2 and 0 < sizes.rows <= _SYSTEMS and not any(grid.words[1:]):
        shapes.append((other := grid.transposed(), _Sizes.of(other)))
    for star, (one, measured), print_ in product((False, True), shapes, _PRINT):
        shape = _Shape.of(one, measured, _Form(star, *print_))
        if shape.fits:
            return [shape]
    last = _Shape.of(grid, sizes, _Form(True, *_PRINT[-1]))
    return [last.part(block) for block in _blocks(last.widths, last.form)]


def _blocks(widths: Sequence[float], form: _Form) -> Iterator[list[int]]:
    """The columns of each part of a table that fits nowhere; every part begins with the first column."""
    block = [0]
    for at in range(1, len(widths)):
        if len(block) > 1 and _total([widths[one] for one in (*block, at)], form) > form.room:
            yield block
            block = [0]
        block.append(at)
    yield block


def _tabular(shape: _Shape) -> Iterator[str]:
    grid, columns = shape.grid, range(len(shape.widths))
    broken = [shape.widths[at] < shape.natural[at] for at in columns]
    kinds = (
        f"p{{{shape.widths[at]:.0f}pt}}" if broken[at] else "l" if grid.words[at] else "r"
        for at in columns
    )
    yield rf"\begin{{tabular}}{{@{{}}{''.join(kinds)}@{{}}}}"
    yield r"\toprule"
    yield _line([_heading(shape, at, broken[at]) for at in columns])
    yield r"\midrule"
    marked = {column: mark for (_, column), mark in grid.marks.items()}
    for number, row in enumerate(grid.rows):
        cells = []
        for at, text in enumerate(row):
            both = plain(text), text[len(plain(text)) :]
            shown, rest = (escaped(one, whole=not broken[at]) for one in both)
            shown = rf"\textbf{{{shown}}}" if (number, at) in grid.bold else shown
            mark = _mark(grid.marks.get((number, at), ""), marked.get(at, ""))
            cells.append(shown + mark + rest)
        yield _line(cells)
    yield from (r"\bottomrule", r"\end{tabular}")


def _mark(mark: str, other: str) -> str:
    """A mark behind a cell; where others of the column have one, as much room without one."""
    if mark:
        return rf"\textsuperscript{{{escaped(mark, whole=True)}}}"
    return rf"\phantom{{\textsuperscript{{{escaped(other, whole=True)}}}}}" if other else ""


def _line(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _heading(shape: _Shape, at: int, broken: bool) -> str:
    """A heading; over a column of numbers, it may be broken into lines."""
    text, form = shape.grid.head[at], shape.form
    if broken or shape.grid.words[at] or not form.stacked:
        return escaped(text, whole=not broken)
    room = shape.natural[at] / _metrics()["sizes"][form.size]
    stack = [""]
    for piece in _headed(text):
        if stack[-1] and _width((stack[-1] + piece).rstrip()) > room:
            stack.append("")
        stack[-1] += piece
    shown = [escaped(one.rstrip(), whole=True) for one in stack]
    lines_ = r" \\ ".join(shown)
    return rf"\shortstack[r]{{{lines_}}}" if len(shown) > 1 else shown[0]


def _headed(text: str) -> list[str]:
    """The pieces of a text, with the spaces behind them."""
    return [piece for word in re.findall(r"\S+\s*", text) for piece in pieces(word)]


def _widest_piece(text: str) -> float:
    return max((_width(piece.rstrip()) for piece in _headed(text)), default=0.0)


def _total(widths: Sequence[float], form: _Form) -> float:
    return sum(widths) + form.gap * (len(widths) - 1)


def _width(text: str, *, bold: bool = False) -> float:
    """How wide a text is at 10 points.

    >>> _width("94.25"), _width("94.25", bold=True)
    (22.78, 26.197)
    """
    widths, other = _characters(), _metrics()["other"]
    wide: float = sum(widths.get(one, other) for one in text)
    return round(wide * (_metrics()["bold"] if bold else 1), 3)


def _foreign(text: str) -> bool:
    """Whether pdflatex cannot print it: it has letters that are not Latin."""
    return any(ord(c) > 0x17F and c not in _KNOWN for c in text)


def _metrics() -> dict[str, Any]:
    return tables("latex.toml")


@cache
def _characters() -> dict[str, float]:
    return {c: float(wide) for wide, some in _metrics()["widths"].items() for c in some}
