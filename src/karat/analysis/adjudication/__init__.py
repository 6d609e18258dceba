"""Two annotations of the same sentences merged into one file, with what they disagree about marked.

The merged file is the first annotator's, byte for byte, with the second annotator's answers beside
those that differ. A dispute has a number; ``a`` is the first annotator's answer and ``b`` the second's:

relations     ``ncmod(_, go, home) ; !1a`` and ``iobj(_, go, home) ; !1b`` on two lines; where one has no
              relation, ``; !2b nothing``. Delete the line that is wrong.
dependencies  the columns have the first answer, the last column the second: ``Other-Head=3``. Correct the
              columns where the second is right, and delete it.
trees         ``(NP!1a …) (NP!1b …)`` stand beside each other. Delete the one that is wrong, and the mark
              of the other.

``comparison/undecided.py`` finds what is left to decide.
"""

from collections.abc import Callable

from karat.analysis.adjudication import dependencies, relations, trees
from karat.analysis.adjudication.marks import Merged
from karat.comparison.undecided import undecided
from karat.model.bank import Bank
from karat.model.errors import InputError, UsageError

# How files of a format are merged.
_MERGE: dict[str, Callable[[Bank, Bank], Merged]] = {
    "gr": relations.merged,
    "conllu": dependencies.merged,
    "brackets": trees.merged,
}


def adjudicated(first: Bank, second: Bank, formats: tuple[str, str]) -> Merged:
    """Merge two annotations that were read from files of these formats.

    >>> from karat.formats.gr import loads
    >>> texts = "He died.\\nncsubj(die, he, _)\\n", "He died.\\ndobj(die, he, _)\\n"
    >>> print(adjudicated(*map(loads, texts), ("gr", "gr")).text.decode(), end="")
    He died.
    ncsubj(die, he, _) ; !1a
    dobj(die, he, _) ; !1b
    """
    if formats[0] != formats[1] or formats[0] not in _MERGE:
        raise UsageError(
            f"{first.path} is {formats[0]} and {second.path} is {formats[1]}; two files of the same "
            f"format can be merged: {', '.join(_MERGE)} (karat convert changes the format)"
        )
    if len(first) != len(second):
        raise InputError(
            f"{first.path} has {len(first)} sentences and {second.path} {len(second)}; "
            "they must be the same sentences in the same order"
        )
    for bank in (first, second):
        if left := next(undecided(bank), None):
            raise InputError(f"{left}\na file that is still undecided cannot be merged again")
    return _MERGE[formats[0]](first, second)
