"""Names of a whole sentence as chips: those of the system, then those that only gold has."""

from karat.reports.svg.characters import clipped, width
from karat.reports.svg.elements import Block, flowing, stacked, text
from karat.reports.svg.panels import Panel
from karat.reports.svg.shared import SIZES


def block(panel: Panel, room: int) -> Block:
    """The sentence as a text, and chips below it."""
    chips = [flowing(rows, room) for rows in (panel.rows, panel.below) if rows]
    return stacked(
        [flowing_text("w0", [clipped(one) for one in panel.side.words], room, "word"), *chips], 8
    )


def flowing_text(kind: str, words: list[str], room: int, size: str) -> Block:
    """Words in lines of this width."""
    lines, line = [], ""
    for word in words:
        longer = f"{line} {word}" if line else word
        if line and width(longer, SIZES[size]) > room:
            lines.append(line)
            longer = word
        line = longer
    lines += [line] if line else []
    drawn = [text(kind, 0, SIZES["line"] * at + 15, one) for at, one in enumerate(lines)]
    wide = max((width(one, SIZES[size]) for one in lines), default=0)
    return Block(wide, SIZES["line"] * len(lines), drawn)
