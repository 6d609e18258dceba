"""Arcs in a terminal: whatever the links, no label is lost and no line is too wide."""

import re

from hypothesis import given
from hypothesis import strategies as st

from karat.analysis.picture import Mark, Pair, Row, Side
from karat.reports import arcs
from karat.reports.arc_lines import Arc, Grid, lanes
from karat.reports.terminal import columns

WORDS = st.lists(
    st.sampled_from(["a", "dog", "犬", "incomprehensible", ""]), min_size=1, max_size=9
)
LABELS = st.sampled_from(["x", "nsubj", "nmod:poss", "主"])


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """A sentence with any links: several heads a word, cycles, loops, roots and links without words."""
    words = draw(WORDS)
    place = st.integers(0, len(words) - 1).map(lambda at: (at, at + 1))
    parts = st.lists(place, max_size=2).map(tuple)
    sides = []
    for mark in (Mark.MISSED, Mark.SPURIOUS):
        rows = draw(st.lists(st.tuples(LABELS, parts), max_size=8))
        found = [Row(mark, label, where) for label, where in rows]
        sides.append(Side("x", words, ["N"] * len(words), found))
    return Pair(*sides)


def lines(pair: Pair, width: int) -> list[str]:
    found = arcs.drawing(pair, width)
    return ["".join(piece.text for piece in line).rstrip() for line in found]


@given(pairs(), st.sampled_from([40, 80, 400]))
def test_every_label_is_there(pair: Pair, width: int) -> None:
    """As often as there are rows, with its sign; only an entry of a list may be wider than the terminal."""
    drawn = lines(pair, width)
    text = "\n".join(drawn)
    for side, sign in ((pair.gold, "-"), (pair.system, r"\+")):
        for label in {row.label for row in side.rows}:
            wanted = sum(row.label == label for row in side.rows)
            shown = re.findall(rf"(?:^|[ ┤├│]){sign} ?{label}(?![\w:])", text, re.M)
            assert len(shown) == wanted, text
    if "▼" in text or "▲" in text:
        assert max(map(columns, drawn)) <= width


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(-1, 6), LABELS), max_size=12))
def test_arcs_of_one_height_do_not_touch(links: list[tuple[int, int, str]]) -> None:
    found = [Arc(dependent, head, label, Mark.MATCHED) for dependent, head, label in links]
    grid = Grid.of([3] * 7, found)
    taken = list[tuple[int, int, int]]()
    for arc, lane in zip(found, lanes(found), strict=True):
        left, right = (grid.middle[end.unit] + end.beside for end in arc.ends)
        if arc.is_root:
            continue
        assert right - left > columns(arc.label) + 2
        assert all(one != lane or right < a or b < left for one, a, b in taken)
        taken.append((lane, left, right))
