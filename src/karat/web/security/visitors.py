"""Visitors: a signed cookie that says who sends a form, and whether they have given the token.

The cookie is ``ID.UNTIL.LEVEL.SIGNATURE``. Forms have a second text made from the same key, which no other
site can know: the CSRF token. The key is made from the token of the server, so a restart logs nobody out;
without a token it is new with every start.
"""

import hashlib
import hmac
import secrets
import time
from typing import NamedTuple

from starlette.requests import Request

from karat.web.settings import Settings

DAYS = 14
STRANGER, KNOWN = "0", "1"


class Visitor(NamedTuple):
    """Somebody's browser; ``level`` is KNOWN once the token was given."""

    id: str
    until: int
    level: str = STRANGER


def key_of(settings: Settings) -> bytes:
    """The key that cookies are signed with."""
    if not settings.token:
        return secrets.token_bytes(32)
    return hashlib.sha256(b"karat cookies\n" + settings.token.encode()).digest()


def new(level: str = STRANGER) -> Visitor:
    """A visitor who is seen for the first time, or who has just logged in."""
    return Visitor(secrets.token_hex(16), int(time.time()) + DAYS * 86400, level)


def gone() -> Visitor:
    """Nobody: the cookie of somebody who has logged out."""
    return Visitor("0", 0)


def cookie_name(settings: Settings) -> str:
    """Cookies do not know ports, so the name has it: two servers on a machine do not disturb each other."""
    return f"karat-{settings.port}"


def signed(key: bytes, visitor: Visitor) -> str:
    """The text of the cookie."""
    text = f"{visitor.id}.{visitor.until}.{visitor.level}"
    return f"{text}.{_mac(key, 'visitor', text)}"


def read(key: bytes, text: str, now: float) -> Visitor | None:
    """The visitor whose cookie this is, if we have signed it and it is not too old.

    >>> one = Visitor("ab", 100)
    >>> read(b"k", signed(b"k", one), 99) == one, read(b"k", signed(b"k", one), 101)
    (True, None)
    >>> read(b"k", signed(b"other", one), 99), read(b"k", "ab.100.1", 99)
    (None, None)
    """
    said, _, mac = text.rpartition(".")
    if not hmac.compare_digest(mac.encode(), _mac(key, "visitor", said).encode()):
        return None
    name, until, level = said.split(".")
    return Visitor(name, int(until), level) if int(until) > now else None


def csrf_of(key: bytes, visitor: Visitor) -> str:
    """The text that this visitor's forms must have."""
    return _mac(key, "csrf", visitor.id)


def csrf(request: Request) -> str:
    """The text for forms of the page that is being made; the visitor gets a cookie that fits it."""
    request.state.greet = request.state.greet or not request.state.cookie
    return csrf_of(request.app.state.key, request.state.visitor)


def logged_in(request: Request) -> bool:
    """Whether the visitor has given the token."""
    visitor: Visitor = request.state.visitor
    return visitor.level == KNOWN


def _mac(key: bytes, purpose: str, text: str) -> str:
    return hmac.new(key, f"{purpose}\n{text}".encode(), hashlib.sha256).hexdigest()
