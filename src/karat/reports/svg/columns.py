"""Columns, one for each word, wide enough for what stands above and below; and lanes without overlaps."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from karat.reports.svg.shared import SIZES


@dataclass(frozen=True)
class Needs:
    """What a panel needs: the width of each word; of ranges of words; and between two words.

    ``spans`` are (start, end, width). ``links`` are (first, second, width): the middles of two words are at
    least so far from each other.
    """

    sizes: Sequence[int]
    spans: Sequence[tuple[int, int, int]] = ()
    links: Sequence[tuple[int, int, int]] = ()


@dataclass(frozen=True)
class Columns:
    """Where the columns begin and end."""

    lefts: Sequence[int]
    rights: Sequence[int]

    @property
    def width(self) -> int:
        return self.rights[-1] if self.rights else 0

    def middle(self, at: int) -> int:
        return (self.lefts[at] + self.rights[at]) // 2


def columns(needs: Sequence[Needs]) -> Columns:
    """Columns for panels that have the same words, so that the words stand below each other.

    >>> columns([Needs([10, 10], spans=[(0, 2, 52)])])
    Columns(lefts=[0, 32], rights=[20, 52])
    >>> columns([Needs([10, 10], links=[(0, 1, 52)])])
    Columns(lefts=[0, 52], rights=[10, 62])
    """
    sizes = [max(some) for some in zip(*(one.sizes for one in needs), strict=True)]
    gaps = [SIZES["gap"]] * len(sizes)
    for start, end, width in sorted((one for need in needs for one in need.spans), key=_short):
        lacks = width - sum(sizes[start:end]) - sum(gaps[start : end - 1])
        for at in range(start, end if lacks > 0 else start):
            sizes[at] += (lacks + at - start) // (end - start)
    for first, second, width in sorted((one for need in needs for one in need.links), key=_short):
        between = sum(sizes[first + 1 : second]) + sum(gaps[first:second])
        gaps[first] += max(0, width - between - (sizes[first] + sizes[second]) // 2)
    lefts, rights, x = [], [], 0
    for size, gap in zip(sizes, gaps, strict=True):
        lefts.append(x)
        rights.append(x + size)
        x += size + gap
    return Columns(lefts, rights)


def _short(need: tuple[int, int, int]) -> tuple[int, int, int]:
    """Short ranges first: what they need often is enough for the long ones."""
    return need[1] - need[0], need[0], need[2]


def lanes(extents: Iterable[tuple[int, int]], size: int) -> list[int]:
    """A lane for each extent, from 1: the lowest one above all that it overlaps and that came before it.

    >>> lanes([(0, 1), (1, 3), (0, 3), (3, 4)], 4)
    [1, 1, 2, 1]
    """
    heights = [0] * size
    found = []
    for start, end in extents:
        lane = 1 + max(heights[start:end])
        heights[start:end] = [lane] * (end - start)
        found.append(lane)
    return found
