"""Whether sentences at the same place in two texts are versions of one sentence, or text was moved.

Sentences are given by their characters without spaces.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from karat.kernels.standing import CONTEXT

# Two sentences at the same place belong together if they share this part of their pairs of characters.
# Unrelated English sentences share about a quarter of them.
LIKE = 0.4


def alike(gold: str, system: str) -> bool:
    """Whether two texts at the same place are versions of one sentence.

    An empty text is: it stands for any sentence.

    >>> alike("thedogbarks.", "thedogbark"), alike("thedogbarks.", "itrained")
    (True, False)
    """
    if gold == system or not gold or not system:
        return True
    return shared(gold, system) >= LIKE * (max(len(gold), len(system)) + 1)


def shared(gold: str, system: str) -> int:
    """How many pairs of characters two texts have in common, their beginnings and ends included.

    >>> shared("dogs", "dog")
    3
    """
    ours, theirs = (Counter(map("".join, pairwise(f" {text} "))) for text in (gold, system))
    return (ours & theirs).total()


def moved(gold: tuple[str, str], system: tuple[str, str]) -> bool:
    """Whether a piece of text stands on the other side of the boundary between two sentences.

    >>> moved(("hecame.then", "sheleft."), ("hecame.", "thensheleft."))
    True
    >>> moved(("hecame.", "sheleft."), ("hecame", "sheleft."))
    False

    Few characters are found anywhere, so where a sentence is that short, nothing else may be there:

    >>> moved(("so", "t"), ("otherwords", "otherwords"))
    False
    """
    return _moved_on(*gold, *system) or _moved_on(*system, *gold)


def _moved_on(first: str, second: str, other_first: str, other_second: str) -> bool:
    """Whether the end of the first sentence begins the second one of the other side."""
    size = other_second.find(second[:CONTEXT])
    rest = len(first) - size
    return (
        0 < size < len(first)
        and first.endswith(other_second[:size])
        and other_first.endswith(first[:rest][-CONTEXT:])
        and (len(second) >= CONTEXT or len(other_second) == size + len(second))
        and (rest >= CONTEXT or len(other_first) == rest)
    )


def in_place(gold: Sequence[str], system: Sequence[str]) -> bool:
    """Whether as many sentences of each side stand at the same places, as far as single ones show.

    Sentences may differ, but not so much that another sentence stands there.

    >>> in_place(["one.", "two.", "three."], ["one.", "two", ""])
    True
    >>> in_place(["one.", "two."], ["two.", "six."])
    False
    """
    if len(gold) != len(system) or not all(map(alike, gold, system)):
        return False
    return not mostly_moved(zip(gold, system, strict=True))


def mostly_moved(pairs: Iterable[tuple[str, str]]) -> bool:
    """Whether more than half of the sentences that differ stand at another place.

    >>> mostly_moved([("one.", "two."), ("two.", "one.")])
    True
    >>> mostly_moved([("one.", "two."), ("two.", "six.")])
    False
    """
    other = [(one, other) for one, other in pairs if one and other and one != other]
    texts = {text for _, text in other}
    return 2 * sum(one in texts for one, _ in other) > len(other)


def part_of(some: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether a sentence that has nothing on the other side is a part of the neighbour there."""
    before, after = some
    if before and after and other[0] and not other[1]:
        return len(after) < len(other[0]) and _ends(other[0], after) and not _ends(before, after)
    if before and after and other[1] and not other[0]:
        return (
            len(before) < len(other[1]) and _begins(other[1], before) and not _begins(after, before)
        )
    return False


def _ends(text: str, end: str) -> bool:
    return alike(text[-len(end) :], end)


def _begins(text: str, begin: str) -> bool:
    return alike(text[: len(begin)], begin)
