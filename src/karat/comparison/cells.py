"""Cells: the words of two versions of a sentence on one row of places.

A place holds a word of both sides, or a part of one, or a word that only one side has. By ``words``,
two words share a place only if they are the same; a word that the other side has cut otherwise has
a place of its own. By spans, words that overlap are cut into the parts that they share, so that whatever
covers the same characters covers the same places. As many words without a counterpart on one side as
on the other, between the same neighbours, face each other: each has the place of the one opposite.

The words of a multiword token have no characters of their own; by ``words``, they are paired as
multiword.py says.
"""

from collections.abc import Sequence
from itertools import accumulate, chain, compress, count, repeat
from operator import ne
from typing import NamedTuple, TypeAlias, cast

from karat.comparison.gaps import shared
from karat.comparison.multiword import Interval, partners
from karat.comparison.overlay import overlay, spelt
from karat.comparison.tokens import Multiword, Token, size, written

# Two sentences with less in common, by characters, are not versions of one sentence.
LEAST = 0.5

# A word of gold and a word of the system that share a place; -1 where there is none.
_Pair: TypeAlias = tuple[int, int]


class Cells(NamedTuple):
    """For each place the word of gold and of the system that it belongs to, or -1.

    ``gold_first`` and ``gold_last`` are the places of each gold word, half-open; likewise the system's.
    ``same`` marks the places whose two words are the same. ``versions`` says whether these are versions of
    one sentence: of the characters of a side, LEAST or more are in words with a counterpart.
    """

    gold: list[int]
    system: list[int]
    same: list[bool]
    gold_first: list[int]
    gold_last: list[int]
    system_first: list[int]
    system_last: list[int]
    versions: bool


def cells(gold: Sequence[Token], system: Sequence[Token], *, words: bool) -> Cells:
    """The places of two versions of a sentence.

    >>> found = cells([b"I", b"did", b"n't"], [b"i", b"didn't", b"!"], words=False)
    >>> found.gold, found.system
    ([0, 1, 2, -1], [0, 1, 1, 2])
    >>> found = cells([b"I", b"did", b"n't"], [b"i", b"didn't", b"!"], words=True)
    >>> found.gold, found.system
    ([0, 1, -1, 2, -1], [0, -1, 1, -1, 2])
    >>> found = cells([Multiword(b"wanna", (b"want", b"to"))], [b"wan", b"na"], words=True)
    >>> found.gold, found.system
    ([-1, 0, 1, -1], [0, -1, -1, 1])
    """
    # Most of a sentence is usually the same on both sides; only what is between is looked at closely.
    begin, end = _alike(gold, system)
    before, known = _measured(gold[:begin])
    after, more = _measured(gold[len(gold) - end :])
    known += more
    middle = gold[begin : len(gold) - end], system[begin : len(system) - end]
    found = _one_word(*middle, known) or _between(*middle, words)
    ours, theirs = (_around(before, [pair[side] for pair in found.pairs], after) for side in (0, 1))
    same = [*repeat(True, before), *found.same, *repeat(True, after)]
    return Cells(ours[0], theirs[0], same, *ours[1:], *theirs[1:], _enough(found.common, known))


class _Between(NamedTuple):
    """What two versions of a sentence differ in.

    ``common``: for each side the characters of words with a counterpart, and of all words.
    """

    pairs: list[_Pair]
    same: list[bool]
    common: tuple[tuple[int, int], tuple[int, int]]


def _enough(common: Sequence[tuple[int, int]], alike: int) -> bool:
    """Whether sides with so much in common, and so many more characters alike, are one sentence."""
    return any(alike + part >= LEAST * max(1, alike + whole) for part, whole in common)


def _measured(tokens: Sequence[Token]) -> tuple[int, int]:
    """How many words tokens are, and how many characters; none is a null element, most are one word."""
    if Multiword in map(type, tokens):
        return sum(map(size, tokens)), sum(map(len, map(spelt, map(written, tokens))))
    return len(tokens), sum(map(len, map(spelt, cast(Sequence[bytes], tokens))))


def _alike(gold: Sequence[Token], system: Sequence[Token]) -> tuple[int, int]:
    """How many tokens are the same on both sides: at the beginning, and at the end of the rest.

    A token at the end that is also among those between belongs to these: which of the two is the other
    side's is for ``overlay`` to say.
    """
    most = min(len(gold), len(system))
    begin = _unlike(gold, system, most)
    end = _unlike(gold[::-1], system[::-1], most - begin)
    if len(gold) == len(system) == begin + end + 1:
        return begin, end
    ours, theirs = gold[begin : len(gold) - end], system[begin : len(system) - end]
    while end and (gold[len(gold) - end] in ours or gold[len(gold) - end] in theirs):
        end -= 1
    return begin, end


def _unlike(gold: Sequence[Token], system: Sequence[Token], most: int) -> int:
    """The first tokens that differ, among so many; null elements are never alike."""
    at = min(most, next(compress(count(), map(ne, gold, system)), most))
    return gold.index(None) if None in gold[:at] else at


def _around(before: int, between: list[int], after: int) -> tuple[list[int], list[int], list[int]]:
    """The words of a side at all places, from those of its middle, and the places of each word."""
    first, last = _ends(between)
    words, places = before + len(first), before + len(between)
    return (
        [*range(before), *_moved(between, before), *range(words, words + after)],
        [*range(before), *_moved(first, before), *range(places, places + after)],
        [*range(1, before + 1), *_moved(last, before), *range(places + 1, places + after + 1)],
    )


def _moved(numbers: list[int], by: int) -> list[int]:
    return [one + by if one >= 0 else -1 for one in numbers]


def _one_word(gold: Sequence[Token], system: Sequence[Token], known: int) -> _Between | None:
    """The usual difference, one word for another, whose characters need not be looked at.

    None if it is something else, or if too few characters are known to be common to both sides.
    """
    if len(gold) != 1 or len(system) != 1:
        return None
    sizes = [len(spelt(one)) if isinstance(one, bytes) else 0 for one in (*gold, *system)]
    common = (0, sizes[0]), (0, sizes[1])
    return _Between([(0, 0)], [True], common) if all(sizes) and _enough(common, known) else None


def _between(gold: Sequence[Token], system: Sequence[Token], words: bool) -> _Between:
    laid = overlay(
        [written(token) for token in gold if token is not None],
        [written(token) for token in system if token is not None],
    )
    spans = list(zip(laid.gold_begin, laid.gold_finish, strict=True))
    others = list(zip(laid.system_begin, laid.system_finish, strict=True))
    common = _common(spans, others), _common(others, spans)
    ours, theirs = _placed(gold, spans), _placed(system, _facing(spans, others))
    if words:
        partner = partners((gold, ours), (system, theirs))
        pairs = _by_words(_expanded(gold, ours), _expanded(system, theirs), partner)
        return _Between(pairs, [min(pair) >= 0 for pair in pairs], common)
    pairs = _by_spans(ours, theirs)
    same = [g >= 0 and s >= 0 and ours[g] == theirs[s] for g, s in pairs]
    return _Between(pairs, same, common)


def _common(spans: list[Interval], others: list[Interval]) -> tuple[int, int]:
    """The characters of one side whose words share cells with words of the other, and all of them."""
    found = [(a, b) for (a, b), over in zip(spans, shared(spans, others), strict=True) if over]
    return sum(b - a for a, b in found), sum(b - a for a, b in spans)


def _expanded(tokens: Sequence[Token], laid: list[Interval]) -> list[Interval]:
    """The intervals of words: each word has that of its token."""
    return [*chain.from_iterable(map(repeat, laid, map(size, tokens)))]


def _facing(gold: list[Interval], system: list[Interval]) -> list[Interval]:
    """The system's words, those that face as many words of gold without a counterpart over these.

    Words that spell nothing face none; they stay behind the word before them.

    >>> _facing([(0, 3), (3, 6), (9, 12)], [(0, 3), (6, 9), (9, 12)])
    [(0, 3), (3, 6), (9, 12)]
    >>> _facing([(0, 3), (3, 6)], [(0, 3), (3, 3)])
    [(0, 3), (3, 3)]
    >>> _facing([(0, 3), (6, 9)], [(0, 3), (3, 6), (6, 6)])
    [(0, 3), (6, 9), (9, 9)]
    """
    ours = [one for one in gold if one[0] < one[1]]
    theirs = [one for one in system if one[0] < one[1]]
    found = dict[Interval, Interval]()
    first = behind = 0  # the words of gold and of the system after the last ones that share cells
    for at, over in enumerate([*shared(ours, theirs), range(len(theirs), len(theirs))]):
        if over or at == len(ours):
            if at - first == over.start - behind:
                found.update(zip(theirs[behind : over.start], ours[first:at], strict=True))
            first, behind = at + 1, max(behind, over.stop)
    placed = [found.get(one, one) for one in system]
    ends = accumulate((finish for _, finish in placed), max)
    return [
        (end, end) if begin == finish else (begin, finish)
        for (begin, finish), end in zip(placed, ends, strict=True)
    ]


def _placed(words: Sequence[Token], laid: list[Interval]) -> list[Interval]:
    """The intervals of all tokens; a null element lies, empty, behind the token before it."""
    found, behind, rest = list[Interval](), 0, iter(laid)
    for word in words:
        begin, finish = (behind, behind) if word is None else next(rest)
        found.append((begin, finish))
        behind = max(behind, finish)
    return found


def _by_words(gold: list[Interval], system: list[Interval], partner: dict[int, int]) -> list[_Pair]:
    taken = {g: s for s, g in partner.items()}
    found, g, s = list[_Pair](), 0, 0
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


def _by_spans(gold: list[Interval], system: list[Interval]) -> list[_Pair]:
    every = [*gold, *system]
    found = list[_Pair]()
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


def _ends(owners: list[int]) -> tuple[list[int], list[int]]:
    """The places of each word of a side, half-open."""
    size = max(owners, default=-1) + 1
    first, last = [-1] * size, [-1] * size
    for place, word in enumerate(owners):
        if word >= 0:
            first[word] = place if first[word] < 0 else first[word]
            last[word] = place + 1
    return first, last
