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

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from operator import le
from typing import NamedTuple

from karat.reports.grid import Grid
from karat.reports.terminal import columns as columns_of

_GAP = "  "
# Columns of words are not made narrower than this, unless nothing else helps.
_NARROWEST = 12
# Longer words than this may be broken, so that one of them does not set the width of a column.
_LONGEST = 30
# A word; a figure with its interval is one.
_WORD = re.compile(r"[\d.–]+ \[[\d., –-]+\]|\S+")
_PIECE = re.compile(r"@?[^(,/|@]*[(,/|]|@?[^(,/|@]+|@")
# No table is narrower than this.
_LEAST = 20


class _Sizes(NamedTuple):
    """The width of a column with its heading, that of its cells, and how narrow it can be made."""

    wide: int
    cells: int
    least: int


def lines(grid: Grid, most: int | None) -> Iterator[str]:
    """The lines of a table of at most so many columns of the terminal; None: as many as it needs."""
    grid = _marked(grid)
    sizes = _measured(grid)
    if most is None or not sizes:
        yield from _block(grid, range(len(sizes)), [one.wide for one in sizes], 0)
        return
    room = max(most, _LEAST)
    blocks = list(_blocks([one.least for one in sizes], room))
    fitted = [_fitted([sizes[one] for one in block], room) for block in blocks]
    if any(widths[0] < sizes[0].wide for widths in fitted):
        # The first heading has a line of its own, in all blocks.
        sizes[0] = sizes[0]._replace(wide=max(sizes[0].cells, 1))
        fitted = [_fitted([sizes[one] for one in block], room) for block in blocks]
    for number, (block, widths) in enumerate(zip(blocks, fitted, strict=True)):
        if number:
            yield ""
        yield from _block(grid, block, widths, room)


def _measured(grid: Grid) -> list[_Sizes]:
    cells, least = [0] * len(grid.head), list(map(_longest_word, grid.head))
    # The first heading can have a line of its own, if it is long.
    above = bool(grid.head) and columns_of(grid.head[0]) > _NARROWEST
    if above:
        least[0] = 0
    for row in grid.rows:
        for at, text in enumerate(row):
            size = columns_of(text)
            cells[at] = max(cells[at], size)
            least[at] = max(least[at], _longest_word(text) if grid.words[at] else size)
    wide = [max(size, columns_of(head)) for size, head in zip(cells, grid.head, strict=True)]
    for at, words in enumerate(grid.words):
        if words:
            most = max(cells[at], 1) if above and at == 0 else wide[at]
            least[at] = min(most, max(_NARROWEST, min(least[at], _LONGEST)))
    return list(map(_Sizes, wide, cells, least))


def _longest_word(text: str) -> int:
    """The width of the longest word, or part of a long word that can be broken.

    >>> _longest_word("as evalb(params=collins)"), _longest_word("(S (NP"), _longest_word("")
    (15, 3, 0)
    """
    found = _WORD.findall(text) if "[" in text else text.split()
    words = (_pieces(word) if len(word) > _NARROWEST else [word] for word in found)
    return max(map(columns_of, chain.from_iterable(words)), default=0)


def _pieces(word: str) -> list[str]:
    """A word, cut after brackets, commas and slashes, and before @; a figure with its interval is whole.

    >>> _pieces("precision@sentence"), _pieces("12.5 [10.0, 15.0]")
    (['precision', '@sentence'], ['12.5 [10.0, 15.0]'])
    """
    return [word] if " " in word else _PIECE.findall(word)


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


def _fitted(sizes: Sequence[_Sizes], most: int) -> list[int]:
    """The widths of the columns of a block: as wide as they can be, the widest narrowed first.

    A heading that must be broken takes no more room than the cells below it. If the columns do not fit
    at their narrowest, words are broken anywhere.
    """
    widths, room = [one.wide for one in sizes], most - len(_GAP) * (len(sizes) - 1)
    for floor in ([one.least for one in sizes], [1] * len(sizes)):
        while sum(widths) > room:
            loose = [at for at, size in enumerate(widths) if size > floor[at]]
            if not loose:
                break
            at = max(loose, key=lambda at: widths[at])
            below = max(floor[at], sizes[at].cells)
            widths[at] = below if below < widths[at] else widths[at] - 1
    return widths


def _block(grid: Grid, block: Sequence[int], widths: Sequence[int], most: int) -> Iterator[str]:
    """The lines of some of the columns; the first heading is above them if it is too long."""
    heads = [grid.head]
    if block and columns_of(grid.head[0]) > widths[0]:
        yield from _wrapped(grid.head[0], most)
        heads = [["", *grid.head[1:]]] if len(block) > 1 else []
    for row in chain(heads, grid.rows):
        taken = [columns_of(row[at]) for at in block]
        if block and all(map(le, taken, widths)):
            every = zip(block, taken, widths, strict=True)
            yield _GAP.join(
                [_filled(row[at], size - had, grid.words[at]) for at, had, size in every]
            ).rstrip()
            continue
        cells = [_wrapped(row[at], size) for at, size in zip(block, widths, strict=True)]
        for parts in zip_longest(*cells, fillvalue=""):
            padded = (
                _padded(text, size, grid.words[at])
                for text, at, size in zip(parts, block, widths, strict=True)
            )
            yield _GAP.join(padded).rstrip()


def _padded(text: str, size: int, to_left: bool) -> str:
    return _filled(text, size - columns_of(text), to_left)


def _filled(text: str, room: int, to_left: bool) -> str:
    return text + " " * room if to_left else " " * room + text


def _wrapped(text: str, width: int) -> list[str]:
    """The text in lines of that width; a word is broken if it is too long for a line.

    >>> _wrapped("  one two three-four", 8), _wrapped("犬犬犬", 4)
    (['  one', 'two', 'three-fo', 'ur'], ['犬犬', '犬'])
    """
    if columns_of(text) <= width:
        return [text]
    indent = text[: len(text) - len(text.lstrip())]
    line, found = "", list[str]()
    for word in _WORD.findall(text):
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
    """The parts of a word that fit a width, broken after punctuation where that is possible.

    >>> _broken("evalb(params=collins)", 16), _broken("characters", 4)
    (['evalb(', 'params=collins)'], ['char', 'acte', 'rs'])
    """
    parts = [""]
    for piece in _pieces(word):
        for text in [piece] if columns_of(piece) <= width else piece:
            if parts[-1] and columns_of(parts[-1] + text) > width:
                parts.append("")
            parts[-1] += text
    return parts


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
