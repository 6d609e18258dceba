"""Explanations: the counts in them are right."""

import pytest

import karat
from karat import schemes
from karat.analysis.explain import explain
from karat.recognise.banks import listed
from karat.reports import explanation
from karat.schemes import parse, parse_figure

GOLD = "(TOP (S (NP-SBJ (DT the) (NN dog)) (VP (VBZ barks)) (. .)))\n(S (N a))\n"
SYSTEM = "(TOP (S (NP (DT the)) (VP (NN dog) (VBZ barks)) (. .)))\n(S (N b))\n"


def text(figure: str, gold: str = GOLD, system: str = SYSTEM) -> str:
    """An explanation, its paragraphs unwrapped."""
    scheme, measure = parse_figure(figure)
    found = explain(scheme, measure, karat.read_text(gold), karat.read_text(system))
    return " ".join(explanation.text(found).split())


def test_the_title_and_the_signature() -> None:
    """What is explained, and what exactly was computed."""
    found = text("evalb(params=new).f1")
    assert found.startswith("evalb(params=new).f1 of <text> against <text>")
    assert "signature: evalb(params=new)|failed:drop|" in found


def test_every_step_has_its_counts() -> None:
    """Under new: TOP and the full stop go, S matches, VP crosses NP, one sentence is dropped."""
    found = text("evalb(params=new).f1")
    assert "Read 2 gold sentences (5 words, 5 brackets)" in found
    assert "Words of gold: 1 deleted, DELETE_LABEL .." in found
    assert "Words of the system: 1 deleted, DELETE_LABEL .." in found
    assert "Brackets of gold: 1 deleted, DELETE_LABEL TOP." in found
    assert "1 of 2 sentences have no score: 1 different words." in found
    assert "NP-SBJ → NP (1)" in found
    assert "ADVP = PRT" in found
    assert "gold = 3 brackets of gold; system = 3 brackets of the system; matched = 1" in found
    assert "= 2 × 1 / (3 + 3) = 0.333333." in found


@pytest.mark.parametrize(
    ("figure", "formula"),
    [
        ("evalb.recall", "matched / gold = 2 / 4 = 0.500000."),
        ("evalb.precision", "matched / system = 2 / 4 = 0.500000."),
        ("evalb.exact", "0 / 1 = 0.000000."),
        ("evalb.crossing", "1 / 1 = 1.000000."),
        ("evalb.no_crossing", "0 / 1 = 0.000000."),
        ("evalb.few_crossings", "1 / 1 = 1.000000."),
        ("evalb.tagging", "4 / 4 = 1.000000."),
        ("evalb(beta=2).f1", "5 * matched / (4 * gold + system) = 5 × 2 / (4 × 4 + 4) = 0.500000."),
        ("evalb.recall@sentence", "recall = matched / gold, where it is defined: 0.500000."),
    ],
)
def test_every_measure_has_its_formula(figure: str, formula: str) -> None:
    """With the numbers filled in: TOP and S match, NP and VP do not, VP crosses NP."""
    assert formula in text(figure)


def test_failed_empty_is_said() -> None:
    """The gold of the second sentence counts: 2 of 5."""
    found = text("evalb(failed=empty).recall")
    assert "Their gold brackets count as missed" in found
    assert "matched / gold = 2 / 5" in found


def test_nothing_deleted_and_labels_not_compared() -> None:
    """Both are said."""
    found = text("evalb(labelled=no).f1")
    assert "Nothing is deleted" in found
    assert "Labels are not compared" in found


def test_all_sentences_alike() -> None:
    """No failure, no paragraph about policies."""
    found = text("evalb.f1", GOLD, GOLD)
    assert "All 2 sentences are scored. They have the same words on both sides." in found
    assert "no score" not in found


def test_an_undefined_figure() -> None:
    """Nothing was scored: not a number, and no crash."""
    assert "= undefined." in text("evalb.recall", "(S (N a))", "(S (N b))")


# Input for schemes that do not compare trees.
OTHERS = {
    "gr": "ncsubj(bark, dog, _)",
    "conll18": "1\tdogs\t_\tX\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tX\t_\t_\t0\troot\t_\t_\n\n",
}


@pytest.mark.parametrize("name", schemes.names())
def test_every_figure_of_every_scheme_can_be_explained(name: str) -> None:
    """The last step names the measure and its value."""
    bank = karat.read_text(OTHERS.get(name, "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"))
    if name == "phenomena":
        bank = listed(["the dog barks"], phenomena=[["passive"]], core=[["passive"]])
    scheme = parse(name)
    for measure in [name for one in scheme.measures() for name in one.names]:
        steps = explain(scheme, measure, bank, bank).steps
        value = karat.score(bank, bank, scheme).measures[measure]
        assert f"{value:.6f}." in steps[-1], measure
        assert measure.partition("@")[0] in steps[-1]
