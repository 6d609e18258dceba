"""Heads that go in circles, which only files read leniently have.

Schemes that compare head with head take them as they are. Whatever follows heads up to the root, such
as a view that derives constituents, gets a Bank without circles from ``opened``.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools

# The head of a word that has none; see layers.py.
_NONE = -2


def in_circles(heads: Sequence[int]) -> list[int]:
    """The words that are their own ancestors.

    >>> in_circles([1, 0, 1, -1])
    [0, 1]
    """
    seen: dict[int, int] = {}
    found = []
    for word in range(len(heads)):
        path: list[int] = []
        at = word
        while at >= 0 and at not in seen:
            seen[at] = word
            path.append(at)
            at = heads[at]
        if at in path:
            found += path[path.index(at) :]
    return sorted(found)


def circular(bank: Bank) -> Bools:
    """Which sentences have heads that go in circles."""
    found = np.zeros(len(bank), bool)
    if "repairs" in bank.layers and "edges" in bank.layers:
        edges = bank.layers["edges"]
        for sentence in range(len(bank)):
            found[sentence] = bool(in_circles(edges["head"][edges.rows(sentence)].tolist()))
    return found


def opened(bank: Bank) -> Bank:
    """The Bank with every circle opened: its first word has no head."""
    wrong = circular(bank).nonzero()[0].tolist()
    if not wrong:
        return bank
    edges = bank.layers["edges"]
    head = edges["head"].copy()
    for sentence in wrong:
        rows = edges.rows(sentence)
        while round_ := in_circles(head[rows].tolist()):
            head[rows.start + round_[0]] = _NONE
    return bank.with_layers(edges=replace(edges, columns={**edges.columns, "head": head}))
