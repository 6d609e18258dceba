"""What holds for every comparison of systems."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import karat
from effort import tries

TREES = [
    "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))",
    "(S (DT the) (NN dog) (VP (VBZ barks)))",
    "(S (DT the) (X (NN dog) (VBZ barks)))",
    "(NP (DT the) (NN dog) (VBZ barks))",
]
parses = st.lists(st.sampled_from(TREES), min_size=3, max_size=12)


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[str], list[str], list[str]]:
    """Gold and two systems, with as many sentences."""
    gold = draw(parses)
    same = st.lists(st.sampled_from(TREES), min_size=len(gold), max_size=len(gold))
    return gold, draw(same), draw(same)


FEW = {"samples": 60, "measures": ["recall", "f1", "exact", "f1@sentence"]}


@settings(max_examples=tries(25))
@given(corpora(), st.sampled_from(["permutation", "bootstrap"]))
def test_exchanging_systems_negates_the_difference(
    found: tuple[list[str], list[str], list[str]], test: str
) -> None:
    gold, a, b = found
    one = karat.compare(gold, {"a": a, "b": b}, "evalb", test=test, **FEW).differences
    other = karat.compare(gold, {"b": b, "a": a}, "evalb", test=test, **FEW).differences
    for ours, theirs in zip(one, other, strict=True):
        assert ours["difference"] == -theirs["difference"]
        assert (ours["wins"], ours["losses"]) == (theirs["losses"], theirs["wins"])
        assert ours["p"] == pytest.approx(theirs["p"], abs=1e-12)
        low, high = theirs["interval"]
        assert ours["interval"] == pytest.approx([-high, -low], nan_ok=True)


@settings(max_examples=tries(25))
@given(corpora())
def test_figures_are_those_of_score(found: tuple[list[str], list[str], list[str]]) -> None:
    """And each difference is that of two figures, each p a share, wins and losses all sentences."""
    gold, a, b = found
    compared = karat.compare(gold, {"a": a, "b": b}, "evalb", **FEW)
    for score, parses in zip(compared, (a, b), strict=True):
        assert score.measures == karat.score(gold, parses, "evalb").measures
    for row in compared.differences:
        value_a, value_b = (score.measures[row["measure"]] for score in compared)
        assert row["difference"] == pytest.approx(value_b - value_a)
        assert 0 < row["p"] <= 1
        assert row["wins"] + row["ties"] + row["losses"] + row["undefined"] == len(gold)


@settings(max_examples=tries(25))
@given(corpora())
def test_systems_share_a_letter_if_they_do_not_differ(
    found: tuple[list[str], list[str], list[str]],
) -> None:
    gold, a, b = found
    compared = karat.compare(gold, {"gold": gold, "a": a, "b": b}, "evalb", all_pairs=True, **FEW)
    for row in compared.differences:
        letters = compared.letters["evalb"][row["measure"]]
        assert row["significant"] == (not set(letters[row["a"]]) & set(letters[row["b"]]))
