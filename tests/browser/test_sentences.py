"""The sentence browser in Chromium: search, sort, open, step by keyboard, choose another scheme."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from effort import slow
from karat.store.records import Entry
from saved_files import saved
from servers import Server
from watched_pages import Watched

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = sync_api.expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WAIT = 30_000
RIGHT = "(S (NP (NNP Mara)) (VP (VBD counted) (NP (CD {0}) (NNS boats)) (PP (IN in) (NP (NNP Oslo)))))\n"
WRONG = "(S (NP (NNP Mara)) (VP (VBD counted) (NP (NP (CD {0}) (NNS boats)) (PP (IN in) (NP (NNP Oslo))))))\n"
GOLD = "".join(RIGHT.format(number) for number in range(1, 61))
# The first system is wrong in sentences 7 and 8, the second one in 8 and 9.
ONE = "".join((WRONG if number in (7, 8) else RIGHT).format(number) for number in range(1, 61))
TWO = "".join((WRONG if number in (8, 9) else RIGHT).format(number) for number in range(1, 61))


class Workbench(NamedTuple):
    """A server with one saved run."""

    server: Server
    entries: list[Entry]

    @property
    def list(self) -> str:
        return f"/sentences/{self.entries[0].id}?with={self.entries[1].id}"


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    folder: Path = tmp_path_factory.mktemp("sentences")
    url = f"sqlite:///{folder / 'runs.db'}"
    entries = saved(url, folder, GOLD, {"one": ONE, "two": TWO}, ["evalb"])
    with Server(url) as server:
        yield Workbench(server, entries)


@pytest.fixture
def visit(browser: "Browser", workbench: Workbench) -> "Iterator[Callable[..., Page]]":
    opened: list[Watched] = []

    def come(path: str, **options: Any) -> "Page":
        origin = workbench.server.origin
        opened.append(Watched(browser, origin + path, origin=origin, **options))
        opened[-1].context.set_default_timeout(WAIT)
        return opened[-1].page

    expect.set_options(timeout=WAIT)
    yield come
    for each in opened:
        each.context.close()
    complaints = [complaint for each in opened for complaint in each.complaints]
    assert not complaints, "\n".join(complaints)


def rows(page: "Page") -> Any:
    return page.locator("table.sentences tbody tr")


def test_the_list_follows_what_is_chosen(
    visit: "Callable[..., Page]", workbench: Workbench
) -> None:
    page = visit(workbench.list)
    expect(rows(page)).to_have_count(50)
    page.get_by_role("link", name="Next").click()
    expect(rows(page)).to_have_count(10)
    expect(page).to_have_url(re.compile(r"page=2$"))
    page.get_by_label("Sort by").select_option("worst")
    expect(rows(page).first.locator("th")).to_have_text("8")
    page.get_by_label("Both scored, and").select_option("2.1")
    expect(rows(page)).to_have_count(1)
    expect(rows(page).first.locator("th")).to_have_text("7")
    page.get_by_label("Both scored, and").select_option("")
    page.get_by_label("Search in words").fill("59 boats")
    expect(rows(page)).to_have_count(1)
    expect(page).to_have_url(re.compile(r"text=59\+boats"))
    page.reload()
    expect(rows(page)).to_have_count(1)  # the address is the state
    page.go_back()
    expect(rows(page)).not_to_have_count(1)


def test_other_systems_are_shown_with_what_is_chosen(
    visit: "Callable[..., Page]", workbench: Workbench
) -> None:
    page = visit(workbench.list)
    page.get_by_label("Sort by").select_option("worst")
    expect(rows(page).first.locator("th")).to_have_text("8")
    page.get_by_label("Do not show one").click()
    expect(page).to_have_url(re.compile(rf"/sentences/{workbench.entries[1].id}\?order=worst$"))
    page.get_by_label("Search in words").fill("59 boats")
    expect(rows(page)).to_have_count(1)
    page.get_by_label("Another system").select_option(workbench.entries[0].id)
    page.get_by_role("button", name="Add").click()
    expect(page).to_have_url(
        re.compile(rf"with={workbench.entries[0].id}&text=59\+boats&order=worst")
    )
    expect(rows(page)).to_have_count(1)
    assert rows(page).first.locator("td.figure").count() == 2


def test_errors_are_looked_for_when_they_are_asked_for(
    visit: "Callable[..., Page]", workbench: Workbench
) -> None:
    page = visit(workbench.list)
    page.get_by_role("button", name="Look for errors").click()
    cause = page.get_by_label("Error", exact=True)
    expect(cause).to_be_visible()
    cause.select_option("PP attachment")
    expect(rows(page)).to_have_count(3)
    numbers = [text.strip() for text in rows(page).locator("th").all_inner_texts()]
    assert numbers == ["7", "8", "9"]


def _sentence(page: "Page", number: int) -> None:
    """Wait for the page of a sentence, and for its scripts, which listen to the keys."""
    expect(page.locator("h1")).to_contain_text(f"Sentence {number}")
    page.wait_for_load_state()


def test_sentences_are_read_by_keyboard(visit: "Callable[..., Page]", workbench: Workbench) -> None:
    page = visit(f"{workbench.list}&cause=PP+attachment")
    expect(rows(page)).to_have_count(3)
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    _sentence(page, 8)
    expect(page.locator("svg.karat-drawing")).to_be_visible()
    page.keyboard.press("j")
    _sentence(page, 9)
    page.keyboard.press("ArrowLeft")
    _sentence(page, 8)
    page.keyboard.press("k")
    _sentence(page, 7)
    page.keyboard.press("k")  # there is none before it
    page.keyboard.press("u")
    expect(page).to_have_url(re.compile(r"/sentences/.*cause=PP\+attachment"))
    page.wait_for_load_state()
    page.keyboard.press("/")
    expect(page.get_by_label("Search in words")).to_be_focused()


def test_another_scheme_is_drawn_when_it_is_chosen(
    visit: "Callable[..., Page]", workbench: Workbench
) -> None:
    first, second = workbench.entries
    page = visit(f"/sentence/{first.id}/8?with={second.id}")
    expect(page.locator("svg.karat-drawing")).to_be_visible()
    page.get_by_label("Drawn under").select_option("deps")
    expect(page).to_have_url(re.compile(r"scheme=deps"))
    expect(page.locator("svg.karat-drawing")).to_contain_text("nsubj")
    colour = "getComputedStyle(document.querySelector('.karat-drawing .matched')).color"
    assert page.evaluate(colour) == "rgb(22, 115, 189)"  # the style sheet of the page styles it


@pytest.mark.parametrize(
    "scheme, width",
    [("light", 1280), ("dark", 360), *slow(("dark", 1280), ("light", 360))],
)
def test_pages_fit_and_are_accessible(
    visit: "Callable[..., Page]", axe: "Callable[[Page], None]", workbench: Workbench,
    scheme: str, width: int,
) -> None:  # fmt: skip
    first, second = workbench.entries
    paths = (
        workbench.list, f"/sentence/{first.id}/8?with={second.id}", f"/report/{first.id}?with={second.id}",
    )  # fmt: skip
    for path in paths:
        page = visit(path, color_scheme=scheme, viewport={"width": width, "height": 800})
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        axe(page)
