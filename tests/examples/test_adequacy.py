"""Fitness for a use, with figures checked by hand."""

import math

import numpy as np
import pytest

import karat
from karat.analysis.adequacy import adequacy
from karat.analysis.needs import profile
from karat.model.errors import InputError, UsageError
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


@pytest.mark.parametrize("measure", ["f1", "recall", "precision"])
def test_a_need_that_only_a_system_has_is_left_out_too(measure) -> None:
    """Gold has no ADJP, the system has one: VP alone counts, whatever the measure."""
    needs = [{"scheme": "evalb", "labels": ["ADJP"], "measure": measure}]
    result = found([*needs, {"scheme": "evalb", "labels": ["VP"]}])
    assert math.isnan(result.needs["evalb ADJP"].value)
    assert (result.fitness.value, result.absent) == (1, ("evalb ADJP",))


def test_a_system_that_has_nothing_of_a_need_gets_0() -> None:
    """Its precision would be undefined, and leaving the need out would reward silence."""
    banks = karat.read_text(GOLD), {"x": karat.read_text("(S (N a) (N b) (N c) (N d) (N e))")}
    needs = [{"scheme": "evalb", "labels": ["NP"], "measure": "precision"}]
    result = adequacy(*banks, profile({"need": [*needs, {"scheme": "evalb", "labels": ["S"]}]}))[0]
    assert (result.needs["evalb NP"].value, result.fitness.value) == (0, 0.5)


@pytest.mark.parametrize(
    ("scheme", "failed", "expected"),
    [("evalb", "", 1), ("evalb", "empty", 0.5), ("evalb(failed=empty)", "", 0.5),
     ("constructions", "empty", 0.5), ("constructions", "drop", 1)],
)  # fmt: skip
def test_a_failed_sentence_counts_as_the_scheme_says(scheme, failed, expected) -> None:
    """EVALB leaves it out; with ``empty`` its gold is missed; ``failed`` decides for all."""
    gold = karat.read_text("\n".join([GOLD, GOLD]))
    system = karat.read_text("\n".join([GOLD, "(S (N z))"]))
    label = "NP" if scheme.startswith("evalb") else "minimal_np"
    wanted = profile({"need": [{"scheme": scheme, "labels": [label], "measure": "recall"}]})
    result = adequacy(gold, {"x": system}, wanted, failed=failed)[0]
    assert result.fitness.value == expected
    assert [one.sentences["failed"] for one in result.schemes.values()] == [1]


def test_only_sentences_of_the_length_that_the_scheme_asks_for() -> None:
    """The second sentence, of six words, is not looked at."""
    long = "(S (NP (N a) (N b)) (VP (V c) (NP (N d) (N e) (N f))))"
    gold = karat.read_text("\n".join([GOLD, long]))
    system = karat.read_text("\n".join([GOLD, "(S (N a) (N b) (N c) (N d) (N e) (N f))"]))
    wanted = profile({"need": [{"scheme": "evalb(length=5)", "labels": ["NP"]}]})
    assert adequacy(gold, {"x": system}, wanted)[0].fitness.value == 1


def test_two_needs_of_one_name_are_refused() -> None:
    """Else the figure of one would be shown for both."""
    needs = [{"scheme": "evalb", "measure": one} for one in ("recall", "precision")]
    with pytest.raises(InputError, match="needs 1 and 2 are both called 'evalb all'"):
        profile({"need": needs})


def test_one_sentence_has_no_interval() -> None:
    """Every draw would be the same, which would look certain."""
    result = found([{"scheme": "evalb", "labels": ["NP"], "measure": "recall"}])
    assert result.fitness.value == 0.5
    assert math.isnan(result.fitness.low)
    assert math.isnan(result.fitness.high)
    assert result.fitness.why == "there is only one sentence"


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
        ({}, "no scheme is named"),
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


def test_spearman_shares_ranks() -> None:
    """1 2 2 4 against 1 2 3 4: ranks 1 2.5 2.5 4, so 4.5 / sqrt(4.5 · 5)."""
    value = spearman(np.array([1.0, 2, 2, 4]), np.array([1.0, 2, 3, 4]))
    assert value == pytest.approx(4.5 / math.sqrt(4.5 * 5))
