"""Choose pairs so that no row is in two of them: as many as possible, or with the highest total worth.

Pairs are given as columns: the row of gold, the row of the system, and the worth of the pair.
"""

from collections import defaultdict

import numpy as np

from karat.model.columns import Longs


def most(gold: list[int], system: list[int]) -> list[int]:
    """As many pairs as possible: augmenting paths, each found breadth first."""
    of_gold: dict[int, list[int]] = defaultdict(list)
    for i, g in enumerate(gold):
        of_gold[g].append(i)
    taken: dict[int, int] = {}
    for root in of_gold:
        came: dict[int, int] = {}
        todo = [root]
        end = -1
        while todo and end < 0:
            following = []
            for i in (i for g in todo for i in of_gold[g] if system[i] not in came):
                came[system[i]] = i
                if system[i] not in taken:
                    end = system[i]
                    break
                following.append(gold[taken[system[i]]])
            todo = following
        # Go back along the path: each gold row changes to the system row found for it.
        holder = {gold[i]: s for s, i in taken.items()}
        while end >= 0:
            taken[end] = came[end]
            end = holder.get(gold[came[end]], -1)
    return sorted(taken.values())


def tried(gold: list[int], system: list[int], worth: list[int]) -> list[int]:
    """The pairs with the highest total worth, found by trying every one-to-one choice."""
    best_sum, best_taken = -1, []
    todo: list[tuple[int, int, list[int]]] = [(0, 0, [])]
    while todo:
        i, total, taken = todo.pop()
        if i == len(gold):
            if total > best_sum:
                best_sum, best_taken = total, taken
            continue
        todo.append((i + 1, total, taken))
        if all(gold[k] != gold[i] and system[k] != system[i] for k in taken):
            todo.append((i + 1, total + worth[i], [*taken, i]))
    return best_taken


def dearest(gold: list[int], system: list[int], worth: list[int]) -> list[int]:
    """The pairs with the highest total worth, found by solving the assignment problem."""
    rows, g = np.unique(gold, return_inverse=True)
    columns, s = np.unique(system, return_inverse=True)
    table = np.zeros((len(rows), len(columns)), np.int64)
    where = np.full(table.shape, -1)
    table[g, s], where[g, s] = worth, np.arange(len(gold))
    if len(rows) > len(columns):
        table, where = table.T, where.T
    found = where[np.arange(len(table)), assigned(-table)]
    return [i for i in found.tolist() if i >= 0]


def assigned(cost: Longs) -> Longs:
    """The column assigned to each row of a cost table, so that the total cost is lowest.

    The table must be at least as wide as it is high.

    >>> assigned(np.array([[4, 1, 3], [2, 0, 5]])).tolist()
    [1, 0]
    """
    height, width = cost.shape
    row_price, price = np.zeros(height + 1), np.zeros(width + 1)
    owner = np.zeros(width + 1, np.int64)
    for row in range(1, height + 1):
        owner[0], column = row, 0
        least = np.full(width + 1, np.inf)
        came = np.zeros(width + 1, np.int64)
        used = np.zeros(width + 1, bool)
        while True:
            used[column] = True
            mine = owner[column]
            slack = cost[mine - 1] - row_price[mine] - price[1:]
            better = ~used[1:] & (slack < least[1:])
            least[1:][better] = slack[better]
            came[1:][better] = column
            nearest = int(np.argmin(np.where(used[1:], np.inf, least[1:]))) + 1
            step = least[nearest]
            row_price[owner[used]] += step
            price[used] -= step
            least[~used] -= step
            column = nearest
            if owner[column] == 0:
                break
        while column:
            owner[column] = owner[came[column]]
            column = int(came[column])
    result = np.zeros(height, np.int64)
    result[owner[1:][owner[1:] > 0] - 1] = np.flatnonzero(owner[1:])
    return result
