"""How a figure is spread over lengths, labels and sentences, counted by hand."""

import math

import numpy as np
import pytest

import karat
from chart_pages import overview_of
from karat.analysis.contest import How
from karat.analysis.spread import POINTS, Spread, against, histogram, round_step

# Brackets but the top one: A over the first two words, B over the next two, and so on.
SHORT, LONG = "(S (A (T a) (T b)) (T c))", "(S (A (T a) (T b)) (B (T c) (T d)) (T e) (T f) (T g))"
GOLD = [SHORT] * 3 + [LONG] * 3
# One of three short sentences has no A; one of three long ones has C for B.
SYSTEM = [SHORT, SHORT, "(S (T a) (T b) (T c))", LONG, LONG, LONG.replace("(B", "(C")]


def spread() -> Spread:
    found = overview_of(GOLD, {"good": GOLD, "poor": SYSTEM}, ["evalb"], How(samples=50))
    return found.spreads[0]


def test_scores_by_length_are_those_of_the_sentences_of_that_length() -> None:
    """Short: 5 of 6 gold brackets found, 5 proposed. Long: 8 of 9, 9 proposed. There are two lengths."""
    found = spread()
    assert [(one.name, one.sentences) for one in found.lengths] == [("3", 3), ("7", 3)]
    short, long = ([one.value for one in group.figures] for group in found.lengths)
    assert short == pytest.approx([1.0, 2 * 5 / (6 + 5)])
    assert long == pytest.approx([1.0, 2 * 8 / (9 + 9)])


def test_lengths_equal_karat_score_by_length_where_steps_are_the_same() -> None:
    """Steps of ten words, as in the breakdown of a score; 5 to 39 words."""
    gold = [f"(S (A (T w0) (T w1)) {' '.join('(T w)' for _ in range(n))})" for n in range(3, 38)]
    system = [one.replace("(A", "(B") if n % 3 else one for n, one in enumerate(gold)]
    (found,) = overview_of(gold, {"a": gold, "b": system}, ["evalb"], How(samples=20)).spreads
    groups = karat.score(gold, system, "evalb", by="length").groups["length"]
    assert [one.name for one in found.lengths] == list(groups)
    for one in found.lengths:
        assert one.figures[1].value == pytest.approx(groups[one.name]["measures"]["f1"])
        assert one.sentences == groups[one.name]["counts"]["total"]


def test_few_long_sentences_are_one_group() -> None:
    lengths = [5] * 20 + [15] * 20 + [25] * 20 + [35] * 20 + [75, 95]
    gold = [f"(S {' '.join('(T w)' for _ in range(n))})" for n in lengths]
    (found,) = overview_of(gold, {"a": gold, "b": gold}, ["evalb"], How(samples=20)).spreads
    assert [(one.name, one.sentences) for one in found.lengths] == [
        ("1-10", 20), ("11-20", 20), ("21-30", 20), ("31+", 22),
    ]  # fmt: skip


def test_an_interval_is_there_only_if_sentences_differ() -> None:
    short, _ = (group.figures for group in spread().lengths)
    assert math.isnan(short[0].low)
    assert 0 < short[1].low < short[1].value <= short[1].high


def test_labels_are_ordered_by_how_often_gold_has_them() -> None:
    keys = spread().keys
    assert keys is not None
    assert (keys.kind, keys.measure) == ("label", "f1")
    values = {one.key: (one.gold, *one.values) for one in keys.groups}
    assert list(values)[:3] == ["A", "S", "B"]
    assert values["A"] == (6, 1.0, pytest.approx(2 * 5 / 11))
    assert values["B"] == (3, 1.0, pytest.approx(2 * 2 / 5))
    assert values["C"][0] == 0


def test_every_sentence_is_in_one_class() -> None:
    found = spread().histogram
    assert [sum(one.sentences[at] for one in found.classes) for at in (0, 1)] == [6, 6]
    assert found.classes[-1].low == found.classes[-1].high == 1.0
    assert found.classes[-1].sentences == (6, 4)


@pytest.mark.parametrize(
    "values", [[0.1 * n for n in range(11)], [0.0, 37.0, 12.5], [-3.0, -3.0], [0.7, 1.4, 2.1], [5e6, 1.0]]
)  # fmt: skip
def test_classes_hold_their_sentences(values: list[float]) -> None:
    """Also scores that fall on an end, such as 0.1 + 0.2, and those that are no shares."""
    found = histogram([np.array(values)])
    assert sum(one.sentences[0] for one in found.classes) == len(values)
    for one in found.classes:
        inside = [
            x
            for x in values
            if one.low - 1e-9 <= x and (x < one.high - 1e-9 or one.low == one.high)
        ]
        if one.low != one.high:
            assert one.sentences[0] == len(inside)


def test_sentences_without_a_score_are_counted_apart() -> None:
    found = histogram([np.array([np.nan, 1.0]), np.array([np.nan, np.nan])])
    assert found.undefined == (1, 2)
    assert math.isnan(found.medians[1])
    assert histogram([np.array([np.nan])]).classes == ()


def test_points_become_cells_where_there_are_many() -> None:
    values = np.linspace(0, 1, POINTS + 1)
    few, many = against("a", "b", values[1:], values[1:]), against("a", "b", values, 1 - values)
    assert few.cell == 0
    assert len(few.points) == POINTS
    assert many.cell == 0.05
    assert sum(n for _, _, n in many.points) == POINTS + 1
    assert all(0 <= x < 0.951 and 0 <= y < 0.951 for x, y, _ in many.points)


def test_steps_are_round() -> None:
    assert [round_step(x) for x in (0.011, 0.02, 3.0, 60.0)] == pytest.approx([0.02, 0.02, 5, 100])
