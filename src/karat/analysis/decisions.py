"""What annotators decide for each word: its tag, its head, the label of its head, its chunk.

A head is a class by its distance: *the second word to the left* is the same decision in every
sentence, whereas word numbers would make every position a class of its own, and chance nearly nil.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from karat.kernels.conllu import NONE
from karat.model.bank import Bank
from karat.model.columns import Bools, Longs
from karat.model.labels import Labels
from karat.stats.kappa import Kappa, cohen, krippendorff
from karat.views.nulls import without_nulls

# No distance is as large as these.
_ROOT, _NO_HEAD = 1 << 40, 1 << 41


@dataclass(frozen=True)
class Decision:
    """One kind of decision: κ of each pair of annotators, and α of all."""

    name: str
    pairs: Mapping[tuple[int, int], Kappa]
    alpha: float


def decisions(banks: Sequence[Bank], keep: Bools, layer: str) -> list[Decision]:
    """The decisions about words in the sentences to ``keep``, which have the same words in all.

    ``layer`` is the one that is compared: edges, chunks, trees.
    """
    labels = Labels()
    bare = [without_nulls(bank).relabelled(labels) for bank in banks]
    found: dict[str, list[Longs]] = {}
    if all(bank.tag.any() for bank in bare):
        found["tags"] = [bank.tag.astype(np.int64) for bank in bare]
    if layer == "edges":
        found["heads"] = list(map(_distances, bare))
        found["labels"] = [bank.layer("edges")["label"].astype(np.int64) for bank in bare]
    elif layer == "chunks":
        found["chunk tags"] = list(map(_chunk_tags, bare))
    return [
        _decision(name, [_kept(bank, one, keep) for bank, one in zip(bare, values, strict=True)])
        for name, values in found.items()
    ]


def _decision(name: str, values: Sequence[Longs]) -> Decision:
    pairs = {(i, j): cohen(values[i], values[j]) for i, j in combinations(range(len(values)), 2)}
    return Decision(name, pairs, krippendorff(values))


def _kept(bank: Bank, values: Longs, keep: Bools) -> Longs:
    return values[np.repeat(keep, np.diff(bank.token_offset))]


def _distances(bank: Bank) -> Longs:
    """How far each word's head is to its right (left: below 0)."""
    head = bank.layer("edges")["head"].astype(np.int64)
    first = np.repeat(bank.token_offset[:-1], np.diff(bank.token_offset))
    distance = head - (np.arange(len(head)) - first)
    return np.where(head == NONE, _NO_HEAD, np.where(head < 0, _ROOT, distance))


def _chunk_tags(bank: Bank) -> Longs:
    """The tag of each word in the notation IOB2, as a number."""
    layer = bank.layer("chunks")
    found = np.zeros(len(bank.tag), np.int64)
    first = np.repeat(bank.token_offset[:-1], np.diff(layer.offset))
    start, end = first + layer["start"], first + layer["end"]
    for a, b, kind in zip(start.tolist(), end.tolist(), layer["label"].tolist(), strict=True):
        found[a:b] = 2 * kind
        found[a] = 2 * kind + 1
    return found
