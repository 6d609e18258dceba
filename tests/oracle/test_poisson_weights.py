"""The Poisson bootstrap against plain arithmetic: weights, sums, intervals and tests, one by one."""

from itertools import pairwise

import numpy as np
import pytest
from scipy import stats

from karat.analysis.how import How
from karat.analysis.streamed import streamed_contest
from karat.engine.memory import prepared, tallied_banks
from karat.engine.tallied import Streamed, Tallied
from karat.formats import read_text
from karat.kernels import resample
from karat.schemes import parse
from karat.stats.fixed import weights

WORD = (1 << 64) - 1
SENTENCES = [
    ("(S (A (N a) (N b)) (N c))", "(S (N a) (A (N b) (N c)))", "(S (A (N a) (N b)) (N c))"),
    ("(S (A (N a) (N b)) (B (N c)))", "(S (A (N a) (N b)) (N c))", "(S (N a) (N b) (N c))"),
    ("(S (N a) (B (N b) (N c)))", "(S (N a) (B (N b) (N c)))", "(S (A (N a) (N b)) (N c))"),
    ("(S (N a) (N b))", "(S (X (N a) (N b)))", "(S (N a) (N b))"),
]


def systems_of(chosen: list[tuple[str, str, str]], scheme: str) -> list[Tallied]:
    """Two systems with the counts of every sentence."""
    gold, *systems = (read_text("\n".join(side)) for side in zip(*chosen, strict=True))
    both = zip(systems, "ab", strict=True)
    return [tallied_banks(*prepared(gold, one), name, parse(scheme)) for one, name in both]


def mixed(z: int) -> int:
    """The published mixing function, in whole numbers of Python."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
    return z ^ (z >> 31)


def bits(unit: int, sample: int, seed: int) -> int:
    """The 16 random bits of a unit in a sample, as a number from -32768."""
    step = 0x9E3779B97F4A7C15
    key = mixed((mixed((seed + step) & WORD) + unit * step) & WORD)
    lane, place = divmod(sample, 4)
    word = mixed((key + (lane + 1) * 0xD1342543DE82EF95) & WORD)
    found = word >> (16 * place) & 0xFFFF
    return found - 65536 if found > 32767 else found


def poisson(found: int) -> int:
    """The weight by looking it up in the cumulated shares."""
    ends = np.cumsum(resample.SHARES) - 32768
    return int(np.searchsorted(ends, found, side="right"))


def test_weights_are_those_of_the_generator_written_down_plainly() -> None:
    """Unit by unit and sample by sample, beyond one tile, for large numbers of units too."""
    units = np.array([0, 1, 2, 511, 512, 10**12, *range(600, 1200)])
    drawn, swapped = (weights(units, 7, 5, poisson=one) for one in (True, False))
    for row in range(7):
        for column in (0, 1, 2, 3, 4, 5, 600):
            unit = int(units[column])
            assert drawn[row, column] == poisson(bits(unit, row, 11))
            assert swapped[row, column] == (bits(unit, row, 10) < 0)


def test_the_shares_are_those_of_poisson_with_mean_and_variance_1() -> None:
    """Rounded to 1/65,536; no share is off by more than nine of these."""
    shares, number = np.array(resample.SHARES), np.arange(9)
    assert shares.sum() == 1 << 16
    assert (shares * number).sum() == 1 << 16
    assert (shares * (number - 1) ** 2).sum() == 1 << 16
    assert np.abs(shares - stats.poisson.pmf(number, 1) * (1 << 16)).max() < 9


def test_weights_look_random() -> None:
    """Their frequencies, and no correlation between neighbours: units, samples, seeds."""
    found = weights(np.arange(4000), 64, 1, poisson=True).astype(float)
    counts = np.bincount(found.astype(int).ravel(), minlength=9)[:7]
    shares = np.array(resample.SHARES[:7]) / sum(resample.SHARES[:7])
    assert stats.chisquare(counts, shares * counts.sum()).pvalue > 0.001
    other = weights(np.arange(4000), 64, 2, poisson=True).astype(float)
    pairs = [(found[:, 1:], found[:, :-1]), (found[1:], found[:-1]), (found, other)]
    for one, two in pairs:
        assert abs(np.corrcoef(one.ravel(), two.ravel())[0, 1]) < 0.01
    every = np.corrcoef(found)
    assert np.abs(every[~np.eye(64, dtype=bool)]).max() < 0.08


@pytest.mark.parametrize("scheme", ["evalb", "parseval(failed=empty)"])
def test_a_comparison_equals_the_same_weights_summed_one_by_one(scheme: str) -> None:
    """Recall and its mean over sentences: intervals, p, effect, wins; from counts of single sentences."""
    many = 40
    random = np.random.default_rng(3)
    chosen = [SENTENCES[i] for i in random.integers(0, len(SENTENCES), many)]
    tallied = systems_of(chosen, scheme)
    how = How(("recall", "recall@sentence"), samples=400, seed=4)
    streams = [
        Streamed(one.name, one.result, one.run, lambda one=one: iter([one.tally])) for one in tallied
    ]  # fmt: skip
    found = streamed_contest(streams, how)

    units = np.arange(many)
    drawn, flips = (weights(units, 400, 4, poisson=one).astype(int) for one in (True, False))
    matched, golds = (
        [one.tally.columns()[name] for one in tallied] for name in ("matched", "gold")
    )
    shares = [m / g for m, g in zip(matched, golds, strict=True)]
    for measure, pair in zip(how.measures, found.pairs, strict=True):
        parts, wholes = (matched, golds) if measure == "recall" else (shares, [np.ones(many)] * 2)
        values = [(drawn @ p) / (drawn @ w) for p, w in zip(parts, wholes, strict=True)]
        for score, value in zip(found.scores, values, strict=True):
            assert score.intervals[measure] == pytest.approx(
                np.quantile(value, [0.025, 0.975]), abs=1e-8
            )
        ends = np.quantile(values[1] - values[0], [0.025, 0.975])
        assert pair.found.interval == pytest.approx(ends, abs=1e-8)
        observed = parts[1].sum() / wholes[1].sum() - parts[0].sum() / wholes[0].sum()
        extreme = 0
        for flip in flips:
            sides = [np.where(flip, parts[1 - s], parts[s]).sum()
                     / np.where(flip, wholes[1 - s], wholes[s]).sum() for s in (0, 1)]  # fmt: skip
            extreme += abs(sides[1] - sides[0]) >= abs(observed) - 1e-7
        assert pair.found.p == (1 + extreme) / 401
        left = [np.array([(p.sum() - p[i]) / (w.sum() - w[i]) for i in range(many)])
                for p, w in zip(parts, wholes, strict=True)]  # fmt: skip
        moved = left[1] - left[0]
        error = np.sqrt((many - 1) / many * ((moved - moved.mean()) ** 2).sum())
        assert pair.found.error == pytest.approx(error, rel=1e-6)
        assert pair.found.wins == (shares[1] > shares[0]).sum()
        assert pair.found.losses == (shares[1] < shares[0]).sum()


def test_documents_are_drawn_as_wholes() -> None:
    """The weights are those of the documents' numbers."""
    from karat.model.documents import Documents

    many, size = 30, 3
    chosen = [SENTENCES[i % 4] for i in range(many)]
    tallied = systems_of(chosen, "evalb")
    number = np.arange(many) // size
    documents = Documents(number, tuple(map(str, range(many // size))))
    streams = [
        Streamed(one.name, one.result, one.run, lambda one=one: iter([one.tally])) for one in tallied
    ]  # fmt: skip
    how = How(("recall",), samples=200, unit="document")
    found = streamed_contest(streams, how, documents)
    drawn = weights(np.arange(many // size), 200, 1, poisson=True).astype(int)[:, number]
    counts = tallied[0].tally.columns()
    values = (drawn @ counts["matched"]) / (drawn @ counts["gold"])
    assert found.units == many // size
    assert found.scores[0].intervals["recall"] == pytest.approx(np.quantile(values, [0.025, 0.975]))
    assert all(a <= b for a, b in pairwise(found.scores[0].intervals["recall"]))
