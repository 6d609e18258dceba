"""What the store keeps, as values: runs, their entries, files, tags and comments.

A *run* is one command that was saved. An *entry* is one of its results: a system under a scheme, with
the counts of every sentence. Entries that were made in the same way against the same gold are on one
*board*; these, and only these, can be compared with each other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from karat.engine.tallied import Tallied
from karat.model.documents import Documents

KINDS = ("score", "compare", "suite", "recognise")
# What a file is for a run: its gold, one of its systems, a suite, or the native output of a parser.
ROLES = ("gold", "system", "suite", "output")


@dataclass(frozen=True)
class NewFile:
    """A file of a run that is to be saved; ``content`` is None if only its place and hash are kept.

    ``name`` is what the run calls it, for a system the name of the system; ``options`` is how it was read
    (format, layout, views, lenient).
    """

    role: str
    name: str
    path: str
    sha256: str
    size: int
    content: bytes | None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class NewEntry:
    """A result that is to be saved: a system under a scheme, with the counts of every sentence.

    ``recipe`` says how it was made, as in files of rows; ``result`` is the JSON of its Score, intervals
    included.
    """

    tallied: Tallied
    recipe: str
    result: Mapping[str, Any]


@dataclass(frozen=True)
class NewRun:
    """A run that is to be saved; ``document`` is the JSON that the command prints.

    ``documents`` are those of gold, if it names any: with them, entries can be compared by document.
    """

    kind: str
    name: str
    command: str
    document: Mapping[str, Any]
    files: Sequence[NewFile] = ()
    entries: Sequence[NewEntry] = ()
    tags: Sequence[str] = ()
    documents: Documents | None = None


class KeptFile(NamedTuple):
    """A file of a saved run; ``kept`` says whether its content is in the store."""

    role: str
    name: str
    path: str
    sha256: str
    size: int
    kept: bool
    options: Mapping[str, Any]


class Comment(NamedTuple):
    """What somebody wrote about a run."""

    number: int
    created: str
    author: str
    text: str


@dataclass(frozen=True)
class Entry:
    """A saved result without the counts of its sentences. ``id`` is the run's id, a dot and a number."""

    id: str
    run: str
    run_name: str
    created: str
    board: str
    system: str
    scheme: str
    recipe: str
    signature: str
    main: str
    measures: Mapping[str, float | None]
    intervals: Mapping[str, tuple[float, float] | None]
    counts: Mapping[str, int]
    sentences: Mapping[str, int]
    notes: Sequence[str]
    tags: Sequence[str] = ()


@dataclass(frozen=True)
class RunLine:
    """A saved run as one line of a list."""

    id: str
    name: str
    kind: str
    created: str
    version: str
    command: str
    gold: str
    systems: Sequence[str]
    schemes: Sequence[str]
    tags: Sequence[str]
    comments: int


@dataclass(frozen=True)
class StoredRun:
    """A saved run with everything but contents of files and counts of sentences."""

    line: RunLine
    document: Mapping[str, Any]
    files: Sequence[KeptFile]
    entries: Sequence[Entry]
    comments: Sequence[Comment]


class Board(NamedTuple):
    """The entries that can be compared with each other: one gold, one scheme, one way of reading."""

    id: str
    gold: str
    gold_sha256: str
    scheme: str
    recipe: str
    main: str
    entries: int
    newest: str
    best: float | None


class Place(NamedTuple):
    """An entry on a board by its names, and the one figure by which entries are ordered."""

    entry: str
    system: str
    run_name: str
    tags: Sequence[str]
    value: float | None = None


class Point(NamedTuple):
    """A figure of one entry in the history of a board; ``scored`` of ``total`` sentences have a score."""

    entry: str
    run_name: str
    created: str
    system: str
    value: float | None
    low: float | None
    high: float | None
    scored: int
    total: int
