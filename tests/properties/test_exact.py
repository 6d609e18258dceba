"""Exact sums: no order and no split changes them, and they are rounded once, as math.fsum does."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from karat.model.exact import Exact, rounded

# Below 1e300, so that no sum of a few hundred overflows.
doubles = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300)
shares = st.fractions(0, 1, max_denominator=60).map(float)
values = st.lists(doubles, max_size=40) | st.lists(shares, max_size=200)


def exact(numbers: list[float]) -> Exact:
    return Exact.of(np.array(numbers, np.float64))


@given(values)
@example([5e-324, 1e300, -1e300, 1.5])
@example([2.0**-1022, 5e-324, -(2.0**-1022)])
def test_a_sum_is_rounded_once(numbers: list[float]) -> None:
    assert float(exact(numbers)) == math.fsum(numbers)


@given(values, st.randoms(), st.integers(1, 9))
def test_order_and_split_do_not_matter(numbers: list[float], random, pieces: int) -> None:  # type: ignore[no-untyped-def]
    mixed = random.sample(numbers, len(numbers))
    parts = [exact(mixed[at::pieces]) for at in range(pieces)]
    random.shuffle(parts)
    assert sum(parts, Exact()) == exact(numbers)


@given(st.lists(shares, min_size=1, max_size=50))
def test_a_mean_is_the_nearest_double(numbers: list[float]) -> None:
    mean = sum(map(Fraction, numbers), Fraction()) / len(numbers)
    assert exact(numbers).over(len(numbers)) == float(mean)


@given(values)
def test_text_reads_back(numbers: list[float]) -> None:
    assert Exact.read(exact(numbers).text()) == exact(numbers)


@given(st.lists(st.tuples(doubles | st.just(math.nan), shares, st.booleans()), max_size=60))
def test_two_parts_of_several_columns_are_added_up_at_once(
    rows: list[tuple[float, float, bool]],
) -> None:
    columns = [np.array([row[at] for row in rows], np.float64) for at in range(2)]
    apart = np.array([row[2] for row in rows], np.bool_)
    found = Exact.counted(columns, apart)
    for at, parts in enumerate(found):
        for part, (total, count) in enumerate(parts):
            some = [row[at] for row in rows if row[2] == bool(part) and not math.isnan(row[at])]
            assert (float(total), count) == (math.fsum(some), len(some))


def test_an_infinite_number_is_refused_in_any_column() -> None:
    for columns in ([[math.inf, 1.0], [0.0, 0.0]], [[1.0, 1.0], [0.0, -math.inf]]):
        with pytest.raises(OverflowError):
            Exact.counted([*map(np.array, columns)], np.array([False, True]))


@given(values, st.integers(-(2**70), 2**70))
def test_whole_numbers_can_be_added(numbers: list[float], whole: int) -> None:
    assert whole + exact(numbers) == exact(numbers) + whole
    assert float(exact([]) + whole) == float(whole)


def test_a_whole_number_is_shown_as_one() -> None:
    assert (rounded(3), rounded(exact([1.0, 2.0]))) == (3, 3.0)
    assert isinstance(rounded(3), int)
    assert isinstance(rounded(exact([1.0, 2.0])), float)


@pytest.mark.parametrize("text", ["", "p", "1", "xp-3", "1p-2000", "1p99999999", "1" * 2000 + "p0"])
def test_what_is_no_sum_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Exact.read(text)


@pytest.mark.parametrize("text", ["1p99999999", "1p-1075", "1p4000", "f" * 1075 + "p0"])
def test_what_no_sum_of_doubles_can_be_is_refused(text: str) -> None:
    """Before it is computed: two of them would fill memory."""
    with pytest.raises(ValueError, match="is no sum of numbers"):
        Exact.read(text)
