"""The workbench from an empty store to an adjudicated gold standard, as people use it in a browser."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

import karat
from command_line import CommandLine
from effort import slow
from servers import Server
from watched_pages import Watched

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = sync_api.expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Download, Page

    Visit = Callable[..., Page]
    Axe = Callable[[Page], None]

WAIT = 30_000  # milliseconds; a machine may have other things to do

GOLD = """\
(S (NP (DT The) (NN gardener)) (VP (VBD watered) (NP (DT the) (NNS roses))) (. .))
(S (NP (PRP She)) (VP (VBD saw) (NP (DT a) (NN ship)) (PP (IN in) (NP (DT the) (NN harbour)))) (. .))
(S (NP (DT The) (NN teacher)) (VP (VBD gave) (NP (DT every) (NN child)) (NP (DT a) (NN pencil))) (. .))
(S (NP (PRP They)) (VP (VBD slept)) (. .))
(S (NP (DT An) (JJ old) (NN clock)) (VP (VBD struck) (NP (CD twelve))) (. .))
(S (NP (NNP Mara)) (VP (VBD painted) (NP (NP (DT the) (NN door)) (PP (IN of) (NP (DT the) (NN barn))))) (. .))
(S (NP (DT The) (NNS letters)) (VP (VBD arrived) (NP (NN yesterday))) (. .))
(S (NP (PRP He)) (VP (VBD read) (NP (DT the) (NN story)) (ADVP (RB slowly))) (. .))
(S (NP (NNS Birds)) (VP (VBP sing)) (. .))
(S (NP (DT The) (NN baker)) (VP (VBD sold) (NP (NN bread)) (PP (IN near) (NP (DT the) (NN bridge)))) (. .))
"""
# The first system attaches a phrase wrongly; the second one also has other labels and fewer brackets.
FIRST = GOLD.replace(
    "(NP (DT a) (NN ship)) (PP (IN in) (NP (DT the) (NN harbour)))",
    "(NP (NP (DT a) (NN ship)) (PP (IN in) (NP (DT the) (NN harbour))))",
)
SECOND = (
    FIRST.replace("(NP (CD twelve))", "(ADJP (CD twelve))")
    .replace("(NP (NP (DT the) (NN door)) ", "(NP (DT the) (NN door) ")
    .replace("(NP (NN yesterday))", "(ADVP (NN yesterday))")
)

expect.set_options(timeout=WAIT)


@pytest.fixture
def server(store_url: str) -> Iterator[Server]:
    """The workbench with an empty store."""
    with Server(store_url) as running:
        yield running


@pytest.fixture
def visit(browser: "Browser", server: Server) -> "Iterator[Visit]":
    """``visit("/runs")``: a page for somebody with cookies of their own, on a watched browser."""
    opened: list[Watched] = []

    def come(path: str = "/", **options: Any) -> "Page":
        watched = Watched(browser, server.origin + path, origin=server.origin, **options)
        watched.context.set_default_timeout(WAIT)
        opened.append(watched)
        return watched.page

    yield come
    for each in opened:
        each.context.close()
    complaints = [complaint for each in opened for complaint in each.complaints]
    assert not complaints, "\n".join(complaints)


# In the second and the fifth sentence somebody rejects a relation; the second time it is not undone.
@pytest.mark.parametrize("items", [5, *slow(10)])
def test_from_an_empty_store_to_an_adjudicated_file(
    visit: "Visit", axe: "Axe", command: CommandLine, items: int
) -> None:
    """Upload, score, compare, open a sentence; annotate sentences twice, adjudicate, export, check."""
    for name, text in (("gold.mrg", GOLD), ("first.mrg", FIRST), ("second.mrg", SECOND)):
        command.write(name, text)
    command.write("items.mrg", "".join(GOLD.splitlines(keepends=True)[:items]))
    page = visit("/")
    assert "--save" in page.inner_text("main")
    axe(page)
    _upload(page, command.folder, axe)
    _compare(page, axe)
    links = _make_project(page, command.folder, axe)
    for who, decide in (("ann", _accept), ("bob", _accept_some), ("zoe", _adjudicate)):
        theirs = visit(links[who])
        theirs.wait_for_url(re.compile(r"/annotate/[^/]+/\d+$"))
        axe(theirs)
        _annotate(theirs, decide, axe, items)
        assert theirs.locator("main").get_by_text(f"{items} of {items} done").is_visible()
    files = _exports(theirs, command.folder)
    assert set(files) == {"adjudicated", "ann", "bob"}
    for path in files.values():
        done = command("check", path)
        assert done.status == 0, done.out + done.err
    _agree_as_in_the_browser(theirs, command, files, axe)
    scored = command("score", files["adjudicated"], f"ann={files['ann']}", "--scheme", "gr")
    assert scored.status == 0, scored.err
    assert f"{items}/{items}" in scored.out


def _upload(page: "Page", folder: Path, axe: "Axe") -> None:
    page.get_by_role("navigation").get_by_text("Upload").click()
    axe(page)
    page.set_input_files("#gold", folder / "gold.mrg")
    for number, name in ((1, "first"), (2, "second")):
        page.set_input_files(f"#system-{number}", folder / f"{name}.mrg")
        page.fill(f"#name-{number}", name)
    page.fill("#name", "pilot")
    page.get_by_role("button", name="Upload and score").click()
    page.wait_for_url(re.compile(r"/run/[0-9a-z]{10}$"))
    axe(page)
    rows = [page.get_by_role("row", name=re.compile(name)).first for name in ("first", "second")]
    scheme = page.locator("main h2").first.inner_text()
    for row, system in zip(rows, (FIRST, SECOND), strict=True):
        f1 = karat.score(GOLD, system, scheme).measures["f1"]
        assert f"{100 * f1:.2f}" in row.inner_text()


def _compare(page: "Page", axe: "Axe") -> None:
    for box in page.get_by_role("checkbox", name=re.compile("^Choose")).all():
        box.check()
    page.get_by_role("button", name="Compare the chosen").click()
    page.locator("#found .verdict").first.wait_for()
    assert "first" in page.inner_text("#found")
    axe(page)
    page.locator("#found section tbody a").first.click()
    page.wait_for_url(re.compile(r"/sentence/[^/]+/\d+"))
    page.locator("main svg.karat-drawing").first.wait_for()
    axe(page)
    page.wait_for_load_state()  # its scripts listen to the keys
    before = page.inner_text("h1")
    page.keyboard.press("j" if "Next" in page.inner_text("main") else "k")
    expect(page.locator("h1")).not_to_have_text(before)


def _make_project(page: "Page", folder: Path, axe: "Axe") -> dict[str, str]:
    page.get_by_role("navigation").get_by_text("Annotate").click()
    axe(page)
    page.get_by_role("link", name="New project").click()
    axe(page)
    page.fill("#name", "pilot")
    page.set_input_files("#file", folder / "items.mrg")
    page.fill("#annotators", "ann, bob")
    page.fill("#adjudicators", "zoe")
    page.get_by_role("button", name="Make the project").click()
    page.get_by_text("The links are shown only now").wait_for()
    axe(page)
    found = page.locator("td.key a").all()
    places = [urlsplit(link.get_attribute("href") or "") for link in found]
    names = page.locator("tbody th").all_inner_texts()
    return {
        name: f"{place.path}#{place.fragment}" for name, place in zip(names, places, strict=True)
    }


def _annotate(page: "Page", decide: "Callable[[Page, int], None]", axe: "Axe", items: int) -> None:
    """All sentences, by keyboard: decide, d for done, which leads to the next one."""
    page.locator("main .actions a.main").press("Enter")
    for number in range(1, items + 1):
        page.wait_for_url(re.compile(rf"/{number}$"))
        page.locator("#work").wait_for()
        if number in (1, 2):
            axe(page)
        decide(page, number)
        expect(page.locator("#state")).to_have_text("decided, not done")
        page.keyboard.press("d")
    page.wait_for_url(re.compile(r"/annotate/[^/]+/\d+$"))
    page.get_by_text("Files", exact=True).wait_for()


def _accept(page: "Page", number: int) -> None:
    """Everything as it is proposed."""
    page.keyboard.press("A")


def _accept_some(page: "Page", number: int) -> None:
    """The first relation of every third sentence is rejected; in the second one, that is undone."""
    if number % 3 == 2:
        page.keyboard.press("x")
        page.locator("li.entry.rejected").wait_for()
    page.keyboard.press("A")
    if number == 2:
        expect(page.locator("#state")).to_have_text("decided, not done")
        for shown in ("accepted", "rejected"):
            expect(page.locator("#undo")).to_be_enabled()
            page.keyboard.press("u")
            expect(page.locator(f"li.entry.{shown}")).to_have_count(0)
        page.keyboard.press("A")


def _adjudicate(page: "Page", number: int) -> None:
    """What only one of them has is right."""
    disputed = page.locator("li.entry.proposed")
    while left := disputed.count():
        disputed.first.click()
        page.keyboard.press("a")
        expect(disputed).not_to_have_count(left)


def _exports(page: "Page", folder: Path) -> dict[str, Path]:
    found = {}
    for link in page.locator("ul.links a").all():
        with page.expect_download() as coming:
            link.click()
        download: Download = coming.value
        name = link.inner_text()
        found[name] = folder / download.suggested_filename
        download.save_as(found[name])
    return found


def _agree_as_in_the_browser(
    page: "Page", command: CommandLine, files: dict[str, Path], axe: "Axe"
) -> None:
    """The agreement that the page shows is that of karat agree on the files."""
    page.get_by_role("link", name="Agreement").click()
    axe(page)
    done = command("agree", f"ann={files['ann']}", f"bob={files['bob']}", "--output", "json")
    assert done.status == 0, done.err
    shown = page.locator("main table").first.inner_text()
    figures = re.findall(r"\d+\.\d\d", shown)
    assert figures, shown
    printed = command("agree", f"ann={files['ann']}", f"bob={files['bob']}")
    assert all(figure in printed.out for figure in figures), (figures, printed.out)
