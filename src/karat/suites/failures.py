"""Words and pairs of words that occur more often than expected in items that fail."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from karat.suites.runs import Result


@dataclass(frozen=True)
class Lexical:
    """A word or pair: the number of grammatical items with it, and how many of these failed."""

    words: str
    failed: int
    items: int
    excess: float


def words(sentence: str) -> list[str]:
    """The words of a sentence in lower case, without punctuation at their ends.

    >>> words("He used to sleep.")
    ['he', 'used', 'to', 'sleep']
    """
    stripped = (token.lower().strip(".,;:!?\"'()[]") for token in sentence.split())
    return [word for word in stripped if word]


def lexical(results: Sequence[Result], most: int = 20) -> list[Lexical]:
    """Words and pairs that fail at least twice, and more often than items fail on average.

    ``excess`` is the number of failures above what the average rate predicts. A pair that fails
    exactly when one of its words fails is left out.
    """
    wanted = [one for one in results if one.item.good]
    rate = sum(not one.covered for one in wanted) / len(wanted) if wanted else 0.0
    items: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for one in wanted:
        tokens = words(one.item.sentence)
        keys = {*tokens, *map(" ".join, pairwise(tokens))}
        items.update(keys)
        if not one.covered:
            failed.update(keys)
    found = [
        Lexical(key, count, items[key], count - rate * items[key])
        for key, count in failed.items()
        if count > 1 and count > rate * items[key]
        and not any(
            failed[part] == count and items[part] == items[key]
            for part in key.split(" ") if " " in key
        )
    ]  # fmt: skip
    found.sort(key=lambda one: (-one.excess, one.words))
    return found[:most]
