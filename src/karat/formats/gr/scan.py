"""Blocks of relations to Banks: sentences, words, and the layer ``relations``."""

from dataclasses import dataclass

import numpy as np

from karat.formats import _block
from karat.formats.gr.columns import Columns, slot_columns
from karat.kernels import scan
from karat.model.bank import Bank
from karat.model.columns import Ints
from karat.model.faults import NUMBER, WEIGHT
from karat.model.gr import INTERNED, WHOLE
from karat.model.labels import Labels
from karat.model.layers import Table

# A number may be at most so far from the one before; those between are sentences without relations.
FURTHEST = 100_000
# What a label was used for, as bits: a relation's name; one found at the beginning of a file.
RELATION = 32
EARLY = 64


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
        return (
            gaps,
            np.zeros(0, np.int32),
            np.arange(last + 1, last + 1 + len(number), dtype=np.int32),
        )
    far, counted = [], []
    for i, given in enumerate(number.tolist()):
        gap = given - last - 1
        last = last + 1 if given < 0 else given
        counted.append(last)
        if gap > FURTHEST:
            far.append(i)
        elif gap > 0:
            gaps[i] = gap
    return gaps, np.array(far, np.int32), np.array(counted, np.int32)


class Scanner:
    """Turns blocks into Banks; the columns of one Bank are overwritten by the next."""

    def __init__(self, labels: Labels, path: str = "<text>") -> None:
        self.labels, self.path = labels, path
        self._columns = Columns()

    def scan(self, block: _block.Block) -> Bank:
        """The sentences of a block."""
        c = self._columns.walk(block.pieces)
        lead, last = (block.lead, block.last) if isinstance(block, Block) else (0, 0)
        gaps, far, _ = gaps_of(c.number, last)
        if isinstance(block, Block) and len(gaps):
            gaps[0] = lead
        fault, fault_at = c.fault.copy(), c.fault_at.copy()
        fault[far], fault_at[far] = NUMBER, c.sentence_at[far]
        columns = slot_columns(c, self.labels)
        columns["weight"] = weight = np.full(len(c.row_at), WHOLE, np.int32)
        for row in (c.row_weight >= 0).nonzero()[0].tolist():
            try:
                place = int(c.row_weight[row])
                given = float(c.text[place : place + 40].tobytes().split(b"(")[0].split()[0])
                weight[row] = min(WHOLE, round(WHOLE * given))
            except ValueError:
                sentence = int(np.searchsorted(c.row_offset, row, "right")) - 1
                fault[sentence], fault_at[sentence] = WEIGHT, place
        scan.mark(columns["label"], self.labels.uses, RELATION)
        tag = c.interned(self.labels, c.word_tag_start, c.word_tag_end)
        scan.mark(tag, self.labels.uses, scan.TAG)
        repeats = gaps + 1
        missing = max(0, block.sentences - int(repeats.sum()))
        at = (np.cumsum(repeats) - 1).astype(np.int32)
        sentences = int(repeats.sum()) + missing
        zeros, flags = np.zeros(sentences, np.int32), np.zeros(sentences, np.int8)
        faults, places = flags.copy(), zeros.copy()
        faults[at], places[at] = fault, fault_at
        none = np.zeros(0, np.int32)

        def spread(column: Ints) -> Ints:
            return np.concatenate(
                [np.repeat(column[:-1], repeats), np.repeat(column[-1:], missing + 1)]
            )

        return Bank(
            text=c.text,
            labels=self.labels,
            token_offset=spread(c.word_offset),
            word_start=c.word_start,
            word_end=c.word_end,
            tag=tag,
            span_offset=np.zeros(sentences + 1, np.int32),
            start=none,
            end=none,
            label=none,
            parent=none,
            sentence_at=spread(np.append(c.sentence_at, np.int32(len(c.text))))[:-1],
            fault=faults,
            fault_at=places,
            odd=flags,
            layers={"gr": Table(spread(c.row_offset), columns, INTERNED, frozenset(["at"]))},
            path=self.path,
            first_line=block.first_line,
        )
