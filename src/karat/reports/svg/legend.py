"""What the marks of a drawing mean."""

from collections.abc import Sequence

from karat.reports.svg.characters import width
from karat.reports.svg.elements import Block, path, text
from karat.reports.svg.marks import Drawn
from karat.reports.svg.panels import Panel
from karat.reports.svg.shared import MARKS, SIZES

_SAMPLE = 30


def legend(shown: Sequence[Panel], room: int) -> Block:
    """The marks that occur, each with a line in its style; in as many lines as they need."""
    lines: list[str] = []
    x = y = 0
    for sign, said in _entries(shown):
        wide = _SAMPLE + width(said, SIZES["label"])
        if x and x + wide > room:
            x, y = 0, y + SIZES["line"]
        sample = Drawn(sign, "", (), -1, "")
        line = path(sample, f"M{x} {y + 10}H{x + _SAMPLE - 8}") if sign in "=-X+x·" else ""
        left = x + _SAMPLE if line else x
        lines.append(f'<g class="{sample.kind}">{line}{text("k", left, y + 14, said)}</g>')
        x = left + width(said, SIZES["label"]) + 20
    return Block(room, y + SIZES["line"] if lines else 0, lines)


def _entries(shown: Sequence[Panel]) -> list[tuple[str, str]]:
    rows = [row for panel in shown for row in (*panel.rows, *panel.below)]
    used = {row.sign for row in rows}
    if any(panel.side.left_out for panel in shown):
        used.add("·")
    if any(panel.side.odd >= 0 for panel in shown):
        used.add("!")
    found = [(sign, f"{sign} {said}") for sign, (_, said) in MARKS.items() if sign in used and said]
    if any(panel.side.wrong_tags for panel in shown):
        found.append((" ", "≠ tag that is not gold's"))
    if any(row.by for row in rows):
        found.append((" ", "-2 missed by system 2 only"))
    return found
