"""Which constituents of two trees hang from different places: wrong attachments.

A constituent that stands in both trees over the same words has moved if the brackets around it
differ. Brackets that differ only in whether they include it become equal once its words are taken out
of both trees; and a bracket that exists only to hold it becomes equal to the bracket inside it. So all
brackets that one move breaks are found by taking the constituent out of both trees. The search takes
out the constituent that explains the most wrong brackets, and goes on with what is left, outside the
constituent and inside it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from karat.analysis.errors.sentences import Bracket, Sentence, Words
from karat.analysis.errors.vocabulary import Vocabulary

# A range of words.
Range = tuple[int, int]
# Up to so many brackets, looking at all of them is faster than an index.
_FEW = 64


class Move(NamedTuple):
    """A constituent, or neighbouring siblings, and the brackets that it breaks.

    ``words`` are its words in the sentence. ``part`` is what is left of the sentence without the
    constituents that were taken out before, and ``place`` is where it stands in that.
    """

    words: Range
    missed: Sequence[Bracket]
    spurious: Sequence[Bracket]
    place: Range
    part: Sentence


class _Span(NamedTuple):
    """A bracket over the words that have not been taken out."""

    start: int
    end: int
    bracket: Bracket
    wrong: bool

    @property
    def kind(self) -> int:
        return self.bracket.kind


class _Side:
    """The brackets of one side of a part of a sentence, and where they begin and end.

    Most parts are looked at once, so what takes time is made when it is asked for.
    """

    __slots__ = ("_cut", "_ranges", "_touching", "places", "spans")

    def __init__(self, spans: Sequence[_Span]) -> None:
        self.spans = spans
        self.places = {(start, end, bracket.kind) for start, end, bracket, _ in spans}
        self._ranges: set[Range] | None = None
        self._cut: list[Range] = []
        self._touching: dict[tuple[int, int], set[tuple[int, int, int]]] = {}

    @property
    def ranges(self) -> set[Range]:
        """The words that brackets are over."""
        if self._ranges is None:
            self._ranges = {(start, end) for start, end, *_ in self.spans}
        return self._ranges

    def others(self, kind: int, start: int, end: int) -> Iterator[Range]:
        """The words that distinguish a bracket from those of its kind that begin or end where it does."""
        near = self.places if len(self.places) <= _FEW else self._near(kind, start, end)
        for first, last, other in near:
            if other == kind:
                if first == start:
                    yield (end, last) if end < last else (last, end)
                if last == end:
                    yield (start, first) if start < first else (first, start)

    def _near(self, kind: int, start: int, end: int) -> set[tuple[int, int, int]]:
        """The places of a kind that begin or end there; for sides with very many."""
        if not self._touching:
            for place in self.places:
                for at in place[:2]:
                    self._touching.setdefault((at, place[2]), set()).add(place)
        none = set[tuple[int, int, int]]()
        return self._touching.get((start, kind), none) | self._touching.get((end, kind), none)

    def _cuts(self) -> list[Range]:
        """The smallest bracket that has words on both sides of each place between words."""
        size = max((one.end for one in self.spans), default=0) + 1
        found = [(-1, size)] * size
        for start, end, *_ in self.spans:  # outer ones first
            found[start + 1 : end] = [(start, end)] * (end - start - 1)
        return found

    def crossed(self, words: Range) -> bool:
        """Whether a bracket overlaps these words in part."""
        cut = self._cut = self._cut or self._cuts()
        a, b = words
        return (a < len(cut) and cut[a][1] < b) or (b < len(cut) and cut[b][0] > a)

    def around(self, words: Range) -> Range | None:
        """The smallest bracket that holds these words and more; None if there is none."""
        a, b = words
        outer = [(e - s, s, e) for s, e in self.ranges if s <= a and b <= e and e - s > b - a]
        return min(outer)[1:] if outer else None


class _Found(NamedTuple):
    """What a move of these words explains."""

    words: Range
    gold: list[_Span]
    system: list[_Span]


@dataclass(frozen=True, eq=False)
class _Part:
    """A part of a sentence; ``at`` has the positions of its words in the sentence."""

    at: Sequence[int]
    words: Words
    gold: _Side
    system: _Side
    known: Vocabulary

    @cached_property
    def wrong(self) -> tuple[list[_Span], list[_Span]]:
        """The wrong brackets of both sides, without those that only repeat a label over some words."""
        gold, system = self.gold, self.system
        return (
            [one for one in gold.spans if one.wrong and (*one[:2], one.kind) not in system.places],
            [one for one in system.spans if one.wrong and (*one[:2], one.kind) not in gold.places],
        )

    @cached_property
    def _touching(self) -> tuple[dict[int, list[_Span]], dict[int, list[_Span]]]:
        """The wrong brackets of both sides that begin or end at each place between words."""
        found: tuple[dict[int, list[_Span]], dict[int, list[_Span]]] = ({}, {})
        for wrong, places in zip(self.wrong, found, strict=True):
            for one in wrong:
                places.setdefault(one.start, []).append(one)
                places.setdefault(one.end, []).append(one)
        return found

    def best(self) -> _Found | None:
        """The move that explains the most; one constituent before several, short before long."""
        sides = self.gold, self.system
        whole = (
            words for words in self._candidates() if not any(side.crossed(words) for side in sides)
        )
        found = [*filter(self._enough, map(self._explained, whole))]
        return next((one for one in sorted(found, key=self._rank) if self._moved(one.words)), None)

    def _candidates(self) -> set[Range]:
        """The words that distinguish a wrong bracket from one of the other side that is like it."""
        found = set[Range]()
        for wrong, other in zip(self.wrong, (self.system, self.gold), strict=True):
            for start, end, bracket, _ in wrong:
                found.update(other.others(bracket.kind, start, end))
                if end - start > 1 and bracket.name in self.known.projections:
                    found |= {(start + 1, end), (start, end - 1)}
        return found

    def _explained(self, words: Range) -> _Found:
        """The wrong brackets that are right if these words are taken out of both trees."""
        ours, theirs = (
            [
                one
                for at in words
                for one in places.get(at, ())
                # What begins and ends there is found only once.
                if (at == words[0] or words[0] not in one[:2]) and self._equal(one, words, other)
            ]
            for places, other in zip(self._touching, (self.system, self.gold), strict=True)
        )
        return _Found(words, ours, theirs)

    def _equal(self, one: _Span, words: Range, other: _Side) -> bool:
        """Whether the other side has this bracket when these words are taken out of both.

        A bracket of which one bare word is left existed only to hold them, if they are a constituent.
        """
        (a, b), (start, end) = words, one[:2]
        if a <= start and end <= b:
            return False
        same = [
            (first, last)
            for first in (words if start in words else (start,))
            for last in (words if end in words else (end,))
        ]
        if any((*place, one.kind) in other.places for place in same):
            return True
        alone = start <= a and b <= end and end - start - (b - a) == 1
        if not alone or one.bracket.name not in self.known.projections or not self._whole(words):
            return False
        return not any(place in other.ranges for place in same)

    def _enough(self, found: _Found) -> bool:
        """Whether a move explains a bracket over words that the other side has no bracket over.

        A verb phrase that is added around an auxiliary and what follows it is no move of the auxiliary.
        """
        (a, b), gold, system = found
        if b - a == 1 and self.words.tags[a] in self.known.auxiliaries and not (gold and system):
            return False
        return any(one[:2] not in self.system.ranges for one in gold) or any(
            one[:2] not in self.gold.ranges for one in system
        )

    def _rank(self, found: _Found) -> tuple[int, int, int, int]:
        words = found.words
        size = words[1] - words[0]
        whole = 0 if self._whole(words) else 1 + (size > 1)
        return -len(found.gold) - len(found.system), whole, size, -words[0]

    def _whole(self, words: Range) -> bool:
        """Whether these words are a constituent in both trees."""
        return words in self.gold.ranges and words in self.system.ranges

    def _moved(self, words: Range) -> bool:
        """Whether the brackets around these words differ."""
        return self.gold.around(words) != self.system.around(words)

    def split(self, found: _Found) -> Iterator["_Part"]:
        """What is left outside the words, and inside them, once the explained brackets are right.

        A part without wrong brackets is left out.
        """
        a, b = found.words
        sides = (self.gold, found.gold), (self.system, found.system)
        outside = [[*_outside(side.spans, found.words, right)] for side, right in sides]
        inside = [[*_inside(side.spans, found.words)] for side, _ in sides]
        out = [*range(a), *range(b, len(self.at))]
        for places, (gold, system) in ((out, outside), (range(a, b), inside)):
            if any(one.wrong for one in gold) or any(one.wrong for one in system):
                at, words = [self.at[i] for i in places], self.words.only(places)
                yield _Part(at, words, _Side(gold), _Side(system), self.known)

    def seen(self, sentence: Sentence) -> Sentence:
        """The part as a sentence."""
        gold, system = ([*map(_bracket, side.spans)] for side in (self.gold, self.system))
        return replace(sentence, gold=gold, system=system, words=self.words)


def _bracket(one: _Span) -> Bracket:
    """A bracket where it stands in its part."""
    start, end, bracket, wrong = one
    if (start, end, wrong) == (bracket.start, bracket.end, bracket.wrong):
        return bracket
    return Bracket(start, end, bracket.kind, bracket.name, bracket.row, wrong, bracket.label)


def _inside(spans: Iterable[_Span], words: Range) -> Iterator[_Span]:
    """The brackets inside some words, counted from the first of these."""
    a, b = words
    for start, end, bracket, wrong in spans:
        if a <= start and end <= b:
            yield _Span(start - a, end - a, bracket, wrong)


def _outside(spans: Iterable[_Span], words: Range, right: Sequence[_Span]) -> Iterator[_Span]:
    """The brackets that are not inside some words, once these are taken out."""
    a, b = words
    mended = {one.bracket.row for one in right}
    for start, end, bracket, wrong in spans:
        if start < a or end > b:
            first = start if start <= a else start - (b - a)
            last = end if end <= a else end - (b - a)
            yield _Span(first, last, bracket, wrong and bracket.row not in mended)


def moves(sentence: Sentence, known: Vocabulary) -> Iterator[Move]:
    """The moves in a sentence, those that explain the most first."""
    gold, system = (
        _Side([_Span(one.start, one.end, one, one.wrong) for one in side])
        for side in (sentence.gold, sentence.system)
    )
    size = len(sentence.words.tags)
    parts = [_Part(range(size), sentence.words, gold, system, known)]
    while parts:
        part = parts.pop()
        found = part.best() if any(part.wrong) else None
        if found is None:
            continue
        a, b = found.words
        missed, spurious = (
            sorted((one.bracket for one in side), key=attrgetter("row"))
            for side in (found.gold, found.system)
        )
        words = part.at[a], part.at[b - 1] + 1
        yield Move(words, missed, spurious, found.words, part.seen(sentence))
        parts += part.split(found)
