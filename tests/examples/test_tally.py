"""Counts and what is made of them, by hand."""

from dataclasses import replace
from math import isnan, nan

import numpy as np
import pytest

import karat
from karat.model.groups import Groups, Rows
from karat.model.measure import Measure, f_measure, ratio
from karat.model.outcome import Status
from karat.model.tally import Tally, Total
from karat.schemes import parse

NAMES = ("gold", "matched")
RECALL = [Measure("recall", "matched / gold")]


def tally(*rows: tuple[int, int, int], groups: dict[str, Groups] | None = None) -> Tally:
    """Rows of gold, matched and status."""
    table = np.array(rows, np.int64).reshape(len(rows), 3)
    return Tally(
        NAMES,
        table[:, :2],
        table[:, 2].astype(np.int32),
        np.arange(len(rows), dtype=np.int32),
        np.arange(len(rows), dtype=np.int32),
        groups or {},
    )


def test_a_ratio_is_undefined_where_the_whole_is_nothing() -> None:
    """Not 0, not 1: not a number; for columns as for numbers."""
    assert ratio(3, 4) == 0.75
    assert ratio(0, 5) == 0.0
    assert isnan(ratio(0, 0))
    assert isnan(ratio(3, 0))
    np.testing.assert_array_equal(ratio(np.array([1, 2, 0]), np.array([2, 0, 0])), [0.5, nan, nan])


@pytest.mark.parametrize(
    ("beta", "expected"), [(1.0, 2 / 6), (2.0, 5 / 12), (0.5, 1.25 / 4.5), (0.0, 1 / 4)]
)
def test_f_measure_weighs_recall(beta: float, expected: float) -> None:
    """Recall 1/2 and precision 1/4: beta 2 leans to recall, 0.5 to precision, 0 is precision."""
    assert f_measure(1, 2, 4, beta) == pytest.approx(expected, rel=1e-15)


def test_f_measure_without_a_match() -> None:
    """It is 0 if there was something to match, else undefined."""
    assert f_measure(0, 2, 0) == 0.0
    assert f_measure(0, 0, 3) == 0.0
    assert isnan(f_measure(0, 0, 0))


def test_sums_keep_failed_sentences_apart() -> None:
    """Dropped they do not count, as empty parses their gold does."""
    total = tally((4, 2, 0), (6, 0, 3), (1, 1, 0)).total(RECALL)
    assert total.counts("drop") == {"gold": 5, "matched": 3}
    assert total.counts("empty") == {"gold": 11, "matched": 3}
    assert total.sentences("drop") == {"total": 3, "scored": 2, "failed": 1}
    assert total.status == {Status.SCORED: 2, Status.MISSING: 1}


def test_the_mean_over_sentences_is_over_those_that_have_a_value() -> None:
    """A sentence without gold has no recall; a failed one has recall 0 as an empty parse."""
    total = tally((4, 2, 0), (0, 0, 0), (1, 1, 0), (6, 0, 5)).total(RECALL)
    assert total.figures(RECALL, "drop")["recall@sentence"] == pytest.approx((0.5 + 1.0) / 2)
    assert total.figures(RECALL, "empty")["recall@sentence"] == pytest.approx((0.5 + 1.0 + 0.0) / 3)


def test_a_mean_over_nothing_is_undefined() -> None:
    """No sentence has a recall."""
    assert isnan(tally((0, 0, 0)).total(RECALL).figures(RECALL, "drop")["recall@sentence"])


def test_tallies_concatenate_and_totals_add() -> None:
    """Two blocks are one corpus, either way."""
    a, b = tally((4, 2, 0), (6, 0, 3)), tally((1, 1, 0))
    whole = Tally.concatenate([a, b])
    assert whole.counts.tolist() == [[4, 2], [6, 0], [1, 1]]
    assert whole.status.tolist() == [0, 3, 0]
    for total in (whole.total(RECALL), a.total(RECALL) + b.total(RECALL)):
        assert total.counts("empty") == {"gold": 11, "matched": 3}
        assert total.figures(RECALL, "drop")["recall@sentence"] == pytest.approx(0.75)
        assert total.sentences("empty")["failed"] == 1


def groups(*rows: tuple[str, int, int, int]) -> Groups:
    """Rows of label, sentence, gold and matched."""
    names = sorted({label for label, *_ in rows})
    label, sentence, gold, matched = zip(*rows, strict=True)
    return Groups(
        names,
        (
            Rows(
                np.array([names.index(one) for one in label]),
                np.array(sentence),
                {"gold": np.array(gold), "matched": np.array(matched)},
            ),
        ),
    )


ONE = groups(("NP", 0, 3, 1), ("VP", 1, 1, 1))
TWO = groups(("NP", 0, 2, 2), ("PP", 0, 5, 0))


def test_groups_concatenate_and_add() -> None:
    """What only one side has is kept; a failed sentence stays apart here too."""
    parts = [
        tally((3, 1, 0), (1, 1, 3), groups={"label": ONE}),
        tally((7, 2, 0), groups={"label": TWO}),
    ]
    for total in (Tally.concatenate(parts).total(), parts[0].total() + parts[1].total()):
        assert total.groups("drop")["label"] == {
            "NP": {"gold": 5, "matched": 3},
            "PP": {"gold": 5, "matched": 0},
        }
        assert total.part("empty").groups["label"]["VP"] == {"gold": 1, "matched": 1}


def test_groups_are_filtered_with_their_sentences() -> None:
    """Without the first sentence its noun phrase is gone."""
    some = tally((3, 1, 0), (1, 1, 0), groups={"label": ONE}).where(np.array([False, True]))
    total: Total = some.total()
    assert total.groups("drop")["label"] == {"VP": {"gold": 1, "matched": 1}}


def test_a_mean_over_groups() -> None:
    """Each key has the same weight, or the one it is given."""
    recall = Measure("recall", "matched / gold", means=("label",))
    total = tally((10, 3, 0), groups={"label": TWO}).total()
    assert total.figures([recall], "drop")["recall@label"] == (2 / 2 + 0 / 5) / 2
    weighted = total.figures([recall], "drop", {"PP": 3.0})["recall@label"]
    assert weighted == (1 * 1 + 3 * 0) / 4


def test_a_formula_is_computed_and_shown() -> None:
    """The same text gives the figure, the names it needs and the numbers in words."""
    f2 = Measure("f", "5 * matched / (4 * gold + system)")
    counts = {"matched": 1, "gold": 1000, "system": 4}
    assert f2(counts) == 5 / 4004
    assert f2.counts == {"matched", "gold", "system"}
    assert f2.worked(counts) == "5 × 1 / (4 × 1,000 + 4)"
    assert isnan(f2({"matched": 0, "gold": 0, "system": 0}))


def test_a_distribution_is_over_the_scored_sentences() -> None:
    """How many sentences have each count; blocks add up."""
    one = tally((4, 2, 0), (4, 0, 3), (1, 1, 0)).total(distributions=["gold"])
    assert (one + one).distributions == {"gold": {4: 2, 1: 2}}


def test_some_sentences_of_a_tally() -> None:
    """By a mask."""
    some = tally((4, 2, 0), (6, 0, 3), (1, 1, 0)).where(np.array([True, False, True]))
    assert len(some) == 2
    assert some.columns()["gold"].tolist() == [4, 1]


def test_a_block_without_aligned_sentences_joins_one_that_has_some() -> None:
    """Of 4 gold rows 1 is found once aligned, 0 before; the other block is its own twin."""
    after, plain = replace(tally((4, 1, 0)), mended=True, twin=tally((4, 0, 4))), tally((6, 6, 0))
    for blocks in ([after, plain], [plain, after]):
        total = Tally.concatenate(blocks).total(RECALL)
        assert total.counts("align") == {"gold": 10, "matched": 7}
        assert total.counts("empty") == {"gold": 10, "matched": 6}
        assert total.counts("drop") == {"gold": 6, "matched": 6}
        assert total.sentences("align") == {"total": 2, "scored": 2, "failed": 0, "aligned": 1}
    assert Tally.concatenate([plain, plain]).twin is None


def test_weights_of_groups_are_added_without_rounding() -> None:
    """0.1 + 0.2 + 0.3 is 0.6 in any order of blocks; lost sentences are apart, and other keys too."""
    rows = Rows(
        np.array([0, 1, 0, 0, 1]),
        np.array([0, 0, 1, 2, 2]),
        {"gold": np.array([0.1, 4, 0.2, 0.3, 8])},
    )
    kept, lost = Groups(["NP", "VP"], (rows,)).sums(np.array([True, True, False]), exact=True)
    assert float(kept["NP"]["gold"] + lost["NP"]["gold"]) == 0.6
    assert float(lost["NP"]["gold"]) == 0.3
    assert [float(part["VP"]["gold"]) for part in (kept, lost)] == [4.0, 8.0]


def test_keys_from_a_fixed_list_keep_their_order_over_blocks() -> None:
    """The first block has only the second key; in the sum of both the first key comes first."""
    names = ["short", "long"]
    rows = [Rows(np.array([key]), np.array([0]), {"gold": np.array([7])}) for key in (1, 0)]
    one, other = (tally((7, 0, 0), groups={"length": Groups(names, (row,))}) for row in rows)
    total = one.total(RECALL) + other.total(RECALL)
    assert list(total.groups("drop")["length"].items()) == [
        ("short", {"gold": 7}),
        ("long", {"gold": 7}),
    ]
    # A key without any count is not shown.
    assert list(one.total(RECALL).groups("drop")["length"]) == ["long"]


def test_what_is_said_of_each_sentence() -> None:
    """Scored as it stands, scored once aligned, and not scored either way."""
    before = tally((4, 4, 0), (3, 0, 6), (2, 0, 2))
    after = tally((4, 4, 0), (3, 1, 0), (2, 0, 2))
    lost = "system tree cannot be read"
    assert before.said() == ["", "different words", lost]
    assert replace(after, twin=before, mended=True).said() == ["", "aligned", lost]
    assert replace(before, twin=after).said() == before.said()


def test_sentences_of_a_second_block_keep_their_groups() -> None:
    """Of two blocks joined, the second alone has its own rows of groups, and the first its own."""
    one = tally((3, 1, 0), (1, 1, 0), groups={"label": ONE})
    two = tally((7, 2, 0), groups={"label": TWO})
    whole = Tally.concatenate([one, two])
    for keep, expected in (
        ([True, True, False], {"NP": {"gold": 3, "matched": 1}, "VP": {"gold": 1, "matched": 1}}),
        ([False, False, True], {"NP": {"gold": 2, "matched": 2}, "PP": {"gold": 5, "matched": 0}}),
        ([False, True, False], {"VP": {"gold": 1, "matched": 1}}),
    ):
        assert whole.where(np.array(keep)).total(RECALL).groups("drop")["label"] == expected


def test_reasons_of_two_parts_add_up() -> None:
    """Under each policy: one sentence is missing in either part, and one has other words."""
    good = "(S (N a) (V b) (N c))\n"
    gold = karat.read_text(good * 3, layout="lines")
    system = karat.read_text(f"{good}\n(S (N a) (V b) (N x))\n", layout="lines")
    tally = karat.score(gold, system, "flat(failed=align)").tally
    assert tally is not None
    total = tally.total(parse("flat").measures())
    both = total + total
    assert both.statuses("align") == {Status.SCORED: 4, Status.MISSING: 2}
    assert both.statuses("drop") == {
        Status.SCORED: 2, Status.MISSING: 2, Status.DIFFERENT: 2,
    }  # fmt: skip
