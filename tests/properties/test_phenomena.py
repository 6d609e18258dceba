"""The scheme phenomena against its formulae written out, and what cannot change its figures."""

import math
import random
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

import karat
from karat.model.bank import Bank
from karat.recognise.banks import listed

NAMES = st.sampled_from(["passive", "adjunct", "raising", "control"])
SETS = st.frozensets(NAMES)

# All phenomena of a sentence, the core, errors, and what was recognised (None: no output).
Row = tuple[frozenset[str], str, frozenset[str], frozenset[str] | None]
ROWS = st.lists(st.tuples(SETS, NAMES, SETS, st.none() | SETS), min_size=1, max_size=6)


def banks(rows: Sequence[Row]) -> tuple[Bank, Bank]:
    gold = listed(
        ["a"] * len(rows),
        phenomena=[sorted(row[0]) for row in rows],
        core=[[row[1]] for row in rows],
        errors=[sorted(row[2]) for row in rows],
    )
    found = [row[3] for row in rows]
    system = listed(
        ["" if one is None else "a" for one in found],
        phenomena=[sorted(one or ()) for one in found],
    )
    return gold, system


def mean(values: list[float]) -> float:
    """Of those that are defined."""
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else math.nan


def close(a: float, b: float) -> bool:
    return (math.isnan(a) and math.isnan(b)) or abs(a - b) < 1e-12


@given(ROWS)
def test_core_and_error_as_the_formulae_say(rows: list[Row]) -> None:
    """Formulae 3 and 4, with 0 where there is no output, and without that exception."""
    exception, bare, recall = [], [], []
    for _, core, errors, found in rows:
        shown = found or frozenset()
        points = (core in shown) + (not errors & shown)
        bare.append(points / 2)
        exception.append(0.0 if found is None else points / 2)
        recall.append(float(core in shown))
    ours = karat.score(*banks(rows), "phenomena").measures
    assert close(ours["precision@sentence"], mean(exception))
    assert close(ours["precision"], mean(exception))
    assert close(ours["recall@sentence"], mean(recall))
    ours = karat.score(*banks(rows), "phenomena(bare=yes)").measures
    assert close(ours["precision@sentence"], mean(bare))
    by_core: dict[str, list[int]] = {}
    for i, row in enumerate(rows):
        by_core.setdefault(row[1], []).append(i)
    pooled = [mean([bare[i] for i in numbers]) for numbers in by_core.values()]
    assert close(ours["precision@phenomenon"], mean(pooled))


@given(ROWS)
def test_exhaustive_as_the_formulae_say(rows: list[Row]) -> None:
    """Formulae 1 and 2; an empty list has precision 0 unless nothing is listed in gold either."""
    precision, recall = [], []
    for listed_, _, _, found in rows:
        shown = found or frozenset()
        hits = len(listed_ & shown)
        precision.append(hits / len(shown) if shown else 0.0 if listed_ else math.nan)
        recall.append(hits / len(listed_) if listed_ else math.nan)
    gold, system = banks(rows)
    # The list of all phenomena has the core in it only if it is written there.
    ours = karat.score(gold, system, "phenomena(mode=exhaustive)").measures
    assert close(ours["precision@sentence"], mean(precision))
    assert close(ours["recall@sentence"], mean(recall))


@given(ROWS, st.randoms(use_true_random=False))
def test_order_does_not_matter(rows: list[Row], choose: random.Random) -> None:
    """Neither that of the sentences nor that of the names."""
    shuffled = list(rows)
    choose.shuffle(shuffled)
    for scheme in ("phenomena", "phenomena(mode=exhaustive)"):
        a = karat.score(*banks(rows), scheme).measures
        b = karat.score(*banks(shuffled), scheme).measures
        assert all(close(a[name], b[name]) for name in a)
