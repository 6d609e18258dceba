"""A corpus of several files: a folder, a glob, or a list of files."""

import glob
import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from karat.files.remote import files_at, is_url
from karat.model.errors import InputError

# What a list of files begins with on the command line.
_LIST = "@"


def is_corpus(text: str) -> bool:
    """Whether this stands for files that must be looked up; what exists as a file is a file."""
    if os.path.isfile(text):
        return False
    if is_url(text) and text.endswith("/"):
        return True
    return os.path.isdir(text) or text.startswith(_LIST) or glob.has_magic(text)


def files(text: str) -> tuple[str, ...]:
    """The files of a corpus, sorted by name, or in the order of a list; a file is a corpus of its own.

    In a folder, hidden files and folders are left out. A list has one file per line; empty lines do not
    count.

    >>> files("gold.mrg")
    ('gold.mrg',)
    """
    if not is_corpus(text):
        return (text,)
    if is_url(text):
        found = files_at(text)
    elif os.path.isdir(text):
        found = sorted(str(path) for path in Path(text).iterdir() if _counts(path))
    elif text.startswith(_LIST):
        found = _listed(text.removeprefix(_LIST))
    else:
        found = sorted(path for path in glob.glob(text, recursive=True) if _counts(Path(path)))
    if not found:
        raise InputError(f"{text}: there are no files")
    return tuple(found)


def paired(gold: str, systems: Sequence[str]) -> list[tuple[str, ...]]:
    """The files of gold, each with those of the systems that have the same sentences, in order."""
    golds = files(gold)
    others = [files(system) for system in systems]
    for system, some in zip(systems, others, strict=True):
        if len(some) != len(golds):
            raise InputError(
                f"{system}: {len(some)} files, but {gold} has {len(golds)}; every file of gold needs one, "
                "in the same order"
            )
    return list(zip(golds, *others, strict=True))


def hash_of_files(hashes: Sequence[str]) -> str:
    """The hash of a file; of several files the hash of their hashes, one per line."""
    if len(hashes) == 1:
        return hashes[0]
    return sha256("".join(f"{one}\n" for one in hashes).encode()).hexdigest()


def _counts(path: Path) -> bool:
    return path.is_file() and not path.name.startswith(".")


def _listed(path: str) -> list[str]:
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InputError(f"{path}: cannot be read: {why}") from None
    return [line.strip() for line in lines if line.strip()]
