"""Relations from trees: noun phrases, adverbs, fragments and speech, in sentences of our own."""

import pytest

import karat
from karat.model.gr import listed
from karat.views.gr import gr


def found(tree: str) -> set[str]:
    """The relations of a tree as text."""
    return {str(one) for one in listed(gr(karat.read_text(tree)), 0)}


def bought(phrase: str) -> set[str]:
    """The relations of a sentence with a phrase after its verb, but for the subject."""
    tree = f"(S (NP-SBJ (PRP They)) (VP (VBD bought) {phrase}))"
    return found(tree) - {"ncsubj(buy, they, _)"}


@pytest.mark.parametrize(
    ("phrase", "relations"),
    [
        # Three phrases, or two words, between commas are a list.
        ("(NP (NP (DT a) (NN rake)) (, ,) (NP (DT a) (NN hoe)) (, ,) (NP (NNS nails)))",
         {"dobj(buy, rake, _)", "dobj(buy, hoe, _)", "dobj(buy, nail, _)"}),
        ("(NP (NN salt) (, ,) (NN flour))", {"dobj(buy, salt, _)", "dobj(buy, flour, _)"}),
        ("(NP (NP (DT a) (NN rake)) (: ;) (NP (DT a) (NN hoe)) (: ;) (NP (NNS nails)))",
         {"dobj(buy, rake, _)", "dobj(buy, hoe, _)", "dobj(buy, nail, _)"}),
        # The second of two, what follows a name, and what is between dashes explains the first.
        ("(NP (NP (DT a) (NN rake)) (, ,) (NP (DT a) (NN tool)))",
         {"dobj(buy, rake, _)", "ncmod(_, rake, tool)"}),
        ("(NP (NP (NNP Elba)) (, ,) (NP (DT an) (NN island)) (, ,) (NP (DT the) (NN jewel)))",
         {"dobj(buy, Elba, _)", "ncmod(_, Elba, island)", "ncmod(_, Elba, jewel)"}),
        ("(NP (NP (DT a) (NN rake)) (: --) (NP (DT a) (NN tool)) (: --) (NP (DT a) (NN joy)))",
         {"dobj(buy, rake, _)", "ncmod(_, rake, tool)", "ncmod(_, rake, joy)"}),
        ("(NP (VBG reading) (CC and) (VBG writing))", {"dobj(buy, read, _)", "dobj(buy, write, _)"}),
    ],
)  # fmt: skip
def test_lists_without_a_coordinator(phrase: str, relations: set[str]) -> None:
    assert bought(phrase) == relations


@pytest.mark.parametrize(
    ("phrase", "relations"),
    [
        ("(NP (QP (RB no) (JJR more) (IN than) (CD ten)) (NNS eggs))",
         {"dobj(buy, egg, _)", "ncmod(_, egg, ten)", "ncmod(_, ten, more)", "ncmod(_, more, no)"}),
        ("(NP (QP (CD ten) (TO to) (CD twelve)) (NNS eggs))",
         {"dobj(buy, egg, _)", "ncmod(_, egg, ten)", "ncmod(to, ten, twelve)"}),
        ("(NP (ADJP (CD 5) (NN %)) (NNS bonds))",
         {"dobj(buy, bond, _)", "ncmod(_, bond, %)", "ncmod(_, %, 5)"}),
        ("(NP (QP (RBR less) (IN than) (DT an)) (NN acre))", {"dobj(buy, acre, _)", "ncmod(_, acre, less)"}),
        ("(NP (QP ($ $) (CD 3) (TO to) ($ $) (CD 5)))",
         {"dobj(buy, $, _)", "ncmod(_, $, 3)", "ncmod(to, $, $)", "ncmod(_, $, 5)"}),
        ("(NP (DT the) (ADJP (JJ second) (JJS largest)) (NN farm))",
         {"dobj(buy, farm, _)", "ncmod(_, farm, large)", "ncmod(_, large, second)"}),
        ("(NP (DT the) (NN word) (`` ``) (NN cheese) ('' ''))",
         {"dobj(buy, word, _)", "ncmod(_, word, cheese)"}),
        ("(NP (DT the) (`` ``) (NN cheese) ('' '') (NN shop))",
         {"dobj(buy, shop, _)", "ncmod(_, shop, cheese)"}),
        ("(NP (QP (CD two) (CD three) (CD four)) (NNS eggs))", {"dobj(buy, egg, _)", "ncmod(_, egg, four)"}),
        ("(NP (QP (CD two) (CD million)) (NNS eggs))",
         {"dobj(buy, egg, _)", "ncmod(_, egg, million)", "ncmod(_, million, two)"}),
        ("(NP (NNS pages) (CD 3) (CC and) (CD 5))",
         {"dobj(buy, page, _)", "ncmod(_, page, 3)", "ncmod(_, page, 5)"}),
        ("(NP (PRP you) (NNS folks))", {"dobj(buy, folk, _)"}),
        ("(NP (NP (PRP us)) (NP (DT all)))", {"dobj(buy, we, _)"}),
        ("(NP (NNP Ott) (FW et) (FW al.))", {"dobj(buy, Ott, _)"}),
        ("(NP (DT the) (FW pied) (FW terre))", {"dobj(buy, terre, _)"}),
        ("(NP (DT the) (NAC (NNP Peace) (PP (IN in) (NP (NNPS Harbors)))) (NNP Act))", {"dobj(buy, Act, _)"}),
        ("(NP (NP (NN bread)) (CC and) (SBAR (WHNP (WP what)) (S (NP-SBJ (PRP we)) (VP (VBD needed)))))",
         {"dobj(buy, bread, _)", "dobj(buy, what, _)", "cmod(_, what, need)", "ncsubj(need, we, _)",
          "dobj(need, what, _)"}),
    ],
)  # fmt: skip
def test_heads_of_noun_phrases(phrase: str, relations: set[str]) -> None:
    assert bought(phrase) == relations


def test_a_gerund_joined_to_a_noun_keeps_the_preposition() -> None:
    tree = (
        "(NP (NP (DT the) (NN time)) (PP (IN for) (NP (NP (NN anger)) (CC or) "
        "(S (VP (VBG blaming) (NP (NNS others)))))))"
    )
    assert found(tree) == {
        "ncmod(for, time, anger)",
        "xmod(for, time, blame)",
        "dobj(blame, other, _)",
    }


@pytest.mark.parametrize(
    ("phrase", "relations"),
    [
        ("(ADVP (RB so) (RB far) (RB away))",
         {"ncmod(_, live, away)", "ncmod(_, away, far)", "ncmod(_, far, so)"}),
        ("(ADVP (RB much) (RBR longer))", {"ncmod(_, live, long)", "ncmod(_, long, much)"}),
        ("(ADVP (IN at) (DT all))", {"ncmod(at, live, all)"}),
        ("(ADVP (IN over) (RB there))", {"ncmod(over, live, there)"}),
        ("(ADVP (IN So) (RB far))", {"ncmod(_, live, far)"}),
        ("(ADVP (RB as) (RB well))", {"ncmod(_, live, well)"}),
        ("(ADVP (NP (CD two) (NNS years)) (IN after) (NP (DT the) (NN war)))",
         {"ncmod(after, live, war)", "ncmod(_, war, year)", "ncmod(_, year, two)"}),
        ("(PP (NP (CD two) (NNS miles)) (IN from) (NP (NN town)))",
         {"ncmod(_, live, mile)", "ncmod(_, mile, two)", "ncmod(from, mile, town)"}),
        ("(PP (NP-ADV (DT a) (NN bit)) (IN past) (NP (NN town)))",
         {"ncmod(past, live, town)", "ncmod(_, town, bit)"}),
        ("(PP (PP (IN from) (NP (NN day))) (PP (IN to) (NP (NN day))))",
         {"ncmod(from, live, day)", "ncmod(to, live, day)"}),
        ("(ADVP (RP on))", {"ncmod(prt, live, on)"}),
        ("(ADVP (RB back) (PP (IN in) (NP (NN town))))", {"ncmod(_, live, back)", "ncmod(in, live, town)"}),
        ("(, ,) (ADVP (RB down) (NP (CD 3) (NN %)) (PP (IN from) (NP (NNP May))))",
         {"ncmod(_, live, down)", "ncmod(_, down, %)", "ncmod(_, %, 3)", "ncmod(from, down, May)"}),
        # A preposition that has lost its object, and one before an interjection.
        ("(PP (IN with))", set()),
        ("(PP (IN with) (, ,) (INTJ (UH uh)) (, ,) (NP (NNS cats)))", {"ncmod(with, live, cat)"}),
        ("(PP (IN with) (NP (UH well) (CD ten) (NNS cats)))",
         {"ncmod(with, live, cat)", "ncmod(_, cat, ten)"}),
    ],
)  # fmt: skip
def test_adverbs_and_prepositions(phrase: str, relations: set[str]) -> None:
    tree = f"(S (NP-SBJ (PRP They)) (VP (VBD lived) {phrase}))"
    assert found(tree) - {"ncsubj(live, they, _)"} == relations


@pytest.mark.parametrize(
    ("tree", "relations"),
    [
        ("(FRAG (INTJ (UH Well)) (, ,) (NNS thanks) (NP-VOC (NNP Ada)))",
         {"ncmod(_, thanks, well)", "ncmod(_, thanks, Ada)"}),
        ("(FRAG (ADVP (RB so)) (, ,) (NP-VOC (NNP Lord)) (, ,) (PP (IN to) (NP (DT that) (NN degree))))",
         {"ncmod(_, degree, so)", "ncmod(_, degree, Lord)"}),
        ("(FRAG (UH No) (, ,) (UH no))", set()),
        ("(FRAG (ADJP (JJ Sorry)) (PP (IN for) (NP (DT the) (NN noise))))", {"ncmod(for, sorry, noise)"}),
        ("(NP (X (LS 2.)) (NP (NNS Fees)))", set()),
        ("(FRAG (UH Th-) (NP (DT the) (NN milk)))", set()),
    ],
)  # fmt: skip
def test_fragments(tree: str, relations: set[str]) -> None:
    """Neither interjections nor forms of address are heads; false starts and numbers have no relation."""
    assert found(tree) == relations


@pytest.mark.parametrize(
    ("before", "after", "relation"),
    [
        ("(INTJ (VB Look)) (, ,)", "", "ncmod(_, come, look)"),
        ("(ADVP (UH Um))", "", "ncmod(_, come, um)"),
        ("(NP (PRP we)) (, ,)", "", "ncmod(_, come, we)"),
        ("", "(PRN (-LRB- -LSB-) (CD 12) (-RRB- -RSB-))", "ncmod(_, come, 12)"),
        (
            "",
            "(PRN (-LRB- -LRB-) (NP (NNP Figure) (CD 3)) (-RRB- -RRB-))",
            "ncmod(_, come, Figure)",
        ),
    ],
)
def test_what_is_said_by_the_way(before: str, after: str, relation: str) -> None:
    tree = f"(S {before} (NP-SBJ (NNS guests)) (VP (VBD came)) {after})"
    assert "ncsubj(come, guest, _)" in found(tree)
    assert relation not in found(tree)


def test_a_name_with_a_year_in_brackets_is_a_source() -> None:
    tree = (
        "(NP (NP (DT the) (NN theory)) (PRN (-LRB- -LRB-) (NP (NNP Ott) {}) (-RRB- -RRB-)))".format
    )
    assert "ncmod(_, theory, Ott)" not in found(tree("(CD 1987)"))
    assert "ncmod(_, theory, Ott)" in found(tree(""))


def test_a_participle_in_brackets_has_no_subject_of_its_own() -> None:
    tree = (
        "(NP (NP (NNP Ada)) (PRN (-LRB- -LRB-) (VP (VBN known) (PP (IN as) (NP (DT the) (NN boss)))) "
        "(-RRB- -RRB-)))"
    )
    assert {"xmod(_, Ada, know)", "ncsubj(know, Ada, obj)"} <= found(tree)


def test_adjectives_between_commas_are_joined() -> None:
    tree = "(S (NP-SBJ (PRP It)) (VP (VBD felt) (ADJP-PRD (JJ odd) (, ,) (RB not) (JJ nice))))"
    assert {"xcomp(_, feel, odd)", "xcomp(_, feel, nice)", "ncmod(_, nice, not)"} <= found(tree)


def test_unlike_phrases_without_a_coordinator_keep_their_kind() -> None:
    tree = (
        "(S (NP-SBJ (PRP We)) (VP (VBD stood) (, ,) (UCP (S (VP (VBN dressed) (PP (IN in) (NP (NN red))))) "
        "(, ,) (S (NP-SBJ (PRP$ my) (NN aunt)) (VP (VBG crying))))))"
    )
    assert {"xmod(_, stand, dress)", "ncsubj(dress, we, obj)"} <= found(tree)


def test_a_noun_joined_to_a_verb_by_a_hyphen_modifies_it() -> None:
    tree = "(S (NP-SBJ (PRP It)) (VP (VBZ is) (VP (NN tailor) (HYPH -) (VBN made))))"
    assert found(tree) == {"ncsubj(make, it, obj)", "ncmod(_, make, tailor)"}


def test_or_something_after_verb_phrases_is_no_object() -> None:
    tree = "(S (NP-SBJ (PRP We)) (VP (VP (VBD sang)) (CC or) (NP (NN something))))"
    assert found(tree) == {"ncsubj(sing, we, _)"}


def test_of_course_is_no_predicate() -> None:
    tree = "(S (NP (EX There)) (VP (VBZ is) {} (NP-SBJ (NN tea))))".format
    assert "ncmod(of, be, course)" in found(tree("(PP (IN of) (NP (NN course)))"))
    assert "xcomp(on, be, table)" in found(tree("(PP (IN on) (NP (DT the) (NN table)))"))


def test_a_clause_without_a_verb_phrase_has_its_verb_as_head() -> None:
    assert found("(S (VB thank) (NP (PRP you)))") == {"dobj(thank, you, _)"}
    asked = found("(SBARQ (WHNP (WP What)) (VBZ is) (NP-SBJ (NN courage)))")
    assert asked == {"xcomp(_, be, what)", "ncsubj(be, courage, _)"}


def test_an_interjection_belongs_to_the_first_clause() -> None:
    tree = (
        "(S (INTJ (UH Oh)) (, ,) (S (NP-SBJ (PRP we)) (VP (VBD ate))) (CC and) "
        "(S (NP-SBJ (PRP they)) (VP (VBD slept))))"
    )
    assert "ncmod(_, eat, oh)" in found(tree)
    assert "ncmod(_, sleep, oh)" not in found(tree)


@pytest.mark.parametrize(
    ("before", "relations"),
    [
        ("(NP (NN coffee)) (, ,)", {"ncmod(_, leave, coffee)", "ncmod(_, stay, coffee)"}),
        ("(NP (NNP Lima)) (: --)", set()),
        ("(NP (PRP we)) (, ,)", set()),
    ],
)
def test_a_noun_before_joined_clauses_is_not_their_subject(
    before: str, relations: set[str]
) -> None:
    clauses = (
        "(S (NP-SBJ (NNP Ann)) (VP (VBD left))) (CC and) (S (NP-SBJ (NNP Bob)) (VP (VBD stayed)))"
    )
    subjects = {"ncsubj(leave, Ann, _)", "ncsubj(stay, Bob, _)"}
    assert found(f"(S {before} {clauses})") == subjects | relations


def test_what_was_said_may_be_an_interjection() -> None:
    tree = "(S (NP-SBJ (PRP She)) (VP (VBD {}) (INTJ (UH hello))))".format
    assert "ccomp(_, say, hello)" in found(tree("said"))
    assert "ncmod(_, come, hello)" in found(tree("came"))


def test_a_bare_verb_joined_to_a_phrase_keeps_its_complement() -> None:
    tree = (
        "(S (NP-SBJ (PRP They)) (VP (VP (VBP try) (ADVP (RB hard))) (CC and) (VBP rely) "
        "(PP (IN on) (NP (NNS friends)))))"
    )
    assert "iobj(on, rely, friend)" in found(tree)
    assert not any("friend" in one and "try" in one for one in found(tree))


def test_a_noun_set_off_after_the_predicate_is_no_predicate() -> None:
    tree = (
        "(S (NP-SBJ (PRP They)) (VP (VBD were) (ADJP-PRD (JJ new)) (: --) "
        "(NP (RB even) (DT the) (NN last))))"
    )
    assert "xcomp(_, be, new)" in found(tree)
    assert "xcomp(_, be, last)" not in found(tree)


@pytest.mark.parametrize(
    ("mark", "relation"), [(":", "dobj(sell, map, _)"), ("--", "ncmod(_, sell, map)")]
)
def test_an_object_after_a_colon(mark: str, relation: str) -> None:
    assert relation in found(f"(S (NP-SBJ (PRP They)) (VP (VBP sell) (: {mark}) (NP (NNS maps))))")


def test_a_participle_beside_its_auxiliary_is_the_head() -> None:
    tree = "(S (NP-SBJ (NNS facts)) (VP (VBP are) (ADVP (RB wholly)) (VBN known) (PP (IN by) (NP (PRP us)))))"
    assert {"ncsubj(know, fact, obj)", "arg_mod(by, know, we, subj)"} <= found(tree)


@pytest.mark.parametrize(
    ("phrase", "relation"),
    [
        ("(ADVP-MNR (RB right) (RB here))", "xcomp(_, be, here)"),
        ("(ADVP (RB here)) (ADJP-PRD (JJ safe))", "ncmod(_, be, here)"),
        ("(ADVP (RB surely))", "ncmod(_, be, surely)"),
        ("(JJR greater) (PP (IN in) (NP (NN spring)))", "xcomp(_, be, great)"),
        ("(UCP (ADJP (JJ rich)) (CC and) (PP (IN in) (NP (NN love))))", "xcomp(in, be, love)"),
    ],
)
def test_predicates_without_a_tag(phrase: str, relation: str) -> None:
    assert relation in found(f"(S (NP-SBJ (PRP They)) (VP (VBP are) {phrase}))")


def test_a_gerund_alone_after_a_preposition_is_a_clause() -> None:
    tree = "(NP (NP (DT a) (NN way)) (PP (IN of) (NP {})))".format
    assert "xmod(of, way, cook)" in found(tree("(VBG cooking)"))
    assert "ncmod(of, way, cook)" in found(tree("(JJ fast) (VBG cooking)"))


@pytest.mark.parametrize(
    ("verb", "time", "relation"),
    [("remembered", "(DT that) (NN day)", "dobj(remember, day, _)"),
     ("reserved", "(CD ten) (NNS minutes)", "dobj(reserve, minute, _)"),
     ("slept", "(CD ten) (NNS minutes)", "ncmod(_, sleep, minute)"),
     ("learnt", "(RBR more)", "dobj(learn, more, _)")],
)  # fmt: skip
def test_times_and_amounts_that_are_objects(verb: str, time: str, relation: str) -> None:
    assert relation in found(f"(S (NP-SBJ (PRP They)) (VP (VBD {verb}) (NP {time})))")


def test_what_ends_with_an_article_was_given_up() -> None:
    assert bought("(NP (DT the))") == set()
    assert bought("(NP (DT that))") == {"dobj(buy, that, _)"}


def test_verb_phrases_after_one_subject_are_joined() -> None:
    tree = "(S (NP-SBJ (PRP I)) (VP (VBD left) (NP (NN town))) (, ,) (VP (VBD took) (NP (DT a) (NN bus))))"
    assert {"ncsubj(leave, I, _)", "ncsubj(take, I, _)"} <= found(tree)
    assert "xcomp(_, leave, take)" not in found(tree)


def test_kind_of_is_an_adverb() -> None:
    tree = "(S (NP-SBJ (PRP It)) (VP (VBD was) (NP-PRD (NP {}) (PP (IN of) (NP (DT a) (NN shock))))))".format
    assert {"xcomp(_, be, shock)", "ncmod(_, shock, kind)"} <= found(tree("(NN kind)"))
    assert {"xcomp(_, be, kind)", "ncmod(of, kind, shock)"} <= found(tree("(DT a) (NN kind)"))
