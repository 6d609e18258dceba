"""Places packed into numbers: nothing overflows, however many sentences or words there are."""

import numpy as np
import pytest

from karat.model.errors import InputError
from karat.model.packing import Packing
from karat.model.relation import Relation


def rows(offset: list[int], first: list[int], second: list[int]) -> Relation:
    columns = [np.array(one, np.int32) for one in (offset, first, second)]
    return Relation(*columns, np.zeros_like(columns[1]), np.zeros_like(columns[1]))


def test_more_than_two_million_words_in_a_sentence() -> None:
    """Words beyond the first 2,097,152 keep their places: these three spans differ."""
    relation = rows([0, 3], [0, 3_000_000, 3_000_000], [5_000_000, 3_000_002, 3_000_001])
    packing = Packing.of([relation])
    keys = packing.keys(relation)
    assert packing.start(keys).tolist() == [0, 3_000_000, 3_000_000]
    assert packing.end(keys).tolist() == [5_000_000, 3_000_002, 3_000_001]
    assert keys.tolist() == sorted(set(keys.tolist()))


def test_more_than_two_million_sentences() -> None:
    """Three million sentences of one span each: no two are the same place."""
    size = 3_000_000
    relation = Relation(
        np.arange(size + 1, dtype=np.int32), *(np.full(size, n, np.int32) for n in (0, 40, 0, 0))
    )
    packing = Packing.of([relation])
    keys = packing.keys(relation)
    assert len(keys) == size
    assert (keys[1:] > keys[:-1]).all()
    assert packing.sentence(keys)[[0, 2_500_000]].tolist() == [0, 2_500_000]


def test_what_does_not_fit_is_refused() -> None:
    """Ten million sentences, one of a million words, have more places than a number can tell apart."""
    offset = np.zeros(10_000_001, np.int32)
    offset[-1] = 1
    columns = [np.array([n], np.int32) for n in (0, 1_000_000, 0, 0)]
    with pytest.raises(InputError, match="too many to compare at once"):
        Packing.of([Relation(offset, *columns)])
