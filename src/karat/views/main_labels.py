"""Dependencies without the subtypes of their labels: ``nsubj:pass`` becomes ``nsubj``."""

from dataclasses import replace

import numpy as np

from karat.model.bank import Bank
from karat.model.errors import InputError

FORMAT = "conllu"


def main_labels(bank: Bank) -> Bank:
    """The same dependencies without subtypes, and without the enhanced graph, whose labels are subtypes.

    For two sides of which one has no subtypes: what is derived from dependencies depends on them.

    >>> import karat
    >>> found = main_labels(karat.read_text("1\\ta\\t_\\t_\\t_\\t_\\t0\\troot:x\\t0:root\\t_\\n"))
    >>> [found.labels[one] for one in found.layers["edges"]["label"].tolist()]
    [b'root']
    """
    if "edges" not in bank.layers:
        raise InputError(
            f"{bank.path} has no dependencies; the view main_labels takes subtypes from their labels"
        )
    edges = bank.layers["edges"]
    number = np.arange(len(bank.labels), dtype=np.int32)
    for one in np.unique(edges["label"]).tolist():
        number[one] = bank.labels.intern(bank.labels[one].split(b":")[0])
    columns = {**edges.columns, "label": number[edges["label"]]}
    layers = {name: one for name, one in bank.layers.items() if name not in ("typed", "enhanced")}
    layers["edges"] = replace(edges, columns=columns)
    if words := layers.get("morphology"):
        # A word whose DEPS begins and ends at the same place has none.
        empty = {**words.columns, "deps_end": words["deps_start"]}
        layers["morphology"] = replace(words, columns=empty)
    return replace(bank, layers=layers)
