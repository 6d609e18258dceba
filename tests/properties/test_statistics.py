"""What must hold of intervals, tests and letters, whatever the counts."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from effort import tries
from karat.model.measure import overlap
from karat.stats import resampling
from karat.stats.additive import Additive, measured
from karat.stats.adjusted import benjamini_hochberg, holm
from karat.stats.intervals import figures, standard_error
from karat.stats.letters import letters
from karat.stats.moments import Moments
from karat.stats.paired import paired
from karat.stats.plan import Plan
from karat.stats.resampling import bootstrapped, jackknife, permuted

ROW = st.tuples(*[st.integers(0, 9)] * 4)
ROWS = st.lists(ROW, min_size=2, max_size=20)
FEW = Plan(samples=60, seed=5)


def systems(rows: list[tuple[int, int, int, int]]) -> list[Additive]:
    """Two systems; the counts of each row are of gold, of both systems, and how many they match."""
    gold, one, other, most = np.array(rows).T
    found = []
    for size in (one, other):
        counts = {"gold": gold, "system": size, "matched": np.minimum(np.minimum(gold, size), most)}
        found.append(measured(counts, overlap()))
    return found


def same(one: float, other: float) -> bool:
    return one == pytest.approx(other, abs=1e-12, nan_ok=True)


@given(ROWS, st.sampled_from(["permutation", "bootstrap"]))
@settings(max_examples=tries(60), deadline=None)
def test_exchanging_the_systems_changes_the_signs_only(rows, test) -> None:
    there, back = paired(systems(rows), [(0, 1), (1, 0)], FEW, test)
    for name, one in there.items():
        other = back[name]
        assert same(one.difference, -other.difference)
        assert same(one.p, other.p)
        assert same(one.effect, -other.effect)
        assert same(one.smallest, other.smallest)
        assert (one.needed, one.wins, one.ties) == (other.needed, other.losses, other.ties)
        assert same(one.interval[0], -other.interval[1])
        assert one.wins + one.ties + one.losses + one.undefined == len(rows)


@given(ROWS, st.randoms(use_true_random=False))
@settings(max_examples=tries(60), deadline=None)
def test_the_order_of_sentences_does_not_matter(rows, random) -> None:
    """If the draws are put into the same order, all values are the same."""
    order = list(range(len(rows)))
    random.shuffle(order)
    a, b = systems(rows)
    moved = [one.where(np.array(order)) for one in (a, b)]
    weights = np.concatenate(list(resampling.draws(len(rows), FEW)))
    stacked = resampling._Stack([a, b]), resampling._Stack(moved)
    plain = stacked[0].figures(1, stacked[0].rows @ weights.T)
    other = stacked[1].figures(1, stacked[1].rows @ weights[:, order].T)
    for name in plain:
        assert np.allclose(plain[name], other[name], rtol=0, atol=1e-12, equal_nan=True)
    for name, one in jackknife(a, FEW).items():
        assert np.allclose(
            one[order], jackknife(moved[0], FEW)[name], rtol=0, atol=1e-12, equal_nan=True
        )


@given(ROWS)
@settings(max_examples=tries(40), deadline=None)
def test_a_further_system_changes_no_other(rows) -> None:
    a, b = systems(rows)
    alone, both = bootstrapped([a], FEW), bootstrapped([b, a], FEW)
    pair, more = permuted([a, b], [(0, 1)], FEW), permuted([a, b, a], [(1, 2), (0, 1)], FEW)
    for name in a.figures:
        assert np.allclose(alone[0][name], both[1][name], rtol=0, atol=1e-12, equal_nan=True)
        assert np.allclose(pair[0][name], more[1][name], rtol=0, atol=1e-12, equal_nan=True)


@given(ROWS)
@settings(max_examples=tries(40), deadline=None)
def test_samples_are_figures_of_the_sentences_drawn(rows) -> None:
    """Slowly: the rows are repeated as often as they were drawn, and scored."""
    a, _ = systems(rows)
    plan = Plan(samples=10, seed=2)
    values = bootstrapped([a], plan)[0]
    for number, sample in enumerate(resampling.chosen(len(rows), plan)):
        wanted = a.where(sample).totals()
        for name in a.figures:
            assert same(values[name][number], wanted[name])


@given(ROWS)
@settings(max_examples=tries(40), deadline=None)
def test_one_document_per_sentence_is_no_document_at_all(rows) -> None:
    a, b = systems(rows)
    apart = Plan(samples=60, seed=5, clusters=np.arange(len(rows)))
    for one, other in zip(
        paired([a, b], [(0, 1)], FEW), paired([a, b], [(0, 1)], apart), strict=True
    ):
        for name in one:
            assert same(one[name].p, other[name].p)
            assert same(one[name].interval[0], other[name].interval[0])


@given(ROWS, st.sampled_from(["percentile", "bca"]))
@settings(max_examples=tries(60), deadline=None)
def test_an_interval_has_ends_in_order_or_a_reason(rows, method) -> None:
    for found in figures(systems(rows), FEW, method):
        for name, one in found.items():
            assert one.low < one.high or (math.isnan(one.low) and math.isnan(one.high)), name
            assert bool(one.why) == math.isnan(one.low)


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=30))
def test_the_jackknife_s_error_of_a_mean_is_the_usual_one(values) -> None:
    data = np.array(values)
    left_out = (data.sum() - data) / (len(data) - 1)
    usual = data.std(ddof=1) / math.sqrt(len(data))
    assert standard_error(left_out) == pytest.approx(usual, abs=1e-9)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=30), st.data())
def test_the_error_from_blocks_is_that_of_the_mean(values, data) -> None:
    """However the units are cut into blocks; undefined if the figure is, without any one unit."""
    units = np.array(values) / 8
    cut = data.draw(st.integers(0, len(units)))
    moved = (units.sum() - units) / (len(units) - 1) - units.mean()
    found = Moments.of(moved[:cut]) + Moments.of(moved[cut:])
    usual = units.std(ddof=1) / math.sqrt(len(units))
    assert found.error(len(units), abs(units.mean())) == pytest.approx(usual, abs=1e-9)
    lost = found + Moments.of(np.array([0.5, math.nan, math.nan]))
    assert lost.undefined == 2
    assert math.isnan(lost.error(len(units) + 3, 1.0))
    assert math.isnan(found.error(1, 1.0))
    assert found.undefined == 0


@given(st.lists(st.floats(0, 1), max_size=12))
def test_adjusted_p_values_keep_their_order_and_never_fall(p) -> None:
    for adjusted in (holm(p), benjamini_hochberg(p)):
        assert all(one <= other <= 1 for one, other in zip(p, adjusted, strict=True))
        for i, j in combinations(range(len(p)), 2):
            if p[i] < p[j]:
                assert adjusted[i] <= adjusted[j]


PAIRS = st.integers(1, 7).flatmap(
    lambda many: st.tuples(
        st.just(many),
        st.sets(st.sampled_from(list(combinations(range(many), 2))))
        if many > 1
        else st.just(set()),
    )
)


@given(PAIRS)
def test_systems_share_a_letter_if_and_only_if_they_do_not_differ(given_pairs) -> None:
    many, differ = given_pairs
    found = [set(text) for text in letters(many, differ)]
    for i, j in combinations(range(many), 2):
        assert bool(found[i] & found[j]) == ((i, j) not in differ)
    # No letter's systems are a part of another letter's.
    holders = [{i for i in range(many) if one in found[i]} for one in set().union(*found)]
    assert not any(one <= other for one in holders for other in holders if one is not other)


@given(ROWS)
@settings(max_examples=tries(30), deadline=None)
def test_p_of_all_exchanges_is_that_of_slow_counting(rows) -> None:
    assume(len(rows) <= 7)
    a, b = systems(rows)
    found = paired([a, b], [(0, 1)], Plan(samples=128))[0]["f1"]
    values = []
    for way in range(2 ** len(rows)):
        swap = np.array([[way >> i & 1] for i in range(len(rows))], bool)
        first = Additive(np.where(swap, b.values, a.values), a.figures).totals()["f1"]
        second = Additive(np.where(swap, a.values, b.values), a.figures).totals()["f1"]
        values.append(abs(second - first))
    if not math.isnan(found.p):
        extreme = sum(value >= abs(found.difference) - 1e-12 for value in values)
        known = sum(not math.isnan(value) for value in values)
        assert found.p == extreme / known
