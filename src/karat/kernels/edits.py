# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Align two sequences that differ: words that are alike, and characters between these words.

Both tables are filled from their ends and followed from their beginnings, so that the leftmost of
several equally good alignments is found.
"""

from __future__ import annotations

import cython

Ints = cython.typedef(cython.const[cython.int][::1])
Bytes = cython.typedef(cython.const[cython.uchar][::1])
IntsOut = cython.typedef(cython.int[::1])
IntTableOut = cython.typedef(cython.int[:, ::1])
BytesOut = cython.typedef(cython.uchar[::1])
LongsOut = cython.typedef(cython.longlong[::1])
LongTableOut = cython.typedef(cython.longlong[:, ::1])
Size = cython.typedef(cython.Py_ssize_t)
Long = cython.typedef(cython.longlong)

# A character of an anchor counts more than all the gaps that a sentence can have.
CHARACTER = cython.declare(cython.longlong, 1 << 32)

# What a pair of characters is worth. Bonuses keep the beginnings and the ends of words together.
EQUAL = cython.declare(cython.longlong, 4)
BONUS = cython.declare(cython.longlong, 2)
OTHER = cython.declare(cython.longlong, -1)
ALONE = cython.declare(cython.longlong, -1)

# Bits of a cell of the first table: take the pair, after a pair or in a gap; leave out the gold word.
AFTER_PAIR = cython.declare(cython.uchar, 1)
IN_GAP = cython.declare(cython.uchar, 2)
# Steps in the second table, and the bit of the first one.
BOTH = cython.declare(cython.uchar, 1)
GOLD = cython.declare(cython.uchar, 4)
SYSTEM = cython.declare(cython.uchar, 8)


def anchors(
    gold: Ints,
    system: Ints,
    weight: Ints,
    rows: LongTableOut,
    steps: BytesOut,
    pairs: IntTableOut,
):
    """Write the pairs of equal numbers, in order, with the greatest weight and then the fewest gaps.

    ``weight`` is that of each item of gold. ``rows`` has two rows of one number more than there are
    items of the system, ``steps`` a byte for each pair of items. Returns how many pairs there are.
    """
    n: Size = gold.shape[0]
    m: Size = system.shape[0]
    i: Size
    j: Size
    count: Size = 0
    inside: cython.bint = False
    corner: Long
    below: Long
    skip: Long
    pair: Long
    step: cython.uchar
    with cython.nogil:
        for j in range(m + 1):
            # Behind the end of a side all that is left of the other is one gap, or nothing.
            rows[0, j] = 0 if j == m else -1
            rows[1, j] = 0
        for i in range(n - 1, -1, -1):
            corner = rows[0, m]
            rows[0, m] = -1
            for j in range(m - 1, -1, -1):
                below = rows[0, j]
                step = 0
                skip = rows[1, j]
                if skip >= rows[1, j + 1]:
                    step = GOLD
                else:
                    skip = rows[1, j + 1]
                rows[0, j] = skip - 1
                rows[1, j] = skip
                if gold[i] == system[j]:
                    pair = weight[i] * CHARACTER + corner
                    if pair >= skip - 1:
                        step |= AFTER_PAIR
                        rows[0, j] = pair
                    if pair >= skip:
                        step |= IN_GAP
                        rows[1, j] = pair
                steps[i * m + j] = step
                corner = below
        i = 0
        j = 0
        while i < n and j < m:
            step = steps[i * m + j]
            if step & (IN_GAP if inside else AFTER_PAIR):
                pairs[count, 0] = i
                pairs[count, 1] = j
                count += 1
                i += 1
                j += 1
                inside = False
            else:
                inside = True
                if step & GOLD:
                    i += 1
                else:
                    j += 1
    return count


@cython.cclass
class Characters:
    """The characters of some words; ``edge`` has bit 1 where a word begins, bit 2 where one ends."""

    code: Ints
    edge: Bytes

    def __init__(self, code, edge):
        self.code, self.edge = code, edge


def cells(
    gold: Characters,
    system: Characters,
    row: LongsOut,
    steps: BytesOut,
    gold_cell: IntsOut,
    system_cell: IntsOut,
    gold_common: BytesOut,
    system_common: BytesOut,
):
    """Write the cell of each character, and whether the same character of the other side is in it.

    ``row`` has one number more than the system has characters, ``steps`` a byte for each pair of
    characters. Returns the number of cells.
    """
    n: Size = gold.code.shape[0]
    m: Size = system.code.shape[0]
    i: Size
    j: Size
    at: cython.int = 0
    corner: Long
    below: Long
    best: Long
    pair: Long
    shared: cython.int
    step: cython.uchar
    with cython.nogil:
        for j in range(m + 1):
            row[j] = (m - j) * ALONE
        for i in range(n - 1, -1, -1):
            corner = row[m]
            row[m] = (n - i) * ALONE
            for j in range(m - 1, -1, -1):
                below = row[j]
                pair = corner + OTHER
                if gold.code[i] == system.code[j]:
                    shared = gold.edge[i] & system.edge[j]
                    pair = corner + EQUAL + BONUS * ((shared & 1) + (shared >> 1))
                best = pair
                step = BOTH
                if below + ALONE > best:
                    best = below + ALONE
                    step = GOLD
                if row[j + 1] + ALONE > best:
                    best = row[j + 1] + ALONE
                    step = SYSTEM
                row[j] = best
                steps[i * m + j] = step
                corner = below
        i = 0
        j = 0
        while i < n or j < m:
            if i == n:
                step = SYSTEM
            elif j == m:
                step = GOLD
            else:
                step = steps[i * m + j]
            if step == BOTH:
                gold_common[i] = gold.code[i] == system.code[j]
                system_common[j] = gold_common[i]
            if step != SYSTEM:
                gold_cell[i] = at
                i += 1
            if step != GOLD:
                system_cell[j] = at
                j += 1
            at += 1
    return at
