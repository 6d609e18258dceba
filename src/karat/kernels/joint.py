# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Two versions of sentences written over the places that both share; comparison/joint.py says what counts."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.string import memcpy

Ints = cython.typedef(cython.const[cython.int][::1])
Bytes = cython.typedef(cython.const[cython.uchar][::1])
Flags = cython.typedef(cython.const[cython.schar][::1])
Longs = cython.typedef(cython.const[cython.longlong][::1])
IntsOut = cython.typedef(cython.int[::1])
BytesOut = cython.typedef(cython.uchar[::1])
FlagsOut = cython.typedef(cython.schar[::1])
LongsOut = cython.typedef(cython.longlong[::1])
Size = cython.typedef(cython.Py_ssize_t)

# What counts, by number.
HOW = ("spans", "words", "tags", "leaves")
spans = cython.declare(cython.int, 0)
by_tags = cython.declare(cython.int, 2)
by_leaves = cython.declare(cython.int, 3)


@cython.cclass
class Side:
    """A side: its words, and for each place the word that is there (-1: none), and whether it is null.

    ``first`` and ``last`` are the places of each word in its sentence, half-open.
    """

    text: Bytes
    start: Ints
    end: Ints
    tag: Ints
    first: Ints
    last: Ints
    word: Longs
    null: Flags

    def __init__(self, text, start, end, tag, first, last, word, null):
        self.text, self.start, self.end, self.tag = text, start, end, tag
        self.first, self.last, self.word, self.null = first, last, word, null


def place(offset: Ints, base: Ints, owner: Ints, lost: Flags, word: LongsOut, null: FlagsOut):
    """Write the word at each place, as a row of the side's Bank, and whether it is a null element.

    ``owner`` counts words in each sentence; those of sentence k begin at base[k]. ``lost`` marks the null
    elements of the Bank; it may be empty.
    """
    w: cython.longlong
    some: cython.bint = lost.shape[0] > 0
    with cython.nogil:
        for k in range(offset.shape[0] - 1):
            for p in range(offset[k], offset[k + 1]):
                w = owner[p]
                null[p] = 0
                if w >= 0:
                    w += base[k]
                    if some:
                        null[p] = lost[w]
                word[p] = w


def ranges(
    offset: Ints, base: Ints, rows: Ints, start: Ints, end: Ints, first: Ints, last: Ints,
    begin: IntsOut, finish: IntsOut,
):  # fmt: skip
    """Write ranges of words as ranges of places; the ranges of sentence k are rows[k]:rows[k + 1]."""
    size: Size
    w: Size
    with cython.nogil:
        for k in range(rows.shape[0] - 1):
            w = base[k]
            size = base[k + 1] - w
            for r in range(rows[k], rows[k + 1]):
                if 0 <= start[r] < size:
                    begin[r] = first[w + start[r]]
                else:
                    begin[r] = offset[k + 1] - offset[k]
                finish[r] = last[w + end[r] - 1] if end[r] > start[r] else begin[r]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def whole(side: Side, p: Size) -> cython.bint:
    """Whether a place holds all of its word."""
    w: Size = side.word[p]
    return w >= 0 and side.last[w] - side.first[w] == 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def of_gold(gold: Side, system: Side, p: Size) -> cython.bint:
    """Whether a place has the text of gold's word: the text of the word that is whole there, gold's first."""
    return whole(gold, p) or (gold.word[p] >= 0 and not whole(system, p))


def size_of_text(gold: Side, system: Side):
    """The number of bytes that all places have."""
    size: cython.longlong = 0
    w: Size
    with cython.nogil:
        for p in range(gold.word.shape[0]):
            if of_gold(gold, system, p):
                w = gold.word[p]
                size += gold.end[w] - gold.start[w]
            elif system.word[p] >= 0:
                w = system.word[p]
                size += system.end[w] - system.start[w]
    return size


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def copied(side: Side, w: Size, text: BytesOut, at: Size) -> Size:
    """Append a word to the text; return where the next one goes."""
    a: Size = side.start[w]
    size: Size = side.end[w] - a
    i: Size
    if size <= 0:
        return at
    if cython.compiled:
        memcpy(cython.address(text[at]), cython.address(side.text[a]), size)
    else:
        for i in range(size):
            text[at + i] = side.text[a + i]
    return at + size


def write_text(gold: Side, system: Side, text: BytesOut, start: IntsOut, end: IntsOut):
    """Write the text of all places, and where that of each begins and ends."""
    at: Size = 0
    with cython.nogil:
        for p in range(gold.word.shape[0]):
            start[p] = at
            if of_gold(gold, system, p):
                at = copied(gold, gold.word[p], text, at)
            elif system.word[p] >= 0:
                at = copied(system, system.word[p], text, at)
            end[p] = at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def own(side: Side, p: Size, null: cython.int) -> cython.int:
    """The tag of the word at a place: 0 if there is none, and ``null``, unless this is 0, if it is null."""
    if side.word[p] < 0:
        return 0
    return null if null and side.null[p] else side.tag[side.word[p]]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def begins(side: Side, p: Size, number: Size) -> cython.bint:
    """Whether a place, which has this number in its sentence, is the first of its word."""
    return side.word[p] >= 0 and side.first[side.word[p]] == number


def tags(
    gold: Side, system: Side, offset: Ints, same: Flags, boundary: Flags, how: cython.int,
    hollow: cython.bint, null: cython.int, absent: cython.int, left: IntsOut, right: IntsOut,
):  # fmt: skip
    """Write the tags of all places on both sides; ``null`` and ``absent`` are the labels of these names.

    ``hollow``: null elements keep their own tags. ``boundary`` marks places with the word that stands for
    the end of a sentence of gold; leaves and tags need it.
    """
    number: Size
    ours: cython.int
    theirs: cython.int
    shown: cython.int = 0 if hollow else null
    with cython.nogil:
        for k in range(offset.shape[0] - 1):
            for p in range(offset[k], offset[k + 1]):
                ours = own(gold, p, shown)
                theirs = own(system, p, shown)
                if how == by_leaves:
                    number = p - offset[k]
                    left[p] = absent if boundary[p] else null
                    if begins(gold, p, number):
                        left[p] = ours
                    right[p] = absent if system.word[p] < 0 else null
                    if begins(system, p, number):
                        right[p] = theirs
                elif how == by_tags:
                    left[p] = ours if gold.word[p] >= 0 else null if system.null[p] else absent
                    right[p] = absent if system.word[p] < 0 or boundary[p] else theirs
                else:
                    left[p] = theirs if gold.word[p] < 0 else ours
                    right[p] = ours if system.word[p] < 0 else theirs
                    # A null element of one side is one on both.
                    if how == spans and not (same[p] or gold.null[p] or system.null[p]):
                        right[p] = absent
