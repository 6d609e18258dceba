"""What labels of dependencies stand for: which cause a wrong head has, and which kind of dependent."""

import re
from collections.abc import Callable, Container
from typing import Any

import numpy as np

from karat.files import resources
from karat.model.columns import Bools, Ints, Longs, Numbers
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
    found: list[str] = _each(labels, column, lambda label: known.get(_base(label, known), OTHER))
    return found


def of_kind(labels: Labels, column: Ints | Longs, kind: str) -> Bools:
    """Which of these labels are of a kind: nominal, case, conjunct, conjunction, punctuation.

    >>> labels = Labels()
    >>> of_kind(labels, labels.numbers([b"cc:preconj", b"conj"]), "conjunction").tolist()
    [True, False]
    """
    wanted = frozenset(resources.tables(*_FILE)["kinds"][kind].split())
    return np.array(_each(labels, column, lambda label: _base(label, wanted) in wanted), np.bool_)


def _each(labels: Labels, column: Numbers, tell: Callable[[str], Any]) -> list[Any]:
    """Something about each label of a column, found out once for each label."""
    numbers, rows = np.unique(column, return_inverse=True)
    told = [tell(labels[number].decode("utf-8", "replace")) for number in numbers.tolist()]
    return [told[row] for row in rows.tolist()]


def _base(label: str, known: Container[str]) -> str:
    """A label as it is listed: with its subtype if this is known, without it if not."""
    return label if label in known else _SUBTYPE.sub("", label)
