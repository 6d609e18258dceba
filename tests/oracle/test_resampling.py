"""Intervals and tests equal those of SciPy, and of sacrebleu where it is installed, on the same resamples."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from karat.model.measure import overlap, ratio
from karat.stats import paired as paired_module
from karat.stats import resampling
from karat.stats.additive import Additive, measured
from karat.stats.adjusted import benjamini_hochberg, holm
from karat.stats.intervals import figures
from karat.stats.paired import paired
from karat.stats.plan import Plan
from karat.stats.resampling import bootstrapped, permuted

stats = pytest.importorskip("scipy.stats")

SAMPLES = 999


def systems(sentences: int, seed: int, many: int = 2) -> list[Additive]:
    """Counts as of bracket scoring: skewed, with empty sentences; the second system is a little better."""
    random = np.random.default_rng(seed)
    gold = random.poisson(random.gamma(2, 6, sentences))
    found = []
    for better in range(many):
        system = random.binomial(gold, 0.95) + random.poisson(0.4, sentences)
        matched = random.binomial(np.minimum(gold, system), 0.85 + 0.01 * better)
        counts = {"gold": gold, "system": system, "matched": matched}
        found.append(measured(counts, overlap()))
    return found


def statistic(system: Additive, name: str):
    """A figure of the units whose numbers are given, in the shape that SciPy asks for."""

    def compute(rows, axis=-1):
        assert axis in (-1, rows.ndim - 1)
        sums = system.values[rows.astype(int)].sum(axis=-2)
        shape = sums.shape[:-1]
        return system.figures[name](sums.reshape(-1, sums.shape[-1])).reshape(shape)

    return compute


@pytest.mark.parametrize("sentences", [11, 40, 300])
@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("name", ["recall", "f1", "f1@sentence"])
def test_intervals_equal_those_of_scipy(sentences, method, name):
    one = systems(sentences, 3)[0]
    plan = Plan(samples=SAMPLES, seed=5)
    wanted = stats.bootstrap(
        (np.arange(sentences),),
        statistic(one, name),
        n_resamples=SAMPLES,
        method={"bca": "BCa"}.get(method, method),
        vectorized=True,
        rng=np.random.default_rng(5),
    )
    values = bootstrapped([one], plan)[0][name]
    assert np.allclose(values, wanted.bootstrap_distribution, rtol=0, atol=1e-13)
    found = figures([one], plan, method)[0][name]
    assert (found.low, found.high) == pytest.approx(wanted.confidence_interval, abs=1e-12)
    assert found.low < found.value < found.high


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("name", ["precision", "f1", "f1@sentence"])
def test_intervals_of_differences_equal_those_of_scipy(method, name):
    a, b = systems(120, 8)
    first, second = statistic(a, name), statistic(b, name)
    wanted = stats.bootstrap(
        (np.arange(120), np.arange(120)),
        lambda x, y, axis: second(y, axis) - first(x, axis),
        paired=True,
        n_resamples=SAMPLES,
        method={"bca": "BCa"}.get(method, method),
        vectorized=True,
        rng=np.random.default_rng(2),
    )
    found = paired([a, b], [(0, 1)], Plan(samples=SAMPLES, seed=2), method=method)[0][name]
    assert found.interval == pytest.approx(wanted.confidence_interval, abs=1e-12)


def exchanged(a: Additive, b: Additive, name: str):
    """b minus a, given the numbers of rows; those of b follow those of a."""
    both = statistic(Additive(np.concatenate([a.values, b.values]), a.figures), name)
    return lambda x, y, axis: both(y, axis) - both(x, axis)


@pytest.mark.parametrize("name", ["recall", "f1", "f1@sentence"])
def test_permutations_equal_those_of_scipy_on_the_same_exchanges(monkeypatch, name):
    a, b = systems(60, 12)
    rows = np.arange(60), np.arange(60) + 60
    difference = exchanged(a, b, name)
    wanted = stats.permutation_test(
        rows, lambda x, y, axis: np.abs(difference(x, y, axis)), vectorized=True,
        permutation_type="samples", n_resamples=SAMPLES, alternative="greater",
        rng=np.random.default_rng(4),
    )  # fmt: skip
    # The exchanges that SciPy draws: for each sample and unit, which of the two rows comes first.
    order = np.tile(np.arange(2), (SAMPLES, 60, 1))
    drawn = np.random.default_rng(4).permuted(order, axis=-1)[:, :, 0].astype(np.float64)
    monkeypatch.setattr(
        resampling, "swaps", lambda units, plan, cells: iter([drawn[:500], drawn[500:]])
    )
    plan = Plan(samples=SAMPLES)
    values = np.abs(permuted([a, b], [(0, 1)], plan)[0][name])
    assert np.allclose(values, wanted.null_distribution, rtol=0, atol=1e-12)
    assert 0.002 < wanted.pvalue < 0.99
    assert paired([a, b], [(0, 1)], plan)[0][name].p == pytest.approx(wanted.pvalue, abs=1e-15)


@pytest.mark.parametrize("name", ["recall", "f1", "f1@sentence"])
def test_few_sentences_are_exchanged_in_every_way_as_by_scipy(name):
    a, b = systems(9, 21)
    rows = np.arange(9), np.arange(9) + 9
    wanted = stats.permutation_test(
        rows, exchanged(a, b, name), vectorized=True, permutation_type="samples",
        n_resamples=np.inf, alternative="two-sided",
    )  # fmt: skip
    found = paired([a, b], [(0, 1)], Plan(samples=1000))[0][name]
    assert found.p == pytest.approx(wanted.pvalue, abs=1e-15)
    assert found.p * 2**9 == int(found.p * 2**9)


def test_strata_are_samples_of_their_own_in_scipy_s_acceleration():
    """A difference of two means has two strata; SciPy takes them as two samples."""
    random = np.random.default_rng(9)
    one, other = random.exponential(1, 30), random.exponential(2, 20)
    values = np.zeros((50, 4))
    values[:30, 0], values[:30, 1], values[30:, 2], values[30:, 3] = one, 1, other, 1
    change = lambda sums: ratio(sums[:, 2], sums[:, 3]) - ratio(sums[:, 0], sums[:, 1])  # noqa: E731
    system = Additive(values, {"change": change})
    strata = np.repeat([0, 1], [30, 20])
    plan = Plan(samples=20_000, strata=strata)
    found = figures([system], plan, "bca")[0]["change"]
    wanted = stats.bootstrap(
        (one, other), lambda x, y, axis: y.mean(axis) - x.mean(axis), n_resamples=20_000,
        vectorized=True, rng=np.random.default_rng(1),
    ).confidence_interval  # fmt: skip
    # Other draws, so only near; without strata it is not.
    assert (found.low, found.high) == pytest.approx(tuple(wanted), abs=0.03)


@pytest.mark.parametrize("seed", range(5))
def test_adjusted_p_values_equal_those_of_scipy_and_of_the_definition(seed):
    p = np.random.default_rng(seed).beta(0.4, 2, 12)
    assert benjamini_hochberg(p) == pytest.approx(stats.false_discovery_control(p), abs=1e-15)
    # Holm: the largest, over the p-values up to this one, of p times the tests from there on.
    ranked = sorted(p)
    wanted = [
        min(1.0, max(q * (12 - i) for i, q in enumerate(ranked) if q <= one)) for one in p.tolist()
    ]
    assert holm(p) == pytest.approx(wanted, abs=1e-15)


def test_effect_of_a_mean_is_that_of_the_t_test():
    a, b = systems(80, 30)
    x, y = (one.each("f1@sentence") for one in (a, b))
    known = ~np.isnan(x)
    a, b = (one.where(known) for one in (a, b))
    found = paired([a, b], [(0, 1)], Plan(samples=9))[0]["f1@sentence"]
    t = stats.ttest_rel(y[known], x[known]).statistic
    assert found.effect == pytest.approx(t / math.sqrt(known.sum()), abs=1e-12)
    assert found.error == pytest.approx(found.difference / t, rel=1e-9)


class Metric:
    """What sacrebleu's tests ask of a metric: F1 over sums of counts."""

    def __init__(self, one: Additive):
        self._one = one

    def _extract_corpus_statistics(self, hypotheses, references):
        return self._one.values

    def _compute_score_from_stats(self, sums):
        return SimpleNamespace(score=float(self._one.figures["f1"](np.asarray([sums], float))[0]))

    def _aggregate_and_compute(self, rows):
        return self._compute_score_from_stats(np.asarray(rows).sum(axis=0))


@pytest.mark.parametrize("seed", range(4))
def test_randomisation_equals_that_of_sacrebleu_on_the_same_exchanges(monkeypatch, seed):
    significance = pytest.importorskip("sacrebleu.significance")
    a, b = systems(70, seed)
    baseline = {"f1": (a.values, SimpleNamespace(score=a.totals()["f1"]))}
    _, found = significance._paired_ar_test(
        baseline, "b", [""] * 70, None, {"f1": Metric(b)}, n_samples=SAMPLES, seed=6
    )
    picked = np.random.default_rng(6).integers(2, size=(SAMPLES, 70), dtype=bool)
    monkeypatch.setattr(
        resampling, "swaps", lambda units, plan, cells: iter([(~picked).astype(float)])
    )
    ours = paired([a, b], [(0, 1)], Plan(samples=SAMPLES))[0]["f1"].p
    # It counts exchanges with a greater difference, we count equal ones too.
    values = np.abs(permuted([a, b], [(0, 1)], Plan(samples=SAMPLES))[0]["f1"])
    observed = abs(b.totals()["f1"] - a.totals()["f1"])
    ties = int((np.abs(values - observed) < 1e-12).sum())
    assert ours == pytest.approx(found["f1"].p_value + ties / (SAMPLES + 1), abs=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_bootstrap_draws_as_sacrebleu_does(seed):
    """It centres absolute differences, so it looks at one side: its p is about half of ours."""
    significance = pytest.importorskip("sacrebleu.significance")
    a, b = systems(70, seed)
    baseline = {"f1": (a.values, SimpleNamespace(score=a.totals()["f1"]))}
    _, found = significance._paired_bs_test(
        baseline, "b", [""] * 70, None, {"f1": Metric(b)}, n_samples=SAMPLES, seed=6
    )
    first, second = (one["f1"] for one in bootstrapped([a, b], Plan(samples=SAMPLES, seed=6)))
    size = np.abs(second - first)
    observed = abs(b.totals()["f1"] - a.totals()["f1"])
    # sacrebleu computes with single precision, which can move a sample over the edge.
    theirs = (1 + int((size - size.mean() > observed).sum())) / (SAMPLES + 1)
    assert found["f1"].p_value == pytest.approx(theirs, abs=2 / SAMPLES)
    ours = paired([a, b], [(0, 1)], Plan(samples=SAMPLES, seed=6), "bootstrap")[0]["f1"].p
    assert ours >= theirs


def test_the_module_of_tests_takes_its_exchanges_from_the_resampler():
    """Otherwise replacing them above would prove nothing."""
    assert paired_module.permuted is resampling.permuted
