"""The dependencies of a Bank as a Graph that patterns can be matched against."""

from collections.abc import Sequence

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Ints
from karat.model.layers import names_of
from karat.model.places import head_rows, sentence_of_words
from karat.patterns.graph import Graph

_MORPHOLOGY = ("lemma", "upos", "xpos", "feats")


def of_bank(bank: Bank, upos: Ints | None = None) -> Graph:
    """The basic dependencies.

    In a Bank without morphology, such as one made from trees, the tags of the words are the xpos.
    ``upos`` gives such a Bank universal tags.
    """
    labels = names_of(bank.labels, bank.layer("edges")["label"])
    return with_edges(bank, head_rows(bank).tolist(), range(len(labels)), labels, upos)


def with_edges(
    bank: Bank, heads: Sequence[int], dependents: Sequence[int], labels: Sequence[str],
    upos: Ints | None = None,
) -> Graph:  # fmt: skip
    """The words of a Bank with the given edges in place of its own."""
    attributes = _attributes(bank)
    if upos is not None:
        attributes["upos"] = _said(bank, upos)
    sentence = sentence_of_words(bank).astype(np.int64)
    return Graph(len(bank), sentence, attributes, heads, dependents, labels)


def _attributes(bank: Bank) -> dict[str, list[str | None]]:
    forms: list[str | None] = [
        word.decode("utf-8", "replace") for i in range(len(bank)) for word in bank.words(i)
    ]
    found = {"form": forms, "deprel": _said(bank, bank.layer("edges")["label"])}
    if "morphology" not in bank.layers:
        return {**found, "xpos": _said(bank, bank.tag)}
    columns = bank.layers["morphology"].columns
    return found | {name: _said(bank, columns[name]) for name in _MORPHOLOGY if name in columns}


def _said(bank: Bank, column: Ints) -> list[str | None]:
    return [None if value in ("", "_") else value for value in names_of(bank.labels, column)]
