"""One-to-one matching of gold rows with system rows: as many as possible, or first come, first served.

Two rows may match only if they are in the same sentence and have equal numbers (first, second). The
function ``worth`` decides the rest: it takes a column of gold rows and a column of system rows, and
returns the worth of each pair; a pair with worth 0 may not match.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from karat.model.assignment import dearest, most, tried
from karat.model.columns import Bools, Ints, Longs
from karat.model.relation import Relation

Marks: TypeAlias = Bools
Worth: TypeAlias = Callable[[Longs, Longs], Longs]

# The number of pairs to look at in one go, and the size of a group whose equal rows are paired first.
_CHUNK = 1 << 21
_LARGE = 1 << 16
# Up to this many pairs, trying every choice is fastest.
_FEW = 6


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of a gold row and a system row, with the worth of each pair."""

    gold: Longs
    system: Longs
    worth: Longs

    def where(self, keep: Marks) -> "Pairs":
        return Pairs(self.gold[keep], self.system[keep], self.worth[keep])

    def __len__(self) -> int:
        return len(self.gold)

    @staticmethod
    def joined(parts: Sequence["Pairs"]) -> "Pairs":
        columns = zip(*((part.gold, part.system, part.worth) for part in parts), strict=True)
        return Pairs(*map(np.concatenate, columns))


def _groups(gold: Relation, system: Relation) -> tuple[Ints, Ints]:
    """The number of each row's group: same sentence, equal numbers."""
    sentence = np.concatenate([gold.sentence(), system.sentence()])
    first = np.concatenate([gold.first, system.first])
    second = np.concatenate([gold.second, system.second])
    order = np.lexsort((second, first, sentence))
    fresh = np.zeros(len(order), np.int32)
    for column in (sentence, first, second):
        fresh[1:] |= column[order[1:]] != column[order[:-1]]
    group = np.empty(len(order), np.int32)
    group[order] = np.cumsum(fresh, dtype=np.int32)
    return group[: len(gold)], group[len(gold) :]


def possible(
    gold: Relation,
    system: Relation,
    worth: Worth,
    kinds: Callable[[], tuple[Longs, Longs]],
    *,
    mixed: bool = True,
) -> tuple[Pairs, Pairs]:
    """Pairs that are decided here, and all other pairs that may match.

    ``kinds()`` gives each row a number; rows with the same number are interchangeable and match each
    other. Only rows in large groups are decided here; without ``mixed``, only groups of a single kind.
    """
    one, two = _groups(gold, system)
    groups = int(max(np.max(one, initial=-1), np.max(two, initial=-1))) + 1
    n, m = np.bincount(one, minlength=groups), np.bincount(two, minlength=groups)
    none = np.zeros(0, np.int64)
    settled = nothing = Pairs(none, none, none)
    left = np.ones(len(one), bool), np.ones(len(two), bool)
    large = n * m > _LARGE
    if large.any():
        settled = _alike(large, (one, two), kinds(), mixed)
        left[0][settled.gold] = left[1][settled.system] = False
    rows = [np.flatnonzero(mine)[np.argsort(g[mine], kind="stable")]
            for g, mine in zip((one, two), left, strict=True)]  # fmt: skip
    start = np.searchsorted(two[rows[1]], np.arange(groups + 1))
    each = np.diff(start)[one[rows[0]]]
    begin = start[one[rows[0]]]
    found = [nothing]
    upto = np.cumsum(each)
    first = 0
    while first < len(each):
        before = int(upto[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(upto, before + _CHUNK, "right")))
        part = each[first:last]
        shift = np.repeat(begin[first:last] - (np.cumsum(part) - part), part)
        g = np.repeat(rows[0][first:last], part)
        s = rows[1][np.arange(len(g)) + shift]
        pairs = Pairs(g, s, worth(g, s))
        found.append(pairs.where(pairs.worth > 0))
        first = last
    return settled, Pairs.joined(found)


def _alike(
    large: Marks, groups: tuple[Ints, Ints], kinds: tuple[Longs, Longs], mixed: bool
) -> Pairs:
    """In large groups, rows of the same kind paired across the two sides, in order."""
    sides: list[dict[tuple[int, int], list[int]]] = []
    for group, kind in zip(groups, kinds, strict=True):
        found: dict[tuple[int, int], list[int]] = defaultdict(list)
        for row in np.flatnonzero(large[group]).tolist():
            found[int(group[row]), int(kind[row])].append(row)
        sides.append(found)
    if not mixed:
        several = {g for g, _ in sides[0].keys() ^ sides[1].keys()}
        several |= {g for g, n in Counter(g for g, _ in sides[0]).items() if n > 1}
        sides[0] = {key: rows for key, rows in sides[0].items() if key[0] not in several}
    pairs = [
        pair
        for key, rows in sides[0].items()
        for pair in zip(rows, sides[1].get(key, ()), strict=False)
    ]
    g, s = np.array(pairs, np.int64).reshape(-1, 2).T
    return Pairs(g, s, np.ones(len(g), np.int64))


def _alone(pairs: Pairs) -> Marks:
    """Which pairs share no row with another pair."""
    gold, system = (np.bincount(rows)[rows] for rows in (pairs.gold, pairs.system))
    alone: Marks = (gold == 1) & (system == 1)
    return alone


def first_come(pairs: Pairs, order: Longs) -> Pairs:
    """Go through the pairs in the given order; take a pair if both its rows are still free."""
    take = _alone(pairs)
    gold, system = set[int](), set[int]()
    rest = order[~take[order]]
    columns = (rest.tolist(), pairs.gold[rest].tolist(), pairs.system[rest].tolist())
    for i, g, s in zip(*columns, strict=True):
        if g not in gold and s not in system:
            gold.add(g)
            system.add(s)
            take[i] = True
    return pairs.where(take)


def best(pairs: Pairs) -> Pairs:
    """The one-to-one pairs with the highest total worth.

    >>> some = Pairs(np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([1, 1, 1]))
    >>> best(some).gold.tolist(), best(some).system.tolist()
    ([0, 1], [1, 0])
    """
    take = _alone(pairs)
    rest = np.flatnonzero(~take)
    for part in _components(rest, pairs):
        take[_best_of(part, pairs)] = True
    return pairs.where(take)


def _components(rest: Longs, pairs: Pairs) -> list[list[int]]:
    """The connected components: pairs that are connected by shared rows."""
    of_gold: dict[int, list[int]] = defaultdict(list)
    of_system: dict[int, list[int]] = defaultdict(list)
    gold, system = pairs.gold.tolist(), pairs.system.tolist()
    for i in rest.tolist():
        of_gold[gold[i]].append(i)
        of_system[system[i]].append(i)
    seen: set[int] = set()
    parts = []
    for i in rest.tolist():
        if i in seen:
            continue
        seen.add(i)
        part, todo = [], [i]
        while todo:
            pair = todo.pop()
            part.append(pair)
            # Each row's pairs are visited once, so the lists are removed.
            for others in (of_gold.pop(gold[pair], ()), of_system.pop(system[pair], ())):
                fresh = [other for other in others if other not in seen]
                seen.update(fresh)
                todo += fresh
        parts.append(sorted(part))
    return parts


def _best_of(part: list[int], pairs: Pairs) -> list[int]:
    """The pairs to take of a component."""
    rows = np.array(part)
    gold, system, worth = (
        column[rows].tolist() for column in (pairs.gold, pairs.system, pairs.worth)
    )
    if len(set(gold)) == 1 or len(set(system)) == 1:
        return [part[worth.index(max(worth))]]
    if len(set(worth)) == 1:
        return [part[i] for i in most(gold, system)]
    if len(part) <= _FEW:
        return [part[i] for i in tried(gold, system, worth)]
    return [part[i] for i in dearest(gold, system, worth)]
