"""What a flat key should not have: unary and one-word brackets, null elements, invalid marks.

Gaizauskas, Hepple and Huyck (1998), section 4.1. ``flatten`` leaves such brackets out. In a
key written by hand they are mistakes.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from karat.comparison.disputes import mark
from karat.comparison.faithful import nameless_root
from karat.formats.brackets.places import openings, word_opening
from karat.model.bank import Bank
from karat.model.columns import Bools, Longs
from karat.model.errors import SyntaxFault
from karat.model.faults import FaultMaker
from karat.model.layers import offsets
from karat.views.edit import first_words, parent_rows
from karat.views.nulls import nulls

_NULL = "a null element", "leave it out; a key has only words"
_EMPTY = "a bracket without a word", "remove it"
_ONE_WORD = "a bracket around one word", "remove the bracket and keep the word"
_UNARY = (
    "a unary bracket: the bracket around it has the same words",
    "keep one of the two; if both are disputed, mark both, as in VP?1 and VP?2",
)
_MARK = (
    "this is not the mark of a dispute",
    "write VP?, VP?1, VP?a1, or VP?a1+1 for a part of a bracket",
)


@dataclass(frozen=True)
class Used:
    """What brackets of a key are called, and whether it has words without tags; parts of it add up."""

    brackets: frozenset[bytes] = frozenset()
    untagged: bool = False

    @classmethod
    def of(cls, bank: Bank) -> "Used":
        """What a key uses, or a part of it."""
        strings = bank.labels.strings()
        labels = np.setdiff1d(bank.label, [0]).tolist()
        return cls(frozenset(strings[one] for one in labels), bool((bank.tag == 0).any()))

    def __add__(self, later: "Used") -> "Used":
        return Used(self.brackets | later.brackets, self.untagged or later.untagged)


def faults(bank: Bank, used: Used | None = None) -> Iterator[SyntaxFault]:
    """Every fault of a key, or of a part of it, sentence by sentence; ``used`` is what all of it uses.

    >>> import karat
    >>> key = "(S (NP (NN dogs)) (VP (VP (VBP eat) (NP (JJ raw) (NN meat)))))"
    >>> for fault in faults(karat.read_text(key)):
    ...     print(fault.column, fault.what)
    4 a bracket around one word
    23 a unary bracket: the bracket around it has the same words
    """
    fault = FaultMaker(bank)
    null = nulls(bank)
    for row in np.flatnonzero(null | _single(bank, used or Used.of(bank))).tolist():
        yield fault(word_opening(bank, row), *(_NULL if null[row] else _ONE_WORD))
    strings = bank.labels.strings()
    odd = np.array([b"?" in one[1:] and mark(one) is None for one in strings], bool)[bank.label]
    kinds = [(odd, _MARK), *_wrong_brackets(bank, null)]
    for sentence in np.unique(_sentences(bank)[np.any([rows for rows, _ in kinds], axis=0)]):
        places = openings(bank, sentence)
        begin = int(bank.span_offset[sentence])
        for rows, said in kinds:
            for at in np.flatnonzero(rows[begin : begin + len(places)]).tolist():
                yield fault(places[at], *said)


def _wrong_brackets(bank: Bank, null: Bools) -> list[tuple[Bools, tuple[str, str]]]:
    """Which brackets have one of these faults; a bracket has at most one."""
    kept, base, parent = offsets(~null), first_words(bank), parent_rows(bank)
    start, end = kept[base + bank.start], kept[base + bank.end]
    counted = ~nameless_root(bank)
    marks = [mark(one) for one in bank.labels.strings()]
    disputed = np.array([one is not None for one in marks], bool)[bank.label]
    # A bracket in parts, as VP?a2+1, may have parts of one word.
    part = np.array([one is not None and one.part > 0 for one in marks], bool)[bank.label]
    same = (parent >= 0) & (start == start[parent]) & (end == end[parent]) & counted[parent]
    same &= ~(disputed & disputed[parent])
    size = end - start
    return [
        (counted & (size == 0), _EMPTY),
        (counted & (size == 1) & ~part, _ONE_WORD),
        (counted & (size > 1) & same & ~part, _UNARY),
    ]


def _single(bank: Bank, used: Used) -> Bools:
    """Words of a key without tags whose tag is the label of a bracket: ``(S (NP dogs) (VP bark a lot))``."""
    if not used.untagged:
        return np.zeros(len(bank.tag), bool)
    labels = np.array([one in used.brackets for one in bank.labels.strings()], bool)
    return labels[bank.tag]


def _sentences(bank: Bank) -> Longs:
    return np.repeat(np.arange(len(bank)), np.diff(bank.span_offset))
