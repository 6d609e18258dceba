"""Fitness for a use, with figures checked by hand."""

import math

import numpy as np
import pytest

import karat
from karat.analysis.adequacy import adequacy, profile
from karat.model.errors import InputError, UsageError
from karat.stats.bootstrap import draws, sums
from karat.stats.correlation import spearman

GOLD = "(S (NP (N a) (N b)) (VP (V c) (NP (N d) (N e))))"
# The object is lost, the rest is right; an ADJP is too much.
SYSTEM = "(S (NP (N a) (N b)) (VP (V c) (ADJP (N d)) (N e)))"


def found(needs, task=None):
    """The fitness of one system over one sentence."""
    banks = karat.read_text(GOLD), {"x": karat.read_text(SYSTEM)}
    return adequacy(*banks, profile({"name": "use", "need": needs}), task)[0]


def test_fitness_is_the_weighted_mean() -> None:
    """NP recall is 1/2 and counts three times, VP F1 is 1: (3 · 1/2 + 1) / 4."""
    result = found(
        [
            {"scheme": "evalb", "labels": ["NP"], "measure": "recall", "weight": 3},
            {"scheme": "evalb", "labels": ["VP"]},
        ]
    )
    assert result.fitness.value == pytest.approx(2.5 / 4)
    assert result.needs["evalb NP"].value == 0.5


def test_a_need_that_gold_never_has_is_left_out() -> None:
    """Recall of PP is undefined; what is left is VP."""
    result = found(
        [
            {"scheme": "evalb", "labels": ["PP"], "measure": "recall"},
            {"scheme": "evalb", "labels": ["VP"]},
        ]
    )
    assert math.isnan(result.needs["evalb PP"].value)
    assert result.fitness.value == 1


def test_a_failed_sentence_meets_no_need() -> None:
    """Its gold is missed."""
    gold = karat.read_text("\n".join([GOLD, GOLD]))
    system = karat.read_text("\n".join([GOLD, "(S (N z))"]))
    wanted = profile({"need": [{"scheme": "evalb", "labels": ["NP"], "measure": "recall"}]})
    assert adequacy(gold, {"x": system}, wanted)[0].fitness.value == 0.5


def test_one_sentence_has_no_spread() -> None:
    """Every draw is the same."""
    result = found([{"scheme": "evalb", "labels": ["NP"], "measure": "recall"}])
    assert (result.fitness.low, result.fitness.high) == (0.5, 0.5)


def test_the_task_is_set_beside_the_scores() -> None:
    """Where the parse is better the answer is: the ranks agree fully."""
    gold = karat.read_text("\n".join([GOLD] * 3))
    worse = "(X (N a) (N b) (N c) (N d) (N e))"
    system = karat.read_text("\n".join([GOLD, SYSTEM, worse]))
    wanted = profile({"need": [{"scheme": "evalb"}]})
    result = adequacy(gold, {"x": system}, wanted, {"x": [1.0, 0.5, 0.0]})[0]
    assert result.task is not None
    assert result.task.value == 0.5
    assert result.correlations["evalb"].value == pytest.approx(1)


def test_a_task_needs_a_result_for_every_sentence() -> None:
    """Else it is about other sentences."""
    with pytest.raises(UsageError, match="2 results for x, but gold has 1"):
        found([{"scheme": "evalb"}], {"x": [1.0, 2.0]})


@pytest.mark.parametrize(
    ("need", "message"),
    [
        ({}, "names no scheme"),
        ({"scheme": "evalb", "weight": 0}, "should be a number above 0"),
        ({"scheme": "evalb", "weight": True}, "should be a number above 0"),
        ({"scheme": "evalb", "labels": "NP"}, "should be a list"),
        ({"scheme": "evalb", "measure": "f2"}, "not one of f1, recall, precision"),
        ({"scheme": "evalb", "lables": ["NP"]}, "'lables' is not one of"),
    ],
)
def test_a_wrong_need_is_named(need, message) -> None:
    """With its number in the file."""
    with pytest.raises(InputError, match="need 1") as error:
        profile({"need": [need]}, "x.toml")
    assert message in str(error.value)


def test_draws_add_up() -> None:
    """Each has as many sentences as there are; sums are of the drawn ones."""
    counts = np.array([[1, 10], [2, 20], [3, 30]])
    weights = draws(3, 50, 7)
    assert (weights.sum(axis=1) == 3).all()
    assert (sums(counts, 50, 7) == weights @ counts).all()


def test_spearman_shares_ranks() -> None:
    """1 2 2 4 against 1 2 3 4: ranks 1 2.5 2.5 4, so 4.5 / sqrt(4.5 · 5)."""
    value = spearman(np.array([1.0, 2, 2, 4]), np.array([1.0, 2, 3, 4]))
    assert value == pytest.approx(4.5 / math.sqrt(4.5 * 5))
