"""Constructions of both sides compared: by name and by the positions of all their words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from karat.comparison.tuples import comparing
from karat.files.profile import Profile
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints
from karat.model.layers import Table, names_of
from karat.model.outcome import Item, Keys, Outcome, Stage
from karat.model.relation import Relation
from karat.model.scheme import LabelNames
from karat.views.constructions import COLUMNS, parts

# Higher than any position in a sentence: from here on ``second`` is the number of a tuple.
_TUPLES = 1 << 30


@dataclass(frozen=True)
class Constructions:
    """Compares the constructions with one of these names, or all constructions without names.

    ``patterns``: a file of patterns defined them.
    """

    names: tuple[str, ...]
    patterns: bool
    grammars: tuple[Profile, Profile]

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        outcome = comparing(self._tuples, self.grammars)(gold, system)
        return replace(
            outcome,
            keys={"construction": partial(_keys, outcome)},
            stages=partial(self._stages, outcome),
            items=partial(self._items, outcome),
        )

    def _tuples(self, gold: Bank, system: Bank) -> tuple[Relation, Relation]:
        """Fit each tuple into two columns: one with more than a start and an end gets a number."""
        layers = [bank.layer("constructions") for bank in (gold, system)]
        numbers = np.concatenate([_numbers(layer) for layer in layers])
        _, number = np.unique(numbers, axis=0, return_inverse=True)
        plain = (numbers[:, 2:] < 0).all(axis=1) & (numbers[:, 0] >= 0)
        second = np.where(plain, numbers[:, 1], _TUPLES + number.reshape(-1)).astype(np.int32)
        halves = np.split(second, [len(layers[0])])
        ours, theirs = map(self._relation, (gold, system), halves)
        return ours, theirs

    def _relation(self, bank: Bank, second: Ints) -> Relation:
        layer = bank.layer("constructions")
        rows = np.arange(len(layer), dtype=np.int32)
        first = np.maximum(layer["first"], 0)
        found = Relation(layer.offset, first, second, layer["label"], rows)
        return found.where(self._wanted(bank)) if self.names else found

    def _wanted(self, bank: Bank) -> Bools:
        numbers = [bank.labels.find(name.encode()) for name in self.names]
        return np.isin(bank.layer("constructions")["label"], numbers)

    def _stages(self, outcome: Outcome) -> Sequence[Stage]:
        """What ``names`` leaves out."""
        if not self.names:
            return outcome.stages()
        why = f"left out by names={'+'.join(self.names)}"
        found = []
        for side, bank in zip(("gold", "system"), outcome.banks, strict=True):
            rows = np.flatnonzero(~self._wanted(bank)).astype(np.int32)
            if len(rows):
                named = partial(self._text, bank)
                found.append(Stage(side, "constructions", bank, rows, why, named))
        return [*outcome.stages(), *found]

    def _items(self, outcome: Outcome, side: int, sentence: int) -> list[Item]:
        relation = (outcome.gold, outcome.system)[side]
        return self.read(outcome.banks[side], relation.row[relation.rows(sentence)])

    def read(self, bank: Bank, rows: Ints) -> list[Item]:
        """The rows of the layer in a form that people can read."""
        layer = bank.layer("constructions")
        names = names_of(bank.labels, layer["label"][rows])
        both = zip(names, _numbers(layer, rows).tolist(), strict=True)
        return [Item(name, parts(name, numbers, self.patterns)) for name, numbers in both]

    def _text(self, bank: Bank, row: int) -> str:
        """A construction with its words."""
        item = self.read(bank, np.array([row], np.int32))[0]
        sentence = int(np.searchsorted(bank.layer("constructions").offset, row, "right")) - 1
        words = [word.decode("utf-8", "replace") for word in bank.words(sentence)]
        return f"{item.name} ({item.said(words)})"


def _numbers(layer: Table, rows: Ints | slice = slice(None)) -> Ints:
    return np.stack([layer[name][rows] for name in COLUMNS if name in layer.columns], axis=1)


def _keys(outcome: Outcome) -> Keys:
    labels = outcome.banks[0].labels
    return Keys(LabelNames(labels), outcome.gold.label, outcome.system.label)
