"""The scheme evalb, one option at a time, on trees small enough to count by hand."""

from collections.abc import Sequence
from math import isnan
from pathlib import Path

import pytest

import karat
from karat import Score
from karat.model.errors import UsageError

DOG = "(TOP (S (NP-SBJ (DT the) (NN dog)) (VP (VBZ barks)) (. .)))"
QUOTE_GOLD = "(NP (NP (NN dog) (POS ')) (NN tail))"
QUOTE_TEST = "(NP (NP (NN dog) ('' ')) (NN tail))"


def counted(score: Score) -> tuple[int, int, int]:
    """Matched, gold, system."""
    return score.counts["matched"], score.counts["gold"], score.counts["system"]


def evalb(gold: str, system: str, options: str = "") -> Score:
    """One sentence under evalb with these options."""
    return karat.score([gold], [system], f"evalb({options})")


def test_without_parameters_nothing_is_deleted() -> None:
    """TOP, S, NP and VP count, and so does the full stop; function tags are cut."""
    score = evalb(DOG, DOG.replace("NP-SBJ", "NP"))
    assert counted(score) == (4, 4, 4)
    assert (score.counts["words"], score.counts["tags"]) == (4, 4)


@pytest.mark.parametrize("params", ["collins", "new"])
def test_built_in_parameters(params: str) -> None:
    """TOP and the full stop go; the sentence is still four words long."""
    score = evalb(DOG, DOG, f"params={params}")
    assert counted(score) == (3, 3, 3)
    assert score.counts["words"] == 3
    assert score.rows()[0]["length"] == 4


def test_new_deletes_more_than_collins() -> None:
    """S1 as a bracket, ! and ? as words."""
    tree = "(S1 (S (UH oh) (! !)))"
    assert counted(evalb(tree, tree, "params=collins")) == (2, 2, 2)
    assert counted(evalb(tree, tree, "params=new")) == (1, 1, 1)
    assert evalb(tree, tree, "params=new").counts["words"] == 1


def test_a_parameter_file(tmp_path: Path) -> None:
    """Named by its path; its hash is part of the signature."""
    path = tmp_path / "my own.prm"
    path.write_bytes(b"DELETE_LABEL S\nDELETE_LABEL .\n")
    score = evalb(DOG, DOG, f'params="{path}"')
    assert counted(score) == (3, 3, 3)
    assert "|params:" in score.signature
    path.write_bytes(b"DELETE_LABEL S\nDELETE_LABEL DT\n")
    assert evalb(DOG, DOG, f'params="{path}"').signature != score.signature


def test_labelled_no() -> None:
    """Brackets over the same words match whatever their labels."""
    gold, system = "(S (A (N a) (N b)))", "(S (B (N a) (N b)))"
    assert counted(evalb(gold, system)) == (1, 2, 2)
    assert counted(evalb(gold, system, "labelled=no")) == (2, 2, 2)


def test_labelled_no_still_needs_one_partner_each() -> None:
    """Three gold brackets over one word, one system bracket: one match."""
    gold, system = "(A (B (C (N a))))", "(X (N a))"
    assert counted(evalb(gold, system, "labelled=no")) == (1, 3, 1)


def test_delete() -> None:
    """A deleted word is gone and the spans close up; a bracket around nothing is gone too."""
    gold = "(S (NP (-NONE- *)) (VP (V go) (X now)))"
    assert counted(evalb(gold, gold)) == (3, 3, 3)
    score = evalb(gold, "(S (VP (V go) (X now)))", 'delete="-NONE-"')
    assert counted(score) == (2, 2, 2)
    assert score.counts["words"] == 2


def test_delete_compares_tags_whole_and_labels_cut() -> None:
    """The tag X-Y is not X; the bracket X-Y is, once its function tag is cut."""
    tree = "(S (X-Y a) (X-Y (N b)))"
    score = evalb(tree, tree, "delete=X")
    assert counted(score) == (1, 1, 1)
    assert score.counts["words"] == 2


def test_delete_for_length_changes_the_length_only() -> None:
    """The sentence is one word shorter, but the word is compared."""
    tree = "(S (N a) (Z b))"
    score = evalb(tree, tree, "delete_for_length=Z")
    assert score.rows()[0]["length"] == 1
    assert score.counts["words"] == 2


def test_length_leaves_out_long_sentences() -> None:
    """Length is that of gold, deleted words included."""
    gold = ["(S (N a))", "(S (N a) (N b))", "(S (N a) (N b) (N c))"]
    score = karat.score(gold, gold, "evalb(length=2)")
    assert score.counts["gold"] == 2
    assert score.sentences == {"total": 2, "scored": 2, "failed": 0}


def test_length_applies_to_failures_too() -> None:
    """A long sentence without a parse is none of the failures, nor shown as an example of them."""
    gold = ["(S (N a) (N b) (N c))", "(S (N a))", "(S (N b))"]
    score = karat.score(gold, [None, None, gold[2]], "evalb(length=2)")
    assert score.sentences == {"total": 2, "scored": 1, "failed": 1}
    assert [failure.sentence for failure in score.failures] == [2]


def test_length_applies_to_labels_too() -> None:
    """The figures by label are of the sentences that are scored."""
    gold = ["(S (A (N a)))", "(S (A (N a) (N b)) (B (N c)))"]
    score = karat.score(gold, gold, "evalb(length=2)", by=["label"])
    rows = score.groups["label"]
    assert {label: row["counts"]["gold"] for label, row in rows.items()} == {"A": 1, "S": 1}


def test_quote_puts_a_deleted_quote_back() -> None:
    """A possessive that the system tagged as a quote: without the option a word is missing."""
    lost = evalb(QUOTE_GOLD, QUOTE_TEST, "delete=''")
    assert lost.sentences["failed"] == 1
    assert lost.reasons == {"different number of words": 1}
    score = evalb(QUOTE_GOLD, QUOTE_TEST, "delete='',quote=''+POS")
    assert counted(score) == (2, 2, 2)
    assert (score.counts["words"], score.counts["tags"]) == (3, 2)


def test_equal_labels() -> None:
    """For brackets and for tags, both ways."""
    gold, system = "(S (ADVP (RB up)))", "(S (PRT (RP up)))"
    assert counted(evalb(gold, system)) == (1, 2, 2)
    for one, two in ((gold, system), (system, gold)):
        score = evalb(one, two, "equal_labels=ADVP~PRT+RB~RP")
        assert counted(score) == (2, 2, 2)
        assert score.counts["tags"] == 1


def test_equal_words() -> None:
    """Both ways; other words still differ."""
    gold, system = "(S (DT the) (N dog))", "(S (DT The) (N dog))"
    assert evalb(gold, system).reasons == {"different words": 1}
    assert evalb(gold, system, "equal_words=the~The").counts["words"] == 2
    assert evalb(system, gold, "equal_words=the~The").counts["words"] == 2
    assert evalb(gold, "(S (DT THE) (N dog))", "equal_words=the~The").sentences["failed"] == 1


def test_single_options_add_to_the_parameters() -> None:
    """What the file deletes and what the option deletes are both deleted."""
    assert counted(evalb(DOG, DOG, "params=new,delete=VP")) == (2, 2, 2)


def test_beta() -> None:
    """Recall 1/2 and precision 1/4: F2 = 5 · 1 / (4 · 2 + 4)."""
    gold = "(S (A (N a) (N b)) (N c))"
    system = "(S (N a) (B (C (D (N b) (N c)))))"
    assert evalb(gold, system).f1 == pytest.approx(2 / 6)
    assert evalb(gold, system, "beta=2").f1 == pytest.approx(5 / 12)
    assert evalb(gold, system, "beta=2").recall == 0.5


FUNCTIONS = (
    "(S (NP-SBJ-1 (DT the) (NN dog)) (VP (VBZ barks) (PP-LOC-CLR (IN at) (NP (DT the) (NN man)))"
    " (ADVP-TMP (RB now))))",
    "(S (NP-SBJ (DT the) (NN dog)) (VP (VBZ barks) (PP-CLR-LOC (IN at) (NP-OBJ (DT the) (NN man)))"
    " (PRT-TMP (RB now))))",
)


def test_function_tags_as_part_of_labels() -> None:
    """S, NP-SBJ, VP and PP match; NP has no OBJ in gold, and ADVP is no PRT.

    By words and category 5 match, 3 of them with a function tag; NP and NP-OBJ disagree.
    """
    assert counted(evalb(*FUNCTIONS)) == (5, 6, 6)
    kept = evalb(*FUNCTIONS, "functions=keep")
    assert counted(kept) == (4, 6, 6)
    assert (kept.counts["functional"], kept.counts["same_functions"]) == (3, 2)
    assert kept.functions == pytest.approx(2 / 3)
    assert "functions" not in evalb(*FUNCTIONS).measures


def test_function_tags_and_parameters() -> None:
    """ADVP and PRT count as equal with their tags too, and a deleted label is deleted with its tag."""
    kept = evalb(*FUNCTIONS, "functions=keep,params=new")
    assert counted(kept) == (5, 6, 6)
    assert (kept.counts["functional"], kept.counts["same_functions"]) == (4, 3)
    fewer = evalb(*FUNCTIONS, "functions=keep,delete=NP+PP")
    assert counted(fewer) == (2, 3, 3)


def test_function_tags_of_one_category_over_the_same_words() -> None:
    """What is inside and what is outside does not matter, as in EVALB."""
    gold, system = "(S (NP-SBJ (NP (N a) (N b))))", "(S (NP (NP-SBJ (N a) (N b))))"
    kept = evalb(gold, system, "functions=keep")
    assert counted(kept) == (3, 3, 3)
    assert (kept.counts["functional"], kept.counts["same_functions"]) == (1, 1)


def test_function_tags_that_only_gold_has() -> None:
    """The accuracy is 0, and a note says why."""
    kept = evalb("(S (NP-SBJ (N a) (N b)) (V c))", "(S (NP (N a) (N b)) (V c))", "functions=keep")
    assert kept.functions == 0.0
    assert "the system has none, in 1 sentence" in " ".join(kept.notes)
    none = evalb("(S (N a) (N b))", "(S (N a) (N b))", "functions=keep")
    assert isnan(none.functions)
    assert not any("function tags" in note for note in none.notes)


def test_function_tags_need_labels() -> None:
    with pytest.raises(UsageError, match="leave out one"):
        evalb(DOG, DOG, "functions=keep,labelled=no")


def test_crossing_brackets() -> None:
    """System brackets are counted, not pairs: C and D cross A, S does not."""
    gold = "(S (A (N a) (N b)) (N c))"
    system = "(S (N a) (C (D (N b) (N c))))"
    score = karat.score([gold, gold], [system, gold])
    assert score.counts["crossing"] == 2
    assert (score.crossing, score.no_crossing, score.few_crossings) == (1.0, 0.5, 1.0)
    assert score.exact == 0.5


def test_repeated_brackets_are_a_bag() -> None:
    """Two NPs over the same word are two."""
    assert counted(evalb("(NP (NP (N a)))", "(NP (N a))")) == (1, 2, 1)


def test_exact_needs_brackets_only() -> None:
    """A wrong tag does not spoil a complete match."""
    score = evalb("(S (N a))", "(S (V a))")
    assert (score.exact, score.tagging) == (1.0, 0.0)


def test_the_mean_over_sentences() -> None:
    """Recalls 1/1 and 1/3: micro 2/4, mean 2/3."""
    gold = ["(S (N a))", "(S (A (N a)) (B (N b)))"]
    system = ["(S (N a))", "(S (N a) (N b))"]
    score = karat.score(gold, system)
    assert score.recall == 0.5
    assert score.measures["recall@sentence"] == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("what", "gold", "system", "options", "kept", "mended"),
    [
        (
            "a label that begins with - or = is cut to nothing",
            "(S (-LRB- (N a)) (N b))",
            "(S (=X (N a)) (N b))",
            "",
            (2, 2, 2),
            (1, 2, 2),
        ),
        ("a nameless root counts", "( (S (N a)))", "(S (N a))", "", (1, 2, 1), (1, 1, 1)),
        (
            "a label is deleted by its partner's name",
            "(S (Y (N a)) (N b))",
            "(S (Y (N a)) (N b))",
            "delete=X,equal_labels=X~Y",
            (1, 1, 1),
            (2, 2, 2),
        ),
        (
            "pairs do not chain, and the match is greedy",
            "(B (C (A (X w))))",
            "(B (A (A (X w))))",
            "equal_labels=A~B+B~C",
            (2, 3, 3),
            (3, 3, 3),
        ),
        (
            "pairs do not chain",
            "(A (X w))",
            "(C (X w))",
            "equal_labels=A~B+B~C",
            (0, 1, 1),
            (1, 1, 1),
        ),
        (
            "a mistagged comma costs the sentence",
            "(S (NP (N a)) (, ,) (VP (V b)))",
            "(S (NP (N a)) (X ,) (VP (V b)))",
            'delete=","',
            (0, 0, 0),
            (3, 3, 3),
        ),
    ],
)  # fmt: skip
def test_quirks(
    what: str,
    gold: str,
    system: str,
    options: str,
    kept: tuple[int, int, int],
    mended: tuple[int, int, int],
) -> None:
    """Each slip of EVALB is kept by default and mended with quirks=no."""
    assert counted(evalb(gold, system, options)) == kept, what
    assert (
        counted(evalb(gold, system, f"{options},quirks=no" if options else "quirks=no")) == mended
    )


def test_mended_deletion_goes_by_gold_tags_on_both_sides() -> None:
    """The comma is deleted because gold says so, and a noun the system calls a comma stays."""
    gold = "(S (NP (N a)) (, ,) (VP (N b)))"
    system = "(S (NP (N a)) (N ,) (VP (, b)))"
    score = evalb(gold, system, 'delete=",",quirks=no')
    assert counted(score) == (3, 3, 3)
    assert (score.counts["words"], score.counts["tags"]) == (2, 1)


GOLD = ["(S (A (N a)) (N b))", "(S (N c))"]


def test_failed_drop_leaves_the_sentence_out() -> None:
    """The default, as EVALB: figures over one sentence, and the other policy beside them."""
    score = karat.score(GOLD, [GOLD[0], None])
    assert counted(score) == (2, 2, 2)
    assert score.sentences == {"total": 2, "scored": 1, "failed": 1}
    assert score.f1 == 1.0
    assert score.other_policies["empty"]["f1"] == pytest.approx(0.8)


def test_failed_empty_counts_its_gold_as_missed() -> None:
    """Recall 2/3, precision 2/2, F1 = 4/5; half of the sentences are exact."""
    score = karat.score(GOLD, [GOLD[0], None], "evalb(failed=empty)")
    assert counted(score) == (2, 3, 2)
    assert score.recall == pytest.approx(2 / 3)
    assert (score.precision, score.f1) == (1.0, 0.8)
    assert score.exact == 0.5
    assert score.sentences == {"total": 2, "scored": 1, "failed": 1}
    assert score.other_policies["drop"]["f1"] == 1.0


def test_failed_empty_counts_labels_as_missed_too() -> None:
    """The figures by label add up to the figures they break down."""
    score = karat.score(GOLD, [GOLD[0], None], "evalb(failed=empty)", by=["label"])
    gold = {label: row["counts"]["gold"] for label, row in score.groups["label"].items()}
    assert gold == {"A": 1, "S": 2}
    assert sum(gold.values()) == score.counts["gold"]


def test_failed_abort_stops_and_says_where() -> None:
    """With the sentence's number, the reason, and what to type instead."""
    with pytest.raises(karat.InputError) as caught:
        karat.score(GOLD, [GOLD[0], "(S (N x))"], "evalb(failed=abort)")
    assert "sentence 2: different words" in str(caught.value)
    assert "failed=drop" in str(caught.value)
    assert karat.score(GOLD, GOLD, "evalb(failed=abort)").f1 == 1.0


@pytest.mark.parametrize(
    ("gold", "system", "reason"),
    [
        ("(S (N a)", "(S (N a))", "gold tree cannot be read"),
        ("(S (N a))", "(S (N a)))", "system tree cannot be read"),
        ("(S (N a))", "", "no system parse"),
        ("(S (N a))", "(S (Z z))", "no word left to compare"),
        ("(S (N a))", "(S (N a) (N b))", "different number of words"),
        ("(S (N a))", "(S (N A))", "different words"),
    ],
)
def test_why_a_sentence_has_no_score(gold: str, system: str, reason: str) -> None:
    """Each reason has its name, in the counts and with the example."""
    score = evalb(gold, system, "delete=Z")
    assert score.reasons == {reason: 1}
    assert [failure.why for failure in score.failures] == [reason]
    assert score.counts["gold"] == 0
    assert isnan(score.recall)


@pytest.mark.parametrize("size", [250, 3000])
def test_beyond_the_limits_of_evalb(size: int) -> None:
    """More words, brackets, quotes and letters than EVALB has room for get their right score."""
    tree = "(S " + " ".join(f"(NP (NN ') (N {'w' * (i % 150)}x))" for i in range(size)) + ")"
    score = evalb(tree, tree, "params=new")
    assert counted(score) == (size + 1, size + 1, size + 1)
    assert score.counts["words"] == 2 * size


def labels(rows: Sequence[str]) -> dict[str, dict[str, int]]:
    """Counts by label of trees against themselves with A for B."""
    score = karat.score(
        rows, [row.replace("B", "A") for row in rows], "evalb(equal_labels=A~B)", by=["label"]
    )
    return {label: dict(row["counts"]) for label, row in score.groups["label"].items()}


def test_by_label_each_side_counts_under_its_own_label() -> None:
    """A gold B that matches a system A is a hit for B on one side and for A on the other."""
    assert labels(["(S (B (N a)) (A (N b)))"]) == {
        "S": {"gold": 1, "system": 1, "matched": 1, "system_matched": 1},
        "A": {"gold": 1, "system": 2, "matched": 1, "system_matched": 2},
        "B": {"gold": 1, "system": 0, "matched": 1, "system_matched": 0},
    }


def test_by_length_in_tens() -> None:
    """Sentences of 1 to 10 words, of 11 to 20, and so on."""
    gold = [f"(S {'(N a) ' * n})" for n in (1, 10, 11, 35)]
    score = karat.score(gold, [gold[0], "(X (N b))", *gold[2:]], by=["length"])
    rows = score.groups["length"]
    assert list(rows) == ["1-10", "11-20", "31-40"]
    assert {key: row["counts"]["total"] for key, row in rows.items()} == {
        "1-10": 2,
        "11-20": 1,
        "31-40": 1,
    }
    assert rows["1-10"]["counts"]["scored"] == 1


def test_gold_tags_decide_in_sentences_with_other_words() -> None:
    """The comma is no noun, whatever the system says; S, NP and VP are left, and match."""
    gold = "(S (NP (DT the) (NN dog)) (, ,) (VP (VBZ barks) (RB here)))"
    system = "(S (NP (DT the) (NN dog)) (NN ,) (VP (VBZ barks) (RB he) (RB re)))"
    found = karat.score(gold, system, "evalb(params=collins,failed=align)")
    assert found.sentences["failed"] == 0
    assert [found.counts[name] for name in ("gold", "system", "matched")] == [3, 3, 3]
