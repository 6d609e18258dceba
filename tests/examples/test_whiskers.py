"""Small pictures of intervals: where things are, and that they carry no style of their own."""

import math
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.reports.svg.whiskers import WIDTH, Scale, ruler, shares, whisker
from karat.reports.table import Estimate


def test_a_dot_is_at_its_value_between_the_ticks() -> None:
    scale = Scale((0.9, 0.95, 1.0))
    drawn = ElementTree.fromstring(whisker(scale, Estimate(0.95, 0.92, 0.97)))
    (dot,) = drawn.iter("circle")
    (line,) = (one for one in drawn.iter("line") if one.get("class") == "range")
    assert float(dot.get("cx", "")) == WIDTH / 2
    assert float(line.get("x1", "")) < WIDTH / 2 < float(line.get("x2", ""))


def test_shares_are_labelled_in_per_cent_and_means_as_they_are() -> None:
    assert re.findall(">([^<>]+)</text>", ruler(Scale((0.9, 0.95, 1.0)))) == ["90", "95", "100"]
    assert re.findall(">([^<>]+)</text>", ruler(Scale((0.0, 0.5, 1.0), "mean"))) == [
        "0.0",
        "0.5",
        "1.0",
    ]


def test_what_is_undefined_is_not_drawn() -> None:
    scale = Scale.of([0.1, 0.2])
    assert "<circle" not in whisker(scale, Estimate(math.nan))
    assert 'class="range"' not in whisker(scale, Estimate(0.1))
    assert Scale.of([math.nan]).ticks[0] == 0


def test_a_difference_that_is_not_significant_is_hollow_beside_a_line_at_0() -> None:
    scale = Scale.of([0.0, -0.02, 0.03])
    assert 'class="dot hollow"' in whisker(
        scale, Estimate(0.01, -0.02, 0.03), hollow=True, zero=True
    )
    assert 'class="zero"' in whisker(scale, Estimate(0.01, -0.02, 0.03), zero=True)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=8))
def test_every_value_is_within_the_picture(values: list[float]) -> None:
    scale = Scale.of(values, "mean")
    assert 2 <= len(scale.ticks) <= 7
    assert list(scale.ticks) == sorted(set(scale.ticks))
    for one in values:
        assert 0 <= scale.at(one) <= WIDTH


@given(st.lists(st.integers(0, 10_000), min_size=3, max_size=3))
def test_the_parts_of_a_bar_fill_it(sizes: list[int]) -> None:
    parts = list(zip(("better", "equal", "worse"), sizes, strict=True))
    drawn = ElementTree.fromstring(shares(parts))
    widths = [float(one.get("width", "")) for one in drawn.iter("rect")]
    assert sum(widths) == pytest.approx(120 if any(sizes) else 0, abs=0.2)


def test_pictures_have_classes_and_no_style() -> None:
    scale = Scale.of([0.1, 0.9])
    for text in (ruler(scale), whisker(scale, Estimate(0.5, 0.4, 0.6)), shares([("better", 1)])):
        assert "style" not in text
        assert 'aria-hidden="true"' in text
