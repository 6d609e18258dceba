"""/sentences/{entry}: the sentences of gold with the main figure of each system, to search and to sort.

The figures are those that were saved; the text comes from gold's file, if the store has it.
"""

import io
from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from karat.analysis.sentence_choice import ORDERS, STATUSES
from karat.analysis.sentence_errors import merged
from karat.analysis.sentence_figures import ALIGNED, FAILED, LEFT_OUT
from karat.model.errors import KaratError
from karat.reports.table import figure, write_csv
from karat.web.banks import served
from karat.web.listing import Listing
from karat.web.rendering import address, download, fragment, page, problem
from karat.web.selection import selected

# So many sentences are on one page.
ROWS = 50
# So many entries of the board are offered to be looked at, too.
OFFERED = 50
_WORDS = {ALIGNED: "aligned", FAILED: "no score", LEFT_OUT: "left out"}
_WHY = {
    ALIGNED: "other tokens than gold: compared by alignment",
    FAILED: "this sentence has no score",
    LEFT_OUT: "left out of every figure",
}


class Cell(NamedTuple):
    """The figure of a system in a sentence as it is shown; ``share`` is the width of its bar in percent."""

    text: str
    share: int | None
    status: str
    why: str


class Row(NamedTuple):
    """A sentence as it is shown."""

    number: int
    name: str
    words: int
    cells: Sequence[Cell]
    difference: str
    text: str
    link: str


def sentences(request: Request) -> Response:
    """The list, a part of it for htmx, or all of it as CSV or JSON."""
    listing = Listing.of(request, selected(request), served(request))
    wanted = request.query_params.get("as", "")
    if wanted == "json":
        return download(
            request, f"sentences-{listing.selection.first.id}.json", "json", data(listing)
        )
    if wanted == "csv":
        name = f"sentences-{listing.selection.first.id}.csv"
        return download(request, name, "csv", as_csv(listing))
    if wanted:
        problem(400, "as should be csv or json.")
    shown = _context(request, listing)
    if "hx-request" in request.headers and "hx-history-restore-request" not in request.headers:
        found = fragment(request, "sentences_list.html", **shown)
        found.headers["HX-Push-Url"] = shown["here_link"]
        return found
    return page(request, "sentences.html", **shown, **_controls(listing))


def errors(request: Request) -> Response:
    """The choice of causes and labels, which takes a moment when it is first made."""
    listing = Listing.of(request, selected(request), served(request))
    try:
        found = [listing.errors(one) for one in listing.selection.entries]
    except KaratError as error:
        return fragment(request, "sentences_errors.html", why=str(error), found=None)
    shown = _errors(listing, found)
    return fragment(request, "sentences_errors.html", why="", found=shown, given=listing.given)


def _errors(listing: Listing, found: Sequence[Any]) -> dict[str, Any]:
    """The causes and labels to choose from, each with the number of its sentences."""
    return {
        "causes": _counted(merged(one.causes for one in found)),
        "labels": _counted(merged(one.labels for one in found)),
        "scheme": found[0].scheme if found[0].scheme != str(listing.selection.scheme) else "",
    }


def _counted(found: Mapping[str, Sequence[int]]) -> list[tuple[str, int]]:
    return [(name, len(numbers)) for name, numbers in found.items() if name]


def _controls(listing: Listing) -> dict[str, Any]:
    """What the form offers."""
    selection = listing.selection
    known = [listing.errors_if_known(one) for one in selection.entries]
    ready = [one for one in known if one is not None]
    names = list(selection.names.values())
    pairs = [
        (f"{a + 1}.{b + 1}", f"{names[a]} better than {names[b]}")
        for a in range(len(names))
        for b in range(len(names))
        if a != b
    ]
    others = [
        one
        for one in selection.store.entries(selection.first.board, limit=OFFERED)
        if one.id not in selection.ids
    ]
    return {
        "statuses": list(STATUSES),
        "orders": {
            key: said for key, said in ORDERS.items() if key != "difference" or len(names) > 1
        },
        "pairs": pairs if len(names) > 1 else [],
        "found": _errors(listing, ready) if len(ready) == len(known) else None,
        "why": "",
        "more": others,
    }


def _context(request: Request, listing: Listing) -> dict[str, Any]:
    """What the list shows."""
    selection, numbers = listing.selection, listing.numbers
    pages = max(1, -(-len(numbers) // ROWS))
    at = min(_page(request), pages)
    path, query = f"/sentences/{selection.first.id}", listing.query
    shown = numbers[(at - 1) * ROWS : at * ROWS]

    def link(**change: Any) -> str:
        return address(request, path, **{**query, **change})

    scheme = selection.scheme
    measure = listing.known.measure
    return {
        "selection": selection,
        "asked": listing.asked,
        "given": listing.given,
        "rows": [_row(request, listing, one) for one in shown],
        "hits": len(numbers),
        "total": selection.sentences,
        "scheme": str(scheme),
        "figure": measure.titles.get(measure.name, measure.name),
        "two": len(selection.entries) > 1,
        "named": any(listing.texts.names),
        "why_no_text": listing.why_no_text,
        "at": at,
        "pages": pages,
        "before": link(page=at - 1 if at > 2 else None) if at > 1 else "",
        "after": link(page=at + 1) if at < pages else "",
        "here_link": link(page=at if at > 1 else None),
        "csv": link(**{"as": "csv"}),
        "json": link(**{"as": "json"}),
    }


def _page(request: Request) -> int:
    text = request.query_params.get("page", "1") or "1"
    if not (text.isascii() and text.isdigit() and len(text) < 9 and int(text) > 0):
        problem(400, "page should be a number, from 1.")
    return int(text)


def _row(request: Request, listing: Listing, at: int) -> Row:
    selection, known, texts = listing.selection, listing.known, listing.texts
    unit = known.measure.unit
    cells = [
        _cell(float(values[at]), status[at], unit)
        for values, status in zip(
            known.figures.values.values(), known.figures.status.values(), strict=True
        )
    ]
    link = address(request, f"/sentence/{selection.first.id}/{at + 1}", **listing.query)
    return Row(
        at + 1,
        texts.names[at] if texts.names else "",
        int(known.length[at]),
        cells,
        _difference(listing, at),
        texts.texts[at] if texts.texts else "",
        link,
    )


def _cell(value: float, status: str, unit: str) -> Cell:
    share = round(100 * value) if unit == "share" and not isnan(value) else None
    return Cell(figure(value, unit), share, _WORDS.get(status, ""), _WHY.get(status, ""))


def _difference(listing: Listing, at: int) -> str:
    """How far two systems are apart, the first minus the second; of more systems, the best from the worst."""
    known = listing.known
    if len(known.values) == 2:
        value = float(known.values[0][at] - known.values[1][at])
        said = figure(value, known.measure.unit)
        return f"+{said}" if value > 0 else said
    return figure(float(known.spread[at]), known.measure.unit) if len(known.values) > 2 else ""


def data(listing: Listing) -> dict[str, Any]:
    """The list for programs, all of it; what is undefined is null."""
    selection, known, texts = listing.selection, listing.known, listing.texts
    return {
        "gold": {"sha256": selection.tallied[0].run.sha256, "sentences": selection.sentences},
        "scheme": str(selection.scheme),
        "figure": known.figures.measure,
        "entries": [
            {"id": one.id, "run": one.run, "system": one.system} for one in selection.entries
        ],
        "sentences": [
            {
                "number": at + 1,
                "id": texts.names[at] or None if texts.names else None,
                "words": int(known.length[at]),
                "text": texts.texts[at] if texts.texts else None,
                "values": [float(values[at]) for values in known.figures.values.values()],
                "status": [
                    _WORDS.get(status[at], "scored") for status in known.figures.status.values()
                ],
            }
            for at in listing.numbers
        ],
    }


def as_csv(listing: Listing) -> str:
    """The list as CSV, one row per sentence and system."""
    found, stream = data(listing), io.StringIO()
    columns = ("number", "id", "words", "entry", "system", found["figure"], "status", "text")
    rows = (
        (
            one["number"], one["id"] or "", one["words"], entry["id"], entry["system"], value, status,
            one["text"] or "",
        )
        for one in found["sentences"]
        for entry, value, status in zip(found["entries"], one["values"], one["status"], strict=True)
    )  # fmt: skip
    write_csv(columns, rows, stream)
    return stream.getvalue()


ROUTES = [
    Route("/sentences/{entry}", sentences),
    Route("/sentences/{entry}/errors", errors),
]
