"""What a notebook shows: tables and drawings."""

import copy
import re

import pytest

import karat
from drawn_pictures import parsed

GOLD = ["(S (NP (DT the) (NN dog)) (VP (VBZ barks)))", "(S (NP (PRP it)) (VP (VBZ rains)))"]
SYSTEM = ["(S (X (DT the) (NN dog)) (VP (VBZ barks)))", "(S (NP (PRP it)) (VP (VBZ rains)))"]


def drawings(page: str) -> list[str]:
    return re.findall(r"<svg .*?</svg>", page, re.DOTALL)


def test_a_score_shows_its_worst_sentences() -> None:
    """Those with a fault, drawn; a score without a fault has none to show."""
    page = karat.score(GOLD, SYSTEM, "evalb")._repr_html_() or ""
    (drawing,) = drawings(page)
    assert parsed(drawing)[0].text == "Sentence 1, evalb"
    assert "<summary>The worst sentence</summary>" in page
    assert "details" not in (karat.score(GOLD, GOLD, "evalb")._repr_html_() or "")


def test_a_score_shows_its_intervals_if_it_has_them() -> None:
    """Those of a comparison do."""
    one, _ = karat.compare(GOLD * 5, {"a": SYSTEM * 5, "b": GOLD * 5}, "evalb")
    low, high = one.intervals["recall"]
    assert f"[{100 * low:.2f}, {100 * high:.2f}]</td>" in (one._repr_html_() or "")
    assert "[" not in (karat.score(GOLD, GOLD, "evalb")._repr_html_() or "").partition("<small>")[0]


def test_a_comparison_shows_tables_and_letters() -> None:
    """And the names are text."""
    page = karat.compare(GOLD * 9, {"<a>": SYSTEM * 9, "b": GOLD * 9}, "evalb")._repr_html_() or ""
    assert "&lt;a&gt;" in page
    assert page.count("<table>") >= 2
    assert re.search(r"<td>[\d.]+ \[[\d.]+, [\d.]+\] ?[ab]</td>", page)


def test_a_picture_shows_its_drawing() -> None:
    """In a box that scrolls; its colours are its own, not those of the page around it."""
    picture = karat.show(GOLD, {"mine": SYSTEM, "same": GOLD}, 1, "evalb")
    page = picture._repr_html_() or ""
    (drawing,) = drawings(page)
    assert page.startswith('<div style="overflow-x:auto">')
    assert ":root" not in page
    assert "NP, missed by mine; matched by same: the dog" in drawing
    assert parsed(picture.svg())[0].text == "Sentence 1, evalb"


@pytest.mark.parametrize(
    "scheme", ["evalb", "parseval", "deps", "chunks", "constructions", "gr", "tags"]
)
def test_every_kind_of_scheme_can_be_shown(scheme: str) -> None:
    """From trees, with layers derived as in scores."""
    assert "<svg" in karat.show(GOLD, SYSTEM, 2, scheme).svg()


def test_what_cannot_be_shown_is_said() -> None:
    """A number that is not there, and no system."""
    with pytest.raises(karat.UsageError, match="there is no sentence 3"):
        karat.show(GOLD, SYSTEM, 3)
    with pytest.raises(karat.UsageError, match="there is no system to show"):
        karat.show(GOLD, {}, 1)


def test_names_from_files_are_text() -> None:
    """Also bidirectional marks."""
    page = karat.show(GOLD, {"<i>\u202e": SYSTEM}, 1)._repr_html_() or ""
    assert "&lt;i&gt;\\u202e" in page
    assert "\u202e" not in page


def test_a_copy_of_a_score_does_without_its_sentences() -> None:
    """It would copy the corpus."""
    score = karat.score(GOLD, SYSTEM, "evalb")
    assert score.worst is not None
    assert copy.deepcopy(score).worst is None
