"""What is wrong with two files of which many sentences cannot be compared.

Sentences are compared by what they spell (sentence_texts.py).
"""

from collections.abc import Sequence

import numpy as np

from karat.comparison.overlay import spelt
from karat.comparison.pairing import same_words
from karat.comparison.sentence_texts import real_words
from karat.comparison.series import Link, heaviest
from karat.model.bank import Bank
from karat.model.columns import Bools, Longs, grouped
from karat.model.labels import NULL

Sentences = Sequence[Sequence[str]]
# A kind of fault is worth a line if it explains at least this share of the sentences.
WORTH = 0.1


def diagnose(gold: Bank, system: Bank) -> tuple[str, ...]:
    """What is wrong, and what to do about it; nothing if there is no common cause.

    >>> import karat
    >>> gold = "(S (N a))\\n(S (N b))\\n(S (N c))\\n(S (N d))\\n"
    >>> diagnose(*(karat.read_text(text, layout="lines") for text in (gold, gold[10:])))[0][:55]
    'sentences are shifted from 1 on: gold has 4, the system'
    """
    full = np.flatnonzero(_sizes(system))
    parsed = system.slice(0, int(full[-1]) + 1 if len(full) else 0)
    differs = _differ(gold, parsed)
    left, right = _words(gold, differs), _words(parsed, differs)
    found = ["", _other_words(left, right), _respelt(gold, parsed, differs), _swapped(gold, system)]
    found.append(_encoded(gold, parsed, differs))
    wrong = _differences(left, right)
    if wrong >= WORTH * len(left) and right:
        every = np.ones_like(differs)
        bare = _without_punctuation(left, right)
        found[0] = bare or _placed(_words(gold, every), _words(parsed, every), wrong)
    return tuple(one for one in found if one)


def _sizes(bank: Bank) -> Longs:
    """How many words each sentence has, without null elements."""
    real = (bank.tag != bank.labels.find(NULL)).astype(np.int8)
    return grouped(real, bank.token_offset)


def _differ(gold: Bank, system: Bank) -> Bools:
    """Which sentences may differ; the others have the same words on both sides, and no null elements."""
    count = min(len(gold), len(system))
    result: Bools = np.ones(max(len(gold), len(system)), np.bool_)
    both = gold.slice(0, count), system.slice(0, count)
    real = np.logical_and(*(_sizes(bank) == np.diff(bank.token_offset) for bank in both))
    result[:count] = ~same_words(*both, real)
    return result


def _words(bank: Bank, wanted: Bools) -> list[list[str]]:
    """What the words of each sentence that is wanted spell; others are empty."""
    found: list[list[str]] = [[] for _ in range(len(bank))]
    rows = np.flatnonzero(wanted[: len(bank)]).tolist()
    for row, words in zip(rows, real_words(bank, rows), strict=True):
        found[row] = [text for word in words if (text := spelt(word))]
    return found


def _differences(left: Sentences, right: Sentences) -> int:
    """How many sentences spell something else, or are missing on one side."""
    both = zip(left, right, strict=False)
    return sum("".join(a) != "".join(b) for a, b in both) + abs(len(left) - len(right))


def _placed(left: Sentences, right: Sentences, wrong: int) -> str:
    """Whether the sentences of one side stand elsewhere on the other; ``wrong`` of them differ."""
    ours, theirs = (["".join(words) for words in side] for side in (left, right))
    if len(ours) != len(theirs) and "".join(ours) == "".join(theirs):
        return (
            f"the same text is cut into other sentences: gold has {len(ours)}, the system {len(theirs)}; "
            "failed=align lays them over gold's, and CoNLL-U can be scored with --scheme conll18"
        )
    both = [*zip(ours, theirs, strict=False)]
    # A missing parse says nothing about the places of others.
    if all(one == other for one, other in both if one and other):
        return ""
    here = {place for place, (one, other) in enumerate(both) if one == other}
    places = {text: place for place, text in enumerate(theirs) if text}
    matched = [
        (place, place if place in here else places[text])
        for place, text in enumerate(ours)
        if text in places
    ]
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
    in_order = heaviest((Link(*pair, 1) for pair in matched), once=True)
    if len(in_order) < 0.9 * len(matched):
        return f"the sentences are in another order: {example}; put them in gold's order"
    advice = (
        "leave a blank line where a parse is missing"
        if len(theirs) <= len(ours)
        else "leave out what is not in gold"
    )
    # Sentences before it may have other words, or be without a parse, at their places.
    first = max((place for place in here if place < one), default=-1) + 2
    return (
        f"sentences are shifted from {first} on: gold has {len(ours)}, the "
        f"system {len(theirs)}, and {example}; {advice}, or use failed=align"
    )


def _without_punctuation(left: Sentences, right: Sentences) -> str:
    """Whether most sentences that spell something else differ in punctuation only."""
    both = enumerate(zip(map("".join, left), map("".join, right), strict=False), 1)
    other = [(number, one, two) for number, (one, two) in both if one != two]
    found = [
        (number, len(one) > len(two))
        for number, one, two in other
        if (letters := _letters(one)) and letters == _letters(two)
    ]
    if not found or 2 * len(found) < len(other):
        return ""
    lacking = "the system" if found[0][1] else "gold"
    many = "1 sentence" if len(found) == 1 else f"{len(found)} sentences"
    return (
        f"{many} differ only in punctuation, the first is sentence {found[0][0]}, where {lacking} has less; "
        "give the parser gold's words, use failed=align, or --scheme parseval, which leaves punctuation out"
    )


def _letters(text: str) -> str:
    """A text without punctuation."""
    return "".join(filter(str.isalnum, text))


def _other_words(left: Sentences, right: Sentences) -> str:
    """Whether sentences spell the same, but are cut into other words."""
    found = [
        number
        for number, (one, other) in enumerate(zip(left, right, strict=False), 1)
        if one != other and "".join(one) == "".join(other)
    ]
    if len(found) < max(1, WORTH * len(left)):
        return ""
    return (
        f"{len(found)} sentences have the same text, but it is cut into other words, the first is "
        f"sentence {found[0]}; let the parser take gold's words as they are, or use failed=align"
    )


def _respelt(gold: Bank, system: Bank, differs: Bools) -> str:
    """Whether sentences have the same words, but write them in another way."""
    rows = np.flatnonzero(differs[: min(len(gold), len(system))]).tolist()
    found = []
    for row, *both in zip(rows, real_words(gold, rows), real_words(system, rows), strict=True):
        ours, theirs = ([word for word in words if word] for words in both)
        if ours != theirs and [*map(spelt, ours)] == [*map(spelt, theirs)]:
            found.append(row + 1)
    if len(found) < max(1, WORTH * len(gold)):
        return ""
    have = "1 sentence has" if len(found) == 1 else f"{len(found)} sentences have"
    return (
        f"{have} the same words in another spelling (case, quotation marks, escapes, accents as characters "
        f"of their own), the first is sentence {found[0]}; use failed=align"
    )


def _encoded(gold: Bank, system: Bank, differs: Bools) -> str:
    """Whether words of one side that differ are not UTF-8, and those of the other are."""
    rows = np.flatnonzero(differs[: min(len(gold), len(system))]).tolist()
    broken = [
        {row for row in rows if not all(map(_is_utf8, bank.words(row)))} for bank in (gold, system)
    ]
    alone = sorted(broken[0] ^ broken[1])
    if len(alone) < max(1, WORTH * len(gold)):
        return ""
    side = "gold" if alone[0] in broken[0] else "the system"
    many = "1 sentence" if len(alone) == 1 else f"{len(alone)} sentences"
    return (
        f"{side} is not UTF-8 in {many}, the first is sentence {alone[0] + 1}; if it is "
        "Latin-1, convert it: iconv -f LATIN1 -t UTF-8"
    )


def _is_utf8(word: bytes) -> bool:
    try:
        word.decode()
    except UnicodeDecodeError:
        return False
    return True


def _swapped(gold: Bank, system: Bank) -> str:
    """Whether only the system has null elements, which parsers do not make."""
    ours, theirs = ((bank.tag == bank.labels.find(NULL)).any() for bank in (gold, system))
    if not theirs or ours:
        return ""
    return "the system has null elements and gold has none: is gold the first file?"
