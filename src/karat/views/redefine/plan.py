"""Where the constructions are that ``redefine`` redraws, in words, so that any parse can follow.

Words are counted from the start of their sentence. A plan is made from one parse, with its labels,
tags and words; it is carried out by position alone, on that parse or on another one of the same words.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints
from karat.model.layers import offsets


class Clause(NamedTuple):
    """An extraposed clause, which goes to the topmost node of its host clause.

    A bracket that begins in ``low:behind`` (with the predicate, behind "it") and holds the clause
    is cut before it. ``limit`` is the end of the host clause. ``trace`` is the null element that
    tells so, if one does.
    """

    sentence: int
    low: int
    behind: int
    start: int
    end: int
    limit: int
    trace: str = ""


class Run(NamedTuple):
    """Prepositions at the start of a constituent, or particles at the end of one that begins at ``low``."""

    sentence: int
    low: int
    start: int
    end: int
    final: bool


class Cores(NamedTuple):
    """Columns: core noun phrases, and ``limit``, where the modifiers end that may belong to them."""

    sentence: Ints
    start: Ints
    end: Ints
    limit: Ints


NO_CORES = Cores(*np.empty((4, 0), np.int32))


@dataclass(frozen=True, eq=False)
class Plan:
    """What is to be redrawn in the sentences of a Bank."""

    clauses: tuple[Clause, ...] = ()
    cores: Cores = NO_CORES
    runs: tuple[Run, ...] = ()

    def of(self, sentences: Bools) -> "Plan":
        """Only what is in these sentences."""
        if sentences.all():
            return self
        kept = sentences[self.cores.sentence]
        return Plan(
            tuple(one for one in self.clauses if sentences[one.sentence]),
            Cores(*(column[kept] for column in self.cores)),
            tuple(one for one in self.runs if sentences[one.sentence]),
        )

    def __add__(self, other: "Plan") -> "Plan":
        """Both together."""
        columns = zip(self.cores, other.cores, strict=True)
        cores = Cores(*(np.concatenate(pair) for pair in columns))
        return Plan(self.clauses + other.clauses, cores, self.runs + other.runs)


def without_words(clauses: list[Clause], bank: Bank, keep: Bools) -> list[Clause]:
    """The places of clauses after the words marked False are taken out of the Bank."""
    before = offsets(keep)
    result = []
    for one in clauses:
        first = int(bank.token_offset[one.sentence])
        low, behind, start, end, limit = (before[first + at] - before[first] for at in one[1:6])
        if low < behind <= start < end:
            places = int(low), int(behind), int(start), int(end), int(limit)
            result.append(Clause(one.sentence, *places, one.trace))
    return result
