"""Relations from trees of the Penn Treebank, one construction at a time, checked by hand."""

import re
from importlib.resources import files

import pytest

import karat
from karat.formats import brackets
from karat.model.gr import listed
from karat.views.gr import gr
from karat.views.nulls import without_nulls


def found(tree: str) -> set[str]:
    """The relations of a tree as text."""
    return {str(one) for one in listed(gr(karat.read_text(tree)), 0)}


SAID = (
    "(S (S-TPC-1 (NP-SBJ (PRP It)) (VP (VBD rained))) (, ,) (NP-SBJ (PRP she)) (VP (VBD said){}))"
)


@pytest.mark.parametrize(
    "trace", [" (SBAR (-NONE- 0) (S (-NONE- *T*-1)))", " (S (-NONE- *T*-1))", ""]
)
def test_a_topicalised_clause_is_a_complement(trace: str) -> None:
    """With its trace, wherever that is, and without."""
    assert found(SAID.format(trace)) == {
        "ncsubj(rain, it, _)", "ncsubj(say, she, _)", "ccomp(_, say, rain)",
    }  # fmt: skip


def test_a_report_in_a_sentence_has_it_as_complement() -> None:
    """The trace inside makes no circle, and no trace is needed."""
    tree = (
        "(S-1 (NP-SBJ (DT The) (NN bridge)) (PRN (, ,) (S (NP-SBJ (PRP she)) (VP (VBD said){})) (, ,)) "
        "(VP (VBZ needs) (NP (NN paint))))"
    ).format
    expected = {
        "ncsubj(need, bridge, _)", "dobj(need, paint, _)", "ncsubj(say, she, _)", "ccomp(_, say, need)",
    }  # fmt: skip
    assert found(tree("")) == expected
    assert found(tree(" (SBAR (-NONE- 0) (S (-NONE- *T*-1)))")) == expected


@pytest.mark.parametrize("mark", ["'", "’", "ʼ", "`"])
def test_apostrophes_of_any_kind(mark: str) -> None:
    """I 've seen it, He 's a tool: auxiliaries and be, not main verbs."""
    seen = f"(S (NP-SBJ (PRP I)) (VP (VBP {mark}ve) (VP (VBN seen) (NP (PRP it)))))"
    assert found(seen) == {"ncsubj(see, I, _)", "dobj(see, it, _)"}
    tool = f"(S (NP-SBJ (PRP He)) (VP (VBZ {mark}s) (NP-PRD (DT a) (NN tool))))"
    assert found(tool) == {"ncsubj(be, he, _)", "xcomp(_, be, tool)"}


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("(VBN seen) (NP (PRP it))", {"ncsubj(see, he, _)", "dobj(see, it, _)"}),
        ("(VBN got) (NP (NN time))", {"ncsubj(get, he, _)", "dobj(get, time, _)"}),
        ("(VBN been) (ADJP-PRD (JJ ill))", {"ncsubj(be, he, _)", "xcomp(_, be, ill)"}),
        ("(VBN gone) (ADVP (RB away))", {"ncsubj(go, he, _)", "ncmod(_, go, away)"}),
        ("(VBN killed)", {"ncsubj(kill, he, obj)"}),
        ("(VBN given) (NP (DT a) (NN book))", {"ncsubj(give, he, iobj)", "obj2(give, book)"}),
    ],
)
def test_s_is_has_or_is(phrase: str, expected: set[str]) -> None:
    """By the participle after it and its object."""
    assert found(f"(S (NP-SBJ (PRP He)) (VP (VBZ 's) (VP {phrase})))") == expected


@pytest.mark.parametrize("trace", [" (VP (-NONE- *T*-1))", ""])
def test_an_inverted_verb_phrase(trace: str) -> None:
    """Excluded will be investments: the auxiliaries have no relation, so there is no circle."""
    tree = (
        f"(SINV (VP-TPC-1 (VBN Excluded)) (VP (MD will) (VP (VB be){trace})) (NP-SBJ (NNS funds)))"
    )
    assert found(tree) == {"ncsubj(exclude, fund, obj)"}


@pytest.mark.parametrize("subject", ["(NP-SBJ (-NONE- *-1)) ", ""])
@pytest.mark.parametrize(
    ("predicate", "head"), [("(NP-PRD (DT a) (NN fool))", "fool"), ("(ADJP-PRD (JJ mad))", "mad")]
)
def test_a_passive_small_clause(subject: str, predicate: str, head: str) -> None:
    """He was called a fool: a noun has no subject."""
    tree = f"(S (NP-SBJ-1 (PRP He)) (VP (VBD was) (VP (VBN called) (S {subject}{predicate}))))"
    assert found(tree) == {"ncsubj(call, he, obj)", f"xcomp(_, call, {head})"}


def test_an_agent_inside_a_nominal() -> None:
    """NP-LGS says that the rebels did it."""
    tree = (
        "(NP (NP (DT the) (NN capture)) (PP (IN of) (NP (DT the) (NN town))) "
        "(PP (IN by) (NP-LGS (DT the) (NNS rebels))))"
    )
    assert found(tree) == {"ncmod(of, capture, town)", "arg_mod(by, capture, rebel, subj)"}


@pytest.mark.parametrize(
    ("noun", "relation"),
    [
        ("(NP (DT a) (NN neighbour))", "arg_mod(by, fix, neighbour, subj)"),
        ("(NP-LGS (DT a) (NN neighbour))", "arg_mod(by, fix, neighbour, subj)"),
        ("(NP (CD two) (NNS men))", "arg_mod(by, fix, man, subj)"),
        ("(NP (NNP Monday))", "ncmod(by, fix, Monday)"),
        ("(NP (NN hand))", "ncmod(by, fix, hand)"),
        ("(NP (DT the) (NN river))", "ncmod(by, fix, river)"),
        ("(NP (CD two) (NNS points))", "ncmod(by, fix, point)"),
    ],
)
def test_agents_of_passives(noun: str, relation: str) -> None:
    """By voice and preposition, whatever the tags; times, means, places and amounts are none."""
    tree = f"(S (NP-SBJ (PRP It)) (VP (VBD was) (VP (VBN fixed) (PP (IN by) {noun}))))"
    assert relation in found(tree)


def test_by_is_no_agent_where_a_tag_or_the_voice_says_so() -> None:
    """PP-LOC is a place; an active verb has no agent."""
    tree = "(S (NP-SBJ (PRP It)) (VP (VBD was) (VP (VBN left) (PP-LOC (IN by) (NP (NNP Ann))))))"
    assert "ncmod(by, leave, Ann)" in found(tree)
    assert "ncmod(by, walk, Ann)" in found(
        "(S (NP-SBJ (PRP We)) (VP (VBD walked) (PP (IN by) (NP (NNP Ann)))))"
    )


@pytest.mark.parametrize(
    ("subject", "adjective", "verb", "relation"),
    [
        ("(DT The) (NN soup)", "(RB too) (JJ hot)", "eat", "dobj(eat, soup, _)"),
        ("(DT The) (NN soup)", "(JJ hot) (RB enough)", "eat", "dobj(eat, soup, _)"),
        ("(DT The) (NN soup)", "(RB too) (JJ small)", "matter", "ncsubj(matter, soup, _)"),
        ("(PRP She)", "(RB too) (JJ tired)", "eat", "ncsubj(eat, she, _)"),
    ],
)
def test_too_hot_to_eat(subject: str, adjective: str, verb: str, relation: str) -> None:
    """The subject is the object, unless it is a person or the verb has no objects."""
    tree = f"(S (NP-SBJ {subject}) (VP (VBZ is) (ADJP-PRD {adjective} (S (VP (TO to) (VP (VB {verb})))))))"
    about = {one for one in found(tree) if f"({verb}, " in one}
    assert about == {relation}


@pytest.mark.parametrize(
    ("phrase", "head"),
    [
        ("(DT a) (NP (CD 19) (HYPH -) (NN year)) (NN sentence)", "sentence"),
        ("(NNP Alex) (FW de) (NNP Castro)", "Castro"),
        ("(NP (NNP Alex) (NNP de)) (NNP Castro)", "Castro"),
        ("(NNP John) (NNP Smith) (NNP Jr.)", "Smith"),
        ("(NNP World) (NNP War) (NNP II)", "War"),
        ("(DT the) (NN copper) (CC and) (NN lead) (NNS mines)", "mine"),
        ("(DT the) (NNP Trade) (CC and) (NNP Industry) (NNP Ministry)", "Ministry"),
        ("(NN oil) (, ,) (NN gas) (CC and) (NN coal) (NNS prices)", "price"),
        ("(PRP$ his) (NN brother) (NNP Pierre)", "brother"),
    ],
)
def test_the_head_of_a_noun_phrase(phrase: str, head: str) -> None:
    """One word represents a name, and modifiers that are joined are not heads."""
    subjects = {
        one for one in found(f"(S (NP-SBJ {phrase}) (VP (VBD came)))") if one.startswith("ncsubj")
    }
    assert subjects == {f"ncsubj(come, {head}, _)"}


@pytest.mark.parametrize(
    ("phrase", "heads"),
    [
        (
            "(NN president) (CC and) (JJ chief) (NN executive) (NN officer)",
            {"president", "officer"},
        ),
        ("(NNS architects) (CC and) (NN city) (NNS planners)", {"architect", "planner"}),
        ("(NNS dogs) (CC and) (JJ other) (NN house) (NNS pets)", {"dog", "pet"}),
        ("(NN food) (CC and) (DT a) (NN water) (NN bottle)", {"food", "bottle"}),
    ],
)
def test_nouns_that_are_joined(phrase: str, heads: set[str]) -> None:
    """People, plurals, and what has a determiner of its own."""
    relations = found(f"(S (NP-SBJ {phrase}) (VP (VBD came)))")
    assert {f"ncsubj(come, {head}, _)" for head in heads} <= relations


@pytest.mark.parametrize(
    ("noun", "clause", "gap"),
    [
        ("time", "(NP (DT the) (NN organ)) (VP (VBZ is) (VP (VBN played)))", ""),
        ("day", "(NP (PRP we)) (VP (VBD met))", ""),
        ("reason", "(NP (PRP we)) (VP (VBD left))", ""),
        ("day", "(NP (PRP we)) (VP (VBD wasted))", "dobj(waste, day, _)"),
        ("man", "(NP (PRP we)) (VP (VBD met))", "dobj(meet, man, _)"),
    ],
)
def test_relative_clauses_of_time(noun: str, clause: str, gap: str) -> None:
    """By the time the organ is played: when, not what; but the day we wasted."""
    tree = f"(NP (NP (DT the) (NN {noun})) (SBAR (S {clause})))"
    gaps = {one for one in found(tree) if one.startswith("dobj")}
    assert gaps == ({gap} if gap else set())


@pytest.mark.parametrize("trace", ["(NP-SBJ (-NONE- *)) ", "(NP-SBJ (-NONE- *-9)) ", ""])
def test_a_trace_that_leads_nowhere_leaves_the_subject_to_the_lexicon(trace: str) -> None:
    """She tried to leave, so she leaves."""
    tree = f"(S (NP-SBJ (PRP She)) (VP (VBD tried) (S {trace}(VP (TO to) (VP (VB leave))))))"
    assert "ncsubj(leave, she, _)" in found(tree)


@pytest.mark.parametrize(
    "clause",
    [
        "(S (VP (TO to) (VP (VB read))))",
        "(SBAR (WHNP-1 (-NONE- 0)) (S (NP-SBJ (-NONE- *)) "
        "(VP (TO to) (VP (VB read) (NP (-NONE- *T*-1))))))",
    ],
)
def test_an_infinitival_relative_has_a_gap(clause: str) -> None:
    """A book to read: with its trace and without."""
    tree = f"(NP (NP (DT a) (NN book)) {clause})"
    assert found(tree) == {"xmod(to, book, read)", "dobj(read, book, _)"}


@pytest.mark.parametrize(
    ("noun", "verb", "gap"),
    [
        ("(DT the) (JJ first) (NN woman)", "(VB win) (NP (PRP it))", "ncsubj(win, woman, _)"),
        ("(NN someone)", "(VB help) (NP (PRP us))", "ncsubj(help, someone, _)"),
        ("(DT a) (NN chair)", "(VB sit) (PP (IN on))", "ncmod(on, sit, chair)"),
        ("(DT the) (NN plan)", "(VB leave)", ""),
        ("(DT the) (NN bell)", "(VB arrive)", ""),
    ],
)
def test_what_an_infinitive_after_a_noun_lacks(noun: str, verb: str, gap: str) -> None:
    """Its subject, the object of its preposition, or nothing."""
    tree = f"(NP (NP {noun}) (S (VP (TO to) (VP {verb}))))"
    gaps = {one for one in found(tree) if one.split("(")[0] in ("ncsubj", "dobj", "ncmod")}
    gaps -= {"ncmod(_, woman, first)", "dobj(win, it, _)", "dobj(help, we, _)"}
    assert gaps == ({gap} if gap else set())


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("(VBD gave) (NP (PRP him)) (NP (DT a) (NN rose))", {"dobj(give, he, iobj)", "obj2(give, rose)"}),
        ("(VBD built) (NP (PRP him)) (NP (DT a) (NN hut))", {"dobj(build, he, iobj)", "obj2(build, hut)"}),
        ("(VBD put) (NP (NNS cups)) (NP (NN side))", {"dobj(put, cup, _)", "ncmod(_, put, side)"}),
        ("(VBD saw) (NP (PRP him)) (NP (JJ last) (NN week))", {"dobj(see, he, _)", "ncmod(_, see, week)"}),
        ("(VBD called) (NP (PRP him)) (NP (DT a) (NN fool))", {"dobj(call, he, _)", "xcomp(_, call, fool)"}),
    ],
)  # fmt: skip
def test_two_noun_phrases_after_a_verb(phrase: str, expected: set[str]) -> None:
    """Two objects only if the verb has recipients, or a pronoun comes first."""
    assert expected <= found(f"(S (NP-SBJ (PRP They)) (VP {phrase}))")


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ("(S (VP (VBD Went) (ADVP (RB home))) (. .))", "ncsubj(go, Pro, _)"),
        ("(S (VP (VB Sit) (ADVP (RB down))) (. !))", "ncsubj(sit, Pro, _)"),
        ("(S (NP-SBJ (-NONE- *)) (VP (VBP Thank) (NP (PRP you))) (. .))", "ncsubj(thank, Pro, _)"),
        (
            "(S (S (NP-SBJ (PRP We)) (VP (VBD ate))) (CC and) (S (VP (VBD left))) (. .))",
            "ncsubj(leave, we, _)",
        ),
    ],
)
def test_unspoken_subjects(tree: str, expected: str) -> None:
    """Pro where a finite verb or an imperative has none; a clause that is joined shares it."""
    assert expected in found(tree)


def test_a_clause_that_has_only_clauses_lacks_no_subject() -> None:
    """Two sentences side by side have no relation, and nobody unspoken."""
    tree = "(S (S (NP-SBJ (PRP We)) (VP (VBD left))) (: ;) (S (NP-SBJ (PRP it)) (VP (VBD rained))) (. .))"
    assert found(tree) == {"ncsubj(leave, we, _)", "ncsubj(rain, it, _)"}


def test_a_gerund_whose_subject_is_the_object() -> None:
    """They accused him of lying; he apologised for lying."""
    tree = "(S (NP-SBJ (PRP They)) (VP (VBD {})  {} (PP (IN {}) (S-NOM (VP (VBG lying))))))".format
    assert "ncsubj(lie, he, _)" in found(tree("accused", "(NP (PRP him))", "of"))
    assert "ncsubj(lie, they, _)" in found(tree("apologised", "", "for"))


def test_a_reduced_relative_passes_its_noun_on() -> None:
    """Shares sold to raise cash: the unindexed object of sold is shares."""
    tree = (
        "(NP (NP (NNS rules)) (VP (VBN designed) (NP-1 (-NONE- *)) "
        "(S-CLR (NP-SBJ (-NONE- *-1)) (VP (TO to) (VP (VB help))))))"
    )
    assert {"ncsubj(design, rule, obj)", "ncsubj(help, rule, _)"} <= found(tree)


def test_words_joined_by_hyphens() -> None:
    """A 72 - year - old man: 72 years, years old."""
    tree = "(NP (DT a) (ADJP (CD 72) (HYPH -) (NN year) (HYPH -) (JJ old)) (NN man))"
    assert found(tree) == {"ncmod(_, year, 72)", "ncmod(_, old, year)", "ncmod(_, man, old)"}


def test_null_elements_never_make_it_worse() -> None:
    """On the suite's trees, every relation has at least the precision and recall that it has without."""
    suite = files("karat.data").joinpath("suites").joinpath("karat-200")
    gold = karat.read(str(suite.joinpath("gr.txt")))
    trees = karat.read(str(suite.joinpath("trees.mrg")))
    bare = karat.read_text(
        re.sub(r"(\([A-Z]+(?:-[A-Z]+)*)[-=]\d+(?= \()", r"\1", brackets.dumps(without_nulls(trees)))
    )
    with_nulls, without = (
        karat.score(gold, gr(one), "gr", by=["relation"]).groups["relation"]
        for one in (trees, bare)
    )
    assert sum(row["counts"]["gold"] for row in without.values()) > 1000
    for relation, row in without.items():
        for measure in ("precision", "recall"):
            better = with_nulls[relation]["measures"][measure]
            assert not better < row["measures"][measure], (relation, measure)
