"""Figures from sums of columns are those of scores, on real parsers and for every kind of scheme."""

import pytest

import karat
from karat.model.outcome import Status
from karat.stats.additive import additives
from karat.stats.intervals import figures
from karat.stats.paired import paired
from karat.stats.plan import Plan

TREES = ["evalb", "evalb(failed=empty)", "evalb(failed=align)", "flat", "parseval", "deps", "chunks",
         "gr", "leafancestor", "phenomena(mode=exhaustive,recogniser=ptb)"]  # fmt: skip


@pytest.mark.parametrize("scheme", TREES)
def test_totals_are_scores(at_hand, scheme) -> None:
    gold, *systems = (
        karat.read(str(at_hand / f"gum-news/{name}.mrg")) for name in ("gold", "benepar", "stanza")
    )
    scores = [karat.score(gold, system, scheme) for system in systems]
    found = additives([score.tally for score in scores], scores[0].scheme)
    for one, score in zip(found, scores, strict=True):
        totals = one.totals()
        assert totals.keys() == score.measures.keys()
        for name, value in totals.items():
            assert value == pytest.approx(score.measures[name], abs=1e-12, nan_ok=True), name


def test_systems_of_the_shared_task_differ_as_far_as_sentences_say(corpora) -> None:
    """UDPipe and Stanford are 1.4 LAS apart in 2,077 sentences; the interval does not contain 0."""
    gold, *systems = (
        karat.read(str(corpora / f"conll18/en_ewt/{name}.conllu"))
        for name in ("gold", "Stanford-18", "UDPipe-Future")
    )
    scores = [karat.score(gold, system, "conll18") for system in systems]
    found = additives([score.tally for score in scores], scores[0].scheme)
    for one, score in zip(found, scores, strict=True):
        assert one.totals()["LAS"] == score.measures["LAS"]
    plan = Plan(samples=2000)
    two = [one.only(["LAS"]) for one in found]
    change = paired(two, [(0, 1)], plan)[0]["LAS"]
    assert change.difference == pytest.approx(-0.0136, abs=1e-4)
    assert change.p < 0.01
    assert change.interval[0] < change.difference < change.interval[1] < 0
    # A normal interval is near, for so many sentences.
    assert change.interval[0] == pytest.approx(change.difference - 1.96 * change.error, abs=5e-4)
    for method in ("percentile", "bca"):
        one = figures(two, plan, method)[0]["LAS"]
        assert one.low < one.value < one.high


def test_sentences_without_a_score_are_left_out_for_both(at_hand) -> None:
    """EVALB drops 75 sentences; over the common ones the difference is that of --common."""
    gold, *systems = (
        karat.read(str(at_hand / f"gum-news/{name}.mrg")) for name in ("gold", "benepar", "stanza")
    )
    tallies = [karat.score(gold, system, "evalb(params=new)").tally for system in systems]
    keep = (tallies[0].status == Status.SCORED) & (tallies[1].status == Status.SCORED)
    assert 0 < keep.sum() < len(keep)
    scheme = karat.score(gold, systems[0], "evalb(params=new)").scheme
    all_rows, common = (
        additives(some, scheme) for some in (tallies, [one.where(keep) for one in tallies])
    )
    for one, other in zip(all_rows, common, strict=True):
        assert len(other) == keep.sum()
        assert one.where(keep).totals() == other.totals()
