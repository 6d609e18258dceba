"""The look of charts, written once: for the page, whose script finds the colours, and for files.

A colour is ``light-dark(A, B)``, for light and dark pages, or a variable of the page with such a pair for
files. Systems differ by colour and by shape. Every colour stands out from the paper by a contrast of 3 or
more, and the first four can be told apart by people who do not see red, green or blue.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from karat.reports.html.axes import DIGITS, Axis
from karat.reports.table import Ranged, with_interval
from karat.reports.terminal import columns, printable

INK = "var(--ink, light-dark(#1b1f24, #e6e8eb))"
SOFT = "var(--soft, light-dark(#555d66, #a8b0b9))"
LINE = "var(--line, light-dark(#d8dde2, #353b43))"
PAPER = "var(--paper, light-dark(#ffffff, #14171a))"
SYSTEMS = [
    "light-dark(#1f66c1, #6aa9ff)", "light-dark(#e06c00, #ff9a3c)", "light-dark(#6b2432, #f6d3d8)",
    "light-dark(#0f9a62, #1fae78)", "light-dark(#7b2ff2, #8f6bff)", "light-dark(#c9609c, #e0559f)",
    "light-dark(#5c6670, #9aa5b1)",
]  # fmt: skip
# Not as many as colours, so that systems that share a colour do not share a shape.
SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"]
# From few to many.
AMOUNTS = [
    "light-dark(#d3e3f5, #1f3148)", "light-dark(#8db8e6, #2c5c94)", "light-dark(#3f81cb, #5b9be0)",
    "light-dark(#12407a, #d6e8ff)",
]  # fmt: skip
_SIZE = 12
# A legend has a column for each of so many pixels.
COLUMN = 180

CONFIG: dict[str, Any] = {
    "background": "transparent",
    "font": "system-ui, sans-serif",
    # The page says what is seen; hundreds of marks that are read out one by one would not.
    "aria": False,
    "axis": {
        "labelColor": SOFT, "titleColor": SOFT, "labelFontSize": _SIZE, "titleFontSize": _SIZE,
        "titleFontWeight": "normal", "titlePadding": 8, "labelLimit": 190, "domainColor": LINE,
        "tickColor": LINE, "gridColor": LINE, "gridOpacity": 0.7, "labelPadding": 4,
    },
    "legend": {
        "labelColor": INK, "titleColor": SOFT, "labelFontSize": _SIZE, "titleFontSize": _SIZE,
        "titleFontWeight": "normal", "labelLimit": 140, "orient": "top", "symbolSize": 80,
        "columnPadding": 16, "offset": 6, "symbolOpacity": 1,
    },
    "view": {"stroke": None},
    "range": {"category": SYSTEMS, "symbol": SHAPES, "ramp": AMOUNTS, "heatmap": AMOUNTS},
    "text": {"color": INK, "fontSize": _SIZE},
    "style": {
        "guide": {"color": SOFT, "strokeWidth": 1, "strokeDash": [4, 3]},
        "range": {"color": LINE, "strokeWidth": 2},
        "equal": {"color": SOFT, "opacity": 0.5},
    },
}  # fmt: skip

# After text from a file: what follows it stands to its right, in whatever direction it is written.
LTR = "\u200e"
# Stands between the key of an axis label and its lines; text from files has no such character.
_CUT = "\x1f"
_LINES = f"slice(split(datum.label, '{_CUT}'), 1)"
_LONGEST = 26


def key(at: int, *lines: str) -> str:
    """A label of an axis: its place, which keeps labels apart that look alike, and its lines."""
    return _CUT.join([str(at), *lines])


def short(text: str, longest: int = _LONGEST) -> str:
    """Text from a file for an axis: visible, and not too long.

    >>> short("NP"), short("a" * 30)
    ('NP', 'aaaaaaaaaaaaaaaaaaaaaaaaa…')
    """
    visible = printable(text)
    if columns(visible) <= longest:
        return visible
    while columns(visible) >= longest:
        visible = visible[:-1]
    return f"{visible}…"


# What every object of JavaScript has: the library takes a name like that for one that it has seen.
_OF_OBJECTS = frozenset([
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString",
    "valueOf", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__",
])  # fmt: skip


def distinct(names: Sequence[str]) -> list[str]:
    """The names as they are shown; those that look alike are numbered.

    >>> distinct(["a", "b\\n", "b\\\\n", "constructor"])
    ['a', 'b\\\\n', 'b\\\\n (2)', 'constructor ']
    """
    found: list[str] = []
    for name in map(printable, names):
        name += " " * (name in _OF_OBJECTS)
        shown, number = name, 1
        while shown in found:
            number += 1
            shown = f"{name} ({number})"
        found.append(shown)
    return found


def told(axis: Axis, found: Ranged) -> str:
    """A figure with its interval, for a reader."""
    return with_interval(found, DIGITS, axis.unit)


def chart(name: str = "rows") -> alt.Chart:
    """A chart of the rows that have this name in ``spec``, which are not copied with every step."""
    return alt.Chart(alt.NamedData(name=name))


def known(rows: Sequence[Mapping[str, Any]], field: str) -> bool:
    """Whether any row has a value in a field: a layer, or a chart, without one cannot be drawn."""
    return any(row[field] is not None for row in rows)


def tooltip(**fields: str) -> list[alt.Tooltip]:
    """What is said about a mark: fields, each with a title, which never comes from a file."""
    return [alt.Tooltip(f"{name}:N", title=title) for name, title in fields.items()]


def by_system(
    names: Sequence[str], *, shapes: bool = True, only: Sequence[str] = (), title: str | None = None
) -> dict[str, Any]:
    """The colour, and the shape, of each system; a legend, of ``only`` some, unless there is one."""
    legend, shown = None, list(only or names)
    if len(shown) > 1:
        legend = alt.Legend(title=title, values=shown)
    scale = alt.Scale(domain=list(names))
    found: dict[str, Any] = {"color": alt.Color("system:N", scale=scale, legend=legend)}
    if shapes:
        found["shape"] = alt.Shape("system:N", scale=scale, legend=legend)
    return found


def lines() -> alt.Axis:
    """An axis whose labels are keys."""
    return alt.Axis(labelExpr=_LINES, labelAngle=0, labelPadding=10, ticks=False, domain=False)


def tall(rows: int, systems: int, each: int = 14, gap: int = 10) -> int:
    """The height of rows in which systems are below each other."""
    return max(60, rows * (systems * each + gap))


def spec(
    *layers: alt.Chart, height: int | None = None, **rows: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Layers as a chart, without its width and its look, which it gets where it is drawn.

    The fields of the rows have names of ours; only their values come from files. A layer without rows is
    left out.
    """
    fit = alt.AutoSizeParams(type="fit-x", contains="padding")
    drawn = [one for one in layers if rows[one.data.name]]
    found: dict[str, Any] = alt.LayerChart(layer=drawn, autosize=fit).to_dict(validate=False)
    kept = {name: part for name, part in found.items() if name not in ("$schema", "config")}
    # Also where the look is not applied: descriptions of marks are made of titles, which are not escaped.
    said = {
        "config": {"aria": False},
        "datasets": {name: list(some) for name, some in rows.items()},
    }
    return kept | said | ({"height": height} if height else {})
