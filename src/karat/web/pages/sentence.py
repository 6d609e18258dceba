"""/sentence/{entry}/{number}: one sentence, drawn from the kept files, with figures, errors and reasons."""

from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from karat.analysis.pictured import drawn_as
from karat.reports.svg import drawing
from karat.reports.table import figure
from karat.web.banks import served
from karat.web.drawable import scheme_of
from karat.web.drawn import Drawn, as_data, measures_of
from karat.web.listing import Listing
from karat.web.rendering import address, download, page, problem
from karat.web.selection import Selection, selected


class Steps(NamedTuple):
    """Where a sentence is in the list it was chosen from, and what is before and after it."""

    place: int | None
    chosen: int
    before: str
    after: str


def sentence(request: Request) -> Response:
    """A page, the drawing as SVG, or the data as JSON."""
    selection, banks = selected(request), served(request.app.state)
    number = _number(request, selection)
    scheme, offered = scheme_of(selection, banks, request.query_params.get("scheme", ""))
    listing = Listing.of(request, selection, banks)
    texts = listing.texts
    name = texts.names[number] if texts.names else ""
    found = Drawn(selection, banks, number, scheme, name)
    file = f"sentence-{number + 1}-{selection.first.id}"
    wanted = request.query_params.get("as", "")
    if wanted == "json":
        text = texts.texts[number] if texts.texts else ""
        return download(request, f"{file}.json", "json", as_data(found, text))
    if wanted == "svg":
        if found.picture is None:
            problem(404, "The sentence cannot be drawn.", "; ".join(found.not_drawn))
        return download(request, f"{file}.svg", "svg", drawing(found.picture))
    if wanted:
        problem(400, "as should be svg or json.")
    return page(request, "sentence.html", **_context(request, listing, found, offered))


def _number(request: Request, selection: Selection) -> int:
    """The number of the sentence, from 0."""
    text = request.path_params["number"]
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    if not 1 <= number <= selection.sentences:
        problem(
            404,
            f"There is no sentence {text[:20]}.",
            f"Gold has {selection.sentences:,} sentences, counted from 1.",
        )
    return number - 1


def _context(
    request: Request, listing: Listing, found: Drawn, offered: list[str]
) -> dict[str, Any]:
    selection, texts, picture = found.selection, listing.texts, found.picture
    own = str(found.scheme) == str(selection.scheme)
    query = {**listing.query, "scheme": None if own else str(found.scheme)}
    path = f"/sentence/{selection.first.id}/{found.number + 1}"
    measures = measures_of(selection)
    return {
        "selection": selection,
        "asked": listing.asked,
        "number": found.number + 1,
        "called": found.name,
        "text": texts.texts[found.number] if texts.texts else "",
        "steps": _steps(request, listing, found.number, query),
        "list_link": address(request, f"/sentences/{selection.first.id}", **listing.query),
        "offered": offered,
        "scheme": str(found.scheme),
        "own_scheme": str(selection.scheme),
        "drawn_under": "" if drawn_as(found.scheme) == found.scheme else str(drawn_as(found.scheme)),
        "svg": Markup(drawing(picture, styled=False)) if picture else None,
        "not_drawn": found.not_drawn,
        "mismatches": found.mismatches,
        "titles": [one.titles[one.name] for one in measures],
        "figures": [
            (
                one.name,
                [figure(one.figures[m.name], m.unit) for m in measures] if one.figures else None,
                one.said,
            )
            for one in found.saved
        ],
        "errors": found.errors(),
        "reasons": found.reasons(),
        "crossings": found.crossings(),
        "command": found.command(),
        "svg_link": address(request, path, **{**query, "as": "svg"}),
        "json_link": address(request, path, **{**query, "as": "json"}),
        "cause_link": lambda cause: address(
            request, f"/sentences/{selection.first.id}",
            **{"with": selection.others or None, "cause": cause},
        ),
    }  # fmt: skip


def _steps(request: Request, listing: Listing, number: int, query: dict[str, Any]) -> Steps:
    """The sentences before and after this one; if it is not in the list, the first of the list is next."""
    numbers = listing.numbers

    def link(at: int) -> str:
        if not 0 <= at < len(numbers):
            return ""
        first = listing.selection.first.id
        return address(request, f"/sentence/{first}/{numbers[at] + 1}", **query)

    place = numbers.index(number) if number in numbers else None
    if place is None:
        return Steps(None, len(numbers), "", link(0))
    return Steps(place + 1, len(numbers), link(place - 1), link(place + 1))


ROUTES = [Route("/sentence/{entry}/{number}", sentence)]
