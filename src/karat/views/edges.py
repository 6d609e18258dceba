"""Dependencies of a Bank, its own or made from trees, and properties of single edges."""

from dataclasses import dataclass

import numpy as np

from karat.kernels import edges as kernel
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints
from karat.model.errors import InputError
from karat.model.layers import Table

# What PTB-like tag sets call punctuation.
_PUNCTUATION_TAGS = frozenset(
    b"PUNCT . , : `` '' -LRB- -RRB- ( ) HYPH NFP $( $, $. PU PONCT PUNC punc".split()
)


def dependencies(bank: Bank, heads: str = "ud") -> Bank:
    """The Bank with the layer ``edges``: its own, or made from its trees by a table of head rules.

    >>> import karat
    >>> bank = dependencies(karat.read_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"))
    >>> bank.layers["edges"]["head"].tolist()
    [1, 2, -1]
    """
    if "edges" in bank.layers:
        return bank
    if not bank.has_trees:
        raise InputError(f"{bank.path} has no dependencies, and no trees to make them from")
    from karat.views.deps import deps

    return deps(bank, heads=heads)


def punctuation(bank: Bank) -> Bools:
    """Which words are punctuation: by their universal tag, their tag, or their label ``punct``."""
    strings = bank.labels.strings()
    wanted = np.array([label in _PUNCTUATION_TAGS for label in strings], bool)
    found: Bools = wanted[bank.tag]
    if "morphology" in bank.layers:
        found = found | wanted[bank.layers["morphology"]["upos"]]
    if "edges" in bank.layers:
        named = np.array([label in (b"punct", b"P", b"PUNC", b"PU") for label in strings], bool)
        found = found | named[bank.layers["edges"]["label"]]
    return found


@dataclass(frozen=True, eq=False)
class Shape:
    """The distance of each word to its head (0: it has none), and whether the edge is projective."""

    distance: Ints
    projective: Bools


def shape(bank: Bank, edges: Table) -> Shape:
    """The distance and the projectivity of every edge.

    An edge is projective when its head is above every word between the two.

    >>> import karat
    >>> bank = karat.read_text("".join(
    ...     f"{i}\\t{w}\\t_\\tX\\t_\\t_\\t{h}\\tdep\\t_\\t_\\n"
    ...     for i, (w, h) in enumerate([("a", 3), ("b", 4), ("c", 0), ("d", 3)], 1)) + "\\n")
    >>> found = shape(bank, bank.layers["edges"])
    >>> found.distance.tolist(), found.projective.tolist()
    ([2, 2, 0, 1], [True, False, True, True])
    """
    head, offset = edges["head"], bank.token_offset
    words, first = len(head), np.repeat(offset[:-1], np.diff(offset))
    place = np.arange(words, dtype=np.int32) - first
    distance = np.where(head >= 0, np.abs(head - place), 0).astype(np.int32)
    rank, last = np.zeros((2, words), np.int32)
    kernel.preorder(offset, head, np.empty_like(head), np.empty_like(head), rank, last)
    projective = np.ones(words, bool)
    far = (distance > 1).nonzero()[0]
    if len(far):
        over = head[far] + first[far]
        lowest, highest = _extremes(rank, np.minimum(far, over) + 1, np.maximum(far, over))
        projective[far] = (lowest >= rank[over]) & (highest <= last[over])
    return Shape(distance, projective)


def _extremes(values: Ints, begin: Ints, end: Ints) -> tuple[Ints, Ints]:
    """The minimum and the maximum of values[begin:end], for many stretches, none of them empty."""
    level = np.frexp((end - begin).astype(np.float64))[1] - 1
    lowest, highest = np.empty((2, len(begin)), np.int32)
    low, high = values, values
    for power in range(int(level.max()) + 1):
        step = 1 << power
        here = (level == power).nonzero()[0]
        a, b = begin[here], end[here] - step
        lowest[here] = np.minimum(low[a], low[b])
        highest[here] = np.maximum(high[a], high[b])
        low = np.minimum(low[:-step], low[step:])
        high = np.maximum(high[:-step], high[step:])
    return lowest, highest
