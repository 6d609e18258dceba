"""Charts in Chromium: drawn under the policy of the page, without a message, whatever files contain."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from chart_pages import HOSTILE, overview_of, page_of
from effort import slow
from karat.reports.html.charts import Chart, charts_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

    Open = Callable[..., Page]

LONG = "(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (DT a) (NN cat))) (. .))"


def hostile() -> list[Chart]:
    """Systems and labels whose names would do harm."""
    gold = [f"(S ({label} (DT the) (NN dog)) (VBZ barks))" for label in HOSTILE] + [LONG] * 3
    moved = [one.replace("(DT the) (NN dog))", "(DT the)) (NN dog)") for one in gold]
    worse = gold[:5] + moved[5:]
    systems = {HOSTILE[0]: gold, HOSTILE[1]: worse, HOSTILE[3]: worse[::-1], HOSTILE[13]: worse}
    return charts_of(overview_of(gold, systems, ["evalb(failed=empty)", "flat"]))


@pytest.fixture(scope="module")
def charts(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Chart]]:
    found = hostile()
    path = tmp_path_factory.mktemp("charts") / "charts.html"
    path.write_text(page_of(found), "utf-8")
    return path, [one for one in found if one.spec]


def drawn(page: "Page", many: int) -> None:
    """Look at every chart until all are there."""
    for at in range(many):
        page.locator("[data-chart]").nth(at).scroll_into_view_if_needed()
        page.locator("[data-chart]").nth(at).locator("svg").wait_for()


@pytest.mark.parametrize(
    "options",
    [{}, {"viewport": {"width": 360, "height": 740}}, *slow({"color_scheme": "dark"})],
    ids=["light", "narrow", "dark"],
)
def test_charts_are_drawn_and_fit(
    open_page: "Open", charts: tuple[Path, list[Chart]], options: dict[str, Any]
) -> None:
    """The fixture fails at a message, a violation of the policy, a request or a dialog."""
    path, shown = charts
    page = open_page(path, **options)
    drawn(page, len(shown))
    assert page.locator("[data-chart] svg").count() == len(shown)
    wide = "[...document.querySelectorAll('[data-chart]')].filter(e => e.scrollWidth > e.clientWidth).length"
    assert page.evaluate(wide) == 0
    texts = page.locator("[data-chart] svg text").all_text_contents()
    assert "{{construc" in " ".join(texts)
    assert page.locator("[data-chart] img").count() == 0


def test_charts_are_drawn_when_they_come_into_view(
    open_page: "Open", charts: tuple[Path, list[Chart]]
) -> None:
    path, shown = charts
    page = open_page(path, viewport={"width": 800, "height": 300})
    page.locator("[data-chart] svg").first.wait_for()
    assert page.locator("[data-chart] svg").count() < len(shown)


def test_all_charts_are_on_paper_in_the_colours_of_paper(
    open_page: "Open", charts: tuple[Path, list[Chart]]
) -> None:
    path, shown = charts
    page = open_page(path, color_scheme="dark", viewport={"width": 800, "height": 300})
    page.locator("[data-chart] svg").first.wait_for()
    # Charts of a scheme that is not chosen are hidden on the screen, but not on paper.
    page.evaluate("document.querySelectorAll('figure')[3].hidden = true")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("[data-chart] svg").count() == len(shown)
    dark, light = "rgb(168, 176, 185)", "rgb(85, 93, 102)"
    every = (
        "[...document.querySelectorAll('[data-chart] svg text')].map(e => e.getAttribute('fill'))"
    )
    fills = set(page.evaluate(every))
    assert light in fills
    assert dark not in fills


def test_a_mark_is_explained_as_text(open_page: "Open", charts: tuple[Path, list[Chart]]) -> None:
    path, shown = charts
    page = open_page(path)
    number = next(at for at, one in enumerate(shown) if one.name == "causes")
    chart = page.locator("[data-chart]").nth(number)
    chart.scroll_into_view_if_needed()
    # The first bar is of a system without errors.
    chart.locator("svg .mark-rect path").nth(1).hover()
    tip = page.locator(".chart-tip")
    tip.wait_for()
    assert tip.locator("img, script").count() == 0
    assert tip.inner_text().startswith("cause ")


def test_charts_follow_the_width_of_the_page(
    open_page: "Open", charts: tuple[Path, list[Chart]]
) -> None:
    page = open_page(charts[0], viewport={"width": 900, "height": 600})
    first = page.locator("[data-chart] svg").first
    first.wait_for()
    before = first.bounding_box()
    page.set_viewport_size({"width": 500, "height": 600})
    page.wait_for_timeout(600)
    after = page.locator("[data-chart] svg").first.bounding_box()
    assert before is not None
    assert after is not None
    assert before["width"] > 800
    assert after["width"] < 500
    assert page.locator("[data-chart]").first.locator("svg").count() == 1
