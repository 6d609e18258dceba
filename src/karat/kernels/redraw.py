# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Steps 2 and 3 of PARSEVAL: brackets that group nothing go, and some constructions are redrawn."""

from __future__ import annotations

import cython

# What a constituent is by its label; 0 is for those whose words must tell.
NOUN = 1
CLAUSE = 2
VERBAL = 3
PREPOSITIONAL = 4
ADVERBIAL = 5
MODIFYING = 6
NEITHER = 7


def prune(
    span_offset: cython.int[::1],
    start: cython.int[::1],
    end: cython.int[::1],
    parent: cython.int[::1],
    label: cython.int[::1],
    number: cython.int[::1],
    out_offset: cython.int[::1],
    out_start: cython.int[::1],
    out_end: cython.int[::1],
    out_parent: cython.int[::1],
    out_label: cython.int[::1],
):
    """Only brackets of two words or more, of several over the same words the innermost.

    In pre-order those over the same words come one after another, but for brackets of less than two
    words. ``number`` is scratch for the brackets of one sentence: where each, or the nearest around it
    that stays, goes. Returns how many are left.
    """
    sentence: cython.Py_ssize_t
    s0: cython.Py_ssize_t
    row: cython.Py_ssize_t
    up: cython.Py_ssize_t
    first: cython.Py_ssize_t
    out: cython.Py_ssize_t = 0
    later_start: cython.int
    later_end: cython.int
    with cython.nogil:
        out_offset[0] = 0
        for sentence in range(span_offset.shape[0] - 1):
            s0 = span_offset[sentence]
            later_start = 0
            later_end = 0
            for row in range(span_offset[sentence + 1] - s0 - 1, -1, -1):
                number[row] = 0
                if end[s0 + row] - start[s0 + row] > 1:
                    number[row] = start[s0 + row] != later_start or end[s0 + row] != later_end
                    later_start = start[s0 + row]
                    later_end = end[s0 + row]
            first = out
            for row in range(span_offset[sentence + 1] - s0):
                up = parent[s0 + row]
                up = number[up] if up >= 0 else -1
                if number[row]:
                    number[row] = out - first
                    out_start[out] = start[s0 + row]
                    out_end[out] = end[s0 + row]
                    out_parent[out] = up
                    out_label[out] = label[s0 + row]
                    out += 1
                else:
                    number[row] = up
            out_offset[sentence + 1] = out
    return out


def redraw(
    bits: cython.int[::1],
    roles: cython.int[::1],
    token_offset: cython.int[::1],
    span_offset: cython.int[::1],
    start: cython.int[::1],
    end: cython.int[::1],
    parent: cython.int[::1],
    label: cython.int[::1],
    kinds: cython.schar[::1],
    noun_phrases: cython.bint,
    runs: cython.bint,
    around: cython.int[::1],
    before: cython.int[::1],
    direct: cython.int[::1],
    last: cython.int[::1],
    some: cython.int[::1],
    every: cython.int[::1],
    children: cython.int[::1],
    shapes: cython.int[::1],
    out_offset: cython.int[::1],
    out_start: cython.int[::1],
    out_end: cython.int[::1],
    out_label: cython.int[::1],
    out_core: cython.schar[::1],
):
    """Redraw modified noun phrases, and runs of prepositions and particles, in pruned trees.

    ``roles`` names the bits of a determiner, of a word that ends no noun phrase, of a verb, a
    preposition, a particle, and of words that begin a modifier. The columns of the result have room
    for twice the brackets; ``out_core`` marks those that are new. Returns how many there are, or -1
    if nothing changes.

    A noun phrase is flat if it has words and, behind them, modifiers; the words get a bracket, the
    core. It is nested if it is a noun phrase and modifiers; then the noun phrase in it dissolves, if
    it is flat or nested itself.

    Scratch: for the words of the longest sentence ``around``, the bracket around each, and ``before``,
    how many particles come before each boundary; for its brackets how many words stand directly in
    each and which is the last, the bits of some and of every one of them, how many brackets stand
    directly in each.
    """
    determiner: cython.int = roles[0]
    no_end: cython.int = roles[1]
    verb: cython.int = roles[2]
    preposition: cython.int = roles[3]
    particle: cython.int = roles[4]
    opens_modifier: cython.int = roles[5]
    noun: cython.int = NOUN
    clause: cython.int = CLAUSE
    verbal: cython.int = VERBAL
    prepositional: cython.int = PREPOSITIONAL
    adverbial: cython.int = ADVERBIAL
    modifying: cython.int = MODIFYING
    like_noun: cython.int = 1
    flat: cython.int = 2
    nested: cython.int = 4
    has_tail: cython.int = 8
    spoilt: cython.int = 16
    goes: cython.int = 32
    sentence: cython.Py_ssize_t
    t0: cython.Py_ssize_t
    s0: cython.Py_ssize_t
    n: cython.Py_ssize_t
    rows: cython.Py_ssize_t
    w: cython.Py_ssize_t
    row: cython.Py_ssize_t
    up: cython.Py_ssize_t
    finish: cython.Py_ssize_t
    out: cython.Py_ssize_t = 0
    own: cython.int
    kind: cython.int
    other: cython.int
    modifier: cython.bint
    changed: cython.bint = False
    with cython.nogil:
        out_offset[0] = 0
        for sentence in range(token_offset.shape[0] - 1):
            t0 = token_offset[sentence]
            s0 = span_offset[sentence]
            n = token_offset[sentence + 1] - t0
            rows = span_offset[sentence + 1] - s0
            for row in range(rows):
                direct[row] = 0
                last[row] = -1
                some[row] = 0
                every[row] = -1
                children[row] = 0
            row = 0
            up = -1
            before[0] = 0
            for w in range(n):
                while up >= 0 and end[s0 + up] <= w:
                    up = parent[s0 + up]
                while row < rows and start[s0 + row] <= w:
                    if end[s0 + row] > w:
                        up = row
                    row += 1
                own = bits[t0 + w]
                around[w] = up
                before[w + 1] = before[w] + (own & particle != 0)
                if up >= 0:
                    direct[up] += 1
                    last[up] = w
                    some[up] |= own
                    every[up] &= own

            for row in range(rows):
                kind = kinds[label[s0 + row]]
                own = bits[t0 + start[s0 + row]]
                modifier = clause <= kind <= modifying or (kind == 0 and own & opens_modifier != 0)
                shapes[row] = kind == noun or (kind == 0 and own & determiner != 0)
                up = parent[s0 + row]
                if up >= 0:
                    children[up] += 1
                    if direct[up] == 0:
                        if not modifier and row != up + 1:
                            shapes[up] |= spoilt
                    elif start[s0 + row] > last[up]:
                        shapes[up] |= has_tail
                        if not modifier:
                            shapes[up] |= spoilt
                    elif kind == clause or kind == prepositional:
                        shapes[up] |= spoilt

            if noun_phrases:
                for row in range(rows):
                    if shapes[row] == like_noun | has_tail:
                        # Without a label: a determiner begins it, then come words, but no verbs.
                        if not (bits[t0 + last[row]] & no_end or every[row] & particle) and (
                            kinds[label[s0 + row]] != 0
                            or (
                                around[start[s0 + row]] == row
                                and direct[row] > 1
                                and not some[row] & verb
                            )
                        ):
                            shapes[row] |= flat
                    elif shapes[row] == like_noun and direct[row] == 0 and children[row] > 1:
                        if shapes[row + 1] & like_noun:
                            shapes[row] |= nested
                for row in range(rows - 1):
                    if shapes[row] & nested and shapes[row + 1] & (flat | nested):
                        shapes[row + 1] |= goes

            if runs:
                for row in range(rows):
                    kind = kinds[label[s0 + row]]
                    up = parent[s0 + row]
                    finish = end[s0 + row]
                    # Particles and nothing else, and nothing else behind them in something verbal.
                    if (
                        up >= 0
                        and before[finish] - before[start[s0 + row]] == finish - start[s0 + row]
                    ):
                        w = end[s0 + up]
                        other = kinds[label[s0 + up]]
                        if before[w] - before[finish] == w - finish and (
                            other == 0
                            or other == verbal
                            or before[w] - before[start[s0 + up]] == w - start[s0 + up]
                        ):
                            shapes[row] |= goes
                    if row + 1 == rows or parent[s0 + row + 1] != row:
                        continue
                    other = kinds[label[s0 + row + 1]]
                    w = start[s0 + row + 1]
                    if (
                        children[row] == 1
                        and direct[row] > 0
                        and every[row] & preposition
                        and end[s0 + row + 1] == finish
                        and (kind == 0 or kind == prepositional or kind == adverbial)
                        and (other == 0 or other == prepositional)
                        and around[w] == row + 1
                        and bits[t0 + w] & preposition
                    ):
                        shapes[row + 1] |= goes
                    # Something verbal that ends in a particle, and more particles behind it.
                    w = end[s0 + row + 1]
                    if (
                        w < finish
                        and before[finish] - before[w] == finish - w
                        and before[w] > before[w - 1]
                        and start[s0 + row + 1] == start[s0 + row]
                        and (kind == 0 or kind == verbal)
                        and (other == 0 or other == verbal)
                    ):
                        up = around[w - 1]
                        while (
                            up != row + 1
                            and before[w] - before[start[s0 + up]] == w - start[s0 + up]
                        ):
                            up = parent[s0 + up]
                        if up == row + 1:
                            shapes[row + 1] |= goes

            for row in range(rows):
                if not shapes[row] & goes:
                    out_start[out] = start[s0 + row]
                    out_end[out] = end[s0 + row]
                    out_label[out] = label[s0 + row]
                    out_core[out] = 0
                    out += 1
                else:
                    changed = True
                if shapes[row] & flat and last[row] > start[s0 + row]:
                    out_start[out] = start[s0 + row]
                    out_end[out] = last[row] + 1
                    out_label[out] = label[s0 + row]
                    out_core[out] = 1
                    out += 1
                    changed = True
            out_offset[sentence + 1] = out
    return out if changed else -1
