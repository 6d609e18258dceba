"""What was done in order to read an answer, and the words by which answers are understood."""

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from karat.files.resources import tables


class Found(NamedTuple):
    """A repair at an offset of the file, before lines are counted."""

    at: int
    kind: str
    what: str


@dataclass(frozen=True)
class Answer:
    """An answer as it is in the file: text at an offset, with the id that the file gives it.

    ``said`` is what a refusal says. ``rows`` are the offsets of the lines of an answer in columns.
    """

    at: int
    text: bytes
    id: str | None = None
    found: tuple[Found, ...] = ()
    refused: bool = False
    said: bytes = b""
    rows: tuple[int, ...] = ()


@dataclass(frozen=True)
class Parsed:
    """An answer as a text of its format that the strict reader accepts; None if it is lost.

    ``heads`` are those of its words where they differ from the text: words from 0, -1: root, -2: none.
    """

    at: int
    text: bytes | None
    found: tuple[Found, ...] = ()
    heads: tuple[int, ...] | None = field(default=None)


def lost(answer: Answer, what: str = "nothing in it can be read as a parse") -> Parsed:
    """An answer without a parse: refused, empty, or nothing that can be read."""
    if answer.refused:
        kind, what = "refused", f"the answer is a refusal: {shown(answer.said or answer.text)}"
    elif not answer.text.strip():
        kind, what = "empty", "there is no answer"
    else:
        kind = "lost"
    return Parsed(answer.at, None, (*answer.found, Found(answer.at, kind, what)))


def shown(text: bytes, width: int = 40) -> str:
    """The beginning of a text, for messages.

    >>> shown(b"Here is\\n the tree")
    "'Here is the tree'"
    """
    words = " ".join(text.decode("utf-8", "replace").split())
    return repr(words if len(words) <= width else words[:width] + "…")


@cache
def lexicon() -> dict[str, Any]:
    return tables("lenient", "en.toml")


@cache
def _beginning(words: tuple[str, ...]) -> re.Pattern[bytes]:
    either = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(
        rf"[\s*_>\"'(\[-]*(?:\w{{1,40}}+:\s*+)?(?:{either})(?![a-z])".encode(), re.IGNORECASE
    )


def refuses(text: bytes) -> bool:
    """Whether a text refuses to answer.

    >>> refuses(b"I'm sorry, but I can't parse this."), refuses("I\u2019m sorry".encode()), refuses(b"A dog")
    (True, True, False)
    """
    straight = text.replace("\u2019".encode(), b"'")
    if straight.rstrip().endswith(b":"):
        return False  # it announces an answer
    return _beginning(tuple(lexicon()["refusals"])).match(straight) is not None


def count(number: int, what: str) -> str:
    """A number and a noun.

    >>> count(1, "bracket"), count(2, "bracket")
    ('1 bracket', '2 brackets')
    """
    return f"{number} {what}{'s' * (number != 1)}"
