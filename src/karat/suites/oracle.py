"""Where items have a gold tree: is it the parser's first analysis, or among all it gave?"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from karat.parsers import shapes
from karat.parsers.adapter import Garbage
from karat.suites.runs import Result

_OUTER = re.compile(r"\((?:ROOT|TOP|S1)? *(\(.*\))\)")


@dataclass(frozen=True)
class Oracle:
    """Items with gold, and how many have it as the first analysis and as any of them."""

    gold: int
    first: int
    any: int


def oracle(results: Iterable[Result]) -> Oracle:
    """Trees are the same if their text is, but for blanks and a bracket ROOT, TOP or nothing."""
    gold = first = among = 0
    for result in results:
        if not result.item.gold or result.item.excluded or result.item.grammatical is not True:
            continue
        gold += 1
        wanted = plain(result.item.gold)
        given = [plain(one) for one in (result.parsed.first, *result.parsed.others) if one]
        first += wanted in given[:1]
        among += wanted in given
    return Oracle(gold, first, among)


def plain(tree: str) -> str:
    """A tree's text in one manner.

    >>> plain("(TOP (S (N a)\\n (V b)))") == plain("(S  (N a) (V b))")
    True
    """
    try:
        trees = shapes.trees(tree)
    except Garbage:
        return " ".join(tree.split())
    one = trees[0] if len(trees) == 1 else " ".join(trees)
    inner = _OUTER.fullmatch(one)
    if inner and len(trees) == 1:
        try:
            if len(shapes.trees(inner[1])) == 1:
                return inner[1]
        except Garbage:
            pass
    return one
