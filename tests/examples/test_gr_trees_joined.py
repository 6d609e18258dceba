"""Relations from trees where two kinds of rules meet: lists and amounts, adverbs and articles, names."""

import pytest

import karat
from karat.model.gr import listed
from karat.views.gr import gr


def found(tree: str) -> set[str]:
    """The relations of one tree, as text."""
    return set(map(str, listed(gr(karat.read_text(tree)), 0)))


def beside(phrase: str) -> set[str]:
    """The relations of a sentence with a phrase after its verb, without that of the subject."""
    tree = f"(S (NP-SBJ (PRP They)) (VP (VBD came) {phrase}))"
    return found(tree) - {"ncsubj(come, they, _)"}


@pytest.mark.parametrize(
    ("phrase", "relations"),
    [
        # Once is the head before a comparative, and before a time; other adverbs are not.
        ("(ADVP (RB once) (RBR more))", {"ncmod(_, come, once)", "ncmod(_, once, more)"}),
        ("(ADVP (RB no) (RBR more))", {"ncmod(_, come, more)", "ncmod(_, more, no)"}),
        ("(NP-TMP (RB twice) (DT a) (NN day))", {"ncmod(_, come, twice)", "ncmod(_, twice, day)"}),
        ("(NP-TMP (RB late) (DT that) (NN day))", {"ncmod(_, come, day)", "ncmod(_, day, late)"}),
        # Words tagged as prepositions are no preposition of an adverb.
        ("(ADVP (IN so) (IN far))", {"ncmod(_, come, far)"}),
        # An amount belongs to the adverb of direction, a place to the verb.
        ("(ADVP (RB down) (PP (IN from) (NP ($ $) (CD 5))))",
         {"ncmod(_, come, down)", "ncmod(from, down, $)", "ncmod(_, $, 5)"}),
        ("(ADVP (RB down) (PP (IN from) (NP (DT the) (NN hill))))",
         {"ncmod(_, come, down)", "iobj(from, come, hill)"}),
        # An article is no head beside an adverb.
        ("(NP (DT the) (RBS latest))", {"ncmod(_, come, late)"}),
    ],
)  # fmt: skip
def test_adverbs(phrase: str, relations: set[str]) -> None:
    assert beside(phrase) == relations


@pytest.mark.parametrize(
    ("phrase", "relations"),
    [
        ("(NP (NNP Ann) (NNP Bell) (, ,) (NNP Jr.))", {"dobj(see, Bell, _)"}),
        ("(NP (NNP Bell) (NNP Mills) (, ,) (NNP Inc.))", {"dobj(see, Inc., _)"}),
        ("(NP (NNP Salem) (, ,) (NNP Ore.))", {"dobj(see, Salem, _)", "ncmod(_, Salem, Ore.)"}),
        ("(NP (NP ($ $) (CD 5)) (NP-ADV (DT each)))",
         {"dobj(see, $, _)", "ncmod(_, $, 5)", "ncmod(_, $, each)"}),
        ("(NP (NP (PRP them)) (NP (DT all)))", {"dobj(see, they, _)"}),
        # Two phrases with a semicolon are a list; with a comma the second explains the first.
        ("(NP (NP (NN bread)) (: ;) (NP (NN milk)))", {"dobj(see, bread, _)", "dobj(see, milk, _)"}),
        ("(NP (NP (NN bread)) (, ,) (NP (NN milk)))", {"dobj(see, bread, _)", "ncmod(_, bread, milk)"}),
    ],
)  # fmt: skip
def test_noun_phrases(phrase: str, relations: set[str]) -> None:
    tree = f"(S (NP-SBJ (PRP We)) (VP (VBD saw) {phrase}))"
    assert found(tree) - {"ncsubj(see, we, _)"} == relations


def test_an_adverb_is_joined_to_adjectives_only_by_a_coordinator() -> None:
    """It is much, much warmer; it is good or otherwise."""
    much = "(ADJP-PRD (RB much) (, ,) (RB much) (JJR warmer))"
    relations = found(f"(S (NP-SBJ (PRP It)) (VP (VBZ is) {much}))")
    assert "xcomp(_, be, warm)" in relations
    assert "xcomp(_, be, much)" not in relations
    good = "(ADJP-PRD (JJ good) (CC or) (RB otherwise))"
    relations = found(f"(S (NP-SBJ (PRP It)) (VP (VBZ is) {good}))")
    assert {"xcomp(_, be, good)", "xcomp(_, be, otherwise)"} <= relations


def test_a_cleft_clause_after_the_verb_phrase_is_about_the_predicate() -> None:
    clause = "(SBAR (WHNP-1 (WDT that)) (S (NP-SBJ (-NONE- *T*-1)) (VP (VBD broke))))"
    tree = f"(S-CLF (NP-SBJ (PRP It)) (VP (VBD was) (NP-PRD (DT the) (NN axle))) {clause})"
    assert {"ncsubj(break, axle, _)", "cmod(that, axle, break)"} <= found(tree)


def test_a_verb_that_is_tagged_as_a_noun_has_the_lemma_of_the_verb() -> None:
    tree = "(S (NP-SBJ (PRP She)) (VP (VBD left) (SBAR (IN while) (S (VP (NN humming) (NP (NNS songs)))))))"
    assert {"xmod(while, leave, hum)", "dobj(hum, song, _)"} <= found(tree)


def test_there_before_a_dash_is_not_the_subject() -> None:
    tree = "(S (NP (EX there)) (: -) (CC and) (NP-SBJ (PRP you)) (VP (VBP see) (NP (DT the) (NN line))))"
    assert "ncsubj(see, you, _)" in found(tree)


def test_names_after_a_noun_explain_it_together() -> None:
    """We saw the sisters Ann and Sue."""
    phrase = "(NP (DT the) (NNS sisters) (NNP Ann) (CC and) (NNP Sue))"
    relations = found(f"(S (NP-SBJ (PRP We)) (VP (VBD saw) {phrase}))")
    assert {"dobj(see, sister, _)", "ncmod(_, sister, Ann)", "ncmod(_, sister, Sue)"} <= relations
    assert "dobj(see, Sue, _)" not in relations


def test_a_verb_without_a_bracket_before_a_verb_phrase_is_the_head() -> None:
    clause = "(S-ADV (VBG sitting) (ADVP (RB outside)) (, ,) (VP (VBG eating) (NP (NN soup))))"
    relations = found(f"(S (NP-SBJ (PRP We)) (VP (VBD talked) (, ,) {clause}))")
    assert {"xmod(_, talk, sit)", "ncsubj(sit, we, _)", "ncmod(_, sit, outside)"} <= relations


def test_whoever_is_congratulated_did_it() -> None:
    phrase = "(NP (PRP him)) (PP (IN on) (S (VP (VBG winning))))"
    relations = found(f"(S (NP-SBJ (PRP We)) (VP (VBD congratulated) {phrase}))")
    assert "ncsubj(win, he, _)" in relations


def test_some_of_whom_in_brackets_are_those_before_it() -> None:
    wh = "(WHNP (NP-SBJ (DT some)) (WHPP (IN of) (WHNP (WP whom))))"
    clause = f"(PRN (-LRB- -LRB-) (SBAR {wh} (S (VP (VBD sang)))) (-RRB- -RRB-))"
    relations = found(f"(S (NP-SBJ (NP (NNS guests)) {clause}) (VP (VBD left)))")
    assert {"ncsubj(sing, some, _)", "ncmod(of, some, guest)"} <= relations
