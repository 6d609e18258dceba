"""Relations from trees without traces: clauses, what they depend on, and their subjects.

Each test is a kind of error that was found by reading relations of parsed trees, in sentences of our own.
"""

import pytest

import karat
from karat.model.gr import listed
from karat.views.gr import gr


def found(tree: str) -> set[str]:
    """The relations of a tree as text."""
    return {str(one) for one in listed(gr(karat.read_text(tree)), 0)}


def labels(relations: set[str], *words: str) -> set[str]:
    """The relations that have all the words in them."""
    return {one for one in relations if all(word in one for word in words)}


CLAUSE = "(S (NP-SBJ (PRP they)) (VP (VBD left)))"


def below(verb: str, clause: str, before: str = "") -> set[str]:
    """The relations of: She VERB BEFORE CLAUSE."""
    return found(f"(S (NP-SBJ (PRP She)) (VP ({verb}) {before} {clause}))")


@pytest.mark.parametrize("first", ["MD Should", "VBD Had", "VBD Were"])
def test_an_inverted_clause_before_the_subject_is_a_condition(first: str) -> None:
    """Should you call, she will answer; it is no complement."""
    tree = (
        f"(S (SBAR (SINV ({first}) (NP-SBJ (PRP you)) (VP (VB call)))) (, ,) (NP-SBJ (PRP she)) "
        "(VP (MD will) (VP (VB answer))))"
    )
    assert "cmod(_, answer, call)" in found(tree)
    assert not labels(found(tree), "ccomp")


def test_a_clause_after_so_or_such_is_a_result() -> None:
    """So tight that it hurt; but what one is glad about is a complement even after so."""
    tree = "(S (NP-SBJ (PRP It)) (VP (VBD was) (ADJP-PRD (RB so) (JJ {}) (SBAR (IN that) {}))))"
    assert "cmod(that, tight, leave)" in found(tree.format("tight", CLAUSE))
    assert "ccomp(that, glad, leave)" in found(tree.format("glad", CLAUSE))
    beside = below("VBD made", f"(SBAR (IN that) {CLAUSE})", "(NP (PDT such) (DT a) (NN noise))")
    assert "cmod(that, make, leave)" in beside


def test_if_after_an_adjective_like_sure_asks() -> None:
    tree = "(S (NP-SBJ (PRP I)) (VP (VBP am) (RB not) (ADJP-PRD (JJ {}) (SBAR (IN if) {}))))"
    assert "ccomp(if, sure, leave)" in found(tree.format("sure", CLAUSE))
    assert "cmod(if, happy, leave)" in found(tree.format("happy", CLAUSE))


@pytest.mark.parametrize(("verb", "clause"), [("VBZ feels", "like"), ("VBD looked", "like")])
def test_verbs_like_seem_have_a_complement_with_like(verb: str, clause: str) -> None:
    """Whatever the function tag is; but not after a comma, nor with other verbs."""
    tagged = f"(SBAR-ADV (IN {clause}) {CLAUSE})"
    assert labels(below(verb, tagged), "ccomp(like", "leave)")
    assert labels(below(verb, tagged, "(ADJP-PRD (JJ odd)) (, ,)"), "cmod(like", "leave)")
    assert "cmod(like, run, leave)" in below("VBD ran", tagged)


def test_wait_selects_for_with_an_infinitive() -> None:
    clause = "(SBAR-ADV (IN for) (S-PRP (NP-SBJ (PRP it)) (VP (TO to) (VP (VB stop)))))"
    assert "ccomp(for, wait, stop)" in below("VBD waited", clause)
    assert "cmod(for, run, stop)" in below("VBD ran", clause)


def test_a_clause_with_when_or_where_is_asked_for_or_says_so() -> None:
    """It depends on the verb; wherever never asks; right after be it is the predicate."""
    when = f"(SBAR (WHADVP (WRB {{}})) {CLAUSE})"
    assert "ccomp(_, forget, leave)" in below("VBD forgot", when.format("where"))
    assert "cmod(when, see, leave)" in below("VBD saw", when.format("when"), "(NP (PRP him))")
    assert "cmod(wherever, know, leave)" in below("VBD knew", when.format("wherever"))
    assert "ccomp(_, be, leave)" in below("VBZ is", when.format("when"))
    assert "cmod(when, be, leave)" in below("VBZ is", when.format("when"), "(ADJP-PRD (JJ sad))")
    assert "ccomp(because, be, leave)" in below("VBZ is", f"(SBAR (IN because) {CLAUSE})")


def test_adverbs_beside_a_conjunction_are_no_part_of_the_type() -> None:
    even = below("VBD stayed", f"(SBAR-ADV (RB even) (IN though) {CLAUSE})")
    assert {"cmod(though, stay, leave)", "ncmod(_, leave, even)"} <= even
    assert "cmod(so_that, stay, leave)" in below("VBD stayed", f"(SBAR (RB so) (IN that) {CLAUSE})")
    either = below("VBD stayed", f"(SBAR-ADV (IN whether) {CLAUSE} (CC or) (RB not))", "(, ,)")
    assert "cmod(whether, stay, leave)" in either
    assert not labels(either, "not")


def test_in_order_to_is_a_purpose() -> None:
    """Also after verbs that take infinitives."""
    clause = "(SBAR (IN in) (NN order) (S (VP (TO to) (VP (VB win)))))"
    assert "xmod(to, need, win)" in below("VBZ needs", clause, "(NP (NN help))")
    own = "(SBAR (IN in) (NN order) (IN for) (S (NP-SBJ (PRP us)) (VP (TO to) (VP (VB win)))))"
    assert "cmod(for, play, win)" in below("VBD played", own)


def test_a_clause_beside_a_complete_one_has_no_relation_to_it() -> None:
    """After a comma, a coordinator, a stop or a whole verb phrase; verbs that report have it all the same."""
    silent = f"(SBAR {CLAUSE})"
    assert not labels(below("VBD ran", f"(, ,) {silent}", "(ADVP (RB home))"), "leave", "run")
    assert "ccomp(_, mean, leave)" in below("VBP mean", f"(, ,) {silent}")
    joined = f"(S (NP-SBJ (PRP She)) (VP (VP (VBD screamed)) (, ,) (CC and) {CLAUSE}))"
    assert not labels(found(joined), "leave", "scream")
    stop = f"(S (NP-SBJ (PRP She)) (VP (VP (VBD ran) (ADVP (RB home))) {silent}))"
    assert not labels(found(stop), "leave", "run")
    thing = f"(S (NP-SBJ (DT The) (NN thing)) (VP (VBZ is) (, ,) {CLAUSE}))"
    assert "ccomp(_, be, leave)" in found(thing)


@pytest.mark.parametrize("report", ["(PRP it) seems seem", "(PRP I) think think"])
def test_a_report_at_the_end_has_the_clause_before_it_as_complement(report: str) -> None:
    subject, form, verb = report.rsplit(" ", 2)
    clause = f"(SBAR (S (NP-SBJ {subject}) (VP (VBZ {form}))))"
    assert f"ccomp(_, {verb}, be)" in below("VBZ is", clause, "(ADJP-PRD (JJ ill))")
    assert f"ccomp(_, know, {verb})" in below("VBZ knows", clause)


def test_an_absolute_clause_is_a_modifier() -> None:
    """They left, their heads high: neither an object nor its predicate."""
    clause = "(, ,) (S (NP-SBJ (PRP$ her) (NN head)) (ADJP (JJ high)))"
    relations = below("VBD ran", clause, "(ADVP (RB home))")
    assert "cmod(_, run, high)" in relations
    assert not labels(relations, "dobj")
    assert not labels(relations, "xcomp")


def test_done_selects_a_participle() -> None:
    tree = "(S (NP-SBJ (PRP I)) (VP (VBP am) (VP (VBN done) (S (VP (VBG washing) (NP (PRP it)))))))"
    assert {"xcomp(_, do, wash)", "ncsubj(wash, I, _)"} <= found(tree)


def test_what_to_do_has_an_object_and_an_understood_subject() -> None:
    clause = "(SBAR (WHNP (WP what)) (S (VP (TO to) (VP (VB do)))))"
    assert {"dobj(do, what, _)", "ncsubj(do, she, _)"} <= below("VBZ knows", clause)


def test_the_object_beside_a_question_word_is_the_recipient() -> None:
    """Also in the complement of another verb: what are you going to tell him?"""
    tree = (
        "(SBARQ (WHNP (WP What)) (SQ (VBP are) (NP-SBJ (PRP you)) (VP (VBG going) (S (VP (TO to) "
        "(VP (VB tell) (NP (PRP$ your) (NN mom))))))))"
    )
    assert {"dobj(tell, mom, iobj)", "obj2(tell, what)"} <= found(tree)


def test_the_question_word_without_its_clause_is_an_object() -> None:
    assert "dobj(know, what, _)" in below("VBP know", "(WHNP (WP what))")


def noun(words: str, clause: str) -> set[str]:
    """The relations of: He had NOUN CLAUSE."""
    return found(f"(S (NP-SBJ (PRP He)) (VP (VBD had) (NP (NP {words}) {clause})))")


def test_what_and_how_begin_no_relative_clause() -> None:
    what = noun(
        "(DT no) (NN idea)", "(SBAR (WHNP (WP what)) (S (NP-SBJ (PRP it)) (VP (VBZ says))))"
    )
    assert {"ccomp(_, idea, say)", "dobj(say, what, _)"} <= what
    who = "(SBAR (WHNP (WP who)) (S (VP (VBD came))))"
    assert "ccomp(_, clue, come)" in noun("(DT no) (NN clue)", who)
    assert "cmod(who, friend, come)" in noun("(DT a) (NN friend)", who)


def test_a_complete_clause_is_the_content_of_a_noun_like_feeling() -> None:
    """One in which something is missing is a relative clause."""
    complete = "(SBAR (S (NP-SBJ (PRP they)) (VP (VBD knew) (NP (PRP him)))))"
    assert "ccomp(_, feeling, know)" in noun("(DT the) (NN feeling)", complete)
    missing = "(SBAR (S (NP-SBJ (PRP they)) (VP (VBD knew))))"
    relations = noun("(DT the) (NN feeling)", missing)
    assert {"cmod(_, feeling, know)", "dobj(know, feeling, _)"} <= relations


def test_a_participle_after_as_or_in_brackets_is_an_open_clause() -> None:
    amended = noun("(DT the) (NN act)", "(SBAR (IN as) (S (VP (VBN amended))))")
    assert {"xmod(as, act, amend)", "ncsubj(amend, act, obj)"} <= amended
    known = noun("(DT the) (NN act)", "(PRN (-LRB- -LRB-) (VP (VBN known)) (-RRB- -RRB-))")
    assert "xmod(_, act, know)" in known


def test_a_sentence_after_a_colon_is_no_modifier_of_the_noun() -> None:
    assert not labels(noun("(DT a) (NN rule)", f"(: :) {CLAUSE}"), "rule", "leave")


def test_clauses_are_joined_with_phrases() -> None:
    """Each has its own relation: reflect the plot and what it means; about plans and how they work."""
    what = "(SBAR (WHNP (WP what)) (S (NP-SBJ (PRP it)) (VP (VBZ means))))"
    relations = below("VBZ reflects", f"(NP (NP (DT the) (NN plot)) (CC and) {what})")
    assert {"dobj(reflect, plot, _)", "dobj(reflect, what, _)", "cmod(_, what, mean)"} <= relations
    how = "(SBAR (WHADVP (WRB how)) (S (NP-SBJ (PRP they)) (VP (VBP work))))"
    talk = below("VBD talked", f"(PP (IN about) (NP (NP (NNS plans)) (CC and) {how}))")
    assert {"iobj(about, talk, plan)", "ccomp(about, talk, work)"} <= talk
    gerund = "(NP (NP (NN fear)) (, ,) (CC or) (S (VP (VBG blaming) (NP (NNS others)))))"
    relations = noun("(NN time)", f"(PP (IN for) {gerund})")
    assert {"ncmod(for, time, fear)", "xmod(for, time, blame)"} <= relations
    loose = "(ADJP (ADJP-PRD (JJ loose)) (CC and) (VP (VBG floating)))"
    assert {"xcomp(_, be, loose)", "ncsubj(float, she, _)"} <= below("VBZ is", loose)


def test_clauses_without_a_coordinator_are_joined() -> None:
    """But a clause with which is about the one before it."""
    clauses = (
        f"(SBAR (SBAR (IN if) {CLAUSE}) (, ,) (SBAR (IN if) (S (NP-SBJ (PRP we)) (VP (VBD won)))))"
    )
    relations = below("VBD wondered", clauses)
    assert {"ccomp(if, wonder, leave)", "ccomp(if, wonder, win)"} <= relations
    which = "(SBAR (NP-SBJ (WDT which)) (S (VP (VBD hurt))))"
    about = below("VBD said", f"(SBAR (SBAR (IN that) {CLAUSE}) (, ,) {which})")
    assert "csubj(hurt, leave, _)" in about


def test_what_something_is_does_not_do_it() -> None:
    """The aim is to win; but: They are to win, and: The cake is to be eaten."""
    tree = "(S (NP-SBJ {}) (VP (VBZ is) (S (VP (TO to) {}))))"
    win = "(VP (VB win))"
    assert not labels(found(tree.format("(DT The) (NN aim)", win)), "ncsubj(win")
    assert "ncsubj(win, he, _)" in found(tree.format("(PRP He)", win))
    eaten = "(VP (VB be) (VP (VBN eaten)))"
    assert "ncsubj(eat, cake, obj)" in found(tree.format("(DT The) (NN cake)", eaten))


def test_the_subject_is_in_the_clause_and_not_beside_it() -> None:
    tree = f"(S (NP (NNP Boston)) (: -) {CLAUSE})"
    assert labels(found(tree), "ncsubj") == {"ncsubj(leave, they, _)"}
    again = "(S (NP (PRP I)) (: -) (S (NP-SBJ (PRP I)) (VP (VBP agree))))"
    assert found(again) == {"ncsubj(agree, I, _)"}
    days = "(SBAR-TMP (NP (CD 30) (NNS days)) (IN after) (S (NP-SBJ (PRP she)) (VP (VBD called))))"
    relations = below("VBD left", days)
    assert "ncmod(_, call, day)" in relations
    assert not labels(relations, "ncsubj", "day")


def test_who_is_called_before_an_imperative_is_not_its_subject() -> None:
    tree = "(S (NP-SBJ (NNS People)) (, ,) (VP (VB put) (NP (PRP it)) (ADVP (RB down))) (. .))"
    assert labels(found(tree), "ncsubj") == {"ncsubj(put, Pro, _)"}


def test_there_is_the_subject_although_the_noun_is_tagged() -> None:
    question = "(SQ (VBP Are) (NP (EX there)) (NP-SBJ (NNS facts)) (. ?))"
    assert found(question) == {"ncsubj(be, there, _)", "xcomp(_, be, fact)"}
    exists = "(S (NP (EX There)) (VP (VBZ exists) (NP-SBJ (DT a) (NN proof))))"
    assert found(exists) == {"ncsubj(exist, there, _)", "xcomp(_, exist, proof)"}
    here = (
        "(SINV (ADVP-PRD (RB Here)) (VP (VBZ is)) (SBAR (WHNP (WP what)) (S (NP-SBJ (PRP we)) "
        "(VP (VBP know)))))"
    )
    assert {"ncsubj(be, what, _)", "cmod(_, what, know)"} <= found(here)


def test_a_verb_without_a_bracket_of_its_own_is_the_head() -> None:
    tree = "(S (NP-SBJ (PRP We)) (VBP make) (NP (NN bread)))"
    assert found(tree) == {"ncsubj(make, we, _)", "dobj(make, bread, _)"}
    thinking = "(S (NP-SBJ (PRP I)) (VP (VBP am) (VBG thinking)))"
    assert found(thinking) == {"ncsubj(think, I, _)"}
    adverb = "(S (NP-SBJ (PRP It)) (VP (VBZ is) (ADVP (ADVP (RB endlessly)) (VP (VBG moving)))))"
    assert found(adverb) == {"ncsubj(move, it, _)", "ncmod(_, move, endlessly)"}


def test_a_noun_that_heads_a_verb_phrase_is_a_verb() -> None:
    tree = "(S (NP-SBJ (PRP They)) (VP (MD may) (VP (NN charge) (NP (DT the) (NN bank)))))"
    assert found(tree) == {"ncsubj(charge, they, _)", "dobj(charge, bank, _)"}


def test_like_before_what_was_said_is_no_preposition() -> None:
    """He was like, I am ill; it is like, ten miles."""
    said = "(S (NP-SBJ (PRP He)) (VP (VBD was) (PP (RP like) (, ,) (S (NP-SBJ (PRP I)) (VP (VBP won))))))"
    assert "ccomp(_, be, win)" in found(said)
    miles = "(S (NP-SBJ (PRP It)) (VP (VBZ is) (PP (UH like) (NP-PRD (CD ten) (NNS miles)))))"
    assert {"xcomp(_, be, mile)", "ncmod(_, mile, like)"} <= found(miles)


def test_a_form_of_address_is_not_the_head_of_a_fragment() -> None:
    tree = "(FRAG (NP-VOC (NNP Ann)) (, ,) (PP (IN to) (NP (DT the) (NN left))))"
    assert not labels(found(tree), "Ann, left")


def test_do_so_and_in_many_ways_are_modifiers() -> None:
    assert "ncmod(_, do, so)" in below("VBD did", "(ADVP-PRD (RB so))")
    ways = "(PP (IN in) (NP (JJ many) (NNS ways)))"
    relations = below("VBZ is", "(NP-PRD (DT a) (NN saint))", ways)
    assert {"ncmod(in, be, way)", "xcomp(_, be, saint)"} <= relations


def test_feel_like_selects_a_gerund() -> None:
    clause = "(PP (IN like) (S-NOM (VP (VBG eating))))"
    assert "xcomp(like, feel, eat)" in below("VBZ feels", clause)
    assert "xmod(like, run, eat)" in below("VBD ran", clause)


def test_a_measure_after_an_object_is_no_object() -> None:
    """Find it lots of places."""
    lots = "(NP (NP-ADV (NNS lots)) (PP (IN of) (NP (NNS places))))"
    relations = below("VBD found", lots, "(NP (PRP it))")
    assert {"dobj(find, it, _)", "ncmod(_, find, lot)"} <= relations


def test_prepositional_phrases_without_a_coordinator_are_joined() -> None:
    """From Rome to Oslo, for you, for all: each depends on the verb."""
    phrases = "(PP (PP (IN for) (NP (PRP you))) (, ,) (PP (IN for) (NP (DT all))))"
    assert {"ncmod(for, run, you)", "ncmod(for, run, all)"} <= below("VBD ran", phrases)


def test_an_imperative_in_a_report_has_an_unspoken_subject() -> None:
    clause = "(, ,) (`` ``) (S (VP (VB do) (RB n't) (VP (VB go)))) ('' '')"
    relations = below("VBD said", clause)
    assert {"ccomp(_, say, go)", "ncsubj(go, Pro, _)"} <= relations
    assert "ncsubj(go, she, _)" in below("VBD tried", "(S (VP (TO to) (VP (VB go))))")


def test_a_verb_phrase_beside_another_is_no_complement() -> None:
    """That is it, hope you like it."""
    tree = (
        "(S (NP-SBJ (DT That)) (VP (VBZ is) (NP-PRD (PRP it))) (, ,) (VP (VBP hope) (SBAR (S "
        "(NP-SBJ (PRP you)) (VP (VBP win))))))"
    )
    relations = found(tree)
    assert "ccomp(_, hope, win)" in relations
    assert not labels(relations, "be, hope")


def test_nobody_does_what_something_involves_or_means() -> None:
    relations = below("VBZ involves", "(S (VP (VBG waiting)))")
    assert "xcomp(_, involve, wait)" in relations
    assert not labels(relations, "ncsubj(wait")
    tree = "(S (NP-SBJ (DT This)) (VP (VBZ means) (S (VP (TO to) (VP (VB lose))))))"
    assert not labels(found(tree), "ncsubj(lose")
    assert "ncsubj(lose, she, _)" in below("VBZ means", "(S (VP (TO to) (VP (VB lose))))")


def test_who_has_trouble_does_what_follows() -> None:
    clause = "(S (VP (VBG finding) (NP (PRP it))))"
    relations = below("VBD had", clause, "(NP (NN trouble))")
    assert {"xmod(_, have, find)", "ncsubj(find, she, _)"} <= relations


def test_a_clause_as_subject_of_a_predicate() -> None:
    """Made waking up easier."""
    clause = "(S (S (VP (VBG waking) (PRT (RP up)))) (ADJP-PRD (JJR easier)))"
    relations = below("VBD made", clause)
    assert {"xcomp(_, make, wake)", "xcomp(_, make, easy)"} <= relations
    assert not labels(relations, "easy, wake")


def test_a_gerund_after_a_colon_says_what_the_noun_is() -> None:
    relations = noun("(DT an) (NN aim)", "(: :) (S (VP (VBG winning)))")
    assert "xmod(_, aim, win)" in relations
    assert not labels(relations, "ncsubj(win")


def test_you_know_fills_a_pause() -> None:
    relations = noun("(DT the) (NNS horses)", "(SBAR (S (NP-SBJ (PRP you)) (VP (VBP know))))")
    assert not labels(relations, "horse", "know")


def test_whose_after_a_predicate_is_about_the_subject() -> None:
    clause = "(SBAR (WHNP (WP$ whose) (NNS laws)) (S (VP (VBP are) (ADJP-PRD (JJ bad)))))"
    tree = f"(S (NP-SBJ (DT no) (NN king)) (VP (VBZ is) (ADJP-PRD (JJ great)) {clause}))"
    assert {"cmod(whose, king, be)", "ncmod(poss, law, king)"} <= found(tree)


def test_a_question_joined_with_sentences_is_no_modifier() -> None:
    what = "(SBAR (WHNP (WP what)) (S (VP (VBZ happens))))"
    tree = f"(S {CLAUSE} (, ,) (S (NP-SBJ (PRP it)) (VP (VBD rained))) (CC and) {what})"
    assert not labels(found(tree), "cmod")


def test_what_somebody_was_like_is_said() -> None:
    """Only the clause without a subject is an imperative: I was like, go, I will stay."""
    go = "(S (VP (VB go)))"
    stay = "(S (NP-SBJ (PRP I)) (VP (MD will) (VP (VB stay))))"
    relations = below("VBD was", f"(PP (RP like) (, ,) (S {go} (, ,) {stay}))")
    assert {"ccomp(_, be, go)", "ncsubj(go, Pro, _)", "ccomp(_, be, stay)"} <= relations
    assert labels(relations, "ncsubj(stay") == {"ncsubj(stay, I, _)"}


def test_an_imperative_after_a_colon_is_no_modifier() -> None:
    tip = noun("(DT a) (NN tip)", "(: :) (S (VP (VB use) (NP (DT a) (NN map))))")
    assert "ncsubj(use, Pro, _)" in tip
    assert not labels(tip, "tip, use")


def test_a_measure_before_a_preposition_is_not_its_object() -> None:
    phrase = "(PP (NP (DT a) (NN mile)) (IN from) (NP (NN home)))"
    relations = below("VBD slept", phrase)
    assert {"ncmod(_, sleep, mile)", "ncmod(from, mile, home)"} <= relations


def test_a_preposition_with_a_gerund_is_the_predicate_of_be() -> None:
    relations = found("(S (NP-SBJ (PRP It)) (VP (VBZ is) (PP (IN about) (S (VP (VBG winning))))))")
    assert "xcomp(about, be, win)" in relations
    assert not labels(relations, "ncsubj(win")


def test_a_verb_that_follows_its_predicate_is_no_passive() -> None:
    """They are on the way, sent today."""
    tree = (
        "(S (NP-SBJ (PRP They)) (VP (VBP are) (PP-PRD (IN on) (NP (DT the) (NN way))) (, ,) "
        "(VP (VBN sent) (NP-TMP (NN today)))))"
    )
    assert {"ncsubj(be, they, _)", "xcomp(on, be, way)", "xmod(_, be, send)"} <= found(tree)


def test_that_is_something_and_does_nothing() -> None:
    tree = (
        "(S (S (VP (VBG growing) (PRT (RP up)))) (, ,) (NP-SBJ (DT that)) (VP (VBD was) "
        "(NP-PRD (PRP$ my) (NN name))))"
    )
    assert not labels(found(tree), "ncsubj(grow")


def test_an_adjective_in_a_verb_phrase_is_a_predicate() -> None:
    """He is (VP bound to lose); make (JJ sure) that it works."""
    bound = "(VP (JJ bound) (S (VP (TO to) (VP (VB lose)))))"
    relations = below("VBZ is", bound)
    assert {"ncsubj(be, she, _)", "xcomp(_, be, bound)", "xcomp(to, bound, lose)"} <= relations
    sure = below("VBD made", f"(SBAR (IN that) {CLAUSE})", "(JJ sure)")
    assert {"xcomp(_, make, sure)", "ccomp(that, sure, leave)"} <= sure


def test_an_adverb_of_place_is_the_predicate_of_be_if_nothing_else_is() -> None:
    here = "(ADVP-MNR (RB right) (RB here))"
    assert "xcomp(_, be, here)" in below("VBZ is", here)
    assert "ncmod(_, be, here)" in below("VBZ is", here, "(ADJP-PRD (JJ ill))")


def test_a_question_word_before_its_question_in_a_sentence() -> None:
    tree = (
        "(S (INTJ (UH Oh)) (, ,) (WHNP (WP what)) (SQ (MD should) (NP-SBJ (PRP we)) (VP (VB do))))"
    )
    assert "dobj(do, what, _)" in found(tree)


def test_a_shared_noun_is_the_object_of_the_prepositions_before_it() -> None:
    """She saw and heard from him."""
    tree = (
        "(S (NP-SBJ (PRP She)) (VP (VP (VBD saw)) (CC and) (VP (VBD heard) (PP (IN from))) "
        "(NP (PRP him))))"
    )
    relations = found(tree)
    assert {"dobj(see, he, _)", "iobj(from, hear, he)"} <= relations
    assert not labels(relations, "dobj(hear")


def test_or_something_after_verb_phrases_is_no_object() -> None:
    tree = (
        "(S (NP-SBJ (PRP She)) (VP (VP (VBD ran)) (CC and) (VP (VBD hid)) (CC or) "
        "(NP (NN something))))"
    )
    assert not labels(found(tree), "something")


def test_a_time_with_a_modifier_is_no_object() -> None:
    """Danced the rest of the evening."""
    rest = "(NP (NP-TMP (DT the) (NN rest)) (PP (IN of) (NP (DT the) (NN evening))))"
    assert "ncmod(_, dance, rest)" in below("VBD danced", rest)


def test_i_think_beside_a_noun_fills_a_pause() -> None:
    relations = below(
        "VBZ is", "(NP-PRD (NP (NNP Ann)) (SBAR (S (NP-SBJ (PRP I)) (VP (VBP think)))))"
    )
    assert not labels(relations, "Ann, think")
    assert not labels(relations, "think, Ann")
