"""Step 2 of PARSEVAL: erase every bracket that encloses nothing, one word, or one constituent.

This is done recursively, from the innermost bracket. If several brackets have the same words, the
outermost stays, as in the paper: ``NP-s``, not ``PNP``. A root (``ROOT``, ``TOP`` or no label) does
not stay.
Black et al. (1991), section 2.

>>> import karat
>>> from karat.formats.brackets import dumps
>>> bank = karat.read_text("(TOP (S (NP-s (PNP (PNP Miss) (PNP Xydis))) (VP (V was) (ADJP (ADJ best))) (X)))")
>>> print(dumps(prune(bank)), end="")
(S (NP-s (PNP Miss) (PNP Xydis)) (VP (V was) (ADJ best)))
"""

import numpy as np

from karat.kernels import trees
from karat.model.bank import Bank
from karat.model.columns import Flags
from karat.model.labels import ROOTS
from karat.model.outcome import Stage
from karat.views.edit import keep_brackets, staged

CHANGES = "trees"

# What each code of ``kernels.trees.redundant`` means.
RULES = {
    1: "dropped, encloses nothing",
    2: "dropped, encloses one word",
    3: "dropped, encloses the same words as another bracket",
}


def prune(bank: Bank) -> Bank:
    """The Bank with only those brackets that group two or more words or brackets."""
    return keep_brackets(bank, dropped(bank) == 0)


def dropped(bank: Bank) -> Flags:
    """Why ``prune`` drops each bracket, as a key of RULES; 0 for one that stays.

    >>> import karat
    >>> dropped(karat.read_text("(S (NP (NP (D a) (N dog))) (VP (V barks)) (X))")).tolist()
    [0, 0, 3, 2, 1]
    """
    codes: Flags = np.empty(len(bank.label), np.int8)
    unnamed = np.array([label in ROOTS for label in bank.labels.strings()], np.int8)
    trees.redundant(bank.span_offset, bank.start, bank.end, bank.label, unnamed, codes)
    return codes


def stages(bank: Bank) -> list[Stage]:
    """The brackets that ``prune`` drops, by reason."""
    return staged(bank, "brackets", dropped(bank), RULES)
