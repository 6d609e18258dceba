"""Disputed brackets of a key, and labelled recall: cases small enough to count by hand."""

from pathlib import Path

import pytest

from karat import score
from karat.model.errors import KaratError
from karat.schemes import parse

COUNTS = ("gold", "matched", "violated")

# Extraposition, both ways at once: the verb phrase holds the clause (1) or ends before it (2).
KEY = "(S it (VP?1 (VP?2 is necessary) (SBAR for us to leave)))"
IN = "(S it (VP is (ADJP necessary (SBAR for us to leave))))"
OUT = "(S (X it (VP is necessary)) (SBAR for us to leave))"
NEITHER = "(S it (VP is (ADJP necessary for) (X us to leave)))"


def counts(key: str, response: str, scheme: str) -> list[int]:
    """Gold, matched and violated."""
    found = score(key, response, scheme)
    return [found.counts[name] for name in COUNTS]


@pytest.mark.parametrize("response", [IN, OUT])
def test_ignored_brackets_are_neither_matched_nor_violated(response: str) -> None:
    """S and SBAR are left; (X it is necessary) crosses VP?1, which does not count."""
    assert counts(KEY, response, "flat") == [2, 2, 0]


@pytest.mark.parametrize(
    "response, expected",
    [
        (IN, [3, 3, 0]),  # S, VP?1, SBAR
        (OUT, [3, 3, 0]),  # S, VP?2, SBAR
        # VP?1 is matched: 1. VP?2 (is necessary) is crossed by (necessary for): -1. The SBAR too.
        (NEITHER, [3, 2, 1]),
    ],
)
def test_the_alternative_that_fits_best(response: str, expected: list[int]) -> None:
    """Of each dispute the one with the most matched less violated."""
    assert counts(KEY, response, "flat(disputed=best)") == expected


def test_of_equal_alternatives_the_first() -> None:
    """The parse has neither and crosses neither: alternative 1 with its two brackets is missed."""
    key = "(S (A?2 (A?1 a b) (B?1 c d)) e)"
    assert counts(key, "(S a b c d e)", "flat(disputed=best)") == [3, 1, 0]
    swapped = key.replace("?2", "?3").replace("?1", "?2").replace("?3", "?1")
    assert counts(swapped, "(S a b c d e)", "flat(disputed=best)") == [2, 1, 0]


def test_an_optional_bracket_counts_when_it_is_matched() -> None:
    """Else it is not there: not even when it is crossed."""
    key = "(S (NP? a b) c)"
    assert counts(key, "(S (X a b) c)", "flat(disputed=best)") == [2, 2, 0]
    assert counts(key, "(S a b c)", "flat(disputed=best)") == [1, 1, 0]
    assert counts(key, "(S a (X b c))", "flat(disputed=best)") == [1, 1, 0]
    assert counts(key, "(S (X a b) c)", "flat(disputed=ignore)") == [1, 1, 0]


def test_disputes_are_settled_one_by_one() -> None:
    """The parse takes alternative 2 of a and 1 of b, and in the next sentence 1 of a."""
    key = "(S (A?a1 (A?a2 a b) c) (B?b1 (B?b2 d e) f))"
    first, second = "(S (X a b) c (Y d e f))", "(S (X a b c) d e f)"
    assert counts(key, first, "flat(disputed=best)") == [3, 3, 0]
    # For b of the second sentence nothing fits and nothing is crossed: B?b1 is missed.
    assert counts(f"{key}\n{key}", f"{first}\n{second}", "flat(disputed=best)") == [6, 5, 0]


def test_a_span_that_is_also_undisputed_decides_nothing() -> None:
    """A?1 is over the same words as B, which counts anyway; A?2 is found and is one more."""
    key = "(S (B (A?1 (A?2 a b) c)) d)"
    assert counts(key, "(S (X (Y a b) c) d)", "flat(disputed=best)") == [3, 3, 0]
    assert counts(key, "(S (X (Y a b) c) d)", "flat") == [2, 2, 0]


def test_a_missing_parse_misses_the_first_alternative() -> None:
    """S, VP?1 and SBAR; optional brackets are not asked for."""
    found = score([KEY, "(S (NP? a b) c)"], [None, None], "flat(disputed=best)")
    assert [found.counts[name] for name in COUNTS] == [4, 0, 0]


def test_categories_and_depth_see_through_marks() -> None:
    """VP?2 is a VP; once it is chosen over VP?1 it is at depth 2."""
    assert counts(KEY, OUT, "flat(disputed=best,categories=VP)") == [1, 1, 0]
    assert counts(KEY, OUT, "flat(disputed=best,depth=2)") == [3, 3, 0]
    assert counts(KEY, OUT, "flat(disputed=best,depth=1)") == [1, 1, 0]
    assert counts("(S (NP-SBJ? a b) c)", "(S (NP a b) c)", "flat(disputed=best,categories=NP)") == [
        1,
        1,
        0,
    ]


def test_a_question_mark_alone_is_a_label() -> None:
    """As in the 1991 paper's (? (FIN .))."""
    assert counts("(S a (? b c))", "(S a (? b c))", "flat") == [2, 2, 0]


def test_an_unknown_way() -> None:
    """The ways are named."""
    with pytest.raises(KaratError, match="not one of ignore, best"):
        parse("flat(disputed=worst)")


# The same with brackets that cross: (ADJP necessary for us to leave) is written in two parts.
PARTS = "(S it (VP? (VP?a1 is (ADJP?a2+1 ( necessary))) (ADJP?a2+1 (SBAR for us to leave))))"


@pytest.mark.parametrize(
    "response, expected",
    [
        (IN, [4, 4, 0]),  # S, VP?, ADJP?a2, SBAR
        (OUT, [3, 3, 0]),  # S, VP?a1, SBAR
        # (necessary for) crosses VP?a1 and SBAR, but not ADJP?a2; VP? is matched.
        (NEITHER, [4, 2, 1]),
    ],
)
def test_parts_are_one_bracket(response: str, expected: list[int]) -> None:
    """And may cross the other alternative."""
    assert counts(PARTS, response, "flat(disputed=best)") == expected
    assert counts(PARTS, response, "flat") == counts(KEY, response, "flat")


def test_categories_depth_and_labels_see_the_whole_bracket() -> None:
    """The adjective phrase is one bracket at depth 3, and its label is ADJP."""
    assert counts(PARTS, IN, "flat(disputed=best,categories=ADJP)") == [1, 1, 0]
    assert counts(PARTS, IN, "flat(disputed=best,depth=2)") == [2, 2, 0]
    assert counts(PARTS, IN, "flat(disputed=best,depth=3)") == [3, 3, 0]
    found = score(PARTS, IN, "flat(disputed=best,labels=ptb)")
    assert (found.counts["matched"], found.counts["labelled"]) == (4, 4)


def test_labels_where_a_whole_bracket_is_larger_than_the_one_around_its_first_part() -> None:
    """A is around the first part of B, and B is around A; QP matches B, X does not match A."""
    key = "(S (D?1 x (A?2+1 (B?2+2 ( a)))) (A?2+1 (B?2+2 ( b))) (B?2+2 ( c)))"
    found = score(key, "(S x (B (X a b) c))", "flat(disputed=best,labels=ptb)")
    assert (found.counts["matched"], found.counts["labelled"]) == (3, 2)


def test_labelled_recall() -> None:
    """Of S, NP, VP, PP all four spans are found; WHPP is a PP, SBAR a clause like S, NP no VP."""
    key = "(S (NP a b) (VP c (PP d e)))"
    found = score(key, "(SBAR (NP-SBJ a b) (NP c (WHPP d e)))", "flat(labels=ptb)")
    assert (found.counts["matched"], found.counts["labelled"]) == (4, 3)
    assert (found.recall, found.labelled_recall) == (1.0, 0.75)
    assert found.scheme.headline() == ("recall", "labelled_recall", "conformance", "precision")


def test_labelled_recall_needs_the_map() -> None:
    """Without one there is no such figure, and the counts are as they were."""
    found = score("(S a b)", "(S a b)", "flat")
    assert "labelled_recall" not in found.measures
    assert "labelled" not in found.counts


def test_any_label_over_the_same_words_will_do() -> None:
    """(S (VP …)) in a parse is a clause and a VP; a key's span counts once, whatever it is called."""
    assert score("(VP a b)", "(S (VP a b))", "flat(labels=ptb)").labelled_recall == 1
    found = score("(S (VP a b))", "(VP a b)", "flat(labels=ptb)")
    assert (found.counts["gold"], found.counts["labelled"]) == (1, 1)
    assert score("(NP a b)", "(S (VP a b))", "flat(labels=ptb)").labelled_recall == 0


def test_labels_outside_the_map_stand_for_themselves_and_no_label_for_nothing() -> None:
    """QP matches QP only; a nameless bracket has no category."""
    key = "(S (QP a b) c)"
    assert score(key, "(S (QP a b) c)", "flat(labels=ptb)").counts["labelled"] == 2
    assert score(key, "(S (X a b) c)", "flat(labels=ptb)").counts["labelled"] == 1
    assert score("((( a b) c))", "((( a b) c))", "flat(labels=ptb)").counts["labelled"] == 0


def test_labelled_recall_of_disputed_brackets() -> None:
    """Marks are no part of a label."""
    found = score(KEY, OUT, "flat(disputed=best,labels=ptb)")
    assert (found.counts["gold"], found.counts["labelled"]) == (3, 3)


def test_means_of_labelled_recall() -> None:
    """1/2 and 1 over sentences; 4/5 over all."""
    found = score("(S (NP a b) c)\n(S (NP a b) (VP c d))", "(S (X a b) c)\n(S (NP a b) (VP c d))",
                  "flat(labels=ptb)")  # fmt: skip
    assert found.labelled_recall == pytest.approx(4 / 5)
    assert found.measures["labelled_recall@sentence"] == pytest.approx(3 / 4)


def test_a_map_of_ones_own(tmp_path: Path) -> None:
    """Its content is in the signature; one that is not there is an error."""
    path = tmp_path / "mine.toml"
    path.write_text('[categories]\nNP = ["NP", "NX", "Nominal"]\n')
    scheme = f'flat(labels="{path}")'
    found = score("(S (NP a b) c)", "(S (Nominal a b) c)", scheme)
    assert found.labelled_recall == 1
    path.write_text('[categories]\nNP = ["NP", "NX"]\n')
    again = score("(S (NP a b) c)", "(S (Nominal a b) c)", scheme)
    assert again.labelled_recall == 0.5
    assert found.signature != again.signature
    with pytest.raises(KaratError, match=r"absent\.toml: there is no such file"):
        score("(S a b)", "(S a b)", "flat(labels=absent.toml)")
    with pytest.raises(KaratError, match="label map"):
        score("(S a b)", "(S a b)", "flat(labels=ptp)")
