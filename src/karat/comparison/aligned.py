"""Sentences that cannot be compared word by word are aligned, and compared all the same.

A scheme with ``failed=align`` compares them over the places that both sides share (see ``joint``); with
another policy this is done too, so that a score can say what alignment would change.
"""

from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Longs, Numbers
from karat.model.labels import Labels
from karat.model.outcome import Aligned, Comparison, Outcome, Status
from karat.model.scheme import Scheme

if TYPE_CHECKING:
    from karat.comparison.joint import Joint

# What alignment can mend: the two sides have other words, or another number of them.
_WORDS = (Status.NUMBER, Status.DIFFERENT)


class Aligning:
    """Compares blocks under a scheme, and aligns the sentences whose words differ."""

    def __init__(self, scheme: Scheme, labels: Labels) -> None:
        self._scheme, self._labels = scheme, labels
        self._plain = scheme.comparison(labels)

    @cached_property
    def _over_places(self) -> Comparison:
        return self._scheme.aligned_comparison(self._labels)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        plain = self._plain(gold, system)
        scheme = self._scheme
        if not scheme.joint or scheme.failed == "abort":
            return plain
        rows = np.flatnonzero(np.isin(plain.status, _WORDS))
        if not len(rows):
            return plain
        both = scheme.to_align(gold, system, plain)
        if scheme.failed == "align":
            return self._whole(*both, plain, rows)
        return replace(plain, aligned=partial(self._part, *both, plain, rows))

    def _joint(self, gold: Bank, system: Bank, rows: Longs) -> "Joint":
        from karat.comparison.joint import joint

        patterns = bool(getattr(self._scheme, "patterns", ""))
        grammars = self._scheme.grammars
        return joint(gold, system, rows, self._scheme.joint, patterns=patterns, grammars=grammars)

    def _part(self, gold: Bank, system: Bank, plain: Outcome, rows: Longs) -> Aligned:
        """The aligned sentences alone."""
        rows, ours, theirs = self._joint(gold, system, rows)
        outcome = self._over_places(ours, theirs)
        return Aligned(rows, _measured(outcome, plain, rows, np.arange(len(rows))))

    def _whole(self, gold: Bank, system: Bank, plain: Outcome, rows: Longs) -> Outcome:
        """All sentences, in which those that differ are aligned."""
        from karat.comparison.joint import spliced

        rows, ours, theirs = self._joint(gold, system, rows)
        if not len(rows):
            return plain
        both = spliced(gold, rows, ours), spliced(system, rows, theirs)
        outcome = _measured(self._over_places(*both), plain, rows, rows)
        return replace(outcome, plain=plain)


def _measured(outcome: Outcome, plain: Outcome, rows: Longs, at: Longs) -> Outcome:
    """The outcome with the lengths and numbers of words that gold has by itself.

    ``rows`` are the aligned sentences in the plain outcome, ``at`` the same in this one.
    """
    length = outcome.length.copy()
    length[at] = plain.length[rows]
    counts: dict[str, Numbers] = dict(outcome.counts)
    if "words" in counts and plain.sizes is not None:
        words = counts["words"] = counts["words"].copy()
        words[at] = np.where(outcome.status[at] == Status.SCORED, plain.sizes[0][rows], words[at])
    return replace(outcome, length=length, counts=counts)
