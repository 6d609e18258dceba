"""Which sentences have no tags."""

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, grouped


def bare(bank: Bank) -> Bools:
    """Which sentences have words, but no tag at all; in columns, a word without a tag has ``_``.

    >>> from karat import read_text
    >>> bare(read_text("(S (NP the dog) (VP barks))\\n(S (NP (PRP It)) (VP (VBZ rains)))")).tolist()
    [True, False]
    """
    tagged = (bank.tag != 0) & (bank.tag != bank.labels.find(b"_"))
    if tagged.all():
        return np.zeros(len(bank), bool)
    from karat.views.inventories import phrases_as_tags  # most files have tags

    # In a tree without tags, (NP It) is a phrase of one word.
    tagged &= ~np.isin(bank.tag, bank.label) & ~phrases_as_tags(bank)
    tags = grouped(tagged.astype(np.int8), bank.token_offset)
    return np.asarray((tags == 0) & (np.diff(bank.token_offset) > 0), bool)
