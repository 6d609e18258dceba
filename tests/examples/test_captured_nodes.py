"""Captured nodes of tree patterns."""

import pytest

import karat
from karat.patterns.bindings import bindings, names
from karat.patterns.forest import Forest, compiled
from karat.patterns.names import BadPattern

TREE = "(S (NP (NN a)) (VP (VB b) (NP (NN c)) (PP (IN d) (NP (NN e)))))"


def found(pattern: str, tree: str = TREE) -> list[dict[str, str]]:
    """The captured nodes, as label and words."""
    forest = Forest.of(karat.read_text(tree))
    words = [word for word in forest.word if word is not None]
    columns = bindings(compiled(pattern), forest)
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)

    def said(node: int) -> str:
        if node < 0:
            return "-"
        return " ".join([forest.label[node], *words[forest.start[node] : forest.end[node]]])

    return [
        {name: said(node) for name, node in zip(columns, row, strict=True) if name} for row in rows
    ]


def test_one_row_for_each_combination() -> None:
    """Both noun phrases below VP, and of each its noun."""
    assert found("VP=v << (NP=n < NN=w)") == [
        {"n": "NP c", "v": "VP b c d e", "w": "NN c"},
        {"n": "NP e", "v": "VP b c d e", "w": "NN e"},
    ]


def test_alternatives_may_use_the_same_name() -> None:
    """And what only the other alternative captures is missing."""
    rows = found("__ [ <, (VB=x) | <, IN=x < NP=y ]")
    assert rows == [{"x": "VB b", "y": "-"}, {"x": "IN d", "y": "NP e"}]


def test_a_condition_without_a_name_only_selects() -> None:
    """It does not multiply the rows."""
    assert found("NP=n $ __ !< PP") == [{"n": "NP a"}, {"n": "NP c"}, {"n": "NP e"}]


def test_an_index_is_no_name() -> None:
    """NP=1 is a label of the Penn Treebank, NP=x captures."""
    assert names(compiled("NP=1")) == set()
    assert names(compiled('NP"a"=x < *=?')) == {"x"}
    tree = "(S (NP=1 (NN a)) (VP (VB b)))"
    assert found("NP=1=x", tree) == [{"x": "NP=1 a"}]


@pytest.mark.parametrize(
    "pattern, at, what",
    [
        ("S < NP=x < VP=x", 13, "two nodes are called 'x'"),
        ("S !< NP=x", 7, "a node that must not be there cannot be captured"),
        ("S ![ < NP=x | < VP ]", 9, "a node that must not be there cannot be captured"),
    ],
)
def test_faults(pattern: str, at: int, what: str) -> None:
    """With the place in the pattern."""
    with pytest.raises(BadPattern) as error:
        compiled(pattern)
    assert (error.value.what, error.value.at) == (what, at)
