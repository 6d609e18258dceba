"""``/history/{board}``: a figure of a board over time, as a chart and as a table."""

import math
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from karat.reports.html.axes import Axis
from karat.reports.runs_history import document, text
from karat.reports.svg.history import MOST
from karat.reports.svg.history import history as drawn
from karat.reports.table import Estimate, Style
from karat.store import as_json
from karat.store.records import Point
from karat.web.lookup import board_of, choice, page_of, scheme_of
from karat.web.rendering import download, page, store
from karat.web.standings import interval
from karat.web.tables import format_of

# How many rows of the table are on one page.
ROWS = 50


def history(request: Request) -> Response:
    """The entries of a board, oldest first in the chart, newest first in the table."""
    board, query = board_of(request), request.query_params
    scheme = scheme_of(board.scheme)
    figure = choice(request, "figure", scheme.figure_names(), board.main)
    wanted: dict[str, Any] = {
        name: query.get(name, "")[:1000] for name in ("system", "tag", "name")
    }
    points = store(request).history(board.id, figure, **wanted)
    found = as_json.history(board, figure, points)
    if kind := format_of(request):
        content = document([found]) if kind == "json" else text([found], Style("csv"))
        return download(request, f"history-{board.id}-{figure}.{kind}", kind, content)
    asked = {"figure": figure, **{name: value for name, value in wanted.items() if value}}
    number, axis = page_of(request), Axis.of(scheme, figure)
    newest = points[::-1][(number - 1) * ROWS :][:ROWS]
    systems = list(dict.fromkeys(one.system for one in points))
    return page(
        request, "history.html", board=board, axis=axis, asked=asked, figure=figure, number=number,
        figures=[(name, Axis.of(scheme, name).title) for name in scheme.figure_names()],
        chart=Markup(drawn(found.chart(), styled=False)),
        rows=[_row(one, axis) for one in newest], found=len(points), systems=systems,
        pages=max(1, math.ceil(len(points) / ROWS)), undrawn=max(0, len(systems) - MOST),
        wanted=wanted, dropped=scheme.failed == "drop",
    )  # fmt: skip


def _row(one: Point, axis: Axis) -> dict[str, Any]:
    value, low, high = (math.nan if x is None else x for x in (one.value, one.low, one.high))
    shown = {"value": axis.text(value), "interval": interval(Estimate(value, low, high), axis)}
    return one._asdict() | shown | {"run": one.entry.partition(".")[0]}


ROUTES = [Route("/history/{board}", history)]
