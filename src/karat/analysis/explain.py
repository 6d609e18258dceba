"""Explain a figure: every step from the files to the number, in words, with counts."""

from collections import Counter
from textwrap import wrap

import numpy as np

from karat.engine.memory import compare_banks
from karat.model.bank import Bank, relabelled_pair
from karat.model.scheme import Outcome, Scheme
from karat.model.score import Score
from karat.model.tally import SCORED
from karat.schemes.evalb import Brackets, Evalb

# How each measure is made of counts; what stands in braces is filled in.
FORMULAS = {
    "unlabelled": "2 pairs whatever their names / relations of both sides = "
    "2 × {unlabelled} / ({gold_relations} + {system_relations})",
    "recall": "matched / gold = {matched} / {gold}",
    "labelled_recall": "labelled / gold = {labelled} / {gold}",
    "precision": "matched / system = {matched} / {system}",
    "f1": "2 matched / (gold + system) = 2 × {matched} / ({gold} + {system})",
    "conformance": "(gold - violated) / gold = ({gold} - {violated}) / {gold}",
    "exact": "sentences with matched = gold = system / sentences = {exact} / {sentences}",
    "crossing": "crossing system brackets / sentences = {crossing} / {sentences}",
    "crossing_pairs": "pairs that cross / sentences = {crossing_pairs} / {sentences}",
    "no_crossing": "sentences without a crossing / sentences = {no_crossing} / {sentences}",
    "few_crossings": "sentences with at most 2 crossings / sentences = {few_crossings} / {sentences}",
    "tagging": "words with the same tag / words = {tags} / {words}",
    "accuracy": "words that are right / words = {matched} / {gold}",
    "similarity": "the words' similarities in billionths / (10^9 × words) = {billionths} / (10^9 × {words})",
    "perfect": "words with the same lineage / words = {perfect} / {words}",
}


def explain(scheme: Scheme, measure: str, gold: Bank, system: Bank) -> str:
    """The explanation as numbered paragraphs."""
    gold, system = relabelled_pair(gold, system)
    score = compare_banks(gold, system, system.path, scheme, ())
    padded = system.padded(len(gold)) if scheme.pairing == "sentences" else system
    comparison = scheme.comparison(gold.labels)
    outcome = comparison(gold, padded)
    steps = [_reading(gold, system)]
    if isinstance(scheme, Evalb) and isinstance(comparison, Brackets):
        steps += _evalb_steps(scheme, comparison, outcome, gold, padded)
    steps += [_failures(score), _matching(score), _figure(score, scheme, measure)]
    title = f"{scheme}.{measure} of {system.path} against {gold.path}"
    lines = [title, ""]
    for number, step in enumerate(filter(None, steps), 1):
        lines += wrap(step, 96, initial_indent=f"{number:2}. ", subsequent_indent="    ")
    lines += ["", f"signature: {score.signature}"]
    return "\n".join(lines) + "\n"


def _reading(gold: Bank, system: Bank) -> str:
    sides = " and ".join(
        f"{len(bank):,} {side} sentences ({_contents(bank)})"
        for side, bank in (("gold", gold), ("system", system))
    )
    trees = len(gold.label) or len(system.label)
    return f"Read {sides}." + (" Preterminals are tags, not brackets." if trees else "")


def _contents(bank: Bank) -> str:
    """What there is in a Bank, counted."""
    parts = [f"{len(bank.tag):,} words"]
    if len(bank.label) or not bank.layers:
        parts.append(f"{len(bank.label):,} brackets")
    if "edges" in bank.layers:
        parts.append(f"{np.count_nonzero(bank.layers['edges']['head'] >= -1):,} dependencies")
    parts += [
        f"{len(bank.layers[name]):,} {name}"
        for name in ("chunks", "gr", "phenomena")
        if name in bank.layers
    ]
    return ", ".join(parts)


def _evalb_steps(
    scheme: Evalb, comparison: Brackets, outcome: Outcome, gold: Bank, system: Bank
) -> list[str]:
    params = scheme.parameters
    steps = []
    if not params.delete:
        steps.append("Nothing is deleted: no parameters were given.")
    else:
        counts = [_deleted_words(bank, params.delete) for bank in (gold, system)]
        steps.append(
            "Deleted the words whose tag is in DELETE_LABEL, each side by its own tags: "
            f"gold {_listed(counts[0])}; system {_listed(counts[1])}."
            if scheme.quirks
            else "Deleted the words whose gold tag is in DELETE_LABEL, on both sides where the words "
            f"agree: gold {_listed(counts[0])}."
        )
    scored = outcome.status == SCORED
    parts = []
    for name, bank, relation in (("gold", gold, outcome.gold), ("system", system, outcome.system)):
        inside = np.repeat(scored, np.diff(bank.span_offset))
        kept = np.zeros(len(bank.label), bool)
        kept[relation.row] = True
        gone = inside & ~kept
        labels = [bank.labels[i] for i in bank.label[gone].tolist()]
        deleted = Counter(cut for cut in map(comparison.cut, labels) if comparison.deletes(cut))
        empty = len(labels) - deleted.total()
        parts.append(
            f"{name} {int(inside.sum()):,}, less {_listed(deleted)} with a deleted label and "
            f"{empty:,} left without a word, are {int((inside & kept).sum()):,}"
        )
    steps.append(f"Brackets of the {int(scored.sum()):,} scored sentences: {'; '.join(parts)}.")
    cut = Counter(
        f"{_text(label)} → {_text(comparison.cut(label))}"
        for label in (gold.labels[i] for i in gold.label[outcome.gold.row].tolist())
        if comparison.cut(label) != label
    )
    if cut:
        steps.append(
            f"Cut function tags off {cut.total():,} gold labels: "
            + ", ".join(f"{what} ({n:,})" for what, n in cut.most_common(5))
            + (" …" if len(cut) > 5 else "")
            + "."
        )
    if params.equal_labels:
        pairs = ", ".join(f"{_text(a)} = {_text(b)}" for a, b in params.equal_labels)
        steps.append(f"Labels that count as equal: {pairs}.")
    if not params.labelled:
        steps.append("Labels are not compared (LABELED 0).")
    return steps


def _deleted_words(bank: Bank, delete: tuple[bytes, ...]) -> Counter[bytes]:
    counts = np.bincount(bank.tag, minlength=len(bank.labels)).tolist()
    return Counter(
        {
            label: n
            for label, n in zip(bank.labels.strings(), counts, strict=True)
            if n and label in delete
        }
    )


def _listed(counts: Counter[bytes]) -> str:
    shown = ", ".join(f"{_text(label)} {n:,}" for label, n in counts.most_common())
    return f"{counts.total():,} ({shown})" if counts else "none"


def _failures(score: Score) -> str:
    failed = score.sentences["failed"]
    if not failed:
        return f"All {score.sentences['total']:,} sentences have the same words on both sides."
    reasons = ", ".join(f"{n:,} {why}" for why, n in score.reasons.items())
    policy = {
        "drop": "They are left out of every figure (failed=drop).",
        "empty": "Their gold brackets count as missed (failed=empty).",
    }[score.scheme.failed]
    return (
        f"{failed:,} of {score.sentences['total']:,} sentences have no score: {reasons}. {policy}"
    )


def _matching(score: Score) -> str:
    counts = score.counts
    if "gold" not in counts or "matched" not in counts:
        return ""
    if "crossing" not in counts:
        return (
            f"Compared {counts['gold']:,} rows of gold with {counts['system']:,} of the system, one "
            f"to one: {counts['matched']:,} match."
        )
    return (
        f"Compared {counts['gold']:,} gold brackets with {counts['system']:,} system brackets, one to "
        f"one, over the same words: {counts['matched']:,} match; {counts['gold'] - counts['matched']:,} "
        f"gold brackets are missed, {counts['system'] - counts['matched']:,} system brackets are "
        f"spurious, {counts['crossing']:,} of them cross a gold bracket."
    )


def _figure(score: Score, scheme: Scheme, measure: str) -> str:
    name, _, macro = measure.partition("@")
    value = score.measures[measure]
    if macro:
        return f"{measure} is the mean of each {macro}'s {name} where it is defined: {value:.6f}."
    formula = {**FORMULAS, **scheme.formulas()}[name].format(
        **{key: f"{n:,}" for key, n in score.counts.items()}
    )
    if name == "f1" and scheme.beta != 1:
        formula = f"(β² + 1) P R / (β² P + R) with β = {scheme.beta:g}"
    return f"{name} = {formula} = {value:.6f}."


def _text(label: bytes) -> str:
    return label.decode("utf-8", "backslashreplace") or "''"
