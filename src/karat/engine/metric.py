"""Metric: a score that is computed batch by batch, as in a training loop, by one process or several.

The counts of every sentence are kept, so the figures are those of scoring all sentences at once, to the
last bit, and a Score of a Metric has intervals. What is decided by looking at a whole file differs:

- Sentence i of a batch is always compared with sentence i of the other side. Text is never moved over a
  boundary between sentences, as ``karat.score`` does with ``failed=align`` if sentences are cut elsewhere.
- Options such as ``hierarchy=auto`` are decided by the first batch, and stay.
- ``Score.other_policies`` has no ``align``, unless this is the policy of the scheme.
- Notes that say why many sentences could not be compared are about the first batch only.
- The signature has a hash of the batches; their number is part of it, if there are several.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from threading import RLock
from typing import Any

from karat.comparison.by_id import has_ids, matched
from karat.comparison.diagnosis import diagnose
from karat.comparison.layers import compare
from karat.engine.memory import labels_used, prepared
from karat.engine.results import (
    EXAMPLES,
    Result,
    Run,
    block_result,
    breakdowns,
    decided,
    make_score,
)
from karat.engine.second_look import many_failed, noted
from karat.formats import usual_scheme_of
from karat.formats._given import bank_of
from karat.model.bank import Bank
from karat.model.errors import InputError, UsageError, no_sentences
from karat.model.repairs import Repair, repairs_of
from karat.model.scheme import Scheme
from karat.model.score import Score, warn_of_failures
from karat.model.tally import Tally
from karat.schemes import chosen

_WHOLE = 1 << 256


@dataclass(frozen=True)
class _Batches:
    """What is known about some batches; those of another Metric can be added."""

    # The scheme as it was given, and with its options decided.
    given: Scheme
    settled: Scheme
    result: Result
    tallies: tuple[Tally, ...]
    gold: str
    # The sum of the hashes of gold's batches.
    digest: int
    tags: frozenset[bytes]
    brackets: frozenset[bytes]
    trees: bool
    repairs: tuple[Repair, ...]
    sentences: int
    # The lines of the texts of gold and of the system.
    lines: tuple[int, int]

    def __add__(self, other: "_Batches") -> "_Batches":
        if (self.given, self.settled) != (other.given, other.settled):
            raise UsageError(
                f"scores of {self.settled} and of {other.settled} cannot be added up; name the same "
                "scheme, with the same options, for all"
            )
        moved = tuple(_moved(tally, self.sentences) for tally in other.tallies)
        later = tuple(
            one._replace(sentence=one.sentence + self.sentences) for one in other.result.failures
        )
        return replace(
            self,
            result=self.result + replace(other.result, failures=later),
            tallies=self.tallies + moved,
            digest=(self.digest + other.digest) % _WHOLE,
            tags=self.tags | other.tags,
            brackets=self.brackets | other.brackets,
            trees=self.trees or other.trees,
            repairs=self.repairs + other.repairs,
            sentences=self.sentences + other.sentences,
            lines=(self.lines[0] + other.lines[0], self.lines[1] + other.lines[1]),
        )


def _moved(tally: Tally, first: int) -> Tally:
    """The same tally with its sentences counted from another number."""
    twin = _moved(tally.twin, first) if tally.twin else None
    return replace(tally, sentence=tally.sentence + first, twin=twin)


@dataclass(eq=False)
class Metric:
    """A score that grows batch by batch.

    ``scheme`` is what ``karat.score`` takes; without it the first batch decides. ``by`` names breakdowns.
    ``system`` is the name in reports. A Metric can be pickled and sent to another process, and several
    threads may update it.

    >>> import karat
    >>> metric = karat.Metric("evalb")
    >>> metric.update(["(S (A (N a) (N b)) (N c))"], ["(S (N a) (A (N b) (N c)))"])
    >>> metric.update(["(S (N a) (N b))"], ["(S (N a) (N b))"])
    >>> metric
    Metric(evalb: 2 sentences in 2 updates)
    >>> metric.compute().counts["matched"], round(metric.compute().recall, 4)
    (2, 0.6667)
    """

    scheme: str | Scheme | None = None
    by: Sequence[str] = ()
    system: str = "system"
    _batches: _Batches | None = field(default=None, init=False, repr=False)
    # Held while batches are added: of two threads, one would write over what the other has added.
    _adding: Any = field(default_factory=RLock, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.scheme is not None:
            self._check(chosen(self.scheme))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_adding"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _adding=RLock())

    def _check(self, scheme: Scheme) -> Scheme:
        if scheme.surveys:
            raise UsageError(
                f"{scheme} must see all of gold before the first sentence is compared, so it cannot be "
                "computed batch by batch; use karat.score, or name an inventory"
            )
        breakdowns(scheme, self.by)
        return scheme

    def update(self, gold: Any, system: Any) -> None:
        """Add a batch; both sides are what ``karat.score`` takes, with the same number of sentences.

        After an error the Metric is as it was before.
        """
        ours, theirs = bank_of(gold, "gold"), bank_of(system, "system")
        if not len(ours):
            raise no_sentences("gold")
        with self._adding:
            before = self._batches
            scheme = before.given if before else self._check(self._first(ours))
            if before:
                ours, theirs = _continued(ours, before, 0), _continued(theirs, before, 1)
            pair = prepared(ours, theirs)
            batch = self._batch(*pair, scheme, before)
            self._batches = before + batch if before else batch

    def _first(self, gold: Bank) -> Scheme:
        return chosen(self.scheme if self.scheme is not None else usual_scheme_of(gold))

    def _batch(self, gold: Bank, system: Bank, scheme: Scheme, before: _Batches | None) -> _Batches:
        system = matched(gold, system)
        if scheme.pairing == "sentences" and len(gold) != len(system):
            raise InputError(
                f"gold has {len(gold)} sentences, and the system has {len(system)}; a batch needs the "
                "same sentences on both sides, with None for a missing parse"
            )
        settled = before.settled if before else scheme.settled(gold, system)
        outcome = compare(settled, gold.labels, rows=False)(gold, system)
        notes = (*(decided(scheme, settled) if not before else ()), *outcome.notes)
        # What alignment would change is left out, as it takes longer than all the rest.
        aligned = outcome.aligned if scheme.failed == "align" else None
        outcome = replace(outcome, aligned=aligned, notes=notes)
        by = breakdowns(scheme, self.by)
        tally = scheme.tally(outcome, gold.labels, by)
        described = len(before.result.failures) if before else 0
        result = block_result(
            self.system, scheme, outcome, tally, by=by, examples=EXAMPLES - described
        )
        if not before and many_failed(result) and not has_ids(gold):
            found = diagnose(gold, system)
            result = noted(result, tuple(f"in the first batch: {one}" for one in found))
        digest = gold.sha256 or hashlib.sha256(gold.text.tobytes()).hexdigest()
        return _Batches(
            scheme, settled, result, (tally,), gold.path, int(digest, 16),
            labels_used(gold, system, "tag"), labels_used(gold, system, "label"), gold.has_trees,
            repairs_of(system) if "repairs" in system.layers else (), len(gold),
            (_lines(gold), _lines(system)),
        )  # fmt: skip

    def compute(self) -> Score:
        """The Score of all batches so far."""
        found = self._batches
        if found is None:
            raise UsageError("there is nothing to compute yet; call update first")
        scheme, tally = found.given, Tally.concatenate(found.tallies)
        by = breakdowns(scheme, self.by)
        total = tally.total(
            scheme.measures(), distributions=scheme.distributions, by_length="length" in by
        )
        result = replace(found.result, system=self.system, total=total)
        updates = len(found.tallies)
        run = Run(
            found.gold, f"{found.digest:064x}", found.sentences, [result], found.tags, found.brackets,
            views=(f"updates:{updates}",) if updates > 1 else (),
            repairs={self.system: found.repairs} if found.repairs else {},
        )  # fmt: skip
        score = make_score(result, run, by, tally=tally)
        known = {k: v for k, v in score.other_policies.items() if k != "align" or tally.mended}
        warn_of_failures(score)
        return replace(score, other_policies=known)

    def reset(self) -> None:
        """Forget all batches."""
        with self._adding:
            self._batches = None

    def merge(self, other: "Metric") -> None:
        """Add the batches of another Metric after those of this one."""
        with self._adding:
            self._batches = (self + other)._batches

    def __add__(self, other: "Metric") -> "Metric":
        if not isinstance(other, Metric):
            return NotImplemented
        if str(self.scheme) != str(other.scheme) or tuple(self.by) != tuple(other.by):
            raise UsageError(
                f"{self} and {other} cannot be added up; name the same scheme and breakdowns for both"
            )
        found = Metric(self.scheme, self.by, self.system)
        mine, theirs = self._batches, other._batches
        found._batches = mine + theirs if mine and theirs else mine or theirs
        return found

    def __radd__(self, other: Any) -> "Metric":
        """``sum(metrics)`` begins with 0."""
        return self if other == 0 else NotImplemented

    def __repr__(self) -> str:
        found = self._batches
        scheme = found.given if found else self.scheme or "the usual scheme"
        sentences, updates = (found.sentences, len(found.tallies)) if found else (0, 0)
        counted = [
            f"{number:,} {noun}{'s' * (number != 1)}"
            for number, noun in ((sentences, "sentence"), (updates, "update"))
        ]
        return f"Metric({scheme}: {' in '.join(counted)})"


def _continued(bank: Bank, before: _Batches, side: int) -> Bank:
    """A batch as part of what came before: lines go on, and trees need not have a constituent again."""
    if bank.path != "<text>" or has_ids(bank):
        return bank
    return replace(
        bank,
        first_line=bank.first_line + before.lines[side],
        has_trees=bank.has_trees or (before.trees and not bank.layers),
    )


def _lines(bank: Bank) -> int:
    """How many lines the text of a batch has."""
    return int((bank.text == 10).sum()) if bank.path == "<text>" else 0
