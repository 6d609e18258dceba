"""The history of a figure over runs, as SVG: one line for each system, every point with its interval.

Runs stand side by side in the order in which they were saved, at equal distances, because people save ten
runs in an hour and then none for a week. What is drawn is said in words too, for screen readers.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from karat.reports.svg.characters import clipped, escaped, width
from karat.reports.svg.style import style
from karat.reports.svg.whiskers import Scale
from karat.reports.table import figure

SHEET = "history.css"
# So many systems have a colour, a shape and dashes of their own; more are not drawn.
MOST = 7
_WIDTH, _HEIGHT = 880, 400
_TOP, _BOTTOM, _LEFT = 78, 56, 62
# With more runs than this, intervals are bands and not lines at each point; those of more systems than
# this would hide each other, and are not drawn.
_MANY, _BANDS = 40, 2
_CHARACTERS = 22
_LINE = 16


class Moment(NamedTuple):
    """A figure of one run: its id, when it was saved, what it is called, the figure and its interval."""

    run: str
    when: str
    name: str
    value: float
    low: float
    high: float


class Series(NamedTuple):
    """The figures of one system, oldest first."""

    name: str
    moments: Sequence[Moment]


class History(NamedTuple):
    """A figure over runs: what it is called, of what gold, its unit, and which direction is better."""

    title: str
    about: str
    unit: str
    better: str
    series: Sequence[Series]


def history(given: History, *, styled: bool = True) -> str:
    """The chart as an SVG file; without its style if the page around it has it."""
    drawn = [one for one in given.series if any(_seen(one))][:MOST]
    chart = _Chart(drawn, given.unit)
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" class="karat-history" role="img" '
            f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}">',
            f"<title>{escaped(clipped(given.title, 200))}</title>",
            f"<desc>{escaped(description(given))}</desc>",
            *([f"<style>{style(':root', SHEET)}</style>"] if styled else []),
            f'<rect class="paper" width="{_WIDTH}" height="{_HEIGHT}"/>',
            f'<text class="h1" x="20" y="30">{escaped(clipped(given.title, 90))}</text>',
            f'<text class="n" x="20" y="50">{escaped(_under(given, len(drawn)))}</text>',
            *(chart.lines() if drawn else [_nothing()]),
            "</svg>\n",
        ]
    )


def description(given: History) -> str:
    """What is seen: for each system its first and last figure, its best one, and how many runs it has."""
    parts = []
    for one in given.series[:MOST]:
        known = list(_seen(one))
        if not known:
            continue
        best = (min if given.better == "lower" else max)(known, key=lambda moment: moment.value)
        first, last = known[0], known[-1]
        said = [f"{len(known)} run{'s' * (len(known) > 1)}", _said("last", last, given.unit)]
        if len(known) > 1:
            said[1:1] = [_said("first", first, given.unit), _said("best", best, given.unit)]
        parts.append(f"{clipped(one.name)}: {', '.join(said)}.")
    return f"{clipped(given.about, 200)}. {' '.join(parts) or 'No run has this figure.'}"


def _said(which: str, one: Moment, unit: str) -> str:
    value = figure(one.value, unit)
    ends = f" [{figure(one.low, unit)}, {figure(one.high, unit)}]" if one.low == one.low else ""
    return f"{which} {value}{ends} ({clipped(one.name or one.when)})"


def _under(given: History, drawn: int) -> str:
    """The line below the title."""
    said = [clipped(given.about, 90)]
    said += ["lower is better"] if given.better == "lower" else []
    runs = {moment.run for one in given.series for moment in _seen(one)}
    said += ["intervals are not drawn"] if len(runs) > _MANY and drawn > _BANDS else []
    left = len(given.series) - drawn
    said += [f"{left} more systems are not drawn"] if left > 0 and drawn == MOST else []
    return "; ".join(said)


def _nothing() -> str:
    return f'<text class="n" x="20" y="{_TOP + 20}">No run has this figure.</text>'


def _seen(one: Series) -> Iterator[Moment]:
    """The moments at which the figure is defined."""
    return (moment for moment in one.moments if math.isfinite(moment.value))


class _Chart:
    """Where things are: runs from left to right, figures from the bottom up."""

    def __init__(self, series: Sequence[Series], unit: str) -> None:
        self.series = series
        every = [moment for one in series for moment in _seen(one)]
        known = {one.run: (one.when, one.run, one.name) for one in every}
        self.runs = sorted(known.values())
        ends = [x for one in every for x in (one.value, one.low, one.high) if math.isfinite(x)]
        self.scale = Scale.of(ends, unit)
        names = [clipped(one.name, _CHARACTERS) for one in series]
        self.right = max((width(name, 12) for name in names), default=0) + 34
        room, begin = _WIDTH - _LEFT - self.right - 48, _LEFT + 24
        self.step = room / max(1, len(self.runs) - 1)
        alone = room / 2 if len(self.runs) == 1 else 0.0
        self.middle = {
            run: begin + alone + at * self.step for at, (_, run, _) in enumerate(self.runs)
        }

    def x(self, moment: Moment, series: int) -> float:
        """Systems of one run stand a little apart, so that their intervals can be told apart."""
        apart = min(7.0, self.step / (2 * len(self.series)))
        shift = (series - (len(self.series) - 1) / 2) * apart
        return round(self.middle[moment.run] + shift, 1)

    def y(self, value: float) -> float:
        low, high = self.scale.ticks[0], self.scale.ticks[-1]
        share = (value - low) / (high - low)
        return round(_HEIGHT - _BOTTOM - share * (_HEIGHT - _BOTTOM - _TOP), 1)

    def lines(self) -> list[str]:
        """Everything that is drawn."""
        drawn = [*self._grid(), *self._labels()]
        for at, one in enumerate(self.series):
            drawn += [f'<g class="s{at + 1}">', *self._one(at, list(_seen(one))), "</g>"]
        return drawn + self._names()

    def _grid(self) -> Iterator[str]:
        for tick in self.scale.ticks:
            y = self.y(tick)
            yield (
                f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - self.right}" y1="{y}" y2="{y}"/>'
                f'<text class="y" x="{_LEFT - 8}" y="{round(y + 4, 1)}">{self.scale.text(tick)}</text>'
            )

    def _labels(self) -> Iterator[str]:
        """The names of the runs, or their days; as many as there is room for, the last one always."""
        taken = math.inf
        low = _HEIGHT - _BOTTOM
        for when, run, name in reversed(self.runs):
            said, x = clipped(name, 16) or when[:10], round(self.middle[run], 1)
            half = max(width(said, 12), width(when[:10], 12)) / 2
            if x + half + 12 > taken:
                continue
            taken = x - half
            day = f'<text class="x" x="{x}" y="{low + 38}">{when[:10]}</text>' if name else ""
            yield (
                f'<line class="grid" x1="{x}" x2="{x}" y1="{low}" y2="{low + 5}"/>'
                f'<text class="x" x="{x}" y="{low + 20}">{escaped(said)}</text>{day}'
            )

    def _one(self, at: int, moments: Sequence[Moment]) -> Iterator[str]:
        """One system: its intervals, its line, its points."""
        ranged = [one for one in moments if math.isfinite(one.low) and math.isfinite(one.high)]
        if len(self.runs) > _MANY and len(self.series) > _BANDS:
            ranged = []
        if len(self.runs) > _MANY and ranged:
            upper = [f"{self.x(one, at)},{self.y(one.high)}" for one in ranged]
            lower = [f"{self.x(one, at)},{self.y(one.low)}" for one in reversed(ranged)]
            yield f'<polygon class="band" points="{" ".join([*upper, *lower])}"/>'
        else:
            for one in ranged:
                x = self.x(one, at)
                yield (
                    f'<line class="range" x1="{x}" x2="{x}" y1="{self.y(one.low)}" '
                    f'y2="{self.y(one.high)}"/>'
                )
        if len(moments) > 1:
            points = " ".join(f"{self.x(one, at)},{self.y(one.value)}" for one in moments)
            yield f'<polyline class="series" points="{points}"/>'
        size = 4.5 if len(self.runs) <= _MANY else 2.5
        for one in moments:
            shape = _shape(at, self.x(one, at), self.y(one.value), size)
            kind = "dot last" if one is moments[-1] else "dot"
            said = f"{self.series[at].name}, {one.name or one.when}"
            value = _said("", one, self.scale.unit).split(" (")[0].strip()
            yield f'<g class="{kind}"><title>{escaped(clipped(said, 80))}: {value}</title>{shape}</g>'

    def _names(self) -> list[str]:
        """The names of the systems beside their last points, moved apart where they would overlap."""
        ends = [(self.y(list(_seen(one))[-1].value), at) for at, one in enumerate(self.series)]
        found, below = [], -math.inf
        places = {}
        for y, at in sorted(ends):
            below = max(y, below + _LINE)
            places[at] = below
        over = max(0.0, below - (_HEIGHT - _BOTTOM))
        x = _WIDTH - self.right + 22
        for y, at in ends:
            beside = round(places[at] - over, 1)
            last = list(_seen(self.series[at]))[-1]
            name = clipped(self.series[at].name, _CHARACTERS)
            begin = round(self.x(last, at) + 7, 1)
            lead = f'<path class="lead" d="M{begin} {y}L{x - 12} {beside}"/>'
            mark = (
                f'<g class="s{at + 1}"><g class="dot last">{_shape(at, x - 4, beside, 4)}</g></g>'
            )
            text = f'<text x="{x + 6}" y="{round(beside + 4, 1)}">{escaped(name)}</text>'
            found += [lead, mark, text]
        return found


def _shape(at: int, x: float, y: float, size: float) -> str:
    """The point of a system: a circle, a square, a triangle, a diamond and so on."""
    if at % MOST == 0:
        return f'<circle cx="{x}" cy="{y}" r="{size}"/>'
    corners: dict[int, list[tuple[float, float]]] = {
        1: [(-1, -1), (1, -1), (1, 1), (-1, 1)],
        2: [(0, -1.3), (1.2, 0.9), (-1.2, 0.9)],
        3: [(0, -1.35), (1.35, 0), (0, 1.35), (-1.35, 0)],
        4: [(0, 1.3), (1.2, -0.9), (-1.2, -0.9)],
        5: [(-0.6, -1.1), (0.6, -1.1), (1.3, 0), (0.6, 1.1), (-0.6, 1.1), (-1.3, 0)],
        6: [(-1.3, -0.6), (1.3, -0.6), (1.3, 0.6), (-1.3, 0.6)],
    }
    points = " ".join(
        f"{round(x + dx * size, 1)},{round(y + dy * size, 1)}" for dx, dy in corners[at % MOST]
    )
    return f'<polygon points="{points}"/>'
