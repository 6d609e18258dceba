"""Explain a figure: every step from the files to the number, in words, with counts.

Everything that is said comes from the scheme and its outcome: what a file has, what was left out at
each stage and why, what the counts are, and the formula of the measure.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from karat.engine.memory import compare_banks, outcome_of
from karat.model.bank import CONTENTS, Bank, relabelled_pair
from karat.model.outcome import Outcome, Stage
from karat.model.scheme import LabelNames, Scheme
from karat.model.score import Score

_SIDES = {"gold": "gold", "system": "the system"}
# At most this many reasons of a kind are listed.
_REASONS = 12


@dataclass(frozen=True)
class Explanation:
    """A title, the steps in order, and the signature of the score."""

    title: str
    steps: tuple[str, ...]
    signature: str


def explain(scheme: Scheme, measure: str, gold: Bank, system: Bank) -> Explanation:
    """How a figure of a scheme is computed."""
    gold, system = relabelled_pair(gold, system)
    outcome = outcome_of(gold, system, scheme)
    score = compare_banks(gold, system, system.path, scheme, scheme.always)
    steps = [
        _reading(gold, system),
        *(f"Note: {note}." for note in score.notes if "without a score" not in note),
        *scheme.in_words(),
        *_left_out(outcome.stages()),
        _relabelled(outcome) if scheme.needs.layer in ("trees", "chunks") else "",
        _failures(score),
        *_worked(score, measure),
    ]
    title = f"{scheme}.{measure} of {system.path} against {gold.path}"
    return Explanation(title, tuple(filter(None, steps)), score.signature)


def _reading(gold: Bank, system: Bank) -> str:
    sides = " and ".join(
        f"{len(bank):,} {side} sentences ({_amounts(bank)})"
        for side, bank in (("gold", gold), ("system", system))
    )
    trees = len(gold.label) or len(system.label)
    return f"Read {sides}." + (" Preterminals are tags, not brackets." if trees else "")


def _amounts(bank: Bank) -> str:
    """What there is in a file, counted."""
    found = [f"{len(bank.tag):,} words"]
    if bank.has_trees:
        found.append(f"{len(bank.label):,} brackets")
    for layer, what in CONTENTS.items():
        if layer in bank.layers:
            table = bank.layers[layer]
            rows = np.count_nonzero(table["head"] >= -1) if layer == "edges" else len(table)
            found.append(f"{rows:,} {what}")
    return ", ".join(found)


def _left_out(stages: Sequence[Stage]) -> list[str]:
    """One step for each table of each side, with the reasons and how often each applied."""
    found: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for stage in stages:
        found[stage.side, stage.what][stage.why] += len(stage.rows)
    return [
        f"{what.capitalize()} of {_SIDES[side]}: {_reasons(reasons)}."
        for (side, what), reasons in found.items()
    ]


def _reasons(reasons: Mapping[str, int], form: str = "{n:,} {why}") -> str:
    ranked = sorted(reasons.items(), key=lambda item: -item[1])
    shown = "; ".join(form.format(why=why, n=n) for why, n in ranked[:_REASONS])
    rest = sum(n for _, n in ranked[_REASONS:])
    return shown + (f"; {rest:,} others" if rest else "")


def _relabelled(outcome: Outcome) -> str:
    """Which labels of gold's brackets were cut or mapped before they were compared."""
    bank, relation = outcome.banks[0], outcome.gold
    if not len(relation) or not relation.label.any() or int(relation.row.max()) >= len(bank.label):
        return ""
    pairs = np.stack([bank.label[relation.row], relation.label], axis=1)
    changed, counts = np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0, return_counts=True)
    names = LabelNames(bank.labels)
    said = {f"{names[a]} → {names[b]}": int(n) for (a, b), n in zip(changed, counts, strict=True)}
    return f"Labels of gold brackets changed: {_reasons(said, '{why} ({n:,})')}." if said else ""


def _failures(score: Score) -> str:
    failed, total = score.sentences["failed"], score.sentences["total"]
    aligned = score.sentences.get("aligned", 0)
    if not failed:
        same = " They have the same words on both sides." * bool(score.scheme.joint)
        if aligned:
            same = f" {aligned:,} of them have other tokens on each side, which were aligned."
        return f"All {total:,} sentences are scored.{same}"
    reasons = ", ".join(f"{n:,} {why}" for why, n in score.reasons.items())
    missed = f"Their gold {score.scheme.rows} count as missed (failed={score.scheme.failed})."
    dropped = "They are left out of every figure (failed=drop)."
    policy = dropped if score.scheme.failed == "drop" else missed
    more = f" {aligned:,} others have other tokens, which were aligned." if aligned else ""
    return f"{failed:,} of {total:,} sentences have no score: {reasons}. {policy}{more}"


def _worked(score: Score, measure: str) -> Iterator[str]:
    """The counts of the formula, each with what it counts, and the figure that they give."""
    wanted = next(one for one in score.scheme.measures() if measure in one.names)
    words, value = score.scheme.counted(), score.measures[measure]
    counts = {name: n for name, n in score.counts.items() if name in wanted.counts}
    if wanted.caveat:
        yield f"Note: {wanted.name} is {wanted.caveat}."
    yield f"Counted: {'; '.join(f'{name} = {n:,} {words[name]}' for name, n in counts.items())}."
    _, _, mean = measure.partition("@")
    if mean:
        said = f"{measure} is the mean of each {mean}'s {wanted.name} = {wanted.formula}"
        yield f"{said}, where it is defined: {value:.6f}."
    else:
        worked = wanted.worked(score.counts)
        title = wanted.title or wanted.name
        yield f"{title} = {wanted.formula} = {worked} = {value:.6f}."
