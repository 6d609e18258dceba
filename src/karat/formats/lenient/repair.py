"""What was done in order to read an answer, and the words by which answers are understood."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from karat.files.resources import tables

# The kinds of repairs, in the order in which they are reported.
KINDS = {
    "fence": "a code fence around answers",
    "prose": "text that is no part of an answer",
    "numbering": "numbers before answers",
    "json": "answers inside JSON",
    "square-brackets": "trees with [ ] or { } in place of ( )",
    "outline": "a tree written as indented lines",
    "no-brackets": "labels and words without any bracket",
    "unbalanced": "brackets that are not closed, or closed too often",
    "truncated": "an answer that ends in the middle",
    "spaces-for-tabs": "columns separated by spaces",
    "table": "columns separated by |",
    "missing-columns": "fewer or more columns than CoNLL-U has",
    "bad-id": "numbers of words or of sentences that make no sense",
    "bad-head": "heads that are no word of the sentence",
    "missing-head": "words without a head",
    "cycle": "words that are their own ancestors",
    "several-roots": "more than one root",
    "no-root": "no root",
    "repeated": "several answers with the same id",
    "several-answers": "several answers to one sentence",
    "order": "answers put in the order of gold by their ids",
    "refused": "the answer is a refusal",
    "empty": "no answer",
    "lost": "nothing in the answer can be read",
}
# A sentence with one of these has no parse.
LOST = ("refused", "empty", "lost")


class Repair(NamedTuple):
    """One repair: the sentence (from 1; 0 if it belongs to none), its place, its kind, what was done."""

    sentence: int
    line: int
    column: int
    kind: str
    what: str


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
    return re.compile(rf"[\s*_>\"'(\[-]*(?:{either})(?![a-z])".encode(), re.IGNORECASE)


def refuses(text: bytes) -> bool:
    """Whether a text refuses to answer.

    >>> refuses(b"I'm sorry, but I can't parse this."), refuses("I\u2019m sorry".encode()), refuses(b"A dog")
    (True, True, False)
    """
    straight = text.replace("\u2019".encode(), b"'")
    return _beginning(tuple(lexicon()["refusals"])).match(straight) is not None


def count(number: int, what: str) -> str:
    """A number and a noun.

    >>> count(1, "bracket"), count(2, "bracket")
    ('1 bracket', '2 brackets')
    """
    return f"{number} {what}{'s' * (number != 1)}"


def by_kind(found: Iterable[Repair]) -> dict[str, list[Repair]]:
    """Repairs by their kind, in the order of KINDS."""
    grouped: dict[str, list[Repair]] = {kind: [] for kind in KINDS}
    for one in found:
        grouped[one.kind].append(one)
    return {kind: some for kind, some in grouped.items() if some}
