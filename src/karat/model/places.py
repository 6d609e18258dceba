"""Where things are in a Bank: the bracket around a word or a bracket, and the sentence of a word."""

import numpy as np

from karat.kernels import trees
from karat.model.bank import Bank
from karat.model.columns import Ints


def around_words(bank: Bank) -> Ints:
    """For each word, the row (in the Bank) of the innermost bracket around it, or -1."""
    rows: Ints = np.empty(len(bank.tag), np.int32)
    trees.around_words(bank.token_offset, bank.span_offset, bank.start, bank.end, bank.parent, rows)
    return rows


def first_words(bank: Bank) -> Ints:
    """For each bracket, the row of the first word of its sentence."""
    return np.repeat(bank.token_offset[:-1], np.diff(bank.span_offset))


def parent_rows(bank: Bank) -> Ints:
    """For each bracket, the row (in the Bank) of the bracket around it, or -1."""
    base = np.repeat(bank.span_offset[:-1], np.diff(bank.span_offset))
    return np.where(bank.parent >= 0, bank.parent + base, -1).astype(np.int32)


def sentence_of_words(bank: Bank) -> Ints:
    """For each word, the number of its sentence."""
    return np.repeat(np.arange(len(bank), dtype=np.int32), np.diff(bank.token_offset))


def head_rows(bank: Bank) -> Ints:
    """For each word, the row (in the Bank) of its head, or -1."""
    head = bank.layer("edges")["head"]
    first = np.repeat(bank.token_offset[:-1], np.diff(bank.token_offset))
    return np.where(head >= 0, head + first, -1).astype(np.int32)
