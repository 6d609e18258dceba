"""Captured nodes of tree patterns."""

import pytest

import karat
from karat.patterns.bindings import bindings
from karat.patterns.captures import names
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
    "pattern, expected",
    [
        # Two noun phrases in one sentence, once both may be the same one, and once they may not.
        ("S << NP=a << NP=b", 9),
        ("S << NP=a << (NP=b !== =a)", 6),
        # The noun phrase before a verb phrase is the one that the clause begins with.
        ("S <, NP=n < (VP $, =n)", 1),
        ("VP <, =n < (NP $, =n)", 1),
        ("VP <, =n < (PP $, =n)", 0),
        # After ! the name may also come first.
        ("NP !== =other $.. VP=other", 1),
        # Twice after the same !: no phrase may begin with a node and have it as a sister of PP.
        ("VP !< (__=x <, (__ >, =x))", 0),
        ("PP !< (__=x << =x)", 1),
    ],
)
def test_a_name_used_twice_is_one_node(pattern: str, expected: int) -> None:
    """Counted by hand in the tree."""
    assert len(found(pattern)) == expected


@pytest.mark.parametrize(
    "pattern, at, what",
    [
        ("S !< NP=x", 7, "=x after ! refers to no other node"),
        ("S ![ < NP=x | < VP ]", 9, "=x after ! refers to no other node"),
        ("S !< NP=x !< VP=x", 7, "=x after ! refers to no other node"),
        # In a match by the second alternative, no node would be called x.
        ("S [ < NP=x | < VP ] !< =x", 23, "=x after ! refers to no other node"),
        ("S=a =b", 4, "expected a relation"),
    ],
)
def test_faults(pattern: str, at: int, what: str) -> None:
    """With the place in the pattern."""
    with pytest.raises(BadPattern) as error:
        compiled(pattern)
    assert (error.value.what, error.value.at) == (what, at)
