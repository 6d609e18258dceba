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

from types import ModuleType

from karat.analysis.adjudication import dependencies, relations, trees
from karat.analysis.adjudication.marks import Merged
from karat.comparison.undecided import undecided
from karat.model.bank import Bank
from karat.model.errors import InputError, SyntaxFault, UsageError

# How files of a format are merged: ``refuse_other_words(first, second)`` and then ``merged(first, second)``.
MERGE: dict[str, ModuleType] = {"gr": relations, "conllu": dependencies, "brackets": trees}


def adjudicated(first: Bank, second: Bank, formats: tuple[str, str]) -> Merged:
    """Merge two annotations that were read from files of these formats; ``files.py`` merges files.

    >>> from karat.formats.gr import loads
    >>> texts = "He died.\\nncsubj(die, he, _)\\n", "He died.\\ndobj(die, he, _)\\n"
    >>> print(adjudicated(*map(loads, texts), ("gr", "gr")).text.decode(), end="")
    He died.
    ncsubj(die, he, _) ; !1a
    dobj(die, he, _) ; !1b
    """
    paths = first.path, second.path
    refuse_other_formats(paths, formats)
    refuse_other_sizes(paths, (len(first), len(second)))
    for bank in (first, second):
        refuse_undecided(next(undecided(bank), None))
    MERGE[formats[0]].refuse_other_words(first, second)
    found: Merged = MERGE[formats[0]].merged(first, second)
    return found


def refuse_other_formats(paths: tuple[str, str], formats: tuple[str, str]) -> None:
    """Stop unless both files have the same format, which must be one that can be merged."""
    if formats[0] != formats[1] or formats[0] not in MERGE:
        raise UsageError(
            f"{paths[0]} is {formats[0]} and {paths[1]} is {formats[1]}; two files of the same "
            f"format can be merged: {', '.join(MERGE)} (karat convert changes the format)"
        )


def refuse_other_sizes(paths: tuple[str, str], sentences: tuple[int, int]) -> None:
    """Stop unless both files have equally many sentences."""
    if sentences[0] != sentences[1]:
        raise InputError(
            f"{paths[0]} has {sentences[0]} sentences and {paths[1]} {sentences[1]}; "
            "they must be the same sentences in the same order"
        )


def refuse_undecided(left: SyntaxFault | None) -> None:
    """Stop if a file has something that is still undecided."""
    if left:
        raise InputError(f"{left}\na file that is still undecided cannot be merged again")
