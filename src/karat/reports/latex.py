"""Tables in LaTeX for papers: booktabs, as wide as a column of a two-column page if that can be."""

import re
from collections.abc import Iterator, Sequence

from karat.reports.grid import Grid, plain
from karat.reports.latex_sizes import Shape, fitting, headed, pieces, width_of

_ESCAPED = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {
        "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}",
        "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
        "–": r"\textendash{}", "…": r"\dots{}", "×": r"$\times$", "±": r"$\pm$",
        "†": r"\dag{}", "‡": r"\ddag{}", "`": r"\textasciigrave{}",
    }
)  # fmt: skip
# Characters beyond Latin letters that are escaped, so that every LaTeX prints them.
_KNOWN = frozenset(chr(one) for one in _ESCAPED)
# Words of at least so many characters may be broken.
_LONG = 12


def lines(grid: Grid) -> Iterator[str]:
    """The table; one with a caption is a float."""
    parts = fitting(grid)
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
    return re.sub("([-'])(?=\\1)", r"\1{}", text.translate(_ESCAPED))


def comments(text: str) -> Iterator[str]:
    """Lines about a table as comments."""
    return (f"% {line}".rstrip() for line in text.splitlines() if line.strip())


def _tabular(shape: Shape) -> Iterator[str]:
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


def _heading(shape: Shape, at: int, broken: bool) -> str:
    """A heading; over a column of numbers, it may be broken into lines."""
    text, form = shape.grid.head[at], shape.form
    if broken or shape.grid.words[at] or not form.stacked:
        return escaped(text, whole=not broken)
    room = shape.natural[at] / form.scale
    stack = [""]
    for piece in headed(text):
        if stack[-1] and width_of((stack[-1] + piece).rstrip()) > room:
            stack.append("")
        stack[-1] += piece
    shown = [escaped(one.rstrip(), whole=True) for one in stack]
    lines_ = r" \\ ".join(shown)
    return rf"\shortstack[r]{{{lines_}}}" if len(shown) > 1 else shown[0]


def _foreign(text: str) -> bool:
    """Whether pdflatex cannot print it: it has letters that are not Latin."""
    return any(ord(c) > 0x17F and c not in _KNOWN for c in text)
