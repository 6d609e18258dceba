"""Sentences in a row that were compared in several parts, as the columns of one."""

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain

import numpy as np

from karat.analysis.drawn_side import SideColumns
from karat.analysis.picture_of import PairColumns


def joined(parts: Sequence[PairColumns]) -> PairColumns:
    """The sentences of several parts, as if they had been compared at once."""
    if len(parts) == 1:
        return parts[0]
    first = _starts(len(one.figures) for one in parts)
    gold = _starts(len(one.gold.tags) for one in parts)
    system = _starts(len(one.system.tags) for one in parts)
    failures = (
        {at + sentence: why for sentence, why in one.failures.items()}
        for one, at in zip(parts, first, strict=True)
    )
    return PairColumns(
        _side([one.gold for one in parts]),
        _side([one.system for one in parts]),
        list(chain.from_iterable(one.figures for one in parts)),
        (
            _moved([one.odd[0] for one in parts], gold),
            _moved([one.odd[1] for one in parts], system),
        ),
        _moved([one.wrong for one in parts], system),
        dict(chain.from_iterable(one.items() for one in failures)),
        _moved([one.aligned for one in parts], first),
    )


def _side(parts: Sequence[SideColumns]) -> SideColumns:
    """One side of the sentences."""
    every = chain.from_iterable
    return SideColumns(
        list(every(one.words for one in parts)),
        list(every(one.tags for one in parts)),
        list(every(one.rows for one in parts)),
        list(every(one.labels for one in parts)),
        list(every(one.starts for one in parts)),
        list(every(one.ends for one in parts)),
        list(every(one.parents for one in parts)),
        np.concatenate([one.marks for one in parts]),
        _reasons([one.whys for one in parts], _starts(len(one.labels) for one in parts)),
        _reasons([one.left_out for one in parts], _starts(len(one.tags) for one in parts)),
    )


def _starts(sizes: Iterable[int]) -> list[int]:
    """Where things of these sizes begin that follow each other.

    >>> _starts([3, 2, 4])
    [0, 3, 5]
    """
    return list(accumulate(sizes, initial=0))[:-1]


def _moved(places: Sequence[Sequence[int]], starts: Sequence[int]) -> list[int]:
    """The places of several parts, counted through all of them."""
    return [at + place for some, at in zip(places, starts, strict=True) for place in some]


def _reasons(parts: Sequence[dict[str, list[int]]], starts: Sequence[int]) -> dict[str, list[int]]:
    """The places that each reason is about, counted through all parts."""
    found: dict[str, list[int]] = {}
    for one, at in zip(parts, starts, strict=True):
        for why, places in one.items():
            found.setdefault(why, []).extend([at + place for place in places])
    return found
