"""What is wrong with two files of which many sentences cannot be compared.

Sentences are compared by what they spell, without spaces, escapes and null elements.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from karat.comparison.pairing import plain
from karat.model.bank import Bank
from karat.model.labels import NULL

Sentences = Sequence[Sequence[bytes]]
# A kind of fault is worth a line if it explains at least this share of the sentences.
WORTH = 0.1


def diagnose(gold: Bank, system: Bank) -> tuple[str, ...]:
    """What is wrong, and what to do about it; nothing if there is no common cause.

    >>> import karat
    >>> gold = "(S (N a))\\n(S (N b))\\n(S (N c))\\n(S (N d))\\n"
    >>> diagnose(*(karat.read_text(text, layout="lines") for text in (gold, gold[10:])))[0][:55]
    'sentences are shifted from 1 on: gold has 4, the system'
    """
    left, right = _words(gold), _words(system)
    while right and not right[-1]:
        right.pop()
    found = [_placed(left, right), _other_words(left, right), _swapped(gold, system)]
    return tuple(one for one in found if one)


def _words(bank: Bank) -> list[list[bytes]]:
    """The words of each sentence, without null elements."""
    null, text = bank.labels.find(NULL), bank.text.tobytes()
    columns = (bank.word_start, bank.word_end, bank.tag)
    words = [
        plain(text[start:end]) if tag != null else b""
        for start, end, tag in zip(*(column.tolist() for column in columns), strict=True)
    ]
    return [list(filter(None, words[a:b])) for a, b in pairwise(bank.token_offset.tolist())]


def _placed(left: Sentences, right: Sentences) -> str:
    """Whether the sentences of one side stand elsewhere on the other."""
    ours, theirs = ([b"".join(words) for words in side] for side in (left, right))
    wrong = sum(a != b for a, b in zip(ours, theirs, strict=False)) + abs(len(ours) - len(theirs))
    if wrong < WORTH * len(ours) or not theirs:
        return ""
    if len(ours) != len(theirs) and b"".join(ours) == b"".join(theirs):
        return (
            f"the same text is cut into other sentences: gold has {len(ours)}, the system {len(theirs)}; "
            "parse the sentences of gold, or score CoNLL-U with --scheme conll18"
        )
    places = {text: place for place, text in enumerate(theirs) if text}
    matched = [(place, places[text]) for place, text in enumerate(ours) if text in places]
    if len(matched) < WORTH * len(ours):
        return (
            f"only {len(matched)} of gold's {len(ours)} sentences are in the system's file at all; "
            "check that the files belong together"
        )
    moved = [(one, other) for one, other in matched if one != other]
    if len(moved) < wrong / 2:
        return ""
    one, other = moved[0]
    example = f"gold's sentence {one + 1} is the system's {other + 1}"
    if _longest_rise([place for _, place in matched]) < 0.9 * len(matched):
        return f"the sentences are in another order: {example}; put them in gold's order"
    advice = (
        "leave a blank line where a parse is missing"
        if len(theirs) <= len(ours)
        else "leave out what is not in gold"
    )
    return (
        f"sentences are shifted from {_first_difference(ours, theirs)} on: gold has {len(ours)}, the "
        f"system {len(theirs)}, and {example}; {advice}"
    )


def _first_difference(ours: Sequence[bytes], theirs: Sequence[bytes]) -> int:
    """The number of the first sentence that differs."""
    both = enumerate(zip(ours, theirs, strict=False), 1)
    return next((at for at, (one, other) in both if one != other), min(len(ours), len(theirs)) + 1)


def _longest_rise(places: Sequence[int]) -> int:
    """The length of the longest rising subsequence.

    >>> _longest_rise([3, 1, 2, 5, 4])
    3
    """
    ends: list[int] = []
    for place in places:
        at = bisect_left(ends, place)
        ends[at : at + 1] = [place]
    return len(ends)


def _other_words(left: Sentences, right: Sentences) -> str:
    """Whether sentences spell the same, but are cut into other words."""
    found = [
        number
        for number, (one, other) in enumerate(zip(left, right, strict=False), 1)
        if one != other and b"".join(one) == b"".join(other)
    ]
    if len(found) < max(1, WORTH * len(left)):
        return ""
    return (
        f"{len(found)} sentences have the same text, but it is cut into other words, the first is "
        f"sentence {found[0]}; let the parser take gold's words as they are"
    )


def _swapped(gold: Bank, system: Bank) -> str:
    """Whether only the system has null elements, which parsers do not make."""
    ours, theirs = ((bank.tag == bank.labels.find(NULL)).any() for bank in (gold, system))
    if not theirs or ours:
        return ""
    return "the system has null elements and gold has none: is gold the first file?"
