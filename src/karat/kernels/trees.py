# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False
"""Walks over the trees of a Bank: ancestors, the bracket around each word, depth.

Brackets are in pre-order, so a parent always comes before its children and one pass is enough.
"""

from __future__ import annotations

import cython


def nearest_kept(
    offset: cython.int[::1],
    parent: cython.int[::1],
    keep: cython.schar[::1],
    number: cython.int[::1],
    result: cython.int[::1],
):
    """For each bracket that is kept, the new number of the nearest ancestor that is kept, or -1.

    ``number`` is scratch for every bracket: where it, or its nearest kept ancestor, goes in its
    sentence. ``result`` has a row for each kept bracket.
    """
    sentence: cython.Py_ssize_t
    row: cython.Py_ssize_t
    first: cython.Py_ssize_t
    up: cython.Py_ssize_t
    kept: cython.int
    total: cython.Py_ssize_t = 0
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
    token_offset: cython.int[::1],
    span_offset: cython.int[::1],
    start: cython.int[::1],
    end: cython.int[::1],
    parent: cython.int[::1],
    result: cython.int[::1],
):
    """For each word, the innermost bracket around it, counted in its sentence, or -1."""
    sentence: cython.Py_ssize_t
    t0: cython.Py_ssize_t
    s0: cython.Py_ssize_t
    word: cython.Py_ssize_t
    row: cython.Py_ssize_t
    rows: cython.Py_ssize_t
    top: cython.Py_ssize_t
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
                result[t0 + word] = top


def depths(offset: cython.int[::1], parent: cython.int[::1], result: cython.int[::1]):
    """How many brackets stand around each bracket, itself included."""
    sentence: cython.Py_ssize_t
    row: cython.Py_ssize_t
    first: cython.Py_ssize_t
    with cython.nogil:
        for sentence in range(offset.shape[0] - 1):
            first = offset[sentence]
            for row in range(first, offset[sentence + 1]):
                result[row] = result[first + parent[row]] + 1 if parent[row] >= 0 else 1


def parents(
    offset: cython.int[::1], start: cython.int[::1], end: cython.int[::1], result: cython.int[::1]
):
    """The bracket around each bracket, counted in its sentence, or -1; all in tree order."""
    sentence: cython.Py_ssize_t
    row: cython.Py_ssize_t
    first: cython.Py_ssize_t
    up: cython.Py_ssize_t
    with cython.nogil:
        for sentence in range(offset.shape[0] - 1):
            first = offset[sentence]
            for row in range(first, offset[sentence + 1]):
                up = row - 1 - first
                while up >= 0 and end[first + up] <= start[row]:
                    up = result[first + up]
                result[row] = up
