"""Step 2 of PARSEVAL: erase every bracket that encloses nothing, one word, or one constituent.

Recursively, from the innermost: of several brackets over the same words the innermost stays.
Black et al. (1991), section 2.

>>> import karat
>>> from karat.formats.brackets import dumps
>>> bank = karat.read_text("(S (NP (PNP (PNP Miss) (PNP Xydis))) (VP (V was) (ADJP (ADJ best))) (X))")
>>> print(dumps(prune(bank)), end="")
(S (PNP (PNP Miss) (PNP Xydis)) (VP (V was) (ADJ best)))
"""

import numpy as np

from karat.kernels import trees
from karat.model.bank import Bank
from karat.model.columns import Flags
from karat.model.outcome import Stage
from karat.views.edit import keep_brackets, staged

# What each code of ``kernels.trees.redundant`` means.
RULES = {
    1: "dropped, encloses nothing",
    2: "dropped, encloses one word",
    3: "dropped, encloses one constituent",
}


def prune(bank: Bank) -> Bank:
    """Only the brackets that group two things or more."""
    return keep_brackets(bank, dropped(bank) == 0)


def dropped(bank: Bank) -> Flags:
    """Why ``prune`` drops each bracket, as a key of RULES; 0 for one that stays.

    >>> import karat
    >>> dropped(karat.read_text("(S (NP (NP (D a) (N dog))) (VP (V barks)) (X))")).tolist()
    [0, 3, 0, 2, 1]
    """
    codes: Flags = np.empty(len(bank.label), np.int8)
    trees.redundant(bank.span_offset, bank.start, bank.end, codes)
    return codes


def stages(bank: Bank) -> list[Stage]:
    """The brackets that ``prune`` drops, by reason."""
    return staged(bank, "brackets", dropped(bank), RULES)
