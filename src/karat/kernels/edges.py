# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""Walks over dependencies: the order in which a tree is visited from its roots downwards."""

from __future__ import annotations

import cython

Ints = cython.typedef(cython.const[cython.int][::1])
IntsOut = cython.typedef(cython.int[::1])


def preorder(
    offset: Ints, head: Ints, child: IntsOut, sister: IntsOut, rank: IntsOut, last: IntsOut
):
    """Number the words of each sentence so that the words below a word come right after it.

    ``head`` is a word of the sentence, or negative. ``rank`` is a word's number, ``last`` the
    highest number below it; ``child`` and ``sister`` are scratch. Heads must not go in circles.
    """
    with cython.nogil:
        for sentence in range(offset.shape[0] - 1):
            first = offset[sentence]
            end = offset[sentence + 1]
            for w in range(first, end):
                child[w] = -1
                sister[w] = -1
            # From the right, so that each list of children is in the order of the words.
            for w in range(end - 1, first - 1, -1):
                if head[w] >= 0:
                    up = first + head[w]
                    sister[w] = child[up]
                    child[up] = w
            n = 0
            for root in range(first, end):
                if head[root] >= 0:
                    continue
                w = root
                rank[w] = n
                while True:
                    if child[w] >= 0:
                        w = child[w]
                        n += 1
                        rank[w] = n
                        continue
                    last[w] = n
                    while w != root and sister[w] < 0:
                        w = first + head[w]
                        last[w] = n
                    if w == root:
                        break
                    w = sister[w]
                    n += 1
                    rank[w] = n
                n += 1
