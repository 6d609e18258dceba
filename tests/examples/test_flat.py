"""Flat keys: the paper's table, and cases small enough to count by hand."""

import math

import pytest

from karat import read_text, score
from karat.analysis.table1 import trees
from karat.comparison.faithful import nameless_root

TABLE_1 = [
    ("flat", "ptb", 5, 10, 5, 0, 100, 50, 100),
    ("flat", "alt-good", 5, 11, 5, 0, 100, 45, 100),
    ("flat", "alt-bad", 5, 11, 3, 1, 60, 27, 80),
    ("ptb", "flat", 10, 5, 5, 0, 50, 100, 100),
    ("ptb", "alt-good", 10, 11, 7, 2, 70, 64, 80),
    ("ptb", "alt-bad", 10, 11, 6, 3, 60, 55, 70),
    ("alt-good", "alt-bad", 11, 11, 9, 1, 82, 82, 91),
    ("alt-good", "ptb", 11, 10, 7, 3, 64, 70, 73),
]


@pytest.mark.parametrize("row", TABLE_1, ids=lambda row: f"{row[0]}-{row[1]}")
def test_table_1(row: tuple[str, str, int, int, int, int, int, int, int]) -> None:
    """Every row of Table 1 comes out as the paper prints it."""
    key, answer, gold, system, matched, violated, *percent = row
    four = trees()
    found = score(four[key], four[answer], "flat")
    assert [found.counts[n] for n in ("gold", "system", "matched", "violated")] == [
        gold, system, matched, violated,
    ]  # fmt: skip
    figures = (found.recall, found.precision, found.conformance)
    assert [round(100 * figure) for figure in figures] == percent


def test_one_word_phrases_count_and_unary_chains_count_once() -> None:
    """(VP (V go)) is a constituent of one word; (S (VP …)) over the same words is one, not two."""
    found = score("(S (VP (VB go)))", "(S (VP (VB go)))", "flat")
    assert found.counts["gold"] == 1
    found = score("(S (NP (N we)) (VP (VB go)))", "(S (NP (N we)) (VP (VB go)))", "flat")
    assert found.counts["gold"] == 3


def test_null_elements_are_no_words() -> None:
    """A trace in the key does not make the words differ."""
    found = score("(S (NP (-NONE- *)) (VP (VB go) (RB home)))", "(S (VB go) (RB home))", "flat")
    assert found.sentences["failed"] == 0
    assert (found.counts["gold"], found.recall) == (1, 1.0)


def test_categories_restrict_the_key_and_not_the_parse() -> None:
    """Of S, NP, VP, PP only NP and PP are asked for; the parse may have what it likes."""
    gold = "(S (NP-SBJ (D a) (N b)) (VP (V c) (PP (P d) (NP (N e)))))"
    found = score(gold, gold, "flat(categories=NP+PP)")
    assert (found.counts["gold"], found.counts["matched"], found.counts["system"]) == (3, 3, 5)


def test_a_category_is_found_under_another_over_the_same_words() -> None:
    """(S (NP …)): the NP counts though the S spans the same words."""
    found = score("(S (NP (N a) (N b)))", "(X (N a) (N b))", "flat(categories=NP)")
    assert (found.counts["gold"], found.recall) == (1, 1.0)


def test_depth() -> None:
    """S is at depth 1, NP and VP at 2, PP at 3."""
    gold = "(S (NP (D a) (N b)) (VP (V c) (PP (P d) (N e))))"
    assert [score(gold, gold, f"flat(depth={d})").counts["gold"] for d in (1, 2, 3, 0)] == [
        1,
        3,
        4,
        4,
    ]


def test_a_missing_parse_adds_to_gold_and_not_to_violated() -> None:
    """Failing would raise conformance, so the figures without the failure stand beside it."""
    gold = ["(S (A a b) (B c d))", "(S (A a b) c)"]
    found = score(gold, ["(S a (X b c) d)", None], "flat")
    assert (found.counts["gold"], found.counts["violated"]) == (5, 2)
    assert found.conformance == pytest.approx(3 / 5)
    assert found.other_policies["drop"]["conformance"] == pytest.approx(1 / 3)


def test_nothing_in_the_key() -> None:
    """Words without any constituent: figures are undefined, not zero."""
    found = score("(N a)", "(S (N a))", "flat")
    assert math.isnan(found.recall)
    assert math.isnan(found.conformance)


def test_a_nameless_bracket_around_one_labelled_one() -> None:
    """Around (S …) it is no constituent, however small the tree; of a tree without labels it is the root."""
    bank = read_text("( (S (N a)))\n( (S (NP (N a)) (N b)))\n( (N a) (N b))\n(S ( (N a)))")
    assert nameless_root(bank).tolist() == [True, False, True, False, False, False, False, False]


def test_labels_count_in_their_own_sentence() -> None:
    """The first key's span has its label; the second's has not, and the third's has none."""
    gold = "(S (NP (DT a) (NN b)) (VB c))"
    system = "\n".join([gold, gold.replace("NP", "VP"), gold, gold.replace("NP", "PP")])
    rows = score("\n".join([gold] * 4), system, "flat(labels=ptb,categories=NP)").rows()
    assert [row["gold"] for row in rows] == [1, 1, 1, 1]
    assert [row["labelled"] for row in rows] == [1, 0, 1, 0]
