"""Relations from trees: quoted speech that is no clause, and what stands in brackets or between commas."""

import pytest

import karat
from karat.model.gr import listed
from karat.views.gr import gr


def found(tree: str) -> set[str]:
    """The relations of one tree, as text."""
    return set(map(str, listed(gr(karat.read_text(tree)), 0)))


@pytest.mark.parametrize(
    ("quoted", "relations"),
    [
        ("(NP (NNS Thanks))", {"ccomp(_, come, thanks)"}),
        ("(INTJ (UH Oh))", {"ccomp(_, come, oh)"}),
        ("(WHNP (WP What))", {"ccomp(_, come, what)"}),
        ("(S (NP (NNS Thanks)) (, ,) (NP (NN friend)))",
         {"ccomp(_, come, thanks)", "ncmod(_, thanks, friend)"}),
        ("(FRAG (ADVP (RB Never)))", {"ccomp(_, come, never)"}),
        ("(S (VP (TO To) (VP (VB win))))", {"ccomp(_, come, win)"}),
        ("(S (VP (VB Stop) (NP (PRP him))))",
         {"ccomp(_, come, stop)", "ncsubj(stop, Pro, _)", "dobj(stop, he, _)"}),
    ],
)  # fmt: skip
def test_quoted_before_an_inverted_verb(quoted: str, relations: set[str]) -> None:
    answer = "(VP (VBD came)) (NP-SBJ (DT the) (NN answer))"
    tree = f"(SINV (`` ``) {quoted} (, ,) ('' '') {answer})"
    assert found(tree) == relations | {"ncsubj(come, answer, _)"}


@pytest.mark.parametrize(
    ("phrase", "relations"),
    [
        ("(VBD went) (, ,) (`` ``) (S (VP (VB put) (NP (PRP it)) (PRT (RP down)))) ('' '')",
         {"ncsubj(go, she, _)", "ccomp(_, go, put)", "ncsubj(put, Pro, _)", "dobj(put, it, _)",
          "ncmod(prt, put, down)"}),
        # Without a mark of a quotation it is an action.
        ("(MD will) (VP (VB go) (S (VP (VB fetch) (NP (PRP it)))))",
         {"ncsubj(go, she, _)", "xcomp(_, go, fetch)", "ncsubj(fetch, she, _)", "dobj(fetch, it, _)"}),
        ("(VBD shouted) (: :) (`` ``) (NP (DT A) (NN ship)) ('' '')",
         {"ncsubj(shout, she, _)", "ccomp(_, shout, ship)"}),
        ("(VBD told) (NP (PRP him)) (, ,) (`` ``) (S (VP (VB Stay))) ('' '')",
         {"ncsubj(tell, she, _)", "dobj(tell, he, _)", "ccomp(_, tell, stay)", "ncsubj(stay, Pro, _)"}),
        ("(VBD said) (, ,) (`` ``) (FRAG (INTJ (UH Hey)) (NP-SBJ (DT that)) (VP (VBZ works)))",
         {"ncsubj(say, she, _)", "ccomp(_, say, work)", "ncmod(_, work, hey)", "ncsubj(work, that, _)"}),
    ],
)  # fmt: skip
def test_quoted_after_a_verb(phrase: str, relations: set[str]) -> None:
    assert found(f"(S (NP-SBJ (PRP She)) (VP {phrase}))") == relations


def test_a_word_between_quotation_marks_is_a_subject_all_the_same() -> None:
    tree = "(S (`` ') (NP-SBJ (NN kayak)) ('' ') (VP (VBZ comes) (PP (IN from) (NP (NN Inuit)))))"
    assert "ncsubj(come, kayak, _)" in found(tree)


@pytest.mark.parametrize(
    "clause",
    [
        "(SBAR (WHNP (WP who)) (S (VP (VP (VBD left)) (PRN (-LRB- -LRB-) (CC and) {} (-RRB- -RRB-)))))",
        "(SBAR (WHNP (WP who)) (S (VP (VBD left) (PRN (-LRB- -LRB-) (CC and) {} (-RRB- -RRB-)))))",
        "(SBAR (WHNP (WP who)) (S (VP (VBD left)))) (PRN (-LRB- -LRB-) (CC and) {} (-RRB- -RRB-))",
        "(SBAR (SBAR (WHNP (WP who)) (S (VP (VBD left)))) (CC and) {})",
    ],
)
def test_a_conjunct_of_a_relative_clause_in_brackets(clause: str) -> None:
    verb = "(VP (VBZ stays) (ADVP (RB away)))"
    tree = f"(S (NP-SBJ (PRP We)) (VP (VBD saw) (NP (NP (DT a) (NN man)) {clause.format(verb)})))"
    assert found(tree) >= {
        "cmod(who, man, leave)", "ncsubj(leave, man, _)", "cmod(who, man, stay)", "ncsubj(stay, man, _)",
    }  # fmt: skip
    assert "cmod(_, leave, stay)" not in found(tree)


@pytest.mark.parametrize("joined", ["(CC and) {}", "(PRN (-LRB- -LRB-) (CC and) {} (-RRB- -RRB-))"])
def test_a_phrase_with_where_joined_to_a_relative_clause(joined: str) -> None:
    lived, fled = (
        f"(SBAR (WHADVP (WRB where)) (S (NP-SBJ (PRP they)) (VP (VBD {verb}))))"
        for verb in ("lived", "fled")
    )
    clause = f"(SBAR {lived} {joined.format(f'(PP (IN from) {fled})')})"
    assert found(f"(NP (NP (DT a) (NN town)) {clause})") == {
        "cmod(where, town, live)", "ncsubj(live, they, _)", "cmod(from, town, flee)",
        "ncsubj(flee, they, _)",
    }  # fmt: skip


@pytest.mark.parametrize("participle", ["(VP {})", "(S (VP {}))"])
def test_a_participle_joined_with_an_adjunct_is_one_too(participle: str) -> None:
    carrying = participle.format("(VBG carrying) (NP (NNS bags))")
    joined = f"(UCP (PP (IN in) (NP (NN haste))) (CC and) {carrying})"
    assert found(f"(S (NP-SBJ (PRP They)) (VP (VBD left) {joined}))") == {
        "ncsubj(leave, they, _)", "ncmod(in, leave, haste)", "xmod(_, leave, carry)",
        "ncsubj(carry, they, _)", "dobj(carry, bag, _)",
    }  # fmt: skip


@pytest.mark.parametrize(
    "aside", ["(PRN (, ,) {} (, ,))", "(, ,) {} (, ,)", "(PRN (: --) {} (: --))"]
)
def test_a_condition_set_off_after_a_noun_is_about_the_verb(aside: str) -> None:
    clause = "(SBAR (IN if) (S (NP-SBJ (PRP I)) (VP (VBP remember) (NP (PRP it)))))"
    noun = f"(NP-SBJ (NP (DT The) (NN rule)) {aside.format(clause)})"
    relations = found(f"(S {noun} (VP (VBZ is) (ADJP-PRD (JJ new))))")
    assert "cmod(if, be, remember)" in relations
    assert "cmod(if, rule, remember)" not in relations


def test_whose_is_a_possessor_with_any_tag() -> None:
    clause = "(SBAR (WHNP (WDT whose) (NN dog)) (S (VP (VBD barked))))"
    tree = f"(S (NP-SBJ (NP (DT a) (NN man)) {clause}) (VP (VBD left)))"
    assert "ncmod(poss, dog, man)" in found(tree)


def test_a_lone_preposition_is_an_adverb_where_nothing_can_be_missing() -> None:
    assert "ncmod(_, walk, in)" in found("(S (NP-SBJ (PRP We)) (VP (VBD walked) (PP (IN in))))")
    clause = "(SBAR (WHNP (WDT that)) (S (NP-SBJ (PRP we)) (VP (VBD walked) (PP (IN in)))))"
    relative = found(f"(NP (NP (DT the) (NN rain)) {clause})")
    assert "ncmod(_, walk, in)" not in relative
    assert any(one.endswith("(in, walk, rain)") for one in relative)


def test_questions_side_by_side_have_no_relation() -> None:
    tree = (
        "(SBARQ (SBAR (WHNP (WP Who)) (S (VP (VBZ buys) (NP (PRP it))))) (, ,)"
        " (SBAR (WHNP (WP who)) (S (VP (VBZ sells) (NP (PRP it))))) (. ?))"
    )
    assert not any(one.startswith(("cmod", "ccomp")) for one in found(tree))


def test_where_is_asked_beside_what() -> None:
    what = "(SBAR (WHNP (WP what)) (S (NP-SBJ (PRP we)) (VP (VBP need))))"
    where = "(SBAR (WHADVP (WRB where)) (S (NP-SBJ (PRP it)) (VP (VBZ lies))))"
    tree = f"(S (NP-SBJ (PRP We)) (VP (VBD discussed) (SBAR {what} (CC and) {where})))"
    assert "ccomp(_, discuss, lie)" in found(tree)


def test_an_infinitive_in_brackets() -> None:
    infinitive = "(PRN (-LRB- -LRB-) (S (VP (TO to) (VP (VB hold)))) (-RRB- -RRB-))"
    assert found(f"(NP (NP (NN root)) {infinitive})") == {"xmod(to, root, hold)"}
