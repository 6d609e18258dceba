"""A chart: a drawing as data for Vega-Lite, what it shows in words, and the same figures as a table."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from karat.reports.html import look
from karat.reports.table import Table

# Colours of the look: the light one and the dark one.
_BOTH = re.compile(r"light-dark\((#\w+), (#\w+)\)")


@dataclass(frozen=True)
class Chart:
    """A chart of a section. ``name`` is unique among the charts of a scheme, and of the page if it has none.

    ``title`` says what is seen, ``description`` how to read it. Without a ``spec`` there is nothing to draw,
    and the title says why. If ``square``, both axes have the same scale.
    """

    section: str
    name: str
    title: str
    description: str
    table: Table
    spec: Mapping[str, Any]
    scheme: str = ""
    square: bool = False

    def svg(self, *, dark: bool = False, width: int = 640) -> str:
        """The drawing as a file that needs no browser."""
        import vl_convert

        size = {"width": width, "padding": 12} | ({"height": width - 120} if self.square else {})
        beside = width - look.CONFIG["axis"]["labelLimit"] - 20
        legend = look.CONFIG["legend"] | {"columns": max(1, beside // look.COLUMN)}
        config = look.CONFIG | {"background": look.PAPER, "legend": legend, "font": "sans-serif"}
        spec = {**self.spec, **size, "config": _coloured(config, dark)}
        return str(vl_convert.vegalite_to_svg(spec, allowed_base_urls=[]))


def missing(section: str, name: str, why: str, scheme: str = "") -> Chart:
    """A chart that is not drawn, and why."""
    return Chart(section, name, why, "", Table([], []), {}, scheme)


def embedded(charts: Sequence[Chart]) -> str:
    """The charts as JSON for charts.js, which can stand in a script element; their place is their number."""
    drawn = [{"spec": one.spec, "square": one.square} for one in charts]
    whole = {"config": look.CONFIG, "column": look.COLUMN, "charts": drawn}
    text = json.dumps(whole, allow_nan=False, separators=(",", ":"))
    # In a string, the only place where these stand, the escapes mean the same.
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _coloured(value: Any, dark: bool) -> Any:
    """A part of the look with its colours for a light or a dark background."""
    if isinstance(value, dict):
        return {key: _coloured(one, dark) for key, one in value.items()}
    if isinstance(value, list):
        return [_coloured(one, dark) for one in value]
    if isinstance(value, str) and (both := _BOTH.search(value)):
        return both[2] if dark else both[1]
    return value
