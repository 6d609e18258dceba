"""Requests that write: what they send is read with limits, and their token is checked, before a page sees it.

No page has to remember this: ``guarded`` puts it before every route that takes more than GET.
"""

import hmac
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from karat.web.rendering import problem
from karat.web.security import visitors
from karat.web.security.bodies import limited
from karat.web.settings import Settings

READING = frozenset({"GET", "HEAD"})
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
STALE = "This form is too old, or was not made by this server."

_Endpoint = TypeVar("_Endpoint", bound=Callable[..., Any])


def uploads(endpoint: _Endpoint) -> _Endpoint:
    """Mark an endpoint that takes files: its requests may be as large as uploads may be."""
    endpoint.takes_uploads = True  # type: ignore[attr-defined]
    return endpoint


def guarded(route: Route) -> Route:
    """The route, with a guard before its endpoint if the route writes."""
    if set(route.methods or ()) <= READING:
        return route
    return Route(
        route.path, _guard(route.endpoint), methods=sorted(route.methods or ()), name=route.name
    )


def _guard(endpoint: Callable[..., Any]) -> Callable[[Request], Any]:
    async def endpoint_behind_guard(request: Request) -> Response:
        if request.method not in READING:
            await _read(request, large=getattr(endpoint, "takes_uploads", False))
        try:
            if inspect.iscoroutinefunction(endpoint):
                answer: Response = await endpoint(request)
                return answer
            return await run_in_threadpool(endpoint, request)
        finally:
            if request.method not in READING:
                await request.state.form.close()

    return endpoint_behind_guard


async def _read(request: Request, *, large: bool) -> None:
    """Read the body into ``request.state``, and refuse a request without the token of its form."""
    settings: Settings = request.app.state.settings
    limits = settings.limits
    if settings.read_only:
        problem(403, "This server is read-only.")
    whole = Request(
        request.scope, limited(request, limits.upload if large else limits.form, limits)
    )
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    request.state.form, request.state.body = FormData(), b""
    # A wrong token in a header is refused before the body is read.
    sent = request.headers.get("x-csrf")
    if sent is not None:
        _check(request, sent)
    if kind in FORMS:
        request.state.form = await whole.form(
            max_files=limits.files, max_fields=limits.fields, max_part_size=limits.form
        )
        sent = sent if sent is not None else str(request.state.form.get("csrf", ""))
    else:
        request.state.body = await whole.body()
    _check(request, sent or "")


def _check(request: Request, sent: str) -> None:
    """Programs that show the token of the server in a header need no form's token."""
    if getattr(request.state, "bearer", False):
        return
    due = visitors.csrf_of(request.app.state.key, request.state.visitor)
    if not hmac.compare_digest(sent.encode("utf-8", "replace"), due.encode()):
        problem(403, STALE, "Reload the page and try again.")
