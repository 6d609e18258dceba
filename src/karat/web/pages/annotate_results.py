"""Files of a project, and how far its annotators agree. An annotator gets only their own file."""

import json

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from karat.reports.agreement import Asked, layer_report
from karat.reports.table import Style
from karat.stats.plan import FEWER_SAMPLES, SEED
from karat.store.annotations.agreement import agreement, common_items
from karat.store.annotations.answers import states
from karat.store.annotations.files import EXTENSIONS, exported
from karat.store.annotations.records import ADJUDICATOR, SHARED
from karat.web.pages._annotate import adjudicator, worker
from karat.web.rendering import download, page, problem, store

# The disagreements that a page lists.
_LISTED = 500


def export(request: Request) -> Response:
    """The items that are done, as a file: one's own, or anybody's for an adjudicator."""
    project, person = worker(request)
    wanted = request.query_params.get("of", "")
    desks = {one.name: one.desk for one in project.annotators} | {"adjudicated": SHARED}
    own = "adjudicated" if person.role == ADJUDICATOR else person.name
    if wanted not in ("", own) and person.role != ADJUDICATOR:
        problem(403, "An annotator can export only their own answers.")
    if (wanted or own) not in desks:
        problem(404, "There is nobody of this name in the project.")
    positions = request.query_params.get("positions") == "yes"
    found = exported(store(request), project, desks[wanted or own], positions=positions)
    name = f"{project.name}.{wanted or own}.{EXTENSIONS[project.kind]}"
    return download(request, name, "text", found.content)


def results(request: Request) -> Response:
    """How far the annotators agree, for adjudicators: the figures of karat agree."""
    project, person = adjudicator(request)
    common = common_items(store(request), project)
    output = request.query_params.get("as", "")
    known = states(store(request), project)
    done = {
        one.name: sum(d for (_, desk), d in known.items() if desk == one.desk)
        for one in project.annotators
    }
    if len(project.annotators) < 2 or not common:
        if output:
            problem(404, "No item is done by two annotators yet.")
        return page(
            request, "annotate_results.html", project=project, person=person, common=common, done=done,
            tables={}, lines=[],
        )  # fmt: skip
    agreed = agreement(store(request), project)
    asked = Asked(0, "", FEWER_SAMPLES, SEED, _LISTED)
    report = layer_report(agreed.found, agreed.names, asked)
    if output in ("json", "csv"):
        content, _ = report.printed(Style(output))
        name = f"{project.name}.agreement.{output}"
        return download(request, name, output, json.loads(content) if output == "json" else content)
    grids = {name: one.grid(2) for name, one in report.tables.items()}
    lines = [line for _, line in report.facts.values() if line]
    return page(
        request, "annotate_results.html", project=project, person=person, common=common, done=done,
        tables=grids, lines=lines,
    )  # fmt: skip


_PERSON = "/annotate/{project}/{person:int}"
ROUTES = [Route(f"{_PERSON}/export", export), Route(f"{_PERSON}/agreement", results)]
