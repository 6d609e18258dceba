# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Walks over the trees of a Bank: the brackets around words and brackets, and redundant brackets.

Brackets are in pre-order, so a parent always comes before its children and one pass is enough.
"""

from __future__ import annotations

import cython

Ints = cython.typedef(cython.const[cython.int][::1])
Flags = cython.typedef(cython.const[cython.schar][::1])
IntsOut = cython.typedef(cython.int[::1])
FlagsOut = cython.typedef(cython.schar[::1])
Size = cython.typedef(cython.Py_ssize_t)


def redundant(offset: Ints, start: Ints, end: Ints, label: Ints, unnamed: Flags, result: FlagsOut):
    """Which brackets group nothing: 1 without words, 2 around one word, 3 around one bracket, else 0.

    Of brackets over the same words the outermost stays, or the outermost whose label is not
    ``unnamed``. In pre-order they follow each other, except for brackets of less than two words.
    """
    with cython.nogil:
        for sentence in range(offset.shape[0] - 1):
            kept: Size = -1
            for row in range(offset[sentence], offset[sentence + 1]):
                if end[row] - start[row] < 2:
                    result[row] = 1 if end[row] == start[row] else 2
                    continue
                result[row] = 0
                if kept >= 0 and start[row] == start[kept] and end[row] == end[kept]:
                    if unnamed[label[kept]] and not unnamed[label[row]]:
                        result[kept] = 3
                    else:
                        result[row] = 3
                        continue
                kept = row


def nearest_kept(offset: Ints, parent: Ints, keep: Flags, number: IntsOut, result: IntsOut):
    """For each bracket that is kept, the new number of the nearest ancestor that is kept, or -1.

    ``number`` is scratch for every bracket: where it, or its nearest kept ancestor, goes in its
    sentence. ``result`` has a row for each kept bracket.
    """
    total: Size = 0
    with cython.nogil:
        for sentence in range(offset.shape[0] - 1):
            first = offset[sentence]
            kept = 0
            for row in range(first, offset[sentence + 1]):
                up = parent[row]
                if keep[row]:
                    result[total] = number[first + up] if up >= 0 else -1
                    number[row] = kept
                    kept += 1
                    total += 1
                else:
                    number[row] = number[first + up] if up >= 0 else -1


def around_words(
    token_offset: Ints, span_offset: Ints, start: Ints, end: Ints, parent: Ints, result: IntsOut
):
    """For each word, the row of the innermost bracket around it, or -1."""
    with cython.nogil:
        for sentence in range(token_offset.shape[0] - 1):
            t0 = token_offset[sentence]
            s0 = span_offset[sentence]
            rows = span_offset[sentence + 1] - s0
            row = 0
            top = -1
            for word in range(token_offset[sentence + 1] - t0):
                while top >= 0 and end[s0 + top] <= word:
                    top = parent[s0 + top]
                while row < rows and start[s0 + row] <= word:
                    if end[s0 + row] > word:
                        top = row
                    row += 1
                result[t0 + word] = s0 + top if top >= 0 else -1


def parents(offset: Ints, start: Ints, end: Ints, result: IntsOut):
    """The bracket around each bracket, as a row of its sentence, or -1; brackets are in tree order."""
    with cython.nogil:
        for sentence in range(offset.shape[0] - 1):
            first = offset[sentence]
            for row in range(first, offset[sentence + 1]):
                up = row - 1 - first
                while up >= 0 and end[first + up] <= start[row]:
                    up = result[first + up]
                result[row] = up
