"""The simplest parser: after every word, one constituent with all the words that follow."""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Ints
from karat.views.edit import with_spans


def right_branching(bank: Bank) -> Bank:
    """The words of a Bank under right-branching trees, a baseline that any parser should beat.

    >>> import karat
    >>> from karat.formats.brackets import dumps
    >>> print(dumps(right_branching(karat.read_text("(S (NP (N a) (N b)) (V c) (N d))"))), end="")
    (X (N a) (X (N b) (X (V c) (N d))))
    """
    words = np.diff(bank.token_offset)
    brackets = np.where(words > 1, words - 1, words)
    offset: Ints = np.zeros(len(words) + 1, np.int32)
    np.cumsum(brackets, out=offset[1:])
    start = np.arange(offset[-1], dtype=np.int32) - np.repeat(offset[:-1], brackets)
    end = np.repeat(words, brackets).astype(np.int32)
    label = np.full(len(start), bank.labels.intern(b"X"), np.int32)
    return with_spans(bank, offset, start, end, label)
