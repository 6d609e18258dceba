"""Score Banks that are in memory; the per-sentence tally is kept with the score."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from karat.comparison.by_id import has_ids, matched
from karat.comparison.diagnosis import diagnose
from karat.comparison.laid_over import Laid, laid_over, with_layer
from karat.comparison.layers import compare, derived_first
from karat.comparison.standing import at_their_places, standing
from karat.comparison.undecided import all_decided
from karat.engine.results import Run, block_result, decided
from karat.engine.second_look import many_failed, noted
from karat.engine.tallied import Tallied
from karat.engine.twins import SAME_AS_GOLD
from karat.model.bank import Bank, relabelled_pair
from karat.model.errors import InputError, no_sentences
from karat.model.later import Later
from karat.model.outcome import Note, Outcome
from karat.model.repairs import repairs_of
from karat.model.scheme import Scheme
from karat.model.score import Score

# Up to how many sentences Banks are kept for what may be asked later.
SMALL = 1000


def outcome_of(gold: Bank, system: Bank, scheme: Scheme) -> Outcome:
    """Compare two Banks that share their labels."""
    if not len(gold):
        raise no_sentences(gold.path)
    system = matched(gold, system)
    if scheme.aligned and not at_their_places(gold, system):
        laid = laid_over(gold, system)
        settled = scheme.settled(gold, laid.system)
        outcome = outcome_laid_over(gold, system, laid, scheme, settled)
        return replace(outcome, notes=(*laid.notes(), *outcome.notes))
    if scheme.pairing == "sentences":
        if len(system) > len(gold):
            raise InputError(f"the system has {len(system)} sentences, but gold has {len(gold)}")
        system = system.padded(len(gold))
    return outcome_in_place(gold, system, scheme)


def outcome_in_place(gold: Bank, system: Bank, scheme: Scheme) -> Outcome:
    """Compare two Banks whose sentences are at the same places."""
    settled = scheme.settled(gold, system)
    outcome = compare(settled, gold.labels)(gold, system)
    return replace(outcome, notes=(*decided(scheme, settled), *outcome.notes))


def outcome_laid_over(
    gold: Bank, system: Bank, laid: Laid, scheme: Scheme, settled: Scheme
) -> Outcome:
    """Compare two Banks, of which the system is laid over gold as ``laid`` says.

    ``settled`` is the scheme with the options that were decided by looking at the files.
    """
    theirs, notes = laid_system(gold, system, settled, laid)
    outcome = compare(settled, gold.labels)(gold, theirs)
    # A layer that was derived before is not derived again, but what is said about it stays.
    said = (*decided(scheme, settled), *notes, *outcome.notes)
    return replace(outcome, notes=tuple(dict.fromkeys(said)))


def laid_system(
    gold: Bank, system: Bank, scheme: Scheme, laid: Laid
) -> tuple[Bank, tuple[Note, ...]]:
    """The system laid over gold, with the layer that a scheme needs; notes if it was derived.

    It is derived from the system's own sentences, not from the parts that gold's boundaries make of them.
    """
    own, notes = derived_first(scheme, system)
    if own is system:
        return laid.system, ()
    patterns = bool(getattr(scheme, "patterns", ""))
    return with_layer(laid, gold, own, patterns=patterns), notes


def prepared(gold: Bank, system: Bank) -> tuple[Bank, Bank]:
    """Both Banks, ready to be compared: nothing is undecided, and they share their labels.

    If the system has nothing at all, its sentences are missing parses, with the layers that gold has.
    """
    rows = len(system.tag) + len(system.label) + sum(map(len, system.layers.values()))
    if not rows and not system.fault.any():
        system = replace(gold.slice(0, 0).padded(len(system)), path=system.path, sha256="")
    return relabelled_pair(all_decided(gold), all_decided(system))


def compare_banks(
    gold: Bank, system: Bank, name: str, scheme: Scheme, by: tuple[str, ...] = ()
) -> Score:
    """Score a system's Bank against gold's; both share their labels.

    If sentences are aligned only to say what another failure policy would give, this waits until somebody
    asks. Large Banks would have to stay in memory for it, so for them it is done at once.
    """
    outcome = outcome_of(gold, system, scheme)
    if outcome.aligned is None or scheme.failed == "align" or len(gold) > SMALL:
        return tallied_outcome(outcome, gold, system, name, scheme, by).score(by)
    score = tallied_outcome(replace(outcome, aligned=None), gold, system, name, scheme, by).score(
        by
    )

    def other_policies() -> Mapping[str, Mapping[str, float]]:
        return tallied_outcome(outcome, gold, system, name, scheme, by).score(by).other_policies

    return replace(score, other_policies=Later(other_policies))


def tallied_banks(
    gold: Bank, system: Bank, name: str, scheme: Scheme, by: tuple[str, ...] = ()
) -> Tallied:
    """Compare a system's Bank with gold's; both share their labels."""
    return tallied_outcome(outcome_of(gold, system, scheme), gold, system, name, scheme, by)


def tallied_outcome(
    outcome: Outcome, gold: Bank, system: Bank, name: str, scheme: Scheme, by: tuple[str, ...] = ()
) -> Tallied:
    """The counts of an outcome of these Banks, with what is known about the Banks."""
    tally = scheme.tally(outcome, gold.labels, by)
    result = block_result(name, scheme, outcome, tally, by=by)
    if outcome.aligned:
        result = replace(result, standing=standing(gold, system))
    # If sentences were laid over gold's, notes say already what was wrong.
    if (
        many_failed(result)
        and not has_ids(gold)
        and not (scheme.aligned and not at_their_places(gold, system))
    ):
        result = noted(result, diagnose(gold, system))
    if gold.sha256 and gold.sha256 == system.sha256:
        result = noted(result, (SAME_AS_GOLD,))
    sha256 = gold.sha256 or hashlib.sha256(gold.text.tobytes()).hexdigest()
    tags, brackets = (labels_used(gold, system, column) for column in ("tag", "label"))
    repairs = {name: repairs_of(system)} if "repairs" in system.layers else {}
    run = Run(gold.path, sha256, len(gold), [result], tags, brackets, repairs=repairs)
    return Tallied(name, result, run, tally)


def labels_used(gold: Bank, system: Bank, column: str) -> frozenset[bytes]:
    """The labels in a column of either side."""
    both = np.concatenate([getattr(gold, column), getattr(system, column)])
    strings = gold.labels.strings()
    return frozenset(strings[i] for i in np.flatnonzero(np.bincount(both)).tolist())
