"""Whether a system's sentences stand at gold's places, so that they need not be laid over gold's.

They do not if there are more on one side, if text has moved over a boundary between two sentences, or if
most sentences that differ stand elsewhere. This is decided for a whole file, of which blocks are read one
after the other: what each block says about it can be added up, whatever the size of the blocks.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from karat.comparison.by_id import has_ids
from karat.comparison.pairing import same_words
from karat.comparison.sentence_likeness import moved
from karat.comparison.sentence_texts import texts
from karat.model.bank import Bank

# The texts of a sentence of gold and of the system; empty if they are the same.
_Pair: TypeAlias = tuple[str, str]
_SAME = ("", "")
_PRIME = 2**61 - 1
# The texts of so many sentences that differ are kept for each side, which tells enough.
_KEPT = 4096


@dataclass(frozen=True)
class Sum:
    """A checksum of a text, to which that of the text after it can be added.

    >>> Sum.of("dogs") + Sum.of("bark") == Sum.of("dogsbark")
    True
    """

    value: int = 0
    size: int = 0

    @classmethod
    def of(cls, text: str) -> "Sum":
        content = text.encode("utf-8", "surrogatepass")
        return cls(int.from_bytes(content) % _PRIME, len(content))

    def __add__(self, other: "Sum") -> "Sum":
        shifted = self.value * pow(256, other.size, _PRIME)
        return Sum((shifted + other.value) % _PRIME, self.size + other.size)


@dataclass(frozen=True)
class Series:
    """Neighbouring sentences that all differ from gold's: what each side spells."""

    gold: Sum = Sum()
    system: Sum = Sum()

    @classmethod
    def of(cls, gold: str, system: str) -> "Series":
        return cls(Sum.of(gold), Sum.of(system))

    def __add__(self, other: "Series") -> "Series":
        return Series(self.gold + other.gold, self.system + other.system)

    @property
    def cut_elsewhere(self) -> bool:
        """Whether both sides spell the same text, so that only the boundaries differ."""
        return self.gold.size > 0 and self.gold == self.system


@dataclass(frozen=True)
class Texts:
    """What sentences that differ from gold's spell, as checksums; of many, those with the smallest.

    Which are kept depends on the texts alone, not on their order. So a text that is kept for one side is
    kept for the other, and memory does not grow with the file. ``gold`` has how often each text occurs;
    all kept checksums are below ``limit``.

    >>> cats, dogs = Texts.of(["cats sleep"], ["dogs bark"]), Texts.of(["dogs bark"], ["cats sleep"])
    >>> cats.elsewhere, (cats + dogs).elsewhere
    (False, True)
    """

    gold: Mapping[int, int] = field(default_factory=dict)
    system: frozenset[int] = frozenset()
    limit: int = 1 << 64

    @classmethod
    def of(cls, gold: Sequence[str], system: Sequence[str]) -> "Texts":
        return cls(Counter(map(_checksum, gold)), frozenset(map(_checksum, system)))._bounded()

    def __add__(self, other: "Texts") -> "Texts":
        gold = Counter(self.gold)
        gold.update(other.gold)
        return Texts(gold, self.system | other.system, min(self.limit, other.limit))._bounded()

    def _bounded(self) -> "Texts":
        limit = self.limit
        for values in (self.gold, self.system):
            if len(values) > _KEPT:
                limit = min(limit, sorted(values)[_KEPT])
        if limit == 1 << 64:
            return self
        gold = {one: times for one, times in self.gold.items() if one < limit}
        return Texts(gold, frozenset(one for one in self.system if one < limit), limit)

    @property
    def elsewhere(self) -> bool:
        """Whether most sentences of gold stand elsewhere in the system's file, as far as is known."""
        found = sum(times for one, times in self.gold.items() if one in self.system)
        return 2 * found > sum(self.gold.values())


def _checksum(text: str) -> int:
    """The same in every process, and evenly spread."""
    content = text.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(content, digest_size=8).digest())


@dataclass(frozen=True)
class Standing:
    """What some sentences say about the places of the system's.

    ``moved``: text has moved, or sentences are missing or extra. ``first`` and ``last`` are the sentences
    at the edges; ``leading`` and ``trailing`` are the series of sentences that differ there. ``differing``
    is how many sentences differ, ``texts`` is what they spell.
    """

    sentences: int
    moved: bool
    first: _Pair
    last: _Pair
    leading: Series
    trailing: Series
    differing: int
    texts: Texts

    def __add__(self, other: "Standing") -> "Standing":
        """That of these sentences and those that follow them."""
        if not self.sentences or not other.sentences:
            return self if self.sentences else other
        between = self.trailing + other.leading
        inside = not (self.all_differ or other.all_differ)
        return Standing(
            self.sentences + other.sentences,
            self.moved
            or other.moved
            or _moved(self.last, other.first)
            or (inside and between.cut_elsewhere),
            self.first,
            other.last,
            between if self.all_differ else self.leading,
            between if other.all_differ else other.trailing,
            self.differing + other.differing,
            self.texts + other.texts,
        )

    @property
    def all_differ(self) -> bool:
        """Whether all sentences belong to one series."""
        return self.differing == self.sentences

    @property
    def in_place(self) -> bool:
        """Whether the sentences are at gold's places, once all of a file are known."""
        # A sentence that is unlike gold's may be a bad answer, so it does not say that others have moved.
        cut = self.leading.cut_elsewhere or self.trailing.cut_elsewhere
        return not (self.moved or cut or self.texts.elsewhere)


# Sentences that are not at gold's places; nothing else is known about them.
ELSEWHERE = Standing(1, True, _SAME, _SAME, Series(), Series(), 0, Texts())


def standing(gold: Bank, system: Bank) -> Standing:
    """What the sentences of two blocks say.

    Sentences with the same words are not looked at, so it costs little where few differ. Those that have
    ids are where these say.
    """
    size = max(len(gold), len(system))
    if has_ids(gold) or has_ids(system):
        return Standing(size, False, _SAME, _SAME, Series(), Series(), 0, Texts())
    if len(gold) != len(system):
        return Standing(size, True, _SAME, _SAME, Series(), Series(), 0, Texts())
    rows = np.flatnonzero(~same_words(gold, system, np.ones(len(gold), np.bool_))).tolist()
    both = zip(texts(gold, rows), texts(system, rows), strict=True) if rows else ()
    pairs = {row: pair for row, pair in zip(rows, both, strict=True) if pair[0] != pair[1]}
    other = [pair for pair in pairs.values() if all(pair)]
    series = _series(pairs)
    return Standing(
        size,
        any(_moved(pairs[row - 1], pairs[row]) for row in pairs if row - 1 in pairs)
        or any(
            ours == theirs
            for (first, last), (ours, theirs) in series.items()
            if first and last < size
        ),
        pairs.get(0, _SAME),
        pairs.get(size - 1, _SAME),
        next((Series.of(*both) for (first, _), both in series.items() if not first), Series()),
        next((Series.of(*both) for (_, last), both in series.items() if last == size), Series()),
        len(pairs),
        Texts.of([one for one, _ in other], [one for _, one in other]),
    )


def at_their_places(gold: Bank, system: Bank) -> bool:
    """Whether the sentences of two files need not be laid over each other.

    >>> import karat
    >>> gold = karat.read_text("(S (N dogs) (V bark))\\n(S (N cats) (V sleep))\\n")
    >>> at_their_places(gold, karat.read_text("(S (N dogs) (V bark))\\n(S (N cat) (V sleep))\\n"))
    True
    """
    return standing(gold, system).in_place


def _series(pairs: Mapping[int, _Pair]) -> dict[tuple[int, int], _Pair]:
    """What each series of sentences that differ spells, by first sentence and end.

    >>> _series({3: ("he", "hec"), 4: ("came", "ame"), 6: ("a", "b")})
    {(3, 5): ('hecame', 'hecame'), (6, 7): ('a', 'b')}
    """
    found = {}
    rows = [*pairs]
    cuts = [at for at in range(1, len(rows)) if rows[at] != rows[at - 1] + 1]
    for begin, end in pairwise([0, *cuts, len(rows)]) if rows else ():
        ours, theirs = zip(*(pairs[row] for row in rows[begin:end]), strict=True)
        found[rows[begin], rows[end - 1] + 1] = "".join(ours), "".join(theirs)
    return found


def _moved(before: _Pair, after: _Pair) -> bool:
    """Whether text has moved over the boundary between two sentences that both differ."""
    if _SAME in (before, after):
        return False
    return moved((before[0], after[0]), (before[1], after[1]))
