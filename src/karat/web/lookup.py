"""What an address names: a board, a run, an entry. Ids are checked before they reach the store."""

import re
from collections.abc import Callable, Sequence
from typing import NoReturn, TypeVar

from starlette.requests import Request

from karat.model.errors import KaratError
from karat.model.scheme import Scheme
from karat.schemes import parse
from karat.store.records import Board, Entry, StoredRun
from karat.store.texts import BOARD_ID, ENTRY_ID, RUN_ID
from karat.web import contests
from karat.web.rendering import problem, store

_Found = TypeVar("_Found")


def run_of(request: Request) -> StoredRun:
    """The run of an address with ``{run}``."""
    key = request.path_params["run"]
    found = _found(RUN_ID, key, "run", lambda: store(request).run(key))
    # The store also knows runs by their names, and a name may look like an id.
    return found if found.line.id == key else _unknown("run")


def entry_of(request: Request, key: str) -> Entry:
    """An entry by its id."""
    return _found(ENTRY_ID, key, "entry", lambda: store(request).entry(key))


def entries_of(request: Request, keys: Sequence[str]) -> list[Entry]:
    """Several entries that can be compared with each other."""
    wanted = list(dict.fromkeys(keys))
    if len(wanted) > contests.MOST:
        problem(400, f"At most {contests.MOST} entries are compared at a time.")
    if not all(map(ENTRY_ID.fullmatch, wanted)):
        _unknown("entry")
    try:
        found = store(request).several(wanted)
    except KaratError:
        _unknown("entry")
    if why := contests.refusal(found):
        problem(400, why, "Choose entries of one leaderboard.")
    return found


def board_of(request: Request) -> Board:
    """The board of an address with ``{board}``."""
    key = request.path_params["board"]
    if not BOARD_ID.fullmatch(key):
        _unknown("board")
    found = [one for one in store(request).boards() if one.id == key]
    return found[0] if found else _unknown("board")


def scheme_of(text: str) -> Scheme:
    """The scheme of a board, which may come from a plugin that this server does not have."""
    try:
        return parse(text)
    except KaratError as error:
        problem(
            501,
            f"This server does not know the scheme {text}: {error}",
            "Start it with the plugins that the runs were made with (KARAT_PLUGINS).",
        )


def choice(request: Request, name: str, known: Sequence[str], usual: str) -> str:
    """One of the values that a parameter may have."""
    given = request.query_params.get(name) or usual
    if given not in known:
        problem(400, f"There is no {name} of that name here.", f"There are: {', '.join(known)}.")
    return given


def page_of(request: Request) -> int:
    """The number of the page in a list, from 1."""
    given = request.query_params.get("page") or "1"
    if not re.fullmatch(r"[1-9][0-9]{0,5}", given):
        problem(400, "The number of a page is a whole number from 1 on.")
    return int(given)


def _found(pattern: re.Pattern[str], key: str, what: str, find: Callable[[], _Found]) -> _Found:
    if not pattern.fullmatch(key):
        _unknown(what)
    try:
        return find()
    except KaratError:
        _unknown(what)


def _unknown(what: str) -> NoReturn:
    problem(404, f"There is no such {what}.", "It may have been deleted.")
