"""The text that two files have in common, where it is not the same: what conll18 can still compare."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from karat.model.columns import Bytes, Flags, Ints

# How many characters must agree before two texts count as in step again after a difference.
PROBE = 24


@dataclass(frozen=True, eq=False)
class Layout:
    """The character positions of the words, tokens and sentences of a Bank, not counting spaces."""

    characters: Bytes
    begin: Ints
    finish: Ints
    multiword: Flags
    tokens: Ints
    sentences: Ints


def common_pieces(gold: Layout, system: Layout) -> Ints:
    """Stretches of text that both sides have, as rows of gold start, gold end and system start.

    After a difference, the two sides are in step again at the next gold sentence that the system has at
    its place, or whose first characters are also in the system's text. If it is short, it must be a sentence
    there too, but what follows may differ, or may not be readable.
    """
    found = _Sentences(gold, system)
    pieces = [piece for stretch in found.stretches() for piece in found.pieces(*stretch)]
    return np.array(pieces, np.int32).reshape(-1, 3)


class _Sentences:
    """Looks for sentences of gold in the system's text."""

    def __init__(self, gold: Layout, system: Layout) -> None:
        self._characters = gold.characters, system.characters
        self._ours, self._text = (side.tobytes() for side in self._characters)
        self._gold, self._system = gold.sentences, system.sentences
        self._ends = dict(system.sentences.tolist())
        self._as_many = len(self._gold) == len(self._system)

    def stretches(self) -> list[tuple[int, int, int, int]]:
        """Gold and system sentences that can be looked at by themselves; each is a range of both sides.

        If there are as many on both sides, and most are the same at the same place, those between the same
        ones belong together.
        """
        whole = [(0, len(self._gold), 0, len(self._system))]
        if not self._as_many:
            return whole
        sizes = [side[:, 1] > side[:, 0] for side in (self._gold, self._system)]
        same = [self._own(at) == self._theirs(at) for at in range(len(self._gold))]
        if 2 * sum(same) < np.count_nonzero(sizes[0] & sizes[1]):
            return whole
        for at in np.flatnonzero(~sizes[0][:-1]).tolist():
            # A sentence of gold that cannot be read has no characters; what the system has comes before
            # the next one.
            same[at + 1] = same[at + 1] and same[at]
        cuts = [at for at in range(1, len(same)) if same[at] != same[at - 1]]
        ends = pairwise([0, *cuts, len(same)]) if same else ()
        return [(first, last, first, last) for first, last in ends]

    def _own(self, sentence: int) -> bytes:
        return self._ours[slice(*self._gold[sentence].tolist())]

    def _theirs(self, sentence: int) -> bytes:
        return self._text[slice(*self._system[sentence].tolist())]

    def pieces(
        self, first: int, last: int, other_first: int, other_last: int
    ) -> Iterator[tuple[int, int, int]]:
        """The common pieces of these sentences of both sides."""
        if not (last and other_last):
            yield 0, 0, 0
            return
        g, s = int(self._gold[first, 0]), int(self._system[min(other_first, other_last - 1), 0])
        end, other_end = int(self._gold[last - 1, 1]), int(self._system[other_last - 1, 1])
        ours, theirs = self._characters
        while True:
            same = _common_prefix(ours[g:end], theirs[s:other_end])
            yield g, g + same, s
            g, s = g + same, s + same
            if g >= end:
                return
            found = (
                (sentence, self._in_system(sentence, g, s, other_end))
                for sentence in range(self._first_after(g), last)
            )
            sentence, place = next((one for one in found if one[1] >= 0), (-1, -1))
            if place < 0:
                return
            g, s = int(self._gold[sentence, 0]), place

    def _first_after(self, g: int) -> int:
        """The first sentence of gold where both can be in step again, if they differ from ``g`` on.

        It may be the one that begins there, if the system has more at the end of the one before it.
        """
        after = int(np.searchsorted(self._gold[:, 0], g, "right"))
        here = int(np.searchsorted(self._gold[:, 0], g))
        return here if 0 < here < after and self._gold[here, 0] < self._gold[here, 1] else after

    def _in_system(self, sentence: int, g: int, s: int, end: int) -> int:
        """Where a sentence begins in the system's text, which differs from gold's ``g`` on; else -1."""
        begin, own = int(self._gold[sentence, 0]), self._own(sentence)
        if not own:
            return -1
        if self._as_many and self._system[sentence, 0] >= s and self._theirs(sentence) == own:
            return int(self._system[sentence, 0])
        if begin == g:
            return -1
        last = min(end, s + 4 * (begin - g) + 1000)
        found = self._text.find(self._ours[begin : begin + PROBE], s, last)
        if found >= 0 or len(own) >= PROBE or self._as_many:
            return found
        found = self._text.find(own, s, last)
        while found >= 0 and self._ends.get(found) != found + len(own):
            found = self._text.find(own, found + 1, last)
        return found


def _common_prefix(one: Bytes, other: Bytes) -> int:
    size = min(len(one), len(other))
    at, step = 0, 1 << 10
    while at < size:
        end = min(size, at + step)
        if not np.array_equal(one[at:end], other[at:end]):
            return at + int(np.argmax(one[at:end] != other[at:end]))
        at, step = end, 2 * step
    return size
