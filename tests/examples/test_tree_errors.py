"""The cause of each kind of error in trees, with both files in either role."""

import pytest

import karat
from karat.analysis.errors.causes import Causes, causes_of
from karat.analysis.errors.frame import NOT_COMPARED
from karat.model.bank import relabelled_pair
from karat.schemes import parse

COLLINS = "evalb(params=collins)"


def analysed(gold: str, system: str, scheme: str = COLLINS, measure: str = "") -> Causes:
    both = relabelled_pair(karat.read_text(gold), karat.read_text(system))
    return causes_of(*both, "system", parse(scheme), measure)


def causes(gold: str, system: str, scheme: str = COLLINS) -> list[tuple[str, int, int]]:
    """The cause of each error, with the numbers of missed and of spurious brackets."""
    found = analysed(gold, system, scheme).errors.found
    return [(one.cause, len(one.missed), len(one.spurious)) for one in found]


SHE = "(S (NP (PRP She)) (VP (VBD painted) {}) (. .))"
WITH = "(PP (IN with) (NP (DT a) (NN brush)))"
WHEN = "(SBAR (WHADVP (WRB when)) (S (NP (PRP it)) (VP (VBD rained))))"

# A cause, two trees, and how many brackets only the first and only the second has.
ONE_ERROR = [
    (
        "label",
        "(S (NP (PRP We)) (VP (VBP eat) (NP (JJ raw) (NN fish))))",
        "(S (NP (PRP We)) (VP (VBP eat) (ADJP (JJ raw) (NN fish))))",
        1, 1,
    ),
    (
        "unary",
        "(S (NP (PRP He)) (VP (VBD tried) (S (VP (TO to) (VP (VB swim))))))",
        "(S (NP (PRP He)) (VP (VBD tried) (VP (TO to) (VP (VB swim)))))",
        1, 0,
    ),
    (
        "unary",
        "(S (NP (NP (PRP He))) (VP (VBD slept)))",
        "(S (NP (PRP He)) (VP (VBD slept)))",
        1, 0,
    ),
    (
        "single-word phrase",
        "(S (NP (PRP He)) (VP (VBD ran) (ADVP (RB fast))))",
        "(S (NP (PRP He)) (VP (VBD ran) (RB fast)))",
        1, 0,
    ),
    (
        "PP attachment",
        SHE.format(f"(NP (DT the) (NN door)) {WITH}"),
        SHE.format(f"(NP (NP (DT the) (NN door)) {WITH})"),
        0, 1,
    ),
    (
        "PP attachment",  # out of two noun phrases and a prepositional phrase
        SHE.format(f"(NP (NP (DT the) (NN door)) (PP (IN of) (NP (DT the) (NN shed)))) {WITH}"),
        SHE.format(
            f"(NP (NP (DT the) (NN door)) (PP (IN of) (NP (NP (DT the) (NN shed)) {WITH})))"
        ),
        2, 3,
    ),
    (
        "PP attachment",  # an adjective phrase that exists only to hold it
        "(S (NP (PRP He)) (VP (VBD stood) (ADJP (JJ proud) (PP (IN of) (NP (PRP her))))))",
        "(S (NP (PRP He)) (VP (VBD stood) (JJ proud) (PP (IN of) (NP (PRP her)))))",
        1, 0,
    ),
    (
        "NP attachment",
        SHE.format("(NP (DT the) (NN door)) (NP (JJ last) (NN week))"),
        SHE.format("(NP (NP (DT the) (NN door)) (NP (JJ last) (NN week)))"),
        0, 1,
    ),
    (
        "NP attachment",  # into a clause that begins before it or behind it
        "(S (NP (PRP I)) (VP (VBP want) (S (NP (PRP him)) (VP (TO to) (VP (VB go))))))",
        "(S (NP (PRP I)) (VP (VBP want) (NP (PRP him)) (S (VP (TO to) (VP (VB go))))))",
        1, 1,
    ),
    (
        "clause attachment",
        SHE.format(f"(NP (DT a) (NN wall)) {WHEN}"),
        SHE.format(f"(NP (NP (DT a) (NN wall)) {WHEN})"),
        0, 1,
    ),
    (
        "modifier attachment",
        "(S (NP (PRP It)) (VP (VBZ is) (VP (ADVP (RB slowly)) (VBG melting))))",
        "(S (NP (PRP It)) (VP (VBZ is) (ADVP (RB slowly)) (VP (VBG melting))))",
        1, 1,
    ),
    (
        "VP attachment",
        SHE.format("(NP (NP (DT a) (NN man)) (VP (VBG wearing) (NP (DT a) (NN hat))))"),
        SHE.format("(NP (DT a) (NN man)) (VP (VBG wearing) (NP (DT a) (NN hat)))"),
        1, 0,
    ),
    (
        "coordination",  # the second conjunct belongs to the object, or to the sentence
        "(S (NP (PRP She)) (VP (VBD met) (NP (NP (PRP him)) (CC and) (NP (DT the) (NN twins)))))",
        "(S (NP (PRP She)) (VP (VBD met) (NP (PRP him))) (CC and) (NP (DT the) (NN twins)))",
        2, 1,
    ),
    (
        "coordination",  # a bracket that holds just conjuncts and their conjunction
        "(NP (DT the) (JJ old) (NN cat) (CC and) (NN dog))",
        "(NP (DT the) (JJ old) (NX (NN cat) (CC and) (NN dog)))",
        0, 1,
    ),
    (
        "coordination",  # one of three in a list with commas
        SHE.format("(NP (NP (NNS cows)) (, ,) (NP (NNS pigs)) (, ,) (NP (NNS hens)))"),
        SHE.format("(NP (NP (NNS cows)) (, ,) (NP (NNS pigs))) (, ,) (NP (NNS hens))"),
        1, 1,
    ),
    (
        "NP-internal structure",
        "(S (NP (DT the) (NN garden) (NN shed) (NN door)) (VP (VBZ creaks)))",
        "(S (NP (DT the) (NML (NN garden) (NN shed)) (NN door)) (VP (VBZ creaks)))",
        0, 1,
    ),
    (
        "NP-internal structure",
        "(S (NP (NP (NNP Ann) (POS 's)) (NN shed)) (VP (VBZ leaks)))",
        "(S (NP (NNP Ann) (POS 's) (NN shed)) (VP (VBZ leaks)))",
        1, 0,
    ),
    (
        "clause boundary",
        "(S (NP (PRP It)) (VP (VBD made) (S (NP (PRP him)) (VP (VB laugh)))))",
        "(S (NP (PRP It)) (VP (VBD made) (NP (PRP him)) (VP (VB laugh))))",
        1, 0,
    ),
    (
        "clause boundary",
        "(S (NP (PRP I)) (VP (VBP know) (SBAR (IN that) (S (NP (PRP it)) (VP (VBZ leaks))))))",
        "(S (NP (PRP I)) (VP (VBP know) (IN that) (S (NP (PRP it)) (VP (VBZ leaks)))))",
        1, 0,
    ),
    (
        "other",
        "(S (NP (PRP We)) (VP (VBD stopped) (PP (JJ due) (PP (TO to) (NP (NN rain))))))",
        "(S (NP (PRP We)) (VP (VBD stopped) (PP (JJ due) (TO to) (NP (NN rain)))))",
        1, 0,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("cause", "one", "other", "first", "second"), ONE_ERROR)
def test_a_difference_is_one_error_with_its_cause(
    cause: str, one: str, other: str, first: int, second: int
) -> None:
    """The same two trees have the same cause whichever is gold; what was missed is now spurious."""
    assert causes(one, other) == [(cause, first, second)]
    assert causes(other, one) == [(cause, second, first)]


def test_an_attachment_counts_once_however_many_brackets_it_breaks() -> None:
    """A clause that hangs too deep breaks brackets at every level; karat score counts them all."""
    deep = (
        "(NP (NP (DT the) (NN lid)) (PP (IN of) (NP (NP (DT the) (NN box)) (PP (IN on) (NP {})))))"
    )
    clause = "(SBAR (IN because) (S (NP (PRP it)) (VP (VBD leaked))))"
    table = "(DT the) (NN table)"
    gold = SHE.format(deep.format(table) + f" {clause}")
    system = SHE.format(deep.format(f"(NP {table}) {clause}"))
    assert causes(gold, system) == [("clause attachment", 4, 5)]


def test_two_moves_in_one_sentence_are_two_errors() -> None:
    gold = SHE.format(f"(NP (DT the) (NN door)) (NP (JJ last) (NN week)) {WITH}")
    system = SHE.format(f"(NP (NP (DT the) (NN door)) (NP (NP (JJ last) (NN week)) {WITH}))")
    assert sorted(causes(gold, system)) == [("NP attachment", 0, 1), ("PP attachment", 0, 1)]


def test_punctuation_is_a_cause_only_where_it_counts() -> None:
    gold = "(S (S (NP (PRP It)) (VP (VBD rained)) (, ,)) (NP (PRP we)) (VP (VBD slept)))"
    system = "(S (S (NP (PRP It)) (VP (VBD rained) (, ,))) (NP (PRP we)) (VP (VBD slept)))"
    assert causes(gold, system, "evalb") == [("punctuation", 1, 1)]
    assert causes(system, gold, "evalb") == [("punctuation", 1, 1)]
    assert causes(gold, system) == []


def test_an_added_verb_phrase_is_no_move_of_the_auxiliary() -> None:
    gold = "(S (NP (PRP It)) (VP (MD may) (VP (VB rain) (ADVP (RB soon)))))"
    system = "(S (NP (PRP It)) (VP (MD may) (VB rain) (ADVP (RB soon))))"
    assert causes(gold, system) == [("clause boundary", 1, 0)]


def test_labels_over_the_same_words_are_paired_from_the_top() -> None:
    """The rest of the chain is unary."""
    gold = "(S (X (NP (DT a) (NN dog))) (VP (VBZ barks)))"
    system = "(S (Y (DT a) (NN dog)) (VP (VBZ barks)))"
    found = analysed(gold, system)
    assert [(one.cause, one.detail) for one in found.errors.found] == [
        ("label", "X > Y"),
        ("unary", "NP > –"),
    ]
    assert found.confusions == {("X", "Y"): 1}


def test_a_clause_behind_a_list_is_no_coordination() -> None:
    """The bracket around the conjuncts is on both sides, once with the clause and once without it."""
    eat = "(VP (VP (VBP eat)) (CC and) (VP (VBP sleep)){})"
    clause = "(SBAR (IN since) (S (NP (PRP it)) (VP (VBZ rains))))"
    see = "(S (NP (PRP We)) (VP (VBP see) (SBAR (IN that) (S (NP (NNS cows)) {})){}))"
    gold, system = (
        see.format(eat.format(""), f" {clause}"),
        see.format(eat.format(f" {clause}"), ""),
    )
    assert causes(gold, system) == [("clause attachment", 3, 3)]


def test_brackets_that_end_at_the_same_wrong_place_are_one_error() -> None:
    """Though what is between the two places is a constituent on neither side."""
    gold = (
        "(S (S (NP (PRP It)) (VP (VBD led) (PP (TO to) (NP (NN help))))) (CC and) "
        "(S (NP (NNP Ann)) (VP (VBD was) (VP (VBN asked)))))"
    )
    system = (
        "(S (NP (PRP It)) (VP (VBD led) (PP (TO to) (S (NP (NN help) (CC and) (NNP Ann)) "
        "(VP (VBD was) (VP (VBN asked)))))))"
    )
    assert sorted(causes(gold, system)) == [
        ("clause boundary", 1, 0),  # It led to help
        (
            "coordination",
            2,
            2,
        ),  # the phrases of "led" and "to" end behind "help", or behind "asked"
        ("coordination", 2, 2),  # "Ann" and "Ann was asked" begin there, or with "help and"
        ("single-word phrase", 1, 0),  # help
    ]


def test_function_tags_are_told_where_they_count() -> None:
    gold = "(S (NP-SBJ (DT a) (NN dog)) (VP (VBZ barks)))"
    found = analysed(gold, gold.replace("-SBJ", "-TMP"), "evalb(functions=keep)")
    assert found.confusions == {("NP-SBJ", "NP-TMP"): 1}


def test_only_the_sentences_that_count_have_errors() -> None:
    short, long = (
        "(S (NP (PRP He)) (VP (VBD ran) {}))",
        "(S (NP (DT the) (JJ old) (NN dog)) (VP (VBD ran) {}))",
    )
    gold = "\n".join(one.format("(ADVP (RB fast))") for one in (short, long))
    system = "\n".join(one.format("(RB fast)") for one in (short, long))
    assert len(causes(gold, system)) == 2
    found = analysed(gold, system, "evalb(params=collins,length=3)")
    assert [one.sentence for one in found.errors.found] == [0]
    assert found.perfect == 1.0


def test_what_moved_is_told_with_both_places() -> None:
    gold = SHE.format(f"(NP (DT the) (NN door)) {WITH}")
    system = SHE.format(f"(NP (NP (DT the) (NN door)) {WITH})")
    (error,) = analysed(gold, system).errors.found
    assert (error.detail, error.keys["label"], error.keys["depth"]) == ("PP: VP > NP", "PP", "3")


def test_a_sentence_that_cannot_be_compared_is_a_cause_of_its_own() -> None:
    gold = "(S (NP (PRP It)) (VP (VBZ rains)))\n(S (NP (PRP He)) (VP (VBZ sleeps)))"
    system = "(S (NP (PRP It)) (VP (VBZ rains)))\n(S (NP (PRP She)) (VP (VBZ sleeps)))"
    found = analysed(gold, system)
    assert [(one.name, one.errors, one.missed) for one in found.causes] == [(NOT_COMPARED, 1, 3)]
    assert found.score == found.perfect == 1.0  # evalb leaves the sentence out
    counted = analysed(gold, system, "evalb(params=collins,failed=empty)")
    assert (counted.score, counted.perfect) == (pytest.approx(2 / 3), 1.0)
    assert counted.causes[0].rise == pytest.approx(1 / 3)


def test_the_rise_is_that_of_the_mended_parse() -> None:
    """Four brackets in gold and five in the system, one of them spurious, and one with a wrong label."""
    gold = SHE.format(f"(NP (DT the) (NN door)) {WITH}")
    system = SHE.format(f"(NP (NP (DT the) (NN door)) {WITH})").replace("(NP (PRP", "(X (PRP")
    found = analysed(gold, system)
    assert found.score == pytest.approx(2 * 5 / (6 + 7))
    mended = {one.name: one.mended for one in found.causes}
    assert mended["PP attachment"] == pytest.approx(2 * 5 / (6 + 6))
    assert mended["label"] == pytest.approx(2 * 6 / (6 + 7))
    recall = analysed(gold, system, measure="recall")
    assert {one.name: one.rise for one in recall.causes}["PP attachment"] == 0


@pytest.mark.parametrize("scheme", ["evalb", COLLINS, "parseval", "flat", "discodop(failed=align)"])
def test_every_scheme_of_brackets_is_analysed(scheme: str) -> None:
    gold = SHE.format(f"(NP (DT the) (NN door)) {WITH}")
    system = SHE.format(f"(NP (NP (DT the) (NN door)) {WITH})")
    assert causes(gold, system, scheme) == [("PP attachment", 0, 1)]


def test_crossing_brackets_are_counted_with_their_cause() -> None:
    gold = SHE.format(f"(NP (DT the) (NN door)) {WITH}")
    system = "(S (NP (NP (PRP She)) (VP (VBD painted) (DT the))) (NP (NN door)) (. .))"
    crossing = analysed(gold, system.replace("(NP (NN door))", f"(NP (NN door) {WITH})")).causes
    assert sum(one.crossing for one in crossing) == 3


def test_brackets_with_gaps_are_explained_too() -> None:
    gold = "(S (VP (V 0=wake) (PRT 2=up)) (NP 1=her))"
    system = "(S (X (V 0=wake) (PRT 2=up)) (NP 1=her))"
    found = [karat.read_text(one, format="discbracket") for one in (gold, system)]
    causes = causes_of(*relabelled_pair(*found), "system", parse("discodop")).errors.found
    assert [(one.cause, one.detail) for one in causes] == [("label", "VP > X")]
