"""Which program a run used: hashes of the program and of its grammar files, if they can be found.

>>> changed({"parser": "1f", "old.dict": "2e"}, {"parser": "9c", "new.dict": "2e"})
['parser has changed', 'old.dict is no longer used', 'new.dict is new']
"""

import hashlib
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

# Characters that may separate words inside an argument, as in sh -c 'parser | filter'.
_SEPARATORS = re.compile(r"[\s=|;&<>()'\"]+")


def seen(words: Sequence[str]) -> dict[str, Path]:
    """The files in a command: its program, and every file named by an argument or inside one.

    >>> list(seen(["sh", "-c", "cat /no/such/file"]))
    ['sh']
    """
    found = {}
    if words and (program := shutil.which(words[0])):
        found[words[0]] = Path(program)
    for word in words[1:]:
        for piece in (word, *_SEPARATORS.split(word)):
            if piece and _is_file(Path(piece)):
                found[piece] = Path(piece)
    return found


def under(name: str, place: Path) -> dict[str, Path]:
    """A file, or all files of a folder, under names that begin with ``name``."""
    if not place.is_dir():
        return {name: place} if _is_file(place) else {}
    files = sorted(one for one in place.rglob("*") if _is_file(one))
    return {f"{name}/{one.relative_to(place).as_posix()}": one for one in files}


def hashes(files: Mapping[str, Path]) -> dict[str, str]:
    """The hash of each file; one that cannot be read is left out."""
    return dict(_hashed(files))


def changed(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """What differs between two sets of hashes, in words."""
    if not before and now:
        return ["it does not say which program it used"]
    said = [f"{name} has changed" for name in before if now.get(name, before[name]) != before[name]]
    said += [f"{name} is no longer used" for name in before if name not in now]
    return said + [f"{name} is new" for name in now if name not in before]


def _hashed(files: Mapping[str, Path]) -> Iterator[tuple[str, str]]:
    for name, path in files.items():
        try:
            with path.open("rb") as stream:
                yield name, hashlib.file_digest(stream, "sha256").hexdigest()
        except OSError:
            continue


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
