"""Files of a project, and how far its annotators agree. An annotator gets only their own file."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from karat.reports.agreement import Asked, layer_report
from karat.reports.table import Style
from karat.stats.plan import FEWER_SAMPLES, SEED
from karat.store.annotations.agreement import agreement, common_items
from karat.store.annotations.answers import fingerprint, states
from karat.store.annotations.files import EXTENSIONS, exported
from karat.store.annotations.records import ADJUDICATED, ADJUDICATOR, SHARED, Project
from karat.web.pages._annotate import adjudicator, worker
from karat.web.rendering import download, page, problem, store

if TYPE_CHECKING:
    from karat.store.store import Store

# The disagreements that a page lists.
_LISTED = 500


def export(request: Request) -> Response:
    """The items that are done, as a file: one's own, or anybody's for an adjudicator."""
    project, person = worker(request)
    desks = {person.name: person.desk}
    if person.role == ADJUDICATOR:
        desks = {ADJUDICATED: SHARED} | {one.name: one.desk for one in project.annotators}
    wanted = request.query_params.get("of") or next(iter(desks))
    if wanted not in desks:
        problem(403, "An annotator can export only their own answers.")
    positions = request.query_params.get("positions") == "yes"
    found = exported(store(request), project, desks[wanted], positions=positions)
    name = f"{project.name}.{wanted}.{EXTENSIONS[project.kind]}"
    return download(request, name, "text", found.content)


def results(request: Request) -> Response:
    """How far the annotators agree, for adjudicators: the figures of karat agree."""
    project, person = adjudicator(request)
    output = request.query_params.get("as", "")
    common = common_items(store(request), project) if len(project.annotators) > 1 else []
    if not common and output:
        problem(404, "No item is done by two annotators yet.")
    found = _report(store(request), project) if common else {"tables": {}, "lines": []}
    if output in ("json", "csv"):
        return download(request, f"{project.name}.agreement.{output}", output, found[output])
    known = states(store(request), project)
    done = {
        one.name: sum(d for (_, desk), d in known.items() if desk == one.desk)
        for one in project.annotators
    }
    return page(
        request, "annotate_results.html", project=project, person=person, common=common, done=done,
        tables=found["tables"], lines=found["lines"],
    )  # fmt: skip


def _report(known: "Store", project: Project) -> Mapping[str, Any]:
    """The agreement in all forms; it is computed once for each state of the answers."""
    key = f"annotation agreement {fingerprint(known, project)}"
    kept: Mapping[str, Any] | None = known.derived(key)
    if kept is not None:
        return kept
    agreed = agreement(known, project)
    report = layer_report(agreed.found, agreed.names, Asked(0, "", FEWER_SAMPLES, SEED, _LISTED))
    grids = {name: one.grid(2) for name, one in report.tables.items()}
    found = {
        "json": json.loads(report.printed(Style("json"))[0]),
        "csv": report.printed(Style("csv"))[0],
        "lines": [line for _, line in report.facts.values() if line],
        "tables": {
            name: {"head": list(one.head), "words": list(one.words), "rows": [list(row) for row in one.rows]}
            for name, one in grids.items()
        },
    }  # fmt: skip
    known.keep_derived(key, found)
    return found


_PERSON = "/annotate/{project}/{person:int}"
ROUTES = [Route(f"{_PERSON}/export", export), Route(f"{_PERSON}/agreement", results)]
