"""Modified noun phrases, and runs of prepositions and particles, in the standard form.

A noun phrase is *flat* if it has words and, behind them, modifiers: the words get a bracket, the
core. It is *nested* if it consists of a noun phrase and modifiers: then the noun phrase in it
dissolves, if that is flat or nested itself.
"""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints, Longs
from karat.model.labels import base_label
from karat.model.outcome import Stage
from karat.views.edit import with_spans
from karat.views.redefine import reading
from karat.views.redefine.reading import BIT, CLAUSE, NOUN, PREPOSITIONAL, VERBAL, Trees


def redraw_phrases(t: Trees, noun_phrases: bool, runs: bool) -> tuple[Bank, list[Stage]]:
    """The redrawn trees, and which brackets were dropped and drawn."""
    rows = len(t.bank.label)
    none: Bools = np.zeros(rows, np.bool_)
    if not rows:
        return t.bank, []
    last, core, dissolved = _noun_phrases(t) if noun_phrases else (t.start, none, none)
    split = _runs(t) & ~dissolved if runs else none
    if not (core.any() or dissolved.any() or split.any()):
        return t.bank, []
    # A core stands right behind its noun phrase, even where the phrase itself dissolves.
    places = np.flatnonzero(np.stack([~(dissolved | split), core], axis=1).ravel())
    row, new = places >> 1, (places & 1).astype(np.bool_)
    offset = np.searchsorted(places, 2 * t.bank.span_offset).astype(np.int32)
    end, label = t.bank.end[row], t.bank.label[row]
    end[new] = (last - t.first)[row[new]] + 1
    label[new] = _bases(t.bank, label[new])
    bank = with_spans(t.bank, offset, t.bank.start[row], end, label)
    found = (
        (t.bank, dissolved, "redrawn, a modified noun phrase"),
        (t.bank, split, "redrawn, prepositions or particles in a row"),
        (bank, new, "drawn, a modified noun phrase"),
    )
    return bank, [
        Stage("", "brackets", of, np.flatnonzero(mask).astype(np.int32), why)
        for of, mask, why in found
    ]


def _bases(bank: Bank, labels: Ints) -> Ints:
    """The numbers of labels without function tags."""
    distinct, place = np.unique(labels, return_inverse=True)
    strings = bank.labels.strings()
    bases = [bank.labels.intern(base_label(strings[number])) for number in distinct.tolist()]
    return np.array(bases, np.int32)[place]


def _marked(rows: int, at: Ints | Longs) -> Bools:
    """True at these rows."""
    found: Bools = np.zeros(rows, np.bool_)
    found[at] = True
    return found


def _noun_phrases(t: Trees) -> tuple[Ints, Bools, Bools]:
    """Of each bracket the last word directly in it, whether it gets a core, whether it dissolves."""
    rows, kind, around = len(t.kind), t.kind, t.around
    opening = np.where(kind == 0, t.bits[t.start], 0)  # what tells where the label does not
    nominal = (kind == NOUN) | (opening & BIT["determiner"] > 0)
    modifier = (kind >= CLAUSE) & (kind <= reading.MODIFYING)
    modifier |= opening & (BIT["relative"] | BIT["preposition"]) > 0
    last: Ints = np.full(rows + 1, -1, np.int32)  # the last row is for words in no bracket, -1
    last[around] = np.arange(len(around))
    last = last[:-1]
    inner = np.flatnonzero(np.append(nominal, False)[t.parent])
    up = t.parent[inner]
    direct, behind = last[up] >= 0, t.start[inner] > last[up]
    strange = (kind[inner] == CLAUSE) | (kind[inner] == PREPOSITIONAL)
    strange = np.where(behind, ~modifier[inner] & (direct | (inner != up + 1)), strange)
    plain = nominal & ~_marked(rows, up[strange])
    tail = _marked(rows, up[direct & behind])
    flat = np.flatnonzero(plain & tail)
    flat = flat[_flat(t, flat, last)]
    nested = plain & (last < 0)
    nested &= np.bincount(up, minlength=rows) > 1
    nested[:-1] &= nominal[1:]
    inside = _marked(rows, flat) | nested
    dissolved = np.append(False, nested[:-1]) & inside
    return last, _marked(rows, flat[last[flat] > t.start[flat]]), dissolved


def _flat(t: Trees, rows: Longs, last: Ints) -> Bools:
    """Which noun phrases with a tail have a core: words that can end one, not only particles.

    Without a label: a determiner begins the core, more words follow, and none is a verb.
    """
    size = len(t.kind)
    words = np.flatnonzero(_marked(size + 1, rows)[t.around])
    owner, bits = t.around[words], t.bits[words]
    substance = _marked(size, owner[bits & BIT["particle"] == 0])[rows]
    good: Bools = (t.bits[last[rows]] & BIT["joint"] == 0) & substance
    bare = t.kind[rows] == 0
    if bare.any():
        verbal = _marked(size, owner[bits & BIT["verb"] > 0])[rows]
        several = np.bincount(owner, minlength=size)[rows] > 1
        good &= ~bare | ((t.around[t.start[rows]] == rows) & several & ~verbal)
    return good


def _runs(t: Trees) -> Bools:
    """The brackets that hold a run of prepositions or particles apart from the rest of it."""
    before = np.append(0, np.cumsum(t.bits & BIT["particle"] > 0))

    def particles(begin: Ints, end: Ints) -> Bools:
        return np.asarray(before[end] - before[begin] == end - begin, bool)

    found: Bools = np.zeros(len(t.kind), np.bool_)
    # Particles and nothing else, and nothing else behind them in something verbal.
    rows = np.flatnonzero((t.parent >= 0) & (t.bits[t.start] & BIT["particle"] > 0))
    rows = rows[particles(t.start[rows], t.end[rows])]
    up = t.parent[rows]
    verbal = _one_of(t.kind[up], VERBAL) | particles(t.start[up], t.end[up])
    found[rows[verbal & particles(t.end[rows], t.end[up])]] = True
    inner = np.flatnonzero(_one_of(t.kind, PREPOSITIONAL, VERBAL))
    inner = inner[t.parent[inner] == inner - 1]  # first children
    inner = inner[inner > 0]
    found[_behind_prepositions(t, inner)] = True
    # Something verbal that ends in a particle, and more particles behind it.
    row, at = inner - 1, t.end[inner]
    ends = (at < t.end[row]) & (t.bits[at - 1] & BIT["particle"] > 0)
    inner = inner[ends & (t.start[inner] == t.start[row])]
    row, at = inner - 1, t.end[inner]
    verbal = _one_of(t.kind[row], VERBAL) & (t.kind[inner] != PREPOSITIONAL)
    for one in inner[verbal & particles(at, t.end[row])].tolist():
        inmost = int(t.around[t.end[one] - 1])
        while inmost != one and particles(t.start[inmost], t.end[one]):
            inmost = int(t.parent[inmost])
        found[one] |= inmost == one
    return found


def _behind_prepositions(t: Trees, inner: Longs) -> Longs:
    """Of first children, the preposition phrases behind nothing but prepositions."""
    row = inner - 1
    fits = (t.end[inner] == t.end[row]) & (t.start[inner] > t.start[row])
    fits &= _one_of(t.kind[row], PREPOSITIONAL, reading.ADVERBIAL)
    fits &= t.kind[inner] != VERBAL
    inner = inner[fits]
    first = t.start[inner]
    inner = inner[(t.bits[first] & BIT["preposition"] > 0) & (t.around[first] == inner)]
    # It is the only bracket there, so all words before it stand directly beside it.
    begin, size = t.start[inner - 1], t.start[inner] - t.start[inner - 1]
    words = np.repeat(begin - np.cumsum(size) + size, size) + np.arange(size.sum())
    owner = np.repeat(np.arange(len(inner)), size)
    others = _marked(len(inner), owner[t.bits[words] & BIT["preposition"] == 0])
    return inner[~others]


def _one_of(kind: Flags, *wanted: int) -> Bools:
    """Whether a label says nothing, or that it is one of these kinds."""
    table: Bools = np.zeros(reading.NEITHER + 1, np.bool_)
    table[[0, *wanted]] = True
    return table[kind]
