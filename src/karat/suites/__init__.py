"""Test suites: items with judgements and phenomena, runs of parsers, and their evaluation."""

from pathlib import Path
from typing import TYPE_CHECKING

from karat.files.resources import data

if TYPE_CHECKING:
    from karat.suites.items import Suite


def bundled() -> list[str]:
    """The suites that come with karat.

    >>> "tam2008" in bundled()
    True
    """
    return sorted(one.parent.name for one in data("suites").glob("*/items.toml"))


def load(name: str) -> "Suite":
    """A suite: one that comes with karat, a file (.toml, .jsonl, .tsv), or an [incr tsdb()] folder.

    >>> load("tam2008").items[1].sentence
    'John gives Mary a flower'
    """
    from karat.model.errors import InputError, unknown
    from karat.suites import files, tsdb

    path = Path(name)
    if path.is_dir():
        if tsdb.is_profile(path):
            return tsdb.read(path)
        if (path / "items.toml").is_file():
            return files.read(path / "items.toml")
        if name not in bundled():
            raise InputError(f"{name}: this folder has neither items.toml nor relations")
    if path.is_file():
        return files.read(path)
    if name in bundled():
        return files.read(data("suites", name, "items.toml"))
    if path.suffix or "/" in name:
        raise InputError(f"{name}: there is no such file")
    raise unknown("suite", name, bundled())


def folder(name: str) -> Path:
    """The folder of a suite's files, where gold analyses may be."""
    path = Path(name)
    if name in bundled() and not path.exists():
        return data("suites", name)
    return path if path.is_dir() else path.parent
