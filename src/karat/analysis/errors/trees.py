"""The causes of errors in trees: why brackets were missed, or are spurious."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, product
from operator import attrgetter

import numpy as np

from karat.analysis.errors.attachment import alone, attached, differ
from karat.analysis.errors.frame import Error, Rows
from karat.analysis.errors.mending import COUNTS, mended_rows
from karat.analysis.errors.moves import Range, moves
from karat.analysis.errors.sentences import Bracket, Sentence, sentences
from karat.analysis.errors.vocabulary import Vocabulary, vocabulary
from karat.model.columns import Longs
from karat.model.outcome import Outcome
from karat.model.scheme import Scheme

CAUSES = (
    "label", "unary", "punctuation", "coordination", "PP attachment", "clause attachment",
    "NP attachment", "VP attachment", "modifier attachment", "NP-internal structure",
    "single-word phrase", "clause boundary", "other",
)  # fmt: skip
GROUPS = ("label", "depth")


def classify(outcome: Outcome, scheme: Scheme, wrong: Rows, numbers: Longs) -> list[Error]:
    """The errors of these sentences."""
    known = vocabulary()
    every = sentences(outcome, wrong, numbers, known)
    return [*chain.from_iterable(explained(one, known) for one in every)]


def mended(outcome: Outcome, scheme: Scheme, put_right: Rows) -> Outcome:
    """The outcome if these brackets were right."""
    return mended_rows(outcome, put_right)


def follows(scheme: Scheme) -> frozenset[str]:
    """The counts that follow from brackets."""
    return COUNTS


def said(outcome: Outcome, side: int, row: int) -> str:
    """A bracket with its words."""
    bank, rows = outcome.banks[side], (outcome.gold, outcome.system)[side]
    at = int(rows.row[row])
    sentence = int(np.searchsorted(bank.span_offset, at, "right")) - 1
    words = bank.words(sentence)[int(bank.start[at]) : int(bank.end[at])]
    label = bank.labels[int(bank.label[at])]
    return f"({b' '.join([label, *words]).decode('utf-8', 'replace')})"


def explained(sentence: Sentence, known: Vocabulary) -> list[Error]:
    """The errors of a sentence, in the order in which causes take precedence."""
    found = list(_gapped(sentence)) if any(sentence.gapped) else []
    found += (more := list(_labels(sentence)))
    sentence = sentence.settled(more)
    if any(sentence.words.marks):
        found += (more := list(_punctuation(sentence)))
        sentence = sentence.settled(more).without_marks()
        found += (more := list(_labels(sentence)))
        sentence = sentence.settled(more)
    if any(sentence.open()):
        found += (more := [attached(sentence, move, known) for move in moves(sentence, known)])
        sentence = sentence.settled(more)
        found += (more := list(_unary(sentence)))
        sentence = sentence.settled(more)
        found += _rest(sentence, known)
    return found


def _gapped(sentence: Sentence) -> Iterator[Error]:
    """Brackets with gaps: only labels and chains of nodes over the same words are told apart."""
    sentence = sentence.with_gaps()
    for step in (_labels, _unary):
        found = list(step(sentence))
        yield from found
        sentence = sentence.settled(found)
    missed, spurious = sentence.open()
    for one in missed:
        yield sentence.error("other", [one], [])
    for one in spurious:
        yield sentence.error("other", [], [one])


def _labels(sentence: Sentence) -> Iterator[Error]:
    """Missed and spurious brackets over the same words, paired from the top."""
    missed, spurious = sentence.open()
    free: dict[tuple[int, int], list[Bracket]] = {}
    for one in spurious:
        free.setdefault(one[:2], []).append(one)
    for one in missed:
        if others := free.get(one[:2]):
            other = others.pop(0)
            # If the categories are the same, function tags differ.
            same = one.name == other.name
            pair = (one.label, other.label) if same else (one.name, other.name)
            error = sentence.error("label", [one], [other], " > ".join(pair))
            yield replace(error, confused=pair)


def _punctuation(sentence: Sentence) -> Iterator[Error]:
    """Brackets that differ only in the punctuation inside them; the same marks are one error."""
    place = sentence.words.places()
    missed, spurious = sentence.open()
    free: dict[tuple[int, int, int], list[Bracket]] = {}
    kind = attrgetter("kind") if sentence.labelled else lambda one: 0
    for one in spurious:
        free.setdefault((place[one.start], place[one.end], kind(one)), []).append(one)
    together: dict[frozenset[int], tuple[list[Bracket], list[Bracket]]] = {}
    for one in missed:
        others = free.get((place[one.start], place[one.end], kind(one)), [])
        other = others.pop(0) if others else None
        if other or place[one.start] == place[one.end]:
            inside = range(*other[:2]) if other else ()
            ours, theirs = together.setdefault(frozenset(range(*one[:2])) ^ {*inside}, ([], []))
            ours.append(one)
            theirs += [other] if other else []
    pairs = list(together.values())
    # What is left of the system's brackets over nothing but punctuation.
    pairs += [([], rows) for (a, b, _), rows in free.items() if a == b and rows]
    return (sentence.error("punctuation", *pair) for pair in pairs)


def _unary(sentence: Sentence) -> Iterator[Error]:
    """Brackets over words that the other side has a bracket over."""
    gold, system = ({one[:2] for one in side} for side in (sentence.gold, sentence.system))
    missed, spurious = sentence.open()
    for one in missed:
        if one[:2] in system:
            yield sentence.error("unary", [one], [])
    for one in spurious:
        if one[:2] in gold:
            yield sentence.error("unary", [], [one])


def _rest(sentence: Sentence, known: Vocabulary) -> Iterator[Error]:
    """Brackets over words that the other side has no bracket over, and that no constituent moved into.

    Like brackets that differ in the same words at their begin or end are one error.
    """
    missed, spurious = sentence.open()
    pairs: dict[Range, list[tuple[Bracket, Bracket]]] = {}
    for one, other in product(missed, spurious):
        if words := differ(one, other):
            pairs.setdefault(words, []).append((one, other))
    used: set[Bracket] = set()
    for words in sorted(pairs, key=lambda words: (-len(pairs[words]), words)):
        free = [pair for pair in pairs[words] if not used.intersection(pair)]
        ours = [*dict.fromkeys(one for one, _ in free)]
        theirs = [*dict.fromkeys(other for _, other in free)]
        size = min(len(ours), len(theirs))
        if size:
            both = ours[:size], theirs[:size]
            used.update(*both)
            yield sentence.error(alone(sentence, *both, known), *both)
    for one in missed:
        if one not in used:
            yield sentence.error(alone(sentence, [one], [], known), [one], [])
    for one in spurious:
        if one not in used:
            yield sentence.error(alone(sentence, [], [one], known), [], [one])
