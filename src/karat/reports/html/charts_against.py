"""Charts of one system against another, sentence by sentence."""

from collections.abc import Sequence
from typing import Any

import altair as alt

from karat.analysis.contest import Contest, Pair
from karat.analysis.spread import Against, Class, Spread
from karat.reports.html import look
from karat.reports.html.axes import Axis, many
from karat.reports.html.chart import Chart, missing
from karat.reports.html.charts_spread import class_of
from karat.reports.table import Table

# How many pairs of systems have a chart.
PAIRS = 6
# What a system is called that is ahead in a figure of which more is better, less is better, or neither.
_AHEAD = {"higher": "better", "lower": "better", "neither": "higher"}


def pairs(spread: Spread, contest: Contest) -> list[Chart]:
    """One chart for each pair of systems."""
    scheme, every = str(spread.scheme), contest.of(spread.measure)
    if not every:
        why = "No chart of system against system: there is only one system."
        return [missing("charts", "against", why, scheme)]
    shown = zip(spread.against[:PAIRS], every, strict=False)
    found = [_against(spread, one, pair, at) for at, (one, pair) in enumerate(shown)]
    if len(every) <= PAIRS:
        return found
    why = (
        f"Only the first {PAIRS} of {len(every)} pairs of systems have a chart; the table of differences "
        "has all of them."
    )
    return [*found, missing("charts", "against-others", why, scheme)]


def _against(spread: Spread, one: Against, pair: Pair, number: int) -> Chart:
    """Sentences as points, or counted in cells: the score of one system against that of the other."""
    axis, scheme = Axis.of_each(spread.scheme, spread.measure), str(spread.scheme)
    shown = dict(zip(spread.systems, look.distinct(spread.systems), strict=True))
    names = shown[one.a], shown[one.b]
    a, b = map(look.short, names)
    found, name = pair.found, f"against-{number + 1}"
    if not one.points:
        why = f"No chart of {a} against {b}: no sentence has a score for both."
        return missing("charts", name, why, scheme)
    higher = _AHEAD[axis.better]
    lower = {"better": "worse", "higher": "lower"}[higher]
    wins, losses = found.wins, found.losses
    if axis.better == "lower":
        wins, losses = losses, wins
    title = (
        f"{b} is {higher} than {a} in {many(wins, 'sentence')} and {lower} in {losses:,}; "
        f"{found.ties:,} {'is' if found.ties == 1 else 'are'} equal"
    )
    drawn = (
        _cells(one, axis, names) if one.cell else _points(one, axis, names, list(shown.values()))
    )
    kind = "The colour of a cell is stronger the more sentences it has" if one.cell else (
        "Each point is one sentence, or several that have the same scores"
    )  # fmt: skip
    table = Table(
        [f"{b} against {a}", "sentences"],
        [[f"{b} {higher}", wins], ["equal", found.ties], [f"{b} {lower}", losses],
         ["undefined for one of them", found.undefined]],
    )  # fmt: skip
    return Chart(
        "charts", name, title,
        f"{axis.title} of each sentence: {a} from left to right, {b} from bottom to top. {kind}. On the "
        "line both are equal.",
        table, drawn, scheme, square=True,
    )  # fmt: skip


def _ends(one: Against, axis: Axis) -> tuple[float, float]:
    """Where both axes begin and end."""
    values = [value for x, y, _ in one.points for value in (x, y, x + one.cell, y + one.cell)]
    low, high = min(values), max(values)
    if axis.unit == "share" and 0 <= low and high <= 1 + 1e-9:
        low, high = 0.0, 1.0
    return axis.number(low) or 0.0, axis.number(high if high > low else low + 1) or 0.0


def _positions(axis: Axis, names: tuple[str, str], ends: tuple[float, float]) -> dict[str, Any]:
    """Both axes, which have the same scale."""
    scale = alt.Scale(domain=list(ends), nice=False, zero=False)
    a, b = (look.short(name) for name in names)
    return {
        "x": alt.X("x:Q", scale=scale, title=f"{axis.title} of {a}"),
        "y": alt.Y("y:Q", scale=scale, title=f"{axis.title} of {b}"),
    }


def _diagonal(axis: Axis, names: tuple[str, str], ends: tuple[float, float]) -> alt.Chart:
    line: alt.Chart = look.chart("ends").mark_line(style="guide")
    return line.encode(**_positions(axis, names, ends))


def _points(
    one: Against, axis: Axis, names: tuple[str, str], systems: Sequence[str]
) -> dict[str, Any]:
    """Points as large as they have sentences, in the colour of the system that is ahead."""
    ends = _ends(one, axis)
    rows = [
        {
            "x": axis.number(x), "y": axis.number(y), "sentences": n, "told": f"{n:,}",
            "scores": _scores(names, axis.text(x), axis.text(y)),
            "system": "" if (at := axis.ahead([x, y])) is None else names[at],
        }
        for x, y, n in one.points
    ]  # fmt: skip
    shared = {
        **_positions(axis, names, ends),
        "size": alt.Size("sentences:Q", legend=None, scale=alt.Scale(range=[28, 500], zero=True)),
        "tooltip": look.tooltip(scores=axis.title, told="sentences"),
    }
    equal = [row for row in rows if not row["system"]]
    other = [row for row in rows if row["system"]]
    even = look.chart("equal").mark_point(filled=True, style="equal").encode(**shared)
    apart = look.chart("apart").mark_point(filled=True, opacity=0.65).encode(
        **shared, **look.by_system(systems, only=names, title=_AHEAD[axis.better])
    )  # fmt: skip
    line, corners = _diagonal(axis, names, ends), [{"x": end, "y": end} for end in ends]
    return look.spec(line, even, apart, ends=corners, equal=equal, apart=other)


def _scores(names: tuple[str, str], a: str, b: str) -> str:
    """The scores of both systems, for a reader."""
    return f"{look.short(names[0])}: {a}; {look.short(names[1])}: {b}"


def _cells(one: Against, axis: Axis, names: tuple[str, str]) -> dict[str, Any]:
    """Cells that are darker the more sentences they have."""
    ends = _ends(one, axis)
    rows = [
        {
            "x": axis.number(x), "y": axis.number(y), "x2": axis.number(x + one.cell),
            "y2": axis.number(y + one.cell), "sentences": n, "told": f"{n:,}",
            "scores": _scores(names, *(class_of(Class(z, z + one.cell, ()), axis) for z in (x, y))),
        }
        for x, y, n in one.points
    ]  # fmt: skip
    legend = alt.Legend(title="sentences", gradientLength=160, format=",.0f")
    cells = look.chart().mark_rect().encode(
        **_positions(axis, names, ends), x2="x2:Q", y2="y2:Q",
        color=alt.Color("sentences:Q", scale=alt.Scale(type="log"), legend=legend),
        tooltip=look.tooltip(scores=axis.title, told="sentences"),
    )  # fmt: skip
    line, corners = _diagonal(axis, names, ends), [{"x": end, "y": end} for end in ends]
    return look.spec(cells, line, rows=rows, ends=corners)
