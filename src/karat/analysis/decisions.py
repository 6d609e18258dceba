"""What annotators decide for each word: its tag, its head, the label of its head, its chunk.

A head is a class by its distance: *the second word to the left* is the same decision in every
sentence, whereas word numbers would make every position a class of its own, and chance nearly nil.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from karat.kernels.conllu import NONE
from karat.model.bank import Bank
from karat.model.columns import Bools, Longs
from karat.model.labels import Labels
from karat.stats.kappa import Choices, Kappa
from karat.views.nulls import without_nulls

# No distance is as large as these.
_ROOT, _NO_HEAD = 1 << 40, 1 << 41


@dataclass(frozen=True)
class Decision:
    """One kind of decision: κ of each pair of annotators, and α of all."""

    name: str
    pairs: Mapping[tuple[int, int], Kappa]
    alpha: float


@dataclass(frozen=True)
class Decided:
    """The decisions about the words of some sentences, in counts that add up.

    ``tagged`` says which annotators have tags at all.
    """

    choices: Mapping[str, Choices]
    tagged: tuple[bool, ...]

    def __add__(self, other: "Decided") -> "Decided":
        return Decided(
            {name: one + other.choices[name] for name, one in self.choices.items()},
            tuple(a or b for a, b in zip(self.tagged, other.tagged, strict=True)),
        )

    def decisions(self) -> tuple[Decision, ...]:
        """The coefficients; tags count only if all annotators have some."""
        return tuple(
            Decision(name, {which: one.kappa(*which) for which in one.same}, one.alpha())
            for name, one in self.choices.items()
            if name != "tags" or all(self.tagged)
        )


def decided(banks: Sequence[Bank], keep: Bools, layer: str) -> Decided:
    """The decisions about words in the sentences to ``keep``, where all have equally many words.

    ``layer`` is the one that is compared: edges, chunks, trees. A scheme such as parseval, which erases
    words, compares sentences in which one annotator has more of them; there is no such decision there.
    """
    labels = Labels()
    bare = [without_nulls(bank).relabelled(labels) for bank in banks]
    sizes = np.stack([np.diff(bank.token_offset) for bank in bare])
    same = keep & (sizes == sizes[0]).all(axis=0)
    rows = [np.repeat(same, size) for size in sizes]

    def chosen(of: Callable[[Bank], Longs], name: Callable[[int], Hashable]) -> Choices:
        return Choices.of([of(bank)[some] for bank, some in zip(bare, rows, strict=True)], name)

    found = {"tags": chosen(lambda bank: bank.tag.astype(np.int64), labels.__getitem__)}
    if layer == "edges":
        found["heads"] = chosen(_distances, int)
        found["labels"] = chosen(
            lambda bank: bank.layer("edges")["label"].astype(np.int64), labels.__getitem__
        )
    elif layer == "chunks":
        found["chunk tags"] = chosen(_chunk_tags, lambda tag: (labels[tag // 2], tag % 2))
    return Decided(found, tuple(bool(bank.tag.any()) for bank in bare))


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
