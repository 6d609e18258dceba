"""/sentence/{entry}/{number}: one sentence, drawn from the kept files, with figures, errors and reasons.

If the files are not in memory yet, and it takes long to put them side by side, the drawing comes after the
page.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from karat.analysis.pictured import drawn_as
from karat.reports.svg import drawing
from karat.reports.table import figure
from karat.web.banks import Banks, served
from karat.web.drawable import scheme_of, schemes
from karat.web.drawn import Drawn, as_data, measures_of
from karat.web.listing import Listing
from karat.web.rendering import address, download, fragment, page, problem, settings
from karat.web.selection import Selection, selected

# So many seconds the page waits for its drawing.
PATIENCE = 0.15


class Steps(NamedTuple):
    """Where a sentence is in the list it was chosen from, and what is before and after it."""

    place: int | None
    chosen: int
    before: str
    after: str


class Asked(NamedTuple):
    """What an address asks for: the sentence, the list it was chosen from, and the schemes to choose from."""

    found: Drawn
    listing: Listing
    offered: list[str]

    @classmethod
    def of(cls, request: Request) -> "Asked":
        selection, banks = selected(request), served(request)
        number = _number(request, selection)
        scheme, offered = scheme_of(selection, banks, request.query_params.get("scheme", ""))
        listing = Listing.of(request, selection, banks)
        names = listing.texts.names
        found = Drawn(selection, banks, number, scheme, names[number] if names else "")
        return cls(found, listing, offered)

    @property
    def text(self) -> str:
        texts = self.listing.texts.texts
        return texts[self.found.number] if texts else ""

    @property
    def query(self) -> dict[str, Any]:
        """The parameters of an address that shows the same."""
        own = str(self.found.scheme) == str(self.found.selection.scheme)
        return {**self.listing.query, "scheme": None if own else str(self.found.scheme)}

    @property
    def path(self) -> str:
        return f"/sentence/{self.found.selection.first.id}/{self.found.number + 1}"


def sentence(request: Request) -> Response:
    """A page, the drawing as SVG, or the data as JSON."""
    asked = Asked.of(request)
    found = asked.found
    file = f"sentence-{found.number + 1}-{found.selection.first.id}"
    wanted = request.query_params.get("as", "")
    if wanted == "json":
        return download(request, f"{file}.json", "json", as_data(found, asked.text))
    if wanted == "svg":
        if found.picture is None:
            problem(404, "The sentence cannot be drawn.", "; ".join(found.not_drawn))
        return download(request, f"{file}.svg", "svg", drawing(found.picture))
    if wanted:
        problem(400, "as should be svg or json.")
    ready = "wait" in request.query_params or _soon(found)
    shown = _drawn(request, found) if ready else {}
    return page(request, "sentence.html", ready=ready, **_context(request, asked), **shown)


def drawn(request: Request) -> Response:
    """The drawing and what is told about it, for a page that did not wait for it."""
    return fragment(request, "sentence_drawn.html", **_drawn(request, Asked.of(request).found))


def _soon(found: Drawn) -> bool:
    """Whether the sentence is ready to be drawn; if not, the files are read all the same."""
    worker = Thread(target=lambda: found.compared, name="karat-drawing", daemon=True)
    worker.start()
    worker.join(PATIENCE)
    return not worker.is_alive()


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


def _context(request: Request, asked: Asked) -> dict[str, Any]:
    """What is known without the files of the systems."""
    found, listing, query = asked.found, asked.listing, asked.query
    selection, measures = found.selection, measures_of(found.selection)
    return {
        "selection": selection,
        "asked": listing.asked,
        "number": found.number + 1,
        "called": found.name,
        "text": asked.text,
        "steps": _steps(request, listing, found.number, query),
        "list_link": address(request, f"/sentences/{selection.first.id}", **listing.query),
        "offered": asked.offered,
        "scheme": str(found.scheme),
        "own_scheme": str(selection.scheme),
        "titles": [one.titles[one.name] for one in measures],
        "figures": [
            (
                one.name,
                [figure(one.figures[m.name], m.unit) for m in measures] if one.figures else None,
                one.said,
            )
            for one in found.saved
        ],
        "command": found.command(folders=not settings(request).read_only),
        "svg_link": address(request, asked.path, **{**query, "as": "svg"}),
        "json_link": address(request, asked.path, **{**query, "as": "json"}),
        "drawn_link": address(request, f"{asked.path}/drawn", **query),
        "wait_link": address(request, asked.path, **{**query, "wait": "yes"}),
    }


def _drawn(request: Request, found: Drawn) -> dict[str, Any]:
    """The drawing, and what is told about it."""
    selection, picture = found.selection, found.picture
    path = f"/sentences/{selection.first.id}"
    under = drawn_as(found.scheme)
    return {
        "svg": Markup(drawing(picture, styled=False, titled=False)) if picture else None,
        "drawn_for": str(found.scheme),
        "drawn_under": "" if under == found.scheme else str(under),
        "not_drawn": found.not_drawn,
        "mismatches": found.mismatches,
        "errors": found.errors(),
        "reasons": found.reasons(),
        "crossings": found.crossings(),
        "cause_link": lambda cause: address(
            request, path, **{"with": selection.others or None, "cause": cause}
        ),
    }


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


@contextmanager
def attach(app: Starlette) -> Iterator[None]:
    """The Banks of the server; all schemes are loaded, so that the first visitor does not wait for them."""
    app.state.banks = Banks()
    schemes()
    yield


ROUTES = [
    Route("/sentence/{entry}/{number}", sentence),
    Route("/sentence/{entry}/{number}/drawn", drawn),
]
