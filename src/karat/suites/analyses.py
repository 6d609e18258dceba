"""TSNLP's own analyses of its items: the relation ``analysis`` of an [incr tsdb()] suite.

A row names a phrase by the positions of its words, with its category, its function, and the domain
of the function. Positions count words, and no punctuation; the auxiliary of *he's* is a word. The
domain of ``func`` is the phrase that the row heads; that of any other function is the head of the row.

The table has mistakes. A row is not used if its words (a-instance) are not at its position, or
if it calls a pronoun a verb. ``unused`` counts all rows that are not used, by reason.

>>> words, places = words_of("She 's ( not ) seen .", 4)
>>> words, places
(['She', "'s", '(', 'not', ')', 'seen', '.'], [0, 1, 3, 5])
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from karat.files.resources import ours
from karat.model.numbers import natural
from karat.suites import tsdb

Span: TypeAlias = tuple[int, int]

_POSITION = re.compile(r"(\d+):(\d+)")
_CONTRACTED = re.compile(r"(?<=\w)'(?:s|d|ll|ve|re|m)$")
_OUTER = re.compile(r"([\[({\"`]*)(.*?)([\])}\",;:!?]*)")

UNGRAMMATICAL = "the item is not grammatical"
NO_POSITION = "no position: the item is not analysed"
PUNCTUATION = "punctuation, which has no position"
OTHER_WORDS = "the sentence has other words there"
CONTRADICTION = "gives a word a second category"


@dataclass(frozen=True)
class Row:
    """A phrase or word, its function, and the domain of the function; None if there is no single one."""

    start: int
    end: int
    category: str
    function: str
    domain: Span | None

    @property
    def span(self) -> Span:
        return self.start, self.end

    @property
    def kind(self) -> str:
        """The category without its features."""
        return re.split(r"[_(-]", self.category)[0]


@dataclass(frozen=True)
class Analysis:
    """The tokens of an item, which of them are the words that rows count, and the usable rows."""

    tokens: tuple[str, ...]
    places: tuple[int, ...]
    rows: tuple[Row, ...]

    def tokens_of(self, span: Span) -> Span:
        """From positions in words to positions in tokens."""
        return self.places[span[0]], self.places[span[1] - 1] + 1

    def inside(self, span: Span) -> bool:
        """Whether a span is inside the sentence."""
        return 0 <= span[0] < span[1] <= len(self.places)


@dataclass(frozen=True)
class Analyses:
    """The analyses by the ids of the items, the number of all rows, and why some are not used."""

    of: Mapping[str, Analysis]
    rows: int
    unused: Mapping[str, int]


@cache
def categories() -> dict[str, Any]:
    """What is known about TSNLP's categories."""
    return dict(ours("tsnlp", "categories.toml").toml())


def read(folder: Path) -> Analyses:
    """The analyses of the grammatical items of a suite."""
    tables = tsdb.Tables(folder)
    rows: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    total = 0
    for row in tables.rows("analysis", "i-id"):
        rows[row["i-id"]].append(row)
        total += 1
    found: dict[str, Analysis] = {}
    unused: Counter[str] = Counter()
    for item in tables.rows("item", "i-id", "i-wf"):
        given = rows.pop(item["i-id"], [])
        if item["i-wf"] != "1":
            unused[UNGRAMMATICAL] += len(given)
        elif given:
            found[item["i-id"]] = _analysis(item, given, unused)
    unused["no such item"] += sum(map(len, rows.values()))
    return Analyses(found, total, +unused)


def words_of(sentence: str, count: int = 0) -> tuple[list[str], list[int]]:
    """The tokens of a sentence, and which of them are words.

    Contractions are split if that gives ``count`` words, or if the count is not known.

    >>> words_of("The [PhD's]", 2)
    (['The', '[', "PhD's", ']'], [0, 2])
    """
    for cut in (True, False):
        tokens = [piece for token in sentence.split() for piece in _pieces(token, cut)]
        places = [i for i, token in enumerate(tokens) if re.search(r"\w", token)]
        if len(places) == count or not count:
            break
    return tokens, places


def _pieces(token: str, cut: bool) -> list[str]:
    """A token without the punctuation around it, cut before a contracted auxiliary."""
    if not re.search(r"\w", token):
        return list(token)
    before, word, after = _OUTER.fullmatch(token).groups()  # type: ignore[union-attr]  # it matches
    found = _CONTRACTED.search(word) if cut else None
    inner = [word[: found.start()], found[0]] if found else [word]
    return [*before, *inner, *after]


def _analysis(
    item: Mapping[str, str], given: list[dict[str, str]], unused: Counter[str]
) -> Analysis:
    tokens, places = words_of(item["i-input"], natural(item.get("i-length", "")))
    words = [tokens[i].lower() for i in places]
    rows: list[Row] = []
    for row in given:
        position = _POSITION.fullmatch(row["a-position"])
        if position is None:
            unused[NO_POSITION] += 1
            continue
        start, end = natural(position[1]), natural(position[2])
        inner, at = words_of(row["a-instance"], end - start)
        if start >= end:
            unused[PUNCTUATION] += 1
        elif words[start:end] != [inner[i].lower() for i in at]:
            unused[OTHER_WORDS] += 1
        else:
            domain = _POSITION.fullmatch(row["a-domain"])
            where = (natural(domain[1]), natural(domain[2])) if domain else None
            rows.append(Row(start, end, row["a-category"], row["a-function"], where))
    kept = [row for row in rows if not _contradicts(row, rows)]
    unused[CONTRADICTION] += len(rows) - len(kept)
    return Analysis(tuple(tokens), tuple(places), tuple(kept))


def _contradicts(row: Row, rows: list[Row]) -> bool:
    """Whether a row makes a word a functor although another row gives it another kind of category."""
    if row.end - row.start > 1 or row.function != "func":
        return False
    together = [one["categories"] for one in categories()["together"]]
    return any(
        other.span == row.span
        and other.kind != row.kind
        and not any({row.kind, other.kind} <= set(some) for some in together)
        for other in rows
    )
