"""The constituents of a Bank as a Relation, nothing left out."""

import numpy as np

from karat.bank import Bank
from karat.relation import Relation


def spans(bank: Bank) -> Relation:
    """Every bracket that holds a word: (sentence, start, end, label), in tree order.

    >>> import karat
    >>> relation = spans(karat.read_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"))
    >>> list(zip(relation.first.tolist(), relation.second.tolist()))
    [(0, 3), (0, 2), (2, 3)]
    """
    rows = np.arange(len(bank.label), dtype=np.int32)
    everything = Relation(bank.span_offset, bank.start, bank.end, bank.label, rows)
    return everything.where(bank.start < bank.end)
