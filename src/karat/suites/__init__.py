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


def load(name: str, format: str | None = None) -> "Suite":  # noqa: A002  # the option's name
    """A suite: one that comes with karat, a file of items, text or trees, or a folder.

    A folder is an [incr tsdb()] profile, has a file items.toml, or has files of text or trees.

    >>> load("tam2008").items[1].sentence
    'John gives Mary a flower'
    """
    from karat.files.source import is_pipe
    from karat.model.errors import InputError, unknown
    from karat.suites import corpora, files, tsdb

    path = Path(name)
    if path.is_dir():
        if tsdb.is_profile(path):
            return tsdb.read(path)
        if (path / "items.toml").is_file():
            return files.read(path / "items.toml")
        if found := corpora.read_folder(path):
            return found
        if name not in bundled():
            said = "this folder has neither items.toml nor relations, nor files of text or trees"
            raise InputError(f"{name}: {said}")
    if is_pipe(name) or path.is_file():
        known = path.suffix in files.EXTENSIONS and format is None
        return files.read(path) if known else corpora.read(name, format)
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
