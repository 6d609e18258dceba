"""The site, opened from disk: it is searched without a server, and fits every screen."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from effort import slow

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.skipif(not find_spec("material"), reason="needs karat[site]")


def test_search_leads_to_a_page(site: Path, open_page: "Callable[..., Page]") -> None:
    """Typed into the field, a word finds the page that is about it."""
    page = open_page(site / "index.html")
    page.keyboard.press("/")
    page.keyboard.type("lineage")
    first = page.locator(".md-search-result__item a").first
    first.wait_for()
    first.click()
    page.wait_for_url("**/schemes/leafancestor.html*")
    assert page.locator("h1").inner_text().startswith("leafancestor")


@pytest.mark.parametrize("name", ["index", "cli", "schemes/index", "gr-reading", "gallery", "api"])
@pytest.mark.parametrize("width", [360, *slow(1280)])
def test_nothing_is_wider_than_the_screen(
    site: Path, open_page: "Callable[..., Page]", name: str, width: int
) -> None:
    """Wide tables and long lines scroll by themselves."""
    page = open_page(site / f"{name}.html", viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_pages_follow_the_colours_of_the_system(
    site: Path, open_page: "Callable[..., Page]", colours: str
) -> None:
    """Dark text on a light page, or the other way round."""
    page = open_page(site / "tutorial.html", color_scheme=colours)
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    red = int(paper.removeprefix("rgb(").removeprefix("rgba(").split(",")[0])
    assert (red > 200) == (colours == "light")


@pytest.mark.parametrize("name, colours", [
    ("tutorial", "light"), ("schemes/evalb", "dark"),
    *slow(("index", "light"), ("schemes/evalb", "light"), ("index", "dark"), ("tutorial", "dark")),
])  # fmt: skip
def test_nothing_keeps_readers_out(
    site: Path,
    open_page: "Callable[..., Page]",
    axe: "Callable[[Page], None]",
    name: str,
    colours: str,
) -> None:
    """Nothing serious for readers with other eyes or without a mouse."""
    axe(open_page(site / f"{name}.html", color_scheme=colours))
