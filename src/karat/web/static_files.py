"""Files that pages load: style sheets, scripts. All are in memory; no path from a request is ever opened.

The address of a file has a hash over all files, so a browser may keep it for ever, and scripts may import
each other by relative names.
"""

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

KINDS = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
# The report and the workbench are one product: they have the same style.
SHARED = ("page.css", "draw.css", "history.css")


class Static(NamedTuple):
    """A file and its media type."""

    kind: str
    content: bytes


@cache
def table() -> dict[str, Static]:
    """All files by their names, such as ``vendor/htmx-2.0.11.min.js``."""
    found = dict(_within(files("karat.web") / "static", ""))
    report = files("karat.reports.html")
    return found | {name: _file(report / name) for name in SHARED}


@cache
def version() -> str:
    """Eight hexadecimal digits that change with any file."""
    digest = hashlib.sha256()
    for name, one in sorted(table().items()):
        digest.update(f"{name} {len(one.content)}\n".encode() + one.content)
    return digest.hexdigest()[:8]


def address(name: str) -> str:
    """Where a file is served, below the base path.

    >>> import re
    >>> bool(re.fullmatch("/static/[0-9a-f]{8}/page.css", address("page.css")))
    True
    """
    if name not in table():
        raise KeyError(f"there is no static file {name}; there are: {', '.join(sorted(table()))}")
    return f"/static/{version()}/{name}"


def _within(folder: Traversable, before: str) -> list[tuple[str, Static]]:
    found = []
    for one in folder.iterdir():
        if one.is_dir():
            found += _within(one, f"{before}{one.name}/")
        elif one.name.rpartition(".")[2] in KINDS:
            found.append((before + one.name, _file(one)))
    return found


def _file(place: Traversable) -> Static:
    return Static(KINDS[place.name.rpartition(".")[2]], place.read_bytes())
