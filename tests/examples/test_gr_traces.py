"""Relations from trees with null elements: one tree of our own for each construction, and karat-200.

The trees in ``tests/traced`` have traces and function tags as the bracketing guidelines of the Penn
Treebank ask for; the relations beside them were written from the definitions of the paper.
"""

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

import karat
from karat.formats import brackets
from karat.model.bank import Bank
from karat.model.gr import listed
from karat.views.gr import gr
from karat.views.nulls import without_nulls

FOLDER = Path(__file__).parent.parent / "traced"
NAMES = re.findall(r"^# ([\w-]+)$", (FOLDER / "relations.gr").read_text("utf-8"), re.MULTILINE)
GOLD = karat.read(FOLDER / "relations.gr")
TREES = karat.read(FOLDER / "trees.mrg")
FOUND = gr(TREES)
SUITE = files("karat.data").joinpath("suites").joinpath("karat-200")


def relations(bank: Bank, sentence: int) -> Counter[str]:
    """The relations of a sentence as text."""
    return Counter(map(str, listed(bank, sentence)))


def stripped(trees: Bank) -> Bank:
    """The trees without null elements, and without the numbers that point to these."""
    text = brackets.dumps(without_nulls(trees))
    return karat.read_text(re.sub(r"\(([A-Z][A-Z-]*)(?:[-=]\d+)+(?= )", r"(\1", text))


def rows(gold: Bank, system: Bank) -> dict[str, dict[str, float]]:
    """Precision and recall of each relation."""
    found = karat.score(gold, system, "gr", by=["relation"])
    return {name: row["measures"] for name, row in found.groups["relation"].items()}


def test_every_tree_has_relations_and_a_name() -> None:
    """Trees and relations are of the same sentences, in the same order, each with its own name."""
    assert len(GOLD) == len(TREES) == len(NAMES) == len(set(NAMES)) >= 60
    stripped = without_nulls(TREES)
    assert all(stripped.words(number) == GOLD.words(number) for number in range(len(GOLD)))


@pytest.mark.parametrize("name", NAMES)
def test_relations_with_traces(name: str) -> None:
    """All relations that the paper asks for, and no others."""
    number = NAMES.index(name)
    assert relations(FOUND, number) == relations(GOLD, number)


def worse_with_traces(gold: Bank, trees: Bank) -> dict[tuple[str, str], tuple[float, float]]:
    """The relations whose precision or recall is lower with null elements than without."""
    traced, bare = rows(gold, gr(trees)), rows(gold, gr(stripped(trees)))
    return {
        (name, measure): (traced[name][measure], row[measure])
        for name, row in bare.items()
        for measure in ("precision", "recall")
        if traced[name][measure] < row[measure]
    }


def test_traces_never_make_it_worse() -> None:
    """Relation by relation, trees with null elements give at least what trees without them give."""
    assert not worse_with_traces(GOLD, TREES)


def test_traces_never_make_karat_200_worse() -> None:
    """The same on the suite, whose relations were written by others."""
    gold, trees = (karat.read(str(SUITE.joinpath(name))) for name in ("gr.txt", "trees.mrg"))
    assert len(gold) == len(trees) == 252
    assert not worse_with_traces(gold, trees)


def test_stripping_takes_indices_and_null_elements() -> None:
    """What is compared with has no traces, no numbers, and the same words and function tags."""
    text = "(S (NP-SBJ-1 (PRP He)) (VP (VBD fled) (S (NP-SBJ (-NONE- *-1)) (NP=2 (NN x-1)))))"
    assert brackets.dumps(stripped(karat.read_text(text))) == (
        "(S (NP-SBJ (PRP He)) (VP (VBD fled) (S (NP (NN x-1)))))\n"
    )
