"""Grammatical relations as rows of a Bank's layer ``gr``, and as Python values.

The layer has these columns:

- label, type, head, dependent, initial: numbers of labels; 0 if the relation has no such slot, the
  label ``_`` if the slot is empty. Only these five are required.
- type_at, head_at, dependent_at: the position of the word in the sentence, or -1.
- type_tag, head_tag, dependent_tag: the tag of the word.
- weight: in millionths. ``at``: the offset of the relation in the text.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Ints
from karat.model.labels import Labels
from karat.model.layers import Table, empty, names_of, offsets

EMPTY = b"_"
WHOLE = 1_000_000
NAMES = ("label", "type", "head", "dependent", "initial")
TAGS = ("type_tag", "head_tag", "dependent_tag")
POSITIONS = ("type_at", "head_at", "dependent_at")
INTERNED = frozenset((*NAMES, *TAGS))

# Relations whose three slots are head, dependent, initial; the three of all others begin with type.
WITH_INITIAL = (b"subj", b"ncsubj", b"xsubj", b"csubj", b"dobj")


class Gr(NamedTuple):
    """A relation. A slot that it does not have is the empty text; a slot left empty is ``_``.

    >>> print(Gr("ncsubj", head="die", dependent="proprietor", initial="_"))
    ncsubj(die, proprietor, _)
    """

    label: str
    type: str = ""
    head: str = ""
    dependent: str = ""
    initial: str = ""
    head_at: int = -1
    dependent_at: int = -1

    def __str__(self) -> str:
        slots = (self.type, self.head, self.dependent, self.initial)
        return f"{self.label}({', '.join(slot for slot in slots if slot)})"


def table(labels: Labels, sentences: Iterable[Iterable[Gr]]) -> Table:
    """The layer for relations given as Python values, one list per sentence."""
    rows = [list(sentence) for sentence in sentences]
    flat = [gr for sentence in rows for gr in sentence]
    values: list[tuple[Any, ...]] = list(zip(*flat, strict=True)) or [()] * len(Gr._fields)
    texts = dict(zip(NAMES, values, strict=False))
    unique = sorted(set().union(*texts.values()))
    numbers = labels.numbers([text.encode("utf-8", "surrogateescape") for text in unique])
    number = dict(zip(unique, numbers.tolist(), strict=True))
    columns: dict[str, Ints] = {
        name: np.array(list(map(number.__getitem__, texts[name])), np.int32) for name in NAMES
    }
    for name, places in zip(POSITIONS[1:], values[len(NAMES) :], strict=True):
        columns[name] = np.array(places, np.int32)
    return Table(offsets(map(len, rows)), columns, interned=INTERNED & columns.keys())


def relations(bank: Bank) -> Table:
    """The layer; an empty file has one without rows."""
    if "gr" not in bank.layers and not len(bank.text) and not len(bank.tag):
        return empty(len(bank), *NAMES, interned=frozenset(NAMES))
    return bank.layer("gr")


def names_in(*banks: Bank) -> set[str]:
    """The names of the relations in some Banks; Banks without relations have none."""
    tables = [(bank.labels, bank.layers["gr"]["label"]) for bank in banks if "gr" in bank.layers]
    return {name for labels, label in tables for name in names_of(labels, np.unique(label))}


def column(rows: Table, name: str, missing: int) -> Ints:
    """A column of the layer; if it is not there, a column full of ``missing``."""
    found = rows.columns.get(name)
    return np.full(len(rows), missing, np.int32) if found is None else found


def listed(bank: Bank, sentence: int) -> list[Gr]:
    """The relations of a sentence.

    >>> import karat
    >>> [gr.head for gr in listed(karat.read_text("dobj(drop, it, _)"), 0)]
    ['drop']
    """
    rows = relations(bank)
    part = rows.rows(sentence)
    strings = bank.labels.strings()
    texts = (
        [strings[n].decode("utf-8", "surrogateescape") for n in rows[name][part].tolist()]
        for name in NAMES
    )
    places = (column(rows, name, -1)[part].tolist() for name in POSITIONS[1:])
    return [Gr(*values) for values in zip(*texts, *places, strict=True)]
