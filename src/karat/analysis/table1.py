"""The four trees of Gaizauskas, Hepple and Huyck (1998), table 1: one sentence, four analyses."""

from karat.files.resources import ours
from karat.formats import read_text
from karat.model.bank import Bank

NAMES = ("ptb", "flat", "alt-good", "alt-bad")


def trees() -> dict[str, Bank]:
    """The Treebank's tree, the flat key, a correct tree by another theory, and a wrong one.

    >>> [len(bank.words(0)) for bank in trees().values()]
    [12, 12, 12, 12]
    """
    return {name: read_text(ours("demo", f"{name}.mrg").content) for name in NAMES}
