"""Constituents as a tree over the words.

A constituent stands as low as it can above the words, and a bracket joins it to its children. Each child
hangs on a vertical line of its own, so no line touches the label of another constituent. If a constituent
is discontinuous, its bracket bridges the words between its parts, and its label stands over its longest part.
"""

from collections.abc import Sequence

from karat.analysis.picture import Side
from karat.reports.svg import words
from karat.reports.svg.columns import Columns, Needs, lanes
from karat.reports.svg.elements import Block, chip, chip_width, group, path, with_others
from karat.reports.svg.marks import Drawn
from karat.reports.svg.panels import Panel, placed
from karat.reports.svg.shared import SIZES


def needs(panel: Panel) -> Needs:
    """A label is no wider than the words below it."""
    rows = placed(panel.rows, len(panel.side.words))
    spans = [(*_longest(row), chip_width(row)) for row in rows.values()]
    return Needs(words.sizes(panel.side), spans)


def levels(panel: Panel) -> int:
    return max(_heights(panel).values(), default=0)


def _heights(panel: Panel) -> dict[int, int]:
    """How high each row stands above the words, from 1."""
    rows = placed(panel.rows, len(panel.side.words))
    upwards = list(reversed(rows))
    extents = [(rows[at].parts[0][0], rows[at].parts[-1][1]) for at in upwards]
    return dict(zip(upwards, lanes(extents, len(panel.side.words)), strict=True))


def block(panel: Panel, columns: Columns) -> Block:
    """The tree, its words and their tags, and below it the constituents without words."""
    rows, level = placed(panel.rows, len(panel.side.words)), _heights(panel)
    base = max(level.values(), default=0) * SIZES["level"]
    tops = {at: base - SIZES["level"] * level[at] for at in rows}
    middles: dict[int, int] = {}
    hanging = _children(panel.side, rows)
    lines: dict[int, str] = {}
    for at in level:
        row = rows[at]
        xs = sorted(
            (middles[one], tops[one]) if is_row else (columns.middle(one), base + 3)
            for is_row, one in hanging[at]
        )
        middles[at] = _middle(row, xs, columns)
        drawn = path(row, _bracket(middles[at], tops[at] + SIZES["chip"], xs))
        if len(row.parts) > 1:
            low = tops[at] + SIZES["chip"] + SIZES["stem"]
            drawn = f'<path class="bridge" d="M{xs[0][0]} {low}H{xs[-1][0]}"/>{drawn}'
        lines[at] = group(row, drawn + chip(row, middles[at], tops[at]))
    # From above downwards, so that the bracket of a discontinuous constituent bridges what is behind it.
    downwards = sorted(lines, key=lambda at: (-level[at], at))
    high = base + words.height(panel.side)
    drawn_words = words.line(panel.side, columns, base, panel.gold_tags)
    drawn_tree = Block(columns.width, high, [*(lines[at] for at in downwards), *drawn_words])
    return with_others(drawn_tree, [row for at, row in enumerate(panel.rows) if at not in rows])


def _longest(row: Drawn) -> tuple[int, int]:
    return max(row.parts, key=lambda part: (part[1] - part[0], -part[0]))


def _children(side: Side, rows: dict[int, Drawn]) -> dict[int, list[tuple[bool, int]]]:
    """What hangs on each row: rows (True) and words (False)."""
    hanging: dict[int, list[tuple[bool, int]]] = {at: [] for at in rows}
    owner = [-1] * len(side.words)
    for at, row in rows.items():
        if row.parent in hanging and row.parent < at:
            hanging[row.parent].append((True, at))
        for start, end in row.parts:
            owner[start:end] = [at] * (end - start)
    for word, at in enumerate(owner):
        if at >= 0:
            hanging[at].append((False, word))
    return {
        at: some or [(False, word) for word in range(*_longest(rows[at]))]
        for at, some in hanging.items()
    }


def _middle(row: Drawn, xs: Sequence[tuple[int, int]], columns: Columns) -> int:
    """Where the label stands: in the middle of the children, but over its longest part."""
    start, end = _longest(row)
    wide = chip_width(row)
    left = columns.lefts[start] + wide // 2
    right = columns.rights[end - 1] - wide + wide // 2
    return max(left, min(right, (xs[0][0] + xs[-1][0]) // 2))


def _bracket(x: int, y: int, xs: Sequence[tuple[int, int]]) -> str:
    """From a label at x, whose lower edge is y, to each of its children."""
    low = y + SIZES["stem"]
    (first, first_top), (last, last_top) = xs[0], xs[-1]
    if first == last == x:
        return f"M{x} {y}V{first_top}"
    found = [f"M{x} {y}V{low}"]
    left, right = min(x, first), max(x, last)
    round_left = min(SIZES["corner"], (right - left) // 2) if first == left else 0
    round_right = min(SIZES["corner"], (right - left) // 2) if last == right else 0
    begin = f"M{first} {first_top}V{low + round_left}" if first == left else f"M{left} {low}"
    curve = f"Q{left} {low} {left + round_left} {low}" if round_left else ""
    found.append(f"{begin}{curve}H{right - round_right}")
    if last == right:
        curve = f"Q{right} {low} {right} {low + round_right}" if round_right else ""
        found.append(f"{curve}V{last_top}")
    found += [
        f"M{middle} {low}V{top}"
        for number, (middle, top) in enumerate(xs)
        if not (number == 0 and first == left) and not (number == len(xs) - 1 and last == right)
    ]
    return "".join(found)
