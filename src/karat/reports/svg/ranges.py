"""Stretches of words as bars below the words: those of the system, then those that only gold has."""

from collections.abc import Sequence

from karat.reports.svg import words
from karat.reports.svg.characters import width
from karat.reports.svg.columns import Columns, Needs, lanes
from karat.reports.svg.elements import Block, box, group, label, path, text, with_others
from karat.reports.svg.marks import Drawn
from karat.reports.svg.panels import Panel, placed
from karat.reports.svg.shared import SIZES

# The parts of a row that fit into one lane, each with its number from 0.
_Strip = tuple[Drawn, list[tuple[int, int, int]]]


def needs(panel: Panel) -> Needs:
    """Each bar is wide enough for its text."""
    size = len(panel.side.words)
    spans = [
        (start, end, _room(row, number))
        for rows in (panel.rows, panel.below)
        for row in placed(rows, size).values()
        for number, (start, end) in enumerate(row.parts)
    ]
    return Needs(words.sizes(panel.side), spans)


def _room(row: Drawn, number: int) -> int:
    said = width(str(number + 1), SIZES["label"]) if number else row.width
    return said + 2 * SIZES["padding"]


def levels(panel: Panel) -> int:
    size = len(panel.side.words)
    return sum(
        max(_lanes(_strips(rows, size), size), default=0) for rows in (panel.rows, panel.below)
    )


def block(panel: Panel, columns: Columns) -> Block:
    """The words, the bars below them, and rows without words as chips."""
    size = len(panel.side.words)
    lines = words.line(panel.side, columns, 0, panel.gold_tags)
    high = words.height(panel.side) + 4
    others: list[Drawn] = []
    for rows, note in ((panel.rows, ""), (panel.below, "only in gold")):
        if rows and note:
            lines.append(text("n", 0, high + 14, note))
            high += SIZES["line"]
        strips = _strips(rows, size)
        at = _lanes(strips, size)
        for strip, lane in zip(strips, at, strict=True):
            lines.append(_bars(strip, high + (lane - 1) * SIZES["strip"], columns))
        high += max(at, default=0) * SIZES["strip"]
        known = placed(rows, size)
        others += [row for number, row in enumerate(rows) if number not in known]
    return with_others(Block(columns.width, high, lines), others)


def _strips(rows: Sequence[Drawn], size: int) -> list[_Strip]:
    """Rows cut into strips whose parts do not overlap; short ones first."""
    found: list[_Strip] = []
    for row in placed(rows, size).values():
        strips: list[_Strip] = []
        for number, (start, end) in enumerate(row.parts):
            for _, some in strips:
                if all(end <= a or b <= start for a, b, _ in some):
                    some.append((start, end, number))
                    break
            else:
                strips.append((row, [(start, end, number)]))
        found += strips
    return sorted(found, key=lambda one: (_extent(one)[1] - _extent(one)[0], _extent(one)[0]))


def _extent(strip: _Strip) -> tuple[int, int]:
    return min(start for start, _, _ in strip[1]), max(end for _, end, _ in strip[1])


def _lanes(strips: Sequence[_Strip], size: int) -> list[int]:
    return lanes(map(_extent, strips), size)


def _bars(strip: _Strip, y: int, columns: Columns) -> str:
    """The parts of a row in one lane, joined by a line."""
    row, parts = strip
    start, end = _extent(strip)
    high = SIZES["chip"]
    drawn = ""
    if len(parts) > 1:
        drawn = path(row, f"M{columns.lefts[start]} {y + high // 2}H{columns.rights[end - 1]}")
    for a, b, number in parts:
        left, right = columns.lefts[a], columns.rights[b - 1]
        drawn += box(row, left, y, right - left, high)
        middle = (left + right) // 2
        drawn += (
            text("l", middle, y + high // 2 + 4, str(number + 1))
            if number
            else label(row, middle, y + high // 2)
        )
    return group(row, drawn)
