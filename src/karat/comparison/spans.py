"""Distinct spans compared without labels: which are equal."""

from dataclasses import replace

from karat.model.outcome import Keys, Outcome
from karat.model.relation import Relation
from karat.model.rules import equal
from karat.model.scheme import LabelNames


def unlabelled(outcome: Outcome, gold: Relation, system: Relation) -> Outcome:
    """The same sentences, with these distinct spans compared instead.

    A breakdown by label still uses the labels of the brackets. Crossings are not looked for.
    """
    ours, theirs = gold.unlabelled().as_bag(), system.unlabelled().as_bag()
    hits = equal(ours, theirs)
    labels = outcome.banks[0].labels
    keys = {"label": lambda: Keys(LabelNames(labels), gold.label, system.label)}
    found = replace(outcome, keys=keys, notes=())
    return replace(found, gold=ours, system=theirs, gold_hit=hits[0], system_hit=hits[1])
