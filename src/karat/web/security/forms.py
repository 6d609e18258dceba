"""Requests that write: what they send is read with limits, and their token is checked, before a page sees it.

No page has to remember this: ``guarded`` puts it before every route that takes more than GET.
"""

import functools
import hmac
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from karat.web.rendering import problem
from karat.web.security import publishing, visitors
from karat.web.security.bodies import limited
from karat.web.settings import Limits, Settings

READING = frozenset({"GET", "HEAD"})
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")

_Endpoint = TypeVar("_Endpoint", bound=Callable[..., Any])


def uploads(endpoint: _Endpoint) -> _Endpoint:
    """An endpoint that takes files: its requests may be as large as uploads may be."""
    return _marked(endpoint, "uploads")


def streamed(endpoint: _Endpoint) -> _Endpoint:
    """An endpoint (async) that reads an upload itself, by ``request.stream()``; it must call ``check``."""
    return _marked(_marked(endpoint, "uploads"), "streamed")


def harmless(endpoint: _Endpoint) -> _Endpoint:
    """An endpoint that changes nothing in the store, so a read-only server has it, too."""
    return _marked(endpoint, "harmless")


def guarded(route: Route, sorts: frozenset[str] = frozenset()) -> Route:
    """The route, with a guard before its endpoint if it writes, or shows what is not for everybody."""
    methods = set(route.methods or ())
    if methods <= READING and not sorts:
        return route
    endpoint = _guard(route.endpoint, sorts)
    return Route(route.path, endpoint, methods=sorted(methods), name=route.name)


def check(request: Request, sent: str) -> None:
    """Refuse the request if this is not the token of a form that this visitor was given.

    Programs that show the token of the server need no token of a form.
    """
    due = visitors.csrf_of(request.app.state.key, request.state.visitor)
    if request.state.bearer or hmac.compare_digest(sent.encode("utf-8", "replace"), due.encode()):
        request.state.checked = True
        return
    problem(
        403,
        "This form is too old, or this server has not made it.",
        "Reload the page and try again.",
    )


def _marked(endpoint: _Endpoint, mark: str) -> _Endpoint:
    setattr(endpoint, mark, True)
    return endpoint


def _guard(endpoint: Callable[..., Any], sorts: frozenset[str]) -> Callable[[Request], Any]:
    """The endpoint, called only with what was checked."""

    @functools.wraps(endpoint)
    async def behind_guard(request: Request) -> Response:
        publishing.check(request, sorts)
        if request.method in READING:
            return await _called(endpoint, request)
        settings: Settings = request.app.state.settings
        if settings.read_only and not hasattr(endpoint, "harmless"):
            problem(403, "This server is read-only.")
        limits = settings.limits
        most = limits.upload if hasattr(endpoint, "uploads") else limits.form
        whole = Request(request.scope, limited(request, most, limits), request._send)
        if "x-csrf" in request.headers:
            # Checked before the body is read.
            check(request, request.headers["x-csrf"])
        if not hasattr(endpoint, "streamed"):
            await _read(whole, limits)
        try:
            found = await _called(endpoint, whole)
        finally:
            if hasattr(request.state, "form"):
                await request.state.form.close()
        if not hasattr(request.state, "checked") and found.status_code < 400:
            raise RuntimeError(f"{endpoint.__name__} has not checked the token of its form")
        return found

    return behind_guard


async def _called(endpoint: Callable[..., Any], request: Request) -> Response:
    found: Response
    if inspect.iscoroutinefunction(endpoint):
        found = await endpoint(request)
    else:
        found = await run_in_threadpool(endpoint, request)
    return found


async def _read(request: Request, limits: Limits) -> None:
    """Read the body into ``request.state``: ``form`` and ``body``."""
    request.state.form, request.state.body = FormData(), b""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in FORMS:
        request.state.body = await request.body()
        check(request, request.headers.get("x-csrf", ""))
        return
    try:
        found = await request.form(
            max_files=limits.files, max_fields=limits.fields, max_part_size=limits.form
        )
    except (MultiPartException, UnicodeDecodeError, KeyError):
        problem(400, "The form cannot be read.")
    request.state.form = found
    if not hasattr(request.state, "checked"):
        sent = found.get("csrf", "")
        check(request, sent if isinstance(sent, str) else "")
    if any(isinstance(one, str) and not _storable(one) for _, one in found.multi_items()):
        problem(400, "A field has characters that no text has, such as NUL.")


def _storable(text: str) -> bool:
    """Whether every database can keep the text.

    >>> [_storable(one) for one in ("a", "犬", "a\\0b", "\\udcff")]
    [True, True, False, False]
    """
    return "\0" not in text and not any("\ud800" <= one <= "\udfff" for one in text)
