"""The figures that stand beside a drawing are those that the sentence has in a score."""

import numpy as np
import pytest

import karat
from karat.analysis.picture_of import by_sentence
from karat.analysis.pictured import drawn_as
from karat.schemes import REGISTRY, load

GOLD = "(S (NP (DT the) (JJ old) (NN gardener)) (VP (VBD left) (PP (IN in) (NP (DT a) (NN boat)))) (. .))"
SYSTEM = "(S (NP (DT the) (NN old) (NN gardener)) (VP (VBD left)) (PP (IN in) (NP (DT a) (NN boat))) (. .))"
TREES = [
    name
    for name in REGISTRY.names()
    if drawn_as(load(name)()).picture and name not in ("conll18", "phenomena")
]


@pytest.mark.parametrize("name", TREES)
def test_a_drawing_has_the_figures_of_the_score(name: str) -> None:
    """Whole numbers of a block are narrow; formulas with large factors must not overflow them."""
    picture = karat.show([GOLD] * 2, [SYSTEM] * 2, 2, name)
    score = karat.score([GOLD] * 2, [SYSTEM] * 2, name)
    assert score.tally is not None
    columns = score.tally.columns()
    drawn = {measure.name: value for measure, value in picture.pairs[0].figures}
    assert drawn
    for measure in by_sentence(score.scheme).values():
        of_tally = float(np.asarray(measure(columns), np.float64)[1])
        assert drawn[measure.name] == pytest.approx(of_tally, nan_ok=True)


def test_words_are_as_alike_as_the_score_says() -> None:
    """Three words, so that a billionth of each does not fit into 32 bits."""
    picture = karat.show("(S (A a b) (B c))", "(S (A a b) (B c))", 1, "leafancestor")
    assert [value for one, value in picture.pairs[0].figures if one.name == "similarity"] == [1.0]


def test_the_language_of_words_is_that_of_the_whole_file() -> None:
    """A sentence without common words tells no language; the others do."""
    row = "{}\t{}\t{}\t{}\t{}\t_\t{}\t{}\t_\t_\n"

    def sentence(*words: tuple[str, str, str, str, int, str]) -> str:
        rows = (row.format(at, *one) for at, one in enumerate(words, 1))
        return "".join(rows) + "\n"

    common = sentence(
        ("the", "the", "DET", "DT", 2, "det"), ("dog", "dog", "NOUN", "NN", 0, "root")
    )
    # "la" is a word of several languages, and no other word of the sentence tells one.
    rare = sentence(
        ("Mara", "Mara", "PROPN", "NNP", 2, "nsubj"),
        ("transformed", "transform", "VERB", "VBD", 0, "root"),
        ("Oslo", "Oslo", "PROPN", "NNP", 2, "obj"),
        ("into", "into", "ADP", "IN", 5, "case"),
        ("la", "la", "PROPN", "NNP", 2, "obl"),
    )
    gold = karat.read_text(common * 20 + rare)
    picture = karat.show(gold, gold, 21, "gr")
    assert "iobj(into)" in [row.label for row in picture.pairs[0].gold.rows]
