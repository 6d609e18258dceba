"""Schemes that compare two sets of tuples over the same words: recall, precision, F.

recall    = matched / gold
precision = matched / system
f1        = (1 + beta²) matched / (beta² gold + system)
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from karat.comparison.pairing import pair
from karat.model.bank import Bank
from karat.model.columns import Ints, Longs, grouped
from karat.model.labels import Labels
from karat.model.relation import Relation
from karat.model.rules import equal
from karat.model.scheme import Outcome, Scheme
from karat.model.tally import SCORED, Measure, overlap, ratio
from karat.views.deps import without_nulls

# From a gold and a system Bank to the tuples of each.
Extract = Callable[[Bank, Bank], tuple[Relation, Relation]]
_SIDES = ("gold", "system")


@dataclass(frozen=True)
class TupleScheme(Scheme):
    """What the schemes of this kind share; a sentence must have the same words on both sides."""

    counts: ClassVar[tuple[str, ...]] = ("gold", "system", "matched", "sentences", "exact")
    table: ClassVar[tuple[str, ...]] = ("recall", "precision", "f1", "exact")
    drawn: ClassVar[bool] = False

    @abstractmethod
    def tuples(self, gold: Bank, system: Bank) -> tuple[Relation, Relation]:
        """What is compared, in any order."""

    def derived(self, bank: Bank) -> str:
        """What the tuples of a Bank had to be made from, or nothing if it has them itself."""
        return ""

    def comparison(self, labels: Labels) -> Callable[[Bank, Bank], Outcome]:
        return partial(compare, self)

    def row(self, outcome: Outcome) -> dict[str, Longs]:
        gold = np.diff(outcome.gold.offset).astype(np.int64)
        system = np.diff(outcome.system.offset).astype(np.int64)
        matched = grouped(outcome.gold_hit, outcome.gold.offset)
        scored = outcome.status == SCORED
        return {
            "gold": gold,
            "system": system,
            "matched": matched,
            "sentences": np.ones(len(gold), np.int64),
            "exact": (scored & (gold == system) & (matched == gold)).astype(np.int64),
        }

    def measures(self) -> dict[str, Measure]:
        return overlap(self.beta) | {
            "exact": lambda c: ratio(c["exact"], c["sentences"]),
        }

    def remarks(self, quirks: Mapping[int, int]) -> list[str]:
        """What to say of a run: whose tuples were derived, and from what."""
        return [
            f"the {side}'s {self.name} are derived from its {source}"
            for at, side in enumerate(_SIDES)
            for bit, source in enumerate(SOURCES)
            if 1 << (len(SOURCES) * at + bit) in quirks
        ]


SOURCES = ("trees", "edges")


def compare(scheme: TupleScheme, gold: Bank, system: Bank) -> Outcome:
    """Compare the sentences whose words are the same; null elements are left out."""
    gold, system = without_nulls(gold), without_nulls(system)
    paired = pair(gold, system)
    ours, theirs = scheme.tuples(gold, system)
    ours = in_order(ours).as_set()
    fine = np.repeat(paired.status == SCORED, np.diff(theirs.offset))
    theirs = in_order(theirs.where(fine)).as_set()
    gold_hit, system_hit = equal(ours, theirs)
    return Outcome(
        status=paired.status,
        length=np.diff(gold.token_offset),
        gold=ours,
        system=theirs,
        gold_hit=gold_hit,
        system_hit=system_hit,
        gold_crossed=np.zeros(len(ours), np.int8),
        system_crossing=np.zeros(len(theirs), np.int8),
        quirks=quirks(scheme, gold, system),
        compared=(gold, system),
        detail=partial(paired.detail, gold, system),
    )


def quirks(scheme: TupleScheme, gold: Bank, system: Bank) -> Ints:
    """A bit for each side and what its tuples were made from; the same for every sentence."""
    bits = 0
    for at, bank in enumerate((gold, system)):
        source = scheme.derived(bank)
        if source:
            bits |= 1 << (len(SOURCES) * at + SOURCES.index(source))
    return np.full(len(gold), bits, np.int32)


def linked(bank: Bank) -> Bank:
    """The same, if it has dependencies or trees to make them from; chunks alone do not do."""
    if "chunks" in bank.layers and not len(bank.label):
        bank.layer("edges")
    return bank


def in_order(relation: Relation) -> Relation:
    """The rows as rules want them: first ascending, second descending."""
    sentence = np.repeat(np.arange(len(relation.offset) - 1), np.diff(relation.offset))
    order = np.lexsort((relation.label, -relation.second, relation.first, sentence))
    return Relation(
        relation.offset,
        relation.first[order],
        relation.second[order],
        relation.label[order],
        relation.row[order],
    )
