"""Intervals, tests, letters and power on data small enough to work out by hand."""

import math

import numpy as np
import pytest

import karat
from karat.model.measure import Measure, overlap, ratio
from karat.recognise.banks import listed
from karat.schemes import parse
from karat.stats import resampling
from karat.stats.additive import Additive, additives, averaged, measured
from karat.stats.adjusted import benjamini_hochberg, holm
from karat.stats.intervals import bca, figures, percentile
from karat.stats.letters import letters
from karat.stats.paired import p_of_bootstrap, paired
from karat.stats.plan import Plan
from karat.stats.resampling import bootstrapped, chosen, draws, jackknife, permuted, swaps


def recall(matched: list[int], gold: list[int]) -> Additive:
    return measured({"matched": np.array(matched), "gold": np.array(gold)}, overlap()[:1])


def test_draws_have_as_many_units_as_there_are() -> None:
    """And count the units that were chosen; blocks do not change what is drawn."""
    plan = Plan(samples=50, seed=7)
    weights = np.concatenate(list(draws(3, plan)))
    assert (weights.sum(axis=1) == 3).all()
    for row, sample in zip(weights, chosen(3, plan), strict=True):
        assert row.tolist() == [(sample == unit).sum() for unit in range(3)]


@pytest.mark.parametrize("name", ["draws", "swaps"])
def test_the_size_of_blocks_changes_nothing(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    plan = Plan(samples=100, seed=3, strata=np.arange(70) % 4)
    whole = np.concatenate(list(getattr(resampling, name)(70, plan)))
    monkeypatch.setattr(resampling, "CELLS", 70 * 17)
    parts = list(getattr(resampling, name)(70, plan))
    assert len(parts) > 1
    assert (np.concatenate(parts) == whole).all()
    assert len(whole) == 100


def test_strata_keep_their_sizes() -> None:
    strata = np.array([5, 2, 5, 5, 2])
    for sample in chosen(5, Plan(samples=40, strata=strata)):
        assert sorted(strata[sample].tolist()) == [2, 2, 5, 5, 5]


def test_every_way_to_exchange_two_sentences() -> None:
    """By hand: 1/2 + 3/4 against 2/2 + 3/4; exchanging the first changes the sign, the second nothing."""
    a, b = recall([1, 3], [2, 4]), recall([2, 3], [2, 4])
    assert sorted(map(tuple, next(swaps(2, Plan())).tolist())) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    values = permuted([a, b], [(0, 1)], Plan())[0]["recall"]
    assert sorted(values.tolist()) == pytest.approx([-1 / 6, -1 / 6, 1 / 6, 1 / 6])
    assert paired([a, b], [(0, 1)], Plan())[0]["recall"].p == 1


def test_five_sentences_that_one_system_wins_give_two_in_thirty_two() -> None:
    """Only the data themselves and their mirror are as extreme."""
    a, b = recall([1, 1, 1, 1, 1], [2] * 5), recall([2, 2, 2, 2, 2], [2] * 5)
    found = paired([a, b], [(0, 1)], Plan())[0]["recall"]
    assert (found.difference, found.p) == (0.5, 2 / 32)
    assert (found.wins, found.ties, found.losses, found.undefined) == (5, 0, 0, 0)


def test_p_counts_the_data_themselves() -> None:
    """40 sentences, all won: no exchange that is drawn is as extreme, and p is 1 / (samples + 1)."""
    a, b = recall([1] * 40, [2] * 40), recall([2] * 40, [2] * 40)
    assert paired([a, b], [(0, 1)], Plan(samples=999))[0]["recall"].p == 1 / 1000


@pytest.mark.parametrize("test", ["permutation", "bootstrap"])
@pytest.mark.parametrize("sentences", [3, 50])
def test_a_system_does_not_differ_from_itself(test: str, sentences: int) -> None:
    random = np.random.default_rng(0)
    gold = random.integers(1, 9, sentences)
    one = measured({"matched": random.binomial(gold, 0.7), "gold": gold}, overlap()[:1])
    for found in paired([one, one], [(0, 1)], Plan(samples=200), test)[0].values():
        assert (found.difference, found.p, found.effect, found.needed) == (0, 1, 0, None)
        assert found.interval == (0, 0)
        assert (found.wins, found.losses) == (0, 0)
        assert math.isnan(found.smallest)


def test_one_sentence_has_no_interval_and_no_certainty() -> None:
    one, other = recall([1], [2]), recall([2], [2])
    found = figures([one], Plan(samples=20))[0]["recall"]
    assert (found.value, found.why) == (0.5, "there is only one sentence")
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    change = paired([one, other], [(0, 1)], Plan(samples=20))[0]["recall"]
    assert (change.difference, change.p, change.why) == (0.5, 1, "there is only one sentence")
    assert all(map(math.isnan, change.interval))
    assert math.isnan(change.error)
    assert change.needed is None


@pytest.mark.parametrize("sentences", [1, 6])
def test_a_bootstrap_without_spread_proves_nothing(sentences: int) -> None:
    """All sentences differ by the same, so all samples do: centred on 0, none would be as extreme."""
    a, b = recall([1] * sentences, [2] * sentences), recall([2] * sentences, [2] * sentences)
    found = paired([a, b], [(0, 1)], Plan(samples=99), "bootstrap")[0]["recall"]
    assert found.difference == 0.5
    assert math.isnan(found.p)
    assert all(map(math.isnan, found.interval))
    assert found.why


def test_no_sentence_has_no_figures() -> None:
    """Undefined, not an error and not 0."""
    none = recall([], [])
    for method in ("percentile", "bca"):
        assert math.isnan(figures([none], Plan(samples=5), method)[0]["recall"].value)
    for test in ("permutation", "bootstrap"):
        found = paired([none, none], [(0, 1)], Plan(samples=5), test)[0]["recall"]
        assert all(map(math.isnan, (found.difference, found.p, *found.interval)))


def test_one_document_has_none_either() -> None:
    one = recall([1, 2, 3], [3, 3, 3])
    found = figures([one], Plan(samples=20, clusters=np.zeros(3, np.int64)))[0]["recall"]
    assert found.why == "there is only one document"
    assert math.isnan(found.low)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_an_interval_of_no_width_is_refused(method: str) -> None:
    found = figures([recall([2] * 9, [2] * 9)], Plan(samples=50), method)[0]["recall"]
    assert found.value == 1
    assert math.isnan(found.low)
    assert found.why


def test_too_many_undefined_samples_are_refused() -> None:
    """Only one of five sentences has anything to find: a third of the samples is without it."""
    found = figures([recall([1, 0, 0, 0, 0], [2, 0, 0, 0, 0])], Plan(samples=1000))[0]["recall"]
    assert math.isnan(found.low)
    assert found.why.endswith("of 1,000 samples")
    share = int(found.why.split()[2]) / 1000
    assert share == pytest.approx(0.8**5, abs=0.04)


def test_an_undefined_figure_stays_undefined() -> None:
    nothing, one = recall([0, 0], [0, 0]), recall([1, 1], [2, 2])
    assert math.isnan(figures([nothing], Plan(samples=9))[0]["recall"].value)
    found = paired([nothing, one], [(0, 1)], Plan(samples=9))[0]["recall"]
    assert all(map(math.isnan, (found.difference, found.p, found.effect, *found.interval)))
    assert found.why == "undefined for one of the systems"
    assert found.undefined == 2


def test_documents_are_drawn_as_wholes() -> None:
    """Two documents of two sentences: a sample has both halves of a document or none."""
    one = recall([2, 2, 0, 0], [2] * 4)
    values = bootstrapped([one], Plan(samples=200, clusters=np.array([4, 4, 1, 1])))[0]["recall"]
    assert set(values.tolist()) == {0.0, 0.5, 1.0}
    apart = bootstrapped([one], Plan(samples=200))[0]["recall"]
    assert set(apart.tolist()) == {0.0, 0.25, 0.5, 0.75, 1.0}


def test_exchanges_of_documents() -> None:
    """Three documents, all won by b: 2 of 8 exchanges, however many sentences there are."""
    a, b = recall([1] * 30, [2] * 30), recall([2] * 30, [2] * 30)
    plan = Plan(clusters=np.arange(30) // 10)
    found = paired([a, b], [(0, 1)], plan)[0]["recall"]
    assert (found.p, found.wins) == (0.25, 30)
    assert plan.caveats() == [
        "only 3 documents: intervals over so few are too narrow, and a test finds only large differences"
    ]


def test_a_document_in_two_strata_is_refused() -> None:
    plan = Plan(samples=5, clusters=np.array([0, 0, 1]), strata=np.array([0, 1, 1]))
    with pytest.raises(ValueError, match="several strata"):
        bootstrapped([recall([1, 1, 1], [2, 2, 2])], plan)


def test_the_jackknife_leaves_one_out() -> None:
    found = jackknife(recall([1, 3, 0], [2, 4, 1]), Plan())
    assert found["recall"].tolist() == pytest.approx([3 / 5, 1 / 3, 4 / 6])
    assert found["recall@sentence"].tolist() == pytest.approx([3 / 8, 1 / 4, 5 / 8])


def test_standardised_effect_and_power_by_hand() -> None:
    """Differences 1, 0, 1, 0: mean 1/2, deviation √(1/3), error √(1/12)."""
    a, b = averaged(np.zeros(4)), averaged(np.array([1.0, 0, 1, 0]))
    found = paired([a, b], [(0, 1)], Plan())[0]["mean"]
    assert found.effect == pytest.approx(0.5 / math.sqrt(1 / 3))
    assert found.error == pytest.approx(math.sqrt(1 / 12))
    # z(0.975) + z(0.8) = 1.959964 + 0.841621
    assert found.smallest == pytest.approx(2.801585 * math.sqrt(1 / 12), rel=1e-6)
    assert found.needed == math.ceil(4 * 2.801585**2 / 12 / 0.25)


def test_percentiles_of_hand_made_values() -> None:
    values = np.arange(1.0, 42)
    assert percentile(values, 0.95)[:2] == pytest.approx((2, 40))
    # Symmetric, no bias, no skewness: BCa is the same.
    both = bca(21.0, values, np.array([20.0, 22.0]), 0.95)
    assert both[:2] == pytest.approx((2, 40), abs=0.1)


def test_holm_and_benjamini_hochberg_by_hand() -> None:
    """Four tests of Benjamini and Hochberg's kind; undefined ones do not count as tests."""
    p = [0.01, 0.04, 0.03, math.nan, 0.005]
    assert holm(p)[:3] + holm(p)[4:] == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert math.isnan(holm(p)[3])
    found = benjamini_hochberg(p)
    assert found[:3] + found[4:] == pytest.approx([0.02, 0.04, 0.04, 0.02])
    assert math.isnan(found[3])
    assert p[0] == 0.01
    assert (holm([]), benjamini_hochberg([])) == ([], [])


def test_the_fifteen_p_values_of_benjamini_and_hochberg() -> None:
    """Their example (1995, section 3.2): Bonferroni-like control finds 3 at 5 %, theirs 4."""
    p = [.0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344, .0459, .3240, .4262, .5719, .6528,
         .7590, 1.0]  # fmt: skip
    assert sum(one <= 0.05 for one in holm(p)) == 3
    assert sum(one <= 0.05 for one in benjamini_hochberg(p)) == 4


@pytest.mark.parametrize(
    "systems, differ, wanted",
    [
        (3, [], ["a", "a", "a"]),
        (3, [(0, 1), (0, 2), (1, 2)], ["a", "b", "c"]),
        (3, [(0, 1), (0, 2)], ["a", "b", "b"]),
        (3, [(1, 2)], ["ab", "a", "b"]),
        (4, [(0, 1), (0, 2), (1, 3)], ["a", "b", "bc", "ac"]),
        # Feeds of R's chickwts by Wilcoxon's test, as the guide of the R package cld shows them:
        # casein, horsebean, linseed, meatmeal, soybean, sunflower.
        (
            6,
            [(0, 1), (0, 2), (0, 4), (1, 3), (1, 4), (1, 5), (2, 5), (4, 5)],
            ["a", "b", "bc", "ac", "c", "a"],
        ),
    ],
)
def test_letters_by_hand_and_as_published(
    systems: int, differ: list[tuple[int, int]], wanted: list[str]
) -> None:
    assert letters(systems, differ) == wanted


GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n(S (NP (PRP It)) (VP (VBZ rains)))\n"
SYSTEM = "(S (X (DT the) (NN dog)) (VP (VBZ barks)))\n(S (X (PRP It)) (X (VBZ rains)))\n"


@pytest.mark.parametrize("failed", ["drop", "empty", "align"])
def test_totals_are_the_figures_of_the_score(failed: str) -> None:
    """Under every failure policy; the last sentence has other words."""
    gold, system = GOLD + "(S (A a) (B b))\n", SYSTEM + "(S (A a) (B ba))\n"
    score = karat.score(gold, system, f"evalb(failed={failed})")
    assert score.tally is not None
    found = Additive.of(score.tally, score.scheme).totals()
    assert found.keys() == score.measures.keys()
    for name, value in found.items():
        assert value == pytest.approx(score.measures[name], nan_ok=True), name


def test_means_over_groups_follow_from_sums() -> None:
    """By hand: recall of p is 1/2, of q 0, so 1/4; without the first sentence p is never found."""
    from karat.recognise.banks import listed

    texts = ["one a", "two b", "three c"]
    gold = listed(texts, phenomena=[["passive"], ["passive"], ["control"]])
    system = listed(texts, phenomena=[["passive"], [], ["tough"]])
    scheme = parse("phenomena(mode=exhaustive,bare=yes,inventory=passive+control+tough)")
    score = karat.score(gold, system, scheme)
    assert score.tally is not None
    (one,) = additives([score.tally], scheme)
    assert one.totals()["recall@phenomenon"] == score.measures["recall@phenomenon"] == 0.25
    assert jackknife(one, Plan())["recall@phenomenon"].tolist() == [0, 0.5, 0.5]


def test_a_mean_that_is_not_a_ratio_of_sums() -> None:
    """A measure with a function of its own keeps all counts."""
    measure = Measure("share", "in words", function=lambda counts: ratio(counts["a"], counts["b"]))
    found = measured({"a": np.array([1, 2]), "b": np.array([2, 2])}, [measure])
    assert found.totals() == {"share": 0.75, "share@sentence": 0.75}


def test_a_system_that_shows_nothing_has_a_mean_over_phenomena() -> None:
    """None of its groups has a count of its own, which is then 0: precision is 0 by the exception."""
    texts = ["John gives a flower to Mary", "John gives Mary a flower"]
    gold = listed(texts, phenomena=[("ditransitive", "preposition"), ("dative-shift",)])
    nothing = listed(texts, phenomena=[(), ()])
    score = karat.score(gold, nothing, "phenomena(mode=exhaustive)")
    assert score.tally is not None
    totals = additives([score.tally], score.scheme)[0].totals()
    assert totals["precision@phenomenon"] == score.measures["precision@phenomenon"] == 0


@pytest.mark.parametrize("both", [(0.5, math.nan), (math.nan, 0.5), (math.nan, math.nan)])
def test_a_difference_from_an_undefined_figure_has_no_p(both: tuple[float, float]) -> None:
    """Whichever system lacks it, and although there are samples, alike or not: that is the reason."""
    for samples in ([0.1, -0.1, 0.2], [0.1, 0.1, 0.1]):
        p, why = p_of_bootstrap(both, np.array(samples), 3, Plan())
        assert math.isnan(p)
        assert "undefined" in why


def test_no_bca_interval_if_a_unit_cannot_be_left_out() -> None:
    """Without it the figure is undefined, as a precision without any bracket is."""
    values, without = np.array([0.4, 0.5, 0.6]), np.array([math.nan, 0.5])
    assert bca(0.5, np.array([0.4, math.nan]), values, 0.95).why == "undefined in 1 of 2 samples"
    found = bca(0.5, values, without, 0.95)
    assert found.why == "undefined without one of the units"
    assert math.isnan(found.low)
    assert math.isnan(found.high)


@pytest.mark.parametrize("strata", [None, np.array([0, 0, 1])])
def test_every_sample_is_drawn_whatever_the_size_of_blocks(strata: np.ndarray | None) -> None:
    """Ten weights at a time are three samples of three units; all hundred have three draws."""
    plan = Plan(samples=100, seed=1, strata=strata)
    blocks = [*draws(3, plan, cells=10)]
    assert len(blocks) > 1
    assert np.concatenate(blocks).sum(axis=1).tolist() == [3.0] * 100
    assert np.array_equal(np.concatenate(blocks), np.concatenate([*draws(3, plan)]))
