"""Which sentences several systems have a score for: all of them, or some only."""

from collections.abc import Sequence

import numpy as np

from karat.model.columns import Bools
from karat.model.outcome import Status
from karat.model.tally import Tally

# A note on the sentences that one of the systems has no score for, and that are left out for all.
LEFT_OUT = "without a score, and so left out for all systems (--common)"


def without_score(tally: Tally) -> dict[str, int]:
    """The note on the sentences that a system has no score for, if there are any."""
    failed = int(np.count_nonzero(tally.status != Status.SCORED))
    return {LEFT_OUT: failed} if failed else {}


def scored_by_all(tallies: Sequence[Tally]) -> list[Tally]:
    """The tallies of several systems for the same sentences, with those that all have a score for."""
    keep: Bools = np.logical_and.reduce(_marks(tallies))
    return [tally.where(keep[tally.sentence]) for tally in tallies]


def uneven(tallies: Sequence[Tally]) -> int:
    """How many sentences have a score for some of the systems, but not for all."""
    marks = _marks(tallies)
    return int(np.count_nonzero(marks.any(axis=0) & ~marks.all(axis=0)))


def _marks(tallies: Sequence[Tally]) -> Bools:
    """For each system, which sentences have a score."""
    size = max((int(tally.sentence.max(initial=-1)) for tally in tallies), default=-1) + 1
    marks: Bools = np.zeros((len(tallies), size), np.bool_)
    for row, tally in zip(marks, tallies, strict=True):
        row[tally.sentence[tally.status == Status.SCORED]] = True
    return marks
