"""The dependencies of a Bank as a Graph that patterns can be matched against."""

from collections.abc import Sequence

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Ints
from karat.model.places import head_rows, sentence_of_words
from karat.patterns.graph import Graph
from karat.patterns.vocabulary import Vocabulary

_MORPHOLOGY = ("lemma", "upos", "xpos", "feats")


def of_bank(bank: Bank, upos: Ints | None = None) -> Graph:
    """The basic dependencies.

    In a Bank without morphology, such as one made from trees, the tags of the words are the xpos.
    ``upos`` gives such a Bank universal tags.
    """
    labels = Vocabulary.of_labels(bank.labels, bank.layer("edges")["label"])
    return with_edges(bank, head_rows(bank), range(len(labels)), labels, upos)


def with_edges(
    bank: Bank, heads: Sequence[int] | Ints, dependents: Sequence[int],
    labels: Sequence[str | None], upos: Ints | None = None,
) -> Graph:  # fmt: skip
    """The words of a Bank with the given edges in place of its own."""
    attributes = _attributes(bank)
    if upos is not None:
        attributes["upos"] = _said(bank, upos)
    sentence = sentence_of_words(bank).astype(np.int64)
    return Graph(len(bank), sentence, attributes, heads, dependents, labels)


def _attributes(bank: Bank) -> dict[str, Vocabulary]:
    found = {
        "form": Vocabulary.of_words(bank), "deprel": _said(bank, bank.layer("edges")["label"]),
    }  # fmt: skip
    if "morphology" not in bank.layers:
        return {**found, "xpos": _said(bank, bank.tag)}
    columns = bank.layers["morphology"].columns
    return found | {name: _said(bank, columns[name]) for name in _MORPHOLOGY if name in columns}


def _said(bank: Bank, column: Ints) -> Vocabulary:
    return Vocabulary.of_labels(bank.labels, column).without("", "_")
