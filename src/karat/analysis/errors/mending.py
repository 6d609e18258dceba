"""What the score would be if some wrong rows were right: the outcome with these rows mended."""

from dataclasses import replace

import numpy as np

from karat.analysis.errors.frame import Rows
from karat.model.columns import Longs
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

    A failed sentence of which a row is mended is scored.
    """
    gold, system = outcome.gold, outcome.system
    found, gone = put_right
    ours, theirs = gold.sentence(), system.sentence()
    status = outcome.status.copy()
    status[ours[found]] = status[theirs[gone]] = Status.SCORED
    kept, more = system.where(~gone), gold.where(found)
    rows, order = _joined(kept, more)
    # Rows of gold that are added are hit, and cross no row of gold.
    hit = np.append(outcome.system_hit[~gone], np.ones(len(more), np.int8))[order]
    crossing = outcome.system_crossing
    if crossing is not None:
        crossing = np.append(crossing[~gone], np.zeros(len(more), np.int8))[order]
    mended = replace(
        outcome, status=status, system=rows, system_hit=hit, plain=None, aligned=None,
        gold_hit=(outcome.gold_hit.astype(np.bool_) | found).astype(np.int8),
        system_crossing=crossing,
    )  # fmt: skip
    return _crossed(mended)


def _joined(system: Relation, more: Relation) -> tuple[Relation, Longs]:
    """Two relations as one in tree order, and the order in which their rows are taken."""
    sentence = np.append(system.sentence(), more.sentence())
    first, second, label, row = (
        np.append(getattr(system, name), getattr(more, name))
        for name in ("first", "second", "label", "row")
    )
    order: Longs = np.lexsort((-second, first, sentence))
    offset = offsets(np.bincount(sentence, minlength=len(system.offset) - 1))
    columns = (first[order], second[order], label[order], row[order])
    return Relation(offset, *columns, system.kind), order


def _crossed(outcome: Outcome) -> Outcome:
    """The outcome with the rows of gold that are crossed looked for again, if they had been."""
    if outcome.gold_crossed is not None:
        outcome = replace(outcome, gold_crossed=crosses(outcome.gold, outcome.system)[0])
    if "crossing_pairs" not in outcome.counts or outcome.system_crossing is None:
        return outcome
    pairs = crossing_pairs(outcome.gold, outcome.system, outcome.system_crossing)
    return replace(outcome, counts={**outcome.counts, "crossing_pairs": pairs})
