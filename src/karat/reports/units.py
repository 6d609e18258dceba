"""Units of a sentence: words that links join as one, for a terminal.

>>> from karat.analysis.picture import Mark
>>> side = Side("x", ["the", "dog", "barks"], ["DT", "NN", "VBZ"], ())
>>> for unit in units_of(side, [Row(Mark.PLAIN, "link", ((0, 2), (2, 3)))]):
...     print(unit.first, "".join(piece.text for piece in unit.words), unit.width)
0 [the dog] 9
2 barks 5
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from karat.analysis.picture import Row, Side
from karat.reports.leaves import LONGEST, stacked
from karat.reports.terminal import Piece, columns, width_of


class Unit(NamedTuple):
    """Words that arcs join as one, a word or a chunk, and their tags."""

    first: int
    last: int
    words: list[Piece]
    tags: list[Piece]

    @property
    def width(self) -> int:
        return max(width_of(self.words), width_of(self.tags))


def units_of(side: Side, rows: Iterable[Row], longest: int | None = LONGEST) -> list[Unit]:
    """The words, of which those that a row takes together are one unit."""
    ranges = sorted({part for row in rows for part in row.parts if part[1] - part[0] > 1})
    whole = dict(ranges) if all(a[1] <= b[0] for a, b in pairwise(ranges)) else {}
    found, at = list[Unit](), 0
    while at < len(side.words):
        last = whole.get(at, at + 1)
        cells = [stacked(side, one, longest) for one in range(at, last)]
        words, tags = list(_beside(cells, 0)), list(_beside(cells, 1))
        if last > at + 1:
            words, tags = [Piece("["), *words, Piece("]")], [Piece(" "), *tags, Piece(" ")]
        found.append(Unit(at, last, words, tags))
        at = last
    return found


def _beside(cells: Sequence[tuple[Piece, Piece]], which: int) -> Iterator[Piece]:
    """The words, or the tags, of a chunk; each tag is below its word."""
    for number, cell in enumerate(cells):
        room = max(columns(piece.text) for piece in cell) if len(cells) > 1 else 0
        piece = cell[which]
        yield Piece(" " * bool(number))
        yield piece
        yield Piece(" " * (room - columns(piece.text)))
