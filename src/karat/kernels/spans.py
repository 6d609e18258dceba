# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Compare two relations whose rows are pairs of integers with a label, sentence by sentence.

In every sentence the rows are in tree order: ``first`` ascending, ``second`` descending. The
brackets of a tree in pre-order are, so nothing is ever sorted here, and every loop is linear in
the rows (groups of equal spans included), whatever the tree's shape.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.string import memcpy

Flags = cython.typedef(cython.const[cython.schar][::1])
Ints = cython.typedef(cython.const[cython.int][::1])
IntsOut = cython.typedef(cython.int[::1])
FlagsOut = cython.typedef(cython.schar[::1])
Longs = cython.typedef(cython.const[cython.longlong][::1])
LongTableOut = cython.typedef(cython.longlong[:, ::1])
LongsOut = cython.typedef(cython.longlong[::1])
Size = cython.typedef(cython.Py_ssize_t)

# Below this many comparisons the plain double loop is faster than the linear method.
FEW = 256


@cython.cclass
class Rows:
    """The columns of a relation: where each sentence begins, and the rows."""

    offset: Ints
    first: Ints
    second: Ints
    label: Ints

    def __init__(self, offset, first, second, label):
        self.offset, self.first, self.second, self.label = offset, first, second, label


def sums_by_key(key: Ints, sentence: Ints, lost: Flags, values: Flags, out: LongTableOut):
    """Add each value to the sum of its key; the second row is for the sentences that are lost."""
    with cython.nogil:
        for i in range(key.shape[0]):
            out[lost[sentence[i]], key[i]] += values[i]


def sums(values: Flags, offset: Ints, out: LongsOut):
    """Write the sum of the values of each sentence."""
    total: cython.longlong
    with cython.nogil:
        for sentence in range(offset.shape[0] - 1):
            total = 0
            for i in range(offset[sentence], offset[sentence + 1]):
                total += values[i]
            out[sentence] = total


def match(
    gold: Rows,
    system: Rows,
    partner_offset: Ints,
    partner: Ints,
    few: Size,
    head: IntsOut,
    after: IntsOut,
    gold_hit: FlagsOut,
    system_hit: FlagsOut,
):
    """Mark the rows that match one to one: each gold row, in order, takes the first free system row
    with equal numbers and an equal or partner label.

    ``partner`` lists, for label i, at partner_offset[i]:partner_offset[i + 1], the other labels it
    may stand for; being partners is symmetric, not transitive. ``head`` has a -1 for every label
    and is left so; ``after`` has room for every system row.
    """
    gold_offset, system_offset = gold.offset, system.offset
    gold_first, gold_second, gold_label = gold.first, gold.second, gold.label
    system_first, system_second, system_label = system.first, system.second, system.label
    with cython.nogil:
        for i in range(gold_hit.shape[0]):
            gold_hit[i] = 0
        for j in range(system_hit.shape[0]):
            system_hit[j] = 0
        for sentence in range(gold_offset.shape[0] - 1):
            i = gold_offset[sentence]
            gold_end = gold_offset[sentence + 1]
            j = system_offset[sentence]
            system_end = system_offset[sentence + 1]
            while i < gold_end and j < system_end:
                if gold_first[i] != system_first[j]:
                    if gold_first[i] < system_first[j]:
                        i += 1
                    else:
                        j += 1
                    continue
                if gold_second[i] != system_second[j]:
                    if gold_second[i] > system_second[j]:
                        i += 1
                    else:
                        j += 1
                    continue
                group_i = i + 1
                while (
                    group_i < gold_end
                    and gold_first[group_i] == gold_first[i]
                    and gold_second[group_i] == gold_second[i]
                ):
                    group_i += 1
                group_j = j + 1
                while (
                    group_j < system_end
                    and system_first[group_j] == system_first[j]
                    and system_second[group_j] == system_second[j]
                ):
                    group_j += 1
                if (group_i - i) * (group_j - j) <= few:
                    for p in range(i, group_i):
                        one = gold_label[p]
                        taken = -1
                        for q in range(j, group_j):
                            if system_hit[q]:
                                continue
                            if system_label[q] == one:
                                taken = q
                                break
                            for r in range(partner_offset[one], partner_offset[one + 1]):
                                if partner[r] == system_label[q]:
                                    taken = q
                                    break
                            if taken >= 0:
                                break
                        if taken >= 0:
                            gold_hit[p] = 1
                            system_hit[taken] = 1
                else:
                    # A queue of the free system rows for each label.
                    for q in range(group_j - 1, j - 1, -1):
                        after[q] = head[system_label[q]]
                        head[system_label[q]] = q
                    for p in range(i, group_i):
                        one = gold_label[p]
                        best = head[one]
                        for r in range(partner_offset[one], partner_offset[one + 1]):
                            taken = head[partner[r]]
                            if taken >= 0 and (best < 0 or taken < best):
                                best = taken
                        if best >= 0:
                            gold_hit[p] = 1
                            system_hit[best] = 1
                            head[system_label[best]] = after[best]
                    for q in range(j, group_j):
                        head[system_label[q]] = -1
                i = group_i
                j = group_j


def cross(
    gold: Rows,
    system: Rows,
    few: Size,
    inner_start: IntsOut,
    inner_end: IntsOut,
    stack: IntsOut,
    crossing: FlagsOut,
):
    """Mark the system rows that partly overlap at least one gold row of their sentence.

    Both sides are well nested. A row with the span of a gold row cannot cross; only the others are
    looked at. In a large sentence, the innermost gold span around every boundary between two words
    is found in one sweep: [a, b) crosses a gold span if the innermost one around a ends before b, or
    the innermost one around b starts after a. ``inner_start``, ``inner_end`` have room for
    every boundary of the longest sentence, ``stack`` for its gold rows.
    """
    hit: cython.bint
    # Of 64 bits everywhere: the product of two counts may not fit in 32.
    open_rows: Size
    gold_start, gold_end, system_start, system_end = (
        gold.first, gold.second, system.first, system.second
    )  # fmt: skip
    with cython.nogil:
        for sentence in range(gold.offset.shape[0] - 1):
            g0, g1 = gold.offset[sentence], gold.offset[sentence + 1]
            s0, s1 = system.offset[sentence], system.offset[sentence + 1]
            # 1 for the rows whose span no gold row has; these are the candidates.
            open_rows = 0
            i = g0
            for j in range(s0, s1):
                a = system_start[j]
                b = system_end[j]
                while i < g1 and (gold_start[i] < a or (gold_start[i] == a and gold_end[i] > b)):
                    i += 1
                hit = i < g1 and gold_start[i] == a and gold_end[i] == b
                crossing[j] = not hit
                open_rows += not hit
            if open_rows == 0:
                continue

            if open_rows * (g1 - g0) <= few:
                for j in range(s0, s1):
                    if crossing[j]:
                        a = system_start[j]
                        b = system_end[j]
                        hit = False
                        for i in range(g0, g1):
                            hit = hit | (
                                ((gold_start[i] < a) & (gold_end[i] > a) & (gold_end[i] < b))
                                | ((gold_start[i] > a) & (gold_start[i] < b) & (gold_end[i] > b))
                            )
                        crossing[j] = hit
                continue

            last = 0
            for i in range(g0, g1):
                last = max(last, gold_end[i])
            for j in range(s0, s1):
                last = max(last, system_end[j])
            depth = 0
            i = g0
            for boundary in range(last + 1):
                while True:
                    if i < g1 and gold_start[i] < boundary:
                        stack[depth] = i
                        depth += 1
                        i += 1
                    elif depth > 0 and gold_end[stack[depth - 1]] <= boundary:
                        depth -= 1
                    else:
                        break
                if depth > 0:
                    k = stack[depth - 1]
                    inner_start[boundary] = gold_start[k]
                    inner_end[boundary] = gold_end[k]
                else:
                    inner_start[boundary] = -1
                    inner_end[boundary] = last + 1
            for j in range(s0, s1):
                if crossing[j]:
                    a = system_start[j]
                    b = system_end[j]
                    crossing[j] = inner_end[a] < b or inner_start[b] > a


def cross_pairs(
    gold: Rows,
    system: Rows,
    crossing: Flags,
    around: IntsOut,
    stack: IntsOut,
    pairs: LongsOut,
):
    """Count the pairs of a gold and a system row that cross, in each sentence.

    ``crossing`` marks the system rows that cross at all. Those that cross [a, b) from the left are
    the gold rows around boundary a but for those that reach b; those open at a are a stack whose
    ends descend, so how many reach b is found by bisection; likewise from the right. ``around`` has
    room for every boundary of the longest sentence, ``stack`` for its gold rows.
    """
    total: cython.longlong
    any_crosses: cython.bint
    gold_start, gold_end, system_start, system_end = (
        gold.first, gold.second, system.first, system.second
    )  # fmt: skip
    with cython.nogil:
        for sentence in range(gold.offset.shape[0] - 1):
            g0, g1 = gold.offset[sentence], gold.offset[sentence + 1]
            s0, s1 = system.offset[sentence], system.offset[sentence + 1]
            pairs[sentence] = 0
            any_crosses = False
            last = 0
            for j in range(s0, s1):
                if crossing[j]:
                    any_crosses = True
                    last = max(last, system_end[j])
            if not any_crosses:
                continue
            for i in range(g0, g1):
                last = max(last, gold_end[i])
            for i in range(last + 2):
                around[i] = 0
            for i in range(g0, g1):
                if gold_start[i] < gold_end[i]:
                    around[gold_start[i] + 1] += 1
                    around[gold_end[i]] -= 1
            for i in range(last + 1):
                around[i + 1] += around[i]

            total = 0
            depth = 0
            i = g0
            for j in range(s0, s1):
                if not crossing[j]:
                    continue
                a = system_start[j]
                b = system_end[j]
                # Open on the stack: the gold rows that start at a or before and end after a.
                while i < g1 and gold_start[i] <= a:
                    while depth > 0 and gold_end[stack[depth - 1]] <= gold_start[i]:
                        depth -= 1
                    stack[depth] = i
                    depth += 1
                    i += 1
                while depth > 0 and gold_end[stack[depth - 1]] <= a:
                    depth -= 1
                # How many of them end behind b.
                low = 0
                high = depth
                while low < high:
                    middle = (low + high) >> 1
                    if gold_end[stack[middle]] > b:
                        low = middle + 1
                    else:
                        high = middle
                total += around[b] - low
                # How many of those that start before a end at b or behind it.
                low = 0
                high = depth
                while low < high:
                    middle = (low + high) >> 1
                    if gold_end[stack[middle]] >= b and gold_start[stack[middle]] < a:
                        low = middle + 1
                    else:
                        high = middle
                total += around[a] - low
            pairs[sentence] = total


def pick(column: Ints, offset: Ints, sentences: Longs, result: IntsOut):
    """Write the rows of some sentences one after the other; those of sentence k are offset[k]:offset[k + 1].

    A negative number counts sentences from the end. ``result`` has room for all of these rows.
    """
    at: Size = 0
    k: Size
    y: Size
    begin: Size
    size: Size
    with cython.nogil:
        for i in range(sentences.shape[0]):
            k = sentences[i]
            if k < 0:
                k += offset.shape[0] - 1
            begin = offset[k]
            size = offset[k + 1] - begin
            if size <= 0:
                continue
            if cython.compiled:
                memcpy(cython.address(result[at]), cython.address(column[begin]), 4 * size)
            else:
                for y in range(size):
                    result[at + y] = column[begin + y]
            at += size
