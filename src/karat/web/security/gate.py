"""The gate: every request passes it, and every answer."""

import time

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from karat.web.security import visitors
from karat.web.security.headers import FRESH, HEADERS
from karat.web.settings import Settings


class Gate:
    """Checks requests before anything else sees them, and gives every answer its headers."""

    def __init__(self, app: ASGIApp, settings: Settings, key: bytes) -> None:
        self._app, self._settings, self._key = app, settings, key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        self._recognise(request)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._finish(request, MutableHeaders(scope=message))
            await send(message)

        await self._app(scope, receive, sending)

    def _recognise(self, request: Request) -> None:
        text = request.cookies.get(visitors.cookie_name(self._settings), "")
        known = visitors.read(self._key, text, time.time())
        request.state.visitor = known or visitors.new()
        request.state.unknown = known is None

    def _finish(self, request: Request, headers: MutableHeaders) -> None:
        for name, value in {**FRESH, **HEADERS}.items():
            headers.setdefault(name, value)
        if getattr(request.state, "greet", False) and request.state.unknown:
            headers.append("set-cookie", self._cookie(request))

    def _cookie(self, request: Request) -> str:
        name, visitor = visitors.cookie_name(self._settings), request.state.visitor
        age = visitor.until - int(time.time())
        secure = "; Secure" if request.url.scheme == "https" else ""
        path = self._settings.base_path or "/"
        value = visitors.signed(self._key, visitor)
        return f"{name}={value}; Path={path}; Max-Age={age}; HttpOnly; SameSite=Strict{secure}"
