"""Recall and conformance against a flat key: a parse must be faithful to it and may have more.

    recall      = matched / gold
    conformance = (gold - violated) / gold
    precision   = matched / system        (not meaningful against a flat key)

A constituent is a distinct span, whatever its label: one-word phrases count, tags and the nameless
outer bracket do not, punctuation is words. ``violated`` is the number of gold constituents that at
least one system constituent crosses.

Gaizauskas, Hepple and Huyck (1998), section 5.

Differences from the paper: null elements (-NONE-) are left out of both sides. A failed sentence adds
to gold but never to violated, so that failing raises conformance: where one failed, the report also
gives the figures over the scored sentences alone.

>>> from karat import score
>>> round(score("(S (NP a b) (VP c d))", "(S a (X b c) d)", "flat").conformance, 3)
0.333
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from karat.bank import Bank
from karat.columns import Longs, grouped
from karat.labels import Labels
from karat.reference.evalb_params import Params
from karat.relation import Relation
from karat.scheme import Outcome, Scheme, option
from karat.schemes.evalb import Brackets
from karat.tally import Measure, ratio
from karat.views.spans import depths, distinct

_NULL = (b"-NONE-",)


@dataclass(frozen=True)
class Flat(Scheme):
    """Recall and conformance against a flat key that holds only what most theories share."""

    name = "flat"
    citation = (
        "Robert Gaizauskas, Mark Hepple and Christian Huyck. 1998. A scheme for comparative "
        "evaluation of diverse parsing systems. LREC."
    )
    counts = ("gold", "system", "matched", "violated", "crossing", "sentences")
    table = ("recall", "conformance", "precision")

    categories: tuple[str, ...] = option(
        (), "only gold constituents with these labels, joined by +"
    )
    depth: int = option(0, "only gold constituents at most so deep; 0: all")

    def comparison(self, labels: Labels) -> "Faithful":
        return Faithful(self, labels)

    def row(self, outcome: Outcome) -> dict[str, Longs]:
        return outcome.by_sentence() | {
            "violated": grouped(outcome.gold_crossed, outcome.gold.offset),
            "sentences": np.ones(len(outcome.status), np.int64),
        }

    def measures(self) -> dict[str, Measure]:
        return {
            "recall": lambda c: ratio(c["matched"], c["gold"]),
            "conformance": lambda c: ratio(c["gold"] - c["violated"], c["gold"]),
            "precision": lambda c: ratio(c["matched"], c["system"]),
            "crossing": lambda c: ratio(c["crossing"], c["sentences"]),
        }


SCHEME = Flat


class Faithful:
    """Compares blocks of trees with keys."""

    def __init__(self, scheme: Flat, labels: Labels) -> None:
        self._scheme = scheme
        self._labels = labels
        self._categories = {label.encode() for label in scheme.categories}
        params = Params(delete=_NULL, delete_for_length=_NULL)
        # With the quirks, because they count nameless brackets; the outer one goes here.
        self._brackets = Brackets(params, labels, quirks=True)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        outcome = self._brackets(gold, system)
        ours, theirs = (
            relation.where(~_nameless_root(bank)[relation.row])
            for relation, bank in ((outcome.gold, gold), (outcome.system, system))
        )
        return outcome.with_spans(distinct(self._wanted(ours)), distinct(theirs))

    def _wanted(self, key: Relation) -> Relation:
        """The part of the key that the options ask for; depth is counted over the whole key."""
        keep = np.ones(len(key), bool)
        if self._categories:
            table = [label in self._categories for label in self._labels.strings()]
            keep &= np.array(table, bool)[key.label]
        if self._scheme.depth:
            keep &= depths(key) <= self._scheme.depth
        return key.where(keep)


def _nameless_root(bank: Bank) -> npt.NDArray[np.bool_]:
    """The brackets without a label around a labelled tree; in an unlabelled tree, none."""
    named = grouped((bank.label != 0).astype(np.int8), bank.span_offset) > 0
    found: npt.NDArray[np.bool_] = np.repeat(named, np.diff(bank.span_offset))
    found &= (bank.label == 0) & (bank.parent < 0)
    return found
