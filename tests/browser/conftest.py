"""Pages in Chromium: a test fails if its page complains, or asks anyone for anything."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from watched_pages import FLAGS, Watched, address, chromium, obstacles

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """The Chromium of this machine, one for each process that runs tests."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = chromium()
    if not program:
        pytest.skip("Chromium is not installed (Debian: apt-get install chromium)")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: "Browser") -> "Iterator[Callable[..., Page]]":
    """``open_page(path, fragment="s=3", **options)``; the options are those of a browser context.

    Examples: ``color_scheme="dark"``, ``viewport={"width": 360, "height": 740}``,
    ``reduced_motion="reduce"``, ``java_script_enabled=False``.
    """
    opened: list[Watched] = []

    def open_file(path: Path | str, *, fragment: str = "", **options: Any) -> "Page":
        opened.append(Watched(browser, address(path, fragment), **options))
        return opened[-1].page

    yield open_file
    for each in opened:
        each.context.close()
    complaints = [complaint for each in opened for complaint in each.complaints]
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def axe() -> "Callable[[Page], None]":
    """``axe(page)`` fails if axe finds anything serious or critical, and names rule and node."""
    pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")

    def check(page: "Page") -> None:
        found = obstacles(page)
        assert not found, "\n".join(found)

    return check
