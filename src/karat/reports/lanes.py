"""Ranges of words for a terminal: brackets under the words, gold's and those of the systems.

>>> from karat.analysis.picture import Mark, Row
>>> words, tags = "the old dog barks".split(), [""] * 4
>>> gold = [Row(Mark.MISSED, "NP", ((0, 3),)), Row(Mark.MATCHED, "VP", ((3, 4),))]
>>> system = [Row(Mark.SPURIOUS, "NP", ((0, 2),)), Row(Mark.MATCHED, "VP", ((3, 4),))]
>>> both = [("gold", gold), ("x", system)]
>>> for line in drawing([Ranges.of(name, Side(name, words, tags, rows)) for name, rows in both], 40):
...     print("".join(piece.text for piece in line).rstrip())
      the old dog barks
gold  └-NP──────┘ └=VP┘
x     └+NP──┘     └=VP┘
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from karat.analysis.picture import Side
from karat.reports.leaves import LONGEST, SIGNS, STRONG, WRONG, stacked
from karat.reports.terminal import Piece, columns, shortened, stretches

# The greatest width of the titles, and the least width of the words, in columns.
_TITLES = 24
_NARROWEST = 20


class Range(NamedTuple):
    """Words from ``first`` up to ``last`` with their label, which begins with the signs of its marks."""

    first: int
    last: int
    label: str
    colour: str


@dataclass(frozen=True)
class Ranges:
    """The ranges of a side, in lanes in which none overlaps another."""

    title: str
    side: Side
    lanes: Sequence[Sequence[Range]]

    @classmethod
    def of(cls, title: str, side: Side, *others: Side, longest: int | None = LONGEST) -> "Ranges":
        """A side; ``others`` have the same ranges, as they were compared with other systems."""
        found = []
        for rows in zip(*(one.rows for one in (side, *others)), strict=True):
            marks = [row.mark for row in rows]
            label = "".join(SIGNS[mark].text for mark in marks) + shortened(rows[0].label, longest)
            colour = SIGNS[marks[0]].colour if len({*marks}) == 1 else ""
            found += [Range(a, b, label, colour) for a, b in rows[0].parts if a < b]
        lanes = list[list[Range]]()
        for one in sorted(found, key=lambda one: (one.first, -one.last)):
            free = (lane for lane in lanes if lane[-1].last <= one.first)
            lane = next(free, None)
            if lane is None:
                lanes.append([one])
            else:
                lane.append(one)
        return cls(title, side, lanes)

    @property
    def ranges(self) -> list[Range]:
        return [one for lane in self.lanes for one in lane]


def drawing(
    sides: Sequence[Ranges], width: int, longest: int | None = LONGEST
) -> Iterator[list[Piece]]:
    """Sides over the words of the first one; a long sentence is continued below."""
    words = [stacked(sides[0].side, at, longest) for at in range(len(sides[0].side.words))]
    # If every word has a label of its own, lines under the words say nothing.
    corners = len(sides[0].ranges) < len(words) or not all(map(_of_words, sides))
    tagged = not all(labels_are_tags(side.side) for side in sides)
    sizes = _sizes(sides, words, corners, tagged)
    titles = [shortened(side.title, _TITLES) for side in sides]
    room = max(map(columns, titles)) + 2
    for first, last in stretches(sizes, max(_NARROWEST, width - room)):
        if first:
            yield []
        part = _Part(first, last, [0, *accumulate(size + 1 for size in sizes[first:last])], room)
        yield part.cells([word for word, _ in words[first:last]])
        if tagged and any(sides[0].side.tags):
            yield part.cells([tag for _, tag in words[first:last]])
        for title, side in zip(titles, sides, strict=True):
            for lane in side.lanes or [[]]:
                yield part.lane(lane, title, corners)
                title = ""
            if tagged and (wrong := part.wrong_tags(side.side, longest)):
                yield wrong


def labels_are_tags(side: Side) -> bool:
    """Whether the ranges of a side are its words, and their labels the tags."""
    return [row.label for row in side.rows] == list(side.tags)


def _of_words(side: Ranges) -> bool:
    return all(one.last - one.first == 1 for one in side.ranges)


def _sizes(
    sides: Sequence[Ranges], words: Sequence[tuple[Piece, Piece]], corners: bool, tagged: bool
) -> list[int]:
    """The width of each word, such that labels fit; the last word of a range gets what is wanting."""
    sizes = [max(columns(word.text), columns(tag.text) * tagged) for word, tag in words]
    for side in sides:
        for at in side.side.wrong_tags if tagged else ():
            sizes[at] = max(sizes[at], 1 + columns(side.side.tags[at]))
    every = [one for side in sides for one in side.ranges]
    for one in sorted(every, key=lambda one: (one.last - one.first, one.first)):
        has = sum(sizes[one.first : one.last]) + one.last - one.first - 1
        sizes[one.last - 1] += max(0, columns(one.label) + 2 * corners - has)
    return sizes


class _Part(NamedTuple):
    """Some words of a sentence on one line: where each begins, after ``room`` columns for titles."""

    first: int
    last: int
    begins: Sequence[int]
    room: int

    def cells(self, pieces: Sequence[Piece]) -> list[Piece]:
        """Something at the beginning of each word."""
        line = [Piece(" " * self.room)]
        for piece, begin, end in zip(pieces, self.begins, self.begins[1:], strict=False):
            line += [piece, Piece(" " * (end - begin - columns(piece.text)))]
        return line

    def lane(self, ranges: Sequence[Range], title: str, corners: bool) -> list[Piece]:
        line, used = [Piece(title, STRONG), Piece(" " * (self.room - columns(title)))], 0
        for one in ranges:
            low, high = max(one.first, self.first), min(one.last, self.last)
            if low >= high:
                continue
            begin, end = self.begins[low - self.first], self.begins[high - self.first] - 1
            line += [Piece(" " * (begin - used))]
            used = end
            if not corners:
                line += [
                    Piece(one.label, one.colour),
                    Piece(" " * (end - begin - columns(one.label))),
                ]
                continue
            # A range that goes on in another line is open there.
            left = "└" if low == one.first else "─"
            right = "┘" if high == one.last else "─"
            inside = end - begin - 2
            label = one.label if columns(one.label) <= inside else ""
            dashes = "─" * (inside - columns(label))
            line.append(Piece(f"{left}{label}{dashes}{right}", one.colour))
        return line

    def wrong_tags(self, side: Side, longest: int | None) -> list[Piece]:
        """The tags that are not gold's, each under its word; nothing if there are none."""
        here = range(self.first, self.last)
        if not side.wrong_tags.intersection(here):
            return []
        return self.cells([
            Piece(WRONG.text + shortened(side.tags[at], longest), WRONG.colour)
            if at in side.wrong_tags else Piece("")
            for at in here
        ])  # fmt: skip
