"""Which words of two versions of a sentence PARSEVAL keeps, and the places that are left for them."""

from typing import NamedTuple

import numpy as np

from karat.comparison.joint_sides import Side, spans
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints, Longs
from karat.model.layers import offsets
from karat.views import erase
from karat.views.edit import keep_brackets
from karat.views.redefine.plan import Clause, Cores, Plan, Run


class Left(NamedTuple):
    """The places that are left of some sentences: their offsets, and both sides over them."""

    offset: Ints
    gold: Side
    system: Side


def pieces(side: Side) -> Longs:
    """How many places each word has."""
    return np.bincount(side.word[~side.filled], minlength=len(side.first))


def parted(side: Side, offset: Ints, bank: Bank) -> Side:
    """The same side, in a Bank with a word for each of its places."""
    word = np.where(side.filled, -1, np.cumsum(~side.filled) - 1)
    first = (np.arange(len(word)) - np.repeat(offset[:-1], np.diff(offset)))[~side.filled]
    return Side(bank, word, first.astype(np.int32), first.astype(np.int32) + 1, side.null)


def codes_of_parts(sides: tuple[Side, Side], codes: tuple[Flags, Flags], *, by_gold: bool) -> Flags:
    """Why each part of a word of the system is erased; ``codes`` are those of both sides' words.

    ``by_gold``: the word of gold at the same place decides; words that gold lacks go by their own
    codes. Otherwise gold decides only about parts of a word that is more than one word of gold: if gold
    has *he* and *'ll*, and erases *'ll*, then only *he* is left of *he'll*.
    """
    gold, system = sides
    own = system.word[~system.filled]
    word, code = gold.word[~system.filled], codes[1][own]
    theirs = np.append(codes[0], 0)[word]
    asked = word >= 0
    if not by_gold:
        stays: Bools = np.zeros(len(system.first), np.bool_)
        stays[own[asked & ~erase.gone(theirs)]] = True
        asked &= erase.gone(theirs) & stays[own]
    return np.where(asked, theirs, code).astype(np.int8)


def left(
    sides: tuple[Side, Side], offset: Ints, codes: tuple[Flags, Flags], banks: tuple[Bank, Bank]
) -> Left:
    """The places of words that are not erased; ``banks`` have only these words."""
    stay = [
        np.append(~erase.gone(code), False)[side.word]
        for side, code in zip(sides, codes, strict=True)
    ]
    places = stay[0] | stay[1]
    fewer = offsets(places)[offset]
    ours, theirs = (
        _side(np.where(stays, side.word, -1)[places], fewer, ~erase.gone(code), bank)
        for side, stays, code, bank in zip(sides, stay, codes, banks, strict=True)
    )
    return Left(fewer, ours, theirs)


def _side(word: Longs, offset: Ints, kept: Bools, bank: Bank) -> Side:
    """A side over places that have these words, without the words that are not kept."""
    word = np.append(np.cumsum(kept) - 1, -1)[word]
    own = np.flatnonzero(word >= 0)
    at = (np.arange(len(word)) - np.repeat(offset[:-1], np.diff(offset)))[own]
    first, last = np.empty((2, len(bank.tag)), np.int32)
    first[word[own][::-1]] = at[::-1]  # of several places, the first is written last
    last[word[own]] = at + 1
    return Side(bank, word, first, last, np.zeros(len(word), np.bool_))


def without_single(side: Side, gold: Side, offset: Ints) -> Bank:
    """The Bank of a side without the brackets around one word of gold that has several places."""
    bank, cut = side.bank, gold.last - gold.first > 1
    if not cut.any():
        return bank
    number = np.arange(len(bank))
    sentence = np.repeat(number, np.diff(gold.bank.token_offset))
    words = {*zip(*(one[cut].tolist() for one in (sentence, gold.first, gold.last)), strict=True)}
    of = np.repeat(number, np.diff(bank.span_offset))
    places = spans(side, offset, bank.span_offset, bank.start, bank.end)
    found = zip(*(one.tolist() for one in (of, *places)), strict=True)
    return keep_brackets(bank, np.array([one not in words for one in found], np.bool_))


def plan_for(plan: Plan, left: Left) -> Plan:
    """Gold's plan with positions among the system's words.

    A construction begins and ends with the words of it that the system has; one of which it lacks a part
    is left out. Limits reach up to gold's next word, so that a word that gold lacks does not count.
    """
    to = _Positions(left)
    sentence, start, end, limit, reach = plan.cores
    cores = np.stack(
        [
            sentence,
            to.begin(sentence, start),
            to.finish(sentence, end),
            to.limit(sentence, limit),
            to.limit(sentence, reach),
        ]
    )
    kept = cores[:, cores[1] < cores[2]]
    return Plan(_clauses(plan.clauses, to), Cores(*kept), _runs(plan.runs, to))


class _Positions:
    """Positions among gold's words as positions among those of the system."""

    def __init__(self, left: Left) -> None:
        gold, self._offset = left.gold, left.offset
        self._first, self._last, self._places = gold.first, gold.last, np.diff(left.offset)
        self._base, self._size = gold.bank.token_offset[:-1], np.diff(gold.bank.token_offset)
        self._before = offsets(~left.system.filled)

    def begin(self, sentence: Ints, at: Ints) -> Ints:
        """Where the word at a position begins."""
        return self._word(sentence, self._first.take(self._base[sentence] + at))

    def finish(self, sentence: Ints, at: Ints) -> Ints:
        """Where the word before a position ends."""
        return self._word(sentence, self._last.take(self._base[sentence] + at - 1))

    def limit(self, sentence: Ints, at: Ints) -> Ints:
        """Where the word at a position begins, or where the sentence ends if there is none."""
        inside = at < self._size[sentence]
        begin = np.append(self._first, 0)[np.where(inside, self._base[sentence] + at, -1)]
        return self._word(sentence, np.where(inside, begin, self._places[sentence]))

    def _word(self, sentence: Ints, place: Ints) -> Ints:
        """How many of the system's words come before a place."""
        first = self._offset[sentence]
        return self._before.take(first + place) - self._before.take(first)


def _clauses(clauses: tuple[Clause, ...], to: _Positions) -> tuple[Clause, ...]:
    rows = np.array([one[:6] for one in clauses], np.int32).reshape(-1, 6)
    sentence, low, behind, start, end, limit = rows.T
    begins = (to.begin(sentence, at) for at in (low, behind, start))
    columns = sentence, *begins, to.finish(sentence, end), to.limit(sentence, limit)
    found = zip(*(column.tolist() for column in columns), strict=True)
    moved = (Clause._make([*row, one.trace]) for one, row in zip(clauses, found, strict=True))
    return tuple(one for one in moved if one.low < one.behind <= one.start < one.end)


def _runs(runs: tuple[Run, ...], to: _Positions) -> tuple[Run, ...]:
    sentence, low, start, end = np.array([one[:4] for one in runs], np.int32).reshape(-1, 4).T
    columns = sentence, *(to.begin(sentence, at) for at in (low, start)), to.finish(sentence, end)
    found = zip(*(column.tolist() for column in columns), strict=True)
    moved = (Run._make([*row, one.final]) for one, row in zip(runs, found, strict=True))
    return tuple(one for one in moved if one.start < one.end)
