"""Overlay: the words of two versions of one sentence, laid on one axis of characters.

The axis is a row of cells. A cell holds a character of both sides (the same one, or one written for
another), of gold alone, or of the system alone. A word covers the cells from its first character to
its last. Two words are the same if they cover the same cells. Words that share some cells are other
tokens of one text; a word that shares none was dropped or invented.

1. Characters are compared as ``spelt`` gives them.
2. If both sides have the same characters, these are the axis.
3. Otherwise words that are spelt alike are laid over each other first: those at the beginning, those
   at the end, then those between that have the most characters together, with a space for each word,
   in the fewest runs, as far left as possible. Between them characters are aligned by edit distance,
   which prefers equal characters, then beginnings and ends of words that fall together, then the
   leftmost alignment.
4. A word of which less than ``gaps.LEAST`` is found in the words it is laid over is not their
   counterpart. It gets cells of its own after the word before it, which lie inside a word of the other
   side only if that is its neighbours joined.
5. Where words share cells with each other and with no others, the first words of both sides begin at
   the same cell and the last ones end at the same cell. So a changed word covers the same cells.

Swapping the sides swaps the result. Where both sides have words without counterparts in one place, it
has no meaning which of them come first on the axis.
"""

import functools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from karat.comparison.anchors import runs
from karat.comparison.gaps import Piece, Spans, between, shared
from karat.comparison.pairing import plain
from karat.files.spelling import comparable

_ESCAPE = re.compile(rb"-[lr][rsc]b-", re.IGNORECASE)


class Overlay(NamedTuple):
    """Where the words of two versions of a sentence lie on one axis.

    begin < finish, unless a word spells nothing.
    """

    gold_begin: list[int]
    gold_finish: list[int]
    system_begin: list[int]
    system_finish: list[int]


@functools.lru_cache(1 << 16)
def spelt(word: bytes) -> str:
    """The characters of a word as they are compared: no escapes, no spaces, no case, plain marks.

    >>> spelt(b"-LRB-"), spelt(b"1\\\\/2"), spelt("“".encode()), spelt(b"``"), spelt(b"Dog")
    ('(', '1/2', '"', '"', 'dog')
    """
    if not word.isalnum():
        # First as when words are paired, so that all words that are the same there are so here.
        word = plain(_ESCAPE.sub(lambda escape: escape[0].upper(), plain(word)))
    return comparable(word.decode("utf-8", "surrogateescape"))


def overlay(gold: Sequence[bytes], system: Sequence[bytes]) -> Overlay:
    """Lay the words of two versions of a sentence on one axis.

    >>> overlay([b"They", b"did", b"n't"], [b"they", b"didn't"])
    Overlay(gold_begin=[0, 4, 7], gold_finish=[4, 7, 10], system_begin=[0, 4], system_finish=[4, 10])
    >>> overlay([b"the", b"big", b"dog"], [b"teh", b"dog"])
    Overlay(gold_begin=[0, 4, 7], gold_finish=[4, 7, 10], system_begin=[0, 7], system_finish=[4, 10])
    """
    ours, theirs = list(map(spelt, gold)), list(map(spelt, system))
    if "".join(ours) == "".join(theirs):
        one, other = ([*accumulate(map(len, words), initial=0)] for words in (ours, theirs))
        return Overlay(one[:-1], one[1:], other[:-1], other[1:])
    # One order of the sides, so that it does not matter which is called gold.
    swapped = theirs < ours
    if swapped:
        ours, theirs = theirs, ours
    laid = _laid([*filter(None, ours)], [*filter(None, theirs)])
    left, right = _with_silent(ours, laid.gold), _with_silent(theirs, laid.system)
    if swapped:
        left, right = right, left
    return Overlay(
        [begin for begin, _ in left], [finish for _, finish in left],
        [begin for begin, _ in right], [finish for _, finish in right],
    )  # fmt: skip


def _laid(gold: list[str], system: list[str]) -> Piece:
    """The axis of words that all spell something: those that are alike, and what is between them."""

    def pieces() -> Iterator[Piece]:
        g = s = 0
        for begin, other, length in runs(gold, system):
            yield between(gold[g:begin], system[s:other])
            g, s = begin + length, other + length
            yield Piece.alike(gold[begin:g])

    return Piece.joined(pieces())


def _with_silent(words: Sequence[str], spans: Spans) -> Spans:
    """The cells of all words: one that spells nothing is an empty interval after the word before it."""
    found: Spans = []
    rest = iter(spans)
    at = 0
    for word in words:
        found.append(next(rest) if word else (at, at))
        at = found[-1][1]
    return found


class Changes(NamedTuple):
    """What became of the words of gold, each counted once, and which words the system invented."""

    kept: int  # the same bytes
    respelt: int  # alike as ``spelt`` gives them: case, quotation marks, escapes
    changed: int  # another word in its place
    split: int  # several words of the system for one
    joined: int  # one word of the system for several; each of them counts
    dropped: int
    moved: int  # dropped here and invented there, spelt alike
    invented: int  # words of the system without a counterpart that were not moved


class Fate(NamedTuple):
    """What became of a word of gold, by a name in Changes, and the words of the system in its place."""

    kind: str
    by: Sequence[int]


class Fates(NamedTuple):
    """What became of each word of gold, and which words of the system were invented."""

    gold: list[Fate]
    invented: list[int]


def changes(gold: Sequence[bytes], system: Sequence[bytes]) -> Changes:
    """Count what was done to the words of gold.

    >>> changes(b"They did n't see the dog .".split(), b"they didn't see teh big .".split())
    Changes(kept=2, respelt=1, changed=1, split=0, joined=2, dropped=1, moved=0, invented=1)
    >>> changes(b"now he sleeps".split(), b"he sleeps now".split()).moved
    1
    """
    found = fates(gold, system)
    count = Counter([*(fate.kind for fate in found.gold), *("invented" for _ in found.invented)])
    return Changes(*(count[kind] for kind in Changes._fields))


def fates(gold: Sequence[bytes], system: Sequence[bytes]) -> Fates:
    """What was done to each word of gold.

    >>> found = fates(b"the big dog".split(), b"teh dog barks".split())
    >>> [fate.kind for fate in found.gold], found.invented
    (['changed', 'dropped', 'kept'], [2])
    """
    ours, theirs = _laid_over_each_other(gold, system)
    spare = Counter(_key(word) for word, over in zip(system, theirs, strict=True) if not over)
    found = []
    for word, over in zip(gold, ours, strict=True):
        kind = _kind(word, [system[at] for at in over], [theirs[at] for at in over])
        if not over and spare[_key(word)]:
            spare[_key(word)] -= 1
            # A word that spells nothing has no place from which it could be moved.
            kind = "moved" if spelt(word) else "kept"
        found.append(Fate(kind, over))
    # The first of several words that are alike count as moved, so the last ones are invented.
    invented = []
    for at in reversed(range(len(system))):
        if not theirs[at] and spare[_key(system[at])]:
            spare[_key(system[at])] -= 1
            invented.append(at)
    return Fates(found, invented[::-1])


def _kind(word: bytes, others: Sequence[bytes], back: Sequence[Sequence[int]]) -> str:
    """What became of a word in whose place are others, which are themselves in place of ``back``."""
    if not others:
        return "dropped"
    if len(others) > 1:
        return "split"
    if len(back[0]) > 1:
        return "joined"
    if word == others[0]:
        return "kept"
    return "respelt" if spelt(word) == spelt(others[0]) else "changed"


def _key(word: bytes) -> str | bytes:
    """What makes two words without counterparts the same word: what they spell, if anything."""
    return spelt(word) or word


def _laid_over_each_other(
    gold: Sequence[bytes], system: Sequence[bytes]
) -> tuple[list[list[int]], list[list[int]]]:
    """For each word of either side, the words of the other side that share cells with it.

    Words that spell nothing have no place on the axis where they could be looked for.
    """
    heard = [[at for at, word in enumerate(side) if spelt(word)] for side in (gold, system)]
    laid = overlay([gold[at] for at in heard[0]], [system[at] for at in heard[1]])
    found: tuple[list[list[int]], list[list[int]]] = ([[] for _ in gold], [[] for _ in system])
    ours = [*zip(laid.gold_begin, laid.gold_finish, strict=True)]
    theirs = [*zip(laid.system_begin, laid.system_finish, strict=True)]
    for mine, spans, others in ((0, ours, theirs), (1, theirs, ours)):
        for at, over in zip(heard[mine], shared(spans, others), strict=True):
            found[mine][at] = [heard[1 - mine][place] for place in over]
    return found
