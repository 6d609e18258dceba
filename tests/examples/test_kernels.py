"""Kernels called directly: numbers too large for 64 bits, and structs that are missing."""

import numpy as np
import pytest

from karat.kernels import align, evalb, spans


def spelt(text: bytes) -> list[int]:
    """How many bytes the forms of each sentence spell, with those before it."""
    ends, sums = np.zeros((2, 10), np.int64)
    data = np.frombuffer(text, np.uint8)
    found = align.spelt(data, 0, len(data), True, 0, ends, sums)
    return sums[:found].tolist()


@pytest.mark.parametrize("number", [b"9" * 19, b"18446744073709551616", b"9" * 60])
def test_a_number_beyond_64_bits_is_only_a_large_one(number: bytes) -> None:
    """Its word counts; wrapped around it would be below 1, and its form would not."""
    assert spelt(number + b"\tabc\n\n1\tde\n\n") == [3, 5]


@pytest.mark.parametrize("number", [b"9" * 19, b"18446744073709551616", b"9" * 60])
def test_a_multiword_token_may_claim_to_reach_beyond_64_bits(number: bytes) -> None:
    """The words inside it are left out, as they are for any other number."""
    assert spelt(b"1-" + number + b"\tau\n1\ta\n2\tle\n\n") == [2]


def test_counts_whose_product_is_above_32_bits() -> None:
    """60,000 rows on either side: gold's reach one word further, so all but the last one cross."""
    size = 60_000
    starts = np.arange(size, dtype=np.int32)
    offset = np.array([0, size], np.int32)
    label = np.zeros(size, np.int32)
    gold = spans.Rows(offset, starts, np.full(size, 2 * size + 1, np.int32), label)
    system = spans.Rows(offset, starts, np.full(size, 2 * size, np.int32), label)
    crossing = np.empty(size, np.int8)
    scratch = np.empty((2, 2 * size + 2), np.int32)
    spans.cross(gold, system, spans.FEW, *scratch, np.empty(size + 1, np.int32), crossing)
    assert crossing[:-1].all()
    assert not crossing[-1]


def test_a_missing_struct_is_refused() -> None:
    """None in place of a side raises an error and is never read."""
    with pytest.raises((TypeError, AttributeError)):
        evalb.prepare(None, None, None, True, False, np.zeros((1, 9), np.int32), None, None)
