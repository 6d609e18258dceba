"""What labels of dependencies stand for: which cause a wrong head has, and which kind of dependent."""

import re
from collections.abc import Container, Iterator

import numpy as np

from karat.files import resources
from karat.model.columns import Bools, Ints, Longs
from karat.model.labels import Labels

OTHER = "other"
_FILE = ("errors", "dependencies.toml")
_SUBTYPE = re.compile(r"[:_].*")


def causes(labels: Labels, column: Ints | Longs) -> list[str]:
    """The cause of a wrong head, for each of these labels of gold.

    >>> labels = Labels()
    >>> causes(labels, labels.numbers([b"nsubj:pass", b"compound", b"compound:prt", b"SBJ"]))
    ['argument attachment', 'name or compound', 'function word', 'other']
    """
    known = {
        label: cause
        for cause, listed in resources.tables(*_FILE)["causes"].items()
        for label in listed.split()
    }
    found = {
        number: known.get(_base(label, known), OTHER) for number, label in _seen(labels, column)
    }
    return [found[number] for number in column.tolist()]


def of_kind(labels: Labels, column: Ints | Longs, kind: str) -> Bools:
    """Which of these labels are of a kind: nominal, case, conjunct, conjunction, punctuation.

    >>> labels = Labels()
    >>> of_kind(labels, labels.numbers([b"cc:preconj", b"conj"]), "conjunction").tolist()
    [True, False]
    """
    wanted = frozenset(resources.tables(*_FILE)["kinds"][kind].split())
    table: Bools = np.zeros(len(labels), np.bool_)
    table[[n for n, label in _seen(labels, column) if _base(label, wanted) in wanted]] = True
    return table[column]


def _seen(labels: Labels, column: Ints | Longs) -> Iterator[tuple[int, str]]:
    """The labels of a column, each once, with their numbers."""
    for number in np.flatnonzero(np.bincount(column)).tolist():
        yield number, labels[number].decode("utf-8", "replace")


def _base(label: str, known: Container[str]) -> str:
    """A label as it is listed: with its subtype if this is known, without it if not."""
    return label if label in known else _SUBTYPE.sub("", label)
