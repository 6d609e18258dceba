"""Arcs in the cells of a terminal: where words are placed so that labels fit, and what is in each cell.

>>> arc = Arc(0, 1, "=nsubj", Mark.MATCHED)
>>> grid = Grid.of([4, 4], [arc])
>>> for line in [*grid.lines([arc], above=True), grid.spread([[Piece("dogs")], [Piece("bark")]])]:
...     print("".join(piece.text for piece in line).rstrip())
  ┌ =nsubj ┐
  ▼        │
dogs      bark
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from karat.analysis.picture import Mark
from karat.reports.leaves import SIGNS
from karat.reports.terminal import Piece, columns, width_of

Line: TypeAlias = list[Piece]
# What is drawn at (row, column).
Cells: TypeAlias = dict[tuple[int, int], Piece]

# A unit is at least so wide that three lines can leave it: from its middle, and beside it.
_NARROWEST = 3
# Columns from end to end of an arc, besides its label: a blank on each side of the label and a corner.
_AROUND = 3
# Box characters by the directions in which lines leave a cell.
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_BOX = {
    _UP | _DOWN: "│", _LEFT | _RIGHT: "─", _DOWN | _RIGHT: "┌", _DOWN | _LEFT: "┐",
    _UP | _RIGHT: "└", _UP | _LEFT: "┘", _UP | _DOWN | _RIGHT: "├", _UP | _DOWN | _LEFT: "┤",
    _DOWN | _LEFT | _RIGHT: "┬", _UP | _LEFT | _RIGHT: "┴", _UP | _DOWN | _LEFT | _RIGHT: "┼",
}  # fmt: skip
_ARROWS = {True: "▼", False: "▲"}


class End(NamedTuple):
    """The end of an arc: a unit, and whether it is left of its middle (-1), there (0) or right of it (1)."""

    unit: int
    beside: int

    @property
    def slot(self) -> int:
        return 3 * self.unit + self.beside


class Arc(NamedTuple):
    """A link from a unit, the dependent, to its head, with its label; from the root if the head is -1."""

    dependent: int
    head: int
    label: str
    mark: Mark

    @property
    def is_root(self) -> bool:
        return self.head in (-1, self.dependent)

    @property
    def ends(self) -> tuple[End, End]:
        """The left and the right end. An arc begins beside the middle of its head."""
        if self.is_root:
            return End(self.dependent, 0), End(self.dependent, 0)
        if self.head < self.dependent:
            return End(self.head, 1), End(self.dependent, 0)
        return End(self.dependent, 0), End(self.head, -1)


@dataclass(frozen=True)
class Grid:
    """The middle of each unit, and how wide it all is."""

    middle: Sequence[int]
    width: int

    @classmethod
    def of(cls, widths: Sequence[int], arcs: Iterable[Arc]) -> "Grid":
        """As far left as possible, with room for every label between the ends of its arc."""
        ending: dict[int, list[Arc]] = defaultdict(list)
        for arc in arcs:
            ending[arc.ends[1].unit].append(arc)
        middle, free, label_end = list[int](), 0, 0
        for unit, width in enumerate(widths):
            half = max(_NARROWEST, width) // 2
            at = free
            for arc in ending[unit]:
                left, right = arc.ends
                if arc.is_root:
                    at = max(at, label_end + columns(arc.label) // 2 - half)
                else:
                    room = columns(arc.label) + _AROUND
                    at = max(at, middle[left.unit] + left.beside + room - half - right.beside)
            middle.append(at + half)
            for arc in ending[unit]:
                if arc.is_root:
                    size = columns(arc.label)
                    label_end = max(label_end, at + half - size // 2 + size + 1)
            free = at + max(_NARROWEST, width) + 1
        return cls(middle, max(free, label_end) - 1)

    def spread(self, units: Sequence[Sequence[Piece]]) -> Line:
        """A line with something in the middle of each unit."""
        line, used = list[Piece](), 0
        for middle, pieces in zip(self.middle, units, strict=True):
            size = width_of(pieces)
            begin = middle - size // 2
            line += [Piece(" " * (begin - used)), *pieces]
            used = begin + size
        return line

    def lines(self, arcs: Sequence[Arc], *, above: bool) -> Iterator[Line]:
        """Arcs above the units, or below them."""
        if not arcs:
            return
        cells, labels = self._cells(arcs, above)
        top = max(row for row, _ in (*cells, *labels))
        for row in range(top, -1, -1) if above else range(top + 1):
            yield self._line(row, cells, labels)

    def _cells(self, arcs: Sequence[Arc], above: bool) -> tuple[Cells, Cells]:
        """What is in the cells (row, column): lines with their colours, and labels at their first cells.

        Row 0 is nearest to the units.
        """
        directions: dict[tuple[int, int], int] = defaultdict(int)
        colours, labels = dict[tuple[int, int], str](), dict[tuple[int, int], Piece]()
        heads = set[tuple[int, int]]()
        for arc, lane in zip(arcs, lanes(arcs), strict=True):
            colour = SIGNS[arc.mark].colour
            left, right = (self.middle[end.unit] + end.beside for end in arc.ends)
            towards = _DOWN if above else _UP
            if arc.is_root:
                label, first = arc.label, max(0, left - columns(arc.label) // 2)
            else:
                directions[lane, left] |= towards | _RIGHT
                directions[lane, right] |= towards | _LEFT
                for column in range(left + 1, right):
                    directions[lane, column] |= _LEFT | _RIGHT
                    colours[lane, column] = colour
                label = f" {arc.label} "
                first = left + 1 + (right - left - 1 - columns(label)) // 2
            labels[lane, first] = Piece(label, colour)
            for column in (left, right):
                colours[lane, column] = colour
                for row in range(lane):
                    directions[row, column] |= _UP | _DOWN
                    colours[row, column] = colour
            heads.add((0, self.middle[arc.dependent]))
        cells = {
            at: Piece(_ARROWS[above] if at in heads else _BOX[bits], colours[at])
            for at, bits in directions.items()
        }
        return cells, labels

    def _line(self, row: int, cells: Cells, labels: Cells) -> Line:
        line, column = list[Piece](), 0
        while column < self.width:
            piece = labels.get((row, column)) or cells.get((row, column), Piece(" "))
            line.append(piece)
            column += columns(piece.text)
        return line


def lanes(arcs: Sequence[Arc]) -> list[int]:
    """How high each arc is: above all shorter arcs that it overlaps; roots are above all.

    >>> lanes([Arc(0, 1, "", Mark.PLAIN), Arc(1, 2, "", Mark.PLAIN), Arc(3, 2, "", Mark.PLAIN)])
    [1, 1, 1]
    >>> lanes([Arc(0, 2, "", Mark.PLAIN), Arc(1, 2, "", Mark.PLAIN), Arc(2, -1, "", Mark.PLAIN)])
    [2, 1, 3]
    """
    found = [0] * len(arcs)
    bounds = [(arc.ends[0].slot, arc.ends[1].slot) for arc in arcs]
    links = [at for at, arc in enumerate(arcs) if not arc.is_root]
    done = list[int]()
    for at in sorted(links, key=lambda at: (bounds[at][1] - bounds[at][0], bounds[at])):
        low, high = bounds[at]
        under = (found[one] for one in done if bounds[one][0] <= high and low <= bounds[one][1])
        found[at] = 1 + max(under, default=0)
        done.append(at)
    top, roots = 1 + max(found, default=0), Counter[int]()
    for at, arc in enumerate(arcs):
        if arc.is_root:
            found[at] = top + roots[arc.dependent]
            roots[arc.dependent] += 1
    return found
