"""Leaderboards: ``/`` lists the boards by gold, ``/board/{board}`` is one of them.

A board has the entries that were made in the same way against the same gold; only these are ranked.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from karat import __version__
from karat.model.errors import KaratError
from karat.model.scheme import Scheme
from karat.reports.html.axes import Axis
from karat.reports.table import json_text
from karat.schemes import parse
from karat.store import as_json
from karat.store.records import Board, Entry
from karat.store.texts import ENTRY_ID
from karat.web import contests
from karat.web.lookup import board_of, choice, entries_of, page_of, scheme_of
from karat.web.rendering import address, download, fragment, page, problem, store
from karat.web.standings import (
    ROWS,
    Asked,
    chosen,
    notes_of,
    ranks,
    signatures_of,
    standings,
    way_of,
)
from karat.web.tables import csv_of, format_of

MENU = ("Leaderboards", "/", 10)


def boards(request: Request) -> Response:
    """All boards, by gold."""
    found = store(request).boards()
    wanted = format_of(request)
    if wanted:
        rows = [one._asdict() for one in found]
        content = {"karat": __version__, "boards": rows} if wanted == "json" else csv_of(rows)
        return download(request, f"boards.{wanted}", wanted, content)
    golds: dict[str, list[dict[str, Any]]] = {}
    for one in found:
        shown = one._asdict() | _best(one) | {"way": way_of(one.recipe, one.scheme)}
        golds.setdefault(one.gold_sha256, []).append(shown)
    return page(request, "boards.html", golds=golds)


def _best(one: Board) -> dict[str, str]:
    """The best figure for people, with its title; the scheme may be unknown here."""
    try:
        axis = Axis.of(parse(one.scheme), one.main)
    except (KaratError, KeyError):
        return {"title": one.main, "shown": "" if one.best is None else str(one.best)}
    return {"title": axis.title, "shown": axis.text(math.nan if one.best is None else one.best)}


def board(request: Request) -> Response:
    """One board, 20 entries a page."""
    found = board_of(request)
    scheme = scheme_of(found.scheme)
    asked = _asked(request, scheme)
    places = store(request).places(found.id, asked.figure)
    ids, ranked = chosen(places, asked), ranks(places, asked)
    mine = ids[(asked.page - 1) * ROWS :][:ROWS]
    if not mine and asked.page > 1:
        problem(404, "The board has no such page.", "Go back to the first page.")
    shown = store(request).several(mine)
    if wanted := format_of(request):
        return _download(request, wanted, found, asked, (ids, ranked), shown)
    table = standings(scheme, shown, asked, store(request).extremes(found.id), ranked)
    contest = _contest(request, shown, asked)
    return page(
        request, "board.html", board=found, way=way_of(found.recipe, found.scheme), asked=asked,
        table=table, found=len(ids), total=len(places), pages=math.ceil(len(ids) / ROWS),
        figures=_figures(scheme), systems=sorted({one.system for one in places}),
        tags=sorted({tag for one in places for tag in one.tags}), notes=notes_of(shown),
        signatures=signatures_of(shown), contest=contest, letters=_letters(contest, shown, asked),
        ids=mine, uneven=_uneven(scheme, shown),
    )  # fmt: skip


def _asked(request: Request, scheme: Scheme) -> Asked:
    query = request.query_params
    return Asked(
        choice(request, "figure", scheme.figure_names(), scheme.main_figure()),
        query.get("text", "")[:200],
        query.get("tag", "")[:200],
        query.get("system", "")[:1000],
        query.get("best") == "yes",
        page_of(request),
    )


def _figures(scheme: Scheme) -> list[tuple[str, str]]:
    """The figures by which a board can be ordered, with their titles."""
    return [(name, Axis.of(scheme, name).title) for name in scheme.figure_names()]


def _uneven(scheme: Scheme, shown: Sequence[Entry]) -> bool:
    """Whether figures are over different sentences, because some are left out."""
    return scheme.failed == "drop" and any(one.sentences.get("failed") for one in shown)


def _now(request: Request) -> bool:
    """Whether the letters are wanted at once: by a program, or by a visitor without scripts."""
    return request.query_params.get("letters") == "now"


def _contest(request: Request, shown: Sequence[Entry], asked: Asked) -> Any | None:
    """The comparison of the entries shown, if it is there or wanted at once."""
    if len(shown) < 2:
        return None
    if _now(request):
        return contests.compared(store(request), shown, [asked.figure])
    return contests.kept(store(request), shown, [asked.figure])


def _letters(contest: Any | None, shown: Sequence[Entry], asked: Asked) -> Mapping[str, str]:
    """The letters of each entry; none if they are not known yet."""
    if contest is None or "refused" in contest:
        return {}
    systems = contest["document"]["systems"]
    return {
        one.id: system["results"][0]["letters"][asked.figure]
        for one, system in zip(shown, systems, strict=True)
    }


def letters(request: Request) -> Response:
    """The letters of the entries of a page, which htmx puts into their rows."""
    board = board_of(request)
    scheme = scheme_of(board.scheme)
    name = choice(request, "figure", scheme.figure_names(), scheme.main_figure())
    entries = entries_of(request, request.query_params.getlist("entry"))
    if entries[0].board != board.id:
        problem(400, "These entries are on another board.")
    # While another comparison is computed, the page asks again.
    contest = contests.compared(store(request), entries, [name], patience=0.2)
    asked = Asked(name)
    return fragment(
        request, "board_letters.html", contest=contest, asked=asked,
        letters=_letters(contest, entries, asked), board=board,
        ids=[one.id for one in entries],
    )  # fmt: skip


def chosen_entries(request: Request) -> Response:
    """Where the buttons below a board lead: to the comparison of what was chosen, or to its sentences."""
    keys = [
        one
        for one in dict.fromkeys(request.query_params.getlist("entry"))
        if ENTRY_ID.fullmatch(one)
    ]
    if not keys:
        problem(400, "No entry was chosen.", "Go back, and tick the entries that you want to see.")
    first, *others = keys
    if request.query_params.get("to") == "sentences":
        where = address(request, f"/sentences/{first}", **{"with": others})
    elif len(keys) == 2:
        where = address(request, f"/against/{first}/{others[0]}")
    else:
        where = address(request, "/against", entry=keys)
    return RedirectResponse(where, 303)


def _download(
    request: Request, wanted: str, found: Board, asked: Asked,
    standing: tuple[Sequence[str], Mapping[str, int]], shown: Sequence[Entry],
) -> Response:  # fmt: skip
    """All entries that were chosen, those of other pages too; letters, if wanted, are those of the page."""
    contest = _contest(request, shown, asked) if _now(request) else None
    known = _letters(contest, shown, asked)
    ids, ranked = standing
    rows = [
        {"place": ranked.get(one.id), "letters": known.get(one.id), **as_json.entry(one)}
        for one in _every(request, found, asked, ids)
    ]
    content: Any = {
        "karat": __version__, "board": found._asdict(), "asked": asked._asdict(), "entries": rows,
        "letters": contest and known and {
            "figure": asked.figure, "entries": [one.id for one in shown],
            "sentences": contest["document"]["sentences"][0],
        },
    }  # fmt: skip
    # In one line, and as the store has them, where undefined is null: thousands of entries take long enough.
    content = json_text(content) if wanted == "json" else csv_of(list(map(_flat, rows)))
    return download(request, f"board-{found.id}.{wanted}", wanted, content)


def _every(request: Request, found: Board, asked: Asked, ids: Sequence[str]) -> list[Entry]:
    """All entries that were chosen, in the order of the board."""
    wanted = frozenset(ids)
    entries = store(request).entries(found.id, figure=asked.figure)
    return [one for one in entries if one.id in wanted]


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """An entry as one row of CSV."""
    names = (
        "place", "id", "run", "run_name", "created", "system", "scheme", "letters", "signature",
    )  # fmt: skip
    found: dict[str, Any] = {name: row[name] for name in names}
    found["tags"] = " ".join(row["tags"])
    found |= {f"sentences_{name}": n for name, n in row["sentences"].items()}
    for name, value in row["measures"].items():
        low, high = row["intervals"].get(name) or (None, None)
        found |= {name: value, f"{name} low": low, f"{name} high": high}
    return found


ROUTES = [
    Route("/", boards),
    Route("/board/{board}", board),
    Route("/board/{board}/letters", letters),
    Route("/chosen", chosen_entries),
]
