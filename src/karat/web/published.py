"""What others see of runs on a server that is published: figures and names, but not where files were.

A server is published if it is read-only or shows figures only. Then a path is only its last part, there are
no command lines, and the JSON that a command printed is left out: it has paths, and for suites also words.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from starlette.requests import Request

from karat.store.records import Board, Entry, Place, Point, RunLine, StoredRun
from karat.web.rendering import settings

# A path from the root, from here or from home; a fraction such as 661/736 is none.
_PATH = re.compile(r"(?<![\w.~/\\:-])(?:~|\.{1,2}|[A-Za-z]:)?[\\/][^\s'\"]+")


def is_public(request: Request) -> bool:
    """Whether this server is published."""
    found = settings(request)
    return found.read_only or found.figures_only


def last(path: str) -> str:
    """The last part of a path.

    >>> last("/home/ada/gold.mrg"), last("C:\\\\data\\\\gold.mrg"), last("gold.mrg"), last("data/")
    ('gold.mrg', 'gold.mrg', 'gold.mrg', 'data')
    """
    return re.split(r"[\\/]", path.rstrip("\\/"))[-1]


def without_folders(text: str) -> str:
    """A note in which paths are only their last parts.

    >>> without_folders("/home/ada/gold.mrg:3:1: 2/3 of '/x/y/b.mrg', see and/or")
    "gold.mrg:3:1: 2/3 of 'b.mrg', see and/or"
    """
    return _PATH.sub(lambda found: last(found[0]), text)


def board(request: Request, one: Board) -> Board:
    return one._replace(gold=last(one.gold)) if is_public(request) else one


def place(request: Request, one: Place) -> Place:
    return one._replace(system=last(one.system)) if is_public(request) else one


def point(request: Request, one: Point) -> Point:
    return one._replace(system=last(one.system)) if is_public(request) else one


def entry(request: Request, one: Entry) -> Entry:
    if not is_public(request):
        return one
    return replace(one, system=last(one.system), notes=list(map(without_folders, one.notes)))


def line(request: Request, one: RunLine) -> RunLine:
    if not is_public(request):
        return one
    return replace(one, command="", gold=last(one.gold), systems=list(map(last, one.systems)))


def run(request: Request, one: StoredRun) -> StoredRun:
    """A run without its paths, its command and what the command printed."""
    if not is_public(request):
        return one
    files = [
        file._replace(name=last(file.name), path=last(file.path), kept=False, options={})
        for file in one.files
    ]
    entries = [entry(request, each) for each in one.entries]
    return replace(one, line=line(request, one.line), document={}, files=files, entries=entries)


def document(request: Request, found: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of a comparison; the names of its systems are those of entries that are published."""
    if not is_public(request):
        return dict(found)
    systems = [
        one | {"results": [_without(result) for result in one["results"]]}
        for one in found["systems"]
    ]
    gold = found["gold"] | {"path": last(found["gold"]["path"])}
    return {**_without(found), "gold": gold, "systems": systems}


def _without(found: Mapping[str, Any]) -> dict[str, Any]:
    return {**found, "notes": list(map(without_folders, found["notes"]))}
