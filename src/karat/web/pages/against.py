"""Entries against each other: ``/against/{a}/{b}`` for two, ``/against?entry=…&entry=…`` for more.

The comparison is computed once and kept. Until it is there, the page asks for it by itself.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from karat.model.scheme import Scheme
from karat.reports.html.axes import Axis
from karat.store.records import Entry
from karat.web import contests
from karat.web.duels import Duel, Ranked, duels, ranked
from karat.web.lookup import choice, entries_of, scheme_of
from karat.web.rendering import address, download, fragment, page, problem, store
from karat.web.tables import format_of

# How long a program waits for a comparison, while others are computed.
_PATIENCE = 60.0


def two(request: Request) -> Response:
    """b compared with a: all main figures, and the sentences in which they differ most."""
    a, b = entries_of(request, [request.path_params["a"], request.path_params["b"]])
    scheme = scheme_of(a.scheme)
    here = f"/against/{a.id}/{b.id}"
    found = _found(request, [a, b], [])
    if wanted := format_of(request):
        return _download(request, wanted, found, f"{b.id}-against-{a.id}")
    names = contests.names_of([a, b])
    shown = _shown(found)
    context: dict[str, Any] = {
        "a": a, "b": b, "name_a": names[a.id], "name_b": names[b.id], "where": here, "found": found,
        "table": shown and _duels(scheme, shown), "query": {},
        "sentences": shown and _sentences(scheme, shown),
    }  # fmt: skip
    if request.query_params.get("part"):
        return fragment(request, "against_found.html", **context)
    return page(request, "against.html", **context)


def several(request: Request) -> Response:
    """Several entries in one figure: their ranks, and every pair."""
    entries = entries_of(request, request.query_params.getlist("entry"))
    if len(entries) == 2:
        return RedirectResponse(address(request, f"/against/{entries[0].id}/{entries[1].id}"), 303)
    scheme = scheme_of(entries[0].scheme)
    figure = choice(request, "figure", scheme.figure_names(), scheme.main_figure())
    found = _found(request, entries, [figure])
    if wanted := format_of(request):
        return _download(request, wanted, found, f"comparison-{entries[0].board}")
    shown = _shown(found)
    context: dict[str, Any] = {
        "entries": entries, "figure": figure, "found": found, "where": "/against",
        "query": {"entry": [one.id for one in entries], "figure": figure},
        "table": shown and _duels(scheme, shown), "board": entries[0].board,
        "ranks": shown and _ranked(scheme, shown, entries, figure), "scheme": str(scheme),
        "figures": scheme.figure_names(),
    }  # fmt: skip
    if request.query_params.get("part"):
        return fragment(request, "against_all_found.html", **context)
    return page(request, "against_all.html", **context)


def _found(request: Request, entries: Sequence[Entry], figures: Sequence[str]) -> Any | None:
    """The comparison: at once for programs and for visitors without scripts, otherwise if it is there."""
    query = request.query_params
    if query.get("part"):
        return contests.compared(store(request), entries, figures, patience=0.2)
    if not query.get("as") and query.get("now") != "yes":
        return contests.kept(store(request), entries, figures)
    found = contests.compared(store(request), entries, figures, patience=_PATIENCE)
    if found is None:
        problem(503, "The server is computing other comparisons.", "Try again in a minute.")
    return found


def _shown(found: Any | None) -> Any:
    """What has figures to show: not a comparison that was refused, or is not there yet."""
    return None if found is None or "refused" in found else found


def _duels(scheme: Scheme, found: Mapping[str, Any]) -> Duel:
    return duels(scheme, found["document"]["comparisons"])


def _ranked(
    scheme: Scheme, found: Mapping[str, Any], entries: Sequence[Entry], figure: str
) -> Ranked:
    results = [one["results"][0] for one in found["document"]["systems"]]
    return ranked(scheme, figure, entries, results)


def _sentences(scheme: Scheme, found: Mapping[str, Any]) -> dict[str, Any]:
    """The sentences in which the two differ most, with figures for people."""
    apart = found["apart"]
    axis = Axis.of(scheme, apart["measure"])

    def shown(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        return [{**row, "a": axis.text(row["a"]), "b": axis.text(row["b"])} for row in rows]

    return {"title": axis.title, "better": axis.better, **{
        side: shown(apart[side]) for side in ("higher", "lower")
    }}  # fmt: skip


def _download(request: Request, wanted: str, found: Any, name: str) -> Response:
    if "refused" in found:
        problem(400, found["refused"])
    content = found["document" if wanted == "json" else "csv"]
    return download(request, f"{name}.{wanted}", wanted, content)


ROUTES = [Route("/against", several), Route("/against/{a}/{b}", two)]
