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
FlagsOut = cython.typedef(cython.schar[::1])
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
    with cython.nogil:
        count = paired(gold, gold.shape[0], system, system.shape[0], weight, rows, steps, pairs)
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def paired(
    gold: Ints,
    n: Size,
    system: Ints,
    m: Size,
    weight: Ints,
    rows: LongTableOut,
    steps: BytesOut,
    pairs: IntTableOut,
) -> Size:
    """The same for the first ``n`` items of gold and the first ``m`` of the system."""
    i: Size
    j: Size
    count: Size = 0
    inside: cython.bint = False
    corner: Long
    below: Long
    skip: Long
    pair: Long
    step: cython.uchar
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
    with cython.nogil:
        at = celled(
            gold.code, gold.edge, gold.code.shape[0], system.code, system.edge, system.code.shape[0],
            row, steps, gold_cell, system_cell, gold_common, system_common,
        )  # fmt: skip
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def celled(
    gold: Ints,
    gold_edge: Bytes,
    n: Size,
    system: Ints,
    system_edge: Bytes,
    m: Size,
    row: LongsOut,
    steps: BytesOut,
    gold_cell: IntsOut,
    system_cell: IntsOut,
    gold_common: BytesOut,
    system_common: BytesOut,
) -> Size:
    """The same for the first ``n`` characters of gold and the first ``m`` of the system."""
    i: Size
    j: Size
    at: cython.int = 0
    corner: Long
    below: Long
    best: Long
    pair: Long
    shared: cython.int
    step: cython.uchar
    for j in range(m + 1):
        row[j] = (m - j) * ALONE
    for i in range(n - 1, -1, -1):
        corner = row[m]
        row[m] = (n - i) * ALONE
        for j in range(m - 1, -1, -1):
            below = row[j]
            pair = corner + OTHER
            if gold[i] == system[j]:
                shared = gold_edge[i] & system_edge[j]
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
            gold_common[i] = gold[i] == system[j]
            system_common[j] = gold_common[i]
        if step != SYSTEM:
            gold_cell[i] = at
            i += 1
        if step != GOLD:
            system_cell[j] = at
            j += 1
        at += 1
    return at


@cython.cclass
class Spelt:
    """The words of both sides of some sentences: what each spells, codes[at[row]:at[row + 1]].

    ``rows`` are the words to lay over each other: of sentence k, gold's are rows[cut[2 * k]:cut[2 * k + 1]],
    and the system's come after them, up to cut[2 * k + 2].
    """

    codes: Ints
    at: Ints
    rows: Ints
    cut: Ints

    def __init__(self, codes, at, rows, cut):
        self.codes, self.at, self.rows, self.cut = codes, at, rows, cut


@cython.cclass
class Axis:
    """Where words lie, in the order of ``Spelt.rows``."""

    begin: IntsOut
    finish: IntsOut

    def __init__(self, begin, finish):
        self.begin, self.finish = begin, finish


@cython.cclass
class Room:
    """Scratch memory of a side: columns as long as the longest sentence has words, or characters.

    ``word`` has the words that spell something, ``kept`` those of them that are laid over others,
    ``start`` and ``end`` the cells of these, ``place`` and ``loner`` the words that are not, each with the
    cell that it comes after. ``number`` is the same for words that spell the same.
    """

    word: IntsOut
    kept: IntsOut
    start: IntsOut
    end: IntsOut
    place: IntsOut
    loner: IntsOut
    number: IntsOut
    weight: IntsOut
    code: IntsOut
    cell: IntsOut
    edge: BytesOut
    common: BytesOut

    def __init__(
        self, word, kept, start, end, place, loner, number, weight, code, cell, edge, common
    ):  # fmt: skip
        self.word, self.kept, self.start, self.end = word, kept, start, end
        self.place, self.loner, self.number, self.weight = place, loner, number, weight
        self.code, self.cell, self.edge, self.common = code, cell, edge, common


@cython.cclass
class Tables:
    """Scratch memory for both sides. A sentence whose table would be larger than ``steps`` is left."""

    rows: LongTableOut
    row: LongsOut
    steps: BytesOut
    pairs: IntTableOut

    def __init__(self, rows, row, steps, pairs):
        self.rows, self.row, self.steps, self.pairs = rows, row, steps, pairs


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def size_of(spelt: Spelt, place: Size) -> Size:
    """How many characters a word has; ``place`` is its place among the rows."""
    row: Size = spelt.rows[place]
    return spelt.at[row + 1] - spelt.at[row]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def order(spelt: Spelt, one: Size, other: Size) -> cython.int:
    """How two words are ordered by their characters: negative, 0 if they spell the same, or positive."""
    a: Size = spelt.at[spelt.rows[one]]
    b: Size = spelt.at[spelt.rows[other]]
    n: Size = size_of(spelt, one)
    m: Size = size_of(spelt, other)
    i: Size = 0
    while i < n and i < m:
        if spelt.codes[a + i] != spelt.codes[b + i]:
            return -1 if spelt.codes[a + i] < spelt.codes[b + i] else 1
        i += 1
    return 0 if n == m else (-1 if n < m else 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def alike(spelt: Spelt, one: Size, other: Size) -> cython.bint:
    """Whether two words spell the same."""
    a: Size = spelt.at[spelt.rows[one]]
    b: Size = spelt.at[spelt.rows[other]]
    n: Size = size_of(spelt, one)
    i: Size = 0
    if n != size_of(spelt, other):
        return False
    while i < n and spelt.codes[a + i] == spelt.codes[b + i]:
        i += 1
    return i == n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def one_text(spelt: Spelt, first: Size, middle: Size, last: Size) -> cython.bint:
    """Whether both sides of a sentence have the same characters, wherever words begin and end."""
    n: Size = 0
    m: Size = 0
    w: Size
    u: Size = middle
    i: Size
    j: Size = 0
    a: Size
    b: Size
    for w in range(first, middle):
        n += size_of(spelt, w)
    for w in range(middle, last):
        m += size_of(spelt, w)
    if n != m:
        return False
    for w in range(first, middle):
        a = spelt.at[spelt.rows[w]]
        i = 0
        while i < size_of(spelt, w):
            while j == size_of(spelt, u):
                u += 1
                j = 0
            b = spelt.at[spelt.rows[u]]
            if spelt.codes[a + i] != spelt.codes[b + j]:
                return False
            i += 1
            j += 1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def in_a_row(spelt: Spelt, axis: Axis, room: Room, first: Size, last: Size, at: Size) -> Size:
    """Lay words one after the other; return the cell after them."""
    w: Size
    word: Size
    for w in range(first, last):
        word = room.word[w]
        axis.begin[word] = at
        at += size_of(spelt, word)
        axis.finish[word] = at
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def characters(spelt: Spelt, room: Room, count: Size) -> Size:
    """Write the characters of the words that are kept one after the other; return how many there are."""
    at: Size = 0
    w: Size
    i: Size
    n: Size
    begin: Size
    for w in range(count):
        begin = spelt.at[spelt.rows[room.word[room.kept[w]]]]
        n = size_of(spelt, room.word[room.kept[w]])
        for i in range(n):
            room.code[at + i] = spelt.codes[begin + i]
            room.edge[at + i] = 0
            room.common[at + i] = 0
        room.edge[at] = 1
        room.edge[at + n - 1] |= 2
        at += n
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def close(spelt: Spelt, room: Room, count: Size) -> Size:
    """Keep the words of which half is the same on the other side, and their cells; return how many."""
    at: Size = 0
    found: Size = 0
    same: Size
    w: Size
    i: Size
    n: Size
    for w in range(count):
        n = size_of(spelt, room.word[room.kept[w]])
        same = 0
        for i in range(at, at + n):
            same += room.common[i]
        if 2 * same >= n:
            room.kept[found] = room.kept[w]
            room.start[found] = room.cell[at]
            room.end[found] = room.cell[at + n - 1] + 1
            found += 1
        at += n
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def square(gold: Room, n: Size, system: Room, m: Size) -> cython.void:
    """Let words that share cells only with each other begin at one cell and end at one."""
    g: Size = 0
    s: Size = 0
    grown: cython.bint
    while g < n and s < m:
        first = g
        other = s
        begin = gold.start[g] if gold.start[g] < system.start[s] else system.start[s]
        finish = -1
        grown = True
        while grown:
            grown = False
            if g < n and (finish < 0 or gold.start[g] < finish):
                if gold.end[g] > finish:
                    finish = gold.end[g]
                g += 1
                grown = True
            if s < m and (finish < 0 or system.start[s] < finish):
                if system.end[s] > finish:
                    finish = system.end[s]
                s += 1
                grown = True
        gold.start[first] = begin
        gold.end[g - 1] = finish
        system.start[other] = begin
        system.end[s - 1] = finish


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def loners(room: Room, first: Size, last: Size, count: Size) -> Size:
    """Find the words that are not among those kept, and the cell that each comes after."""
    found: Size = 0
    k: Size = 0
    at: cython.int = 0
    w: Size
    for w in range(first, last):
        if k < count and room.kept[k] == w:
            at = room.end[k]
            k += 1
        else:
            room.place[found] = at
            room.loner[found] = w
            found += 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def moved(
    spelt: Spelt,
    axis: Axis,
    room: Room,
    count: Size,
    other: Room,
    alone: Size,
    others: Size,
    at: Size,
) -> cython.void:
    """Write the cells of the words kept, behind the loners of both sides (``room``'s and ``other``'s).

    A word that begins where loners are comes after them; one that ends there, before.
    """
    a: Size = 0
    b: Size = 0
    c: Size = 0
    d: Size = 0
    before: Size = 0
    inside: Size = 0
    w: Size
    for w in range(count):
        while a < alone and room.place[a] <= room.start[w]:
            before += size_of(spelt, room.word[room.loner[a]])
            a += 1
        while b < others and other.place[b] <= room.start[w]:
            before += size_of(spelt, other.word[other.loner[b]])
            b += 1
        while c < alone and room.place[c] < room.end[w]:
            inside += size_of(spelt, room.word[room.loner[c]])
            c += 1
        while d < others and other.place[d] < room.end[w]:
            inside += size_of(spelt, other.word[other.loner[d]])
            d += 1
        axis.begin[room.word[room.kept[w]]] = at + room.start[w] + before
        axis.finish[room.word[room.kept[w]]] = at + room.end[w] + inside


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def apart(spelt: Spelt, axis: Axis, gold: Room, n: Size, system: Room, m: Size, at: Size) -> Size:
    """Write the cells of the loners: by place, gold's first. Return how many cells they have."""
    a: Size = 0
    b: Size = 0
    added: Size = 0
    while a < n or b < m:
        if b == m or (a < n and gold.place[a] <= system.place[b]):
            word = gold.word[gold.loner[a]]
            begin = at + gold.place[a] + added
            a += 1
        else:
            word = system.word[system.loner[b]]
            begin = at + system.place[b] + added
            b += 1
        axis.begin[word] = begin
        axis.finish[word] = begin + size_of(spelt, word)
        added += size_of(spelt, word)
    return added


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def between(
    spelt: Spelt, axis: Axis, gold: Room, system: Room, tables: Tables,
    g: Size, g_end: Size, s: Size, s_end: Size, at: Size,
) -> Size:  # fmt: skip
    """Lay words over each other by their characters; return the cell after them, -1 if they are too many."""
    n: Size = g_end - g
    m: Size = s_end - s
    w: Size
    for w in range(n):
        gold.kept[w] = g + w
    for w in range(m):
        system.kept[w] = s + w
    while n and m:
        i = characters(spelt, gold, n)
        j = characters(spelt, system, m)
        if i * j > tables.steps.shape[0]:
            return -1
        size = celled(
            gold.code, gold.edge, i, system.code, system.edge, j,
            tables.row, tables.steps, gold.cell, system.cell, gold.common, system.common,
        )  # fmt: skip
        fine = close(spelt, gold, n)
        good = close(spelt, system, m)
        if fine == n and good == m:
            square(gold, n, system, m)
            alone = loners(gold, g, g_end, n)
            others = loners(system, s, s_end, m)
            moved(spelt, axis, gold, n, system, alone, others, at)
            moved(spelt, axis, system, m, gold, others, alone, at)
            return at + size + apart(spelt, axis, gold, alone, system, others, at)
        n = fine
        m = good
    at = in_a_row(spelt, axis, gold, g, g_end, at)
    return in_a_row(spelt, axis, system, s, s_end, at)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def speaking(spelt: Spelt, room: Room, first: Size, last: Size) -> Size:
    """Find the words that spell something; return how many there are."""
    found: Size = 0
    w: Size
    for w in range(first, last):
        if size_of(spelt, w):
            room.word[found] = w
            found += 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pairs_between(
    spelt: Spelt, gold: Room, system: Room, tables: Tables, head: Size, n: Size, m: Size
) -> Size:
    """Pair the words that spell the same among gold's head:n and the system's head:m.

    Returns how many pairs there are, -1 if there are too many words.
    """
    some: cython.bint = False
    i: Size
    j: Size
    if (n - head) * (m - head) > tables.steps.shape[0]:
        return -1
    for i in range(head, n):
        gold.weight[i - head] = size_of(spelt, gold.word[i]) + 1
        j = head
        while j < i and not alike(spelt, gold.word[j], gold.word[i]):
            j += 1
        gold.number[i - head] = j
    for i in range(head, m):
        j = head
        while j < n and not alike(spelt, gold.word[j], system.word[i]):
            j += 1
        system.number[i - head] = j if j < n else -1
        some = some or j < n
    if not some:
        return 0
    return paired(
        gold.number, n - head, system.number, m - head, gold.weight,
        tables.rows, tables.steps, tables.pairs,
    )  # fmt: skip


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def laid(
    spelt: Spelt, axis: Axis, gold: Room, system: Room, tables: Tables, n: Size, m: Size
) -> cython.bint:
    """Lay words over each other: those that are alike, and what is between them. False: too many."""
    head: Size = 0
    tail: Size = 0
    g: Size
    s: Size
    at: Size
    k: Size = 0
    leftmost: cython.bint
    while head < n and head < m and alike(spelt, gold.word[head], system.word[head]):
        head += 1
    while (
        tail < n - head
        and tail < m - head
        and alike(spelt, gold.word[n - 1 - tail], system.word[m - 1 - tail])
    ):
        tail += 1
    in_a_row(spelt, axis, system, 0, head, 0)
    at = in_a_row(spelt, axis, gold, 0, head, 0)
    count = pairs_between(spelt, gold, system, tables, head, n - tail, m - tail)
    if count < 0:
        return False
    g = s = head
    while True:
        # The next pair of words that are alike; after the anchors those at the end.
        if k < count:
            i = head + tables.pairs[k, 0]
            j = head + tables.pairs[k, 1]
        else:
            i = n - tail
            j = m - tail
        leftmost = (i != g or j != s) and (k < count or tail > 0)
        if (
            leftmost
            and g
            and s
            and (g == i or s == j)
            and alike(spelt, gold.word[g], system.word[s])
        ):
            # The first of equal words that follow the pair before it.
            i = g
            j = s
        elif k >= count:
            break
        at = between(spelt, axis, gold, system, tables, g, i, s, j, at)
        if at < 0:
            return False
        in_a_row(spelt, axis, system, j, j + 1, at)
        at = in_a_row(spelt, axis, gold, i, i + 1, at)
        g = i + 1
        s = j + 1
        if k < count:
            k += 1
        else:
            tail -= 1
    at = between(spelt, axis, gold, system, tables, g, n - tail, s, m - tail, at)
    if at < 0:
        return False
    in_a_row(spelt, axis, system, m - tail, m, at)
    in_a_row(spelt, axis, gold, n - tail, n, at)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def silent(spelt: Spelt, axis: Axis, first: Size, last: Size) -> cython.void:
    """Lay each word that spells nothing, empty, after the word before it."""
    at: cython.int = 0
    w: Size
    for w in range(first, last):
        if not size_of(spelt, w):
            axis.begin[w] = at
            axis.finish[w] = at
        at = axis.finish[w]


def overlay(
    spelt: Spelt, gold: Room, system: Room, tables: Tables, axis: Axis, skip: FlagsOut
):  # fmt: skip
    """Lay the words of both sides of many sentences on one axis, as comparison/overlay.py says.

    Sentences that are marked in ``skip`` are left alone. Those whose tables would be too large are marked.
    """
    first: Size
    middle: Size
    last: Size
    at: Size
    w: Size
    u: Size
    swapped: cython.bint
    with cython.nogil:
        for k in range(skip.shape[0]):
            first = spelt.cut[2 * k]
            middle = spelt.cut[2 * k + 1]
            last = spelt.cut[2 * k + 2]
            if skip[k] or first == last:
                continue
            if one_text(spelt, first, middle, last):
                at = 0
                for w in range(first, last):
                    if w == middle:
                        at = 0
                    axis.begin[w] = at
                    at += size_of(spelt, w)
                    axis.finish[w] = at
                continue
            # One order of the sides, so that it does not matter which is called gold.
            w = first
            u = middle
            while w < middle and u < last and order(spelt, w, u) == 0:
                w += 1
                u += 1
            swapped = w < middle and (u == last or order(spelt, w, u) > 0)
            if swapped:
                n = speaking(spelt, gold, middle, last)
                m = speaking(spelt, system, first, middle)
            else:
                n = speaking(spelt, gold, first, middle)
                m = speaking(spelt, system, middle, last)
            if not laid(spelt, axis, gold, system, tables, n, m):
                skip[k] = 1
                continue
            silent(spelt, axis, first, middle)
            silent(spelt, axis, middle, last)
