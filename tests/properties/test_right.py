"""What is right: gold is, a lower bar lets more through, and neither order nor company matters."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import corpora

from karat.parsers.adapter import Parsed
from karat.suites.coverage import Coverage, tally
from karat.suites.diff import LOSSES, diff, falls
from karat.suites.gold import of_items
from karat.suites.items import Item
from karat.suites.right import Right, Verdicts, judge, parse
from karat.suites.runs import Header, Result, Run

CRITERIA = (
    "same", "evalb.exact", "evalb.f1", "evalb.tagging", "flat.conformance", "flat.recall",
    "parseval.no_crossing", "leafancestor.similarity", "rules.exact", "tags.accuracy",
)  # fmt: skip


def results(pairs: list[tuple[str, ...]]) -> list[Result]:
    """An item for each gold tree, with the other trees as its analyses."""
    return [
        Result(Item(str(i), "x", gold=gold), Parsed(len(given), *given[:1], given[1:]))
        for i, (gold, *rest) in enumerate(pairs)
        for given in [tuple(rest)]
    ]


def judged(found: list[Result], right: Right) -> Verdicts:
    """By the gold of the items."""
    return judge(found, right, of_items([one.item for one in found]))


@pytest.mark.parametrize("criterion", CRITERIA)
@given(corpora())
def test_gold_is_right(criterion: str, pairs: list[tuple[str, str]]) -> None:
    """Wherever an item is judged at all; those that are not are said."""
    found = results([(gold, gold) for gold, _ in pairs])
    verdicts = judged(found, parse(criterion))
    assert all(verdicts.of.values())
    assert all(verdicts.first(key) for key in verdicts.of)
    assert len(verdicts.of) == len(found) or any("not judged" in note for note in verdicts.notes)


@given(
    corpora(), st.sampled_from(["evalb.f1", "flat.recall"]), st.floats(0.01, 1), st.floats(0.01, 1)
)
def test_a_lower_bar_lets_more_through(
    pairs: list[tuple[str, str]], figure: str, one: float, two: float
) -> None:
    """Of the same items."""
    low, high = sorted((one, two))
    found = results(pairs)
    lenient = judged(found, parse(f"{figure}={low}"))
    strict = judged(found, parse(f"{figure}={high}"))
    assert lenient.of.keys() == strict.of.keys()
    assert all(lenient.first(key) for key in strict.of if strict.first(key))


@given(corpora(least=2), st.sampled_from(CRITERIA), st.randoms(use_true_random=False))
def test_every_item_is_judged_by_itself(
    pairs: list[tuple[str, str]], criterion: str, chance: random.Random
) -> None:
    """In any order, and with the same verdict for an analysis wherever it stands in the list."""
    found = results([(gold, system, gold) for gold, system in pairs])
    chance.shuffle(found)
    right = parse(criterion)
    verdicts = judged(found, right)
    for key, (gold, system) in enumerate(pairs):
        alone = judged(results([(gold, system)]), right)
        if "0" in alone.of:
            assert verdicts.of[str(key)] == (*alone.of["0"], True)


@given(corpora(), st.sampled_from(CRITERIA))
def test_a_figure_falls_only_if_an_item_is_lost(
    pairs: list[tuple[str, str]], criterion: str
) -> None:
    """From gold to the system and back: falls and losses go together."""
    right = parse(criterion)
    sides = [results([(gold, gold) for gold, _ in pairs]), results(pairs)]
    first, second = (
        Run(Header("s", "", len(side), "p", "", {}, "", ""), tuple(side), "x.run") for side in sides
    )
    verdicts = [judged(side, right) for side in sides]
    lost = any(one.kind in LOSSES for one in diff(first, second, *verdicts))
    assert lost == bool(falls(first, second, *verdicts))
    assert not any(one.kind in LOSSES for one in diff(second, first, *verdicts[::-1]))
    counts = [
        Coverage.of(tally(side, one)).counts for side, one in zip(sides, verdicts, strict=True)
    ]
    assert counts[0]["right_first"] == counts[0]["judged"] == counts[1]["judged"]
