"""The places of many sentences at once, as columns.

``cells`` defines the places of two versions of a sentence; kernels find the same ones for many sentences
without the interpreter's lock. Sentences with multiword tokens, and those that are so long that the tables of
the kernels would be large, go through ``cells``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from karat.comparison.spelt_words import Some, Spelling, spelling_of
from karat.comparison.tokens import Token
from karat.kernels import edits
from karat.kernels import places as kernel
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints, Longs
from karat.model.layers import gathered, offsets

if TYPE_CHECKING:
    from karat.comparison.cells import Cells

# The largest table, in bytes: 1,000 characters against as many. A sentence that needs a larger one is so
# long that Python costs little beside it.
LARGEST = 1 << 20


@dataclass(frozen=True, eq=False)
class Words:
    """The words of a side of some sentences: rows of its Bank, in order, and which of them are null elements.

    ``odd`` marks sentences of which only ``tokens`` knows the words; it gives the tokens of some sentences.
    """

    bank: Bank
    offset: Ints
    rows: Longs
    null: Bools
    odd: Bools
    tokens: Callable[[Longs], Sequence[list[Token]]]


@dataclass(frozen=True, eq=False)
class Places:
    """What ``Cells`` has, for many sentences, one after the other; those that are no versions have no places.

    The places of sentence k are offset[k] up to offset[k + 1]. Words and places are counted in each sentence.
    """

    offset: Ints
    gold: Ints
    system: Ints
    same: Bools
    gold_first: Ints
    gold_last: Ints
    system_first: Ints
    system_last: Ints
    versions: Bools

    def picked(self, sentences: Longs, gold: Ints, system: Ints) -> "Places":
        """The places of some sentences; ``gold`` and ``system`` say where the words of each begin."""
        offset, rows = gathered(self.offset, sentences)
        ours, theirs = gathered(gold, sentences)[1], gathered(system, sentences)[1]
        return Places(
            offset, self.gold[rows], self.system[rows], self.same[rows],
            self.gold_first[ours], self.gold_last[ours],
            self.system_first[theirs], self.system_last[theirs],
            self.versions[sentences],
        )  # fmt: skip


def shared_places(gold: Words, system: Words, *, words: bool) -> Places:
    """The places of all sentences, as ``cells`` gives them for each."""
    both = spelling_of(Some(gold.bank, gold.rows), Some(system.bank, system.rows))
    skip = (gold.odd | system.odd).astype(np.int8)
    found = _by_kernel(gold, system, both, skip, words)
    odd = np.flatnonzero(skip)
    if not len(odd):
        return found
    from karat.comparison.cells import cells  # few files need it, and it takes time to load

    others = [
        cells(one, other, words=words)
        for one, other in zip(gold.tokens(odd), system.tokens(odd), strict=True)
    ]
    return _with(found, others, odd, gold.offset, system.offset)


def _by_kernel(
    gold: Words, system: Words, spelt: Spelling, skip: Flags, words: bool
) -> Places:  # fmt: skip
    """The places of sentences that are not marked in ``skip``; those that are too long are marked."""
    count, most = len(skip), len(gold.rows) + len(system.rows)
    before, after, known = np.zeros((3, count), np.int32)
    edges = kernel.Edges(before, after, known, np.zeros(count, np.int8), skip)
    cuts, rows = np.empty(2 * count + 1, np.int32), np.empty(most, np.int32)
    begin, finish = np.empty((2, most), np.int32)
    axis = kernel.Axis(rows, cuts, begin, finish)
    sides = _columns(gold), _columns(system)
    kernel.alike(*sides, spelt.offset, edges, axis)
    _lay(spelt, rows, cuts, begin, finish, skip)
    longest = 1 + int(
        max(np.diff(gold.offset).max(initial=0), np.diff(system.offset).max(initial=0))
    )
    left, right = (
        kernel.Side(*columns, np.empty(2 * longest, np.int32))  # type: ignore[call-arg]  # four columns
        for columns in np.empty((2, 4, longest), np.int32)
    )
    offset, versions = np.empty(count + 1, np.int32), np.empty(count, np.int8)
    of_gold, of_system = np.empty((2, 2 * most), np.int32)
    same = np.empty(2 * most, np.int8)
    first, last = np.full((2, len(gold.rows)), -1, np.int32)
    other_first, other_last = np.full((2, len(system.rows)), -1, np.int32)
    found = kernel.Places(
        offset, of_gold, of_system, same, first, last, other_first, other_last, versions
    )
    size = kernel.places(*sides, edges, axis, left, right, found, words)
    return Places(
        offset, of_gold[:size], of_system[:size], same[:size].astype(np.bool_),
        first, last, other_first, other_last, versions.astype(np.bool_),
    )  # fmt: skip


def _columns(side: Words) -> kernel.Words:
    start, end = side.bank.word_start, side.bank.word_end
    if len(side.rows) < len(start):
        start, end = start[side.rows], end[side.rows]
    return kernel.Words(side.bank.text, side.offset, start, end, side.null.view(np.int8))


def _lay(
    spelt: Spelling, rows: Ints, cuts: Ints, begin: Ints, finish: Ints, skip: Flags
) -> None:  # fmt: skip
    """Lay the words between the edges on one axis for each sentence."""
    used = rows[: cuts[-1]]
    before = offsets(np.diff(spelt.offset)[used])[cuts].astype(np.int64)
    sizes, words = np.diff(before), int(np.diff(cuts).max(initial=0)) + 1
    letters = int(sizes.max(initial=0)) + 1
    table = min(LARGEST, int((sizes[0::2] * sizes[1::2]).max(initial=0)))
    gold, system = (
        edits.Room(
            *np.empty((8, words), np.int32),
            *np.empty((2, letters), np.int32),
            *np.empty((2, letters), np.uint8),
        )
        for _ in range(2)
    )
    tables = edits.Tables(
        np.empty((2, words + 1), np.int64),
        np.empty(letters + 1, np.int64),
        np.empty(table, np.uint8),
        np.empty((words, 2), np.int32),
    )
    edits.overlay(
        edits.Spelt(spelt.codes, spelt.offset, rows, cuts), gold, system, tables,
        edits.Axis(begin, finish), skip,
    )  # fmt: skip


def _with(
    found: Places, others: "Sequence[Cells]", at: Longs, gold: Ints, system: Ints
) -> Places:  # fmt: skip
    """The places with those of some sentences, which had none, added."""
    versions = found.versions.copy()
    versions[at] = [one.versions for one in others]
    sizes = np.diff(found.offset)
    sizes[at] = [len(one.gold) * one.versions for one in others]
    offset = offsets(sizes)
    mine: Bools = np.zeros(len(found.versions), np.bool_)
    mine[at] = True
    inside = np.repeat(mine, sizes)

    def by_place(name: str) -> Ints:
        column = getattr(found, name)
        merged = np.empty(len(inside), column.dtype)
        merged[~inside] = column
        merged[inside] = [
            *chain.from_iterable(getattr(one, name) for one in others if one.versions)
        ]
        return merged

    def by_word(name: str, begins: Ints) -> Ints:
        column: Ints = getattr(found, name).copy()
        for one, k in zip(others, at.tolist(), strict=True):
            if one.versions:
                column[begins[k] : begins[k + 1]] = getattr(one, name)
        return column

    return Places(
        offset, by_place("gold"), by_place("system"), by_place("same").astype(np.bool_),
        by_word("gold_first", gold), by_word("gold_last", gold),
        by_word("system_first", system), by_word("system_last", system),
        versions,
    )  # fmt: skip
