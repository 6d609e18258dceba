"""Sentences that cannot be compared word by word are aligned, and compared all the same.

A scheme with ``failed=align`` compares them over the places that both sides share (see ``joint``); with
another policy this is done too, so that a score can say what alignment would change.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Longs, Numbers
from karat.model.labels import Labels
from karat.model.outcome import Aligned, Comparison, Outcome, Stage, Status
from karat.model.scheme import Scheme

if TYPE_CHECKING:
    from karat.comparison.joint import Joint

# What alignment can mend: the two sides have other words, or another number of them.
_NUMBER, _DIFFERENT = int(Status.NUMBER), int(Status.DIFFERENT)


@runtime_checkable
class Joining(Protocol):
    """A comparison that leaves things out of sentences before it writes them over places itself.

    It compares what is left. The scheme's ``to_align`` gives the Banks in which this has been done.
    """

    def __call__(self, gold: Bank, system: Bank) -> Outcome: ...

    def joint(self, gold: Bank, system: Bank, sentences: Longs) -> "Joint": ...


class Aligning:
    """Compares blocks under a scheme, and aligns the sentences whose words differ.

    Without ``rows``, an outcome is good for a tally and for what is said about sentences without a score:
    the rows of aligned sentences are left apart from those of the others, which costs less.
    """

    def __init__(self, scheme: Scheme, labels: Labels, *, rows: bool = True) -> None:
        self._scheme, self._labels, self._rows = scheme, labels, rows
        self._plain = scheme.comparison(labels)

    @cached_property
    def _over_places(self) -> Comparison:
        return self._scheme.aligned_comparison(self._labels)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        plain = self._plain(gold, system)
        scheme = self._scheme
        if not scheme.joint or scheme.failed == "abort":
            return plain
        rows = np.flatnonzero((plain.status == _NUMBER) | (plain.status == _DIFFERENT))
        if not len(rows):
            return plain
        laid = partial(self._joint, gold, system, plain, rows)
        if scheme.failed == "align":
            found = laid()
            return (not self._rows and self._apart(plain, found)) or self._whole(
                scheme.to_align(gold, system, plain), plain, found
            )
        return replace(plain, aligned=lambda: self._part(plain, laid()))

    def _joint(self, gold: Bank, system: Bank, plain: Outcome, rows: Longs) -> "Joint":
        """The sentences in these rows over places, as many as can be aligned."""
        if isinstance(self._over_places, Joining):
            return self._over_places.joint(gold, system, rows)
        from karat.comparison.joint import joint

        scheme = self._scheme
        patterns = bool(getattr(scheme, "patterns", ""))
        both = scheme.to_align(gold, system, plain)
        return joint(*both, rows, scheme.joint, patterns=patterns, grammars=scheme.grammars)

    def _part(self, plain: Outcome, found: "Joint") -> Aligned:
        """The aligned sentences alone."""
        rows = found.sentences
        outcome = self._over_places(found.gold, found.system)
        return Aligned(rows, _measured(outcome, plain, rows, np.arange(len(rows))))

    def _apart(self, plain: Outcome, found: "Joint") -> Outcome | None:
        """The aligned sentences beside all as they were, unless a note is about both."""
        part = self._part(plain, found)
        if plain.notes or part.outcome.notes:
            return None
        status = plain.status.copy()
        status[part.sentences] = part.outcome.status
        return replace(plain, status=status, plain=plain, aligned=lambda: part)

    def _whole(self, both: tuple[Bank, Bank], plain: Outcome, found: "Joint") -> Outcome:
        """All sentences, in which those that differ are aligned."""
        from karat.comparison.joint import spliced

        rows = found.sentences
        if not len(rows):
            return plain
        gold, system = spliced(both[0], rows, found.gold), spliced(both[1], rows, found.system)
        outcome = _measured(self._over_places(gold, system), plain, rows, rows)
        if isinstance(self._over_places, Joining):
            outcome = _as_plain(outcome, plain, found)
        return replace(outcome, plain=plain)


def _as_plain(outcome: Outcome, plain: Outcome, found: "Joint") -> Outcome:
    """The outcome of sentences that were prepared before, with what is known from preparing them.

    That is why those that were not aligned failed, and what was left out.
    """
    other: Bools = np.ones(len(plain.status), np.bool_)
    other[found.sentences] = False
    status = np.where(other, plain.status, outcome.status).astype(np.int32)
    stages = [replace(one, sentences=found.sentences) for one in found.stages]
    return replace(outcome, status=status, stages=partial(_stages, plain, other, stages))


def _stages(plain: Outcome, other: Bools, stages: Sequence[Stage]) -> list[Stage]:
    """What was left out of gold, of the system's ``other`` sentences, and of the aligned ones."""
    found = list[Stage]()
    for one in plain.stages():
        if one.side == "system":
            offset = one.bank.token_offset if one.what == "words" else one.bank.span_offset
            kept = other[np.searchsorted(offset, one.rows, "right") - 1]
            one = replace(one, rows=one.rows[kept])
        found.append(one)
    return [one for one in (*found, *stages) if len(one.rows)]


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
