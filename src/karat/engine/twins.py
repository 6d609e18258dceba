"""Files with the same content: gold that is given as a system too, or one system given twice.

Only files of the same size can be twins, so nothing else is read again; a pipe is hashed while it is
read. What counts is the content after decompression.
"""

import os
from collections.abc import Sequence
from contextlib import closing

from karat.files.remote import is_url
from karat.files.source import Source

SAME_AS_GOLD = (
    "the system's file has the same content as gold, so the figures say nothing about a parser; is it "
    "the right file?"
)
_TWICE = " is given twice"
_RIGHT = "; is it the right file?"


def readable_again(path: str) -> bool:
    """Whether a file can be read a second time; a pipe cannot."""
    return is_url(path) or os.path.isfile(path)


def twins(files: Sequence[Source], gold_sha256: str) -> dict[int, frozenset[int]]:
    """For each file that has the content of others before it, these files; gold is 0.

    All files must have been read to the end.
    """
    known: dict[tuple[int, str], list[int]] = {}
    found: dict[int, frozenset[int]] = {}
    sizes = [file.position for file in files]
    for at, file in enumerate(files):
        if file.position and sizes.count(file.position) > 1:
            digest = _digest(file) if at else gold_sha256
            others = known.setdefault((file.position, digest), [])
            if others:
                found[at] = frozenset(others)
            others.append(at)
    return found


def same_files(paths: Sequence[str]) -> list[str]:
    """What a report says of files that have the content of one before them; pipes are not looked at."""
    sizes = [os.path.getsize(path) if os.path.isfile(path) else 0 for path in paths]
    first, found = dict[str, int](), list[str]()
    for at, path in enumerate(paths):
        if sizes[at] and sizes.count(sizes[at]) > 1:
            other = first.setdefault(content_hash(path), at)
            found += [_twice(path, paths[other])] if other != at else []
    return found


def _digest(file: Source) -> str:
    """The hash of the content of a file that was read to its end."""
    return content_hash(file.path) or file.sha256()


def content_hash(path: str) -> str:
    """The hash of the content of a file; empty if it could not be read again."""
    if not readable_again(path):
        return ""
    with closing(Source(path, hashed=True)) as again:
        while len(again.read(1 << 20)):
            pass
        return again.sha256()


def said(paths: Sequence[str], at: int, other: int) -> str:
    """What a report says of a system with the content of another file."""
    return _twice(paths[at], paths[other]) if other else SAME_AS_GOLD


def _twice(path: str, other: str) -> str:
    if path == other:
        return f"{path}{_TWICE}"
    return f"{path} has the same content as {other}{_RIGHT}"


def is_said(note: str) -> bool:
    """Whether a note is about files with the same content."""
    return note == SAME_AS_GOLD or note.endswith((_TWICE, _RIGHT))
