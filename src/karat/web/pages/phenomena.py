"""/phenomena: which phenomena each system of a run shows, as a matrix of phenomena and systems."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from karat.engine.results import Run
from karat.model.score import Score
from karat.reports import scores as report
from karat.reports import suites as suite_report
from karat.reports.table import Style, figure
from karat.stats.wilson import wilson
from karat.store.records import StoredRun
from karat.suites.coverage import breakdown
from karat.web import suite_runs
from karat.web.banks import NotKept, served
from karat.web.jobs import Jobs, Task
from karat.web.recognising import key_of
from karat.web.rendering import address, download, page, problem, settings, store

_RUN = re.compile("[0-9a-z]{10}")


class Cell(NamedTuple):
    """How many of the occurrences of a phenomenon a system shows."""

    matched: int
    gold: int
    missed: int = 0

    @property
    def value(self) -> str:
        return figure(self.matched / self.gold) if self.gold else "–"

    @property
    def interval(self) -> str:
        low, high = wilson(self.matched, self.gold)
        return f"{figure(low, digits=1)} – {figure(high, digits=1)}" if self.gold else ""


class Matrix(NamedTuple):
    """Phenomena by systems; ``rows`` has a cell for each system, None if it was not looked for."""

    systems: Sequence[str]
    rows: Mapping[str, Sequence[Cell | None]]
    about: str
    notes: Sequence[str] = ()


def shown(request: Request) -> Response:
    """The matrix, or how to get it."""
    run = _run(request)
    if run.line.kind == "suite":
        return _of_suite(request, run)
    if any(one.scheme.startswith("phenomena") for one in run.entries):
        return _of_entries(request, run)
    found = store(request).derived(key_of(run.line.id))
    if found is None:
        files = [one for one in run.files if one.role in ("gold", "system")]
        lost = [one.path for one in files if not one.kept]
        able = {one.role for one in files} == {"gold", "system"} and not lost
        return page(request, "phenomena_ask.html", run=run.line, able=able, lost=lost)
    wanted = request.query_params.get("as", "")
    if wanted in ("json", "csv"):
        content = found["document"] if wanted == "json" else found["csv"]
        return download(
            request, f"{run.line.name or run.line.id} phenomena.{wanted}", wanted, content
        )
    about = f"Recognised in gold and in the systems by the same rules, {found['rules']}."
    results = found["document"]["results"]
    matrix = _matrix(results, found["missed"], about)
    return _page(request, run, matrix, partial(_sentences, request, run, found["missed"]))


def ask(request: Request) -> Response:
    """Begin the job that recognises phenomena."""
    run = _run(request)
    jobs: Jobs = request.app.state.jobs
    arguments = {"store": settings(request).store, "run": run.line.id}
    title = f"Phenomena of {run.line.name or run.line.id}"
    begin = f"/phenomena/{run.line.id}"
    job = jobs.submit(Task("karat.web.recognising:matrix", arguments, title, begin))
    return RedirectResponse(address(request, f"/job/{job.id}"), 303)


def _page(request: Request, run: StoredRun, matrix: Matrix, sentences: Any = None) -> Response:
    query = request.query_params
    name, system = query.get("name", ""), query.get("system", "")
    chosen = sentences(name, system) if sentences and name else None
    return page(
        request, "phenomena.html", run=run.line, matrix=matrix, wanted=name, system=system, chosen=chosen,
    )  # fmt: skip


def _matrix(
    results: Sequence[Mapping[str, Any]],
    missed: Mapping[str, Mapping[str, Sequence[int]]],
    about: str,
) -> Matrix:
    """The matrix of results as JSON; phenomena that gold has not are left out."""
    groups = {one["system"]: one["groups"]["phenomenon"] for one in results}
    most: dict[str, int] = {}
    for some in groups.values():
        for name, row in some.items():
            most[name] = max(most.get(name, 0), row["counts"].get("gold", 0))
    rows = {}
    for name in sorted((one for one in most if most[one]), key=lambda one: (-most[one], one)):
        rows[name] = [
            _cell(some.get(name), len(missed.get(system, {}).get(name, ())))
            for system, some in groups.items()
        ]
    notes = [f"{one['system']}: {text}" for one in results for text in one.get("notes", ())]
    return Matrix(list(groups), rows, about, list(dict.fromkeys(notes)))


def _cell(row: Mapping[str, Any] | None, missed: int) -> Cell | None:
    if row is None or not row["counts"].get("gold"):
        return None
    return Cell(row["counts"]["matched"], row["counts"]["gold"], missed)


def _of_entries(request: Request, run: StoredRun) -> Response:
    """The matrix of a run that was scored by phenomena, as it was saved."""
    entries = [one for one in run.entries if one.scheme.startswith("phenomena")]
    entries = [one for one in entries if one.scheme == entries[0].scheme]
    tallied = store(request).tallied([one.id for one in entries])
    scores: list[Score] = [one.score(("phenomenon",)) for one in tallied]
    done: Run = tallied[0].run
    if settings(request).read_only:
        done = replace(done, gold=PurePath(done.gold).name)
    wanted = request.query_params.get("as", "")
    if wanted in ("json", "csv"):
        content = (
            report.as_json(done, scores)
            if wanted == "json"
            else report.tables(scores, Style("csv"))
        )
        return download(
            request, f"{run.line.name or run.line.id} phenomena.{wanted}", wanted, content
        )
    results = [one.as_dict() for one in scores]
    return _page(request, run, _matrix(results, {}, f"As it was scored by {entries[0].scheme}."))


def _of_suite(request: Request, run: StoredRun) -> Response:
    """The coverage of each phenomenon of a suite's items."""
    judged = suite_runs.items_of(store(request), run.line.id)
    if settings(request).read_only:
        judged = suite_runs.parser_without_folders(judged)
    name = run.line.name or run.line.id
    both = {name: (judged.run, judged.verdicts)}
    wanted = request.query_params.get("as", "")
    if wanted == "json":
        return download(
            request, f"{name}.json", "json", suite_report.score_json(both, ("phenomenon",), 10)
        )
    if wanted == "csv":
        text = suite_report.score_tables(both, ("phenomenon",), 10, Style("csv"))
        return download(request, f"{name}.csv", "csv", text)
    found = breakdown(judged.run.results, "phenomenon", judged.verdicts)
    columns = (
        ("covered", "grammatical"),
        ("overgenerated", "ungrammatical"),
        ("right_first", "judged"),
    )
    rows = {
        key: [
            Cell(one.counts[part], one.counts[whole]) if one.counts[whole] else None
            for part, whole in columns
        ]
        for key, one in found.items()
    }
    titles = ("coverage", "overgeneration (lower is better)", "right first")
    return _page(
        request, run, Matrix(titles, rows, "By the phenomena that the items of the suite name.")
    )


def _sentences(
    request: Request, run: StoredRun, missed: Mapping[str, Mapping[str, Sequence[int]]], name: str,
    system: str,
) -> dict[str, Any]:  # fmt: skip
    """The sentences of gold with a phenomenon that a system does not show."""
    numbers = missed.get(system, {}).get(name)
    if numbers is None:
        problem(404, "There are no such sentences.")
    entry = next((one.id for one in run.entries if one.system == system), "")
    try:
        texts = served(request).texts(store(request), run).texts
    except NotKept:
        texts = ()
    rows = [(number + 1, texts[number] if number < len(texts) else "") for number in numbers]
    return {"entry": entry, "rows": rows}


def _run(request: Request) -> StoredRun:
    key = request.path_params["run"]
    if not _RUN.fullmatch(key):
        problem(404, "There is no such run.", "All runs are on the page Runs.")
    found = [one for one in [store(request).run(key)] if one.line.id == key]
    return found[0]


ROUTES = [
    Route("/phenomena/{run}", shown),
    Route("/phenomena/{run}", ask, methods=["POST"]),
]
