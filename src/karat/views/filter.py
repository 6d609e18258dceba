"""Only some constituents: those of some categories, or down to some depth."""

import numpy as np

from karat.model.bank import Bank
from karat.views.edit import among, depths, keep_brackets

CHANGES = "trees"


def filter(bank: Bank, categories: tuple[str, ...] = (), depth: int = 0) -> Bank:  # noqa: A001  # the view's name
    """Drop the brackets of other categories and those deeper than ``depth``; every word stays.

    A label counts without its function tags: NP-SBJ is an NP. Depth is counted in the tree as it is
    given, before categories are dropped.

    >>> import karat
    >>> from karat.formats.brackets import dumps
    >>> bank = karat.read_text("(S (NP-SBJ (DT the) (NN dog)) (VP (VBZ barks) (ADVP (RB loudly))))")
    >>> print(dumps(filter(bank, depth=2)), end="")
    (S (NP-SBJ (DT the) (NN dog)) (VP (VBZ barks) (RB loudly)))
    """
    keep = np.ones(len(bank.label), bool)
    if categories:
        keep &= among(bank, {label.encode() for label in categories})[bank.label]
    if depth:
        keep &= depths(bank) <= depth
    return keep_brackets(bank, keep)
