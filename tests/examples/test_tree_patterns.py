"""Patterns over trees: what each relation means, checked by eye on one tree."""

import pytest

import karat
from karat.patterns.forest import Forest, compiled
from karat.patterns.names import BadPattern
from karat.patterns.pattern import match

TREE = (
    "(S (NP-SBJ-1 (DT The) (NN dog)) (VP (VBZ tries) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) "
    "(VP (VB bark) (PP-LOC (IN in) (NP (DT the) (NN house))))))) (. .))"
)


def found(pattern: str, tree: str = TREE) -> list[str]:
    """The labels of the nodes that fit, with the words of tags."""
    forest = Forest.of(karat.read_text(tree))
    marks = match(compiled(pattern), forest)
    return [
        label if word is None else f"{label}:{word}"
        for label, word, hit in zip(forest.label, forest.word, marks, strict=True)
        if hit
    ]


@pytest.mark.parametrize(
    "pattern, expected",
    [
        ("NP", ["NP-SBJ-1", "NP-SBJ", "NP"]),
        ("NP-SBJ", ["NP-SBJ-1", "NP-SBJ"]),
        ("*-LOC", ["PP-LOC"]),
        ('"the"', ["DT:The", "DT:the"]),
        ('NN|VB"bark|house"', ["VB:bark", "NN:house"]),
        ("-NONE-", ["-NONE-:*-1"]),
        (r'"\*-*"', ["-NONE-:*-1"]),
        ("^*|S", []),
        ("S < NP < VP", ["S", "S"]),
        ("S > VP", ["S"]),
        ("S << PP", ["S", "S"]),
        ("NP >> PP", ["NP"]),
        ("VP <, TO", ["VP"]),
        ("TO >, VP", ["TO:to"]),
        ("VP <- PP", ["VP"]),
        ("PP >- VP", ["PP-LOC"]),
        ("NP <: __", ["NP-SBJ"]),
        ("__ >: NP", ["-NONE-:*-1"]),
        ("S <<, DT", ["S"]),
        ("NP $ VP", ["NP-SBJ-1", "NP-SBJ"]),
        ("NP $. VP", ["NP-SBJ-1", "NP-SBJ"]),
        ("VP $, NP", ["VP", "VP"]),
        (r"NP $.. \.", ["NP-SBJ-1"]),
        (r"\. $,, NP", [".:."]),
        ("NN . VBZ", ["NN:dog"]),
        ("NP . VP", ["NP-SBJ-1", "NP-SBJ"]),
        ("VBZ , NN", ["VBZ:tries"]),
        ('DT .. "bark"', ["DT:The"]),
        ('NN ,, "bark"', ["NN:house"]),
        ("NP ~ -NONE-", ["NP-SBJ-1"]),
        ("NP == *-SBJ", ["NP-SBJ-1", "NP-SBJ"]),
        ("NP !== *-SBJ", ["NP"]),
        ("VP !< VP", ["VP", "VP"]),
        ("VP [ < TO | < IN|PP ]", ["VP", "VP"]),
        ("VP ![ < TO | < PP ]", ["VP"]),
        ("(NP < DT) $.. VP", ["NP-SBJ-1"]),
        ("S < (NP < -NONE-) < (VP < (VP < VB))", ["S"]),
    ],
)
def test_relations(pattern: str, expected: list[str]) -> None:
    """Every relation, negation, choice and nesting."""
    assert found(pattern) == expected


def test_regular_expressions_over_labels_and_words() -> None:
    """Between slashes; an i behind them takes capitals for small letters."""
    pytest.importorskip("re2")
    assert found("/^NP-/") == ["NP-SBJ-1", "NP-SBJ"]
    assert found('"/^[a-z]+s$/"') == ["VBZ:tries"]
    assert found("/^np$/i") == ["NP"]


def test_sentences_do_not_touch() -> None:
    """The last word of a tree is not right before the first of the next."""
    two = "(S (A a) (B b))\n(S (A c) (B d))"
    assert found("B . A", two) == []
    assert found("B .. A", two) == []
    assert found("A . B", two) == ["A:a", "A:c"]


def test_empty_constituents_and_words_without_tags() -> None:
    """They are nodes as well; the reader takes an empty bracket for an empty word."""
    tree = "(S (NP ) x (VP y (NP )))"
    assert found("NP", tree) == ["NP:", "NP:"]
    assert found("S < NP", tree) == ["S"]
    assert found("VP <- NP", tree) == ["VP"]
    assert found('VP < "y"', tree) == ["VP"]


def test_deep_trees_are_no_deeper_than_others() -> None:
    """A hundred thousand brackets: no recursion, and linear time."""
    depth = 100_000
    tree = "(S " * depth + "(X a)" + ")" * depth
    assert len(found("S << X", tree)) == depth
    assert found("S !< S", tree) == ["S"]
    left = "(S " * depth + "(X a)" + " (Y b))" * depth
    assert len(found("S <- Y", left)) == depth
    assert len(found("Y $,, X|S", left)) == depth


@pytest.mark.parametrize(
    "pattern, at, what",
    [
        ("NP <", 4, "ends too early"),
        ("NP < (VP", 8, "ends too early"),
        ("NP ? VP", 3, "relation"),
        ("NP)", 2, "unexpected text"),
        ("", 0, "ends too early"),
        ("NP [ | < VP ]", 12, "empty"),
        ("(" * 200 + "NP" + ")" * 200, 101, "nested"),
        ("NP " + "![ " * 200, 306, "nested"),
    ],
)
def test_bad_patterns_say_where(pattern: str, at: int, what: str) -> None:
    """What is wrong, and at which character."""
    with pytest.raises(BadPattern) as error:
        compiled(pattern)
    assert (error.value.at, what in error.value.what) == (at, True), error.value.what


@pytest.mark.parametrize("pattern", ["/(?=a)/", r"/(a)\1/", '"/(/"'])
def test_what_takes_more_than_linear_time_is_refused(pattern: str) -> None:
    """With advice for look-around and back-references."""
    pytest.importorskip("re2")
    with pytest.raises(BadPattern) as error:
        compiled(pattern)
    assert ("look-around" in error.value.advice) == ("(/" not in pattern)
