"""How the units of a corpus are given to workers: in orders of a second or more, and groups of orders.

The division depends on the files only, not on the workers, so that a run that was stopped finds its groups
again, however many workers it has the next time.
"""

import math
import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from karat.engine.recipe import Recipe, Unit, scheme_of
from karat.files.source import is_compressed

# About what a worker scores in a second if the files are compressed, in bytes on disk of all its files.
_ORDER = 32 << 20
# The bytes of a stretch of large files that are not compressed; with few files, it has fewer.
_STRETCH, _SHORTEST = 128 << 20, 16 << 20
# More orders are not added up at once, so that no more is lost if the client is killed.
_GROUP = 32


class Group(NamedTuple):
    """Orders whose sum a worker makes and the client gets; an order is scored by one worker at once."""

    number: int
    orders: tuple[tuple[Unit, ...], ...]


def grouped(units: Sequence[Unit]) -> list[Group]:
    """All units in groups of orders: about as many groups as a group has orders, times four.

    So a thousand orders make 63 groups, and the client adds 63 sums in place of a thousand.
    """
    orders = _orders(units)
    size = min(_GROUP, max(1, round(math.sqrt(len(orders)) / 2)))
    begins = range(0, len(orders), size)
    return [
        Group(number, tuple(orders[begin : begin + size])) for number, begin in enumerate(begins)
    ]


def stretches(recipe: Recipe, units: Sequence[Unit], threads: int) -> dict[int, int]:
    """Into how many stretches units are divided, by their numbers, if so many threads score these units.

    The result does not depend on it. Small units are not divided, nor those whose schemes or files must be
    read as a whole: compressed files, or several of the same size, which may have the same content.
    """
    schemes = [scheme_of(recipe, at) for at in range(len(recipe.schemes))]
    if any(one.pairing != "sentences" or one.surveys for one in schemes):
        return {}
    every = sum(unit.size for unit in units)
    size = min(_STRETCH, max(_SHORTEST, every // (2 * threads)))
    large = [unit for unit in units if unit.size >= 2 * size]
    return {unit.number: unit.size // size for unit in large if _divisible(unit)}


def _divisible(unit: Unit) -> bool:
    try:
        sizes = {os.stat(name).st_size for name in unit.names}
        plain = not any(map(is_compressed, unit.names))
    except OSError:
        # Perhaps only the workers can see the files.
        return False
    return plain and not unit.absent and len(sizes) == len(unit.names)


def _orders(units: Iterable[Unit]) -> list[tuple[Unit, ...]]:
    """Neighbours together until they are large enough; a large unit is an order of its own."""
    found: list[tuple[Unit, ...]] = []
    order: list[Unit] = []
    size = 0
    for unit in units:
        order.append(unit)
        size += unit.size
        if size >= _ORDER:
            found.append(tuple(order))
            order, size = [], 0
    return [*found, tuple(order)] if order else found
