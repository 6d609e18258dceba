"""Extraposed clauses of GUM: UD says where they are (``expl`` and ``csubj``), PARSEVAL redraws them."""

from pathlib import Path

import pytest

import karat
from karat.engine.memory import outcome_of
from karat.schemes import parse

pytestmark = pytest.mark.corpora

# Redrawn although UD has no csubj beside the expl: (document, sentence from 0) and why.
ALSO = {
    ("academic_exposure", 23): "it remains unclear what …: UD calls the clause a free relative, nsubj",
}
# Not redrawn although UD has expl and csubj.
NOT = {}


def redrawn(trees: Path) -> set[int]:
    """The sentences in which a clause is moved."""
    bank = karat.read(trees)
    switched = [
        outcome_of(bank, bank, parse(f"parseval(extraposition={switch})")).banks[0]
        for switch in ("yes", "no")
    ]
    return {i for i in range(len(bank)) if switched[0].spans(i) != switched[1].spans(i)}


def expletives(dependencies: Path) -> set[int]:
    """The sentences in which "it" is an expl, and its head has a csubj too."""
    found = set()
    for number, text in enumerate(dependencies.read_text().strip().split("\n\n")):
        rows = [line.split("\t") for line in text.splitlines() if line[0].isdigit()]
        its = {row[6] for row in rows if row[1].lower() == "it" and row[7].startswith("expl")}
        clauses = {row[6] for row in rows if row[7].startswith("csubj")}
        if its & clauses:
            found.add(number)
    return found


def test_what_ud_calls_extraposed_is_redrawn_and_nothing_else(corpora: Path) -> None:
    """All of them, but for those that are listed here with the reason."""
    ours, theirs = set(), set()
    for file in sorted(corpora.glob("gum/const/*.ptb")):
        name = file.stem.removeprefix("GUM_")
        ours |= {(name, i) for i in redrawn(file)}
        theirs |= {(name, i) for i in expletives(corpora / "gum" / "dep" / f"{file.stem}.conllu")}
    assert len(theirs) == 13
    assert theirs - ours == set(NOT)
    assert ours - theirs == set(ALSO)
