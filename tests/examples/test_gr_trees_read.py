"""Relations from trees: kinds of errors that readers of unseen text found, in sentences of our own."""

import pytest

import karat
from karat.model.gr import listed
from karat.views.gr import gr
from karat.views.gr.lemmas import lemma


def found(tree: str) -> set[str]:
    """The relations of a tree as text."""
    return {str(one) for one in listed(gr(karat.read_text(tree)), 0)}


def checked(subject: str, agent: str, form: str) -> set[str]:
    return found(
        f"(S (NP-SBJ {subject}) (VP (VBD was) (VP (VBN beaten) (PP (IN by) (NP {agent})) (, ,) "
        f"(S (VP (VBG {form}) (SBAR (WHADVP (WRB how)) (S (VP (TO to) (VP (VB win))))))))))"
    )


def test_the_agent_does_what_a_participle_after_it_says() -> None:
    """If it is a person or a group and the subject is no person; also what hangs below."""
    team = checked("(DT the) (NN record)", "(DT the) (NN team)", "knowing")
    assert {"ncsubj(know, team, _)", "ncsubj(win, team, _)"} <= team
    assert "ncsubj(know, she, _)" in checked("(PRP She)", "(DT the) (NN champion)", "knowing")
    assert "ncsubj(know, rate, _)" in checked(
        "(DT the) (NN rate)", "(DT the) (NN price)", "knowing"
    )


@pytest.mark.parametrize("label", ["WHADJP", "WHADVP"])
def test_a_fronted_adjective_is_the_predicate(label: str) -> None:
    """How rude it is to shout: of the copula, and what is extraposed belongs to it."""
    tree = (
        f"(S (NP-SBJ (PRP He)) (VP (VBZ knows) (SBAR ({label} (WRB how) (JJ rude)) (S (NP-SBJ (PRP it)) "
        "(VP (MD would) (VP (VB be) (PP (IN for) (NP (NNS guests))) (S (VP (TO to) (VP (VB shout))))))))))"
    )
    assert {"xcomp(_, be, rude)", "xcomp(to, rude, shout)", "ncmod(_, rude, how)"} <= found(tree)
    assert "ncmod(for, be, guest)" in found(tree)


def test_how_asks_in_titles_and_after_prepositions() -> None:
    """How to bake bread; as to why they left. When after a preposition says when."""
    title = "(SBAR (WHADVP (WRB How)) (S (VP (TO to) (VP (VB Bake) (NP (NN Bread))))))"
    assert found(title) == {"ncmod(_, bake, how)", "dobj(bake, bread, _)"}
    asked = (
        "(S (NP-SBJ (DT The) (NN question)) (VP (VBD was) (PP-PRD (IN about) (SBAR (WHADVP (WRB {})) "
        "(S (NP-SBJ (PRP they)) (VP (VBD left)))))))"
    ).format
    assert "ncmod(_, leave, why)" in found(asked("why"))
    assert "ncmod(_, leave, when)" not in found(asked("when"))


@pytest.mark.parametrize(
    ("clause", "subject"),
    [
        ("(VBZ is) (NP-PRD (DT a) (NN dance))", "ncsubj(be, waltz, _)"),
        ("(VBZ means) (SBAR (IN that) (S (NP-SBJ (PRP they)) (VP (VBP practise))))", "csubj(mean, play, _)"),
        ("(VBZ is) (ADJP-PRD (JJ odd))", "csubj(be, play, _)"),
    ],
)  # fmt: skip
def test_a_relative_clause_after_an_adjunct(clause: str, subject: str) -> None:
    """About the clause, unless it says what the object is."""
    tree = (
        "(S (NP-SBJ (PRP They)) (VP (VBD played) (NP (DT a) (NN waltz)) (NP-TMP (NN yesterday)) (, ,) "
        f"(SBAR (WHNP (WDT which)) (S (VP {clause})))))"
    )
    assert subject in found(tree)


def test_a_plural_verb_is_about_the_plural_object() -> None:
    tree = (
        "(S (NP-SBJ (PRP It)) (VP (VBD raised) (NP (NNS fears)) (ADVP (RB again)) (, ,) "
        "(SBAR (WHNP (WDT which)) (S (VP (VBP spread))))))"
    )
    assert {"ncsubj(spread, fear, _)", "cmod(which, fear, spread)"} <= found(tree)


def test_who_after_commas_may_ask() -> None:
    tree = (
        "(S (NP-SBJ (PRP It)) (VP (VBZ is) (RB n't) (ADJP-PRD (JJ clear)) (, ,) (ADVP (RB however)) (, ,) "
        "(SBAR (WHNP (WP who)) (S (VP (MD would) (VP (VB pay)))))))"
    )
    assert {"ncsubj(pay, who, _)", "ccomp(_, clear, pay)"} <= found(tree)


def test_a_free_relative_in_a_doubled_bracket() -> None:
    tree = (
        "(S (SBAR-SBJ (SBAR (WHNP (WP Whoever)) (S (VP (VBZ wins)))) (, ,)) "
        "(VP (MD will) (VP (VB pay))))"
    )
    assert found(tree) >= {"ncsubj(pay, whoever, _)", "cmod(_, whoever, win)"}


@pytest.mark.parametrize(
    ("form", "tag", "base"),
    [("leaves", "NNS", "leaf"), ("wolves", "NNS", "wolf"), ("caves", "NNS", "cave"),
     ("leaves", "VBZ", "leave"), ("Bread", "NN", "bread"), ("Basil", "NNP", "Basil"),
     ("Hz", "NN", "Hz"), ("iPhone", "NN", "iPhone")],
)  # fmt: skip
def test_lemmas(form: str, tag: str, base: str) -> None:
    """Irregular plurals in -ves; common nouns in titles."""
    pytest.importorskip("lemminflect")
    assert lemma(form, tag) == base


def test_adjectives_joined_to_participles_modify_the_noun() -> None:
    tree = "(NP (DT a) (ADJP (JJR larger) (CC or) (VBN established)) (NN shrub))"
    assert found(tree) == {"ncmod(_, shrub, large)", "ncmod(_, shrub, establish)"}


@pytest.mark.parametrize(
    "inside",
    ["(VBZ shows) (, ,) (PP (IN in) (NP (NN part))) (, ,)", "(VBZ shows) (, ,) (CC or) (VBZ hides) (, ,)",
     "(VP (VBZ shows)) (, ,) (CC and) (VP (ADVP (RB even)) (VBZ hides)) (, ,)"],
)  # fmt: skip
def test_an_object_after_an_aside(inside: str) -> None:
    """It shows, in part, the limits."""
    tree = f"(S (NP-SBJ (PRP It)) (VP {inside} (NP (DT the) (NNS limits))))"
    assert "dobj(show, limit, _)" in found(tree)


def test_a_name_after_one_comma_is_called() -> None:
    """And so is one after a list."""
    tree = (
        "(S (NP-SBJ (PRP I)) (VP (VBP agree) (PP (IN with) (NP (PRP you))) (, ,) (NP (NNP Ann))))"
    )
    assert "ncmod(_, agree, Ann)" in found(tree)


def test_the_recipient_left_in_a_passive() -> None:
    """The power given us; but she was given a book."""
    reduced = "(NP (NP (DT the) (NN power)) (VP (VBN given) (NP (PRP us)) (PP (IN by) (NP (NNS voters)))))"
    assert {"dobj(give, we, iobj)", "ncsubj(give, power, obj)"} <= found(reduced)
    given = "(S (NP-SBJ (PRP She)) (VP (VBD was) (VP (VBN given) (NP (DT a) (NN book)))))"
    assert found(given) == {"ncsubj(give, she, iobj)", "obj2(give, book)"}


def test_given_is_like_a_preposition() -> None:
    """Given the costs: no recipient is meant; after when there is one."""
    tree = ("(S {} (, ,) (NP-SBJ (NNS visitors)) (VP (VBD left)))").format
    phrase = "(S (VP (VBN Given) (NP (DT the) (NN chance))))"
    assert "dobj(give, chance, _)" in found(tree(phrase))
    when = f"(SBAR (WHADVP (WRB When)) {phrase})"
    assert "obj2(give, chance)" in found(tree(when))


def test_first_halves_of_coordinators_have_no_relation() -> None:
    tree = "(S (NP-SBJ (PRP They)) (VP (RB neither) (VP (VBP sing)) (CC nor) (VP (VBP dance))))"
    assert found(tree) == {"ncsubj(sing, they, _)", "ncsubj(dance, they, _)"}
    both = "(VP (VB listen) (PP (DT both) (TO to) (NP (NP (NNS birds)) (CC and) (NP (NNS bees)))))"
    assert {"iobj(to, listen, bird)", "iobj(to, listen, bee)"} <= found(both)


def test_instead_is_part_of_the_type() -> None:
    tree = "(S (NP-SBJ (PRP We)) (VP (VBD had) (NP (NN tea)) (PP (RB instead) (IN of) (NP (NN milk)))))"
    assert found(tree) == {
        "ncsubj(have, we, _)",
        "dobj(have, tea, _)",
        "ncmod(instead_of, have, milk)",
    }


def test_predicates_with_unusual_labels() -> None:
    """A participle in an ADVP, and one tagged as an adjective in a VP."""
    tree = "(S (NP-SBJ (DT The) (NN fall)) (VP (VBZ is) {}))".format
    related = tree("(ADVP-PRD (VBN related) (PP (TO to) (NP (NN doubt))))")
    assert {"xcomp(_, be, relate)", "iobj(to, relate, doubt)"} <= found(related)
    owned = tree("(VP (JJ half-owned) (NP (-NONE- *)) (PP (IN by) (NP-LGS (NNP Acme))))")
    assert {"xcomp(_, be, half-owned)", "arg_mod(by, half-owned, Acme, subj)"} <= found(owned)


def test_the_sign_of_an_amount_is_its_head() -> None:
    tree = "(NP (DT a) (ADJP ($ $) (CD 500) (-NONE- *U*)) (NN fine))"
    assert found(tree) == {"ncmod(_, $, 500)", "ncmod(_, fine, $)"}


@pytest.mark.parametrize("subject", ["", "(NP-SBJ (-NONE- *-1)) "])
def test_ought_is_an_auxiliary(subject: str) -> None:
    tree = f"(S (NP-SBJ-1 (PRP We)) (VP (MD ought) (S {subject}(VP (TO to) (VP (VB rest))))))"
    assert found(tree) == {"ncsubj(rest, we, _)"}


def test_joined_names_before_a_noun_modify_it() -> None:
    tree = (
        "(S (NP-SBJ (NNP State) (NNP Department) (CC and) (NNP IRS) (NNS lawyers)) (VP (VBD met)))"
    )
    assert "ncsubj(meet, lawyer, _)" in found(tree)
    assert "ncsubj(meet, Department, _)" not in found(tree)


def test_a_possessor_is_shared() -> None:
    """Unless the second noun has a determiner of its own."""
    shared = "(NP (PRP$ its) (JJ new) (NNS tools) (CC and) (NN work) (NNS methods))"
    assert {"ncmod(poss, tool, its)", "ncmod(poss, method, its)"} <= found(shared)
    own = "(NP (PRP$ his) (NN wife) (CC and) (DT the) (NNS children))"
    assert found(own) == {"ncmod(poss, wife, his)"}


def test_the_trace_of_an_object_says_passive() -> None:
    """Even if the participle is tagged as a past tense."""
    tree = "(NP (NP (NNS figures)) (VP (VBD released) (NP (-NONE- *)) (NP-TMP (NNP Monday))))"
    assert "ncsubj(release, figure, obj)" in found(tree)


def test_even_when_says_when() -> None:
    tree = (
        "(S (NP-SBJ (PRP She)) (VP (VBZ smiles) (, ,) (SBAR (WHADVP (RB even) (WRB when)) "
        "(S (NP-SBJ (PRP she)) (VP (VBZ loses))))))"
    )
    assert "cmod(when, smile, lose)" in found(tree)


@pytest.mark.parametrize(
    ("form", "tag", "base"),
    [("thanks", "NNS", "thanks"), ("Regards", "NNS", "regards"), ("troops", "NNS", "troops"),
     ("1980s", "NNS", "1980s"), ("cars", "NNS", "car"), ("IT", "PRP", "it"), ("IT", "NN", "IT"),
     ("TWO", "CD", "two"), ("XIV", "CD", "XIV"), ("NASA", "NNP", "NASA"), ("GO", "VB", "go"),
     ("GREAT", "JJ", "great"), ("’em", "PRP", "they"), ("em", "PRP", "they"), ("those", "DT", "that"),
     ("These", "DT", "this")],
)  # fmt: skip
def test_lemmas_of_plurals_capitals_and_pronouns(form: str, tag: str, base: str) -> None:
    """Nouns without a singular; words in capitals that are no abbreviations; weak pronouns."""
    pytest.importorskip("lemminflect")
    assert lemma(form, tag) == base


def test_an_infinitive_after_the_predicate_of_be_is_a_purpose() -> None:
    """She is here to help; not: it is a pleasure to help."""
    tree = (
        "(S (NP-SBJ (PRP {})) (VP (VBZ is) ({} (RB here)) (S (VP (TO to) (VP (VB help))))))".format
    )
    assert "xmod(to, be, help)" in found(tree("She", "ADVP-PRD"))
    assert "xcomp(to, be, help)" in found(tree("She", "ADVP"))
    assert "xmod(to, be, help)" not in found(tree("It", "NP-PRD"))


def test_a_purpose_is_tagged_inside_the_clause() -> None:
    tree = (
        "(S (NP-SBJ (PRP It)) (VP (VBD was) (VP (VBN found) (S (VP (VP{} (TO to) (VP (VB mark) "
        "(NP (NN surprise)))) (CC or) (VP (TO to) (VP (VB ask))))))))"
    ).format
    assert {"xmod(to, find, mark)", "xmod(to, find, ask)"} <= found(tree("-PRP"))
    assert "xcomp(to, find, mark)" in found(tree(""))


def test_passives_with_an_infinitive_share_their_subject() -> None:
    tree = (
        "(S (NP-SBJ (PRP It)) (VP (VBZ is) (VP (VBN guaranteed) (S (VP (TO to) (VP (VB exist)))))))"
    )
    assert {"xcomp(to, guarantee, exist)", "ncsubj(exist, it, _)"} <= found(tree)


@pytest.mark.parametrize("comma", ["", "(, ,)"])
def test_a_condition_before_an_imperative_is_no_subject(comma: str) -> None:
    tree = f"(S (SBAR (IN If) (S (VP (VBG walking)))) {comma} (VP (VB use) (NP (NNS paths))))"
    assert {"xmod(if, use, walk)", "ncsubj(use, Pro, _)"} <= found(tree)


@pytest.mark.parametrize(
    "subject",
    ["(S-SBJ-1 (VP (VBG buying) (CC and) (VBG selling)))",
     "(NP-SBJ-1 (S (VP (VBG buying))) (CC and) (S (VP (VBG selling))))",
     "(NP-SBJ-1 (VP (VBG buying) (CC and) (VBG selling)))"],
)  # fmt: skip
def test_joined_gerunds_as_subject(subject: str) -> None:
    tree = f"(S {subject} (VP (VBZ seems) (S (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB help))))))"
    verbs = {f"xsubj({verb}, {one}, _)" for verb in ("seem", "help") for one in ("buy", "sell")}
    assert found(tree) == verbs | {"xcomp(to, seem, help)"}


def test_unlike_conjuncts_keep_their_own_relation() -> None:
    """Adverbs belong to the conjunct after them; of words joined by hyphens the last is the head."""
    goods = (
        "(S (NP-SBJ (PRP They)) (VP (VBP are) (UCP-PRD (PP (IN of) (NP (NN quality))) (CC and) "
        "(RB not) (ADJP (JJ rare)))))"
    )
    assert {"xcomp(of, be, quality)", "xcomp(_, be, rare)", "ncmod(_, rare, not)"} <= found(goods)
    assert "xcomp(_, be, not)" not in found(goods)
    shop = "(NP (DT a) (UCP (NN toy) (CC and) (JJ old) (HYPH -) (NN time)) (NN shop))"
    assert found(shop) == {"ncmod(_, shop, toy)", "ncmod(_, shop, time)", "ncmod(_, time, old)"}


def test_than_belongs_to_the_comparative() -> None:
    tree = (
        "(NP (NP (JJR lower) (NNS costs)) (PP (IN than) (S (VP (VBG building) (NP (NNS roads))))))"
    )
    assert "xmod(than, low, build)" in found(tree)
    useful = (
        "(S (NP-SBJ (PRP It)) (VP (VBZ is) (ADJP-PRD (RBR more) (JJ useful)) (PP (IN in) (NP (NN town))) "
        "(PP (IN than) (NP (DT a) (NN car)))))"
    )
    assert "ncmod(than, useful, car)" in found(useful)


@pytest.mark.parametrize(
    ("verb", "phrase", "relation"),
    [("traded", "(PP-LOC (IN in) (NP (NN town)))", "ncmod(in, trade, town)"),
     ("placed", "(PP-LOC (IN in) (NP (NN town)))", "iobj(in, place, town)"),
     ("traded", "(PP (IN in) (NP (NNS stocks)))", "iobj(in, trade, stock)"),
     ("publicized", "(PP-CLR (IN as) (S (VP (VBG undercutting))))", "xcomp(as, publicize, undercut)"),
     ("stopped", "(SBAR (IN if) (RB only) (PP (IN for) (NP (NN lunch))))", "ncmod(for, stop, lunch)"),
     ("stopped", "(SBAR-ADV (IN although) (RB not) (ADJP (JJ glad)))", "xmod(although, stop, glad)")],
)  # fmt: skip
def test_phrases_by_their_tags(verb: str, phrase: str, relation: str) -> None:
    """Places are no arguments unless something is put there; gerunds that the tree calls close are."""
    tree = f"(S (NP-SBJ (PRP They)) (VP (VBD {verb}) {phrase}))"
    assert relation in found(tree)


def test_which_after_as_well_is_about_the_noun() -> None:
    tree = (
        "(S (NP-SBJ (PRP They)) (VP (VBD sold) (NP (NN cheese)) (ADVP {}) (, ,) "
        "(SBAR (WHNP (WDT which)) (S (VP (VBD surprised) (NP (PRP us)))))))"
    ).format
    assert "ncsubj(surprise, cheese, _)" in found(tree("(RB as) (RB well)"))
    assert "csubj(surprise, sell, _)" in found(tree("(RB cheaply)"))


def test_a_name_with_a_preposition_inside_is_its_last_word() -> None:
    name = "(NP-SBJ (DT the) (NNPS Friends) (PP (IN of) (NP (NNPS Rivers))) (NNP Act))"
    assert found(f"(S {name} (VP (VBD passed)))") == {"ncsubj(pass, Act, _)"}
