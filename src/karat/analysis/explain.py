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
# What a file may have, in the order in which it is listed.
_AMOUNTS = ("words", "brackets", *CONTENTS.values())
# At most this many reasons of a kind are listed.
_REASONS = 12


@dataclass(frozen=True)
class Explanation:
    """A title, the steps in order, and the signature of the score."""

    title: str
    steps: tuple[str, ...]
    signature: str


@dataclass(frozen=True)
class Facts:
    """What is said of some sentences of both sides; that of several parts of a file adds up.

    ``amounts`` has what gold and the system have, and ``left_out`` how often each reason applied, for each
    table of each side. ``relabelled`` counts gold's labels that were changed.
    """

    amounts: tuple[Counter[str], Counter[str]]
    left_out: Mapping[tuple[str, str], Counter[str]]
    relabelled: Counter[str]

    @classmethod
    def of(cls, scheme: Scheme, gold: Bank, system: Bank, outcome: Outcome) -> "Facts":
        relabelled = scheme.needs.layer in ("trees", "chunks")
        return cls(
            (_amounts(gold), _amounts(system)),
            _left_out(outcome.stages()),
            _relabelled(outcome) if relabelled else Counter(),
        )

    def __add__(self, other: "Facts") -> "Facts":
        keys = _merged([*self.left_out], [*other.left_out])
        none = Counter[str]()
        return Facts(
            (_added(self.amounts[0], other.amounts[0]), _added(self.amounts[1], other.amounts[1])),
            {
                key: _added(self.left_out.get(key, none), other.left_out.get(key, none))
                for key in keys
            },
            _added(self.relabelled, other.relabelled),
        )


def explain(scheme: Scheme, measure: str, gold: Bank, system: Bank) -> Explanation:
    """How a figure of a scheme is computed."""
    gold, system = relabelled_pair(gold, system)
    outcome = outcome_of(gold, system, scheme)
    score = compare_banks(gold, system, system.path, scheme, scheme.always)
    return explanation(measure, score, Facts.of(scheme, gold, system, outcome), gold.path)


def explanation(measure: str, score: Score, facts: Facts, gold: str) -> Explanation:
    """How a figure of a score is computed; ``gold`` is the path of its file."""
    scheme = score.scheme
    changed = _reasons(facts.relabelled, "{why} ({n:,})")
    steps = [
        _reading(*facts.amounts),
        *(f"Note: {note}." for note in score.notes if "without a score" not in note),
        *scheme.in_words(),
        *(
            f"{what.capitalize()} of {_SIDES[side]}: {_reasons(reasons)}."
            for (side, what), reasons in facts.left_out.items()
        ),
        f"Labels of gold brackets changed: {changed}." if changed else "",
        _failures(score),
        *_worked(score, measure),
    ]
    title = f"{scheme}.{measure} of {score.system} against {gold}"
    return Explanation(title, tuple(filter(None, steps)), score.signature)


def _added(one: Counter[str], other: Counter[str]) -> Counter[str]:
    """The sums, of which some may be 0."""
    found = one.copy()
    found.update(other)
    return found


def _merged(one: list[tuple[str, str]], other: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The keys of both, in the order that each has; what only the other has comes after its neighbour.

    >>> _merged([("gold", "brackets")], [("gold", "words"), ("gold", "brackets"), ("system", "words")])
    [('gold', 'words'), ('gold', 'brackets'), ('system', 'words')]
    """
    found, place = list(one), 0
    for key in other:
        if key not in found:
            found.insert(place, key)
        place = found.index(key) + 1
    return found


def _reading(gold: Counter[str], system: Counter[str]) -> str:
    sides = " and ".join(
        f"{amounts['sentences']:,} {side} sentences ({_listed(amounts)})"
        for side, amounts in (("gold", gold), ("system", system))
    )
    trees = gold["brackets"] or system["brackets"]
    return f"Read {sides}." + (" Preterminals are tags, not brackets." if trees else "")


def _listed(amounts: Counter[str]) -> str:
    return ", ".join(f"{amounts[what]:,} {what}" for what in _AMOUNTS if what in amounts)


def _amounts(bank: Bank) -> Counter[str]:
    """What there is in a file, counted."""
    found = Counter({"sentences": len(bank), "words": len(bank.tag)})
    if bank.has_trees:
        found["brackets"] = len(bank.label)
    for layer, what in CONTENTS.items():
        if layer in bank.layers:
            table = bank.layers[layer]
            rows = np.count_nonzero(table["head"] >= -1) if layer == "edges" else len(table)
            found[what] = int(rows)
    return found


def _left_out(stages: Sequence[Stage]) -> dict[tuple[str, str], Counter[str]]:
    """The reasons for each table of each side, and how often each applied."""
    found: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for stage in stages:
        found[stage.side, stage.what][stage.why] += len(stage.rows)
    return dict(found)


def _reasons(reasons: Mapping[str, int], form: str = "{n:,} {why}") -> str:
    ranked = sorted(reasons.items(), key=lambda item: -item[1])
    shown = "; ".join(form.format(why=why, n=n) for why, n in ranked[:_REASONS])
    rest = sum(n for _, n in ranked[_REASONS:])
    return shown + (f"; {rest:,} others" if rest else "")


def _relabelled(outcome: Outcome) -> Counter[str]:
    """Which labels of gold's brackets were cut or mapped before they were compared."""
    bank, relation = outcome.banks[0], outcome.gold
    if not len(relation) or not relation.label.any() or int(relation.row.max()) >= len(bank.label):
        return Counter()
    pairs = np.stack([bank.label[relation.row], relation.label], axis=1)
    changed, counts = np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0, return_counts=True)
    names = LabelNames(bank.labels)
    return Counter(
        {f"{names[a]} → {names[b]}": int(n) for (a, b), n in zip(changed, counts, strict=True)}
    )


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
        yield f"{title} = {wanted.formula} = {worked} = {_shown(value)}."


def _shown(value: float) -> str:
    return "undefined" if value != value else f"{value:.6f}"
