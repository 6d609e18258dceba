"""Treebanks that agreement is measured on: folders of trees and dependencies of the same sentences.

A folder has ``const/NAME.ptb`` and ``dep/NAME.conllu`` with the same sentences, or only files of trees,
or only files of dependencies, in these folders or directly in it. A document is a file, or what begins
with ``# newdoc id`` in a file of dependencies without trees beside it.

Every document is on one of two sides. Its name decides: if the first digit of its SHA-256 is 0 to 7, it
is ``open``, and may be read while rules are written; otherwise it is set ``aside``. The names in
``agreement.toml`` were read before there were sides, so they are open whatever their hash.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import karat
from karat.model.errors import InputError

OPEN, ASIDE = "open", "aside"
SEEN = frozenset(
    tomllib.loads((Path(__file__).parent / "agreement.toml").read_text("utf-8"))["seen"]["names"]
)
TREES = (".ptb", ".mrg")
GRAPHS = (".conllu",)
_NEW = re.compile(r"^(?=# newdoc id = (.+)$)", re.MULTILINE)


@dataclass(frozen=True)
class Document:
    """The text of a document; one of the two may be empty."""

    treebank: str
    name: str
    side: str
    trees: str
    graphs: str


def documents(folders: Sequence[Path], sides: dict[Path, str]) -> list[Document]:
    """All documents of some folders; ``sides`` says for whole folders which side they are on."""
    found = [one for folder in folders for one in _documents(folder, sides.get(folder))]
    for name, count in Counter(one.name for one in found).items():
        if count > 1:
            raise InputError(f"the document {name} is there {count} times; give each document once")
    return found


def side_of(name: str) -> str:
    """The side of a document.

    >>> side_of("GUM_news_homeopathic"), side_of("no such document")
    ('open', 'aside')
    """
    return OPEN if name in SEEN or sha256(name.encode()).hexdigest()[0] < "8" else ASIDE


def _documents(folder: Path, side: str | None) -> Iterator[Document]:
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder; give a folder with const and dep in it")
    trees, graphs = _files(folder, "const", TREES), _files(folder, "dep", GRAPHS)
    if not trees and not graphs:
        raise InputError(
            f"{folder} has no trees ({', '.join(TREES)}) and no dependencies "
            f"({', '.join(GRAPHS)}), neither directly nor in const and dep"
        )
    if trees and graphs and trees.keys() != graphs.keys():
        alone = sorted(trees.keys() ^ graphs.keys())
        raise InputError(
            f"{folder}: {alone[0]} has only {'trees' if alone[0] in trees else 'dependencies'}; "
            "every document needs both, or no document both"
        )
    for name in sorted(trees | graphs):
        pair = [_text(files[name]) if name in files else "" for files in (trees, graphs)]
        if all(pair):
            _same(trees[name], graphs[name])
        split = [(name, pair[1])] if trees else _split(name, pair[1])
        for own, text in split:
            yield Document(folder.name, own, side or side_of(own), pair[0], text)


def _files(folder: Path, kind: str, endings: tuple[str, ...]) -> dict[str, Path]:
    inner = folder / kind
    paths = sorted((inner if inner.is_dir() else folder).iterdir())
    return {path.stem: path for path in paths if path.suffix in endings}


def _text(path: Path) -> str:
    """The text of a file in which every sentence can be read."""
    fault = next(karat.read(path).errors(), None)
    if fault:
        raise fault
    return path.read_text("utf-8", errors="surrogateescape")


def _split(name: str, text: str) -> list[tuple[str, str]]:
    starts = [(found.start(), found[1].strip()) for found in _NEW.finditer(text)]
    if not starts:
        return [(name, text)]
    ends = [start for start, _ in starts[1:]] + [len(text)]
    return [(own, text[start:end]) for (start, own), end in zip(starts, ends, strict=True)]


def _same(trees: Path, graphs: Path) -> None:
    count = len(karat.read(trees)), len(karat.read(graphs))
    if count[0] != count[1]:
        raise InputError(
            f"{trees} has {count[0]} sentences and {graphs} {count[1]}; they must have the same"
        )
