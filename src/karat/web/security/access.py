"""Who may come in: with a token everybody shows it, as a cookie after /login or as a Bearer token."""

import re
from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from karat.web.problems import answer, wants_json
from karat.web.rendering import located
from karat.web.security import tokens, visitors
from karat.web.settings import Settings

# What can be seen before the token was given.
OPEN = ("/login", "/health")
_LOCAL = re.compile(r"/(?![/\\])[^\\\x00-\x20]*")
_BOUNCE = Markup(
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>karat</title>'
    '<meta http-equiv="refresh" content="0; url={0}"><p><a href="{0}">Go on</a></p></html>'
)


class Access:
    """Decides about each request; knows who has guessed wrong."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._guesses = tokens.Guesses(settings.limits.wrong_tokens)

    def refusal(self, request: Request) -> Response | None:
        """The answer for somebody who may not see this, or not yet; None for all others."""
        request.state.bearer = False
        request.state.guesses = self._guesses
        path = request.scope["path"].removeprefix(self._settings.base_path)
        if path.startswith("/static/"):
            return None
        if self._settings.token:
            if "authorization" in request.headers:
                return self._with_bearer(request)
            if not visitors.logged_in(request) and path not in OPEN:
                return _bounced(request) or _login_first(request)
        return None if self._settings.read_only else _bounced(request)

    def _with_bearer(self, request: Request) -> Response | None:
        kind, _, given = request.headers["authorization"].partition(" ")
        found = wrong(request, given.strip() if kind.lower() == "bearer" else "")
        request.state.bearer = found is None
        return found


def wrong(request: Request, given: str) -> Response | None:
    """The answer to a wrong token, and None to the right one; guessing is slowed down."""
    guesses: tokens.Guesses = request.state.guesses
    address = request.client.host if request.client else ""
    wait = guesses.wait(address)
    if not wait and tokens.same(given, request.app.state.settings.token):
        guesses.forget(address)
        return None
    if not wait:
        guesses.add(address)
        request.state.why = "wrong token"
        found = answer(request, 401, "The token is wrong.", "Look where the server was started.")
        found.headers["www-authenticate"] = "Bearer"
        return found
    request.state.why = f"wrong tokens; {wait:.0f} s to wait"
    found = answer(request, 429, "There were too many wrong tokens.", f"Wait {wait:.0f} seconds.")
    found.headers["retry-after"] = f"{wait + 0.5:.0f}"
    return found


def local(path: str) -> str:
    """Where to go after the login: a path of ours, never an address elsewhere.

    >>> [local(one) for one in ("/board/1?a=b", "//evil.example", "http://evil.example", "/\\\\evil.example")]
    ['/board/1?a=b', '/', '/', '/']
    """
    return path if _LOCAL.fullmatch(path) else "/"


def _here(request: Request) -> str:
    """The address that was asked for, below the base path."""
    path = request.scope["path"].removeprefix(request.app.state.settings.base_path)
    query = request.scope["query_string"].decode("latin-1")
    return quote(path, safe="/@:+,.~-()") + (f"?{query}" if query else "")


def _bounced(request: Request) -> Response | None:
    """For those who follow a link of another site: a page that goes to the same address once more.

    A browser sends no SameSite=Strict cookie with the first request, but sends it with the second.
    """
    if (
        request.method != "GET"
        or request.cookies
        or request.headers.get("sec-fetch-site") != "cross-site"
    ):
        return None
    base = request.app.state.settings.base_path
    return HTMLResponse(_BOUNCE.format(base + local(_here(request))))


def _login_first(request: Request) -> Response:
    settings: Settings = request.app.state.settings
    request.state.why = "no token"
    where = located(settings.base_path, "/login", next=local(_here(request)))
    if "hx-request" in request.headers:
        return Response(
            status_code=401, headers={"hx-redirect": located(settings.base_path, "/login")}
        )
    if (
        request.method == "GET"
        and "text/html" in request.headers.get("accept", "")
        and not wants_json(request)
    ):
        return RedirectResponse(where, 303)
    found = answer(
        request, 401, "This server needs a token.", "Log in, or send Authorization: Bearer TOKEN."
    )
    found.headers["www-authenticate"] = "Bearer"
    return found
