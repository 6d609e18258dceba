"""Every kind of page of the workbench, found by following links: in light and dark, on desk and phone."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

import annotating
from command_line import CommandLine
from karat.store import open_store
from servers import Server
from watched_pages import Watched, obstacles

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = sync_api.expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GOLD = """\
(S (NP (DT The) (NN gardener)) (VP (VBD watered) (NP (DT the) (NNS roses))) (. .))
(S (NP (PRP She)) (VP (VBD saw) (NP (DT a) (NN ship)) (PP (IN in) (NP (DT the) (NN harbour)))) (. .))
(S (NP (NNP Mara)) (VP (VBD painted) (NP (NP (DT the) (NN door)) (PP (IN of) (NP (DT the) (NN barn))))) (. .))
(S (NP (DT The) (NNS letters)) (VP (VBD were) (VP (VBN sold) (NP (NN yesterday)))) (. .))
"""
FIRST = GOLD.replace("(NP (NP (DT the) (NN door)) ", "(NP (DT the) (NN door) ")
SECOND = FIRST.replace("(NP (NN yesterday))", "(ADVP (NN yesterday))").replace(
    "(NNP Mara)", "(NN Mara)"
)
SUITE = """\
sentence\tgrammatical\tphenomena
The gardener watered the roses .\tyes\tmonotransitive
She saw a ship in the harbour .\tyes\tmonotransitive
Mara painted the door of the barn .\tyes\tproper-noun
The letters were sold yesterday .\tyes\tpassive
"""
# What is saved, as people save it; the second time under other names.
COMMANDS = (
    "score gold.mrg first=first.mrg second=second.mrg -s evalb -s deps -s chunks --save {}",
    "suite run suite.tsv --with right-branching --fresh --save {}-suite",
    "recognise first=first.mrg second=second.mrg --suite suite.tsv --score --save {}-names",
)
WAIT = 60_000  # milliseconds; a machine may have other things to do
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
LINKS = "all => all.map(one => one.getAttribute('href') ?? one.getAttribute('hx-get'))"
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[str]]]:
    """A workbench with runs of all kinds and an annotation, and where to begin."""
    folder = tmp_path_factory.mktemp("pages")
    command = CommandLine(folder)
    url = f"sqlite:///{folder / 'runs.db'}"
    texts = {"gold.mrg": GOLD, "first.mrg": FIRST, "second.mrg": SECOND, "suite.tsv": SUITE}
    for name, text in texts.items():
        command.write(name, text)
    for name in ("monday", "tuesday"):
        for line in COMMANDS:
            done = command(*line.format(name).split(), env={"KARAT_STORE": url})
            assert done.status == 0, f"{line}: {done.err}"
    with open_store(url) as store:
        project, keys = annotating.project_of(store, GOLD.encode())
        for name in ("ann", "bob"):
            annotating.answered(store, project, name, 1, without=(0,) if name == "bob" else ())
        first, second = (
            entry.id for entry in store.entries(store.run("monday").entries[0].board)[:2]
        )
    starts = ["/", f"/against/{first}/{second}", f"/sentences/{first}?with={second}"]
    starts += [*(f"/annotate/{project.id}#{keys[name]}" for name in ("ann", "zoe"))]
    with Server(url) as server:
        yield server, starts


def kind(path: str) -> str:
    """What a page is, whatever it shows: its path without ids and numbers, and the names in its query.

    >>> kind("/sentence/4kf93jd02s.1/17?with=x.2"), kind("/board/0a1b2c3d4e5f?figure=f1&page=2")
    ('/sentence/*/*?with', '/board/*?figure&page')
    """
    parts = urlsplit(path)
    words = [
        re.sub(r"[0-9a-z.]*\d[0-9a-z.]*|[0-9a-z]{10,}", "*", part) for part in parts.path.split("/")
    ]
    names = sorted({pair.split("=")[0] for pair in parts.query.split("&") if pair})
    return "/".join(words) + (f"?{'&'.join(names)}" if names else "")


def is_page(path: str) -> bool:
    """Not a download, a file, or another part of the same page."""
    return path.startswith("/") and not re.search(
        r"[?&]as=|/file|/export|/static/|/enter$|^/report/.*/", path
    )


def _looked_at(page: "Page", path: str) -> list[str]:
    """What is wrong with a page, as light and dark, desk and phone show it."""
    wrong = []
    for colours, size in (("light", DESK), ("dark", PHONE)):
        page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
        page.set_viewport_size(size)  # type: ignore[arg-type]
        how = f"{path} ({colours}, {size['width']} px)"
        if (wider := page.evaluate(WIDER)) > 0:
            wrong.append(f"{how}: scrolls sideways by {wider} px")
        wrong += [f"{how}: {one}" for one in obstacles(page)]
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    return wrong


def test_every_page_can_be_read(browser: "Browser", served: tuple[Server, list[str]]) -> None:
    """Nothing scrolls sideways, axe finds nothing serious, no page complains or asks another machine."""
    pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    server, waiting = served
    watched = Watched(browser, f"{server.origin}/about", origin=server.origin)
    watched.context.set_default_timeout(WAIT)
    page, seen, wrong = watched.page, set[str](), list[str]()
    while waiting:
        path = waiting.pop(0)
        if kind(path) in seen or not is_page(path):
            continue
        seen.add(kind(path))
        answer = page.goto(server.origin + path)
        # Parts that are computed after the page.
        expect(page.locator(".waiting[hx-get]")).to_have_count(0, timeout=WAIT)
        assert answer is None or answer.status == 200, f"{path}: {answer.status}"
        wrong += _looked_at(page, path)
        waiting += [found for found in page.eval_on_selector_all("a[href]", LINKS) if found]
    watched.context.close()
    wrong += watched.complaints
    assert not wrong, "\n".join([*wrong, *server.said])
    # The crawl has been everywhere.
    for part in (
        "/board/*",
        "/run/*",
        "/against/*/*",
        "/history/*",
        "/sentence/*/*",
        "/suite",
        "/phenomena/*",
    ):
        assert any(one.startswith(part) for one in seen), (part, sorted(seen))
