"""The gate: every request passes it before anything else sees it, and every answer gets its headers here."""

import asyncio
import secrets
import time
from urllib.parse import unquote_to_bytes

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from karat.web import log
from karat.web.problems import answer
from karat.web.security import access, visitors
from karat.web.security.headers import CLOSING, FRESH, HEADERS
from karat.web.security.hosts import Hosts, name_of
from karat.web.security.origins import foreign
from karat.web.settings import Settings


class Gate:
    """Checks requests, logs those that are refused, and turns mistakes of ours into pages."""

    def __init__(self, app: ASGIApp, settings: Settings, key: bytes) -> None:
        self._app, self._settings, self._key = app, settings, key
        self._hosts = Hosts(settings)
        self._access = access.Access(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            raise RuntimeError(f"there is nothing here that speaks {scope['type']}")
        request = Request(scope, receive)
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                self._finish(request, message)
            async with asyncio.timeout(self._settings.limits.body_seconds):
                await send(message)

        try:
            await (self._refusal(request) or self._app)(scope, receive, sending)
        except (ClientDisconnect, TimeoutError):
            log.refused(*_asked(request), 499, "the connection was given up")
        except Exception as error:  # noqa: BLE001  # whatever else goes wrong is our mistake
            name = secrets.token_hex(4)
            log.fault(name, error)
            if not started:
                said = f"This is a mistake of karat, not yours. The log of the server has it as {name}."
                await answer(request, 500, said)(scope, receive, sending)

    def _refusal(self, request: Request) -> Response | None:
        """The answer to a request that goes no further."""
        self._recognise(request)
        for check in (_malformed, self._wrong_host, _of_others):
            if found := check(request):
                status, why, said = found
                request.state.why = why
                return PlainTextResponse(f"karat: {said}\n", status)
        return self._access.refusal(request)

    def _recognise(self, request: Request) -> None:
        """Who sends it, if they have a cookie of ours."""
        text = request.cookies.get(visitors.cookie_name(self._settings), "")
        known = visitors.read(self._key, text, time.time())
        request.state.visitor = known or visitors.new()
        request.state.greet = False
        request.state.cookie = "" if known is None else text
        request.state.why = ""

    def _wrong_host(self, request: Request) -> tuple[int, str, str] | None:
        host = request.headers.get("host", "")
        name = name_of(host)
        if name is not None and name in self._hosts:
            return None
        todo = "if this is its name, start it with: karat serve --trusted-host NAME"
        return 421, f"Host {host!r} is not a name of this server", f"wrong Host header; {todo}"

    def _finish(self, request: Request, message: Message) -> None:
        headers, status = MutableHeaders(scope=message), message["status"]
        for name, value in {**FRESH, **HEADERS}.items():
            headers.setdefault(name, value)
        if status >= 400 or request.state.why:
            log.refused(*_asked(request), status, request.state.why)
        if status >= 400 and request.method not in ("GET", "HEAD"):
            # What is left of its body is not read.
            headers.update(CLOSING)
        if request.state.greet:
            headers.append("set-cookie", self._cookie(request))

    def _cookie(self, request: Request) -> str:
        """The cookie of the visitor; SameSite=Strict: other sites cannot make a browser send it."""
        visitor = request.state.visitor
        age = max(0, visitor.until - int(time.time()))
        secure = "; Secure" if request.url.scheme == "https" else ""
        return (
            f"{visitors.cookie_name(self._settings)}={visitors.signed(self._key, visitor)}; "
            f"Path={self._settings.base_path or '/'}; Max-Age={age}; HttpOnly; SameSite=Strict{secure}"
        )


def _malformed(request: Request) -> tuple[int, str, str] | None:
    """What no browser of ours would send."""
    limits = request.app.state.settings.limits
    asked = request.scope.get("raw_path", b"") + b"?" + request.scope["query_string"]
    if len(asked) > limits.address:
        return 414, "the address is too long", "the address is too long"
    if sum(len(name) + len(value) for name, value in request.headers.raw) > limits.headers:
        return 431, "the headers are too long", "the headers are too long"
    if len(request.headers.getlist("host")) != 1:
        return 400, "not one Host header", "a request has one Host header"
    if b"\0" in unquote_to_bytes(asked):
        return 400, "a NUL character in the address", "an address has no NUL character"
    if request.method in ("GET", "HEAD") and _has_body(request):
        return 400, "GET with a body", "a request that reads has no body"
    return None


def _has_body(request: Request) -> bool:
    return (
        "transfer-encoding" in request.headers or request.headers.get("content-length", "0") != "0"
    )


def _of_others(request: Request) -> tuple[int, str, str] | None:
    why = foreign(request.method, request.headers)
    return (403, why, "a page of another site may link to this one, not use it") if why else None


def _asked(request: Request) -> tuple[str, str, str]:
    """Who asked, how, and for what; a query is not logged, as it may be private."""
    address = request.client.host if request.client else "-"
    raw = request.scope.get("raw_path") or request.scope["path"].encode("utf-8", "replace")
    return address, request.method, raw.decode("latin-1")
