"""Annotating in Chromium: by keyboard, by mouse, in two windows, after the browser has died, on a phone."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from annotating import answered, project_of
from effort import slow
from karat.store import open_store
from servers import Server
from watched_pages import Watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest.importorskip("uvicorn", reason="the server is not installed")


# Nothing that is saved reaches the server. The page does it itself, so that no program beside the browser has
# to stop requests on their way.
BROKEN_PROXY = """() => {
    const real = window.fetch;
    window.fetch = (address, how) => String(address).endsWith("/save")
        ? Promise.resolve(new Response("not JSON: a broken proxy")) : real(address, how);
}"""


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'store.db'}"


@pytest.fixture
def origin(url) -> "Iterator[str]":
    with Server(url) as server:
        yield server.origin


@pytest.fixture
def visit(browser: "Browser", origin: str) -> "Iterator[Callable[..., Page]]":
    """``visit(project, key, "/1/1")`` opens somebody's link, and then a page of theirs."""
    opened: list[Watched] = []

    def go(project: Any, key: str, path: str, **options: Any) -> "Page":
        link = f"{origin}/annotate/{project.id}#{key}"
        opened.append(Watched(browser, link, origin=origin, **options))
        page = opened[-1].page
        page.wait_for_selector(".tiles")
        page.goto(f"{origin}/annotate/{project.id}{path}")
        page.wait_for_selector("#work:not([hidden])")
        return page

    yield go
    for each in opened:
        each.context.close()
    complaints = [complaint for each in opened for complaint in each.complaints]
    assert not complaints, "\n".join(complaints)


def rows(page: "Page") -> list[str]:
    """The rows as a screen reader says them."""
    return [str(one.get_attribute("aria-label")) for one in page.query_selector_all("#rows > li")]


def saved(page: "Page") -> None:
    page.wait_for_selector("#saved:text-is('saved')")


def state(page: "Page", text: str) -> None:
    page.wait_for_selector(f"#state:text-is('{text}')")


def test_a_sentence_is_annotated_with_the_keyboard_alone(url, visit):
    """Accept, reject, correct, add, undo, redo, done; the next sentence follows."""
    with open_store(url) as store:
        project, keys = project_of(store)
    page = visit(project, keys["ann"], "/1/1")
    assert rows(page)[0] == "ncsubj(give, Kim, _), proposed"
    page.keyboard.press("a")
    page.keyboard.press("x")
    page.keyboard.press("e")  # the third row: ncmod(_, book, small)
    page.keyboard.type("xm")
    page.keyboard.press("Enter")
    page.keyboard.press("A")
    state(page, "decided, not done")
    assert rows(page) == [
        "ncsubj(give, Kim, _), accepted", "dobj(give, she, iobj), rejected", "xmod(_, book, small), accepted",
        "obj2(give, book), accepted",
    ]  # fmt: skip
    page.keyboard.press("n")
    for text in ("iob", "to", "2", "3"):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # on the button Keep
    page.wait_for_selector("#rows > li:nth-child(5)")
    assert rows(page)[4] == "iobj(to, give, she), accepted"
    page.keyboard.press("u")
    page.keyboard.press("u")
    page.wait_for_selector("#rows > li.proposed")
    assert len(rows(page)) == 4
    page.keyboard.press("r")
    page.keyboard.press("r")
    page.wait_for_selector("#rows > li:nth-child(5)")
    page.keyboard.press("d")
    page.wait_for_url("**/1/2")
    with open_store(url) as store:
        from karat.store.annotations.files import exported

        assert exported(store, project, 1).content.decode().splitlines()[3:] == [
            "ncsubj(give, Kim, _)", "xmod(_, book, small)", "obj2(give, book)", "iobj(to, give, she)", "",
        ]  # fmt: skip


def test_undo_is_there_after_a_reload(url, visit):
    """Every change was saved, and so was the way back."""
    with open_store(url) as store:
        project, keys = project_of(store)
    page = visit(project, keys["ann"], "/1/1")
    page.keyboard.press("A")
    saved(page)
    page.reload()
    state(page, "decided, not done")
    page.keyboard.press("u")
    state(page, "4 undecided")


def test_a_relation_is_made_with_the_mouse(url, visit):
    """Click the head, the dependent, the name and Keep."""
    with open_store(url) as store:
        project, keys = project_of(store, b"Dogs chased cats .\n", source="text.txt")
    page = visit(project, keys["ann"], "/1/1")
    page.click(".word >> nth=1")
    page.click(".word >> nth=2")
    page.click("#labels li:text-is('dobj')")
    page.click("text=Keep")
    page.wait_for_selector("#rows > li")
    saved(page)
    assert rows(page) == ["dobj(chase, cat, _), accepted"]
    page.click("#finish")
    page.wait_for_selector("text=all done")


def test_what_cannot_be_done_is_said_in_the_words_of_karat_check(url, visit):
    """The item stays open."""
    with open_store(url) as store:
        project, keys = project_of(store, b"Dogs chased cats .\n", source="text.txt")
    page = visit(project, keys["ann"], "/1/1")
    page.keyboard.press("n")
    for text in ("dobj", "2 chased", "3", "_"):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#faults li")
    page.keyboard.press("d")
    page.wait_for_selector("#trouble:has-text('the head chased is not a base form; write chase')")
    assert page.url.endswith("/1/1")


def test_two_windows_are_told_and_the_second_one_sees_both_versions(url, visit):
    """Nothing is overwritten before somebody has decided."""
    with open_store(url) as store:
        project, keys = project_of(store)
    first = visit(project, keys["ann"], "/1/1")
    second = visit(project, keys["ann"], "/1/1")
    second.wait_for_selector("#others:has-text('you, in another window')")
    first.keyboard.press("a")
    saved(first)
    second.keyboard.press("x")
    second.wait_for_selector("#conflict[open]")
    assert second.inner_text("#newer-rows").splitlines() == ["ncsubj(give, Kim, _)", "3 undecided"]
    second.click("#take-own")
    saved(second)
    assert rows(second)[0].endswith("rejected")
    first.wait_for_selector("#news:has-text('newer version')")
    first.click("#news button")
    first.wait_for_selector("#rows > li.rejected")


def test_what_was_typed_without_a_server_is_sent_when_it_is_back(url, visit):
    """The browser dies before it could save; the next page of the same browser sends it."""
    with open_store(url) as store:
        project, keys = project_of(store)
    page = visit(project, keys["ann"], "/1/1")
    page.evaluate(BROKEN_PROXY)
    page.keyboard.press("A")
    page.wait_for_selector("#trouble:has-text('kept in this browser')")
    address, context = page.url, page.context
    page.close()
    again = context.new_page()
    again.goto(address)
    saved(again)
    state(again, "decided, not done")


def test_disputes_are_decided_by_number_and_exported(url, visit):
    """2 takes the answer of the second annotator, which is nothing; c chooses a row."""
    with open_store(url) as store:
        project, keys = project_of(store)
        answered(store, project, "ann", 1)
        answered(store, project, "bob", 1, without=(0, 2))
    page = visit(project, keys["zoe"], "/3/1")
    state(page, "2 undecided")
    page.keyboard.press("2")
    page.keyboard.press("c")
    state(page, "decided, not done")
    assert rows(page)[:2] == ["ncsubj(give, Kim, _), rejected", "ncmod(_, book, small), accepted"]
    page.keyboard.press("d")
    page.wait_for_selector(".tiles a.done")


def test_phenomena_are_toggled_by_key_and_found_by_their_letters(url, visit):
    """Proposals come first; any other name of the inventory can be added."""
    with open_store(url) as store:
        project, keys = project_of(store, kind="phenomena")
    page = visit(project, keys["ann"], "/1/3")
    proposed = [one for one in rows(page) if one.endswith("proposed")]
    assert "passive, proposed" in proposed
    page.keyboard.press("x")
    page.keyboard.press("A")
    page.keyboard.press("/")
    page.keyboard.type("raising")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    saved(page)
    assert rows(page)[0].endswith("rejected")
    assert "raising, accepted" in rows(page)
    page.keyboard.press("d")
    page.wait_for_url("**/1/1")


def test_a_note_is_saved_while_it_is_written(url, visit):
    """And keys are letters there."""
    with open_store(url) as store:
        project, keys = project_of(store)
    page = visit(project, keys["ann"], "/1/1")
    page.keyboard.press("m")
    page.keyboard.type("axA? done")
    saved(page)
    page.reload()
    page.wait_for_selector("#work:not([hidden])")
    assert page.input_value("#note") == "axA? done"
    state(page, "4 undecided")


@pytest.mark.parametrize("options", [
    {"viewport": {"width": 360, "height": 740}, "has_touch": True}, *slow({}, {"color_scheme": "dark"}),
])  # fmt: skip
def test_everybody_can_use_the_pages(url, visit, axe, options):
    """No obstacle that axe knows, in light, in dark and on a phone; nothing is wider than the phone."""
    with open_store(url) as store:
        project, keys = project_of(store)
        answered(store, project, "ann", 1)
        answered(store, project, "bob", 1, without=(0,))
    page = visit(project, keys["zoe"], "/3/1", **options)
    axe(page)
    page.keyboard.press("n")
    axe(page)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    for path in ("/3", "/3/agreement"):
        page.goto(page.url.split("/annotate/")[0] + f"/annotate/{project.id}{path}")
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
