"""Traces: phrases that stand elsewhere than where they belong, by the Treebank's null elements.

``*T*`` marks the place of a moved phrase (a wh-phrase, a topic), ``*ICH*`` of an extraposed one,
``*RNR*`` of one that two conjuncts share; it belongs to the first. The phrase with the same index is
hung there, with the function tags of its trace. ``*EXP*`` beside *it* marks an extraposed clause,
which gets the function tag EXP. A bare ``*`` moves nothing: its phrase is where UD has it.
"""

import re
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.model.labels import base_label, function_tags
from karat.model.places import around_words, parent_rows
from karat.views.edit import first_words

_TRACE = re.compile(rb"\*(T|ICH|RNR|EXP)\*-(\d+)")
_INDEX = re.compile(rb"-(\d+)$")


class Place(NamedTuple):
    """Where a phrase belongs: the row of a bracket, and the label of the phrase there."""

    bracket: int
    label: bytes


def with_fillers(bank: Bank, null: Bools, after: Bank) -> tuple[Bank, Ints]:
    """The Bank without null elements, where fillers have their labels, and the parents of brackets.

    ``after`` is ``bank`` without the words that ``null`` marks, and without empty brackets.
    """
    parents = parent_rows(after)
    if not null.any():
        return after, parents
    above = parent_rows(bank)
    places, extraposed = _places(bank, null, above)
    kept = _kept(bank, null)
    number = np.cumsum(kept) - 1
    label = after.label.copy()
    held = _children(after, parents)
    for row in extraposed:
        if kept[row]:
            name = bank.labels[int(bank.label[row])]
            label[number[row]] = bank.labels.intern(name + b"-EXP")
    for row, place in places.items():
        target = place.bracket
        while target >= 0 and not kept[target]:
            target = int(above[target])
        if not kept[row] or target < 0:
            continue
        own, new = int(number[row]), int(number[target])
        old = int(parents[own])
        # A bracket must not become part of itself, nor the one that it leaves empty.
        if old < 0 or held[old] < 2 or is_inside(parents, new, own):
            continue
        held[old] -= 1
        held[new] += 1
        parents[own] = new
        label[own] = bank.labels.intern(place.label)
    return replace(after, label=label), parents


def _children(bank: Bank, parents: Ints) -> Longs:
    """The number of children of each bracket."""
    around = around_words(bank)
    inside = np.concatenate([parents[parents >= 0], around[around >= 0]])
    return np.bincount(inside, minlength=len(parents))


def is_inside(parents: Ints, row: int, outer: int) -> bool:
    """Whether a bracket is this one, or inside it."""
    while row >= 0 and row != outer:
        row = int(parents[row])
    return row >= 0


def _kept(bank: Bank, null: Bools) -> Bools:
    """Which brackets hold a word."""
    count = np.append(0, np.cumsum(~null))
    first: Ints | Longs = first_words(bank)
    found: Bools = count[first + bank.start] < count[first + bank.end]
    return found


def _places(bank: Bank, null: Bools, parent: Ints) -> tuple[dict[int, Place], list[int]]:
    """Where each filler belongs, by its row, and the rows of extraposed clauses."""
    strings = bank.labels.strings()
    around = around_words(bank)
    sentence = np.searchsorted(bank.token_offset, np.arange(len(null)), "right") - 1
    fillers: dict[int, dict[bytes, int]] = {}
    places: dict[int, Place] = {}
    extraposed = []
    for word in np.flatnonzero(null).tolist():
        text = bank.text[bank.word_start[word] : bank.word_end[word]].tobytes()
        found = _TRACE.fullmatch(text)
        if not found or around[word] < 0:
            continue
        at = int(sentence[word])
        if at not in fillers:
            fillers[at] = _indexed(bank, strings, at)
        row = fillers[at].get(found[2])
        if row is None or row in places:
            continue
        if found[1] == b"EXP":
            extraposed.append(row)
            continue
        if b"NOM" in function_tags(strings[bank.label[parent[row]]]):
            continue  # a free relative: its wh-word is its head
        trace = int(around[word])
        tags = sorted(function_tags(strings[bank.label[trace]]))
        base = base_label(strings[bank.label[row]])
        if base == b"WHADVP" and b"PRD" not in tags and _is_near(bank, strings, parent, trace, row):
            # It modifies the clause that it begins, and stays, because it says what clause this is.
            places[row] = Place(int(parent[row]), base + b"-" + found[1])
            continue
        places[row] = Place(int(parent[trace]), b"-".join([base, *tags]))
    return places, extraposed


def _is_near(bank: Bank, strings: list[bytes], parent: Ints, trace: int, filler: int) -> bool:
    """Whether a trace is in the clause right after its filler, and in no clause inside this."""
    row = int(parent[trace])
    while row >= 0 and base_label(strings[bank.label[row]]) not in (b"S", b"SQ", b"SINV", b"SBAR"):
        row = int(parent[row])
    return row >= 0 and parent[row] == parent[filler]


def _indexed(bank: Bank, strings: list[bytes], sentence: int) -> dict[bytes, int]:
    """The brackets of a sentence that have an index, by their index."""
    rows = range(bank.span_offset[sentence], bank.span_offset[sentence + 1])
    found = ((row, _INDEX.search(strings[bank.label[row]])) for row in rows)
    return {one[1]: row for row, one in found if one}
