"""Step 2 of PARSEVAL: erase every bracket that encloses nothing, one word, or one constituent.

Recursively, from the innermost: of several brackets over the same words the innermost stays.
Black et al. (1991), section 2.

>>> import karat
>>> from karat.formats.brackets import dumps
>>> bank = karat.read_text("(S (NP (PNP (PNP Miss) (PNP Xydis))) (VP (V was) (ADJP (ADJ best))) (X))")
>>> print(dumps(prune(bank)), end="")
(S (PNP (PNP Miss) (PNP Xydis)) (VP (V was) (ADJ best)))
"""

from dataclasses import replace

import numpy as np

from karat.kernels import redraw as kernel
from karat.model.bank import Bank
from karat.model.columns import Ints


def prune(bank: Bank) -> Bank:
    """Only brackets that group two things or more; a Bank that has no others is given back."""
    rows = len(bank.label)
    most = int(np.diff(bank.span_offset).max(initial=0))
    offset: Ints = np.empty(len(bank) + 1, np.int32)
    start, end, parent, label = (np.empty(rows, np.int32) for _ in range(4))
    size = kernel.prune(
        bank.span_offset, bank.start, bank.end, bank.parent, bank.label,
        np.empty(most, np.int32), offset, start, end, parent, label,
    )  # fmt: skip
    if size == rows:
        return bank
    return replace(
        bank,
        span_offset=offset,
        start=start[:size],
        end=end[:size],
        parent=parent[:size],
        label=label[:size],
    )
