"""Figures with their intervals as small pictures, one for each row of a table, all on one scale.

They have classes and no style of their own: the page's style sheet gives them their colours. They repeat
what the row says in numbers, so they are hidden from screen readers.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from karat.reports.estimate import Ranged
from karat.reports.table import figure

WIDTH, HEIGHT = 180, 20
# The width of a bar that is cut into shares.
BAR = 120
# Free space on both sides, so that a dot, or the number of a tick, at the end is not cut off.
_MARGIN = 16
_RADIUS = 4
# The number of steps that an axis has at most.
_STEPS = 4
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Scale:
    """Where values are, from the left; ``unit`` is that of the figure.

    >>> scale = Scale.of([0.912, 0.944])
    >>> scale.ticks, scale.at(0.91), scale.at(0.95)
    ((0.91, 0.92, 0.93, 0.94, 0.95), 16.0, 164.0)
    """

    ticks: tuple[float, ...]
    unit: str = "share"

    @staticmethod
    def of(values: Iterable[float], unit: str = "share") -> "Scale":
        """From the tick below the lowest value to the tick above the highest."""
        known = [one for one in values if math.isfinite(one)] or [0.0, 1.0]
        low, high = min(known), max(known)
        size = max(abs(low), abs(high), 1.0)
        # Values that differ only by rounding are one value.
        step = _step(high - low if high - low > _ROUNDING * size else size / 100)
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        last += last == first
        # A tick is a round number, without the noise of floating point.
        return Scale(tuple(round(at * step, 12) for at in range(first, last + 1)), unit)

    def at(self, value: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return round(_MARGIN + (value - low) / (high - low) * (WIDTH - 2 * _MARGIN), 1)

    def text(self, tick: float) -> str:
        """The number at a tick, with as many digits as the ticks need."""
        step = (self.ticks[1] - self.ticks[0]) * (100 if self.unit == "share" else 1)
        return figure(tick + 0.0, self.unit, max(0, -math.floor(math.log10(step) + 1e-9)))


def _step(room: float) -> float:
    """The smallest of 1, 2, 5, 10 … that cuts the room into few steps.

    >>> [_step(room) for room in (1.0, 0.03, 7.0)]
    [0.5, 0.01, 2.0]
    """
    power = 10.0 ** math.floor(math.log10(room / _STEPS))
    return next(size * power for size in (1, 2, 5, 10) if room / (size * power) <= _STEPS + 1e-9)


def ruler(scale: Scale) -> str:
    """The numbers of the scale, for the head of the column: the first, the last, and those between."""
    every = 1 if len(scale.ticks) <= 3 else 2
    shown = scale.ticks[::every]
    parts = [
        f'<text x="{scale.at(tick)}" y="12">{scale.text(tick)}</text>'
        f'<line class="tick" x1="{scale.at(tick)}" x2="{scale.at(tick)}" y1="16" y2="{HEIGHT}"/>'
        for tick in shown
    ]
    return _svg("ruler", "".join(parts))


def whisker(scale: Scale, found: Ranged, *, hollow: bool = False, zero: bool = False) -> str:
    """A dot at the figure, and a line from the low to the high end of its interval.

    ``hollow``: the dot is not filled, as of a difference that is not significant. ``zero``: a line at 0.
    """
    parts = [
        f'<line class="grid" x1="{scale.at(one)}" x2="{scale.at(one)}" y1="0" y2="{HEIGHT}"/>'
        for one in scale.ticks
    ]
    middle = HEIGHT // 2
    if zero and scale.ticks[0] <= 0 <= scale.ticks[-1]:
        parts.append(
            f'<line class="zero" x1="{scale.at(0)}" x2="{scale.at(0)}" y1="0" y2="{HEIGHT}"/>'
        )
    if math.isfinite(found.low):
        parts.append(
            f'<line class="range" x1="{scale.at(found.low)}" x2="{scale.at(found.high)}" '
            f'y1="{middle}" y2="{middle}"/>'
        )
    if math.isfinite(found.value):
        kind = "dot hollow" if hollow else "dot"
        parts.append(
            f'<circle class="{kind}" cx="{scale.at(found.value)}" cy="{middle}" r="{_RADIUS}"/>'
        )
    return _svg("whisker", "".join(parts))


def shares(parts: Sequence[tuple[str, int]]) -> str:
    """A bar that is cut into parts, each with its kind as class, as wide as it is large.

    >>> shares([("better", 1), ("equal", 0), ("worse", 3)]).count("<rect")
    2
    """
    total = sum(size for _, size in parts)
    found, before = [], 0
    for kind, size in parts:
        if size:
            x, end = (round(BAR * at / total, 1) for at in (before, before + size))
            found.append(
                f'<rect class="{kind}" x="{x}" y="0" width="{round(end - x, 1)}" height="6"/>'
            )
        before += size
    return (
        f'<svg class="shares" width="{BAR}" height="6" viewBox="0 0 {BAR} 6" aria-hidden="true" '
        f'focusable="false">{"".join(found)}</svg>'
    )


def _svg(kind: str, inside: str) -> str:
    return (
        f'<svg class="{kind}" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'aria-hidden="true" focusable="false">{inside}</svg>'
    )
