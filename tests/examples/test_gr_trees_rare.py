"""Relations from trees: constructions that text seldom has, in trees without function tags."""

import pytest

import karat
from karat.model.gr import listed
from karat.views.gr import gr


def found(tree: str) -> set[str]:
    """The relations of a tree as text."""
    return {str(one) for one in listed(gr(karat.read_text(tree)), 0)}


def of_verb(phrase: str, subject: str = "(PRP They)") -> set[str]:
    return found(f"(S (NP {subject}) (VP {phrase}) (. .))")


TO_WIN = "(S (VP (TO to) (VP (VB win))))"
FOR_ME = "(SBAR (IN for) (S (NP (PRP me)) (VP (TO to) (VP (VB clean)))))"


def test_a_small_clause_with_more_than_its_predicate() -> None:
    """Find it odd that he left; make it hard to win; named it "Hope"."""
    that = "(SBAR (IN that) (S (NP (PRP he)) (VP (VBD left))))"
    odd = of_verb(f"(VBP find) (S (NP (PRP it)) (ADJP (JJ odd)) {that})")
    assert {"dobj(find, it, _)", "xcomp(_, find, odd)", "ccomp(that, odd, leave)"} <= odd
    hard = of_verb(f"(VBP make) (S (NP (PRP it)) (ADJP (JJ hard)) {TO_WIN})")
    assert {"dobj(make, it, _)", "xcomp(_, make, hard)", "xcomp(to, hard, win)"} <= hard
    hope = of_verb("(VBD named) (S (NP (PRP it)) (`` ``) (NP (NNP Hope)) ('' ''))")
    assert {"dobj(name, it, _)", "xcomp(_, name, Hope)"} <= hope


def test_the_object_of_an_infinitive_after_an_adjective() -> None:
    """Easy for me to clean; makes the room easy to clean; but nothing in: makes it hard to win."""
    easy = of_verb(f"(VBZ is) (ADJP (JJ easy) {FOR_ME})", "(DT The) (NN room)")
    assert {"dobj(clean, room, _)", "ncsubj(clean, I, _)", "ccomp(for, easy, clean)"} <= easy
    assert not any(
        "room" in one for one in of_verb(f"(VBZ is) (ADJP (JJ easy) {FOR_ME})", "(PRP It)")
    )
    clean = "(ADJP (JJ easy) (S (VP (TO to) (VP (VB clean)))))"
    room = of_verb(f"(VBP make) (NP (DT the) (NN room)) {clean}")
    assert "dobj(clean, room, _)" in room
    it = of_verb(f"(VBP make) (NP (PRP it)) {clean}")
    assert not any(one.startswith("dobj(clean") for one in it)


@pytest.mark.parametrize(
    ("phrase", "relation"),
    [
        (f"(VBP hold) (NP (DT a) (NN vote)) {TO_WIN}", "xmod(to, hold, win)"),
        (f"(VBP take) (NP (NN action)) {TO_WIN}", "xmod(to, take, win)"),
        (f"(VBP take) (NP (NN care)) {TO_WIN}", "xcomp(to, take, win)"),
        (f"(VBP believe) (S (NP (PRP him)) {TO_WIN[3:-1]})", "xcomp(to, believe, win)"),
        ("(VBD rose) (NP (CD 5) (NN %))", "ncmod(_, rise, %)"),
        ("(VBD fell) (NP (CD 30) (NNS cents))", "ncmod(_, fall, cent)"),
        ("(VBD fell) (NP ($ $) (CD 5))", "ncmod(_, fall, $)"),
        ("(VBD dropped) (NP (CD 30) (NNS bombs))", "dobj(drop, bomb, _)"),
    ],
)
def test_purposes_and_amounts(phrase: str, relation: str) -> None:
    assert relation in of_verb(phrase)


def test_an_extraposed_clause_is_the_complement_of_its_noun() -> None:
    that = "(SBAR (IN that) (S (NP (PRP he)) (VP (VBD left))))"
    shame = of_verb(f"(VBZ is) (NP (DT a) (NN shame)) {that}", "(PRP It)")
    assert "ccomp(that, shame, leave)" in shame


@pytest.mark.parametrize(("said", "verb"), [("asked", "ask"), ("answered", "answer")])
def test_questions_and_answers_in_quotation_marks(said: str, verb: str) -> None:
    asked = "(SQ (VBP Are) (NP (PRP you)) (VP (VBG going)))"
    tree = f"(S (`` ``) {asked} (. ?) ('' '') (NP (PRP she)) (VP (VBD {said})) (. .))"
    assert f"ccomp(_, {verb}, go)" in found(tree)
