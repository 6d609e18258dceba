# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Lineages of words (the labels from a word up to the root), and the distance of two lineages."""

from __future__ import annotations

import cython

Ints = cython.typedef(cython.const[cython.int][::1])
Longs = cython.typedef(cython.const[cython.longlong][::1])
IntsOut = cython.typedef(cython.int[::1])
LongsOut = cython.typedef(cython.longlong[::1])
Size = cython.typedef(cython.Py_ssize_t)

# Symbols of a lineage: marks of a constituent's or a part's edges, then the labels.
BEGIN = 0
END = 1
PART_BEGIN = 2
PART_END = 3
MARKS = 4


def lineages(
    words: Ints,
    offset: Ints,
    first: Ints,
    second: Ints,
    label: Ints,
    stack: IntsOut,
    ends: LongsOut,
    symbols: IntsOut,
):
    """Write the lineage of every word, from the innermost constituent outwards.

    Rows are in tree order and well nested. There is a mark before the highest constituent that begins
    with the word, and one after the highest that ends with it. ``ends`` says where each lineage
    ends in ``symbols``, which has room for all labels and two marks per word.
    """
    token: Size = 0
    size: Size = 0
    begin_mark: cython.int = BEGIN
    end_mark: cython.int = END
    marks: cython.int = MARKS
    with cython.nogil:
        for sentence in range(words.shape[0]):
            row = offset[sentence]
            last = offset[sentence + 1]
            depth = 0
            for word in range(words[sentence]):
                begins = depth
                while row < last and first[row] == word:
                    stack[depth] = row
                    depth += 1
                    row += 1
                if begins == depth:
                    begins = -1
                closes = depth
                while closes > 0 and second[stack[closes - 1]] == word + 1:
                    closes -= 1
                for k in range(depth - 1, -1, -1):
                    if k == begins:
                        symbols[size] = begin_mark
                        size += 1
                    symbols[size] = label[stack[k]] + marks
                    size += 1
                    if k == closes:
                        symbols[size] = end_mark
                        size += 1
                depth = closes
                ends[token] = size
                token += 1


def distances(
    symbols: Ints,
    offset: Longs,
    one: Ints,
    two: Ints,
    kind: Ints,
    move: cython.int,
    replace: cython.int,
    alike: cython.int,
    costs: LongsOut,
    result: LongsOut,
    most: cython.longlong,
) -> cython.bint:
    """Write the edit distance of each pair of sequences; false if this takes more than ``most`` steps.

    ``move`` is the cost of inserting or deleting a symbol, ``replace`` that of replacing one,
    ``alike`` if both are of the same ``kind``. ``costs`` has room for the longest sequence and one.
    """
    diagonal: cython.longlong
    above: cython.longlong
    best: cython.longlong
    steps: cython.longlong = 0
    with cython.nogil:
        for pair in range(one.shape[0]):
            a = offset[one[pair]]
            a_end = offset[one[pair] + 1]
            b = offset[two[pair]]
            b_end = offset[two[pair] + 1]
            # A common beginning or end costs nothing.
            while a < a_end and b < b_end and symbols[a] == symbols[b]:
                a += 1
                b += 1
            while a < a_end and b < b_end and symbols[a_end - 1] == symbols[b_end - 1]:
                a_end -= 1
                b_end -= 1
            steps += (a_end - a) * (b_end - b)
            if steps > most:
                break
            for j in range(b_end - b + 1):
                costs[j] = j * move
            for i in range(a, a_end):
                symbol = symbols[i]
                diagonal = costs[0]
                costs[0] += move
                for j in range(1, b_end - b + 1):
                    other = symbols[b + j - 1]
                    above = costs[j]
                    best = diagonal
                    if symbol != other:
                        best += alike if kind[symbol] == kind[other] else replace
                    if above + move < best:
                        best = above + move
                    if costs[j - 1] + move < best:
                        best = costs[j - 1] + move
                    costs[j] = best
                    diagonal = above
            result[pair] = costs[b_end - b]
    return steps <= most
