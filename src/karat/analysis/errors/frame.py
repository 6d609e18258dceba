"""Errors: sets of missed and spurious rows that one correction would put right, each with a cause.

Every missed gold row and every spurious system row belongs to exactly one error. An analysis is a
module that finds the errors of one kind of rows; see ``Analysis``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np

from karat.model.columns import Bools, Longs
from karat.model.outcome import Outcome, Status
from karat.model.scheme import Scheme

# The cause of all rows of a sentence that has no parse, or none that could be compared.
NOT_COMPARED = "no parse / not comparable"


@dataclass(frozen=True)
class Error:
    """Rows that one correction puts right, and why they are wrong.

    ``sentence`` counts from 0. ``missed`` are rows of the outcome's gold relation, ``spurious`` rows of
    its system relation. ``detail`` tells people what happened: "NP > NX", "PP: NP > VP". ``confused``
    is the gold label and the system label, if the error is that one stands for the other. ``keys`` has
    what errors can be grouped by, such as label and depth. ``words`` are the words that it is about, as a
    range of rows of gold's Bank.
    """

    cause: str
    sentence: int
    missed: Sequence[int]
    spurious: Sequence[int]
    detail: str = ""
    confused: tuple[str, str] | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    words: tuple[int, int] | None = None

    @property
    def rows(self) -> int:
        return len(self.missed) + len(self.spurious)


class Rows(NamedTuple):
    """Which rows of gold and of the system are chosen."""

    gold: Bools
    system: Bools


class Analysis(Protocol):
    """What a module that analyses one kind of rows has."""

    # The names of its causes, in the order in which reports list equal ones.
    CAUSES: tuple[str, ...]
    # What its errors can be grouped by: the names in ``Error.keys``.
    GROUPS: tuple[str, ...]

    def classify(
        self, outcome: Outcome, scheme: Scheme, wrong: Rows, sentences: Longs
    ) -> list[Error]:
        """The errors of these sentences, which are scored; ``wrong`` are the rows to explain."""
        ...

    def mended(self, outcome: Outcome, scheme: Scheme, put_right: Rows) -> Outcome:
        """The outcome if these wrong rows were right: gold's are found, the system's are gone."""
        ...

    def said(self, outcome: Outcome, side: int, row: int) -> str:
        """A row of gold (side 0) or of the system (side 1) in words: "(NP the dog)"."""
        ...

    def follows(self, scheme: Scheme) -> frozenset[str]:
        """The counts of the scheme that ``mended`` gets right; measures over others are refused."""
        ...


@dataclass(frozen=True, eq=False)
class Errors:
    """All errors of a system. ``gold`` and ``system`` give the error of each row; -1: it is not wrong."""

    found: Sequence[Error]
    gold: Longs
    system: Longs

    @classmethod
    def of(cls, found: Sequence[Error], wrong: Rows) -> "Errors":
        """Errors that explain these wrong rows, each row once."""
        gold, system = (_owners(found, side, wrong) for side in ("missed", "spurious"))
        return cls(found, gold, system)

    def rows(self, chosen: Iterable[int]) -> Rows:
        """The rows of these errors."""
        mark: Bools = np.zeros(len(self.found) + 1, np.bool_)
        mark[list(chosen)] = True
        return Rows(mark[self.gold], mark[self.system])


def _owners(found: Sequence[Error], side: str, wrong: Rows) -> Longs:
    """The error that each row of a side belongs to."""
    mark = wrong.gold if side == "missed" else wrong.system
    owner: Longs = np.full(len(mark), -1, np.int64)
    rows = [row for one in found for row in getattr(one, side)]
    sizes = [len(getattr(one, side)) for one in found]
    owner[rows] = np.repeat(np.arange(len(found)), sizes)
    if len(rows) != np.count_nonzero(mark) or not np.array_equal(owner >= 0, mark):
        raise AssertionError(f"the errors do not explain every {side} row exactly once")
    return owner


def counting(outcome: Outcome, scheme: Scheme) -> Bools:
    """Which sentences count: those that the scheme does not leave out, for length or otherwise."""
    kept: Bools = np.ones(len(outcome.status), np.bool_)
    if scheme.length:
        kept &= outcome.length <= scheme.length
    return kept if outcome.counted is None else kept & outcome.counted


def wrong_rows(outcome: Outcome, scheme: Scheme) -> Rows:
    """The rows that were not hit, in the sentences that count."""
    kept = counting(outcome, scheme)
    return Rows(
        (outcome.gold_hit == 0) & kept[outcome.gold.sentence()],
        (outcome.system_hit == 0) & kept[outcome.system.sentence()],
    )


def errors_of(analysis: Analysis, outcome: Outcome, scheme: Scheme) -> Errors:
    """All errors; a sentence without a comparable parse is one error with a cause of its own."""
    wrong = wrong_rows(outcome, scheme)
    touched: Bools = np.zeros(len(outcome.status), np.bool_)
    for side, mark in zip((outcome.gold, outcome.system), wrong, strict=True):
        touched[side.sentence()[mark]] = True
    failed = outcome.status != Status.SCORED
    found = analysis.classify(outcome, scheme, wrong, np.flatnonzero(touched & ~failed))
    found += [_not_compared(outcome, one) for one in np.flatnonzero(touched & failed).tolist()]
    return Errors.of(sorted(found, key=lambda one: one.sentence), wrong)


def _not_compared(outcome: Outcome, sentence: int) -> Error:
    gold, system = (
        range(int(side.offset[sentence]), int(side.offset[sentence + 1]))
        for side in (outcome.gold, outcome.system)
    )
    reason = Status(outcome.status[sentence]).reason
    return Error(NOT_COMPARED, sentence, gold, system, reason)
