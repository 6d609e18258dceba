"""Which sentences have no tags."""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, grouped

# What a note says of schemes that compare brackets, but no tags.
ONE_WORD = "phrases of one word count as tags"


def bare(bank: Bank) -> Bools:
    """Which sentences have words, but no tag at all; in columns, a word without a tag has ``_``.

    >>> from karat import read_text
    >>> bare(read_text("(S (NP the dog) (VP barks))\\n(S (NP (PRP It)) (VP (VBZ rains)))")).tolist()
    [True, False]
    """
    tagged = bank.tag != 0
    if (blank := bank.labels.find(b"_")) >= 0:
        tagged &= bank.tag != blank
    if tagged.all():
        return np.zeros(len(bank), bool)
    tags = grouped((tagged & ~_phrases(bank)).astype(np.int8), bank.token_offset)
    return np.asarray((tags == 0) & (np.diff(bank.token_offset) > 0), bool)


def one_word(bank: Bank) -> Bools:
    """Which sentences without tags have a phrase of one word, which is read as a word with a tag.

    >>> from karat import read_text
    >>> one_word(read_text("(S (NP the dog) (VP barks))\\n(S (NP the dog) (VP barks loudly))")).tolist()
    [True, False]
    """
    found = bare(bank)
    if not found.any():
        return found
    phrases = grouped(((bank.tag != 0) & _phrases(bank)).astype(np.int8), bank.token_offset)
    return np.asarray(found & (phrases > 0), bool)


def _phrases(bank: Bank) -> Bools:
    """Which words have the label of a phrase as their tag: in a tree without tags, (NP It) is a phrase."""
    from karat.views.inventories import phrases_as_tags  # most files have tags

    return np.isin(bank.tag, bank.label) | phrases_as_tags(bank)
