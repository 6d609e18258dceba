"""A leaderboard in Chromium: letters arrive by themselves, and chosen entries are compared."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from karat.store import open_store
from servers import Server
from watched_pages import Watched
from web import seeding

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = sync_api.expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WAIT = 60_000  # milliseconds; a machine may have other things to do


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Server, str]]:
    """A workbench with two equal systems and a worse one, and the address of their board."""
    made, url = seeding.seed(120), f"sqlite:///{tmp_path}/runs.db"
    with open_store(url) as store:
        for at, better in enumerate((True, True, False)):
            store.save(seeding.mixed(made, f"system-{at}", np.full(120, better), at))
        (board,) = store.boards()
    with Server(url) as server:
        yield server, f"{server.origin}/board/{board.id}"


def test_letters_arrive_and_what_was_ticked_stays(
    browser: "Browser", served: tuple[Server, str]
) -> None:
    server, address = served
    watched = Watched(browser, address, origin=server.origin)
    page = watched.page
    page.get_by_label("Choose system-0 of system-0-0").check()
    expect(page.locator(".waiting")).to_have_count(0, timeout=WAIT)
    assert page.locator(".board .letters").all_inner_texts() == ["a", "a", "b"]
    expect(page.get_by_label("Choose system-0 of system-0-0")).to_be_checked()
    page.get_by_label("Choose system-2 of system-2-2").check()
    page.get_by_role("button", name="Compare the chosen").click()
    expect(page.locator(".waiting")).to_have_count(0, timeout=WAIT)
    expect(page.locator("h1")).to_have_text("system-2 against system-0")
    expect(page.locator(".verdict")).to_contain_text("significant")
    page.get_by_role("link", name="Swap").click()
    expect(page.locator("h1")).to_have_text("system-0 against system-2")
    watched.context.close()
    assert not watched.complaints, "\n".join(watched.complaints)


def test_without_scripts_everything_is_one_link_away(
    browser: "Browser", served: tuple[Server, str]
) -> None:
    server, address = served
    watched = Watched(browser, address, origin=server.origin, java_script_enabled=False)
    page = watched.page
    page.get_by_role("link", name="Show them").click(timeout=WAIT)
    assert page.locator(".board .letters").all_inner_texts() == ["a", "a", "b"]
    page.get_by_label("Choose system-1 of system-1-1").check()
    page.get_by_label("Choose system-2 of system-2-2").check()
    page.get_by_role("button", name="Compare the chosen").click()
    page.get_by_role("link", name="Show it").click(timeout=WAIT)
    expect(page.locator(".duel tbody tr")).not_to_have_count(0, timeout=WAIT)
    watched.context.close()
    assert not watched.complaints, "\n".join(watched.complaints)
