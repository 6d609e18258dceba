"""The positions of the constructions that ``redefine`` redraws, as words, for any parse of them.

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
    """An extraposed clause, to be attached to the topmost node of its host clause.

    A bracket that begins in ``low:behind`` (with the predicate, after "it") and holds the clause is
    cut before the clause. ``limit`` is the end of the host clause. ``trace`` is the null element that
    marks the clause, if there is one.
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
    """Columns: core noun phrases, and the ends of the modifiers that may belong to them.

    A bracket that ends after ``limit`` is another constituent that begins with the noun phrase; one
    that ends after ``reach`` holds more than modifiers.
    """

    sentence: Ints
    start: Ints
    end: Ints
    limit: Ints
    reach: Ints


NO_CORES = Cores(*np.empty((5, 0), np.int32))


@dataclass(frozen=True, eq=False)
class Plan:
    """What is to be redrawn in the sentences of a Bank."""

    clauses: tuple[Clause, ...] = ()
    cores: Cores = NO_CORES
    runs: tuple[Run, ...] = ()

    def of(self, sentences: Bools) -> "Plan":
        """The part of the plan for these sentences."""
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
    """The positions of clauses after removing the words marked False from the Bank."""
    before = offsets(keep)
    result = []
    for one in clauses:
        first = int(bank.token_offset[one.sentence])
        low, behind, start, end, limit = (before[first + at] - before[first] for at in one[1:6])
        if low < behind <= start < end:
            places = int(low), int(behind), int(start), int(end), int(limit)
            result.append(Clause(one.sentence, *places, one.trace))
    return result
