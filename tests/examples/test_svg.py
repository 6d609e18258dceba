"""Drawings of small sentences, checked by eye and then by their elements."""

import math
import re
import time
from itertools import combinations
from xml.etree import ElementTree

import pytest

from drawn_pictures import MARK, NAMESPACE, deep, parsed, rows
from karat.analysis.picture import SIGNS, Mark, Pair, Picture, Row, Side
from karat.model.measure import Measure
from karat.reports.svg import drawing
from karat.reports.svg.shared import LIMITS, MARKS
from karat.reports.svg.style import sheet, style

WORDS = ["She", "saw", "the", "man", "."]
TAGS = ["PRP", "VBD", "DT", "NN", "."]
TREE = rows(
    ("·", "TOP", -1, (0, 5)), ("=", "S", 0, (0, 5)), ("=", "NP-SBJ", 1, (0, 1)),
    ("-", "VP", 1, (1, 4)), ("X", "NP", 3, (2, 4)),
)  # fmt: skip
OTHER = rows(
    ("·", "TOP", -1, (0, 5)), ("=", "S", 0, (0, 5)), ("+", "VP", 1, (1, 4)), ("x", "NP", 2, (1, 3)),
)  # fmt: skip
F1 = Measure("f1", "matched / gold")


def side(name: str, found: list[Row], **more: object) -> Side:
    return Side(name, WORDS, TAGS, found, **more)  # type: ignore[arg-type]


def tree() -> Picture:
    gold = side("gold.mrg", TREE, left_out={4: "punctuation"})
    system = side("mine.mrg", OTHER, left_out={4: "punctuation"}, wrong_tags=frozenset({1}))
    return Picture("tree", "evalb(params=new)", 7, [Pair(gold, system, [(F1, 0.5)])], "news-7")


def group(svg: str, title: str) -> ElementTree.Element:
    """The group of a row, by the beginning of its title."""
    for one in parsed(svg).iter(f"{NAMESPACE}g"):
        found = one.find(f"{NAMESPACE}title")
        if found is not None and (found.text or "").startswith(title):
            return one
    raise AssertionError(title)


def text(element: ElementTree.Element) -> str:
    return "".join(element.itertext())


def test_marks_are_classes_and_signs() -> None:
    """Every mark has a class of its own, its sign stands before the label, and the title says it in words."""
    svg = drawing(tree())
    for title, kind, shown in (
        ("VP, missed: saw the man", "missed", "- VP"),
        ("NP, violated: the man", "violated", "X NP"),
        ("VP, spurious: saw the man", "spurious", "+ VP"),
        ("NP, crossing: saw the", "crossing", "x NP"),
        ("NP-SBJ, matched: She", "matched", "= NP-SBJ"),
        ("TOP, not compared: She saw the man . (deleted)", "neutral", "· TOP"),
    ):
        found = group(svg, title)
        assert found.get("class") == kind
        assert text(found).endswith(shown)


def test_a_violated_constituent_has_a_double_line() -> None:
    """Also where colours are not seen."""
    svg = drawing(tree())
    count = {
        title: len(group(svg, title).findall(f"{NAMESPACE}path"))
        for title in ("NP, violated", "VP, missed")
    }
    assert count == {"NP, violated": 2, "VP, missed": 1}


def test_words_left_out_and_wrong_tags_have_their_reason() -> None:
    """Signs, and titles that say why."""
    svg = drawing(tree())
    assert svg.count("<title>not compared: punctuation</title>·.</text>") == 2
    assert "<title>wrong tag: VBD; gold has VBD</title>≠VBD</text>" in svg
    assert "tag that is not gold's" in svg


def test_the_drawing_in_words() -> None:
    """For screen readers: what is where, how many rows, and which are wrong."""
    whole = parsed(drawing(tree()))
    said = whole.find(f"{NAMESPACE}desc")
    assert whole.get("role") == "img"
    assert text(whole[0]) == "Sentence 7 (news-7), evalb(params=new)"
    assert said is not None
    assert text(said) == (
        "gold: gold.mrg: 5 constituents, 2 matched, 1 missed, 1 violated, 1 not compared. "
        "VP, missed: saw the man; NP, violated: the man. Left out: TOP (deleted); . (punctuation). "
        "system: mine.mrg (f1 50.00): 4 constituents, 1 matched, 1 spurious, 1 crossing, 1 not compared. "
        "VP, spurious: saw the man; NP, crossing: saw the. Left out: TOP (deleted); . (punctuation)."
    )


def test_the_legend_has_the_marks_that_occur() -> None:
    """And no others."""
    same = side("x", rows(("=", "S", -1, (0, 5)), ("=", "NP", 0, (0, 1))))
    svg = drawing(Picture("tree", "evalb", 1, [Pair(same, same)]))
    assert "= matched" in svg
    assert "missed" not in svg.partition("</style>")[2]


def test_words_stand_below_each_other() -> None:
    """The columns of gold and system are the same."""
    found = re.findall(r'<text class="w" x="(\d+)" y="\d+">(\w+)', drawing(tree()))
    assert len(found) == 8
    assert found[:4] == found[4:]


def test_gold_of_several_systems_is_drawn_once_and_says_who_missed_what() -> None:
    """The numbers stand before the names of the systems."""
    ours = [side("gold", [row._replace(mark=MARK[sign]) for row in TREE]) for sign in "=-="]
    pairs = [Pair(gold, side(name, OTHER)) for gold, name in zip(ours, "abc", strict=True)]
    svg = drawing(Picture("tree", "evalb", 1, pairs))
    assert svg.count("<title>TOP, ") == 4
    found = group(svg, "NP-SBJ, missed by b; matched by a, c: She")
    assert found.get("class") == "missed"
    assert text(found).endswith("-2 NP-SBJ")
    assert ">2  system: b</text>" in svg


def test_without_a_score_the_sentence_is_drawn_without_marks() -> None:
    """The reason is said, the odd word marked; a side without an analysis says so."""
    plain = side("gold", [row._replace(mark=Mark.PLAIN) for row in TREE], odd=2)
    svg = drawing(
        Picture("tree", "evalb", 1, [Pair(plain, Side("b", [], [], []), failure="none:\nline 3")])
    )
    assert '<text class="odd"' in svg
    assert "!the</text>" in svg
    assert ">no score: none:</text>" in svg
    assert ">(no analysis)</text>" in svg


def test_a_discontinuous_constituent_is_bridged() -> None:
    """Its lines go to its own words only, and its label stands over its longest part."""
    found = rows(("=", "S", -1, (0, 3)), ("-", "VP", 0, (0, 1), (2, 3)))
    gold = Side("gold", ["what", "he", "saw"], [], found)
    svg = drawing(Picture("tree", "evalb", 1, [Pair(gold, gold)]))
    drawn = group(svg, "VP, missed: what, saw")
    bridge, line = (one.get("d", "") for one in drawn.findall(f"{NAMESPACE}path"))
    xs = dict(re.findall(r'<text class="w" x="(\d+)" y="\d+">(\w+)', svg))
    what, he, saw = (
        next(x for x, word in xs.items() if word == one) for one in ("what", "he", "saw")
    )
    assert bridge.startswith(f"M{what} ")
    assert bridge.endswith(f"H{saw}")
    assert f"M{what} " in line
    assert f"M{he} " not in line


def test_arcs_above_and_what_only_gold_has_below() -> None:
    """A link that both have is drawn once; a root hangs from above."""
    gold = side("gold", rows(("=", "root", -1, (1, 2)), ("-", "obj", -1, (3, 4), (1, 2))))
    system = side("mine", rows(("=", "root", -1, (1, 2)), ("+", "iobj", -1, (3, 4), (1, 2))))
    svg = drawing(Picture("arcs", "deps", 1, [Pair(gold, system)]))
    words = int(re.findall(r'<text class="w" x="\d+" y="(\d+)"', svg)[0])
    heights = {
        label: int(y) for y, label in re.findall(r'y="(\d+)"><tspan class="s">.</tspan> (\w+)', svg)
    }
    assert heights["root"] < heights["iobj"] < words < heights["obj"]
    assert "obj, missed: man ← saw" in svg
    assert "root, matched: saw ← root" in svg


def test_links_between_ranges_end_at_bars() -> None:
    """One bar for a range of several words."""
    one = side("gold", rows(("=", "link", -1, (0, 1), (2, 4)), ("=", "link", -1, (4, 5), (2, 4))))
    assert drawing(Picture("arcs", "chunkdeps", 1, [Pair(one, one)])).count('class="bar"') == 1


def test_a_row_that_cannot_be_placed_is_listed() -> None:
    """A link without words, a link of a word with itself, a constituent without words."""
    odd = rows(("-", "none", -1), ("-", "self", -1, (1, 2), (1, 2)), ("-", "empty", -1, (2, 2)))
    for kind in ("arcs", "tree", "ranges"):
        gold = side("gold", odd)
        svg = drawing(Picture(kind, "x", 1, [Pair(gold, side("mine", []))]))
        assert all(f"</tspan> {label}</text>" in svg for label in ("none", "self", "empty")), kind


def test_stretches_with_several_parts_are_numbered() -> None:
    """Parts in one lane are joined by a line; a part inside another has a lane of its own."""
    both = rows(("=", "obj", -1, (1, 2), (2, 4), (2, 3)))
    svg = drawing(
        Picture("ranges", "constructions", 1, [Pair(side("gold", both), side("mine", both))])
    )
    assert [int(n) for n in re.findall(r'<text class="l" x="\d+" y="\d+">(\d)</text>', svg)] == [
        3,
        2,
    ]


def test_names_are_chips() -> None:
    """Those of the system, and those that only gold has."""
    gold, system = (
        rows(("=", "passive", -1), ("-", "wh", -1)),
        rows(("=", "passive", -1), ("+", "to", -1)),
    )
    svg = drawing(Picture("names", "phenomena", 1, [Pair(side("g", gold), side("s", system))]))
    assert re.findall(r"</tspan> (\w+)</text>", svg) == ["passive", "to", "wh"]


@pytest.mark.parametrize("levels, words", [(100_000, 3), (3, 10_000), (150, 1000)])
def test_a_huge_sentence_is_drawn_or_refused_in_words_within_a_second(
    levels: int, words: int
) -> None:
    """Nothing recurses, and the drawing says what is too much."""
    picture = deep(levels, words)
    began = time.process_time()
    svg = drawing(picture)
    assert time.process_time() - began < 1
    refused = levels > LIMITS["levels"] or words > LIMITS["words"]
    assert ("too large to draw" in text(parsed(svg))) == refused


def test_several_pictures_are_one_file() -> None:
    """One below the other, with one legend."""
    svg = drawing(tree(), tree())
    assert (
        parsed(svg)[0].text
        == "Sentence 7 (news-7), evalb(params=new); Sentence 7 (news-7), evalb(params=new)"
    )
    assert svg.count("= matched<") == 1


def test_marks_mean_the_same_everywhere() -> None:
    """The table that JavaScript reads says what the terminal says."""
    assert {sign: said for sign, (_, said) in MARKS.items()} == {
        SIGNS[mark]: mark.value for mark in Mark
    }


def linear(colour: str) -> list[float]:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


COLOURS = {
    name: (light, dark)
    for name, light, dark in re.findall(r"--(\w+):light-dark\((#\w+),(#\w+)\)", sheet())
}


@pytest.mark.parametrize("name", sorted(set(COLOURS) - {"paper"}))
@pytest.mark.parametrize("dark", [0, 1])
def test_every_colour_can_be_read(name: str, dark: int) -> None:
    """The contrast with the paper is at least 4.5, light and dark."""
    assert contrast(COLOURS[name][dark], COLOURS["paper"][dark]) >= 4.5


# How colours look to people without red, green or blue receptors: Machado, Oliveira and Fernandes (2009).
SEEN = {
    "all receptors": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}  # fmt: skip


def seen(colour: str, how: str) -> tuple[float, float, float]:
    """A colour as it is seen, in CIELAB, where distances are differences for the eye."""
    red, green, blue = (
        min(1, max(0, sum(a * b for a, b in zip(row, linear(colour), strict=True))))
        for row in SEEN[how]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("how", SEEN)
@pytest.mark.parametrize("dark", [0, 1])
def test_colour_blind_people_tell_the_marks_apart(how: str, dark: int) -> None:
    """Any two differ by at least 15, where about 2 is just noticeable; shapes and signs differ as well."""
    names = ("matched", "missed", "violated", "spurious", "crossing", "neutral")
    for one, other in combinations(names, 2):
        both = (seen(COLOURS[name][dark], how) for name in (one, other))
        assert math.dist(*both) >= 15, (one, other)


def test_the_style_of_a_file_needs_no_variables() -> None:
    """Every colour stands as it is before the variable, and dark is for screens only."""
    found = style()
    assert "light-dark" not in found
    assert "color:#1673bd;color:var(--matched)" in found
    assert "@media screen and (prefers-color-scheme:dark){:root{--ink:#e6e8eb" in found
    assert ".karat-drawing{--ink" in style(".karat-drawing")
