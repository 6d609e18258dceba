"""Joint: sentences with other tokens on each side, written over the places that both share.

Both sides get the same words, one for each place (``cells``), so that every comparison can compare them
as it compares any sentence. What a side lacks is filled in, with a tag that keeps it from counting:

- ``spans``: gold's tags decide what is deleted. A part of a system's word has the tag ABSENT, so that
  tags are right only where words are the same. A word that gold lacks has the system's tag on gold's side.
- ``words``: a word that a side lacks has the other side's tag and label, and no head.
- ``tags``: a word that a side lacks is ABSENT there, and so is, for the system, the end of gold's sentence.
- ``leaves``: as spans, but each word counts once, at its first place; its other places are null
  elements, and so are words that gold lacks. Words that the system lacks are ABSENT, and so is, for
  gold, the end of its sentence within a sentence of the system.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from karat.comparison.joint_sides import Side, spans
from karat.comparison.joint_sides import layers as layers_of
from karat.comparison.shared_places import Places, Words, shared_places
from karat.comparison.tokens import tokens_of, words_of
from karat.files.profile import Profile
from karat.kernels import joint as kernel
from karat.model.bank import Bank
from karat.model.columns import Bools, Bytes, Ints, Longs
from karat.model.labels import ABSENT, BOUNDARY, NULL
from karat.model.layers import Table, gathered
from karat.model.outcome import Stage
from karat.model.picking import joined, picked
from karat.views.nulls import nulls

# What must know the places that stand for the end of gold's sentence.
_ENDS = ("leaves", "tags")


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
    tags = _tags(ours, theirs, found, how, hollow=hollow)
    banks = [*over(ours, theirs, found.offset, tags, how in ("words", "tags"), patterns)]
    both = (ours, theirs), (theirs, ours)
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
        lost = np.zeros(0, np.int8) if null is None else null[number].view(np.int8)
        word, hidden = np.empty(len(owner), np.int64), np.empty(len(owner), np.int8)
        kernel.place(found.offset, bank.token_offset, owner, lost, word, hidden)
        sides.append(Side(bank, word, first, last, hidden.view(np.bool_)))
    return sides[0], sides[1]


def _tags(gold: Side, system: Side, found: Places, how: str, *, hollow: bool) -> tuple[Ints, Ints]:
    """The tags of all places on both sides."""
    labels = gold.bank.labels
    left, right = np.empty((2, len(gold.word)), np.int32)
    boundaries: Bools = _boundaries(system) if how in _ENDS else np.zeros(0, np.bool_)
    kernel.tags(
        gold.columns, system.columns, found.offset, found.same.view(np.int8),
        boundaries.view(np.int8), kernel.HOW.index(how), hollow,
        labels.intern(NULL), labels.intern(ABSENT), left, right,
    )  # fmt: skip
    return left, right


def _boundaries(side: Side) -> Bools:
    """Which places hold the word that stands for the end of a sentence of gold (see ``recut``)."""
    start, end = side.bank.word_start, side.bank.word_end
    found: Bools = np.zeros(len(start) + 1, np.bool_)
    for row in np.flatnonzero((end - start == len(BOUNDARY)) & (side.bank.tag == 0)).tolist():
        found[row] = side.bank.text[start[row] : end[row]].tobytes() == BOUNDARY
    return found[side.word]


def over(
    gold: Side, system: Side, offset: Ints, tags: Sequence[Ints | None] = (None, None),
    by_words: bool = False, patterns: bool = False,
) -> tuple[Bank, Bank]:  # fmt: skip
    """Both sides over the places, which have the same text on both.

    ``tags`` are the tags of the places, if they are not those of each side's own words. Places of sentences
    in the file are not kept.
    """
    shared = _text(gold, system)
    both = ((gold, system), (system, gold))
    ours, theirs = (
        _one_over(
            side,
            offset,
            shared,
            tag,
            layers_of(side, other, offset, by_words=by_words, patterns=patterns),
        )
        for (side, other), tag in zip(both, tags, strict=True)
    )
    return ours, theirs


class _Text(NamedTuple):
    """The text of the places: that of place p is text[start[p]:end[p]]."""

    text: Bytes
    start: Ints
    end: Ints


def _text(gold: Side, system: Side) -> _Text:
    both = gold.columns, system.columns
    text = np.empty(kernel.size_of_text(*both), np.uint8)
    start, end = np.empty((2, len(gold.word)), np.int32)
    kernel.write_text(*both, text, start, end)
    return _Text(text, start, end)


def _one_over(
    side: Side, offset: Ints, shared: _Text, tag: Ints | None, layers: Mapping[str, Table]
) -> Bank:
    bank = side.bank
    text, begin, finish = shared
    if any(table.places for table in layers.values()):  # they are places in the side's own text
        shift = np.int32(len(bank.text))
        text, begin, finish = np.concatenate([bank.text, text]), begin + shift, finish + shift
    start, end = spans(side, offset, bank.span_offset, bank.start, bank.end)
    return replace(
        bank,
        text=text,
        word_start=begin,
        word_end=finish,
        token_offset=offset,
        tag=np.append(bank.tag, 0)[side.word].astype(np.int32) if tag is None else tag,
        start=start,
        end=end,
        layers=layers,
    )
