"""The watch over pages works: whatever must fail a test is heard."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from watched_pages import Watched, address, obstacles

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PAGE = '<!doctype html><html lang="en"><title>x</title>{}</html>'
POLICY = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">'
COMPLAINTS = {
    "console error: told": "<script>console.error('told')</script>",
    "console warning: told": "<script>console.warn('told')</script>",
    "error: thrown": "<script>throw new Error('thrown')</script>",
    "request: http://localhost:9/x.png": "<img alt='' src='http://localhost:9/x.png'>",
    "dialog: boo": "<script>alert('boo')</script>",
    "console error: policy: style-src-attr": f"{POLICY}<p style='color: red'>x</p>",
}


def watched(browser: "Browser", folder: Path, body: str) -> Watched:
    """A page with this body."""
    path = folder / "page.html"
    path.write_text(PAGE.format(body))
    return Watched(browser, address(path))


@pytest.mark.parametrize("complaint", COMPLAINTS)
def test_a_page_that_complains(browser: "Browser", tmp_path: Path, complaint: str) -> None:
    """Each kind of complaint is heard, in the page's own words."""
    opened = watched(browser, tmp_path, COMPLAINTS[complaint])
    opened.page.wait_for_timeout(50)
    opened.context.close()
    assert any(each.startswith(complaint) for each in opened.complaints), opened.complaints


def test_a_page_that_does_not(browser: "Browser", tmp_path: Path) -> None:
    """An ordinary page has no complaints, and axe finds nothing."""
    opened = watched(browser, tmp_path, "<main><h1>x</h1></main>")
    assert obstacles(opened.page) == []
    opened.context.close()
    assert opened.complaints == []


def test_an_obstacle_has_rule_and_node(browser: "Browser", tmp_path: Path) -> None:
    """axe's finding says what is wrong and where."""
    opened = watched(browser, tmp_path, "<main><h1>x</h1><img src='data:,'></main>")
    (found,) = obstacles(opened.page)
    opened.context.close()
    assert found.startswith("image-alt (critical): ")
    assert '<img src="data:,">' in found
