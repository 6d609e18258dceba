"""Sentences that are picked from a Bank have the rows that NumPy's own indexing gives."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.model.columns import Numbers
from karat.model.layers import gathered, offsets, picked_columns


@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=8), st.lists(st.integers(-8, 7), max_size=9)
)
def test_rows_of_picked_sentences(sizes: list[int], chosen: list[int]) -> None:
    """In any order, several times, counted from the end; whatever the columns look like in memory."""
    offset, number = offsets(sizes), len(sizes)
    sentences = np.array([one % number - number * (one < 0) for one in chosen], np.int64)
    column = np.arange(100, 100 + int(offset[-1]), dtype=np.int32)
    columns: dict[str, Numbers] = {
        "plain": column,
        "spread": np.repeat(column, 2)[::2],
        "long": column.astype(np.int64),
        "roomy": np.append(column, [7, 7]).astype(np.int32),
    }
    begins, rows = gathered(offset, sentences)
    found, picked = picked_columns(offset, sentences, columns)
    assert found.tolist() == begins.tolist()
    for name, one in columns.items():
        assert picked[name].tolist() == one[rows].tolist()
        assert picked[name].dtype == one.dtype


def test_columns_that_are_too_short_are_refused() -> None:
    """No memory outside a column is read, even if its offsets are wrong."""
    with pytest.raises(IndexError):
        picked_columns(offsets([1, 5]), np.array([1]), {"short": np.zeros(2, np.int32)})
