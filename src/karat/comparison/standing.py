"""Whether a system's sentences stand at gold's places, so that they need not be laid over gold's.

They do not if there are more on one side, if text has moved over a boundary between two sentences, or if
most sentences that differ stand elsewhere. This is decided for a whole file, of which blocks are read one
after the other: what each block says about it can be added up, whatever the size of the blocks.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from karat.comparison.laid_over import texts
from karat.comparison.pairing import same_words
from karat.comparison.sentence_likeness import moved
from karat.model.bank import Bank

# The texts of a sentence of gold and of the system; empty if they are the same.
_Pair: TypeAlias = tuple[str, str]
_SAME = ("", "")


@dataclass(frozen=True)
class Standing:
    """What some sentences say about the places of the system's.

    ``moved``: text has moved, or sentences are missing or extra. ``first`` and ``last`` are the sentences
    at the edges. ``gold`` and ``system`` have hashes of the texts of sentences that differ.
    """

    sentences: int
    moved: bool
    first: _Pair
    last: _Pair
    gold: tuple[int, ...]
    system: frozenset[int]

    def __add__(self, other: "Standing") -> "Standing":
        """That of these sentences and those that follow them."""
        if not self.sentences or not other.sentences:
            return self if self.sentences else other
        return Standing(
            self.sentences + other.sentences,
            self.moved or other.moved or _moved(self.last, other.first),
            self.first,
            other.last,
            self.gold + other.gold,
            self.system | other.system,
        )

    @property
    def in_place(self) -> bool:
        """Whether the sentences are at gold's places, once all of a file are known."""
        # A sentence that is unlike gold's may be a bad answer, so it does not say that others have moved.
        elsewhere = sum(one in self.system for one in self.gold)
        return not self.moved and 2 * elsewhere <= len(self.gold)


def standing(gold: Bank, system: Bank) -> Standing:
    """What the sentences of two blocks say.

    Sentences with the same words are not looked at, so it costs little where few differ.
    """
    size = max(len(gold), len(system))
    if len(gold) != len(system):
        return Standing(size, True, _SAME, _SAME, (), frozenset())
    rows = np.flatnonzero(~same_words(gold, system, np.ones(len(gold), np.bool_))).tolist()
    both = zip(texts(gold, rows), texts(system, rows), strict=True) if rows else ()
    pairs = {row: pair for row, pair in zip(rows, both, strict=True) if pair[0] != pair[1]}
    other = [pair for pair in pairs.values() if all(pair)]
    return Standing(
        size,
        any(_moved(pairs[row - 1], pairs[row]) for row in pairs if row - 1 in pairs),
        pairs.get(0, _SAME),
        pairs.get(size - 1, _SAME),
        tuple(hash(one) for one, _ in other),
        frozenset(hash(one) for _, one in other),
    )


def at_their_places(gold: Bank, system: Bank) -> bool:
    """Whether the sentences of two files need not be laid over each other.

    >>> import karat
    >>> gold = karat.read_text("(S (N dogs) (V bark))\\n(S (N cats) (V sleep))\\n")
    >>> at_their_places(gold, karat.read_text("(S (N dogs) (V bark))\\n(S (N cat) (V sleep))\\n"))
    True
    """
    return standing(gold, system).in_place


def _moved(before: _Pair, after: _Pair) -> bool:
    """Whether text has moved over the boundary between two sentences that both differ."""
    if _SAME in (before, after):
        return False
    return moved((before[0], after[0]), (before[1], after[1]))
