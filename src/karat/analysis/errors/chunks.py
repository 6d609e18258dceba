"""The errors of chunks: wrong types, wrong boundaries, chunks that are split, merged, missed or spurious.

The wrong chunks of both sides that share words, directly or through other wrong chunks, are one error:
they can only be put right together.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from karat.analysis.errors.frame import Error, Rows
from karat.analysis.errors.mending import COUNTS, mended_rows
from karat.formats._tagging import BEGIN, END, SINGLE
from karat.model.bank import Bank
from karat.model.columns import Bools, Longs
from karat.model.layers import Table, names_of
from karat.model.outcome import Outcome
from karat.model.relation import Relation
from karat.model.scheme import Scheme

BROKEN, LABEL, SPLIT, MERGED = "tag broken", "label", "split", "merged"
BEGINNING, ENDING, BOTH = "boundary: begin", "boundary: end", "boundary: both"
MISSED, SPURIOUS = "missed", "spurious"
CAUSES = (BROKEN, LABEL, BEGINNING, ENDING, BOTH, SPLIT, MERGED, MISSED, SPURIOUS)
GROUPS = ("label", "words")


class _Chunk(NamedTuple):
    """A wrong chunk: where it is, its row in the relation, and its type."""

    start: int
    end: int
    row: int
    label: str
    broken: bool = False


def classify(outcome: Outcome, scheme: Scheme, wrong: Rows, sentences: Longs) -> list[Error]:
    """The errors of these sentences."""
    gold, system = (
        _chunks(bank, side, mark, sentences)
        for bank, side, mark in zip(
            outcome.banks, (outcome.gold, outcome.system), wrong, strict=True
        )
    )
    bank = outcome.banks[0]
    return [
        _error(bank, sentence, ours, theirs)
        for sentence in sentences.tolist()
        for ours, theirs in _touching(gold[sentence], system[sentence])
    ]


def mended(outcome: Outcome, scheme: Scheme, put_right: Rows) -> Outcome:
    """The outcome if these rows were right."""
    return mended_rows(outcome, put_right)


def follows(scheme: Scheme) -> frozenset[str]:
    """All counts follow from the chunks."""
    return COUNTS & scheme.counts.keys()


def said(outcome: Outcome, side: int, row: int) -> str:
    """A chunk with its type and its words."""
    bank, relation = outcome.banks[side], (outcome.gold, outcome.system)[side]
    sentence = int(np.searchsorted(relation.offset, row, "right")) - 1
    label = int(bank.layers["chunks"]["label"][relation.row[row]])
    chunk = _Chunk(
        int(relation.first[row]), int(relation.second[row]), row, _text(bank.labels[label])
    )
    return _told(bank.words(sentence), [chunk])


def _chunks(bank: Bank, side: Relation, wrong: Bools, sentences: Longs) -> dict[int, list[_Chunk]]:
    """The wrong chunks of each of these sentences, from left to right."""
    layer = bank.layers["chunks"]
    found: dict[int, list[_Chunk]] = {one: [] for one in sentences.tolist()}
    rows = np.flatnonzero(wrong)
    broken = _broken(layer)[side.row[rows]].tolist()
    labels = names_of(bank.labels, layer["label"][side.row[rows]])
    columns = (side.sentence()[rows], side.first[rows], side.second[rows], rows)
    for sentence, start, end, row, label, odd in zip(
        *(column.tolist() for column in columns), labels, broken, strict=True
    ):
        if sentence in found:
            found[sentence].append(_Chunk(start, end, row, label, odd))
    return found


def _broken(layer: Table) -> Bools:
    """Which chunks have tags that do not fit together.

    In a file that marks beginnings with B or S, a chunk that begins otherwise is broken; if it also marks
    ends, with E or S, then one that ends otherwise is. What a file marks is told by the majority of its
    chunks, among them for beginnings only those that do not touch the one before. ``opened`` and
    ``closed`` are the prefixes of a chunk's first and last tag; chunks that were not read from tags have
    none.
    """
    broken: Bools = np.zeros(len(layer), np.bool_)
    if "opened" not in layer.columns:
        return broken
    opened, closed = layer["opened"], layer["closed"]
    begun, ended = (np.isin(one, (mark, SINGLE)) for one, mark in ((opened, BEGIN), (closed, END)))
    apart = np.append(-1, layer["end"])[:-1] != layer["start"]
    apart[layer.offset[:-1][np.diff(layer.offset) > 0]] = True
    for fine, told in ((begun, begun[apart]), (ended, ended)):
        if 2 * np.count_nonzero(told) > len(told):
            broken |= ~fine
    return broken


def _touching(
    gold: Sequence[_Chunk], system: Sequence[_Chunk]
) -> Iterator[tuple[list[_Chunk], list[_Chunk]]]:
    """The chunks of both sides in the smallest groups that share no word.

    >>> one, two = [_Chunk(0, 2, 0, "NP"), _Chunk(4, 5, 1, "NP")], [_Chunk(1, 3, 0, "NP")]
    >>> [([chunk.row for chunk in a], [chunk.row for chunk in b]) for a, b in _touching(one, two)]
    [([0], [0]), ([1], [])]
    """
    both = [*((chunk, 0) for chunk in gold), *((chunk, 1) for chunk in system)]
    both.sort(key=lambda one: (one[0].start, one[1]))
    sides: tuple[list[_Chunk], list[_Chunk]] = ([], [])
    end = -1
    for chunk, side in both:
        if chunk.start >= end and (sides[0] or sides[1]):
            yield sides
            sides = ([], [])
        sides[side].append(chunk)
        end = max(end, chunk.end)
    if both:
        yield sides


def _error(bank: Bank, sentence: int, gold: Sequence[_Chunk], system: Sequence[_Chunk]) -> Error:
    cause, words, every = _cause(gold, system), bank.words(sentence), (*gold, *system)
    detail = " > ".join(_told(words, side) or "nothing" for side in (gold, system))
    pair = (gold[0].label, system[0].label) if cause == LABEL else None
    keys = {"label": every[0].label, "words": str(every[0].end - every[0].start)}
    missed, spurious = ([chunk.row for chunk in side] for side in (gold, system))
    first = int(bank.token_offset[sentence])
    place = first + min(one.start for one in every), first + max(one.end for one in every)
    return Error(cause, sentence, missed, spurious, detail, pair, keys, place)


def _cause(gold: Sequence[_Chunk], system: Sequence[_Chunk]) -> str:
    """The cause of wrong chunks that share words.

    >>> np_, longer, odd = _Chunk(1, 2, 0, "NP"), _Chunk(0, 2, 0, "NP"), _Chunk(1, 2, 0, "VP")
    >>> _cause([np_], [longer]), _cause([np_], [odd]), _cause([np_], [])
    ('boundary: begin', 'label', 'missed')
    """
    if any(chunk.broken for chunk in system):
        return BROKEN
    if not gold or not system:
        return MISSED if gold else SPURIOUS
    if len(gold) != len(system):
        return SPLIT if len(gold) < len(system) else MERGED
    begin, end = gold[0].start != system[0].start, gold[-1].end != system[-1].end
    if len(gold) > 1 or (begin and end):
        return BOTH
    return BEGINNING if begin else ENDING if end else LABEL


def _told(words: Sequence[bytes], chunks: Sequence[_Chunk]) -> str:
    """Chunks with their types and words: "NP the dog | VP barks"."""
    return " | ".join(
        f"{one.label} {_text(b' '.join(words[one.start : one.end]))}" for one in chunks
    )


def _text(given: bytes) -> str:
    return given.decode("utf-8", "replace")
