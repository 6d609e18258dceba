# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""What sentences that differ say about their places; comparison/standing.py says what it is for.

Words are compared byte by byte. What sentences spell is given as characters, one sentence after the other.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.string import memcmp, memcpy

Ints = cython.typedef(cython.const[cython.int][::1])
Bytes = cython.typedef(cython.const[cython.uchar][::1])
Flags = cython.typedef(cython.const[cython.schar][::1])
Longs = cython.typedef(cython.const[cython.longlong][::1])
FlagsOut = cython.typedef(cython.schar[::1])
KeysOut = cython.typedef(cython.ulonglong[::1])
Size = cython.typedef(cython.Py_ssize_t)

# A piece was moved over a boundary if this many characters on both sides of it are the same.
CONTEXT = 6
context = cython.declare(cython.Py_ssize_t, CONTEXT)

# Odd numbers whose bits look random, by which characters are mixed.
STEP = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
FIRST_FACTOR = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
SECOND_FACTOR = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
FULL = 0xFFFFFFFFFFFFFFFF


@cython.cclass
class Words:
    """The words of all sentences of a Bank."""

    text: Bytes
    offset: Ints
    start: Ints
    end: Ints

    def __init__(self, text, offset, start, end):
        self.text, self.offset, self.start, self.end = text, offset, start, end


@cython.cclass
class Texts:
    """What some sentences of a side spell: sentence k is codes[offset[k]:offset[k + 1]]."""

    codes: Ints
    offset: Ints

    def __init__(self, codes, offset):
        self.codes, self.offset = codes, offset


def same_words(gold: Words, system: Words, same: FlagsOut):
    """Unmark the sentences whose words are not the same bytes on both sides."""
    w: Size
    u: Size
    n: Size
    size: Size
    a: Size
    b: Size
    i: Size
    with cython.nogil:
        for k in range(same.shape[0]):
            if not same[k]:
                continue
            w = gold.offset[k]
            u = system.offset[k]
            n = gold.offset[k + 1] - w
            if system.offset[k + 1] - u != n:
                same[k] = 0
                continue
            for i in range(n):
                a = gold.start[w + i]
                b = system.start[u + i]
                size = gold.end[w + i] - a
                if system.end[u + i] - b != size or not equal_bytes(
                    gold.text, a, system.text, b, size
                ):
                    same[k] = 0
                    break


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def equal_bytes(one: Bytes, a: Size, other: Bytes, b: Size, size: Size) -> cython.bint:
    """Whether so many bytes are the same."""
    i: Size = 0
    v: cython.ulonglong = 0
    w: cython.ulonglong = 0
    if cython.compiled:
        if 0 < size <= 8 and a + 8 <= one.shape[0] and b + 8 <= other.shape[0]:
            # Most words are short: eight bytes of each as numbers, of which the highest do not count.
            memcpy(cython.address(v), cython.address(one[a]), 8)
            memcpy(cython.address(w), cython.address(other[b]), 8)
            return (v ^ w) << (64 - 8 * size) == 0
        return size == 0 or memcmp(cython.address(one[a]), cython.address(other[b]), size) == 0
    while i < size and one[a + i] == other[b + i]:
        i += 1
    return i == size


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def equal(one: Ints, a: Size, other: Ints, b: Size, size: Size) -> cython.bint:
    """Whether so many characters are the same."""
    i: Size = 0
    while i < size and one[a + i] == other[b + i]:
        i += 1
    return i == size


def differing(gold: Texts, system: Texts, differ: FlagsOut):
    """Mark the sentences that do not spell the same; return how many there are."""
    found: Size = 0
    n: Size
    with cython.nogil:
        for k in range(differ.shape[0]):
            n = gold.offset[k + 1] - gold.offset[k]
            differ[k] = system.offset[k + 1] - system.offset[k] != n or not equal(
                gold.codes, gold.offset[k], system.codes, system.offset[k], n
            )
            found += differ[k]
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def moved_on(one: Texts, other: Texts, k: Size) -> cython.bint:
    """Whether the end of sentence k - 1 begins sentence k of the other side."""
    first: Size = one.offset[k - 1]
    second: Size = one.offset[k]
    begin: Size = other.offset[k]
    end: Size = other.offset[k + 1]
    wanted: Size = min(context, one.offset[k + 1] - second)
    size: Size = 0
    before: Size
    # Where the beginning of the second sentence is on the other side.
    while begin + size + wanted <= end and not equal(
        one.codes, second, other.codes, begin + size, wanted
    ):
        size += 1
    if begin + size + wanted > end or size == 0 or size >= second - first:
        return False
    if not equal(one.codes, second - size, other.codes, begin, size):
        return False
    # Few characters are found anywhere, so where a sentence is that short, nothing else may be there.
    if wanted < context and begin + size + wanted != end:
        return False
    before = min(context, second - size - first)
    if before < context and begin - other.offset[k - 1] != before:
        return False
    return begin - other.offset[k - 1] >= before and equal(
        one.codes, second - size - before, other.codes, begin - before, before
    )


def moved(gold: Texts, system: Texts, row: Longs, differ: Flags, sentences: Size):
    """Whether text has moved over a boundary between sentences that both differ, or boundaries have.

    ``row`` has their numbers among all ``sentences``. Neighbours that all differ but spell the same
    together have other boundaries; those at the edges may have more neighbours in other blocks.
    """
    found: cython.bint = False
    first: Size = 0
    last: Size
    n: Size
    a: Size
    b: Size
    size: Size = row.shape[0]
    with cython.nogil:
        while first < size and not found:
            if not differ[first]:
                first += 1
                continue
            last = first + 1
            while last < size and differ[last] and row[last] == row[last - 1] + 1:
                if moved_on(gold, system, last) or moved_on(system, gold, last):
                    found = True
                last += 1
            a = gold.offset[first]
            b = system.offset[first]
            n = gold.offset[last] - a
            if row[first] > 0 and row[last - 1] + 1 < sentences and system.offset[last] - b == n:
                found = found or equal(gold.codes, a, system.codes, b, n)
            first = last
    return bool(found)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def wrapped(number: cython.ulonglong) -> cython.ulonglong:
    """The lowest 64 bits of a number."""
    if cython.compiled:
        return number
    return number & FULL


def checksums(texts: Texts, chosen: Longs, result: KeysOut):
    """Write a number of 64 bits for each chosen text: the same in every process, and evenly spread."""
    z: cython.ulonglong
    y: Size
    end: Size
    with cython.nogil:
        for k in range(result.shape[0]):
            y = texts.offset[chosen[k]]
            end = texts.offset[chosen[k] + 1]
            z = wrapped((end - y + 1) * STEP)
            while y < end:
                z = wrapped((z ^ (z >> 29) ^ texts.codes[y]) * FIRST_FACTOR)
                y += 1
            z = wrapped((z ^ (z >> 27)) * SECOND_FACTOR)
            result[k] = z ^ (z >> 31)
