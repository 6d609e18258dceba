"""Runs: ``/runs`` lists them, ``/run/{run}`` shows one with its figures, files, tags and comments."""

import math
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from karat.model.errors import KaratError
from karat.reports.html.axes import DIGITS, Axis
from karat.reports.scores import titles
from karat.reports.table import Style, render
from karat.reports.tidy import Row, tidy_csv
from karat.schemes import parse
from karat.store import as_json
from karat.store.records import KINDS, Entry, StoredRun
from karat.web.lookup import choice, page_of, run_of
from karat.web.printed import SENTENCES, printed
from karat.web.rendering import address, download, form, page, problem, settings, store
from karat.web.standings import Asked, estimate, interval, notes_of
from karat.web.tables import csv_of, format_of

MENU = ("Runs", "/runs", 20)
# How many runs a page has.
ROWS = 50


def runs(request: Request) -> Response:
    """The list of runs, newest first."""
    query = request.query_params
    wanted: dict[str, Any] = {name: query.get(name, "")[:200] for name in ("text", "tag")}
    wanted["kind"] = choice(request, "kind", ["", *KINDS], "")
    if kind := format_of(request):
        every = as_json.lines(store(request).runs(**wanted, limit=0))
        content = every if kind == "json" else csv_of([_joined(row) for row in every["runs"]])
        return download(request, f"runs.{kind}", kind, content)
    number = page_of(request)
    # One more than is shown, to know whether there is a next page.
    found = store(request).runs(**wanted, limit=ROWS + 1, offset=(number - 1) * ROWS)
    asked = {name: value for name, value in wanted.items() if value}
    return page(
        request, "runs.html", runs=found[:ROWS], more=len(found) > ROWS, number=number, asked=asked,
        kinds=KINDS, **wanted,
    )  # fmt: skip


def _joined(row: dict[str, Any]) -> dict[str, Any]:
    """A run as one row of CSV."""
    return row | {name: " ".join(row[name]) for name in ("systems", "schemes", "tags")}


def run(request: Request) -> Response:
    """One run."""
    found = run_of(request)
    name = found.line.name or found.line.id
    wanted = format_of(request)
    if wanted == "json":
        return download(request, f"{name}.json", "json", _document(request, found))
    if wanted == "csv":
        return download(request, f"{name}.csv", "csv", _csv(found))
    return page(
        request, "run.html", run=found, public=settings(request).published, line=found.line,
        tables=list(_tables(found)),
        notes=notes_of(found.entries), files=found.files,
        suite=_suite(found), grids=[] if found.entries else [one.grid(DIGITS) for one in printed(found)],
        rows=SENTENCES,
    )  # fmt: skip


def _csv(found: StoredRun) -> str:
    """The figures as ``karat score`` writes them, or the table of a run that is not of a scheme."""
    grids = [] if found.entries else printed(found)
    if grids:
        return render(grids[0], Style("csv"))
    return tidy_csv(row for one in found.entries for row in _tidy(one))


def _suite(found: StoredRun) -> str:
    """What the address of the suite has, if it is a run of one: how its hash begins."""
    try:
        return str(found.document["runs"][0]["suite"]["sha256"])[:12]
    except (KeyError, TypeError, IndexError):
        return ""


def _document(request: Request, found: StoredRun) -> dict[str, Any]:
    """The JSON of ``karat runs show``; what the command printed may have words of sentences."""
    every = as_json.run(found)
    if settings(request).figures_only:
        del every["document"]
    return every


def _tables(found: StoredRun) -> Iterator[dict[str, Any]]:
    """A table for each scheme, with the systems as rows."""
    for text in dict.fromkeys(one.scheme for one in found.entries):
        mine = [one for one in found.entries if one.scheme == text]
        try:
            scheme = parse(text)
        except KaratError as error:
            yield {"scheme": text, "unknown": str(error), "entries": mine, "columns": []}
            continue
        called, names = titles(scheme), scheme.headline()
        axes = {name: Axis.of(scheme, name) for name in names}
        rows = [
            (one, [_cell(one, name, axes[name]) for name in names], one.sentences.get("failed", 0))
            for one in mine
        ]
        query = Asked(scheme.main_figure()).query()
        yield {
            "scheme": text, "unknown": "", "entries": mine, "rows": rows, "query": query,
            "columns": [called[name] for name in names],
        }  # fmt: skip


def _cell(one: Entry, name: str, axis: Axis) -> tuple[str, str]:
    found = estimate(one, name)
    return axis.text(found.value), interval(found, axis)


def _tidy(one: Entry) -> Iterator[Row]:
    """The figures and counts of an entry, as in the CSV of ``karat score``."""
    scheme = parse(one.scheme)
    called, figures = titles(scheme, mark=""), scheme.figures()
    begin = Row(one.system, one.scheme, "", signature=one.signature)
    for name in one.measures:
        known = begin._replace(measure=called[name], unit=figures[name].unit)
        yield known.estimated(estimate(one, name))
    counts = {**one.counts, **{f"sentences_{name}": n for name, n in one.sentences.items()}}
    for name, value in counts.items():
        yield begin._replace(measure=f"{name}_count", value=value, unit="count", low=math.nan)


def file(request: Request) -> Response:
    """The content of a file of a run, if it was kept."""
    found = run_of(request)
    number = request.path_params["number"]
    if not 1 <= number <= len(found.files):
        problem(404, "The run has no such file.")
    one = found.files[number - 1]
    if not one.kept:
        problem(404, "The content of this file was not kept, only its hash and where it was.")
    return download(request, PurePath(one.path).name, "text", store(request).content(one.sha256))


def tag(request: Request) -> Response:
    """Add tags, separated by blanks, or take one away."""
    run, given = run_of(request).line.id, form(request)
    if away := str(given.get("away", "")):
        store(request).untag(run, away)
    elif tags := str(given.get("tags", "")).split():
        store(request).tag(run, *tags)
    else:
        problem(400, "No tag was given.", "Go back, and type one or several words.")
    return _again(request, run)


def comment(request: Request) -> Response:
    """Add a comment."""
    run, given = run_of(request).line.id, form(request)
    store(request).comment(run, str(given.get("text", "")), str(given.get("author", "")))
    return _again(request, run)


def rename(request: Request) -> Response:
    """Give the run another name."""
    run = run_of(request).line.id
    store(request).rename(run, str(form(request).get("name", "")))
    return _again(request, run)


def _again(request: Request, run: str) -> Response:
    return RedirectResponse(address(request, f"/run/{run}"), 303)


def delete(request: Request) -> Response:
    """Ask, and then delete the run."""
    found = run_of(request)
    if request.method == "GET":
        if settings(request).read_only:
            problem(403, "This server is read-only: nothing can be deleted here.")
        return page(request, "run_delete.html", line=found.line, run=found)
    store(request).delete([found.line.id])
    return RedirectResponse(address(request, "/runs"), 303)


ROUTES = [
    Route("/runs", runs),
    Route("/run/{run}", run),
    Route("/run/{run}/file/{number:int}", file),
    Route("/run/{run}/tag", tag, methods=["POST"]),
    Route("/run/{run}/comment", comment, methods=["POST"]),
    Route("/run/{run}/rename", rename, methods=["POST"]),
    Route("/run/{run}/delete", delete, methods=["GET", "POST"]),
]
