"""Which sentences have no tags, or tags that say nothing."""

import re

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, grouped
from karat.model.layers import gathered

# What a note says of schemes that compare brackets, but no tags.
ONE_WORD = "phrases of one word count as tags"
# Tags that parsers without a tagger give to every word.
FILLERS = b"UNK", b"X", b"XX"


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


def filled(bank: Bank) -> Bools:
    """Which sentences have only tags that say nothing, punctuation aside.

    >>> from karat import read_text
    >>> filled(read_text("(S (NP (XX It)) (XX is) (. .))\\n(S (NP (PRP It)) (XX is))\\n(S (. .))")).tolist()
    [True, False, False]
    """
    found: Bools = np.zeros(len(bank), bool)
    known = [one for one in map(bank.labels.find, FILLERS) if one >= 0]
    if not known:
        return found
    silent: Bools = np.zeros(len(bank.labels), bool)
    silent[known] = True
    rows = np.flatnonzero(silent.take(bank.tag))
    # In most files few sentences have such a tag, if any.
    some = np.unique(np.searchsorted(bank.token_offset, rows, "right") - 1)
    offset, words = gathered(bank.token_offset, some)
    tags = bank.tag[words]
    for tag in np.unique(tags).tolist():
        silent[tag] |= not re.search(rb"\w", bank.labels[tag])
    found[some] = grouped((~silent[tags]).astype(np.int8), offset) == 0
    return found


def _phrases(bank: Bank) -> Bools:
    """Which words have the label of a phrase as their tag: in a tree without tags, (NP It) is a phrase."""
    from karat.views.inventories import phrases_as_tags  # most files have tags

    return np.isin(bank.tag, bank.label) | phrases_as_tags(bank)
