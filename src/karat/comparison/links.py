"""Dependencies between the same words compared: heads and labels."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from karat.comparison.pairing import pair
from karat.comparison.universal import universal_label
from karat.files.profile import Profile
from karat.kernels.conllu import NONE
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs, Numbers, grouped
from karat.model.outcome import Item, Keys, Outcome, Stage, Status
from karat.model.relation import Relation
from karat.views.edges import punctuation, shape
from karat.views.edit import staged
from karat.views.profile import translated

_DISTANCES = ("root", "1", "2", "3-6", "7-")
_PROJECTIVITY = ("non-projective", "projective")


@dataclass(frozen=True)
class Links:
    """Compares blocks of dependencies."""

    labelled: bool = True
    punctuation: bool = True
    subtypes: bool = True
    grammar: Profile | None = None

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        pairing = pair(gold, system)
        fine = pairing.status == Status.SCORED
        lengths, others = np.diff(gold.token_offset), np.diff(system.token_offset)
        # In sentences that can be compared, the words of both sides correspond one to one.
        left = np.flatnonzero(np.repeat(fine, lengths))
        right = np.flatnonzero(np.repeat(fine, others))
        wanted = np.ones(len(gold.tag), bool)
        if not self.punctuation:
            wanted = ~punctuation(translated(gold, self.grammar) if self.grammar else gold)
        wanted_too = np.zeros(len(system.tag), bool)
        wanted_too[right] = wanted[left]
        (head, label), (their_head, their_label) = map(self._columns, (gold, system))
        ours = _relation(gold, head, label, wanted)
        theirs = _relation(system, their_head, their_label, wanted_too)
        right_head, right_label = np.zeros((2, len(head)), bool)
        right_head[left] = (head[left] == their_head[right]) & (head[left] != NONE)
        # A word that the system lacks, or leaves without a head, has no label that could be right.
        headed = (head[left] != NONE) & (their_head[right] != NONE)
        right_label[left] = (label[left] == their_label[right]) & headed
        hit = right_head & right_label if self.labelled else right_head
        system_hit = np.zeros(len(their_head), np.int8)
        system_hit[right] = hit[left]

        def counted(column: Bools) -> Longs:
            return grouped((column & wanted).view(np.int8), gold.token_offset)

        def keys(names: tuple[str, ...], key: Callable[[Bank], Numbers]) -> Keys:
            # Each row of a relation is the row of a word in the Bank.
            return Keys(names, key(gold)[ours.row], key(system)[theirs.row])

        hits = hit[ours.row].astype(np.int8), system_hit[theirs.row]
        return Outcome(
            *(pairing.status, lengths, ours, theirs, *hits, (gold, system)),
            counts={"unlabelled": counted(right_head), "labels": counted(right_label)},
            keys={
                "distance": partial(keys, _DISTANCES, _distance),
                "projectivity": partial(keys, _PROJECTIVITY, _projective),
            },
            stages=partial(_stages, (gold, wanted, left), (system, wanted_too, right)),
            items=lambda side, at: _items(*((ours, gold), (theirs, system))[side], at),
            parting=pairing.parting,
        )

    def _columns(self, bank: Bank) -> tuple[Ints, Ints]:
        edges = bank.layers["edges"]
        if self.subtypes:
            return edges["head"], edges["label"]
        labels = bank.labels
        seen = np.unique(edges["label"])
        number = np.arange(len(labels), dtype=np.int32)
        number[seen] = [labels.intern(universal_label(labels[one])) for one in seen.tolist()]
        return edges["head"], number[edges["label"]]


def _relation(bank: Bank, head: Ints, label: Ints, wanted: Bools) -> Relation:
    """One row for each word that counts and has a head."""
    rows = np.arange(len(head), dtype=np.int32)
    first = np.repeat(bank.token_offset[:-1], np.diff(bank.token_offset))
    every = Relation(bank.token_offset, rows - first, head, label, rows, "set")
    return every.where(wanted & (head != NONE))


def _items(relation: Relation, bank: Bank, sentence: int) -> list[Item]:
    """The dependencies of a sentence: the dependent and its head; a root has none."""
    rows = relation.rows(sentence)
    columns = (relation.first[rows], relation.second[rows], relation.label[rows])
    labels = bank.labels.strings()
    return [
        Item(
            labels[label].decode("utf-8", "replace") or "none",
            ((at, at + 1), (head, head + 1)) if head >= 0 else ((at, at + 1),),
        )
        for at, head, label in zip(*(column.tolist() for column in columns), strict=True)
    ]


def _distance(bank: Bank) -> Numbers:
    return np.searchsorted([1, 2, 3, 7], shape(bank, bank.layers["edges"]).distance, "right")


def _projective(bank: Bank) -> Numbers:
    return shape(bank, bank.layers["edges"]).projective.astype(np.int32)


def _stages(*sides: tuple[Bank, Bools, Longs]) -> list[Stage]:
    """The words of both sides that have no row, in all sentences of gold, and in those compared.

    A side is its Bank, the words that are wanted, and the words of sentences that can be compared.
    """
    rules = {1: "left out, punctuation", 2: "left out, it has no head"}
    found = []
    for name, (bank, wanted, compared) in zip(("gold", "system"), sides, strict=True):
        headless = bank.layers["edges"]["head"] == NONE
        codes = np.where(wanted, 2 * headless, 1).astype(np.int8)
        if name == "system":
            codes[np.setdiff1d(np.arange(len(codes)), compared)] = 0
        found += [replace(stage, side=name) for stage in staged(bank, "words", codes, rules)]
    return found
