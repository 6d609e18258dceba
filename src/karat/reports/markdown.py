"""Tables in Markdown, as GitHub and others read them: the caption above, the best figures in bold."""

import re
from collections.abc import Iterator, Sequence

from karat.reports.grid import Grid, plain

# What Markdown would take for its own; an underscore inside a word is safe, and so is a single tilde.
_SPECIAL = re.compile(r"[\\`*|]|](?=[(\[])|(?<![^\W_])_|_(?![^\W_])")
# Not every Markdown lets a backslash escape these.
_ENTITIES = {"&": "&amp;", "<": "&lt;", "$": "&#36;", "~": "&#126;"}
_AS_ENTITY = re.compile(r"&(?=[#\w])|[<$]|~(?=~)")
# What would begin a heading, a quotation or a list at the beginning of a line.
_BEGIN = re.compile(r"^(?:[#>+\[-]|\d+(?=[.)]\s))")


def lines(grid: Grid) -> Iterator[str]:
    """The caption, if there is one, and the table.

    >>> grid = Grid(["system", "f1*"], [["a_b", "90"], ["<c>", "80"]], [True, False], frozenset([(0, 1)]))
    >>> print(*lines(grid), sep="\\n")
    | system | f1\\* |
    |---|---:|
    | a_b | **90** |
    | &lt;c> | 80 |
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
            yield f"{indent}- {_BEGIN.sub(_not_special, escaped(line.strip()))}"


def _not_special(found: re.Match[str]) -> str:
    """A number before its point, or the sign itself, so that it begins nothing."""
    return f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}"


def _cell(grid: Grid, text: str, place: tuple[int, int]) -> str:
    shown, rest = plain(text), text[len(plain(text)) :]
    bold = "**" if place in grid.bold else ""
    return f"{bold}{escaped(shown)}{bold}{escaped(grid.marks.get(place, '') + rest)}"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    plain_text = _AS_ENTITY.sub(lambda found: _ENTITIES[found[0]], text)
    return _SPECIAL.sub(r"\\\g<0>", plain_text)
