"""Gates on small examples: whether a system passes, and what is said of it."""

import math
from dataclasses import dataclass, replace

import pytest

import karat
from karat.analysis.gates import Baseline, Threshold, of_baseline, of_scored, of_thresholds
from karat.model.errors import InputError
from karat.model.tally import Tally
from karat.schemes.evalb import Evalb
from karat.schemes.flat import Flat

GOLD = ["(S (A (N a)) (N b))"] * 8


@dataclass(frozen=True)
class ByPrecision(Evalb):
    """EVALB, but its main figure does not see sentences without a parse."""

    def main_figure(self) -> str:
        return "precision"


def tally(system: list[str | None], scheme: Evalb) -> Tally:
    found = karat.score(GOLD, system, scheme).tally
    assert found is not None
    return found


def test_more_failures_do_not_pass_unseen() -> None:
    """Precision stays 1 without three of the parses, and the gate says no all the same."""
    scheme = ByPrecision()
    good, lazy = tally([*GOLD], scheme), tally([*GOLD[:5], None, None, None], scheme)
    verdict = of_baseline(Baseline("old", good), "new", lazy, scheme, 0.05)
    assert verdict.difference is not None
    assert (verdict.difference.a, verdict.difference.b) == (1, 1)
    assert not verdict.passed
    assert "more sentences without a score (3, baseline 0)" in verdict.said
    assert of_baseline(Baseline("old", lazy), "new", good, scheme, 0.05).passed
    assert of_baseline(Baseline("old", lazy), "new", lazy, scheme, 0.05).passed


def test_p_is_that_of_all_exchanges() -> None:
    """Of eight sentences six are worse: 2 of 2 ** 6 exchanges are as extreme, p = 1 / 32."""
    scheme = Evalb()
    worse = [tree.replace("A", "B") for tree in GOLD[:6]] + GOLD[6:]
    good, bad = tally([*GOLD], scheme), tally([*worse], scheme)
    verdict = of_baseline(Baseline("old", good), "new", bad, scheme, 0.05)
    assert verdict.difference is not None
    assert verdict.difference.p == 1 / 32
    assert verdict.difference.difference == pytest.approx(10 / 16 - 1)
    assert not verdict.passed
    assert of_baseline(Baseline("old", good), "new", bad, scheme, 0.03).passed
    better = of_baseline(Baseline("old", bad), "new", good, scheme, 0.05)
    assert (better.passed, better.difference and better.difference.p) == (True, 1 / 32)


def test_a_baseline_may_lack_counts_that_the_figure_does_not_need() -> None:
    """Files of counts may be made elsewhere: recall needs no count of crossing brackets."""
    scheme = Evalb()
    whole = tally([*GOLD], scheme)
    kept = [at for at, name in enumerate(whole.names) if name not in ("crossing", "no_crossing")]
    names = tuple(whole.names[at] for at in kept)
    baseline = Baseline("old", replace(whole, names=names, counts=whole.counts[:, kept]))
    assert of_baseline(baseline, "new", whole, scheme, 0.05, "recall").passed


def test_other_sentences_are_refused() -> None:
    scheme = Evalb()
    good = tally([*GOLD], scheme)
    half = good.where(good.sentence < 4)
    with pytest.raises(InputError, match="old has counts for 4 sentences and new for 8"):
        of_baseline(Baseline("old", half), "new", good, scheme, 0.05)


def test_a_figure_that_is_undefined_cannot_be_tested() -> None:
    """Nothing to compare on either side is no pass."""
    scheme = Evalb(delete=("S", "A"))
    none = tally([*GOLD], scheme)
    with pytest.raises(InputError, match="cannot be tested: undefined"):
        of_baseline(Baseline("old", none), "new", none, scheme, 0.05)


def test_thresholds_count_every_sentence() -> None:
    """f1 over the scored half is 1, over all sentences 2/3; undefined reaches no threshold."""
    scheme = Evalb()
    half = karat.score(GOLD, [*GOLD[:4], None, None, None, None], scheme)
    (verdict,) = of_thresholds([Threshold(scheme, "f1", 0.7)], [half])
    assert (half.f1, verdict.passed) == (1, False)
    assert "is 0.6667, counting 4 sentences without a score, under 0.7" in verdict.said
    (blind,) = of_thresholds([Threshold(scheme, "precision", 0.7)], [half])
    assert (blind.passed, blind.told) == (True, True)
    assert "does not depend on 4 sentences without a score" in blind.said
    none = karat.score(GOLD, [None] * 8, scheme)
    (undefined,) = of_thresholds([Threshold(scheme, "precision", 0)], [none])
    assert math.isnan(none.precision)
    assert not undefined.passed
    assert "is undefined, counting 8 sentences" in undefined.said
    assert [one.passed for one in of_scored(0.5, [half, none])] == [True, False]


def test_no_share_of_no_sentences() -> None:
    """A scheme with a greatest length may leave no sentence: that is no reason to pass."""
    score = karat.score(GOLD, GOLD, "evalb(length=1)")
    assert score.notes == ("gold has no sentence that is scored",)
    (verdict,) = of_scored(0.9, [score])
    assert not verdict.passed
    assert verdict.said == (
        "evalb(length=1) scores no sentence of gold, so system has no share of them"
    )


def test_a_rounded_figure_does_not_seem_to_pass() -> None:
    """Two of three brackets are right: where rounding would hide a miss, nothing is rounded."""
    score = karat.score(["(S (A (N a)) (B (N b)))"], ["(S (A (N a)) (C (N b)))"], "evalb")
    (verdict,) = of_thresholds([Threshold(Evalb(), "f1", 0.66667)], [score])
    assert not verdict.passed
    assert "is 0.6666666666666666, under 0.66667" in verdict.said
    (verdict,) = of_thresholds([Threshold(Evalb(), "f1", 0.7)], [score])
    assert "is 0.6667, under 0.7" in verdict.said


def test_a_figure_that_failing_raises_is_that_of_scored_sentences() -> None:
    """A parse that is missing violates nothing, so conformance would be 1 for a file without parses."""
    scheme = Flat()
    key = ["(S (A (N a) (N b)) (N c))"] * 4
    bad = karat.score(key, ["(S (N a) (B (N b) (N c)))", *key[:1], None, None], scheme)
    assert bad.conformance == 7 / 8
    (verdict,) = of_thresholds([Threshold(scheme, "conformance", 0.8)], [bad])
    assert not verdict.passed
    assert "is 0.7500, leaving out 2 sentences without a score, under 0.8" in verdict.said
    (passed,) = of_thresholds([Threshold(scheme, "conformance", 0.75)], [bad])
    assert (passed.passed, passed.told) == (True, True)
    assert "does not depend on 2 sentences without a score" in passed.said
    none = karat.score(key, [None] * 4, scheme)
    (undefined,) = of_thresholds([Threshold(scheme, "conformance", 0.5)], [none])
    assert (none.conformance, undefined.passed) == (1, False)
    assert "is undefined, leaving out 4 sentences" in undefined.said


def test_aligned_sentences_have_a_score() -> None:
    """The gate judges the figure of the table, in which a sentence with other words is aligned."""
    scheme = Flat()
    key = ["(S (A (N a) (N big)) (N cat))"] * 4
    joined = "(S (A (N a) (N b) (N ig)) (N cat))"
    crossing = "(S (N a) (B (N b) (N ig) (N cat)))"
    found = karat.score(key, [joined, joined, crossing, None], scheme)
    assert (found.recall, found.conformance) == (5 / 8, 7 / 8)
    assert math.isnan(found.other_policies["drop"]["recall"])
    judged = [("recall", 5 / 8, True), ("recall", 0.63, False)]
    # The sentence without a parse violates nothing; of the others' six constituents one is violated.
    judged += [("conformance", 5 / 6, True), ("conformance", 0.84, False)]
    for measure, least, passed in judged:
        (verdict,) = of_thresholds([Threshold(scheme, measure, least)], [found])
        assert verdict.passed == passed, verdict.said
    assert "is 0.8333, leaving out 1 sentence without a score" in verdict.said
