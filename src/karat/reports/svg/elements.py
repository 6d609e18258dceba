"""The elements of a drawing: groups, lines, texts and chips."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from karat.reports.svg.characters import escaped
from karat.reports.svg.marks import Drawn, captioned
from karat.reports.svg.shared import SIZES


@dataclass(frozen=True)
class Block:
    """A part of a drawing with its size; its lines are SVG elements."""

    width: int
    height: int
    lines: Sequence[str] = field(default_factory=list)


def stacked(blocks: Iterable[Block], gap: int) -> Block:
    """Blocks one below the other."""
    lines: list[str] = []
    wide = high = 0
    for block in blocks:
        high += gap if lines else 0
        lines += [f'<g transform="translate(0 {high})">', *block.lines, "</g>"]
        wide, high = max(wide, block.width), high + block.height
    return Block(wide, high, lines)


def text(kind: str, x: int, y: int, said: str) -> str:
    """A text whose baseline is at y; ``said`` is printable."""
    return f'<text class="{kind}" x="{x}" y="{y}">{escaped(said)}</text>'


def path(row: Drawn, d: str) -> str:
    """The lines of a row; a violated one has a second line within the first."""
    line = f'<path class="e" d="{d}"/>'
    return line + f'<path class="e in" d="{d}"/>' if row.kind == "violated" else line


def box(row: Drawn, x: int, y: int, wide: int, high: int) -> str:
    """A frame around a label."""
    shape = f'x="{x}" y="{y}" width="{wide}" height="{high}" rx="5"/>'
    frame = f'<rect class="f" {shape}'
    return frame + f'<rect class="f in" {shape}' if row.kind == "violated" else frame


def chip(row: Drawn, middle: int, y: int) -> str:
    """A label in its frame, ``y`` is the upper edge."""
    wide = chip_width(row)
    frame = box(row, middle - wide // 2, y, wide, SIZES["chip"])
    return frame + label(row, middle, y + SIZES["chip"] // 2)


def chip_width(row: Drawn) -> int:
    return row.width + 2 * SIZES["padding"]


def label(row: Drawn, x: int, y: int) -> str:
    """A label whose middle is at x and y."""
    return f'<text class="l" x="{x}" y="{y + 4}">{captioned(row)}</text>'


def group(row: Drawn, inside: str) -> str:
    """All that is drawn for a row."""
    return f'<g class="{row.kind}"><title>{escaped(row.title)}</title>{inside}</g>'


def flowing(rows: Sequence[Drawn], width: int) -> Block:
    """Chips side by side, in as many lines as they need."""
    lines: list[str] = []
    x = y = widest = 0
    for row in rows:
        wide = chip_width(row)
        if x and x + wide > width:
            x, y = 0, y + SIZES["chip"] + 6
        lines.append(group(row, chip(row, x + wide // 2, y)))
        x += wide + 8
        widest = max(widest, x - 8)
    return Block(widest, y + SIZES["chip"] if rows else 0, lines)


def with_others(block: Block, rows: Sequence[Drawn]) -> Block:
    """A block, and below it chips for rows that it cannot show."""
    return (
        stacked([block, flowing(rows, max(block.width, SIZES["narrowest"]))], 8) if rows else block
    )
