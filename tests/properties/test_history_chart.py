"""The chart of a history is well-formed, inside its frame, and safe, whatever is drawn."""

import itertools
import math
import re
import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from karat.reports.svg.history import History, Moment, Series, history

NUMBERS = st.floats(0, 1) | st.just(math.nan)
TEXTS = st.text(max_size=30) | st.sampled_from(
    ["</svg><script>", "a & b", "\x00\x1b[31m", "\u202e"]
)


@st.composite
def moments(draw: st.DrawFn) -> Moment:
    """A figure with its interval, with a part of them, or undefined."""
    run = draw(st.integers(0, 60))
    low, value, high = sorted(draw(st.tuples(*[st.floats(0, 1)] * 3)))
    if draw(st.booleans()):
        low = high = math.nan
    when = f"2026-11-{run // 3 + 1:02d}T09:{run:02d}:00Z"
    value = draw(st.sampled_from([value, value, math.nan]))
    return Moment(f"r{run:09d}", when, draw(TEXTS), value, low, high)


SERIES = st.lists(st.builds(Series, TEXTS, st.lists(moments(), max_size=12)), max_size=9)


@given(
    st.builds(
        History, TEXTS, TEXTS, st.sampled_from(["share", "mean"]),
        st.sampled_from(["higher", "lower"]), SERIES,
    ),
    st.booleans(),
)  # fmt: skip
def test_a_chart_is_well_formed_and_inside_its_frame(given: History, styled: bool) -> None:
    text = history(given, styled=styled)
    root = ET.fromstring(text)
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert names <= {
        "svg", "title", "desc", "style", "rect", "text", "line", "polyline", "polygon", "circle",
        "path", "g",
    }  # fmt: skip
    assert ("style" in names) == styled
    for element in root.iter():
        assert not any(name.startswith("on") or name == "style" for name in element.attrib)
        for name, most in (("x", wide), ("x1", wide), ("cx", wide), ("y", high), ("cy", high)):
            if name in element.attrib:
                assert -1 <= float(element.attrib[name]) <= most + 1, ET.tostring(element)
        for pair in re.findall(r"[-\d.]+,[-\d.]+", element.attrib.get("points", "")):
            x, y = map(float, pair.split(","))
            assert -1 <= x <= wide + 1
            assert -1 <= y <= high + 1


def test_the_last_point_of_each_system_is_named() -> None:
    """Names that would overlap are moved apart by a line."""
    series = [
        Series(f"s{at}", [Moment("r1", "2026-11-16T09:00:00Z", "x", 0.5, 0.4, 0.6)])
        for at in range(7)
    ]
    root = ET.fromstring(history(History("t", "a", "share", "higher", series)))
    found = {
        element.text: float(element.attrib["y"])
        for element in root.iter("{http://www.w3.org/2000/svg}text")
        if re.fullmatch(r"s\d", element.text or "")
    }
    places = sorted(found.values())
    assert len(found) == 7
    assert min(b - a for a, b in itertools.pairwise(places)) >= 15.9
