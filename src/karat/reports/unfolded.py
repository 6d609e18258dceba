"""Discontinuous trees for a terminal: in the order of the tree, so that no constituent has a gap."""

from collections.abc import Sequence

from karat.analysis.picture import Side


def unfolded(side: Side) -> tuple[list[int], Sequence[tuple[int, int]]]:
    """The words of a tree in its order, and its constituents over them.

    There is no order, [], if no constituent has a gap: then it is that of the sentence.

    >>> from karat.analysis.picture import Mark, Row
    >>> spans = [((0, 3),), -1], [((0, 1), (2, 3)), 0], [((1, 2),), 0]
    >>> rows = [Row(Mark.PLAIN, "X", parts, parent) for parts, parent in spans]
    >>> unfolded(Side("gold", ["is", "John", "rich"], ["", "", ""], rows))
    ([0, 2, 1], [(0, 3), (0, 2), (2, 3)])
    """
    if all(len(row.parts) < 2 for row in side.rows):
        return [], [row.parts[0] if row.parts else (0, 0) for row in side.rows]
    inside = _inside(side)
    order: list[int] = []
    bounds = [[0, 0] for _ in side.rows]
    stack = [(at, row, False) for at, row in sorted(inside[-1], reverse=True)]
    while stack:
        at, row, done = stack.pop()
        if done:
            bounds[row][1] = len(order)
        elif row < 0:
            order.append(at)
        else:
            bounds[row][0] = len(order)
            stack.append((at, row, True))
            stack += [(a, r, False) for a, r in sorted(inside[row], reverse=True)]
    return order, [(a, b) for a, b in bounds]


def _inside(side: Side) -> list[list[tuple[int, int]]]:
    """The children of each constituent, and last those of the root, as (first word, row); of a word, -1."""
    above = [-1] * len(side.words)
    found: list[list[tuple[int, int]]] = [[] for _ in range(len(side.rows) + 1)]
    # Rows are in pre-order, so the later one of two constituents around a word is the inner one.
    for number, row in enumerate(side.rows):
        found[row.parent].append((row.parts[0][0], number))
        for first, last in row.parts:
            above[first:last] = [number] * (last - first)
    for at, parent in enumerate(above):
        found[parent].append((at, -1))
    return found
