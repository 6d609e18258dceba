"""Noun phrases, and runs of prepositions and particles: which brackets are dropped and drawn."""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Ints
from karat.model.labels import base_label
from karat.model.outcome import Stage
from karat.views.edit import with_spans
from karat.views.redefine import noun_phrases, runs
from karat.views.redefine.plan import Plan
from karat.views.redefine.reading import Shape


def redraw(shape: Shape, plan: Plan) -> tuple[Bank, list[Stage]]:
    """The redrawn trees, and which brackets were dropped and drawn."""
    bank = shape.bank
    behind, ends, dissolved = noun_phrases.redraw(shape, plan.cores)
    split = runs.redraw(shape, plan.runs) & ~dissolved
    if not (len(behind) or dissolved.any() or split.any()):
        return bank, []
    # In tree order a core comes right after its noun phrase, even if the phrase itself dissolves.
    core, kept = np.zeros(len(dissolved), np.int32), np.zeros((len(dissolved), 2), np.bool_)
    core[behind] = ends
    kept[:, 0] = ~(dissolved | split)
    kept[behind, 1] = True
    places = np.flatnonzero(kept.ravel())
    row, new = places >> 1, (places & 1).astype(np.bool_)
    offset = np.searchsorted(places, 2 * bank.span_offset).astype(np.int32)
    end, label = bank.end.take(row), bank.label.take(row)
    drawn = row[new]
    end[new] = core[drawn] - shape.first[drawn]
    label[new] = _bases(bank, label[new])
    redrawn = with_spans(bank, offset, bank.start.take(row), end, label)
    found = (
        (bank, dissolved, "redrawn, a modified noun phrase"),
        (bank, split, "redrawn, prepositions or particles in a row"),
        (redrawn, new, "drawn, a modified noun phrase"),
    )
    return redrawn, [
        Stage("", "brackets", of, np.flatnonzero(mask).astype(np.int32), why)
        for of, mask, why in found
        if mask.any()
    ]


def _bases(bank: Bank, labels: Ints) -> Ints:
    """The numbers of labels without function tags."""
    base: Ints = np.zeros(len(bank.labels), np.int32)
    for number in np.flatnonzero(np.bincount(labels)).tolist():
        base[number] = bank.labels.intern(base_label(bank.labels[number]))
    return base.take(labels)
