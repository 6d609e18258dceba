"""Answers to requests that cannot be served: one clear sentence, as a page or as JSON."""

from collections.abc import Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from karat.model.errors import KaratError
from karat.store.faults import StoreFault
from karat.web.rendering import Problem, page

TITLES = {
    400: "This cannot be done",
    401: "Please log in",
    403: "Not allowed",
    404: "Not found",
    405: "Not allowed",
    408: "Too slow",
    413: "Too large",
    429: "Too many attempts",
    500: "Something went wrong",
    503: "Not available",
}
SENTENCES = {
    404: ("There is no such page.", "Check the address, or choose from the menu."),
    405: ("This page cannot be used in this way.", "Choose from the menu."),
}


def answer(request: Request, status: int, what: str, todo: str = "") -> Response:
    """A page that says what is wrong and what to do; JSON for those who ask for it."""
    if wants_json(request):
        return JSONResponse({"error": what, "todo": todo or None}, status)
    title = TITLES.get(status, "This did not work")
    return page(request, "problem.html", status=status, heading=title, what=what, todo=todo)


def wants_json(request: Request) -> bool:
    """Whether a program asks."""
    accepted = request.headers.get("accept", "")
    return request.query_params.get("as") == "json" or accepted.startswith("application/json")


def _problem(request: Request, error: Problem) -> Response:
    request.state.why = error.what
    return answer(request, error.status, error.what, error.todo)


def _http(request: Request, error: HTTPException) -> Response:
    what, todo = SENTENCES.get(error.status_code, (error.detail, ""))
    return answer(request, error.status_code, what, todo)


def _store(request: Request, error: StoreFault) -> Response:
    """Where the database is, and what is wrong with it, is for the log."""
    request.state.why = str(error)
    todo = "Try again in a while. The log of the server has the reason."
    return answer(request, 503, "The store of runs does not answer.", todo)


def _karat(request: Request, error: KaratError) -> Response:
    request.state.why = str(error)
    return answer(request, getattr(error, "status", 400), str(error))


HANDLERS: dict[Any, Callable[[Request, Any], Response]] = {
    Problem: _problem,
    HTTPException: _http,
    StoreFault: _store,
    KaratError: _karat,
}
