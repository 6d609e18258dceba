"""Sums over samples: exact, and the same for any blocks in any order."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from karat.stats.fixed import sampled, weights

NUMBERS = st.integers(-(1 << 40), 1 << 40) | st.integers(-9, 40)
ROWS = st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), min_size=1, max_size=30)


@given(ROWS, st.integers(1, 9), st.integers(0, 1 << 63), st.booleans())
def test_sums_are_those_of_whole_numbers(
    rows: list[tuple[int, int, int]], samples: int, seed: int, poisson: bool
) -> None:
    """Python's numbers have no limit; large and negative ones are cut into digits on our side."""
    columns = np.array(rows, np.int64).T
    units = np.arange(len(rows))
    found = sampled(units, [columns, columns[:, ::-1].copy()], samples, seed, poisson=poisson)
    drawn = weights(units, samples, seed, poisson=poisson).tolist()
    for at, weight in enumerate(drawn):
        for column in range(3):
            ours = [row[column] for row in rows]
            assert found[0, at, column] == sum(w * x for w, x in zip(weight, ours, strict=True))
            turned = zip(weight, ours[::-1], strict=True)
            assert found[1, at, column] == sum(w * x for w, x in turned)


@given(
    ROWS, st.lists(st.integers(0, 30), max_size=4), st.randoms(use_true_random=False), st.booleans()
)
def test_any_cut_and_any_order_give_the_same_sums(
    rows: list[tuple[int, int, int]], cuts: list[int], random: object, poisson: bool
) -> None:
    """Blocks of any size, shuffled: nothing depends on them."""
    columns, units = np.array(rows, np.int64).T, 7 * np.arange(len(rows)) + 3
    whole = sampled(units, [columns], 6, 1, poisson=poisson)
    ends = sorted({0, len(rows), *(min(cut, len(rows)) for cut in cuts)})
    blocks = [slice(a, b) for a, b in pairwise(ends)]
    random.shuffle(blocks)  # type: ignore[attr-defined]
    parts = [sampled(units[b], [columns[:, b]], 6, 1, poisson=poisson) for b in blocks]
    assert (sum(parts) == whole).all()
