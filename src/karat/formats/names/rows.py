"""Rows of a file of names, from lines with tabs: what each says, and what is wrong with it."""

import difflib
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from karat.files import phenomena
from karat.files.phenomena import ADVICE
from karat.model.errors import InputError, UsageError

LISTS = ("phenomena", "core", "errors")
COLUMNS = ("id", *LISTS, "sentence")
# What a list of names can say instead of names.
NOTHING, NO_OUTPUT = "(none)", "(no output)"
# Lines that begin with # and one of these words say something about the whole file.
ABOUT = ("inventory", "experimental", "new")

_PIECE = re.compile(r"[^,;]+")
_ABOUT = re.compile(r"#\s*([A-Za-z]+)\s*:(.*)")


class Problem(Exception):
    """A row cannot be read: what is wrong, what to do, and where (in characters of its text)."""

    def __init__(self, what: str, advice: str, at: int = 0) -> None:
        self.what, self.advice, self.at = what, advice, at


class Row(NamedTuple):
    """A sentence: where its row begins in the file, its id, and the names in its lists."""

    at: int
    id: str = ""
    lists: Mapping[str, Sequence[str]] = {}
    output: bool = True
    sentence: str = ""
    problem: Problem | None = None


@dataclass(frozen=True)
class About:
    """What a file says about all its sentences: the names that it could list, and which are new."""

    new: tuple[str, ...] = ()
    inventory: tuple[str, ...] = ()
    experimental: tuple[str, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The names that could be listed."""
        own = frozenset(self.new)
        return (frozenset(self.inventory) or phenomena.countable()) | own


@dataclass(frozen=True)
class Listed:
    """A file of names: the rows, the lists that it has, and what holds for all rows."""

    rows: Sequence[Row]
    lists: Sequence[str]
    about: About = field(default_factory=About)


def canonical(name: str, own: Collection[str], at: int = 0) -> str:
    try:
        return phenomena.canonical(name, own)
    except InputError as error:
        advice = f"{ADVICE}; a file can add names in a line: # new: {name}"
        raise Problem(str(error), advice, at) from None


def names_in(text: str, own: Collection[str] = ()) -> list[str]:
    """The names in a cell, between commas; without a comma, one name, or several between blanks.

    >>> names_in("Passive, relative clause"), names_in("proper noun"), names_in("passive raising")
    (['passive', 'relative-clause'], ['proper-noun'], ['passive', 'raising'])
    """
    pieces = [(found[0], found.start()) for found in _PIECE.finditer(text) if found[0].strip()]
    if len(pieces) == 1 and not re.search("[,;]", text):
        try:
            return [phenomena.canonical(text, own)]
        except InputError:
            pieces = [(found[0], found.start()) for found in re.finditer(r"\S+", text)]
    found = []
    for piece, at in pieces:
        start = at + len(piece) - len(piece.lstrip())
        found.append(canonical(piece.strip(), own, start))
    return found


def marker(text: str) -> str:
    """The word that a cell has instead of names: "(none)", also if empty, or "(no output)"; else ""."""
    said = " ".join(text.casefold().split())
    return NOTHING if not said else said if said in (NOTHING, NO_OUTPUT) else ""


def row(at: int, key: str, cells: Mapping[str, tuple[str, int]], own: Collection[str]) -> Row:
    """A row from its cells, each with its position in the row."""
    if not key.strip():
        raise Problem("a row without an id", "begin each line with the id of the sentence")
    lists, output = {}, True
    for name in LISTS:
        text, begin = cells.get(name, ("", 0))
        said = marker(text)
        if said == NO_OUTPUT:
            if name != "phenomena":
                raise Problem(f"{NO_OUTPUT} in the column {name}", "leave it empty", begin)
            output = False
        try:
            lists[name] = [] if said else names_in(text, own)
        except Problem as problem:
            raise Problem(problem.what, problem.advice, begin + problem.at) from None
    if len(lists["core"]) > 1:
        advice = "list the others in the column phenomena"
        raise Problem("a sentence has one core phenomenon", advice, cells["core"][1])
    lists["phenomena"] = list(dict.fromkeys([*lists["core"], *lists["phenomena"]]))
    return Row(at, key.strip(), lists, output, cells.get("sentence", ("", 0))[0])


def of_lines(text: bytes, path: str, own: Collection[str] = ()) -> Listed:
    """The rows of a file with one line per sentence: id, tab, names, and further columns."""
    about, rows = About(tuple(own)), list[Row]()
    columns: tuple[str, ...] = COLUMNS[:4]
    heading, widest = False, 2
    for at, line in _lines(text):
        place = partial(_place, path, text, at)
        if line.startswith("#"):
            about = _about(line, about, place)
            continue
        cells = line.split("\t")
        if not rows and not heading and cells[0].strip().casefold() == "id":
            columns, heading = _columns(cells, place), True
            continue
        widest = max(widest, len(cells))
        try:
            _require_utf8(text, at, line)
            rows.append(_of_cells(at, cells, columns, about.new))
        except Problem as problem:
            rows.append(Row(at, cells[0].strip(), problem=problem))
    given = columns if heading else columns[:widest]
    return Listed(rows, [name for name in LISTS if name in given], about)


def _lines(text: bytes) -> Iterator[tuple[int, str]]:
    at = 0
    for line in text.split(b"\n"):
        if line.strip():
            yield at, line.rstrip(b"\r").decode("utf-8", "replace")
        at += len(line) + 1


def _require_utf8(text: bytes, at: int, line: str) -> None:
    if (place := line.find("\ufffd")) >= 0 and not text.startswith(line.encode(), at):
        raise Problem("this is not UTF-8", "save the file as UTF-8", place)


def _place(path: str, text: bytes, at: int) -> str:
    """The file and the line of a byte."""
    line = text.count(b"\n", 0, at) + 1
    return f"{path}:{line}"


def _of_cells(at: int, cells: list[str], columns: Sequence[str], own: Collection[str]) -> Row:
    if len(cells) < 2:
        advice = f"write id, tab, names; {NOTHING} if the output shows none, {NO_OUTPUT} if there is none"
        raise Problem("a line without a tab", advice, len(cells[0]))
    if len(cells) > len(columns):
        advice = f"the columns are {', '.join(columns)}; a heading can name others"
        raise Problem(f"{len(cells)} columns", advice, len("\t".join(cells[: len(columns)])) + 1)
    begins = [len("\t".join(cells[:i])) + (i > 0) for i in range(len(cells))]
    named = dict(zip(columns, zip(cells, begins, strict=True), strict=False))
    return row(at, named.pop("id", ("", 0))[0], named, own)


def _columns(cells: list[str], place: Callable[[], str]) -> tuple[str, ...]:
    """The columns that a heading names."""
    found = tuple(cell.strip().casefold() for cell in cells)
    for name in found:
        if name not in COLUMNS or found.count(name) > 1:
            raise UsageError(
                f"{place()}: the heading has {name!r}; the columns are {', '.join(COLUMNS)}, each once"
            )
    return found


def _about(line: str, about: About, place: Callable[[], str]) -> About:
    """What a line with # says about the file; any other such line is a comment."""
    found = _ABOUT.match(line)
    if not found:
        return about
    word = found[1].casefold()
    if word not in ABOUT:
        if close := difflib.get_close_matches(word, ABOUT, 1, 0.75):
            raise InputError(
                f"{place()}: '# {found[1]}:' is not known; did you mean '# {close[0]}:'?"
            )
        return about
    text = found[2].strip()
    if word == "new":
        more = [piece.strip() for piece in re.split("[,;]", text) if piece.strip()]
        return About((*about.new, *more), about.inventory, about.experimental)
    try:
        if word == "experimental":
            return About(about.new, about.inventory, tuple(names_in(text, about.new)))
        listed = phenomena.inventory(text).names if phenomena.is_file(text) else ()
        names = listed or names_in(text, about.new)
        return About(about.new, tuple(sorted(names)), about.experimental)
    except Problem as problem:
        raise InputError(f"{place()}: {problem.what}\n{problem.advice}") from None
