"""A corpus of several files: a folder, a glob, or a list of files."""

import glob
import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from karat.files.remote import files_at, is_url
from karat.model.errors import InputError

# What a list of files begins with on the command line, and what a line of it that names no file begins with.
_LIST = "@"
_COMMENT = "#"


def is_corpus(text: str) -> bool:
    """Whether this stands for files that must be looked up; what exists as a file is a file."""
    if os.path.isfile(text):
        return False
    if is_url(text) and text.endswith("/"):
        return True
    return os.path.isdir(text) or text.startswith(_LIST) or glob.has_magic(text)


def files(text: str) -> tuple[str, ...]:
    """The files of a corpus, sorted by name, or in the order of a list; a file is a corpus of its own.

    Those of a folder are all files below it; hidden files and folders are left out. A list has one file
    per line, as seen from the current folder; empty lines and lines that begin with # do not count.

    >>> files("gold.mrg")
    ('gold.mrg',)
    """
    if not is_corpus(text):
        return (text,)
    if is_url(text):
        found = files_at(text)
    elif os.path.isdir(text):
        found = sorted(_below(text))
    elif text.startswith(_LIST):
        found = _listed(text.removeprefix(_LIST))
    else:
        found = sorted(path for path in glob.glob(text, recursive=True) if _counts(Path(path)))
    if not found:
        raise InputError(f"{text}: there are no files")
    return tuple(found)


def hash_of_files(hashes: Sequence[str]) -> str:
    """The hash of a file; of several files the hash of their hashes, one per line."""
    if len(hashes) == 1:
        return hashes[0]
    return sha256("".join(f"{one}\n" for one in hashes).encode()).hexdigest()


def _counts(path: Path) -> bool:
    return path.is_file() and not path.name.startswith(".")


def _below(folder: str) -> Iterator[str]:
    """The files below a folder, but for hidden ones."""
    for here, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (str(path) for name in names if _counts(path := Path(here, name)))


def _listed(path: str) -> list[str]:
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InputError(f"{path}: cannot be read: {why}") from None
    found = [line.strip() for line in lines]
    for number, name in enumerate(found, 1):
        if name and not name.startswith(_COMMENT):
            _refuse_unseen(path, number, name)
    return [name for name in found if name and not name.startswith(_COMMENT)]


def _refuse_unseen(path: str, number: int, name: str) -> None:
    """Refuse a file that is not where a list says, while the list is still known."""
    if is_url(name) or os.path.isfile(name):
        return
    if os.path.isdir(name):
        raise InputError(f"{path}:{number}: {name} is a folder; a list names files")
    beside = os.path.isfile(Path(path).parent / name)
    why = ", only beside the list; names are seen from the current folder" if beside else ""
    raise InputError(f"{path}:{number}: there is no file {name}{why}")
