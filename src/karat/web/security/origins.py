"""Where a request comes from: pages of other sites may link to us, and nothing else.

Browsers say it themselves, in Origin and Sec-Fetch-Site; pages cannot forge these headers. Programs that are
not browsers send neither; they need the token of the server or of a form.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

OURS = ("same-origin", "none")
DEFAULT_PORTS = {"http": ":80", "https": ":443"}


def foreign(method: str, headers: Mapping[str, str]) -> str:
    """Why a request is refused as one of another site; empty if it is not.

    >>> foreign("POST", {"host": "localhost:8765", "origin": "http://localhost:8765"})
    ''
    >>> foreign("POST", {"host": "localhost:8765", "origin": "http://evil.example"})
    "the origin is 'http://evil.example'"
    >>> foreign("GET", {"host": "a", "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"})
    'the page of another site loads it (cross-site, no-cors)'
    """
    site = headers.get("sec-fetch-site", "none")
    origin = headers.get("origin")
    if method in ("GET", "HEAD"):
        mode, goal = headers.get("sec-fetch-mode", ""), headers.get("sec-fetch-dest", "document")
        if site in OURS or (mode == "navigate" and goal in ("document", "empty")):
            return ""
        return f"the page of another site loads it ({site}, {mode})"
    if origin is not None and not _same(origin, headers.get("host", "")):
        return f"the origin is {origin!r}"
    return "" if site in OURS else f"the page of another site sends it ({site})"


def _same(origin: str, host: str) -> bool:
    """Whether an origin has the host of the request; what lies between (TLS) may change the scheme.

    >>> _same("https://Bench.example.org", "bench.example.org:443"), _same("null", "null")
    (True, False)
    """
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    usual = DEFAULT_PORTS.get(parts.scheme)
    if usual is None or not parts.netloc or parts.path or "@" in parts.netloc:
        return False
    return parts.netloc.lower().removesuffix(usual) == host.lower().removesuffix(usual)
