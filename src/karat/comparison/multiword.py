"""Multiword: which words of two versions of a sentence are the same, where tokens may be several words.

The words of a multiword token have no characters of their own. As in the CoNLL 2018 shared task, they
are paired with the other side's words in the same stretch of text, by a longest common subsequence of
lower-cased forms. All other words are the same if they cover the same characters.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from karat.comparison.alignment import common_subsequence, lowered, unspaced
from karat.comparison.tokens import Multiword, Token

# Where a token lies on the axis of characters.
Interval: TypeAlias = tuple[int, int]
# Tokens, and where they lie.
Laid: TypeAlias = tuple[Sequence[Token], list[Interval]]


def partners(gold: Laid, system: Laid) -> dict[int, int]:
    """The gold word whose place each word of the system shares, if any."""
    stretches = _stretches(
        interval
        for tokens, laid in (gold, system)
        for token, interval in zip(tokens, laid, strict=True)
        if isinstance(token, Multiword)
    )
    ours, theirs = _by_interval(gold, stretches), _by_interval(system, stretches)
    several, found = {*stretches}, dict[int, int]()
    for interval in ours.keys() & theirs.keys():
        one, other = ours[interval], theirs[interval]
        if interval in several:
            forms = (lowered(form for _, form in side) for side in (one, other))
            found |= {other[s][0]: one[g][0] for g, s in common_subsequence(*forms)}
        elif interval[0] < interval[1]:
            found[other[0][0]] = one[0][0]
    return found


def _stretches(several: Iterable[Interval]) -> list[Interval]:
    """The intervals of multiword tokens of both sides; those that overlap are one.

    >>> _stretches([(7, 9), (0, 4), (3, 6)])
    [(0, 6), (7, 9)]
    """
    found = list[Interval]()
    for begin, finish in sorted(several):
        if found and begin < found[-1][1]:
            found[-1] = found[-1][0], max(finish, found[-1][1])
        else:
            found.append((begin, finish))
    return found


def _by_interval(side: Laid, stretches: list[Interval]) -> dict[Interval, list[tuple[int, bytes]]]:
    """Words with their numbers and forms, by the stretch that they lie in, or else by their interval."""
    found = defaultdict[Interval, list[tuple[int, bytes]]](list)
    begins = [begin for begin, _ in stretches]
    number = 0
    for token, interval in zip(*side, strict=True):
        at = bisect_right(begins, interval[0]) - 1
        inside = at >= 0 and interval[1] <= stretches[at][1]
        forms = token.words if isinstance(token, Multiword) else (unspaced(token or b""),)
        for form in forms:
            found[stretches[at] if inside else interval].append((number, form))
            number += 1
    return found
