"""The four trees of Gaizauskas, Hepple and Huyck (1998), table 1: one sentence, four analyses."""

from importlib.resources import files

from karat.api import read_text
from karat.model.bank import Bank

NAMES = ("ptb", "flat", "alt-good", "alt-bad")


def trees() -> dict[str, Bank]:
    """The Treebank's, the flat key, a right one by another theory, and a wrong one.

    >>> [len(bank.words(0)) for bank in trees().values()]
    [12, 12, 12, 12]
    """
    folder = files("karat.data").joinpath("demo")
    return {name: read_text(folder.joinpath(f"{name}.mrg").read_bytes()) for name in NAMES}
