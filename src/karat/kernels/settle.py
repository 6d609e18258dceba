# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, infer_types=True
"""Move the adverbs that stood beside erased auxiliaries."""

from __future__ import annotations

import cython

from karat.kernels.words import CUT_POSSESSIVE, ERASED_AUXILIARY, ERASED_TO, LEFT_BEHIND

Ints = cython.typedef(cython.const[cython.int][::1])
Flags = cython.typedef(cython.const[cython.schar][::1])
IntsOut = cython.typedef(cython.int[::1])
FlagsOut = cython.typedef(cython.schar[::1])


def settle(
    codes: Flags,
    token_offset: Ints,
    span_offset: Ints,
    start: Ints,
    end: Ints,
    parent: Ints,
    kept_start: IntsOut,
    kept_end: IntsOut,
    around: IntsOut,
    moves: FlagsOut,
    lost: FlagsOut,
    was: IntsOut,
):
    """Move single adverbs beside erased auxiliaries into the constituent of the next verb.

    ``start`` and ``end`` are the spans before words were erased, ``kept_start`` and ``kept_end``
    after it; the last two are changed. The columns that follow are scratch for the longest sentence.
    An adverb moves if an auxiliary or ``to`` was erased beside it in the same bracket, and if that
    bracket also holds the bracket of the verb, or holds only such adverbs and is right before it.
    """
    as_auxiliary: cython.schar = ERASED_AUXILIARY
    as_to: cython.schar = ERASED_TO
    cut_possessive: cython.schar = CUT_POSSESSIVE
    left_behind: cython.schar = LEFT_BEHIND
    found: cython.bint
    with cython.nogil:
        for sentence in range(token_offset.shape[0] - 1):
            t0 = token_offset[sentence]
            n = token_offset[sentence + 1] - t0
            found = False
            for w in range(n):
                found = found or codes[t0 + w] == left_behind
            if not found:
                continue
            s0 = span_offset[sentence]
            rows = span_offset[sentence + 1] - s0
            for row in range(rows):
                lost[row] = 0
            # The bracket around each word that is kept, and which brackets lost an auxiliary.
            kept = 0
            row = 0
            up = -1
            for w in range(n):
                while up >= 0 and end[s0 + up] <= w:
                    up = parent[s0 + up]
                while row < rows and start[s0 + row] <= w:
                    if end[s0 + row] > w:
                        up = row
                    row += 1
                code = codes[t0 + w]
                if code == 0 or code >= cut_possessive:
                    around[kept] = up
                    moves[kept] = code == left_behind
                    kept += 1
                elif up >= 0 and (code == as_auxiliary or code == as_to):
                    lost[up] = 1
            for row in range(rows - 1, -1, -1):
                up = parent[s0 + row]
                if up >= 0 and lost[row] and kept_start[s0 + row] == kept_end[s0 + row]:
                    lost[up] = 1

            for row in range(rows - 1, -1, -1):
                old = kept_start[s0 + row]
                last = kept_end[s0 + row]
                up = parent[s0 + row]
                was[row] = old
                if old == last or old == 0 or not moves[old - 1]:
                    continue
                w = old
                while w < last and moves[w]:
                    w += 1
                if w == last:
                    continue
                p = old
                while p > (kept_start[s0 + up] if up >= 0 else 0) and moves[p - 1]:
                    one = around[p - 1]
                    while (
                        one != up
                        and one >= 0
                        and not lost[one]
                        and kept_end[s0 + one] - kept_start[s0 + one] == 1
                    ):
                        one = parent[s0 + one]
                    if one == up:
                        if up < 0 or not lost[up]:
                            break
                        p -= 1
                        continue
                    if one < 0 or not lost[one] or kept_end[s0 + one] != p:
                        break
                    # A cluster of its own: does it hold only single adverbs now?
                    w = kept_start[s0 + one]
                    r = w
                    while r < p and moves[r]:
                        y = around[r]
                        while y != one and y >= 0 and kept_end[s0 + y] - kept_start[s0 + y] == 1:
                            y = parent[s0 + y]
                        if y != one:
                            break
                        r += 1
                    if r < p:
                        break
                    one = parent[s0 + one]
                    while (
                        one != up
                        and one >= 0
                        and kept_start[s0 + one] == w
                        and kept_end[s0 + one] == p
                    ):
                        one = parent[s0 + one]
                    if one != up:
                        break
                    p = w
                if p == old:
                    continue
                # Brackets between hold only the moved words: they are empty now, and come before them.
                for r in range(row - 1, up, -1):
                    if kept_start[s0 + r] < p:
                        break
                    kept_start[s0 + r] = p
                    kept_end[s0 + r] = p
                for r in range(p, old):
                    moves[r] = 0
                kept_start[s0 + row] = p
                found = False
            if found:
                continue
            # Down to the innermost bracket that holds all words of the bracket of the verb.
            for row in range(rows):
                up = parent[s0 + row]
                if up < 0 or kept_start[s0 + up] == was[up] or kept_start[s0 + row] != was[up]:
                    continue
                if kept_end[s0 + row] == was[up]:
                    kept_end[s0 + row] = kept_start[s0 + up]
                elif kept_end[s0 + row] != kept_end[s0 + up]:
                    continue
                kept_start[s0 + row] = kept_start[s0 + up]
