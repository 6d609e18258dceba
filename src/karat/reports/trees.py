"""Trees drawn for a terminal, every constituent with a sign that says how it was compared.

A constituent has one line: its sign in the margin, guides, its label and the words that come first in
it; words after its first child have lines of their own. Nothing here recurses, and lines are made
when they are asked for, so that no tree is too deep and no sentence too long.

>>> from karat import read_text
>>> bank = read_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))")
>>> tree = Tree.of(bank, [Mark.MATCHED, Mark.MISSED, Mark.NOT_COMPARED])
>>> for line in lines(tree, 40):
...     print(painted(line))
= S
- ├─NP  the/DT dog/NN
· ├─VP  barks/VBZ
  └ ./.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from karat.analysis.picture import Mark
from karat.analysis.sentence import Tree
from karat.reports.terminal import Piece, flow, paint, shown, visible, width_of

# Columns kept for labels and words: where guides would take them, a number says how deep a line is.
_ROOM = 24
_FEWEST_LEVELS = 6
# Trees are not put into columns that are narrower than this.
_NARROWEST = 36
# Words and labels are cut to this many characters, unless all is wanted.
LONGEST = 200
_SEPARATOR = " ┃ "

_DIM, _STRONG = "2", "1"


# How a mark is drawn: a character and an ANSI colour.
SIGNS = {
    Mark.MATCHED: Piece("=", "32"),
    Mark.MISSED: Piece("-", "1;31"),
    Mark.VIOLATED: Piece("X", "1;35"),
    Mark.SPURIOUS: Piece("+", "1;33"),
    Mark.CROSSING: Piece("x", "1;35"),
    Mark.NOT_COMPARED: Piece("·", _DIM),
    Mark.DIFFERENT: Piece("!", "1;7"),
    Mark.PLAIN: Piece(" "),
}


@dataclass(frozen=True)
class Line:
    """A line of a drawing; ``above`` is what an empty line before it shows."""

    mark: Mark
    pieces: tuple[Piece, ...]
    above: str = ""
    pair: int = -1
    depth: int = 0

    @property
    def width(self) -> int:
        """How many columns of a terminal it takes."""
        return 2 + width_of(self.pieces)


def painted(line: Line, colour: bool = False) -> str:
    pieces = [SIGNS[line.mark], Piece(" "), *line.pieces]
    return "".join(paint(*piece, colour) for piece in pieces)


def levels(width: int) -> int:
    """How many levels of a tree are drawn with guides."""
    return max(_FEWEST_LEVELS, (width - _ROOM) // 2)


def lines(tree: Tree, width: int, longest: int | None = LONGEST) -> Iterator[Line]:
    """Draw a tree; words that do not fit into the width go on in the next line."""
    if not tree.words and not tree.spans:
        yield Line(Mark.PLAIN, (Piece("(no tree)", _DIM),))
    most, different = levels(width), SIGNS[Mark.DIFFERENT].colour
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
        head = [Piece(stem + branch, _DIM)]
        mark, pair = Mark.PLAIN, -1
        if row >= 0:
            guides.append(own)
            mark, pair = tree.marks[row], tree.pair[row]
            label = visible(tree.spans[row][2], longest) or "()"
            head += [Piece(label, SIGNS[mark].colour), Piece("  " * (first < end))]
            below += "│  " if more and depth <= most else "   "
        words = (_leaf(tree, index, longest) for index in range(first, end))
        for pieces in flow(head, words, [Piece(below, _DIM)], width - 2):
            odd = any(piece.colour == different for piece in pieces)
            yield Line(Mark.DIFFERENT if odd else mark, tuple(pieces), above, pair, depth)
            mark, pair = Mark.PLAIN, -1


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
    size, rows = len(tree.words), len(tree.spans)
    starts = [*(start for start, _, _ in tree.spans), size]
    ends = [*(end for _, end, _ in tree.spans), size]  # ends[-1] is that of the whole sentence
    parents = [*tree.parent, -1]
    youngest = dict(zip(tree.parent, range(rows), strict=True))
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


def _leaf(tree: Tree, index: int, longest: int | None) -> tuple[Piece, ...]:
    """A word with its tag."""
    text, tag = leaf(tree, index, longest)
    if index == tree.odd:
        return (Piece(f"»{text}{tag}«", SIGNS[Mark.DIFFERENT].colour),)
    if index in tree.left_out:
        sign = SIGNS[Mark.NOT_COMPARED]
        return (Piece(f"{sign.text}{text}{tag}", sign.colour),)
    return (Piece(text), Piece(tag, _DIM)) if tag else (Piece(text),)


def leaf(tree: Tree, index: int, longest: int | None = LONGEST) -> tuple[str, str]:
    """A word, and its tag after a slash."""
    tag = tree.tags[index]
    return word(tree, index, longest) or '""', f"/{visible(tag, longest)}" if tag else ""


def word(tree: Tree, index: int, longest: int | None = LONGEST) -> str:
    """A word; in a discontinuous tree with its position in the sentence."""
    text = tree.words[index]
    return visible(b"%d=%b" % (tree.order[index], text) if tree.order else text, longest)


def aligned(gold: Iterator[Line], system: Iterator[Line]) -> Iterator[tuple[Line, Line]]:
    """Two drawings line by line, with empty lines that bring pairs of constituents side by side."""
    ours, theirs = next(gold, None), next(system, None)
    while ours or theirs:
        # 1: ours is one of a pair and theirs not yet, -1: the other way round.
        ahead = (ours.pair >= 0) - (theirs.pair >= 0) if ours and theirs else 0
        left = ours if ours and ahead != 1 else _empty(ours)
        yield left, theirs if theirs and ahead != -1 else _empty(theirs)
        ours = ours if ahead == 1 else next(gold, None)
        theirs = theirs if ahead == -1 else next(system, None)


def _empty(before: Line | None) -> Line:
    return Line(Mark.PLAIN, (Piece(before.above, _DIM),) if before else ())


def drawing(
    gold: Tree, system: Tree, titles: tuple[str, str], width: int, limit: int | None, colour: bool
) -> Iterator[str]:
    """Both trees, side by side where there is room, otherwise one below the other."""
    longest = None if limit is None else LONGEST
    column = (width - len(_SEPARATOR)) // 2
    bar = paint(_SEPARATOR, _DIM, colour)

    def beside(pair: tuple[Line, Line]) -> str:
        left, right = (painted(line, colour) for line in pair)
        return f"{left}{' ' * (column - pair[0].width)}{bar}{right}".rstrip()

    def below(line: Line) -> str:
        return painted(line, colour).rstrip()

    if column >= _NARROWEST and all(_fits(tree, column, limit, longest) for tree in (gold, system)):
        headings = [Line(Mark.PLAIN, (Piece(title, _STRONG),)) for title in titles]
        yield beside((headings[0], headings[1]))
        pairs = aligned(lines(gold, column, longest), lines(system, column, longest))
        yield from shown(pairs, beside, limit)
        return
    for tree, title, above in zip((gold, system), titles, ((), ("",)), strict=True):
        yield from above
        yield "  " + paint(title, _STRONG, colour)
        yield from shown(lines(tree, width, longest), below, limit)


def _fits(tree: Tree, column: int, limit: int | None, longest: int | None) -> bool:
    """Whether the part of a tree that will be shown fits into a column."""
    most = levels(column)
    drawn = islice(lines(tree, column, longest), limit)
    return all(line.width <= column and line.depth <= most for line in drawn)
