"""Joint: sentences with other tokens on each side, written over the places that both share.

Both sides get the same words, one for each place (``cells``), so that every comparison can compare them
as it compares any sentence. What a side lacks is filled in, with a tag that keeps it from counting:

- ``spans``: gold's tags decide what is deleted. A part of a system's word has the tag ABSENT, so that
  tags are right only where words are the same. A word that gold lacks has the system's tag on gold's side.
- ``pruned``: the same, without the brackets around one gold word, which count for nothing on either side
  even if the system has cut that word.
- ``words``: a word that a side lacks has the other side's tag and label, and no head.
- ``tags``: a word that gold lacks is a null element there; one that the system lacks is ABSENT.
- ``leaves``: as spans, but each word counts once, at its first place; its other places are null
  elements, and so are words that gold lacks. Words that the system lacks are ABSENT.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from karat.comparison.cells import Cells, cells
from karat.kernels.conllu import NONE
from karat.model.bank import Bank, joined
from karat.model.columns import Bools, Ints, Longs
from karat.model.labels import ABSENT, NULL
from karat.model.layers import Table, offsets
from karat.model.picking import picked
from karat.views.edit import keep_brackets
from karat.views.nulls import nulls

_BY_WORD = ("morphology", "edges", "lemmas")
_POSITIONS = ("type_at", "head_at", "dependent_at")


@dataclass(frozen=True, eq=False)
class _Side:
    """A side of some sentences: its Bank, and for each place its word (a row of the Bank), or -1.

    ``first`` and ``last`` are the places of each word in its sentence, half-open.
    """

    bank: Bank
    word: Longs
    first: Ints
    last: Ints

    @property
    def filled(self) -> Bools:
        return self.word < 0

    def begins(self, place: Longs) -> Bools:
        """Which places are the first of their word; ``place`` is each place's number in its sentence."""
        found: Bools = ~self.filled & (self.first[self.word] == place)
        return found

    def whole(self) -> Bools:
        """Which places hold all of their word."""
        found: Bools = ~self.filled & ((self.last - self.first)[self.word] == 1)
        return found


class Joint(NamedTuple):
    """Both sides over the same places, and at which places the two words are the same."""

    gold: Bank
    system: Bank
    same: Bools


def joint(gold: Bank, system: Bank, sentences: Longs, how: str, *, patterns: bool = False) -> Joint:
    """Some sentences of two Banks, over the places that both share; ``how`` says what counts.

    ``patterns``: the layer of constructions was made by a file of patterns.
    """
    gold, system = picked(gold, sentences), picked(system, sentences)
    by_words = how in ("words", "tags")
    texts = [list(map(_texts(bank), range(len(bank)))) for bank in (gold, system)]
    found = [cells(one, other, words=by_words) for one, other in zip(*texts, strict=True)]
    offset = offsets([len(one.gold) for one in found])
    place = np.arange(int(offset[-1])) - np.repeat(offset[:-1], np.diff(offset))
    ours = _side(gold, found, ("gold", "gold_first", "gold_last"))
    theirs = _side(system, found, ("system", "system_first", "system_last"))
    same = np.array([flag for one in found for flag in one.same], np.bool_)
    tags = _tags(ours, theirs, same, place, how)
    both = (ours, theirs), (theirs, ours)
    laid = [
        _laid(one, other, offset, tag, by_words=by_words, patterns=patterns, gold=one is ours)
        for (one, other), tag in zip(both, tags, strict=True)
    ]
    if how == "pruned":
        laid = [_without_single(bank, ours) for bank in laid]
    return Joint(laid[0], laid[1], same)


def spliced(bank: Bank, sentences: Longs, others: Bank) -> Bank:
    """A Bank with other versions of some sentences, as ``joint`` makes them; places in the file stay."""
    order = np.arange(len(bank))
    order[sentences] = len(bank) + np.arange(len(sentences))
    layers = {name: table for name, table in bank.layers.items() if name in others.layers}
    both = picked(joined([replace(bank, layers=layers), others]), order)
    return replace(both, sentence_at=bank.sentence_at, fault=bank.fault, fault_at=bank.fault_at)


def _texts(bank: Bank) -> Callable[[int], list[bytes | None]]:
    """The words of a sentence; null elements are not in the text."""
    null = nulls(bank)

    def of(sentence: int) -> list[bytes | None]:
        begin = int(bank.token_offset[sentence])
        return [None if null[begin + at] else word for at, word in enumerate(bank.words(sentence))]

    return of


def _side(bank: Bank, found: Sequence[Cells], names: tuple[str, str, str]) -> _Side:
    owner, first, last = (
        [np.array(getattr(one, name), np.int32) for one in found] for name in names
    )
    shifted = [
        np.where(column >= 0, column + begin, -1)
        for column, begin in zip(owner, bank.token_offset.tolist(), strict=False)
    ]
    word, begins, ends_ = (
        np.concatenate([np.zeros(0, np.int32), *parts]) for parts in (shifted, first, last)
    )
    return _Side(bank, word.astype(np.int64), begins.astype(np.int32), ends_.astype(np.int32))


def _tags(gold: _Side, system: _Side, same: Bools, place: Longs, how: str) -> tuple[Ints, Ints]:
    """The tags of all places on both sides."""
    labels = gold.bank.labels
    null, absent = labels.intern(NULL), labels.intern(ABSENT)
    ours, theirs = _own(gold), _own(system)
    if how == "leaves":
        return (
            np.where(gold.begins(place), ours, null).astype(np.int32),
            np.where(system.begins(place), theirs, np.where(system.filled, absent, null)).astype(
                np.int32
            ),
        )
    if how == "tags":
        return np.where(gold.filled, null, ours), np.where(same, theirs, absent).astype(np.int32)
    left, right = np.where(gold.filled, theirs, ours), np.where(system.filled, ours, theirs)
    if how in ("spans", "pruned"):
        right = np.where(same | (left == null), right, absent)
        right = np.where(left == null, null, right)
    return left.astype(np.int32), right.astype(np.int32)


def _own(side: _Side) -> Ints:
    """The tag of the word at each place; of a null element always NULL, 0 where there is no word."""
    null = side.bank.labels.intern(NULL)
    tags = np.where(nulls(side.bank), null, side.bank.tag)
    return np.where(side.filled, 0, np.append(tags, 0)[side.word]).astype(np.int32)


def _laid(
    side: _Side, other: _Side, offset: Ints, tag: Ints, *,
    by_words: bool, patterns: bool, gold: bool,
) -> Bank:  # fmt: skip
    """A side over the places; its own text comes first, that of the other side after it."""
    bank, shift = side.bank, np.int32(len(side.bank.text))
    # The text of a place is the same on both sides: of the word that is whole there, gold's first.
    one, two = (side, other) if gold else (other, side)
    by_gold = one.whole() | (two.filled | ~two.whole()) & ~one.filled
    own = by_gold if gold else ~by_gold
    columns: dict[str, Any] = {}
    for name in ("word_start", "word_end"):
        mine = np.append(getattr(bank, name), 0)[side.word]
        theirs = np.append(getattr(other.bank, name), 0)[other.word] + shift
        columns[name] = np.where(own, mine, theirs).astype(np.int32)
    start, end = _spans(side, offset, bank.span_offset, bank.start, bank.end)
    layers = _layers(side, other, offset, by_words=by_words, patterns=patterns)
    text = np.concatenate([bank.text, other.bank.text])
    return replace(
        bank,
        text=text,
        token_offset=offset,
        tag=tag,
        start=start,
        end=end,
        layers=layers,
        **columns,
    )


def _without_single(bank: Bank, gold: _Side) -> Bank:
    """A side without the brackets around one gold word that has several places."""
    sentence = np.repeat(np.arange(len(bank)), np.diff(gold.bank.token_offset))
    cut = gold.last - gold.first > 1
    words = {*zip(*(one[cut].tolist() for one in (sentence, gold.first, gold.last)), strict=True)}
    of = np.repeat(np.arange(len(bank)), np.diff(bank.span_offset))
    spans = zip(of.tolist(), bank.start.tolist(), bank.end.tolist(), strict=True)
    return keep_brackets(bank, np.array([one not in words for one in spans], np.bool_))


def _spans(side: _Side, offset: Ints, rows: Ints, start: Ints, end: Ints) -> tuple[Ints, Ints]:
    """Ranges of words as ranges of places; ``rows`` says which of them are in which sentence."""
    sentence = np.repeat(np.arange(len(rows) - 1), np.diff(rows))
    base, size = side.bank.token_offset[sentence], np.diff(side.bank.token_offset)[sentence]
    places = np.diff(offset)[sentence]
    first, last = np.append(side.first, 0), np.append(side.last, 0)
    begin = np.where(start < size, first[base + np.minimum(start, size)], places)
    finish = np.where(end > start, last[base + np.maximum(end, 1) - 1], begin)
    return begin.astype(np.int32), finish.astype(np.int32)


def _layers(
    side: _Side, other: _Side, offset: Ints, *, by_words: bool, patterns: bool
) -> dict[str, Table]:
    """The layers that can be written over places."""
    found = dict[str, Table]()
    for name, table in side.bank.layers.items():
        if name == "chunks":
            start, end = _spans(side, offset, table.offset, table["start"], table["end"])
            if by_words:  # chunks that touch each other go on doing so
                end = _spans(side, offset, table.offset, table["end"], table["end"])[0]
            found[name] = _with(table, {"start": start, "end": end})
        elif name == "yields":
            found[name] = _yields(side, table)
        elif name == "constructions":
            found[name] = _constructions(side, offset, table, patterns)
        elif name == "gr":
            found[name] = _with(table, _positions(side, table))
        elif name in _BY_WORD and by_words:
            found[name] = _by_word(side, other.bank.layers.get(name), other, offset, table)
        elif name in ("phenomena", "core", "errors"):
            found[name] = table
    return found


def _with(table: Table, columns: Mapping[str, Any]) -> Table:
    return replace(table, columns={**table.columns, **columns})


def _words_at(side: _Side, table: Table, at: Ints) -> Ints:
    """The first places of words, given by their positions in the sentence; -1 stays."""
    base = np.repeat(side.bank.token_offset[:-1], np.diff(table.offset))
    places = np.append(side.first, -1)[np.where(at >= 0, base + at, -1)]
    return np.where(at >= 0, places, at).astype(np.int32)


def _positions(side: _Side, table: Table) -> dict[str, Ints]:
    return {
        name: _words_at(side, table, table[name]) for name in _POSITIONS if name in table.columns
    }


def _yields(side: _Side, table: Table) -> Table:
    """A discontinuous constituent has all the places of its words."""
    base = np.repeat(side.bank.token_offset[:-1], np.diff(table.offset))
    words = base + table["position"]
    sizes = (side.last - side.first)[words]
    rows = np.repeat(np.arange(len(words)), sizes)
    within = np.arange(len(rows)) - np.repeat(offsets(sizes)[:-1], sizes)
    columns = {name: column[rows] for name, column in table.columns.items()}
    columns["position"] = (side.first[words][rows] + within).astype(np.int32)
    return replace(table, offset=offsets(sizes)[table.offset], columns=columns)


def _constructions(side: _Side, offset: Ints, table: Table, patterns: bool) -> Table:
    """Words by their first places, and ends of spans by the places after their last words."""
    from karat.views.constructions import ends

    columns = {}
    for name, behind in ends(side.bank.labels, table, patterns).items():
        column = table[name]
        words = _words_at(side, table, column)
        _, after = _spans(side, offset, table.offset, np.maximum(column, 1) - 1, column)
        columns[name] = np.where(behind & (column > 0), after, words).astype(np.int32)
    return _with(table, columns)


def _by_word(side: _Side, theirs: Table | None, other: _Side, offset: Ints, table: Table) -> Table:
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
