"""Python programs read a figure and nothing else, so a warning says if it leaves sentences out."""

import warnings
from collections.abc import Callable
from typing import Any

import pytest

import karat

GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
OTHER = "(S (NP (PRP It)) (VP (VBZ rains)))"


def said(call: Callable[[], Any]) -> list[str]:
    """The warnings of a call, all of which must be about the line that calls."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    assert {one.filename for one in caught} <= {__file__}
    return [str(one.message) for one in caught]


def test_sentences_that_are_left_out() -> None:
    """evalb leaves them out, as EVALB does; the main figure is 1 although half is missing."""
    (message,) = said(lambda: karat.score([GOLD, OTHER], [GOLD, None], "evalb"))
    assert "1 of 2 sentences (without a score: 1 no system parse)" in message


@pytest.mark.parametrize("scheme", ["evalb(failed=empty)", "flat"])
def test_sentences_that_count_as_missed(scheme: str) -> None:
    """The figure is low, so nobody is misled; if no sentence has a score, the files are wrong."""
    assert said(lambda: karat.score([GOLD, OTHER], [GOLD, None], scheme)) == []
    (message,) = said(lambda: karat.score([GOLD], [None], scheme))
    assert "no sentence has a score" in message


def test_all_sentences_have_a_score() -> None:
    assert said(lambda: karat.score([GOLD, OTHER], [GOLD, OTHER], "evalb")) == []


def test_comparisons() -> None:
    """Only what all systems have a score for is compared."""
    systems = {"a": [GOLD, OTHER, OTHER], "b": [GOLD, None, OTHER]}
    gold = [GOLD, OTHER, OTHER]
    (message,) = said(lambda: karat.compare(gold, systems, ["evalb", "flat"], samples=100))
    assert message == (
        "evalb: the 2 of 3 sentences that have a score for all systems (without a score: b 1)"
    )


def test_batches() -> None:
    metric = karat.Metric("evalb")
    metric.update([GOLD], [GOLD])
    assert said(metric.compute) == []
    metric.update([OTHER], [None])
    (message,) = said(lambda: metric.compute())
    assert "1 of 2 sentences" in message
