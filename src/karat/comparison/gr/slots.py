"""Grammatical relations prepared for comparison, and whether the slots of two relations agree.

A head or dependent is compared by its lemma, by its form in the text, or, if the relations of a
sentence have positions on both sides, by its position. Each becomes one number: 0 or more for a lemma
or form, below 0 for a position.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from karat.files.hierarchy import Hierarchy
from karat.files.spelling import folded
from karat.model.bank import Bank
from karat.model.columns import Ints, Longs, grouped
from karat.model.gr import EMPTY, WHOLE, WITH_INITIAL, column, relations
from karat.model.labels import Labels
from karat.model.relation import Relation

# Slot values that are not words and have no position.
_NO_WORDS = (EMPTY, b"", b"Pro", b"pro", b"ellip")

Marks = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Rows:
    """The relations of a Bank: their slots as numbers, and their names as in the hierarchy.

    ``code`` is a relation's number in the hierarchy; a relation that is not in it gets the number of
    relations there. An empty type or initial has the number of ``_``.
    """

    relation: Relation
    code: Longs
    type: Ints
    initial: Ints
    weight: Ints

    def __len__(self) -> int:
        return len(self.code)

    def where(self, keep: Marks) -> "Rows":
        columns = self.type[keep], self.initial[keep], self.weight[keep]
        return Rows(self.relation.where(keep), self.code[keep], *columns)

    def whole(self, rows: Longs) -> "Rows":
        """The same; these rows count as whole relations."""
        weight = self.weight.copy()
        weight[rows] = WHOLE
        return replace(self, weight=weight)

    def sentence(self) -> Ints:
        return self.relation.sentence()

    def kinds(self, other: "Rows") -> tuple[Longs, Longs]:
        """Numbers that are equal for rows with the same name, type and initial, on either side."""
        sides = ((one.code, one.type, one.initial, one.relation.label) for one in (self, other))
        stacked = np.concatenate([np.stack(side) for side in sides], axis=1)
        kind = np.unique(stacked, axis=1, return_inverse=True)[1].reshape(-1)
        return kind[: len(self)], kind[len(self) :]


# Where the value of each slot really is, if the file reader misinterpreted three slots.
_TO_INITIAL = {
    "type": "", "head": "type", "dependent": "head", "initial": "dependent",
    "type_at": "", "head_at": "type_at", "dependent_at": "head_at",
}  # fmt: skip
_TO_TYPE = {
    "type": "head", "head": "dependent", "dependent": "initial", "initial": "",
    "type_at": "head_at", "head_at": "dependent_at", "dependent_at": "",
}  # fmt: skip


def having(hierarchy: Hierarchy, slot: str, unknown: bool) -> Marks:
    """Which relations have a slot; ``unknown`` is the answer for names not in the hierarchy."""
    return np.array([*(slot in hierarchy.slots[name] for name in hierarchy.names), unknown])


def among(hierarchy: Hierarchy, names: Collection[str]) -> Marks:
    """Which relations are one of these; a name that is not in the hierarchy never is."""
    return np.array([*(name in names for name in hierarchy.names), False])


class Preparation:
    """Turns pairs of Banks into Rows; holds the numbers of names and of special values."""

    def __init__(self, hierarchy: Hierarchy, labels: Labels, match: str) -> None:
        self._match, self._labels = match, labels
        self._names = [labels.intern(name.encode()) for name in hierarchy.names]
        self._none = [labels.intern(value) for value in _NO_WORDS]
        self.empty = self._none[0]
        initials = {name.decode() for name in WITH_INITIAL}
        self._moves = [
            (labels.intern(name.encode()), _TO_TYPE if name in initials else _TO_INITIAL)
            for name, slots in hierarchy.slots.items()
            if slots == (("type", "head", "dependent") if name in initials else
                         ("head", "dependent", "initial"))
        ]  # fmt: skip

    def __call__(self, gold: Bank, system: Bank) -> tuple[Rows, Rows, Marks]:
        """The relations of both sides, and the sentences that are compared by position."""
        one, other = self._slots(gold), self._slots(system)
        if self._match == "form":
            one, other = self._as_forms(gold, one), self._as_forms(system, other)
        placed = self._placed(one, other)
        return self._rows(one, placed), self._rows(other, placed), placed

    def _slots(self, bank: Bank) -> dict[str, Ints]:
        rows = relations(bank)
        found = {name: rows[name] for name in ("label", "type", "head", "dependent", "initial")}
        for name in ("type_at", "head_at", "dependent_at"):
            found[name] = column(rows, name, -1)
        for label, sources in self._moves:
            here = (found["label"] == label) & ((found["type"] > 0) != (found["initial"] > 0))
            here &= (found["type"] > 0) == (sources is _TO_INITIAL)
            nothing = {name: np.int32(-1 if name.endswith("_at") else 0) for name in sources}
            found |= {
                name: np.where(here, found[source] if source else nothing[name], found[name])
                for name, source in sources.items()
            }
        return found | {"offset": rows.offset, "weight": column(rows, "weight", WHOLE)}

    def _as_forms(self, bank: Bank, side: dict[str, Ints]) -> dict[str, Ints]:
        """The slots with the words at their positions; one without a position stands for itself.

        Forms are compared in one spelling, so that a capital at the beginning makes no difference.
        """
        first = np.repeat(bank.token_offset[:-1], np.diff(side["offset"]))
        size = np.repeat(np.diff(bank.token_offset), np.diff(side["offset"]))
        found = dict(side)
        for name in ("head", "dependent"):
            at, given = side[f"{name}_at"], side[name]
            there = (at >= 0) & (at < size) & ~np.isin(given, self._none)
            # Words are numbered from -1 downwards, beside the labels of slots without a position.
            word = np.where(there, -1 - (first + at), given)
            numbers, row = np.unique(word, return_inverse=True)
            forms = [self._form(bank, number) for number in numbers.tolist()]
            found[name] = np.array(forms, np.int32)[row] if forms else given
        return found

    def _form(self, bank: Bank, number: int) -> int:
        """The label of a word's form, or of a slot as it is written."""
        if number in self._none:
            return number
        if number >= 0:
            text = self._labels[number]
        else:
            word = -1 - number
            text = bank.text[bank.word_start[word] : bank.word_end[word]].tobytes()
        spelt = folded(text.decode("utf-8", "surrogateescape"))
        return self._labels.intern(spelt.encode("utf-8", "surrogateescape"))

    def _placed(self, *sides: dict[str, Ints]) -> Marks:
        """The sentences whose words are compared by position."""
        sentences = len(sides[0]["offset"]) - 1
        if self._match != "auto":
            return np.full(sentences, self._match == "position")
        placed = np.ones(sentences, bool)
        for side in sides:
            for name in ("head", "dependent"):
                lacks = (side[f"{name}_at"] < 0) & ~np.isin(side[name], self._none)
                placed &= grouped(lacks.astype(np.int8), side["offset"]) == 0
        return placed

    def _rows(self, side: dict[str, Ints], placed: Marks) -> Rows:
        offset = side["offset"]
        by_place = np.repeat(placed, np.diff(offset))
        head, dependent = (
            np.where(by_place & (side[f"{name}_at"] >= 0), -1 - side[f"{name}_at"], side[name])
            for name in ("head", "dependent")
        )
        codes = np.full(len(self._labels), len(self._names))
        codes[self._names] = np.arange(len(self._names))
        row = np.arange(len(head), dtype=np.int32)
        relation = Relation(offset, head, dependent, side["label"], row, "bag")
        kind, initial = (
            np.where(side[name] == 0, np.int32(self.empty), side[name])
            for name in ("type", "initial")
        )
        return Rows(relation, codes[side["label"]], kind, initial, side["weight"])


class Slots:
    """Whether the other slots agree, for relations that agree in head and dependent.

    A slot is compared if both relations have it, or if they have the same name. The system may leave
    the type of the relations ``untyped`` empty. ``which`` is ``all``, ``head+dependent``,
    or ``head+dependent+initial``, which compares the initial slot of ncsubj only.
    """

    def __init__(
        self, hierarchy: Hierarchy, empty: int, *, which: str, untyped: Collection[str]
    ) -> None:
        self._empty, self._which = empty, which
        self._has_type = having(hierarchy, "type", False)
        self._has_initial = having(hierarchy, "initial", False)
        self._untyped = among(hierarchy, untyped)
        self._ncsubj = among(hierarchy, ("ncsubj",))

    def __call__(self, gold: Rows, system: Rows, g: Longs, s: Longs) -> Marks:
        """Whether the slots of paired rows agree."""
        one, other = gold.code[g], system.code[s]
        fine = np.ones(len(g), bool)
        if self._which == "head+dependent":
            return fine
        same = gold.relation.label[g] == system.relation.label[s]
        initial = same | (self._has_initial[one] & self._has_initial[other])
        if self._which == "all":
            typed = same | (self._has_type[one] & self._has_type[other])
            agree = gold.type[g] == system.type[s]
            agree |= (system.type[s] == self._empty) & self._untyped[other]
            fine &= agree | ~typed
        else:
            initial &= self._ncsubj[one]
        fine &= (gold.initial[g] == system.initial[s]) | ~initial
        return fine
