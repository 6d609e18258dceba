"""Dependencies mended: what the counts would be if some words had the right heads and labels."""

from dataclasses import replace

import numpy as np

from karat.analysis.errors.frame import Rows
from karat.analysis.errors.mending import mended_rows
from karat.analysis.errors.word_graphs import partners, rows_of
from karat.comparison.universal import Tables
from karat.model.columns import Bools, Longs, Numbers
from karat.model.outcome import Outcome, Status
from karat.model.relation import Relation
from karat.model.scheme import Scheme

# The figures of conll18 that heads and labels decide.
_FIGURES = ("UAS", "LAS", "CLAS")


def follows(scheme: Scheme) -> frozenset[str]:
    """Heads and labels decide all counts of deps, and some of conll18."""
    if scheme.pairing != "text":
        return frozenset(scheme.counts)
    return frozenset(name for name in scheme.counts if name.split("_")[0] in _FIGURES)


def mended(outcome: Outcome, scheme: Scheme, put_right: Rows) -> Outcome:
    """The outcome if these words had gold's heads and labels, and the system had no others instead."""
    counts = _of_texts if scheme.pairing == "text" else _of_sentences
    found = {**outcome.counts, **counts(outcome, put_right)}
    return replace(mended_rows(outcome, put_right), counts=found)


def _of_sentences(outcome: Outcome, put_right: Rows) -> dict[str, Numbers]:
    """Right heads and right labels, if places are the same on both sides."""
    gold, system = outcome.gold, outcome.system
    size = int(max(gold.first.max(initial=0), system.first.max(initial=0))) + 1
    keys, others = (one.sentence().astype(np.int64) * size + one.first for one in (gold, system))
    at = np.searchsorted(others, keys)
    row = np.where(np.append(others, -1)[at] == keys, at, -1)
    head = _equal(outcome, gold.second, system.second, row)
    label = _equal(outcome, gold.label, system.label, row)
    return {
        "unlabelled": outcome.counts["unlabelled"] + _sums(gold, put_right.gold & ~head),
        "labels": outcome.counts["labels"] + _sums(gold, put_right.gold & ~label),
    }


def _of_texts(outcome: Outcome, put_right: Rows) -> dict[str, Numbers]:
    """Right words, and words, of the figures that heads and labels decide."""
    gold, system = outcome.gold, outcome.system
    partner = partners(outcome)[0]
    alone = (partner < 0)[gold.row]
    row = rows_of(system, partner)[gold.row]
    mapped = np.append(partner, -1)[gold.second]
    # A head without a counterpart is never right.
    mapped = np.where((gold.second >= 0) & (mapped < 0), -2, mapped)
    head = _equal(outcome, mapped, system.second, row)
    every = np.ones(len(gold), np.bool_), np.ones(len(system), np.bool_)
    tables = Tables(outcome.banks[0].labels)
    content = tables.content(gold.label), tables.content(system.label)
    counts = dict[str, Numbers]()
    for figure in _FIGURES:
        ours, theirs = content if figure == "CLAS" else every
        fresh = put_right.gold & ours
        found = {
            "system": _sums(gold, fresh) - _sums(system, put_right.system & theirs),
            "correct": _sums(gold, fresh & ~head if figure == "UAS" else fresh),
            "aligned": _sums(gold, fresh & (alone | _failed(outcome)[gold.sentence()])),
        }
        for part, more in found.items():
            counts[f"{figure}_{part}"] = outcome.counts[f"{figure}_{part}"] + more
    return counts


def _equal(outcome: Outcome, gold: Numbers, system: Numbers, row: Longs) -> Bools:
    """Where a column of gold is that of the system's row for the same word, in sentences with a score."""
    same: Bools = (row >= 0) & (gold == np.append(system, -1)[row])
    return same & ~_failed(outcome)[outcome.gold.sentence()]


def _failed(outcome: Outcome) -> Bools:
    return np.asarray(outcome.status != Status.SCORED, np.bool_)


def _sums(relation: Relation, rows: Bools) -> Longs:
    """How many of these rows each sentence has."""
    return np.bincount(relation.sentence()[rows], minlength=len(relation.offset) - 1)
