"""Text tables that fit a width: columns are narrowed, and what does not fit is continued below.

>>> from karat.reports.grid import Grid
>>> grid = Grid(["system", "recall", "items with gold"], [["a", "90.00", "12"]], [True, False, False])
>>> print(*lines(grid, 24), sep="\\n")
system  recall     items
               with gold
a        90.00        12
>>> print(*lines(grid, 20), sep="\\n")
system  recall
a        90.00
<BLANKLINE>
system      items
        with gold
a              12
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from karat.reports.grid import Grid
from karat.reports.terminal import columns as columns_of

_GAP = "  "
# Columns of words are not made narrower than this, unless nothing else helps.
_NARROWEST = 12
# Longer words than this may be broken, so that one of them does not set the width of a column.
_LONGEST = 30
# No table is narrower than this.
_LEAST = 20


def lines(grid: Grid, most: int | None) -> Iterator[str]:
    """The lines of a table of at most so many columns of the terminal; None: as many as it needs."""
    grid = _marked(grid)
    wide, least = _measured(grid)
    if most is None or not grid.head:
        yield from _block(grid, range(len(wide)), wide)
        return
    for number, block in enumerate(_blocks(least, max(most, _LEAST))):
        if number:
            yield ""
        chosen = [wide[one] for one in block], [least[one] for one in block]
        yield from _block(grid, block, _fitted(*chosen, max(most, _LEAST)))


def _measured(grid: Grid) -> tuple[list[int], list[int]]:
    """The width of each column, and how narrow it can be made."""
    wide = list(map(columns_of, grid.head))
    least = list(map(_longest_word, grid.head))
    for row in grid.rows:
        for at, text in enumerate(row):
            size = columns_of(text)
            wide[at] = max(wide[at], size)
            least[at] = max(least[at], _longest_word(text) if grid.words[at] else size)
    for at, words in enumerate(grid.words):
        if words:
            least[at] = min(wide[at], max(_NARROWEST, min(least[at], _LONGEST)))
    return wide, least


def _longest_word(text: str) -> int:
    return max(map(columns_of, text.split()), default=0)


def _blocks(least: Sequence[int], most: int) -> Iterator[list[int]]:
    """The columns of each block; every block begins with the first column."""
    first = min(least[0], (most - len(_GAP)) // 2) if len(least) > 1 else least[0]
    block, used = [0], first
    for at, size in enumerate(least[1:], 1):
        if used + len(_GAP) + size > most and len(block) > 1:
            yield block
            block, used = [0], first
        block.append(at)
        used += len(_GAP) + size
    yield block


def _fitted(wide: Sequence[int], least: Sequence[int], most: int) -> list[int]:
    """The widths of the columns of a block: as wide as they can be, the widest narrowed first.

    If they do not fit at their narrowest, words are broken anywhere.
    """
    widths, room = list(wide), most - len(_GAP) * (len(wide) - 1)
    for floor in (least, [1] * len(wide)):
        while sum(widths) > room:
            loose = [at for at, size in enumerate(widths) if size > floor[at]]
            if not loose:
                break
            widths[max(loose, key=lambda at: widths[at])] -= 1
    return widths


def _block(grid: Grid, block: Sequence[int], widths: Sequence[int]) -> Iterator[str]:
    """The lines of some of the columns."""
    for row in chain([grid.head], grid.rows):
        cells = [_wrapped(row[at], size) for at, size in zip(block, widths, strict=True)]
        for parts in zip_longest(*cells, fillvalue=""):
            padded = (
                _padded(text, size, grid.words[at])
                for text, at, size in zip(parts, block, widths, strict=True)
            )
            yield _GAP.join(padded).rstrip()


def _padded(text: str, size: int, to_left: bool) -> str:
    fill = " " * (size - columns_of(text))
    return text + fill if to_left else fill + text


def _wrapped(text: str, width: int) -> list[str]:
    """The text in lines of that width; a word is broken if it is too long for a line.

    >>> _wrapped("  one two three-four", 8), _wrapped("犬犬犬", 4)
    (['  one', 'two', 'three-fo', 'ur'], ['犬犬', '犬'])
    """
    if columns_of(text) <= width:
        return [text]
    indent = text[: len(text) - len(text.lstrip())]
    line, found = "", list[str]()
    for word in text.split():
        joined = f"{line} {word}" if line else (word if found else indent + word)
        if columns_of(joined) <= width:
            line = joined
            continue
        if line:
            found.append(line)
        *whole, line = _broken(word, width)
        found += whole
    return [*found, line]


def _broken(word: str, width: int) -> list[str]:
    """The pieces of a word that fit a width, which is at least that of a character."""
    pieces = [""]
    for character in word:
        if pieces[-1] and columns_of(pieces[-1] + character) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces


def _marked(grid: Grid) -> Grid:
    """The grid with the marks behind the cells; cells without one are padded, to stay aligned."""
    if not grid.marks:
        return grid
    room: dict[int, int] = {}
    for (_, column), mark in grid.marks.items():
        room[column] = max(room.get(column, 0), columns_of(mark))
    rows = [
        [
            text + _padded(grid.marks.get((at, column), ""), room.get(column, 0), to_left=True)
            for column, text in enumerate(row)
        ]
        for at, row in enumerate(grid.rows)
    ]
    return replace(grid, rows=rows, marks={})
