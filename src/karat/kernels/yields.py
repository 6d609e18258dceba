# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, infer_types=True
"""The yields of dependency trees as stretches of words, for trees of any depth and shape.

Neighbouring words are in one block of a yield exactly if the lowest head above both is in it. So every
head joins the neighbours that meet in it, and gets the blocks that no lower head has: each stretch is
found once, and all of them are well nested.
"""

from __future__ import annotations

import cython

Ints = cython.typedef(cython.const[cython.int][::1])
IntsOut = cython.typedef(cython.int[::1])
Size = cython.typedef(cython.Py_ssize_t)


@cython.cclass
class Scratch:
    """Room for one more than there are nodes, in each of four columns, and for each word in four."""

    above: IntsOut
    begin: IntsOut
    place: IntsOut
    order: IntsOut
    meeting: IntsOut
    pair: IntsOut
    first: IntsOut
    reach: IntsOut

    def __init__(self, above, begin, place, order, meeting, pair, first, reach):
        self.above, self.begin, self.place, self.order = above, begin, place, order
        self.meeting, self.pair, self.first, self.reach = meeting, pair, first, reach


def blocks(
    parent: Ints,
    words: Size,
    child_offset: Ints,
    child: Ints,
    scratch: Scratch,
    parts: IntsOut,
    start: IntsOut,
    end: IntsOut,
    node: IntsOut,
) -> Size:
    """Write the blocks of two words or more and the node of each; return how many there are.

    Nodes are the words, and after them any that have no word of their own; ``parent`` is -1 at a
    root, and nodes on a cycle are never reached. The children of node ``i`` are
    child[child_offset[i]] up to child[child_offset[i + 1]]. ``parts`` becomes the number of blocks
    of each node's whole yield.
    """
    above, begin, place, order = scratch.above, scratch.begin, scratch.place, scratch.order
    meeting, pair, first, reach = scratch.meeting, scratch.pair, scratch.first, scratch.reach
    nodes: Size = parent.shape[0]
    done = total = found = 0
    with cython.nogil:
        # A node is its own ``above`` until it is finished, then its parent is; past a root there
        # is the number of nodes.
        for v in range(nodes + 1):
            above[v] = v
            begin[v] = 0
        for i in range(words):
            meeting[i] = nodes
            first[i] = i
            reach[i] = i
        for root in range(nodes):
            if parent[root] >= 0:
                continue
            v = root
            place[v] = child_offset[v]
            while True:
                if place[v] < child_offset[v + 1]:
                    place[v] += 1
                    v = child[place[v] - 1]
                    place[v] = child_offset[v]
                    continue
                order[done] = v
                done += 1
                parts[v] = v < words
                if v < words:
                    # A neighbour that is finished meets this word in the first node above it that
                    # is not.
                    for side in range(2):
                        u = v - 1 if side == 0 else v + 1
                        if u < 0 or u >= words or above[u] == u:
                            continue
                        top = u
                        while above[top] != top:
                            top = above[top]
                        while above[u] != top:
                            up = above[u]
                            above[u] = top
                            u = up
                        meeting[v - 1 + side] = top
                up = parent[v]
                if up < 0:
                    above[v] = nodes
                    break
                above[v] = up
                v = up

        # The pairs of neighbours, by the node in which they meet, innermost nodes first.
        for i in range(words - 1):
            begin[meeting[i]] += 1
        for i in range(done):
            v = order[i]
            count = begin[v]
            begin[v] = total
            total += count
            parts[v] -= count
        begin[nodes] = total
        for i in range(words - 1):
            v = meeting[i]
            if v < nodes:
                pair[begin[v]] = i
                begin[v] += 1
        for i in range(done):
            v = order[i]
            if parent[v] >= 0:
                parts[parent[v]] += parts[v]

        for i in range(total):
            u = pair[i]
            low = first[u]
            high = reach[u + 1]
            first[high] = low
            reach[low] = high
            if i + 1 < total and pair[i + 1] == high and meeting[pair[i + 1]] == meeting[u]:
                continue
            start[found] = low
            end[found] = high + 1
            node[found] = meeting[u]
            found += 1
    return found
