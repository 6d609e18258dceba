"""Modified noun phrases in the standard form: the core and all of its modifiers under one node.

A noun phrase is *flat* if it consists of words and then modifiers: the words get a bracket, the core.
It is *nested* if it consists of a noun phrase and modifiers: the inner noun phrase dissolves if it is
flat or nested itself.

``find`` locates the cores in one parse, and how far the modifiers reach that could belong to them.
These include modifiers that this parse attaches elsewhere, so that a parse that attaches them here can
be redrawn. ``redraw`` works on any parse of the same words, on brackets that begin with a core and end
with a modifier. It leaves them alone if a bracket joins part of the core with a modifier, as
``(The (prospect (of …)))`` does, or if words after the core are not in a bracket of their own.
"""

import numpy as np

from karat.model.columns import Bools, Ints, Longs
from karat.views.redefine.plan import Cores
from karat.views.redefine.reading import (
    BIT,
    CLAUSE,
    MODIFYING,
    NOUN,
    PREPOSITIONAL,
    VERBAL,
    Shape,
    Trees,
)  # fmt: skip


def redraw(shape: Shape, cores: Cores) -> tuple[Longs, Ints, Bools]:
    """The brackets after which to draw a core, where the core ends, and which brackets dissolve."""
    dissolved: Bools = np.zeros(len(shape.start), np.bool_)
    offset = shape.bank.token_offset[cores.sentence]
    start, core, limit, reach = (offset + column for column in cores[1:])
    row = _smallest(shape, core)
    fits = (row >= 0) & (shape.start[row] == start) & (shape.end[row] <= reach)
    fits &= shape.last[row] < core
    row, start, core, limit = row[fits], start[fits], core[fits], limit[fits]
    below = np.append(shape.start, -1)[row + 1], np.append(shape.end, -1)[row + 1]
    new = (core - start > 1) & ~((below[0] == start) & (below[1] == core))
    drawn, ends = row[new], core[new]
    while len(row):
        up = shape.parent[row]
        more = (up >= 0) & (shape.start[up] == start) & (shape.end[up] <= limit)
        more &= shape.last[up] < core
        dissolved[row[more]] = True
        row, start, core, limit = up[more], start[more], core[more], limit[more]
    return drawn, ends, dissolved


def _smallest(shape: Shape, at: Ints) -> Ints:
    """The smallest bracket with both the word before each place and the word there, or -1."""
    row = shape.around[at - 1].copy()
    left = np.flatnonzero(row >= 0)
    while len(left):
        left = left[shape.end[row[left]] <= at[left]]
        row[left] = shape.parent[row[left]]
        left = left[row[left] >= 0]
    return row


def find(t: Trees) -> Cores:
    """The core noun phrases that modifiers may follow."""
    kind = t.kind
    opening = np.where(kind == 0, t.bits[t.start], 0)  # decides if the label does not
    nominal = (kind == NOUN) | (opening & BIT["determiner"] > 0)
    modifier = (kind >= CLAUSE) & (kind <= MODIFYING)
    modifier |= opening & (BIT["relative"] | BIT["preposition"]) > 0
    flat, nested, whole = _forms(t, nominal, modifier)
    # Brackets that begin with the same word follow each other: a nested one, and what is in it.
    bottom = np.flatnonzero(np.append(False, nested[:-1]) & ~nested | flat | whole)
    top = _first_of_runs(nested, bottom)
    core = np.where(flat[bottom], t.last[bottom] + 1, t.end[bottom])
    reach = _reach(t, t.end[top], _phrases_behind(t, modifier))
    above = t.parent[top]
    inside = (above >= 0) & (t.start[above] == t.start[bottom])
    limit = np.where(inside, np.minimum(reach, t.end[above] - 1), reach)
    # Several prepositions in a row are a run, whatever the label of the phrase.
    others = np.append(0, np.cumsum(t.bits & (BIT["preposition"] | BIT["particle"]) == 0))
    several = core - t.start[bottom] > 1
    kept = np.flatnonzero((reach > core) & ~(several & (others[core] == others[t.start[bottom]])))
    first = t.first[bottom[kept]]
    start = t.start[bottom[kept]]
    sentence = np.searchsorted(t.bank.token_offset, start, "right") - 1
    places = (start, *(column[kept] for column in (core, limit, reach)))
    return Cores(sentence.astype(np.int32), *(place - first for place in places))


def _phrases_behind(t: Trees, modifier: Bools) -> Bools:
    """The modifiers that another parse might attach to the noun before them: phrases with a
    preposition or a relative word. Inside a noun phrase there may be others."""
    opens = t.bits[t.start] & (BIT["preposition"] | BIT["relative"]) > 0
    behind: Bools = modifier & ((t.kind == PREPOSITIONAL) | (opens & (t.kind != VERBAL)))
    return behind


def _forms(t: Trees, nominal: Bools, modifier: Bools) -> tuple[Bools, Bools, Bools]:
    """Flat noun phrases with modifiers, nested noun phrases, and plain ones that end with a word."""
    rows, kind, last = len(t.kind), t.kind, t.last
    inner = np.flatnonzero(np.append(nominal, False)[t.parent])
    up = t.parent[inner]
    direct, behind = last[up] >= 0, t.start[inner] > last[up]
    strange = (kind[inner] == CLAUSE) | (kind[inner] == PREPOSITIONAL)
    strange = np.where(behind, ~modifier[inner] & (direct | (inner != up + 1)), strange)
    plain = nominal & ~_marked(rows, up[strange])
    tail = _marked(rows, up[direct & behind])
    one = np.flatnonzero(plain & (tail | (last == t.end - 1)))
    flat = _marked(rows, one[_core_words(t, one)])
    nested = plain & (last < 0)
    nested &= np.bincount(up, minlength=rows) > 1
    nested[:-1] &= nominal[1:]
    nested[-1:] = False
    return flat & tail, nested, flat & ~tail


def _core_words(t: Trees, rows: Longs) -> Bools:
    """Which noun phrases have words that can end a core, not only particles.

    Without a label: a determiner begins the core, more words follow, and none is a verb.
    """
    size = len(t.kind)
    words = np.flatnonzero(_marked(size + 1, rows)[t.around])
    owner, bits = t.around[words], t.bits[words]
    substance = _marked(size, owner[bits & BIT["particle"] == 0])[rows]
    good: Bools = (t.bits[t.last[rows]] & BIT["joint"] == 0) & substance
    bare = t.kind[rows] == 0
    if bare.any():
        verbal = _marked(size, owner[bits & BIT["verb"] > 0])[rows]
        several = np.bincount(owner, minlength=size)[rows] > 1
        good &= ~bare | ((t.around[t.start[rows]] == rows) & several & ~verbal)
    return good


def _first_of_runs(nested: Bools, bottom: Longs) -> Longs:
    """For each bracket, the first of the nested ones right before it, or itself."""
    before = np.append(-1, np.where(nested, -1, np.arange(len(nested))))
    return np.maximum.accumulate(before)[bottom] + 1


def _reach(t: Trees, at: Ints, modifier: Bools) -> Ints:
    """From each place, the end of the modifiers that follow each other there."""
    jump = np.arange(len(t.bits) + 1)
    found = np.flatnonzero(modifier)[::-1]  # outer brackets last, so that they count
    jump[t.start[found]] = t.end[found]
    while True:
        further = jump[jump]
        if (further == jump).all():
            break
        jump = further
    # A chain may continue into the next sentence.
    ends = t.bank.token_offset[1:]
    return np.minimum(jump[at], ends[np.searchsorted(ends, at, "left")]).astype(np.int32)


def _marked(rows: int, at: Ints | Longs) -> Bools:
    """True at these rows."""
    found: Bools = np.zeros(rows, np.bool_)
    found[at] = True
    return found
