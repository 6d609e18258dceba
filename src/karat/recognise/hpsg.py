"""HPSG analyses as evidence: the derivation as a forest, the predications as a graph.

A pattern names a rule or lexical entry as the grammar does, with wildcards: ``sb-hd_*``. In the graph
a word is a predication. The roles of MRS and DMRS say how the two stand in scope after a colon:
``ARG1`` also fits ARG1:EQ. The predication at the top has the deprel TOP.
"""

from collections.abc import Sequence

import numpy as np

from karat.formats import read_text
from karat.model.bank import Bank
from karat.model.layers import names_of
from karat.patterns.forest import Forest
from karat.patterns.graph import Graph
from karat.patterns.names import wild
from karat.patterns.pattern import Marks
from karat.patterns.vocabulary import Vocabulary

FORMAT = "delphin"


def bank(texts: Sequence[str]) -> Bank:
    """Records, one text each, as a Bank; an empty text is an item without an analysis."""
    lines = ("\n".join(line for line in text.split("\n") if line.strip()) for text in texts)
    joined = "".join((one or "#none") + "\n\n" for one in lines)
    return read_text(joined, format=FORMAT, layout="free")


def forest(bank: Bank) -> Forest:
    return Forest.of(bank, fits_label=wild)


def graph(bank: Bank) -> Graph:
    """The predications, in the order of their first characters, and the roles between them.

    >>> from karat.patterns.graph import compiled
    >>> from karat.patterns.pattern import match
    >>> found = graph(bank(["{e2: x3:_dog_n_1<0:4>{x NUM pl}[] e2:_bark_v_1<5:9>{e}[ARG1 x3]}"]))
    >>> match(compiled("{pos:v} >ARG1 {NUM:pl}"), found).tolist()
    [False, True]
    """
    predications, roles = bank.layer("predications"), bank.layer("roles")
    counts = np.diff(predications.offset)
    sentence = np.repeat(np.arange(len(bank)), counts)
    attributes: dict[str, Sequence[str | None]] = {
        name: Vocabulary.of_labels(bank.labels, predications[column]).without("")
        for name, column in _COLUMNS.items()
    }
    first = np.repeat(predications.offset[:-1], np.diff(roles.offset))
    source, target = roles["source"], roles["target"] + first
    labels = [one.replace("/", ":") for one in names_of(bank.labels, roles["label"])]
    tops = set(target[source < 0].tolist())
    attributes["deprel"] = ["TOP" if i in tops else None for i in range(len(sentence))]
    heads = np.where(source < 0, -1, source + first)
    return Graph(len(bank), sentence, attributes, heads.tolist(), target.tolist(), labels)


_COLUMNS = {
    "pred": "label", "lemma": "lemma", "pos": "pos", "sense": "sense", "carg": "carg",
    "type": "type", "feats": "properties",
}  # fmt: skip


def present(bank: Bank, kind: str) -> Marks:
    """The items that have a derivation (``tree``), or a semantic structure (``deps``)."""
    if kind == "tree":
        return np.asarray(np.diff(bank.span_offset) > 0, bool)
    if kind == "deps":
        return np.asarray(np.diff(bank.layer("predications").offset) > 0, bool)
    return np.ones(len(bank), bool)
