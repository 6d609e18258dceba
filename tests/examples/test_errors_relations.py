"""The causes of wrong grammatical relations, each small enough to check by eye."""

import pytest

from error_rows import Analysed
from karat import InputError, UsageError
from karat.analysis.errors import relations


def analysed(gold: str, system: str, scheme: str = "gr") -> Analysed:
    """Relations separated by semicolons."""
    return Analysed(relations, gold.replace("; ", "\n"), system.replace("; ", "\n"), scheme)


RIGHT = "ncsubj(see, he, _); "


@pytest.mark.parametrize(
    ("gold", "system", "cause"),
    [
        ("ncmod(with, see, man)", "ncmod(in, see, man)", "slot"),
        ("ncsubj(kill, man, _)", "ncsubj(kill, man, obj)", "slot"),
        ("dobj(see, man, _)", "ncsubj(see, man, _)", "label"),
        ("iobj(to, give, man)", "ncmod(to, give, man)", "label"),
        ("ncmod(with, see, telescope)", "ncmod(with, man, telescope)", "PP attachment"),
        ("iobj(to, give, man)", "ncmod(to, letter, man)", "PP attachment"),
        ("ncmod(_, see, today)", "ncmod(_, man, today)", "modifier attachment"),
        ("ncmod(poss, dog, man)", "ncmod(poss, tail, man)", "modifier attachment"),
        ("xmod(_, man, run)", "xmod(_, see, run)", "clause attachment"),
        ("xcomp(to, want, see)", "xmod(to, man, see)", "clause attachment"),
        ("dobj(see, man, _)", "dobj(hear, man, _)", "head"),
        ("dobj(see, man, _)", "dobj(see, dog, _)", "dependent"),
    ],
)
def test_a_missed_and_a_spurious_relation(gold: str, system: str, cause: str) -> None:
    """Two relations that agree in something are one error."""
    (error,) = analysed(RIGHT + gold, RIGHT + system).found
    assert (error.cause, error.detail) == (cause, f"{gold} > {system}")
    assert (len(error.missed), len(error.spurious)) == (1, 1)


def test_relations_that_agree_in_nothing() -> None:
    """A missed and a spurious relation by themselves."""
    found = analysed(RIGHT + "dobj(see, man, _)", RIGHT + "ncmod(_, hear, today)")
    assert found.told() == [("missed relation", 1), ("spurious relation", 1)]
    # Two modifiers of a word, one with a preposition, have nothing to do with each other.
    found = analysed(RIGHT + "ncmod(_, see, today)", RIGHT + "ncmod(with, see, man)")
    assert found.told() == [("missed relation", 1), ("spurious relation", 1)]


def test_the_best_pair_is_taken() -> None:
    """The object has another name, and the subject another word, not the other way round."""
    found = analysed(
        "dobj(see, man, _); ncsubj(see, dog, _)", "iobj(_, see, man); ncsubj(see, cat, _)"
    )
    assert sorted(one.cause for one in found.found) == ["dependent", "label"]


def test_the_wrong_head_of_a_phrase_is_one_error() -> None:
    """guide dog: "guide" for "dog" in three relations."""
    gold = "ncsubj(bark, dog, _); detmod(_, dog, the); ncmod(_, dog, guide)"
    system = "ncsubj(bark, guide, _); detmod(_, guide, the); ncmod(_, guide, dog)"
    found = analysed(gold, system)
    assert found.told() == [("dependent", 6)]
    assert found.found[0].detail == "ncsubj(bark, dog, _) > ncsubj(bark, guide, _)"


def test_a_preposition_of_2006() -> None:
    """There the preposition is the dependent, and has an object."""
    text = "1\n(ncsubj see man _)\n(dobj with telescope)\n(ncmod _ {} with)\n"
    gold, system = text.format("see"), text.format("man")
    found = analysed(gold, system, "gr(hierarchy=2006)")
    assert found.told() == [("PP attachment", 2)]


def test_names_that_are_confused() -> None:
    """Gold's name and the system's; a mod for an ncmod is allowed, and no error."""
    (error,) = analysed(RIGHT + "dobj(see, man, _)", RIGHT + "iobj(_, see, man)").found
    assert error.confused == ("dobj", "iobj")
    assert analysed("ncmod(of, a, b)", "mod(_, a, b)").found == []
    assert analysed("ncmod(of, a, b)", "mod(_, a, b)", "gr(underspecified=no)").told() == [
        ("label", 2)
    ]


def test_the_score_if_causes_are_mended() -> None:
    """Three relations of gold, two of the system, one right."""
    found = analysed(RIGHT + "dobj(see, man, _); ncmod(_, see, today)", RIGHT + "dobj(see, dog, _)")
    assert found.figures()["f1"] == pytest.approx(2 / 5)
    assert found.figures("dependent")["f1"] == pytest.approx(4 / 5)
    assert found.figures("missed relation")["f1"] == pytest.approx(4 / 6)
    assert found.figures("*")["f1"] == 1


def test_what_is_partly_right_is_refused() -> None:
    """Under mode=hier, and with weights, errors do not explain all that a score loses."""
    with pytest.raises(UsageError, match="mode=eq"):
        analysed("dobj(see, man, _)", "iobj(_, see, man)", "gr(mode=hier)")
    with pytest.raises(InputError, match="weights"):
        analysed("1\n{ 0.5 (dobj see man _) }\n", "1\n(dobj see man _)\n")
