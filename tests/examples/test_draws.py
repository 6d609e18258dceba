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


def test_every_stratum_keeps_its_size() -> None:
    """3 units of one stratum, 5 of another, not side by side; a stratum of one unit is always drawn once."""
    strata = np.array([1, 0, 1, 0, 0, 2, 1, 0, 0])
    found = np.concatenate(list(draws(len(strata), Plan(samples=200, seed=3, strata=strata))))
    assert found.shape == (200, 9)
    for stratum, size in ((0, 5), (1, 3), (2, 1)):
        inside = found[:, strata == stratum]
        assert (inside.sum(axis=1) == size).all()
        # Each of its units is drawn once a sample on average; 200 samples come close to that.
        assert inside.mean(axis=0) == pytest.approx(np.ones(size), abs=0.25)


@pytest.mark.parametrize(("documents", "warned"), [(9, True), (10, False), (11, False)])
def test_fewer_than_ten_documents_are_said_to_be_few(documents: int, warned: bool) -> None:
    """An interval over nine documents is too narrow; ten do."""
    clusters = np.repeat(np.arange(documents), 2)
    assert bool(Plan(clusters=clusters).caveats()) == warned
