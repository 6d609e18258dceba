"""The heaviest series of links between the sentences of two texts that keeps the order of both."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import NamedTuple


class Link(NamedTuple):
    """Sentences of the two sides that have something in common; heavier ones have more."""

    gold: int
    system: int
    weight: int


def heaviest(links: Iterable[Link], *, once: bool = False) -> list[Link]:
    """The heaviest series of links in which neither side goes back.

    With ``once``, no sentence has more than one link in it.

    >>> heaviest([Link(0, 2, 5), Link(1, 0, 3), Link(2, 1, 3)])
    [Link(gold=1, system=0, weight=3), Link(gold=2, system=1, weight=3)]
    """
    # The best series that end at a system sentence, heavier ones at later sentences only.
    ends, weights, best = list[int](), list[int](), list[int]()
    before: list[int] = []
    # If a sentence has one link only, its own links come backwards, so that none follows another.
    links = sorted(links, key=lambda one: (one.gold, -one.system)) if once else sorted(links)
    for row, (_, other, own) in enumerate(links):
        at = bisect_left(ends, other) if once else bisect_right(ends, other)
        before.append(best[at - 1] if at else -1)
        total = own + (weights[at - 1] if at else 0)
        if at < len(ends) and ends[at] == other and weights[at] > total:
            continue
        at = at - 1 if at and ends[at - 1] == other else at
        last = at
        while last < len(ends) and weights[last] <= total:
            last += 1
        ends[at:last], weights[at:last], best[at:last] = [other], [total], [row]
    found, row = list[Link](), best[-1] if best else -1
    while row >= 0:
        found.append(links[row])
        row = before[row]
    return found[::-1]
