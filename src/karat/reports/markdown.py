"""Tables in Markdown, as GitHub and others read them: the caption above, the best figures in bold."""

import re
from collections.abc import Iterator, Sequence

from karat.reports.grid import Grid, plain

# What Markdown would take for its own; an underscore inside a word is safe.
_SPECIAL = re.compile(r"[\\`*<|]|(?<![^\W_])_|_(?![^\W_])")


def lines(grid: Grid) -> Iterator[str]:
    """The caption, if there is one, and the table.

    >>> grid = Grid(["system", "f1*"], [["a_b", "90"], ["<c>", "80"]], [True, False], frozenset([(0, 1)]))
    >>> print(*lines(grid), sep="\\n")
    | system | f1\\* |
    |---|---:|
    | a_b | **90** |
    | \\<c> | 80 |
    """
    if grid.caption:
        yield from (escaped(grid.caption), "")
    yield _line([escaped(text) for text in grid.head])
    yield "".join("|---" if words else "|---:" for words in grid.words) + "|"
    for at, row in enumerate(grid.rows):
        yield _line([_cell(grid, text, (at, column)) for column, text in enumerate(row)])


def remarks(text: str) -> Iterator[str]:
    """Lines about a table as a list; indented ones belong to the one above."""
    for line in text.splitlines():
        if line.strip():
            indent = "  " if line.startswith(" ") else ""
            yield f"{indent}- {escaped(line.strip())}"


def _cell(grid: Grid, text: str, place: tuple[int, int]) -> str:
    shown, rest = plain(text), text[len(plain(text)) :]
    bold = "**" if place in grid.bold else ""
    return f"{bold}{escaped(shown)}{bold}{escaped(grid.marks.get(place, '') + rest)}"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    return _SPECIAL.sub(r"\\\g<0>", text)
