"""Links as arcs: those of the system above the words, those that only gold has below them."""

from collections.abc import Sequence
from dataclasses import dataclass

from karat.reports.svg import words
from karat.reports.svg.columns import Columns, Needs, lanes
from karat.reports.svg.elements import Block, group, label, path, with_others
from karat.reports.svg.links import Link, Links, anchor, ends, links, ports
from karat.reports.svg.marks import Drawn
from karat.reports.svg.panels import Panel
from karat.reports.svg.shared import SIZES


def needs(panel: Panel) -> Needs:
    """Room for the labels of arcs, and for the ends of arcs at a word."""
    size = len(panel.side.words)
    sizes, spans, between = words.sizes(panel.side), [], []
    for rows in (panel.rows, panel.below):
        found = links(rows, size)
        for at, some in enumerate(ends(found, size)):
            sizes[at] = max(sizes[at], len(some) * SIZES["port"])
        spans += [(one.first, one.first + 1, one.row.width + 8) for one in found.roots]
        places = ports(found, size)
        # Between the middles of two words: the label and the corners, and what the ports take away.
        between += [
            (
                one.first,
                one.second,
                one.row.width + 4 * SIZES["corner"] + places[at, 2] - places[at, 0],
            )
            for at, one in enumerate(found.arcs)
        ]
    return Needs(sizes, spans, between)


def levels(panel: Panel) -> int:
    size = len(panel.side.words)
    return max(links(rows, size).levels for rows in (panel.rows, panel.below))


def block(panel: Panel, columns: Columns) -> Block:
    """The words with arcs above and below, and below all the rows that are no links."""
    size = len(panel.side.words)
    above, under = _Half.of(panel.rows, size), _Half.of(panel.below, size)
    base = above.height
    low = base + words.height(panel.side)
    lines = [
        *above.drawn(columns, base, -1),
        *words.line(panel.side, columns, base, panel.gold_tags),
        *under.drawn(columns, low, 1),
    ]
    drawn = Block(columns.width, low + under.height, lines)
    return with_others(drawn, [*above.links.others, *under.links.others])


@dataclass(frozen=True)
class _Half:
    """The arcs above the words, or those below."""

    links: Links
    bars: dict[tuple[int, int], int]
    size: int

    @classmethod
    def of(cls, rows: Sequence[Drawn], size: int) -> "_Half":
        """Ranges of several words have a bar, at which their arcs end."""
        found = links(rows, size)
        drawn = [one.row for one in (*found.arcs, *found.roots)]
        parts = {part for row in drawn for part in row.parts if part[1] - part[0] > 1}
        ordered = sorted(parts, key=lambda part: (part[1] - part[0], part[0]))
        return cls(found, dict(zip(ordered, lanes(ordered, size), strict=True)), size)

    @property
    def _floor(self) -> int:
        return 2 + SIZES["bar"] * max(self.bars.values(), default=0)

    @property
    def height(self) -> int:
        if not self.links.levels:
            return 0
        return self._floor + SIZES["leg"] + self.links.levels * SIZES["lane"]

    def drawn(self, columns: Columns, base: int, way: int) -> list[str]:
        """The arcs, from ``base`` upwards (way -1) or downwards (1); labels are above the lines."""
        places = ports(self.links, self.size)
        lines = []
        for (start, end), lane in self.bars.items():
            y = base + way * (2 + SIZES["bar"] * lane)
            lines.append(
                f'<path class="bar" d="M{columns.lefts[start]} {y}H{columns.rights[end - 1]}"/>'
            )
        labels = []
        for number, one in enumerate(self.links.arcs):
            x1 = columns.middle(one.first) + places[number, 2]
            x2 = columns.middle(one.second) + places[number, 0]
            lines.append(group(one.row, self._arc(one, x1, x2, base, way)))
            labels.append(self._label(one, (x1 + x2) // 2, base, way))
        for number, one in enumerate(self.links.roots):
            x = columns.middle(one.first) + places[-1 - number, 1]
            stem = path(
                one.row, f"M{x} {self._y(one, base, way)}V{self._end(one.row.parts[0], base, way)}"
            )
            arrow = _arrow(x, self._end(one.row.parts[0], base, way), way)
            lines.append(group(one.row, stem + arrow))
            labels.append(self._label(one, x, base, way))
        return lines + labels

    def _y(self, link: Link, base: int, way: int) -> int:
        return base + way * (
            self._floor + SIZES["leg"] + link.level * SIZES["lane"] - SIZES["lane"] // 2
        )

    def _end(self, part: tuple[int, int], base: int, way: int) -> int:
        lane = self.bars.get(part)
        return base + way * (2 if lane is None else 4 + SIZES["bar"] * lane)

    def _arc(self, link: Link, x1: int, x2: int, base: int, way: int) -> str:
        """The line with an arrow at the dependent, which is the first part of the row."""
        dependent, head = link.row.parts
        y, r = self._y(link, base, way), SIZES["corner"]
        to_left = anchor(dependent) == link.first
        left = self._end(dependent if to_left else head, base, way)
        right = self._end(head if to_left else dependent, base, way)
        line = path(
            link.row,
            f"M{x1} {left}V{y - way * r}Q{x1} {y} {x1 + r} {y}H{x2 - r}Q{x2} {y} {x2} {y - way * r}V{right}",
        )
        return line + (_arrow(x1, left, way) if to_left else _arrow(x2, right, way))

    def _label(self, link: Link, x: int, base: int, way: int) -> str:
        row, y = link.row, self._y(link, base, way)
        wide = row.width + 10
        ground = f'<rect class="bg" x="{x - wide // 2}" y="{y - 8}" width="{wide}" height="16"/>'
        return group(row, ground + label(row, x, y))


def _arrow(x: int, y: int, way: int) -> str:
    """A tip at x and y, towards the words."""
    return f'<path class="a" d="M{x} {y}L{x - 4} {y + way * 8}H{x + 4}Z"/>'
