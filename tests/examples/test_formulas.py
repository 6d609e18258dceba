"""The formulas in the description of each scheme are those that it computes."""

import re
from inspect import getmodule

import pytest

import karat
from karat.schemes import load, names

# A count over a count, with brackets and signs between them, as in: las = matched / gold.
FORMULA = re.compile(r"^    (\w+) += (\(?[a-z]+(?: [-+] [a-z]+\))? / [a-z]+)$", re.MULTILINE)
TREE = "(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (DT a) (NN cat))))"
# The verb is in the subject: one bracket crosses gold's, and other words are heads.
OTHER = "(S (NP (DT the) (NN dog) (VBZ sees)) (VP (DT a) (NN cat)))"
GOLD, SYSTEM = "\n".join([TREE] * 4), "\n".join([OTHER, TREE, TREE, TREE])
FIGURES = [
    (name, *found)
    for name in names()
    if name != "phenomena"  # compares names, not trees
    for found in FORMULA.findall(getmodule(load(name)).__doc__ or "")
]


@pytest.mark.parametrize(("name", "figure", "formula"), FIGURES)
def test_a_figure_is_what_its_description_says(name: str, figure: str, formula: str) -> None:
    """Worked out from the counts."""
    score = karat.score(GOLD, SYSTEM, name)
    assert score.measures[figure] == pytest.approx(eval(formula, {}, dict(score.counts)))


def test_most_schemes_have_formulas() -> None:
    assert len(FIGURES) > 20
    assert ("flat", "conformance", "(gold - violated) / gold") in FIGURES
    assert ("deps", "label", "labels / gold") in FIGURES


def test_crossing_is_a_mean_over_sentences() -> None:
    """One of four sentences has a bracket that crosses one of gold's, here (the dog sees)."""
    for scheme in ("parseval", "evalb"):
        score = karat.score(GOLD, SYSTEM, scheme)
        assert (score.crossing, score.no_crossing) == (0.25, 0.75), scheme
