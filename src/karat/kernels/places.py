# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The places of two versions of a sentence, for many sentences; comparison/cells.py defines them.

``alike`` finds what is the same at the beginning and at the end. Then kernels/edits.py lays the words between
over each other, and ``places`` cuts them into places.
"""

from __future__ import annotations

import cython

Ints = cython.typedef(cython.const[cython.int][::1])
Bytes = cython.typedef(cython.const[cython.uchar][::1])
Flags = cython.typedef(cython.const[cython.schar][::1])
IntsOut = cython.typedef(cython.int[::1])
FlagsOut = cython.typedef(cython.schar[::1])
Size = cython.typedef(cython.Py_ssize_t)


@cython.cclass
class Words:
    """The words of a side of some sentences, and which of them are null elements."""

    text: Bytes
    offset: Ints
    start: Ints
    end: Ints
    null: Flags

    def __init__(self, text, offset, start, end, null):
        self.text, self.offset, self.start, self.end, self.null = text, offset, start, end, null


@cython.cclass
class Edges:
    """What is alike at the edges of each sentence: words before and after, characters of both.

    ``skip`` marks sentences that are left alone, ``single`` those that differ in one word only.
    """

    before: IntsOut
    after: IntsOut
    known: IntsOut
    single: FlagsOut
    skip: FlagsOut

    def __init__(self, before, after, known, single, skip):
        self.before, self.after, self.known = before, after, known
        self.single, self.skip = single, skip


@cython.cclass
class Axis:
    """Where the words between the edges lie: see Spelt in kernels/edits.py."""

    rows: IntsOut
    cut: IntsOut
    begin: IntsOut
    finish: IntsOut

    def __init__(self, rows, cut, begin, finish):
        self.rows, self.cut, self.begin, self.finish = rows, cut, begin, finish


@cython.cclass
class Places:
    """The result: for each place its words, and whether they are the same; for each word its places."""

    offset: IntsOut
    gold: IntsOut
    system: IntsOut
    same: FlagsOut
    gold_first: IntsOut
    gold_last: IntsOut
    system_first: IntsOut
    system_last: IntsOut
    versions: FlagsOut

    def __init__(
        self, offset, gold, system, same, gold_first, gold_last, system_first, system_last, versions
    ):  # fmt: skip
        self.offset, self.gold, self.system, self.same = offset, gold, system, same
        self.gold_first, self.gold_last = gold_first, gold_last
        self.system_first, self.system_last = system_first, system_last
        self.versions = versions


@cython.cclass
class Side:
    """Scratch memory of a side: where the words between the edges lie once they face each other.

    ``heard`` has the words that spell something; ``edge`` all beginnings and ends, in order; ``partner``
    the word of the other side at the same place, or -1.
    """

    begin: IntsOut
    finish: IntsOut
    heard: IntsOut
    partner: IntsOut
    edge: IntsOut

    def __init__(self, begin, finish, heard, partner, edge):
        self.begin, self.finish, self.heard = begin, finish, heard
        self.partner, self.edge = partner, edge


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def equal(one: Words, w: Size, other: Words, u: Size) -> cython.bint:
    """Whether two words are the same bytes; null elements are never the same as anything."""
    a: Size = one.start[w]
    b: Size = other.start[u]
    n: Size = one.end[w] - a
    i: Size = 0
    if n != other.end[u] - b or one.null[w] or other.null[u]:
        return False
    while i < n and one.text[a + i] == other.text[b + i]:
        i += 1
    return i == n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def among(words: Words, first: Size, last: Size, word: Words, w: Size) -> cython.bint:
    """Whether a word is among those of a side."""
    u: Size
    for u in range(first, last):
        if equal(words, u, word, w):
            return True
    return False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def listed(words: Words, first: Size, last: Size, shift: Size, axis: Axis, at: Size) -> Size:
    """List the words of a side that are not null elements; return where the list ends."""
    w: Size
    for w in range(first, last):
        if not words.null[w]:
            axis.rows[at] = w + shift
            at += 1
    return at


def alike(gold: Words, system: Words, spelt: Ints, edges: Edges, axis: Axis):
    """Find what is the same at both edges of each sentence, and list the words between, gold's first.

    The characters of gold's words are from spelt[w] to spelt[w + 1]; then come those of the system's.
    """
    shift: Size = gold.start.shape[0]
    at: Size = 0
    n: Size
    m: Size
    begin: Size
    end: Size
    most: Size
    known: Size
    size: Size
    other: Size
    axis.cut[0] = 0
    with cython.nogil:
        for k in range(edges.skip.shape[0]):
            axis.cut[2 * k + 1] = at
            axis.cut[2 * k + 2] = at
            if edges.skip[k]:
                continue
            g = gold.offset[k]
            s = system.offset[k]
            n = gold.offset[k + 1] - g
            m = system.offset[k + 1] - s
            most = n if n < m else m
            begin = 0
            while begin < most and equal(gold, g + begin, system, s + begin):
                begin += 1
            end = 0
            while end < most - begin and equal(gold, g + n - 1 - end, system, s + m - 1 - end):
                end += 1
            if not (n == m and n == begin + end + 1):
                # A word at the end that is also among those between belongs to these.
                g_end = g + n - end
                s_end = s + m - end
                while end and (
                    among(gold, g + begin, g_end, gold, g + n - end)
                    or among(system, s + begin, s_end, gold, g + n - end)
                ):
                    end -= 1
            known = spelt[g + begin] - spelt[g] + spelt[g + n] - spelt[g + n - end]
            edges.before[k] = begin
            edges.after[k] = end
            edges.known[k] = known
            edges.single[k] = 0
            if n == begin + end + 1 and m == begin + end + 1:
                # One word for another: their characters need not be looked at.
                size = spelt[g + begin + 1] - spelt[g + begin]
                other = spelt[shift + s + begin + 1] - spelt[shift + s + begin]
                if size and other and not gold.null[g + begin] and not system.null[s + begin]:
                    size = size if size < other else other
                    edges.single[k] = 2 * known >= known + size
            if not edges.single[k]:
                at = listed(gold, g + begin, g + n - end, 0, axis, at)
                axis.cut[2 * k + 1] = at
                at = listed(system, s + begin, s + m - end, shift, axis, at)
                axis.cut[2 * k + 2] = at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def enough(
    axis: Axis, first: Size, last: Size, other: Size, stop: Size, known: Size
) -> cython.bint:
    """Whether half of the characters of a side are in words with a counterpart, those known included."""
    part: Size = known
    whole: Size = known
    w: Size
    for w in range(first, last):
        whole += axis.finish[w] - axis.begin[w]
        while other < stop and axis.finish[other] <= axis.begin[w]:
            other += 1
        if other < stop and axis.begin[other] < axis.finish[w]:
            part += axis.finish[w] - axis.begin[w]
    return 2 * part >= (whole if whole > 1 else 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def heard(axis: Axis, first: Size, last: Size, side: Side) -> Size:
    """List the words that spell something; return how many there are."""
    found: Size = 0
    w: Size
    for w in range(first, last):
        if axis.begin[w] < axis.finish[w]:
            side.heard[found] = w
            found += 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def face(axis: Axis, gold: Side, n: Size, system: Side, m: Size) -> cython.void:
    """Lay the system's words that face as many words of gold without a counterpart over these."""
    first: Size = 0
    behind: Size = 0
    start: Size = 0
    stop: Size = 0
    # Where the words were, because those that are moved are looked at again.
    a: Size
    at: Size
    w: Size
    for at in range(n + 1):
        if at < n:
            a = gold.heard[at]
            while start < m and system.finish[start] <= axis.begin[a]:
                start += 1
            while stop < m and system.begin[stop] < axis.finish[a]:
                stop += 1
            if start >= stop:
                continue
        else:
            start = m
            stop = m
        if at - first == start - behind:
            for w in range(start - behind):
                a = gold.heard[first + w]
                axis.begin[system.heard[behind + w]] = axis.begin[a]
                axis.finish[system.heard[behind + w]] = axis.finish[a]
        first = at + 1
        if stop > behind:
            behind = stop


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def stand(words: Words, first: Size, last: Size, axis: Axis, at: Size, side: Side) -> cython.void:
    """Write where all words lie; a null element, or a word that spells nothing, is behind the one before."""
    behind: cython.int = 0
    w: Size
    for w in range(last - first):
        side.partner[w] = -1
        side.begin[w] = behind
        side.finish[w] = behind
        if not words.null[first + w]:
            if axis.begin[at] < axis.finish[at]:
                side.begin[w] = axis.begin[at]
                side.finish[w] = axis.finish[at]
                behind = axis.finish[at]
            at += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def edges_of(side: Side, n: Size) -> cython.void:
    """Write all beginnings and ends in order; they nearly are in order already."""
    at: Size
    w: Size
    value: cython.int
    for w in range(2 * n):
        value = side.finish[w // 2] if w & 1 else side.begin[w // 2]
        at = w
        while at and side.edge[at - 1] > value:
            side.edge[at] = side.edge[at - 1]
            at -= 1
        side.edge[at] = value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def by_spans(
    gold: Side, n: Size, system: Side, m: Size, found: Places, p: Size, base: Size
) -> Size:
    """Cut words that overlap into the parts that they share; return the number of places."""
    begin: cython.int
    g: Size = 0
    s: Size = 0
    i: Size = 0
    j: Size = 0
    first: Size = p
    ours: Size
    theirs: Size
    edges_of(gold, n)
    edges_of(system, m)
    while i < 2 * n or j < 2 * m:
        if j == 2 * m or (i < 2 * n and gold.edge[i] <= system.edge[j]):
            begin = gold.edge[i]
        else:
            begin = system.edge[j]
        while i < 2 * n and gold.edge[i] == begin:
            i += 1
        while j < 2 * m and system.edge[j] == begin:
            j += 1
        # Words that spell nothing come first: what is before them has ended.
        while g < n and gold.finish[g] <= begin:
            if gold.begin[g] == begin and gold.finish[g] == begin:
                p = put(found, p, g, -1, base, False)
            g += 1
        while s < m and system.finish[s] <= begin:
            if system.begin[s] == begin and system.finish[s] == begin:
                p = put(found, p, -1, s, base, False)
            s += 1
        ours = g if g < n and gold.begin[g] <= begin else -1
        theirs = s if s < m and system.begin[s] <= begin else -1
        if ours >= 0 or theirs >= 0:
            p = put(
                found, p, ours, theirs, base,
                ours >= 0
                and theirs >= 0
                and gold.begin[g] == system.begin[s]
                and gold.finish[g] == system.finish[s],
            )  # fmt: skip
    return p - first


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def by_words(
    gold: Side, n: Size, system: Side, m: Size, found: Places, p: Size, base: Size
) -> Size:
    """Give the words that lie in the same cells one place, and each other word its own."""
    first: Size = p
    g: Size = 0
    s: Size = 0
    before: cython.bint
    while g < n and s < m:
        if gold.begin[g] == gold.finish[g]:
            g += 1
        elif system.begin[s] == system.finish[s]:
            s += 1
        elif gold.begin[g] == system.begin[s] and gold.finish[g] == system.finish[s]:
            gold.partner[g] = s
            system.partner[s] = g
            g += 1
            s += 1
        elif gold.begin[g] < system.begin[s] or (
            gold.begin[g] == system.begin[s] and gold.finish[g] < system.finish[s]
        ):
            g += 1
        else:
            s += 1
    g = s = 0
    while g < n or s < m:
        if g < n and s < m and gold.partner[g] == s:
            p = put(found, p, g, s, base, True)
            g += 1
            s += 1
            continue
        before = s == m
        if not before and g < n and gold.partner[g] < 0:
            before = (
                system.partner[s] >= 0
                or gold.begin[g] < system.begin[s]
                or (gold.begin[g] == system.begin[s] and gold.finish[g] <= system.finish[s])
            )
        if before:
            p = put(found, p, g, -1, base, False)
            g += 1
        else:
            p = put(found, p, -1, s, base, False)
            s += 1
    return p - first


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put(found: Places, p: Size, g: Size, s: Size, base: Size, same: cython.bint) -> Size:
    """Write a place with the words that it belongs to, of those after ``base``; return the next one."""
    found.gold[p] = g + base if g >= 0 else -1
    found.system[p] = s + base if s >= 0 else -1
    found.same[p] = same
    return p + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ends(
    owner: IntsOut, begin: Size, end: Size, first: IntsOut, last: IntsOut, base: Size, n: Size
) -> cython.void:
    """Write the places of each of a side's ``n`` words after ``base``, half-open."""
    p: Size
    w: Size
    for w in range(base, base + n):
        first[w] = -1
        last[w] = -1
    for p in range(begin, end):
        if owner[p] >= 0:
            w = base + owner[p]
            if first[w] < 0:
                first[w] = p - begin
            last[w] = p - begin + 1


def places(
    gold: Words, system: Words, edges: Edges, axis: Axis,
    left: Side, right: Side, found: Places, words: cython.bint,
):  # fmt: skip
    """Cut sentences into places: by ``words``, or by what words share.

    Sentences that are not versions of one get none. Places are written one sentence after the other.
    """
    p: Size = 0
    w: Size
    first: Size
    n: Size
    m: Size
    before: Size
    after: Size
    a: Size
    b: Size
    c: Size
    found.offset[0] = 0
    with cython.nogil:
        for k in range(edges.skip.shape[0]):
            found.versions[k] = 0
            found.offset[k + 1] = p
            if edges.skip[k]:
                continue
            g = gold.offset[k]
            s = system.offset[k]
            before = edges.before[k]
            after = edges.after[k]
            n = gold.offset[k + 1] - g - before - after
            m = system.offset[k + 1] - s - before - after
            a = axis.cut[2 * k]
            b = axis.cut[2 * k + 1]
            c = axis.cut[2 * k + 2]
            if not (
                edges.single[k]
                or enough(axis, a, b, b, c, edges.known[k])
                or enough(axis, b, c, a, b, edges.known[k])
            ):
                continue
            found.versions[k] = 1
            first = p
            for w in range(before):
                p = put(found, p, w, w, 0, True)
            if edges.single[k]:
                p = put(found, p, 0, 0, before, True)
            else:
                count = heard(axis, a, b, left)
                other = heard(axis, b, c, right)
                for w in range(other):
                    right.begin[w] = axis.begin[right.heard[w]]
                    right.finish[w] = axis.finish[right.heard[w]]
                face(axis, left, count, right, other)
                stand(gold, g + before, g + before + n, axis, a, left)
                stand(system, s + before, s + before + m, axis, b, right)
                if words:
                    p += by_words(left, n, right, m, found, p, before)
                else:
                    p += by_spans(left, n, right, m, found, p, before)
            for w in range(after):
                p = put(found, p, before + n + w, -1, 0, True)
                found.system[p - 1] = before + m + w
            ends(found.gold, first, p, found.gold_first, found.gold_last, g, gold.offset[k + 1] - g)
            ends(
                found.system, first, p,
                found.system_first, found.system_last, s, system.offset[k + 1] - s,
            )  # fmt: skip
            found.offset[k + 1] = p
    return p
