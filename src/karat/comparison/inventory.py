"""The labels that a system may use: those that gold has, or those of a grammar.

Labels of constituents are compared without function tags, so that NP is known if gold has NP-SBJ.
Labels of dependencies are compared as they are with gold's; a grammar profile has none of these, so
they are compared with the relations of Universal Dependencies, subtypes aside.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from karat.comparison.universal import universal_label
from karat.files.profile import Profile
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs, grouped
from karat.model.labels import ROOTS, base_label
from karat.model.layers import offsets
from karat.model.outcome import Note
from karat.model.universal import CONTENT, FUNCTIONAL

_RELATIONS = CONTENT | FUNCTIONAL | {b"punct"}
# What a word without a relation has in its place.
_NOTHING = (b"", b"_")
_UNKNOWN = (
    "gold has no labels of the system's kind, so it is unknown which labels are right; "
    "name a grammar, as in validity(inventory=ptb)"
)


class Inventory(Protocol):
    """Says which labels are known; None if there is nothing to know them from."""

    def bracket(self, label: bytes) -> bool | None: ...
    def relation(self, label: bytes) -> bool | None: ...


@dataclass(frozen=True)
class OfGold:
    """The labels of constituents, without function tags, and of dependencies that gold has."""

    brackets: frozenset[bytes]
    relations: frozenset[bytes]

    def bracket(self, label: bytes) -> bool | None:
        return base_label(label) in self.brackets if self.brackets else None

    def relation(self, label: bytes) -> bool | None:
        return label in self.relations if self.relations else None


@dataclass(frozen=True)
class OfGrammar:
    """The labels of a grammar profile, and the relations of Universal Dependencies."""

    profile: Profile

    def bracket(self, label: bytes) -> bool | None:
        return self.profile.knows_label(label)

    def relation(self, label: bytes) -> bool | None:
        return universal_label(label) in _RELATIONS


def of_gold(banks: Iterable[Bank]) -> OfGold:
    """The labels of all blocks of gold.

    >>> import karat
    >>> sorted(of_gold([karat.read_text("(S (NP-SBJ (N a)) (VP (V b)))")]).brackets)
    [b'NP', b'S', b'VP']
    """
    brackets, relations = set[bytes](), set[bytes]()
    for bank in banks:
        strings = bank.labels.strings()
        brackets.update(base_label(strings[at]) for at in np.unique(bank.label).tolist())
        if "edges" in bank.layers:
            used = np.unique(bank.layers["edges"]["label"]).tolist()
            relations.update(strings[at] for at in used)
    return OfGold(frozenset(brackets.difference(ROOTS)), frozenset(relations.difference(_NOTHING)))


class Judged(NamedTuple):
    """The labels of a system, each with its row in its table, and which of them are known."""

    what: str
    row: Longs
    label: Ints
    sentence: Ints
    known: Bools
    offset: Ints
    notes: tuple[Note, ...] = ()

    def counts(self) -> dict[str, Longs]:
        """How many labels each sentence has, and how many of them are known."""
        sizes = np.diff(self.offset).astype(np.int64)
        return {"labels": sizes, "known": grouped(self.known.astype(np.int8), self.offset)}


def judged(bank: Bank, keep: Bools, inventory: Inventory) -> Judged:
    """The labels in the kept sentences: of constituents, or else of dependencies.

    The root of a tree may have any name that treebanks give it.
    """
    strings = bank.labels.strings()
    if bank.has_trees:
        what, offset, label = "constituent", bank.span_offset, bank.label
        known = [None if one in ROOTS else inventory.bracket(one) for one in strings]
    else:
        edges = bank.layers.get("edges")
        what, offset = "relation", edges.offset if edges else np.zeros(len(bank) + 1, np.int32)
        label = edges["label"] if edges else np.zeros(0, np.int32)
        known = [None if one in _NOTHING else inventory.relation(one) for one in strings]
    sentence = np.repeat(np.arange(len(bank), dtype=np.int32), np.diff(offset))
    right, told = (np.array([test(one) for one in known], np.bool_) for test in (bool, _is_told))
    row = np.flatnonzero(keep[sentence] & told[label])
    sizes = np.bincount(sentence[row], minlength=len(bank))
    judge = inventory.bracket if bank.has_trees else inventory.relation
    notes = ((_UNKNOWN, 0),) if len(label) and judge(b"S") is None else ()
    found = label[row]
    return Judged(what, row, found, sentence[row], right[found], offsets(sizes), notes)


def _is_told(known: bool | None) -> bool:
    return known is not None
