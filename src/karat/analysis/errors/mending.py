"""What the score would be if some wrong rows were right: the outcome with these rows mended."""

from dataclasses import replace

import numpy as np

from karat.analysis.errors.frame import Rows
from karat.model.columns import Bools, Flags, Longs
from karat.model.layers import offsets
from karat.model.outcome import Outcome, Status
from karat.model.relation import Relation
from karat.model.rules import crosses, crossing_pairs

# The counts that follow from the rows of an outcome, as mended.
COUNTS = frozenset(
    {
        "gold", "system", "matched", "sentences", "exact", "violated", "crossing", "no_crossing",
        "few_crossings", "crossing_pairs",
    }
)  # fmt: skip


def mended_rows(outcome: Outcome, put_right: Rows) -> Outcome:
    """The outcome without these spurious rows of the system, and with these missed rows of gold.

    Rows must be ranges of words. A failed sentence of which a row is mended is scored.
    """
    gold, system = outcome.gold, outcome.system
    found, gone = put_right
    ours, theirs = gold.sentence(), system.sentence()
    status = outcome.status.copy()
    status[ours[found]] = status[theirs[gone]] = Status.SCORED
    rows, hit = _joined(system.where(~gone), outcome.system_hit[~gone], gold.where(found))
    mended = replace(
        outcome, status=status, system=rows, system_hit=hit, plain=None, aligned=None,
        gold_hit=(outcome.gold_hit.astype(np.bool_) | found).astype(np.int8),
    )  # fmt: skip
    return _crossed(mended)


def _joined(system: Relation, hit: Flags, more: Relation) -> tuple[Relation, Flags]:
    """The system's rows with further rows, which are hit, in tree order."""
    sentence = np.concatenate([system.sentence(), more.sentence()])
    first, second, label, row = (
        np.concatenate([getattr(system, name), getattr(more, name)])
        for name in ("first", "second", "label", "row")
    )
    hits = np.concatenate([hit, np.ones(len(more), np.int8)])
    order: Longs = np.lexsort((-second, first, sentence))
    offset = offsets(np.bincount(sentence, minlength=len(system.offset) - 1))
    columns = (column[order].astype(np.int32) for column in (first, second, label, row))
    return Relation(offset, *columns, kind=system.kind), hits[order]


def _crossed(outcome: Outcome) -> Outcome:
    """The outcome with crossings looked for again, if they had been looked for."""
    if outcome.system_crossing is None:
        return outcome
    crossed, crossing = crosses(outcome.gold, outcome.system)
    if outcome.gold_crossed is not None:
        outcome = replace(outcome, gold_crossed=crossed)
    counts = dict(outcome.counts)
    if "crossing_pairs" in counts:
        counts["crossing_pairs"] = crossing_pairs(outcome.gold, outcome.system, crossing)
    return replace(outcome, system_crossing=crossing, counts=counts)
