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
    fits = (row >= 0) & (shape.start.take(row) == start) & (shape.end.take(row) <= reach)
    fits &= shape.last.take(row) < core
    row, start, core, limit = row[fits], start[fits], core[fits], limit[fits]
    below = np.append(shape.start, -1).take(row + 1), np.append(shape.end, -1).take(row + 1)
    new = (core - start > 1) & ~((below[0] == start) & (below[1] == core))
    drawn, ends = row[new], core[new]
    while len(row):
        up = shape.parent.take(row)
        more = (up >= 0) & (shape.start.take(up) == start) & (shape.end.take(up) <= limit)
        more &= shape.last.take(up) < core
        dissolved[row[more]] = True
        row, start, core, limit = up[more], start[more], core[more], limit[more]
    return drawn, ends, dissolved


def _smallest(shape: Shape, at: Ints) -> Ints:
    """The smallest bracket with both the word before each place and the word there, or -1."""
    row = shape.around.take(at - 1)
    left = np.flatnonzero(row >= 0)
    while len(left):
        left = left[shape.end.take(row[left]) <= at[left]]
        row[left] = shape.parent.take(row[left])
        left = left[row[left] >= 0]
    return row


def find(t: Trees) -> Cores:
    """The core noun phrases that modifiers may follow."""
    kind = t.kind
    nominal, modifier = kind == NOUN, (kind >= CLAUSE) & (kind <= MODIFYING)
    bare = np.flatnonzero(kind == 0)  # the first word decides if the label does not
    opening = t.bits.take(t.start.take(bare))
    nominal[bare] = opening & BIT["determiner"] > 0
    modifier[bare] = opening & (BIT["relative"] | BIT["preposition"]) > 0
    flat, nested, whole = _forms(t, nominal, modifier)
    # Brackets that begin with the same word follow each other: a nested one, and what is in it.
    below = np.append(False, nested[:-1])
    bottom = np.flatnonzero(below & ~nested | flat | whole)
    top = _first_of_runs(below, bottom)
    start = t.start.take(bottom)
    core = np.where(flat.take(bottom), t.last.take(bottom) + 1, t.end.take(bottom))
    reach = _reach(t, top, _phrases_behind(t, modifier))
    above = t.parent.take(top)
    inside = (above >= 0) & (t.start.take(above) == start)
    limit = np.where(inside, np.minimum(reach, t.end.take(above) - 1), reach)
    kept = np.flatnonzero(reach > core)
    kept = kept[~_are_runs(t, start[kept], core[kept])]
    sentence = _by_bracket(t, np.arange(len(t.bank), dtype=np.int32)).take(bottom[kept])
    first = t.first.take(bottom[kept])
    return Cores(sentence, *(column[kept] - first for column in (start, core, limit, reach)))


def _are_runs(t: Trees, start: Ints, end: Ints) -> Bools:
    """Which are several prepositions in a row: these are a run, whatever the label of the phrase."""
    parts = t.bits & (BIT["preposition"] | BIT["particle"]) > 0
    found = parts.take(start) & (end - start > 1)
    for at in np.flatnonzero(found).tolist():
        found[at] = parts[start[at] : end[at]].all()
    return found


def _by_bracket(t: Trees, column: Ints) -> Ints:
    """A column with one row per sentence as one with one row per bracket."""
    return np.repeat(column, np.diff(t.bank.span_offset))


def _phrases_behind(t: Trees, modifier: Bools) -> Bools:
    """The modifiers that another parse might attach to the noun before them: phrases with a
    preposition or a relative word. Inside a noun phrase there may be others."""
    behind: Bools = modifier & (t.kind == PREPOSITIONAL)
    others = np.flatnonzero(modifier & (t.kind != PREPOSITIONAL) & (t.kind != VERBAL))
    opens = t.bits.take(t.start.take(others)) & (BIT["preposition"] | BIT["relative"]) > 0
    behind[others[opens]] = True
    return behind


def _forms(t: Trees, nominal: Bools, modifier: Bools) -> tuple[Bools, Bools, Bools]:
    """Flat noun phrases with modifiers, nested noun phrases, and plain ones that end with a word."""
    rows, last = len(t.kind), t.last
    inner = np.flatnonzero(np.append(nominal, False).take(t.parent))
    up, kind = t.parent.take(inner), t.kind.take(inner)
    end = last.take(up)  # of the words directly in the noun phrase
    direct, behind = end >= 0, t.start.take(inner) > end
    strange = (kind == CLAUSE) | (kind == PREPOSITIONAL)
    strange = np.where(behind, ~modifier.take(inner) & (direct | (inner != up + 1)), strange)
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
    good: Bools = t.bits.take(t.last.take(rows)) & BIT["joint"] == 0
    good &= ~_only_particles(t).take(rows)
    bare = np.flatnonzero(t.kind.take(rows) == 0)
    if len(bare):
        row, size = rows[bare], len(t.kind)
        words = np.flatnonzero(_marked(size + 1, row)[t.around])
        owner = t.around[words]
        verbal = _marked(size, owner[t.bits[words] & BIT["verb"] > 0])[row]
        several = np.bincount(owner, minlength=size)[row] > 1
        good[bare] &= (t.around[t.start[row]] == row) & several & ~verbal
    return good


def _only_particles(t: Trees) -> Bools:
    """The brackets whose own words are all particles."""
    particle = t.bits & BIT["particle"] > 0
    found = _marked(len(t.kind) + 1, t.around[particle])  # the last row: words in no bracket
    found[t.around[~particle & found.take(t.around)]] = False
    return found[:-1]


def _first_of_runs(below: Bools, bottom: Longs) -> Longs:
    """For each bracket, the first of the nested ones right before it, or itself.

    ``below`` marks the brackets right after a nested one.
    """
    top = bottom.copy()
    left = np.flatnonzero(below.take(top))
    while len(left):
        top[left] -= 1
        left = left[below.take(top[left])]
    return top


def _reach(t: Trees, rows: Longs, modifier: Bools) -> Ints:
    """From the end of each bracket, the end of the modifiers that follow each other there."""
    jump: Ints = np.arange(len(t.bits) + 1, dtype=np.int32)
    found = np.flatnonzero(modifier)[::-1]  # outer brackets last, so that they count
    jump[t.start.take(found).astype(np.intp)] = t.end.take(found)
    reach = t.end.take(rows)
    left = np.arange(len(reach))
    while len(left):
        further = jump.take(reach[left])
        left, further = left[further > reach[left]], further[further > reach[left]]
        reach[left] = further
    # A chain may continue into the next sentence.
    return np.minimum(reach, _by_bracket(t, t.bank.token_offset[1:]).take(rows))


def _marked(rows: int, at: Ints | Longs) -> Bools:
    """True at these rows."""
    found: Bools = np.zeros(rows, np.bool_)
    found[at.astype(np.intp)] = True
    return found
