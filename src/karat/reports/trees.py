"""Trees drawn for a terminal, every constituent with a sign that says how it was compared.

A constituent has one line: its sign in the margin, guides, its label and the words that come first in
it; words after its first child have lines of their own. Nothing here recurses, and lines are made
when they are asked for, so that no tree is too deep and no sentence too long.

>>> from karat.analysis.picture import Row
>>> words, tags = "the dog barks .".split(), "DT NN VBZ .".split()
>>> rows = Row(Mark.MATCHED, "S", ((0, 4),)), Row(Mark.MISSED, "NP", ((0, 2),), 0)
>>> for line in lines(Tree.of(Side("gold", words, tags, rows)), 40):
...     print(painted(line))
= S
- ├─NP  the/DT dog/NN
  └ barks/VBZ ./.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from karat.analysis.picture import Mark, Pair, Side
from karat.reports.leaves import DIM, LONGEST, SIGNS, STRONG, leaf
from karat.reports.terminal import Piece, flow, paint, shortened, shown, width_of
from karat.reports.unfolded import unfolded

# Columns kept for labels and words: where guides would take them, a number says how deep a line is.
_ROOM = 24
_FEWEST_LEVELS = 6
# Trees are not put into columns that are narrower than this.
_NARROWEST = 36
_SEPARATOR = " ┃ "


@dataclass(frozen=True)
class Tree:
    """A side whose rows are constituents, ready to be drawn.

    ``spans`` are the constituents over the words in the order of the tree, which ``order`` gives if it
    is not that of the sentence. ``marks`` has one mark for each system that a constituent was compared
    with. ``paired`` says which constituents are drawn beside one of the other side.
    """

    side: Side
    spans: Sequence[tuple[int, int]]
    order: Sequence[int]
    marks: Sequence[tuple[Mark, ...]]
    paired: Sequence[bool]

    @classmethod
    def of(cls, side: Side, *others: Side, paired: Sequence[bool] = ()) -> "Tree":
        """A side; ``others`` are the same constituents, as they were compared with other systems."""
        order, spans = unfolded(side)
        marks = list(zip(*((row.mark for row in one.rows) for one in (side, *others)), strict=True))
        return cls(side, spans, order, marks, paired or [False] * len(spans))

    def leaf(self, index: int, longest: int | None = LONGEST) -> tuple[Piece, ...]:
        """A word with its tag, by its place in the tree; words out of order have their positions."""
        if not self.order:
            return leaf(self.side, index, longest)
        return leaf(self.side, self.order[index], longest, self.order[index])


@dataclass(frozen=True)
class Line:
    """A line of a drawing; ``above`` is what an empty line before it shows."""

    marks: tuple[Mark, ...]
    pieces: tuple[Piece, ...]
    above: str = ""
    paired: bool = False
    depth: int = 0

    @property
    def width(self) -> int:
        """How many columns of a terminal it takes."""
        return len(self.marks) + 1 + width_of(self.pieces)


def painted(line: Line, colour: bool = False) -> str:
    pieces = [*(SIGNS[mark] for mark in line.marks), Piece(" "), *line.pieces]
    return "".join(paint(*piece, colour) for piece in pieces)


def levels(width: int) -> int:
    """How many levels of a tree are drawn with guides."""
    return max(_FEWEST_LEVELS, (width - _ROOM) // 2)


def lines(tree: Tree, width: int, longest: int | None = LONGEST) -> Iterator[Line]:
    """Draw a tree; words that do not fit into the width go on in the next line."""
    side, systems = tree.side, max(map(len, tree.marks[:1]), default=1)
    if not side.words and not tree.spans:
        yield Line((Mark.PLAIN,), (Piece("(no tree)", DIM),))
    most, plain = levels(width), (Mark.PLAIN,) * systems
    guides: list[str] = []
    for row, depth, last, more, first, end in _entries(tree):
        del guides[depth:]
        stem = "".join(guides[: most + 1])
        own = "" if not depth else "  " if last else "│ "
        if depth > most:
            branch, below, above = f"⋯{depth} ", stem + "  ", stem
        else:
            corner = "└" if last else "├"
            branch = "" if not depth else corner + ("─" if row >= 0 else " ")
            below, above = stem + own, stem + "│ " * bool(depth)
        head = [Piece(stem + branch, DIM)]
        marks, paired = plain, False
        if row >= 0:
            guides.append(own)
            marks, paired = tree.marks[row], tree.paired[row]
            label = shortened(side.rows[row].label, longest) or "()"
            colour = SIGNS[marks[0]].colour if len({*marks}) == 1 else ""
            head += [Piece(label, colour), Piece("  " * (first < end))]
            below += "│  " if more and depth <= most else "   "
        words = (tree.leaf(index, longest) for index in range(first, end))
        for pieces in flow(head, words, [Piece(below, DIM)], width - systems - 1):
            odd = any(piece.colour == SIGNS[Mark.DIFFERENT].colour for piece in pieces)
            shown_marks = (Mark.DIFFERENT,) * systems if odd else marks
            yield Line(shown_marks, tuple(pieces), above, paired, depth)
            marks, paired = plain, False


class _Entry(NamedTuple):
    """A constituent with the words that come first in it, or (row -1) later words of one.

    ``last``: nothing follows it in the constituent around it; ``more``: more follows in itself.
    """

    row: int
    depth: int
    last: bool
    more: bool
    first: int
    end: int


def _entries(tree: Tree) -> Iterator[_Entry]:
    size, rows = len(tree.side.words), len(tree.spans)
    starts = [*(start for start, _ in tree.spans), size]
    ends = [*(end for _, end in tree.spans), size]  # ends[-1] is that of the whole sentence
    parents = [*(row.parent for row in tree.side.rows), -1]
    youngest = {parent: row for row, parent in enumerate(parents[:-1])}
    around: list[int] = []
    done = 0
    for row, (start, parent) in enumerate(zip(starts, parents, strict=True)):
        # First the words before this constituent, and the end of those that it is not part of.
        while True:
            inner = around[-1] if around else -1
            stop = min(start, ends[inner])
            if done < stop:
                yield _Entry(-1, len(around), inner != parent, False, done, stop)
                done = stop
            if inner == parent:
                break
            around.pop()
        if row < rows:
            last = youngest[parent] == row and ends[row] == ends[parent]
            more = parents[row + 1] == row
            done = starts[row + 1] if more else ends[row]
            yield _Entry(row, len(around), last, more, start, done)
            around.append(row)


def aligned(gold: Iterator[Line], system: Iterator[Line]) -> Iterator[tuple[Line, Line]]:
    """Two drawings line by line, with empty lines that bring pairs of constituents side by side."""
    ours, theirs = next(gold, None), next(system, None)
    while ours or theirs:
        # 1: ours is one of a pair and theirs not yet, -1: the other way round.
        ahead = ours.paired - theirs.paired if ours and theirs else 0
        left = ours if ours and ahead != 1 else _empty(ours)
        yield left, theirs if theirs and ahead != -1 else _empty(theirs)
        ours = ours if ahead == 1 else next(gold, None)
        theirs = theirs if ahead == -1 else next(system, None)


def _empty(before: Line | None) -> Line:
    return Line((Mark.PLAIN,), (Piece(before.above, DIM),) if before else ())


@dataclass(frozen=True)
class Drawing:
    """How trees are drawn: the width in columns, the greatest number of lines, with colours or not."""

    width: int
    limit: int | None
    colour: bool

    @property
    def _longest(self) -> int | None:
        return None if self.limit is None else LONGEST

    def drawn(self, pairs: Sequence[Pair], titles: Sequence[str]) -> Iterator[str]:
        """Gold, the same in all pairs, and each system, under their titles."""
        return self._several(pairs, titles) if len(pairs) > 1 else self._pair(pairs[0], titles)

    def _pair(self, pair: Pair, titles: Sequence[str]) -> Iterator[str]:
        """Gold and a system, side by side where there is room, otherwise one below the other."""
        gold, system = (
            Tree.of(side, paired=paired)
            for side, paired in zip((pair.gold, pair.system), _paired(pair), strict=True)
        )
        column = (self.width - len(_SEPARATOR)) // 2
        if column < _NARROWEST or not all(self._fits(tree, column) for tree in (gold, system)):
            yield from self._below(gold, titles[0])
            yield ""
            yield from self._below(system, titles[1])
            return
        bar = paint(_SEPARATOR, DIM, self.colour)

        def beside(lines: tuple[Line, Line]) -> str:
            left, right = (painted(line, self.colour) for line in lines)
            return f"{left}{' ' * (column - lines[0].width)}{bar}{right}".rstrip()

        headings = [Line((Mark.PLAIN,), (Piece(title, STRONG),)) for title in titles]
        yield beside((headings[0], headings[1]))
        both = (lines(tree, column, self._longest) for tree in (gold, system))
        yield from shown(aligned(*both), beside, self.limit)

    def _several(self, pairs: Sequence[Pair], titles: Sequence[str]) -> Iterator[str]:
        """Gold once, with a sign for each system, then the systems."""
        yield from self._below(Tree.of(*(pair.gold for pair in pairs)), titles[0])
        for pair, title in zip(pairs, titles[1:], strict=True):
            yield ""
            yield from self._below(Tree.of(pair.system), title)

    def _below(self, tree: Tree, title: str) -> Iterator[str]:
        """One tree under its title."""

        def text(line: Line) -> str:
            return painted(line, self.colour).rstrip()

        yield "  " + paint(title, STRONG, self.colour)
        yield from shown(lines(tree, self.width, self._longest), text, self.limit)

    def _fits(self, tree: Tree, column: int) -> bool:
        """Whether the part of a tree that will be shown fits into a column."""
        most = levels(column)
        drawn = islice(lines(tree, column, self._longest), self.limit)
        return all(line.width <= column and line.depth <= most for line in drawn)


def _paired(pair: Pair) -> tuple[list[bool], list[bool]]:
    """Which constituents are drawn beside each other: those that match, if they are over the same words."""
    sides = pair.gold, pair.system
    matched = [[row.mark is Mark.MATCHED for row in side.rows] for side in sides]
    places = [_places(side) for side in sides]
    if places[0] == places[1]:
        return matched[0], matched[1]
    return [False] * len(matched[0]), [False] * len(matched[1])


def _places(side: Side) -> list[tuple[int, ...]]:
    """The words of each matched constituent, counted among those that were compared."""
    before = [0]
    for at in range(len(side.words)):
        before.append(before[-1] + (at not in side.left_out))
    return [
        tuple(before[at] for part in row.parts for at in part)
        for row in side.rows
        if row.mark is Mark.MATCHED
    ]
