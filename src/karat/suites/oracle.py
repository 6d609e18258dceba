"""For items with a gold tree: whether it is the parser's first analysis, or one of its analyses."""

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from karat.parsers import shapes
from karat.parsers.adapter import Garbage
from karat.suites.runs import Result

_OUTER = re.compile(r"\((?:ROOT|TOP|S1)? *(\(.*\))\)")


@dataclass(frozen=True)
class Oracle:
    """How many items have a gold tree, have it as first analysis, and have it as any analysis."""

    gold: int
    first: int
    any: int


def oracle(results: Iterable[Result]) -> Oracle:
    """Trees are equal if their texts are, ignoring blanks and an outer bracket ROOT, TOP, S1 or none."""
    gold = first = among = 0
    for result in results:
        if not result.item.gold or not result.item.good:
            continue
        gold += 1
        wanted = plain(result.item.gold)
        given = [plain(one) for one in (result.parsed.first, *result.parsed.others) if one]
        first += wanted in given[:1]
        among += wanted in given
    return Oracle(gold, first, among)


def plain(tree: str) -> str:
    """The text of a tree in a normal form.

    >>> plain("(TOP (S (N a)\\n (V b)))") == plain("(S  (N a) (V b))")
    True
    """
    try:
        trees = shapes.trees(tree)
    except Garbage:
        return " ".join(tree.split())
    inner = _OUTER.fullmatch(trees[0]) if len(trees) == 1 else None
    with suppress(Garbage):
        if inner and len(shapes.trees(inner[1])) == 1:
            return inner[1]
    return " ".join(trees)
