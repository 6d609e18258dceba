"""Cells: the words of two versions of a sentence on one row of places.

A place holds a word of both sides, or a part of one, or a word that only one side has. By ``words``,
two words share a place only if they are the same; a word that the other side has cut otherwise has
a place of its own. By spans, words that overlap are cut into the parts that they share, so that whatever
covers the same characters covers the same places. As many words without a counterpart on one side as
on the other, between the same neighbours, face each other: each has the place of the one opposite.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from karat.comparison.overlay import overlay

# Where a word lies on the axis of characters.
_Interval = tuple[int, int]


class Cells(NamedTuple):
    """For each place the word of gold and of the system that it belongs to, or -1.

    ``gold_first`` and ``gold_last`` are the places of each gold word, half-open; likewise the system's.
    ``same`` marks the places whose two words are the same. ``common`` is the share of the characters of
    gold, or of the system if it is larger, whose words have a counterpart.
    """

    gold: list[int]
    system: list[int]
    same: list[bool]
    gold_first: list[int]
    gold_last: list[int]
    system_first: list[int]
    system_last: list[int]
    common: float


def cells(gold: Sequence[bytes | None], system: Sequence[bytes | None], *, words: bool) -> Cells:
    """The places of two versions of a sentence; None stands for a word that is not in the text.

    >>> found = cells([b"I", b"did", b"n't"], [b"i", b"didn't", b"!"], words=False)
    >>> found.gold, found.system
    ([0, 1, 2, -1], [0, 1, 1, 2])
    >>> found = cells([b"I", b"did", b"n't"], [b"i", b"didn't", b"!"], words=True)
    >>> found.gold, found.system
    ([0, 1, -1, 2, -1], [0, -1, 1, -1, 2])
    """
    laid = overlay(
        [word for word in gold if word is not None], [word for word in system if word is not None]
    )
    spans = list(zip(laid.gold_begin, laid.gold_finish, strict=True))
    others = list(zip(laid.system_begin, laid.system_finish, strict=True))
    ours, theirs = _placed(gold, spans), _placed(system, _facing(spans, others))
    pairs = _by_words(ours, theirs) if words else _by_spans(ours, theirs)
    left, right = [one for one, _ in pairs], [other for _, other in pairs]
    same = [g >= 0 and s >= 0 and ours[g] == theirs[s] for g, s in pairs]
    ends = *_ends(left, len(gold)), *_ends(right, len(system))
    return Cells(left, right, same, *ends, max(_common(spans, others), _common(others, spans)))


def _common(spans: list[_Interval], others: list[_Interval]) -> float:
    """The share of the characters of one side whose words share cells with words of the other."""
    shared = [(a, b) for (a, b), over in zip(spans, _shared(spans, others), strict=True) if over]
    return sum(b - a for a, b in shared) / max(1, sum(b - a for a, b in spans))


def _shared(spans: list[_Interval], others: list[_Interval]) -> list[range]:
    """For each word of one side, the words of the other that share cells with it."""
    begins, ends = [begin for begin, _ in others], [finish for _, finish in others]
    return [range(bisect_right(ends, a), bisect_left(begins, b)) for a, b in spans]


def _facing(gold: list[_Interval], system: list[_Interval]) -> list[_Interval]:
    """The system's words, those that face as many words of gold without a counterpart over these.

    >>> _facing([(0, 3), (3, 6), (9, 12)], [(0, 3), (6, 9), (9, 12)])
    [(0, 3), (3, 6), (9, 12)]
    """
    found = [*system]
    first = behind = 0  # the words of gold and of the system after the last ones that share cells
    for at, over in enumerate([*_shared(gold, system), range(len(system), len(system))]):
        if over or at == len(gold):
            if at - first == over.start - behind:
                found[behind : over.start] = gold[first:at]
            first, behind = at + 1, max(behind, over.stop)
    return found


def _placed(words: Sequence[bytes | None], laid: list[_Interval]) -> list[_Interval]:
    """The intervals of all words; one that spells nothing lies, empty, behind the word before it."""
    found, behind, rest = list[_Interval](), 0, iter(laid)
    for word in words:
        begin, finish = (behind, behind) if word is None else next(rest)
        found.append((begin, finish))
        behind = max(behind, finish)
    return found


def _by_words(gold: list[_Interval], system: list[_Interval]) -> list[tuple[int, int]]:
    known = {one: number for number, one in enumerate(gold) if one[0] < one[1]}
    partner = {number: known[one] for number, one in enumerate(system) if one in known}
    taken = {g: s for s, g in partner.items()}
    found, g, s = list[tuple[int, int]](), 0, 0
    while g < len(gold) or s < len(system):
        if g < len(gold) and taken.get(g, -1) == s:
            found.append((g, s))
            g, s = g + 1, s + 1
        elif s == len(system) or (
            g < len(gold) and g not in taken and (s in partner or gold[g] <= system[s])
        ):
            found.append((g, -1))
            g += 1
        else:
            found.append((-1, s))
            s += 1
    return found


def _by_spans(gold: list[_Interval], system: list[_Interval]) -> list[tuple[int, int]]:
    every = [*gold, *system]
    found = list[tuple[int, int]]()
    g = s = 0
    for begin in sorted({place for one in every for place in one}):
        # Words that spell nothing come first: what is before them has ended.
        while g < len(gold) and gold[g][1] <= begin:
            if gold[g] == (begin, begin):
                found.append((g, -1))
            g += 1
        while s < len(system) and system[s][1] <= begin:
            if system[s] == (begin, begin):
                found.append((-1, s))
            s += 1
        here = (
            g if g < len(gold) and gold[g][0] <= begin else -1,
            s if s < len(system) and system[s][0] <= begin else -1,
        )
        if here != (-1, -1):
            found.append(here)
    return found


def _ends(owners: list[int], size: int) -> tuple[list[int], list[int]]:
    """The places of each word of a side, half-open."""
    first, last = [-1] * size, [-1] * size
    for place, word in enumerate(owners):
        if word >= 0:
            first[word] = place if first[word] < 0 else first[word]
            last[word] = place + 1
    return first, last
