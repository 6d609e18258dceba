"""Counts and what is made of them, by hand."""

from math import isnan, nan

import numpy as np
import pytest

from karat.model.tally import Groups, Tally, Total, f_measure, ratio

NAMES = ("gold", "matched")
RECALL = {"recall": lambda c: ratio(c["matched"], c["gold"])}


def tally(*rows: tuple[int, int, int], groups: dict[str, Groups] | None = None) -> Tally:
    """Rows of gold, matched and status."""
    table = np.array(rows, np.int64).reshape(len(rows), 3)
    return Tally(
        NAMES,
        table[:, :2],
        table[:, 2].astype(np.int32),
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
    assert total.sentences == {"total": 3, "scored": 2, "failed": 1}
    assert total.status == {0: 2, 3: 1}


def test_the_mean_over_sentences_is_over_those_that_have_a_value() -> None:
    """A sentence without gold has no recall; a failed one has recall 0 as an empty parse."""
    total = tally((4, 2, 0), (0, 0, 0), (1, 1, 0), (6, 0, 5)).total(RECALL)
    assert total.macro("recall", "drop") == pytest.approx((0.5 + 1.0) / 2)
    assert total.macro("recall", "empty") == pytest.approx((0.5 + 1.0 + 0.0) / 3)


def test_a_mean_over_nothing_is_undefined() -> None:
    """No sentence has a recall."""
    assert isnan(tally((0, 0, 0)).total(RECALL).macro("recall", "drop"))


def test_tallies_concatenate_and_totals_add() -> None:
    """Two blocks are one corpus, either way."""
    a, b = tally((4, 2, 0), (6, 0, 3)), tally((1, 1, 0))
    whole = Tally.concatenate([a, b])
    assert whole.counts.tolist() == [[4, 2], [6, 0], [1, 1]]
    assert whole.status.tolist() == [0, 3, 0]
    for total in (whole.total(RECALL), a.total(RECALL) + b.total(RECALL)):
        assert total.counts("empty") == {"gold": 11, "matched": 3}
        assert total.macro("recall", "drop") == pytest.approx(0.75)
        assert total.sentences["failed"] == 1


def test_groups_add_by_name() -> None:
    """What only one side has is kept."""
    one = Groups(NAMES, {"NP": (3, 1), "VP": (1, 1)})
    two = Groups(NAMES, {"NP": (2, 2), "PP": (5, 0)})
    expected = {"NP": (5, 3), "VP": (1, 1), "PP": (5, 0)}
    assert (one + two).counts == expected
    parts = [tally((1, 1, 0), groups={"label": g}) for g in (one, two)]
    assert Tally.concatenate(parts).groups["label"].counts == expected
    total: Total = parts[0].total(RECALL) + parts[1].total(RECALL)
    assert total.groups["label"].counts == expected


def test_some_sentences_of_a_tally() -> None:
    """By a mask."""
    some = tally((4, 2, 0), (6, 0, 3), (1, 1, 0)).where(np.array([True, False, True]))
    assert len(some) == 2
    assert some.columns()["gold"].tolist() == [4, 1]
