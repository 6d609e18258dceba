"""A side of aligned sentences: where its words lie among the places, and its layers over these."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from karat.kernels import joint as kernel
from karat.kernels.conllu import NONE
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.model.labels import ABSENT
from karat.model.layers import Table, offsets

_BY_WORD = ("morphology", "edges", "lemmas")
_POSITIONS = ("type_at", "head_at", "dependent_at")
# Layers about a sentence as a whole.
_BY_SENTENCE = ("phenomena", "core", "errors")


@dataclass(frozen=True, eq=False)
class Side:
    """A side of some sentences: its Bank, and for each place its word (a row of the Bank), or -1.

    ``first`` and ``last`` are the places of each word in its sentence, half-open. ``null`` marks the
    places of null elements.
    """

    bank: Bank
    word: Longs
    first: Ints
    last: Ints
    null: Bools

    @property
    def filled(self) -> Bools:
        return self.word < 0

    @property
    def columns(self) -> kernel.Side:
        """The same for kernels."""
        bank = self.bank
        return kernel.Side(
            bank.text, bank.word_start, bank.word_end, bank.tag,
            self.first, self.last, self.word, self.null.view(np.int8),
        )  # fmt: skip


def spans(side: Side, offset: Ints, rows: Ints, start: Ints, end: Ints) -> tuple[Ints, Ints]:
    """Ranges of words as ranges of places; ``rows`` says which of them are in which sentence."""
    begin, finish = np.empty((2, len(start)), np.int32)
    kernel.ranges(
        offset, side.bank.token_offset, rows, start, end, side.first, side.last, begin, finish
    )
    return begin, finish


def layers(
    side: Side, other: Side, offset: Ints, *, by_words: bool, patterns: bool
) -> dict[str, Table]:
    """The layers that can be written over places."""
    found = dict[str, Table]()
    for name, table in side.bank.layers.items():
        if name == "chunks":
            start, end = spans(side, offset, table.offset, table["start"], table["end"])
            if by_words:  # chunks that touch each other go on doing so
                end = spans(side, offset, table.offset, table["end"], table["end"])[0]
            found[name] = _with(table, {"start": start, "end": end})
        elif name == "yields":
            found[name] = _yields(side, table)
        elif name == "constructions":
            found[name] = _constructions(side, offset, table, patterns)
        elif name == "gr":
            found[name] = _with(table, _positions(side, table))
        elif name in _BY_WORD and by_words:
            found[name] = _by_word(side, other.bank.layers.get(name), other, offset, table)
        elif name in _BY_SENTENCE:
            found[name] = table
    return found


def _with(table: Table, columns: Mapping[str, Any]) -> Table:
    return replace(table, columns={**table.columns, **columns})


def _words_at(side: Side, table: Table, at: Ints) -> Ints:
    """The first places of words, given by their positions in the sentence; -1 stays."""
    base = np.repeat(side.bank.token_offset[:-1], np.diff(table.offset))
    places = np.append(side.first, -1)[np.where(at >= 0, base + at, -1)]
    return np.where(at >= 0, places, at).astype(np.int32)


def _positions(side: Side, table: Table) -> dict[str, Ints]:
    return {
        name: _words_at(side, table, table[name]) for name in _POSITIONS if name in table.columns
    }


def _yields(side: Side, table: Table) -> Table:
    """A discontinuous constituent has all the places of its words."""
    base = np.repeat(side.bank.token_offset[:-1], np.diff(table.offset))
    words = base + table["position"]
    sizes = (side.last - side.first)[words]
    rows = np.repeat(np.arange(len(words)), sizes)
    within = np.arange(len(rows)) - np.repeat(offsets(sizes)[:-1], sizes)
    columns = {name: column[rows] for name, column in table.columns.items()}
    columns["position"] = (side.first[words][rows] + within).astype(np.int32)
    return replace(table, offset=offsets(sizes)[table.offset], columns=columns)


def _constructions(side: Side, offset: Ints, table: Table, patterns: bool) -> Table:
    """Words by their first places, and ends of spans by the places after their last words."""
    from karat.views.constructions import ends

    columns = {}
    for name, behind in ends(side.bank.labels, table, patterns).items():
        column = table[name]
        words = _words_at(side, table, column)
        _, after = spans(side, offset, table.offset, np.maximum(column, 1) - 1, column)
        columns[name] = np.where(behind & (column > 0), after, words).astype(np.int32)
    return _with(table, columns)


def _by_word(side: Side, theirs: Table | None, other: Side, offset: Ints, table: Table) -> Table:
    """A layer with one row for each word: a word that a side lacks has no head, and the other's label."""
    absent = side.bank.labels.intern(ABSENT)
    columns = {}
    for name, column in table.columns.items():
        filling = np.full(len(side.word), absent if name in table.interned else 0, np.int32)
        if name == "label" and theirs is not None:
            filling = np.append(theirs[name], 0)[other.word].astype(np.int32)
        if name == "head":
            filling[:] = NONE
            column = _words_at(side, table, column)
        columns[name] = np.where(side.filled, filling, np.append(column, 0)[side.word]).astype(
            np.int32
        )
    return replace(table, offset=offset, columns=columns)
