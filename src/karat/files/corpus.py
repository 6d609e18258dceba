"""A corpus of several files: a folder, a glob, or a list of files."""

import glob
import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from karat.files.remote import files_at, is_url
from karat.files.resources import content
from karat.files.source import COMPRESSED
from karat.model.errors import InputError

# What a list of files begins with on the command line, and what a line of it that names no file begins with.
_LIST = "@"
_COMMENT = "#"
# A list of files may have so many bytes: some millions of names.
_LONGEST_LIST = 1 << 28
# What stands for any number of folders in a glob.
_ALL = "**"


def is_corpus(text: str) -> bool:
    """Whether this stands for files that must be looked up; what exists as a file is a file."""
    if os.path.isfile(text):
        return False
    if is_url(text) and text.endswith("/"):
        return True
    return os.path.isdir(text) or text.startswith(_LIST) or glob.has_magic(text)


def files(text: str) -> tuple[str, ...]:
    """The files of a corpus, sorted by name, or in the order of a list; a file is a corpus of its own.

    Those of a folder are all files below it; hidden files and folders are left out, and links are
    followed. A list has one file per line, as seen from the current folder; empty lines and lines that begin
    with # do not count. What cannot be taken is refused, because nobody would miss its sentences.

    >>> files("gold.mrg")
    ('gold.mrg',)
    """
    if not is_corpus(text):
        return (text,)
    if is_url(text):
        found = files_at(text)
    elif os.path.isdir(text):
        found = sorted(_below(text, {}))
    elif text.startswith(_LIST):
        found = _listed(text.removeprefix(_LIST))
    else:
        found = sorted(_fitting(text))
    if not found:
        raise InputError(f"{text}: there are no files")
    if not text.startswith(_LIST):
        _refuse_copies(found)
    return tuple(found)


def unpacked(path: str) -> str:
    """A path without the ending for compression.

    >>> unpacked("gold/a.mrg.GZ"), unpacked("gold/a.mrg")
    ('gold/a.mrg', 'gold/a.mrg')
    """
    packed = next((end for end in COMPRESSED if path.lower().endswith(end)), "")
    return path[: len(path) - len(packed)]


def hash_of_files(hashes: Sequence[str]) -> str:
    """The hash of a file; of several files the hash of their hashes, one per line."""
    if len(hashes) == 1:
        return hashes[0]
    return sha256("".join(f"{one}\n" for one in hashes).encode()).hexdigest()


def _fitting(text: str) -> Iterator[str]:
    """The files that fit a glob, each once; folders that fit are refused, unless ** takes what is in them."""
    found = {os.path.normpath(path): path for path in glob.glob(text, recursive=True)}
    known: dict[str, str] = {}
    for path in found.values():
        if os.path.basename(path).startswith(".") or not os.path.basename(path):
            continue
        if not os.path.isdir(path):
            _refuse_again(os.path.dirname(path) or ".", known)
            yield _file(path)
        elif _ALL not in text.split("/"):
            raise InputError(
                f"{path}: {text} fits this folder too; ** stands for all files below a folder, and an "
                "ending, as in *.mrg, is for files only"
            )


def _below(folder: str, known: dict[str, str]) -> Iterator[str]:
    """The files below a folder, but for hidden ones; ``known`` has the folders that were seen before."""
    _refuse_again(folder, known)
    try:
        names = os.listdir(folder)
    except OSError as error:
        raise InputError(f"{folder}: this folder cannot be read: {error.strerror}") from None
    for name in names:
        path = os.path.join(folder, name)
        if name.startswith("."):
            continue
        if os.path.isdir(path):
            yield from _below(path, known)
        else:
            yield _file(path)


def _refuse_again(folder: str, known: dict[str, str]) -> None:
    """Refuse a folder that a link has led to before."""
    before = known.setdefault(os.path.realpath(folder), folder)
    if before != folder:
        raise InputError(
            f"{folder}: this is the folder {before} again, through a link, so its sentences would count "
            "twice; delete the link, or write a list of files"
        )


def _refuse_copies(paths: Sequence[str]) -> None:
    """Refuse a file that is probably the same as another one, but compressed."""
    known: dict[str, str] = {}
    for path in paths:
        if (before := known.setdefault(unpacked(path), path)) != path:
            raise InputError(
                f"{before} and {path} look like copies of one file, whose sentences would count twice; "
                "delete one of them, or write a list of files"
            )


def _file(path: str) -> str:
    """A path that a folder or a glob has, if it is a file."""
    if os.path.isfile(path):
        return path
    if os.path.islink(path):
        raise InputError(f"{path}: this link leads to {os.readlink(path)}, where there is no file")
    raise InputError(f"{path}: this is not a file, but a pipe or a device; leave it out")


def _listed(path: str) -> list[str]:
    try:
        lines = content(path, _LONGEST_LIST).decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InputError(f"{path}: cannot be read: {why}") from None
    found: dict[str, tuple[int, str]] = {}
    for number, name in enumerate(map(str.strip, lines), 1):
        if name and not name.startswith(_COMMENT):
            _refuse_unseen(path, number, name)
            before = found.setdefault(os.path.normpath(name), (number, name))
            if before[0] != number:
                raise InputError(
                    f"{path}:{number}: {name} is in line {before[0]} already; its sentences would count twice"
                )
    return [name for _, name in found.values()]


def _refuse_unseen(path: str, number: int, name: str) -> None:
    """Refuse a file that is not where a list says, while the list is still known."""
    if is_url(name) or os.path.isfile(name):
        return
    if os.path.isdir(name):
        raise InputError(f"{path}:{number}: {name} is a folder; a list names files")
    beside = os.path.isfile(Path(path).parent / name)
    why = ", only beside the list; names are seen from the current folder" if beside else ""
    raise InputError(f"{path}:{number}: there is no file {name}{why}")
