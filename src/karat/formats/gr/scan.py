"""Blocks of relations to Banks: sentences, words, and the layer ``relations``."""

from dataclasses import dataclass

import numpy as np

from karat.formats import _block
from karat.formats.gr.columns import Columns, lemmas_of, lemmatised, slot_columns
from karat.kernels import gr as kernel
from karat.model.bank import Bank
from karat.model.columns import Ints, Words
from karat.model.gr import INTERNED, WHOLE
from karat.model.labels import Labels
from karat.model.layers import Table

# A number may be at most so far from the one before; those between are sentences without relations.
FURTHEST = 100_000
NUMBER = 65
WEIGHT = 66
FAULTS = {
    kernel.OPEN: ("a relation that is not closed on its line",
        "write name(slot, slot) or (name slot slot); before a ( in a sentence's first word put \\"),
    kernel.SLOTS: ("a relation has a name and one to four slots",
        "write _ for an empty one; before a sentence that begins like a relation put a \\"),
    kernel.STRAY: ("this is not a relation",
        "a sentence stands on a line of its own; before a comma or bracket in a slot put a \\"),
    kernel.BAR: ("a '|' that is not closed", "write |word|; before a | in a slot put a \\"),
    kernel.BRACE: ("a '{' that is not closed", "close it with } before the next blank line"),
    NUMBER: ("this sentence number is too far from the one before", "number sentences 1, 2, 3 …"),
    WEIGHT: ("this weight is not a number", "write a number from 0 to 1, as in { 0.5 (dobj a b) }"),
}  # fmt: skip


@dataclass(frozen=True)
class Block(_block.Block):
    """Whole sentences, after ``lead`` that are missing; ``last`` is the number before the first."""

    lead: int = 0
    last: int = 0


def gaps_of(number: Ints, last: int) -> tuple[Ints, Ints, Ints]:
    """How many sentences are missing before each, which jump too far, and the number of each.

    A number that does not go on from the one before begins a new count.

    >>> [column.tolist() for column in gaps_of(np.array([1, 2, -1, 5, 1], np.int32), 0)[:2]]
    [[0, 0, 0, 1, 0], []]
    """
    gaps = np.zeros(len(number), np.int32)
    if not (number >= 0).any():
        counted = np.arange(last + 1, last + 1 + len(number), dtype=np.int32)
        return gaps, np.zeros(0, np.int32), counted
    far, found = [], []
    for i, given in enumerate(number.tolist()):
        gap = given - last - 1
        last = last + 1 if given < 0 else given
        found.append(last)
        if gap > FURTHEST:
            far.append(i)
        elif gap > 0:
            gaps[i] = gap
    return gaps, np.array(far, np.int32), np.array(found, np.int32)


class Scanner:
    """Turns blocks into Banks; the columns of one Bank are overwritten by the next."""

    def __init__(self, labels: Labels, path: str = "<text>", indexed: bool = False) -> None:
        self.labels, self.path = labels, path
        self._columns = Columns(indexed)

    def scan(self, block: _block.Block) -> Bank:
        c = self._columns.walk(block.pieces)
        lead, last = (block.lead, block.last) if isinstance(block, Block) else (0, 0)
        gaps, far, _ = gaps_of(c.number, last)
        if isinstance(block, Block) and len(gaps):
            gaps[0] = lead
        fault, fault_at = c.fault.copy(), c.fault_at.copy()
        fault[far], fault_at[far] = NUMBER, c.sentence_at[far]
        columns = slot_columns(c, self.labels)
        lemma = lemmas_of(c, self.labels) if self._columns.indexed else None
        if lemma is not None:
            columns |= lemmatised(c, columns, lemma)
        columns["weight"] = weight = np.full(len(c.row_at), WHOLE, np.int32)
        for row in (c.row_weight >= 0).nonzero()[0].tolist():
            try:
                place = int(c.row_weight[row])
                given = float(c.text[place : place + 40].tobytes().split(b"(")[0].split()[0])
                weight[row] = min(WHOLE, round(WHOLE * given))
            except ValueError:
                sentence = int(np.searchsorted(c.row_offset, row, "right")) - 1
                fault[sentence], fault_at[sentence] = WEIGHT, place
        tag = c.interned(self.labels, c.word_tag_start, c.word_tag_end)
        repeats = gaps + 1
        missing = max(0, block.sentences - int(repeats.sum()))
        at = (np.cumsum(repeats) - 1).astype(np.int32)
        sentences = int(repeats.sum()) + missing
        faults, places = np.zeros(sentences, np.int8), np.zeros(sentences, np.int32)
        faults[at], places[at] = fault, fault_at

        def spread(column: Ints) -> Ints:
            return np.concatenate(
                [np.repeat(column[:-1], repeats), np.repeat(column[-1:], missing + 1)]
            )

        layers = {"gr": Table(spread(c.row_offset), columns, INTERNED, frozenset(["at"]))}
        if lemma is not None:
            layers["lemmas"] = Table(spread(c.word_offset), {"lemma": lemma}, frozenset({"lemma"}))
        return Bank.build(
            c.text, self.labels, Words(spread(c.word_offset), c.word_start, c.word_end, tag),
            sentence_at=spread(np.append(c.sentence_at, np.int32(len(c.text))))[:-1],
            fault=faults, fault_at=places, faults=FAULTS,
            layers=layers, path=self.path, first_line=block.first_line,
        )  # fmt: skip
