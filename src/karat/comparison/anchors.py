"""Anchors: the words that two versions of a sentence have in common, in the same order.

They are those at the beginning, those at the end, and between these the ones that have the most
characters together, with a space for each word; of several such choices the one with the fewest runs,
then the leftmost.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import isqrt

import numpy as np

from karat.kernels import edits as kernel

# The largest table of words by words, in bytes: 11,000 words against as many. The sides of a longer
# sentence are first cut into parts.
LARGEST = 1 << 27


def runs(gold: list[str], system: list[str]) -> Iterator[tuple[int, int, int]]:
    """Where each run of common words begins in gold and in the system, and its length; the last may be 0.

    >>> list(runs("a b c d e".split(), "a c x d e".split()))
    [(0, 0, 1), (2, 1, 1), (3, 3, 2)]

    The first of two equal words is the one that both have, whatever else differs in the sentence:

    >>> list(runs("x a very good".split(), "y a very very good".split()))
    [(0, 0, 0), (1, 1, 1), (2, 2, 1), (3, 4, 1)]
    """
    most = min(len(gold), len(system))
    head = next((w for w in range(most) if gold[w] != system[w]), most)
    most -= head
    tail = next((w for w in range(most) if gold[-1 - w] != system[-1 - w]), most)
    yield 0, 0, head
    last = head - 1, head - 1
    for g, s in _pairs(gold[head : len(gold) - tail], system[head : len(system) - tail]):
        last = _leftmost(gold, system, last, (head + g, head + s))
        yield *last, 1
    while tail:
        pair = len(gold) - tail, len(system) - tail
        last = _leftmost(gold, system, last, pair)
        if last == pair:
            break
        yield *last, 1
        tail -= 1
    yield len(gold) - tail, len(system) - tail, tail


def _leftmost(
    gold: list[str], system: list[str], last: tuple[int, int], pair: tuple[int, int]
) -> tuple[int, int]:
    """A pair of common words, moved to the first of equal words that follow the pair before it.

    Only one side may have words between the two pairs: so there are as many runs as before.
    """
    (g, s), (gold_at, system_at) = (at + 1 for at in last), pair
    if min(g, s) and (g == gold_at or s == system_at) and gold[g] == system[s]:
        return g, s
    return pair


def _pairs(gold: list[str], system: list[str]) -> Iterator[tuple[int, int]]:
    for (g0, s0), (g1, s1) in pairwise(_cuts(gold, system)):
        ours, theirs = gold[g0:g1], system[s0:s1]
        if set(ours).isdisjoint(theirs):
            continue
        number = {word: at for at, word in enumerate(dict.fromkeys(ours + theirs))}
        pairs = np.empty((min(len(ours), len(theirs)), 2), np.int32)
        count = kernel.anchors(
            np.array([number[word] for word in ours], np.int32),
            np.array([number[word] for word in theirs], np.int32),
            np.array([len(word) + 1 for word in ours], np.int32),
            np.empty((2, len(theirs) + 1), np.int64),
            np.empty(len(ours) * len(theirs), np.uint8),
            pairs,
        )
        for g, s in pairs[:count].tolist():
            yield g0 + g, s0 + s


def _cuts(gold: list[str], system: list[str]) -> list[tuple[int, int]]:
    """Where to cut both sides, their ends included, so that no table is too large."""
    ends = [(0, 0), (len(gold), len(system))]
    if len(gold) * len(system) <= LARGEST:
        return ends
    found = ends[:1]
    sure = [(g + after, s + after) for g, s in landmarks(gold, system) for after in (0, 1)]
    for (g0, s0), (g1, s1) in pairwise([ends[0], *sure, ends[1]]):
        parts = isqrt((g1 - g0) * (s1 - s0) // LARGEST) + 1
        found += evenly(g1 - g0, s1 - s0, parts, (g0, s0))[1:]
    return found


def evenly(
    gold: int, system: int, parts: int, start: tuple[int, int] = (0, 0)
) -> list[tuple[int, int]]:
    """The ends of equal parts of both sides.

    >>> evenly(4, 2, 2)
    [(0, 0), (2, 1), (4, 2)]
    """
    g, s = start
    return [(g + gold * part // parts, s + system * part // parts) for part in range(parts + 1)]


def landmarks(gold: list[str], system: list[str]) -> list[tuple[int, int]]:
    """The longest row of pairs, in order, of words that occur once on both sides (patience sorting).

    >>> landmarks("a b c d d".split(), "b a c d".split())
    [(1, 0), (2, 2)]
    """
    ours, theirs = Counter(gold), Counter(system)
    place = {word: at for at, word in enumerate(system) if theirs[word] == 1}
    once = [(g, place[word]) for g, word in enumerate(gold) if ours[word] == 1 and word in place]
    top: list[int] = []  # the lowest place in the system that a row of each length ends in
    last: list[int] = []  # the pair that it ends with
    before: list[int] = []  # for each pair, the one before it in its row
    for pair, (_, s) in enumerate(once):
        length = bisect_left(top, s)
        before.append(last[length - 1] if length else -1)
        top[length : length + 1] = [s]
        last[length : length + 1] = [pair]
    found = []
    at = last[-1] if last else -1
    while at >= 0:
        found.append(once[at])
        at = before[at]
    return found[::-1]
