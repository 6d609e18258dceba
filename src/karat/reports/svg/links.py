"""Links between words as lanes and ports: which arcs there are, how high each is and where it ends.

At a word, the ends of its arcs stand side by side, so that no arc crosses another without need. From left to
right: arcs that come from the left, short ones first; then roots; then arcs to the right, long ones first.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from karat.reports.svg.columns import lanes
from karat.reports.svg.marks import Drawn
from karat.reports.svg.shared import SIZES


@dataclass(frozen=True)
class Link:
    """An arc between the words ``first`` and ``second``; a root if they are the same."""

    row: Drawn
    first: int
    second: int
    level: int = 0


@dataclass(frozen=True)
class Links:
    """The arcs, those of the roots above them, and rows that are not links, which are listed."""

    arcs: Sequence[Link]
    roots: Sequence[Link]
    others: Sequence[Drawn]

    @property
    def levels(self) -> int:
        return max((one.level for one in (*self.arcs, *self.roots)), default=0)


def anchor(part: tuple[int, int]) -> int:
    """The word of a range where an arc ends."""
    return (part[0] + part[1] - 1) // 2


def links(rows: Sequence[Drawn], words: int) -> Links:
    """The links of rows."""
    arcs, roots, others = [], [], []
    for row in rows:
        ends = [anchor(one) for one in row.parts if 0 <= one[0] < one[1] <= words]
        if len(ends) != len(row.parts) or not 1 <= len(ends) <= 2:
            others.append(row)
        elif len(ends) == 1:
            roots.append(Link(row, ends[0], ends[0]))
        elif ends[0] == ends[1]:
            others.append(row)
        else:
            arcs.append(Link(row, min(ends), max(ends)))
    arcs.sort(key=lambda one: (one.second - one.first, one.first))
    heights = lanes([(one.first, one.second) for one in arcs], words)
    arcs = [Link(one.row, one.first, one.second, at) for one, at in zip(arcs, heights, strict=True)]
    top = max(heights, default=0)
    seen: dict[int, int] = {}
    high = []
    for one in roots:
        seen[one.first] = seen.get(one.first, 0) + 1
        high.append(Link(one.row, one.first, one.first, top + seen[one.first]))
    return Links(arcs, high, others)


def ends(found: Links, words: int) -> list[list[tuple[int, int]]]:
    """For each word what ends there, in order: arcs by their position, roots by -1 - theirs; and how many."""
    at: list[list[tuple[int, int, int]]] = [[] for _ in range(words)]
    for number, one in enumerate(found.arcs):
        at[one.second].append((0, one.level, number))
        at[one.first].append((2, -one.level, number))
    for number, one in enumerate(found.roots):
        at[one.first].append((1, number, -1 - number))
    return [[(side, number) for side, _, number in sorted(some)] for some in at]


def ports(found: Links, words: int) -> dict[tuple[int, int], int]:
    """How far each end is from the middle of its word; by what ends there and on which side (0, 1, 2)."""
    places = {}
    for some in ends(found, words):
        for at, (side, number) in enumerate(some):
            places[number, side] = (2 * at - len(some) + 1) * SIZES["port"] // 2
    return places
