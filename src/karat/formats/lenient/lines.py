"""The lines of a file of answers: fences, numbers, prose, refusals, blank lines, and what is left."""

import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache
from typing import NamedTuple, TypeAlias

from karat.formats.lenient.repair import lexicon, refuses

_FENCE = re.compile(rb"\s*+(?:```+|~~~+)\s*+[\w+-]*+\s*+$")
_SENT_ID = re.compile(rb"#\s*+sent_id\s*+[=:](.*)")


class Kind(StrEnum):
    """What a line of a file of answers is; a tree may take several lines."""

    BLANK = "blank"
    CONTENT = "content"
    FENCE = "fence"
    HEADER = "header"
    PROSE = "prose"
    REFUSAL = "refusal"
    SENT_ID = "sent_id"
    THOUGHT = "thought"
    TREE = "tree"


class Line(NamedTuple):
    """A line of the file: its offset, what it is, its text, and the number that it gives an answer.

    The text of a numbered line is what follows the number.
    """

    at: int
    kind: str
    text: bytes
    number: str | None = None


@cache
def _numbering() -> re.Pattern[bytes]:
    """A number before an answer: ``1.``, ``2)``, ``(3)``, ``Sentence 4:``, ``### 5``, ``**6.**``."""
    words = "|".join(re.escape(word) for word in lexicon()["numbered"])
    named = (
        rf"(?:[#*_>\s-]*)(?:{words})\s*+(?:no\.?\s*+)?[#\[(]?\s*+(\d+)\s*+(?:[\])]|\*\*)*"
        r"\s*+(?:[.):*_-]+|(?=[(\[{])|$)"
    )
    marked = r"[>\s]*#+\s*(\d+)\s*(?:[.):]+|$|(?=\s))"
    plain = r"[*_>\s-]*(?:\((\d+)\)|\[(\d+)\]|(\d+)\s*[.):](?=[\s*_(\[{]|$))[*_]*"
    return re.compile(f"(?:{named}|{marked}|{plain})[*_:]*\\s*".encode(), re.IGNORECASE)


@cache
def _thoughts() -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """Where a model begins and ends to talk to itself."""
    words = "|".join(map(re.escape, lexicon()["thoughts"]))
    return (
        re.compile(rf"^\s*<(?:{words})>".encode(), re.IGNORECASE),
        re.compile(rf"</(?:{words})>\s*$".encode(), re.IGNORECASE),
    )


def numbered(line: bytes) -> tuple[str, int] | None:
    """The number with which a line begins, and how long this beginning is.

    >>> numbered(b"1. (S"), numbered(b"**Sentence 2:** Dogs"), numbered(b"### 3"), numbered(b"12 dogs")
    (('1', 3), ('2', 16), ('3', 5), None)
    """
    found = _numbering().match(line)
    if not found:
        return None
    return next(group for group in found.groups() if group).decode(), found.end()


# Whether a line, with the line before it, is part of a parse.
Content: TypeAlias = Callable[[bytes, bytes], bool]


def lines(text: bytes, content: Content, *, first: bool = False) -> Iterator[Line]:
    """Every line of a file, and what it is; with ``first`` a part of a parse is never a numbered line."""
    at, before = 0, b""
    thinks = False
    for raw in text.removesuffix(b"\n").split(b"\n") if text else ():
        # A thought begins and ends with a tag.
        begins, ends = (b"<" in raw and pattern.search(raw) is not None for pattern in _thoughts())
        if thinks or begins:
            yield Line(at, Kind.THOUGHT, raw.rstrip(b"\r"))
        else:
            yield _line(at, raw.rstrip(b"\r"), before, content, first)
        thinks = (thinks or begins) and not ends
        at += len(raw) + 1
        before = raw


def _line(at: int, raw: bytes, before: bytes, content: Content, first: bool) -> Line:
    if not raw.strip():
        return Line(at, Kind.BLANK, raw)
    if _FENCE.match(raw):
        return Line(at, Kind.FENCE, raw)
    if said := _SENT_ID.match(raw):
        return Line(at, Kind.SENT_ID, raw, said[1].strip().decode("utf-8", "replace"))
    if first and content(raw, before):
        return Line(at, Kind.CONTENT, raw)
    if number := numbered(raw):
        rest = raw[number[1] :]
        return Line(at + number[1], Kind.HEADER, rest, number[0])
    if content(raw, before):
        return Line(at, Kind.CONTENT, raw)
    return Line(at, Kind.REFUSAL if refuses(raw) else Kind.PROSE, raw)
