"""Joint: sentences with other tokens on each side, written over the places that both share.

Both sides get the same words, one for each place (``cells``), so that every comparison can compare them
as it compares any sentence. What a side lacks is filled in, with a tag that keeps it from counting:

- ``spans``: gold's tags decide what is deleted. A part of a system's word has the tag ABSENT, so that
  tags are right only where words are the same. A word that gold lacks has the system's tag on gold's side.
- ``words``: a word that a side lacks has the other side's tag and label, and no head.
- ``tags``: a word that gold lacks is a null element there; one that the system lacks is ABSENT.
- ``leaves``: as spans, but each word counts once, at its first place; its other places are null
  elements, and so are words that gold lacks. Words that the system lacks are ABSENT, and so is, for
  gold, the end of its sentence within a sentence of the system.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from karat.comparison.joint_sides import Side, spans
from karat.comparison.joint_sides import layers as layers_of
from karat.comparison.recut import BOUNDARY
from karat.comparison.shared_places import Places, Words, shared_places
from karat.comparison.tokens import tokens_of, words_of
from karat.files.profile import Profile
from karat.model.bank import Bank
from karat.model.columns import Bools, Bytes, Ints, Longs
from karat.model.labels import ABSENT, NULL
from karat.model.layers import gathered, offsets
from karat.model.outcome import Stage
from karat.model.picking import joined, picked
from karat.views.nulls import nulls


class Joint(NamedTuple):
    """The sentences that could be aligned, by number, and both sides of them over the same places.

    ``stages`` say what was left out of the system before, if a comparison leaves something out.
    """

    sentences: Longs
    gold: Bank
    system: Bank
    stages: Sequence[Stage] = ()


def joint(
    gold: Bank, system: Bank, sentences: Longs, how: str, *,
    patterns: bool = False, grammars: tuple[Profile | None, Profile | None] = (None, None),
) -> Joint:  # fmt: skip
    """Some sentences of two Banks, over the places that both share; ``how`` says what counts.

    Sentences that are not versions of one are left out (see ``cells``). ``patterns``: the layer of
    constructions was made by a file of patterns. ``grammars`` say which words are null elements.
    """
    by_words = how in ("words", "tags")
    both = [picked(gold, sentences), picked(system, sentences)]
    null = [*map(nulls, both, grammars)]
    ours, theirs = (
        _words(bank, lost, grammar, tokens=by_words)
        for bank, lost, grammar in zip(both, null, grammars, strict=True)
    )
    found = shared_places(ours, theirs, words=by_words)
    if not found.versions.all():
        kept = np.flatnonzero(found.versions)
        found = found.picked(kept, ours.offset, theirs.offset)
        null = [
            lost[gathered(bank.token_offset, kept)[1]]
            for bank, lost in zip(both, null, strict=True)
        ]
        both, sentences = [picked(bank, kept) for bank in both], sentences[kept]
    one, other = placed(both[0], both[1], found, (null[0], null[1]))
    hollow = grammars != (None, None)
    banks = _over(one, other, found, how, patterns, hollow=hollow)
    return Joint(sentences, banks[0], banks[1])


def _words(bank: Bank, null: Bools, grammar: Profile | None, *, tokens: bool) -> Words:
    """The words of all sentences of a Bank; with ``tokens``, those of multiword tokens are written as one."""
    surface = bank.layers.get("surface") if tokens else None
    odd = np.zeros(len(bank), np.bool_) if surface is None else np.diff(surface.offset) > 0
    texts = partial(tokens_of if tokens else words_of, bank, grammar=grammar)
    return Words(bank, bank.token_offset, np.arange(len(bank.tag)), null, odd, texts)


def _over(
    ours: Side, theirs: Side, found: Places, how: str, patterns: bool, *, hollow: bool
) -> list[Bank]:
    """Both sides of these sentences over their places.

    ``hollow``: the word that stands for the other side's null element is empty, and so a null element
    under any grammar.
    """
    by_words, offset = how in ("words", "tags"), found.offset
    place = np.arange(int(offset[-1])) - np.repeat(offset[:-1], np.diff(offset))
    tags = _tags(ours, theirs, found.same, place, how, hollow=hollow)
    both = (ours, theirs), (theirs, ours)
    banks = [
        over(one, other, offset, tag, by_words=by_words, patterns=patterns, gold=one is ours)
        for (one, other), tag in zip(both, tags, strict=True)
    ]
    if hollow:
        banks = [
            _emptied(bank, one.filled & other.null)
            for bank, (one, other) in zip(banks, both, strict=True)
        ]
    return banks


def spliced(bank: Bank, sentences: Longs, others: Bank) -> Bank:
    """A Bank with other versions of some sentences, as ``joint`` makes them; places in the file stay."""
    order = np.arange(len(bank))
    order[sentences] = len(bank) + np.arange(len(sentences))
    layers = {name: table for name, table in bank.layers.items() if name in others.layers}
    both = picked(joined([replace(bank, layers=layers), others]), order)
    return replace(both, sentence_at=bank.sentence_at, fault=bank.fault, fault_at=bank.fault_at)


def _emptied(bank: Bank, places: Bools) -> Bank:
    """A Bank with nothing written at these places."""
    end = np.where(places, bank.word_start, bank.word_end).astype(np.int32)
    return replace(bank, word_end=end)


def placed(
    gold: Bank, system: Bank, found: Places, null: tuple[Bools, Bools] | None = None
) -> tuple[Side, Side]:
    """Both sides of some sentences over their places; ``null`` marks null elements, if there are any."""
    sides = []
    owners = (
        (gold, found.gold, found.gold_first, found.gold_last),
        (system, found.system, found.system_first, found.system_last),
    )
    for number, (bank, owner, first, last) in enumerate(owners):
        begin = np.repeat(bank.token_offset[:-1], np.diff(found.offset))
        word = np.where(owner >= 0, owner + begin, -1).astype(np.int64)
        lost = np.zeros(len(bank.tag), np.bool_) if null is None else null[number]
        sides.append(Side(bank, word, first, last, np.append(lost, False)[word]))
    return sides[0], sides[1]


def _tags(
    gold: Side, system: Side, same: Bools, place: Longs, how: str, *, hollow: bool
) -> tuple[Ints, Ints]:
    """The tags of all places on both sides."""
    labels = gold.bank.labels
    null, absent = labels.intern(NULL), labels.intern(ABSENT)
    ours, theirs = _own(gold, hollow), _own(system, hollow)
    if how == "leaves":
        lacked = np.where(_boundaries(system), absent, null)
        return (
            np.where(gold.begins(place), ours, lacked).astype(np.int32),
            np.where(system.begins(place), theirs, np.where(system.filled, absent, null)).astype(
                np.int32
            ),
        )
    if how == "tags":
        return np.where(gold.filled, null, ours), np.where(same, theirs, absent).astype(np.int32)
    left, right = np.where(gold.filled, theirs, ours), np.where(system.filled, ours, theirs)
    if how == "spans":
        # A null element of one side is one on both.
        right = np.where(same | gold.null | system.null, right, absent)
    return left.astype(np.int32), right.astype(np.int32)


def _boundaries(side: Side) -> Bools:
    """Which places hold the word that stands for the end of a sentence of gold (see ``recut``)."""
    start, end = side.bank.word_start, side.bank.word_end
    found: Bools = np.zeros(len(start) + 1, np.bool_)
    for row in np.flatnonzero((end - start == len(BOUNDARY)) & (side.bank.tag == 0)).tolist():
        found[row] = side.bank.text[start[row] : end[row]].tobytes() == BOUNDARY
    return found[side.word]


def _own(side: Side, hollow: bool) -> Ints:
    """The tag of the word at each place; 0 where there is no word.

    A null element has the tag NULL, unless it keeps its own and the other side's word is empty.
    """
    tags = np.append(side.bank.tag, 0)[side.word]
    if not hollow:
        tags = np.where(side.null, side.bank.labels.intern(NULL), tags)
    return np.where(side.filled, 0, tags).astype(np.int32)


def over(
    side: Side, other: Side, offset: Ints, tag: Ints | None = None, *,
    gold: bool, by_words: bool = False, patterns: bool = False,
) -> Bank:  # fmt: skip
    """A side over the places; its own text comes first, then words of the other side.

    ``tag`` has the tags of the places, if they are not those of the side's own words.
    """
    bank, shift = side.bank, np.int32(len(side.bank.text))
    # The text of a place is the same on both sides: of the word that is whole there, gold's first.
    one, two = (side, other) if gold else (other, side)
    by_gold = one.whole() | (two.filled | ~two.whole()) & ~one.filled
    own = by_gold if gold else ~by_gold
    start_of, end_of = (
        np.append(column, 0)[side.word] for column in (bank.word_start, bank.word_end)
    )
    more = _text_of(other, ~own)
    start_of[~own] = shift + more.offset[:-1]
    end_of[~own] = shift + more.offset[1:]
    start, end = spans(side, offset, bank.span_offset, bank.start, bank.end)
    layers = layers_of(side, other, offset, by_words=by_words, patterns=patterns)
    return replace(
        bank,
        text=np.concatenate([bank.text, more.text]),
        word_start=start_of.astype(np.int32),
        word_end=end_of.astype(np.int32),
        token_offset=offset,
        tag=np.append(bank.tag, 0)[side.word].astype(np.int32) if tag is None else tag,
        start=start,
        end=end,
        layers=layers,
    )


class _Text(NamedTuple):
    """Words one after the other: word w is text[offset[w]:offset[w + 1]]."""

    text: Bytes
    offset: Ints


def _text_of(side: Side, places: Bools) -> _Text:
    """The words of a side at some places; a word that it lacks is empty."""
    word = side.word[places]
    start, end = (
        np.append(column, 0)[word] for column in (side.bank.word_start, side.bank.word_end)
    )
    sizes = end - start
    offset = offsets(sizes)
    rows = np.arange(int(offset[-1])) + np.repeat(start - offset[:-1], sizes)
    return _Text(side.bank.text[rows], offset)
