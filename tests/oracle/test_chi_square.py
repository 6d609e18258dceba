"""The chi-square test against SciPy's."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.stats.chi_square import chi_square, upper_gamma

stats = pytest.importorskip("scipy.stats")
special = pytest.importorskip("scipy.special")

TABLES = st.integers(2, 5).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(1, 300), min_size=width, max_size=width), min_size=2, max_size=5
    )
)


@given(TABLES)
def test_tables(table: list[list[int]]) -> None:
    """Statistic, degrees of freedom and probability."""
    found = chi_square(table)
    expected = stats.chi2_contingency(table, correction=False)
    assert found.freedom == expected.dof
    assert math.isclose(found.statistic, expected.statistic, rel_tol=1e-9, abs_tol=1e-9)
    assert math.isclose(found.probability, expected.pvalue, rel_tol=1e-9, abs_tol=1e-14)
    assert found.thin == int((expected.expected_freq < 5).sum())


@given(st.floats(0.1, 300), st.floats(0, 900))
def test_incomplete_gamma(a: float, x: float) -> None:
    """On both sides of the place where the method changes."""
    assert abs(upper_gamma(a, x) - special.gammaincc(a, x)) < 1e-11


def test_nothing_to_test() -> None:
    """One genre, or one relation, or none: undefined; empty rows and columns do not count."""
    assert math.isnan(chi_square([[1, 2]]).statistic)
    assert math.isnan(chi_square([[1, 0], [2, 0]]).probability)
    assert chi_square([[3, 5, 0], [0, 0, 0], [4, 9, 0]]).freedom == 1


@pytest.mark.parametrize(
    ("table", "thin"), [([[5, 5], [5, 5]], 0), ([[4, 5], [5, 5]], 3), ([[1, 1], [1, 1]], 4)]
)
def test_cells_that_expect_fewer_than_five(table: list[list[int]], thin: int) -> None:
    """Cochran's rule is about cells under 5; 5 itself will do. Of 9 and 10 of 19: 4.26, 4.74, 4.74, 5.26."""
    found = chi_square(table)
    assert (found.thin, found.cells) == (thin, 4)
