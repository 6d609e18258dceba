"""How the units of a corpus are given to workers: in orders of a second or more, and groups of orders.

The division depends on the files only, not on the workers, so that a run that was stopped finds its groups
again, however many workers it has the next time.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from karat.engine.recipe import Unit

# About what a worker scores in a second if the files are compressed, in bytes on disk of all its files.
_ORDER = 32 << 20
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
