"""Gaps: words of two versions of a sentence, between words that both have, aligned by characters."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from karat.comparison.anchors import evenly
from karat.kernels import edits as kernel
from karat.model.columns import Bools, Longs

# The share of its characters that a word has in common with its counterpart: of "teh" two thirds are
# in "the", of "dog" one third is in "cow". With less than half, more of the word is new than is old.
LEAST = 0.5

# The largest table of characters by characters, in bytes: 4,000 against as many. Where more than that
# is new, the words of both sides are cut into parts.
LARGEST = 1 << 24

Spans: TypeAlias = list[tuple[int, int]]


class Piece(NamedTuple):
    """Part of an axis: the cells of the words of either side, and how many cells there are."""

    gold: Spans
    system: Spans
    size: int

    @classmethod
    def alike(cls, words: Sequence[str]) -> "Piece":
        """Words that both sides have."""
        spans = in_a_row(words)
        return cls(spans, spans, sum(map(len, words)))

    @classmethod
    def apart(cls, gold: Sequence[str], system: Sequence[str]) -> "Piece":
        """Words without counterparts, one side after the other."""
        middle = sum(map(len, gold))
        return cls(in_a_row(gold), in_a_row(system, middle), middle + sum(map(len, system)))

    @classmethod
    def joined(cls, pieces: Iterable["Piece"]) -> "Piece":
        """Pieces one after the other."""
        gold: Spans = []
        system: Spans = []
        at = 0
        for piece in pieces:
            gold += [(at + begin, at + finish) for begin, finish in piece.gold]
            system += [(at + begin, at + finish) for begin, finish in piece.system]
            at += piece.size
        return cls(gold, system, at)


def in_a_row(words: Sequence[str], at: int = 0) -> Spans:
    """The cells of words without gaps between them."""
    return [*pairwise(accumulate(map(len, words), initial=at))]


def shared(spans: Spans, others: Spans) -> list[range]:
    """For each word of one side, the words of the other that share cells with it.

    >>> shared([(0, 4), (4, 10)], [(0, 4), (4, 7), (7, 10)])
    [range(0, 1), range(1, 3)]
    """
    begins, ends = [begin for begin, _ in others], [finish for _, finish in others]
    return [range(bisect_right(ends, a), bisect_left(begins, b)) for a, b in spans]


def between(gold: list[str], system: list[str]) -> Piece:
    """Lay words over each other by their characters.

    >>> between(["the"], ["teh"]), between(["dog"], ["cow"])
    (Piece(gold=[(0, 4)], system=[(0, 4)], size=4), Piece(gold=[(0, 3)], system=[(3, 6)], size=6))
    """
    table = sum(map(len, gold)) * sum(map(len, system))
    if table <= LARGEST:
        return _laid(gold, system)
    if len(gold) == len(system) == 1:
        return Piece.apart(gold, system)
    parts = min(table // LARGEST + 1, max(len(gold), len(system)))
    cuts = evenly(len(gold), len(system), parts)
    return Piece.joined(between(gold[a:b], system[c:d]) for (a, c), (b, d) in pairwise(cuts))


def _laid(gold: list[str], system: list[str]) -> Piece:
    """Align the characters of the words, without words that have too little in common with others."""
    ours, theirs = np.arange(len(gold)), np.arange(len(system))
    while len(ours) and len(theirs):
        left, right = _Side([gold[w] for w in ours]), _Side([system[w] for w in theirs])
        size = _align(left, right)
        fine, good = left.close(), right.close()
        if fine.all() and good.all():
            spans = _squared(left.spans(), right.spans())
            return _with_loners(gold, ours, system, theirs, Piece(*spans, size))
        ours, theirs = ours[fine], theirs[good]
    return Piece.apart(gold, system)


class _Side:
    """The characters of some words, their cells, and which are the same on the other side."""

    def __init__(self, words: list[str]) -> None:
        ends = np.cumsum([len(word) for word in words])
        self.begin: Longs = np.concatenate(([0], ends[:-1]))
        self.last: Longs = ends - 1
        code = np.frombuffer("".join(words).encode("utf-32-le", "surrogatepass"), np.int32)
        edge = np.zeros(len(code), np.uint8)
        edge[self.begin] = 1
        edge[self.last] |= 2
        self.characters = kernel.Characters(code, edge)
        self.cell = np.empty(len(code), np.int32)
        self.common = np.zeros(len(code), np.uint8)

    def close(self) -> Bools:
        """Which words have enough characters in common with those that they are laid over."""
        common = np.add.reduceat(self.common, self.begin, dtype=np.int64)
        found: Bools = common >= LEAST * (self.last - self.begin + 1)
        return found

    def spans(self) -> Spans:
        """The cells from the first character of each word to its last."""
        begin, finish = self.cell[self.begin], self.cell[self.last] + 1
        return [*zip(begin.tolist(), finish.tolist(), strict=True)]


def _align(gold: _Side, system: _Side) -> int:
    n, m = len(gold.cell), len(system.cell)
    return kernel.cells(
        gold.characters, system.characters, np.empty(m + 1, np.int64), np.empty(n * m, np.uint8),
        gold.cell, system.cell, gold.common, system.common,
    )  # fmt: skip


def _squared(gold: Spans, system: Spans) -> tuple[Spans, Spans]:
    """Let words that share cells only with each other begin at one cell and end at one.

    >>> _squared([(0, 4), (4, 9)], [(1, 3), (5, 6), (6, 8)])
    ([(0, 4), (4, 9)], [(0, 4), (4, 6), (6, 9)])
    """
    sides = [*gold], [*system]
    at = [0, 0]
    while at[0] < len(gold) and at[1] < len(system):
        first = at.copy()
        begin, finish = min(gold[at[0]][0], system[at[1]][0]), -1
        grown = True
        while grown:
            grown = False
            for side, spans in enumerate((gold, system)):
                if at[side] < len(spans) and (finish < 0 or spans[at[side]][0] < finish):
                    finish = max(finish, spans[at[side]][1])
                    at[side] += 1
                    grown = True
        for spans, one, end in zip(sides, first, at, strict=True):
            spans[one] = begin, spans[one][1]
            spans[end - 1] = spans[end - 1][0], finish
    return sides


def _with_loners(
    gold: list[str], ours: Longs, system: list[str], theirs: Longs, piece: Piece
) -> Piece:
    """Give each word that is not in the piece cells of its own, after the word before it."""
    kept = (
        dict(zip(ours.tolist(), piece.gold, strict=True)),
        dict(zip(theirs.tolist(), piece.system, strict=True)),
    )
    loners = []
    for side, words in enumerate((gold, system)):
        at = 0
        for w in range(len(words)):
            if w in kept[side]:
                at = kept[side][w][1]
            else:
                loners.append((at, side, w))
    loners.sort()
    places = [at for at, _, _ in loners]
    lengths = [len((gold, system)[side][w]) for _, side, w in loners]
    added = [*accumulate(lengths, initial=0)]
    for spans in kept:
        for w, (begin, finish) in spans.items():
            # A word that begins where loners are comes after them; one that ends there, before.
            before, inside = bisect_right(places, begin), bisect_left(places, finish)
            spans[w] = begin + added[before], finish + added[inside]
    for (at, side, w), length, more in zip(loners, lengths, added, strict=False):
        kept[side][w] = at + more, at + more + length
    left, right = ([spans[w] for w in sorted(spans)] for spans in kept)
    return Piece(left, right, piece.size + added[-1])
