"""All constituents of a Bank as a Relation."""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Longs
from karat.model.relation import Relation


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


def distinct(relation: Relation) -> Relation:
    """One row for each span, the outermost of several brackets over the same words.

    In tree order, equal spans follow each other, so only neighbours are compared.

    >>> import karat
    >>> relation = distinct(spans(karat.read_text("(S (VP (V go) (NP (N home))))")))
    >>> list(zip(relation.first.tolist(), relation.second.tolist()))
    [(0, 2), (1, 2)]
    """
    first, second = relation.first, relation.second
    keep = np.ones(len(relation), bool)
    keep[1:] = (first[1:] != first[:-1]) | (second[1:] != second[:-1])
    begins = relation.offset[:-1]
    keep[begins[begins < len(relation)]] = True
    return relation.where(keep)


def depths(relation: Relation) -> Longs:
    """How many spans of the sentence contain each span, including itself; spans must be well nested.

    Rows before a span contain it unless they end before it begins.

    >>> import karat
    >>> depths(spans(karat.read_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks) (NP (N x))))"))).tolist()
    [1, 2, 2, 3]
    """
    sentence = relation.sentence().astype(np.int64) << 32
    ended = np.searchsorted(np.sort(sentence + relation.second), sentence + relation.first, "right")
    return np.arange(1, len(relation) + 1) - ended
