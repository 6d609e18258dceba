"""Samples drawn at once are those that are drawn one by one."""

import numpy as np
import pytest

from karat.stats.plan import Plan
from karat.stats.resampling import chosen, draws


@pytest.mark.parametrize("units", [1, 2, 50, 737, 70_001])
def test_blocks_have_the_draws_of_single_samples(units: int) -> None:
    """The same seed gives the same samples, however many are drawn at a time."""
    plan = Plan(samples=40, seed=7)
    found = np.concatenate(list(draws(units, plan)))
    singly = [np.bincount(one, minlength=units) for one in chosen(units, plan)]
    assert found.shape == (40, units)
    assert np.array_equal(found, np.stack(singly))
    assert (found.sum(axis=1) == units).all()
