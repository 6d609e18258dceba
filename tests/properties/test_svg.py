"""Drawings: well-formed whatever the words are, nothing overlaps, and what is drawn is what is there."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawn_pictures import MARK, NAMESPACE, boxes, by_chance, parsed
from karat.analysis.picture import Pair, Picture, Row, Side
from karat.reports.svg import drawing
from karat.reports.svg.characters import clipped, printable
from karat.reports.svg.panels import panels

TEXT = st.text(st.characters(), max_size=60)


@given(TEXT, TEXT, TEXT, TEXT, st.sampled_from(["tree", "arcs", "ranges", "names"]))
def test_any_text_is_shown_as_text(word: str, label: str, name: str, why: str, kind: str) -> None:
    """In words, tags, labels, names, ids and reasons: the drawing is XML, and the text is in it."""
    side = Side(
        name,
        [word, "b"],
        [label, word],
        [Row(MARK["·"], label, ((0, 1),), -1, why)],
        {1: why},
        frozenset({0}),
    )
    svg = drawing(Picture(kind, name, 1, [Pair(side, side, failure=why)], word))
    found = "".join(parsed(svg).itertext())
    assert all(char.isprintable() or char == "\n" for char in found)
    assert clipped(word) in found
    assert clipped(label) in found
    assert printable(why) in found
    assert {one.tag.removeprefix(NAMESPACE) for one in parsed(svg).iter()} <= {
        "svg", "title", "desc", "style", "rect", "g", "text", "tspan", "path"
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(200))
def test_no_label_overlaps_another(seed: int) -> None:
    """Labels of constituents, links and stretches; those of the legend and chips too."""
    whole = parsed(drawing(by_chance(seed), styled=False))
    for kind in ("f", "bg"):
        for one, other in combinations(sorted(boxes(whole, kind)), 2):
            apart = (
                one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            )
            assert apart, (kind, one, other)


@pytest.mark.parametrize("seed", range(100))
def test_every_row_is_drawn_with_its_mark(seed: int) -> None:
    """The titles of what is drawn are those of the rows: label, mark and words."""
    picture = by_chance(seed)
    whole = parsed(drawing(picture, styled=False))
    drawn = [one.find(f"{NAMESPACE}title") for one in whole.iter(f"{NAMESPACE}g")]
    told = {title.text for title in drawn if title is not None}
    assert told == {row.title for panel in panels(picture) for row in (*panel.rows, *panel.below)}


@pytest.mark.parametrize("seed", range(60))
def test_everything_is_within_the_drawing(seed: int) -> None:
    """No rectangle and no line leaves the picture."""
    whole = parsed(drawing(by_chance(seed), styled=False))
    wide, high = int(whole.get("width", "")), int(whole.get("height", ""))
    for kind in ("f", "bg"):
        for left, top, right, bottom in boxes(whole, kind):
            assert 0 <= left <= right <= wide
            assert 0 <= top <= bottom <= high
