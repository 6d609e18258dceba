"""Figures for programs: ``?as=json`` and ``?as=csv``."""

import io
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request

from karat.reports.table import write_csv
from karat.web.rendering import problem


def format_of(request: Request) -> str:
    """What a program asks for: json or csv; "" for a page."""
    wanted = request.query_params.get("as", "")
    if wanted not in ("", "json", "csv"):
        problem(400, "This page can be had as json and as csv.")
    return wanted


def csv_of(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as CSV, with all columns that any of them has; undefined is empty.

    >>> csv_of([{"a": 1, "b": None}, {"a": 2, "c": "x,y"}])
    'a,b,c\\n1,,\\n2,,"x,y"\\n'
    """
    columns = list(dict.fromkeys(name for row in rows for name in row))
    stream = io.StringIO()
    write_csv(columns, ([_cell(row.get(name)) for name in columns] for row in rows), stream)
    return stream.getvalue()


def _cell(value: Any) -> Any:
    return "" if value is None else value
