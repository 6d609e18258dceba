"""Amounts in noun phrases: ranges (16 to 19, $ 2 million to $ 3 million), and about before a number."""

from collections.abc import Sequence
from itertools import pairwise

_NUMBERS = frozenset({"CD", "$", "#", "QP"})
_BETWEEN = frozenset({"TO", "IN", "SYM"})


def between(bases: Sequence[str]) -> int:
    """Where the preposition or dash of a range is among the children of a QP, or -1.

    It has a number before it and a number after it, and the phrase has no coordinator.

    >>> between(["RB", "CD", "TO", "CD"]), between(["JJR", "IN", "CD"])
    (2, -1)
    """
    if "CC" in bases:
        return -1
    number = False
    for i, (one, after) in enumerate(pairwise(bases)):
        if one in _BETWEEN and number:
            return i if after in _NUMBERS else -1
        number |= one in _NUMBERS
    return -1
