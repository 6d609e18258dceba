"""A store as a server for others shows it: without command lines, and without the folders of files."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from karat.engine.tallied import Tallied
from karat.store.records import Board, Entry, KeptFile, RunLine, StoredRun
from karat.store.store import Store

# A path from the root, from here or from home; a fraction such as 661/736 is none.
_PATH = re.compile(r"(?<![\w.~/\\:-])(?:~|\.{1,2}|[A-Za-z]:)?[\\/][^\s'\"]+")


def last_part(path: str) -> str:
    r"""The last part of a path of any system.

    >>> last_part("/home/ada/gold.mrg"), last_part(r"C:\data\gold.mrg"), last_part("gold.mrg")
    ('gold.mrg', 'gold.mrg', 'gold.mrg')
    """
    return PureWindowsPath(path).name if "\\" in path else PurePosixPath(path).name or path


class Discreet(Store):
    """A store in which nobody sees where files were, and what was typed."""

    def runs(
        self, *, text: str = "", tag: str = "", kind: str = "", limit: int = 50, offset: int = 0
    ) -> list[RunLine]:
        """As in Store; only what is shown is searched, so that nobody can guess the rest."""
        if not text:
            return [
                _line(one) for one in super().runs(tag=tag, kind=kind, limit=limit, offset=offset)
            ]
        every = map(_line, super().runs(text=text, tag=tag, kind=kind, limit=0))
        return [one for one in every if _has(one, text.casefold())][offset:][: limit or None]

    def run(self, key: str) -> StoredRun:
        """As in Store."""
        found = super().run(key)
        document = _without(found.document, [one.path for one in found.files])
        return replace(
            found, line=_line(found.line), document=document, files=list(map(_file, found.files)),
            entries=list(map(_entry, found.entries)),
        )  # fmt: skip

    def entries(self, board: str, **asked: Any) -> list[Entry]:
        """As in Store."""
        return list(map(_entry, super().entries(board, **asked)))

    def several(self, keys: Sequence[str]) -> list[Entry]:
        """As in Store."""
        return list(map(_entry, super().several(keys)))

    def boards(self) -> list[Board]:
        """As in Store."""
        return [one._replace(gold=last_part(one.gold)) for one in super().boards()]

    def printed(self, keys: Sequence[str]) -> dict[str, Any]:
        """As in Store."""
        return {key: _without(one) for key, one in super().printed(keys).items()}

    def derived(self, key: str) -> Any | None:
        """As in Store; another server may have kept it with paths."""
        return _without(super().derived(key))

    def tallied(self, keys: Sequence[str]) -> list[Tallied]:
        """As in Store."""
        return [
            one._replace(run=replace(one.run, gold=last_part(one.run.gold)))
            for one in super().tallied(keys)
        ]

    def result(self, key: str) -> Mapping[str, Any]:
        """As in Store."""
        found: Mapping[str, Any] = _without(super().result(key))
        return found


def _line(line: RunLine) -> RunLine:
    return replace(line, command="", gold=last_part(line.gold))


def _has(one: RunLine, text: str) -> bool:
    return any(text in part.casefold() for part in (one.id, one.name, one.gold, *one.systems))


def _entry(one: Entry) -> Entry:
    return replace(one, notes=list(map(without_folders, one.notes)))


def without_folders(note: str) -> str:
    """A note in which paths are only their last parts.

    >>> without_folders("/home/ada/gold.mrg:3:1: 2/3 of '/x/y/b.mrg', see and/or")
    "gold.mrg:3:1: 2/3 of 'b.mrg', see and/or"
    """
    return _PATH.sub(lambda found: last_part(found[0]), note)


def _file(one: KeptFile) -> KeptFile:
    """A file by its name; a system keeps the name under which it has results."""
    name = one.name if one.role == "system" else last_part(one.name)
    return one._replace(name=name, path=last_part(one.path))


def _without(value: Any, paths: Sequence[str] = ()) -> Any:
    """JSON without command lines; known paths, and whatever is called a path, are names.

    >>> _without({"gold": {"path": "/x/gold.mrg"}, "notes": ["/x/a.mrg: odd"], "f1": 0.5}, ["/x/a.mrg"])
    {'gold': {'path': 'gold.mrg'}, 'notes': ['a.mrg: odd'], 'f1': 0.5}
    """
    if isinstance(value, Mapping):
        return {
            key: last_part(one) if key == "path" and isinstance(one, str) else _without(one, paths)
            for key, one in value.items()
            if key != "command"
        }
    if isinstance(value, list | tuple):
        return [_without(one, paths) for one in value]
    if isinstance(value, str):
        for path in sorted(paths, key=len, reverse=True):
            value = value.replace(path, last_part(path))
    return value
