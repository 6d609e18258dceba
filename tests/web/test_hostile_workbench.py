"""Attack strings in every part of every address, every query parameter, every field of every form.

What is attacked is found by following links (tests/crawling.py): a new page is attacked without a word here.
"""

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from starlette.routing import Route

import workbench
from command_line import CommandLine
from crawling import Crawl, Seen, Watch
from effort import some
from hostile_strings import HOSTILE, UNSEEN
from karat.model.errors import UsageError
from karat.store import open_store
from karat.store.store import Store
from karat.web import app
from karat.web.settings import Limits
from stored_runs import GOLD, small_run

# Elements that no page of ours has.
FOREIGN = {"iframe", "object", "embed", "base", "applet", "frame", "style"}
DISPOSITION = re.compile(
    r"(attachment|inline); filename=\"[^\"\r\n]*\"; filename\*=UTF-8''[\w%.~/-]+"
)
# What is sent in one field while the others are as they were.
ALONE = (
    "script",
    "attribute",
    "jinja",
    "json",
    "not utf-8",
    "nul",
    "override",
    "colour",
    "long",
    "folder",
    "csv",
)
SUITE = "sentence\tgrammatical\tphenomena\nthe dog barks\tyes\tp\nbarks the\tno\tq\n"


def routes() -> list[Route]:
    """All routes of the workbench; files are not pages."""
    return [one for one in app.routes() if not one.path.startswith("/static")]


def identity(route: Route) -> str:
    """A route as tests call it."""
    return f"{min(route.methods or ())} {route.path}"


ROUTES = routes()
GETTING = [one for one in ROUTES if "GET" in (one.methods or ())]
POSTING = [one for one in ROUTES if "POST" in (one.methods or ())]


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawl]:
    """A workbench with runs, runs of a suite and an annotation, in which somebody has been everywhere."""
    folder = tmp_path_factory.mktemp("crawl")
    url = f"sqlite:///{folder / 'runs.db'}"
    with open_store(url) as store:
        store.save(small_run(folder / "files", name="first", tags=["nightly"]))
        store.save(small_run(folder / "files", name="second"))
    command = CommandLine(folder)
    command.write("s.tsv", SUITE)
    for number in (1, 2):
        done = command(
            "suite", "run", "s.tsv", "--with", "right-branching", "--fresh", "--save", f"suite {number}",
            env={"KARAT_STORE": url},
        )  # fmt: skip
        assert done.status == 0, done.err
    with pytest.MonkeyPatch.context() as monkeypatch:
        watch = Watch(monkeypatch)
        browser = workbench.client(url, limits=Limits(jobs=1, waiting=1))
        found = Crawl(browser, watch, app.routes())
        found.walk("/", *_annotated(browser))
        yield found


def _annotated(browser: Any) -> list[str]:
    """Make a project in the browser and come in as one of its people: pages to begin with."""
    given = {
        "name": "ours",
        "kind": "gr",
        "annotators": "Ada, Bo",
        "adjudicators": "Cy",
        "text": "the dog barks",
    }
    made = workbench.post(browser, "/annotate/new", {**given, "text": "the dog barks"})
    path, key = re.findall(r'href="(/annotate/[^"#]+)#([^"]+)"', made.text)[0]
    entered = workbench.post(browser, f"{path}/enter", {"key": key})
    assert entered.status_code < 400, entered.text
    return [path, urlsplit(str(entered.url)).path]


def written(text: str) -> str:
    """A hostile text as a part of an address; what is not UTF-8 as the bytes that it stands for."""
    return quote(sent(text), safe="")


def sent(text: str) -> bytes:
    """A hostile text as a form sends it."""
    return text.encode("utf-8", "surrogateescape")


def sound(answer: Any, where: str) -> None:
    """An answer in which nothing that was sent has become part of the page, a header or an address."""
    # 503: there are as many jobs as there may be.
    assert answer.status_code < 500 or answer.status_code == 503, f"{where}: {answer.status_code}"
    assert "Traceback" not in answer.text, where
    location = answer.headers.get("location", "/")
    assert re.match(r"/(?![/\\])", location), f"{where}: leads to {location}"
    disposition = answer.headers.get("content-disposition")
    assert disposition is None or DISPOSITION.fullmatch(disposition), f"{where}: {disposition}"
    kind = answer.headers.get("content-type", "")
    if "json" in kind:
        json.loads(answer.text)
    elif "html" in kind and disposition is None:
        _sound_page(answer.text, where)


def _sound_page(text: str, where: str) -> None:
    seen = Seen(text)
    for tag, attributes in seen.elements:
        assert tag not in FOREIGN, f"{where}: <{tag}>"
        assert not any(name.startswith("on") or name == "style" for name in attributes), (
            f"{where}: <{tag}>"
        )
        assert tag != "script" or _fine_script(attributes), f"{where}: a script"
        assert tag != "img" or attributes.get("src", "").startswith("/"), f"{where}: an image"
        for name in ("href", "src", "action", "hx-get", "hx-post", "formaction"):
            link = attributes.get(name, "/")
            assert re.match(r"(/(?![/\\])|\?|#|$)", link), f"{where}: {name}={link}"
    shown = text.replace(seen.scripts, "") if seen.scripts else text
    assert not UNSEEN.search(shown), f"{where}: {UNSEEN.search(shown)}"


def _fine_script(attributes: dict[str, str]) -> bool:
    return (
        attributes.get("src", "").startswith("/static/")
        or attributes.get("type") == "application/json"
    )


def test_every_page_was_found(crawl: Crawl) -> None:
    """All routes that links lead to; the others are attacked at addresses that are put together."""
    missing = {one.path for one in GETTING} - set(crawl.examples)
    # A job must run, an item must be done or differ; a script asks for the rest.
    later = {"/against", "/job/{job}", "/suite/{suite}/item", "/login", "/health"}
    ends = ("/data", "/next", "/state", "/letters", "/file", "/export", "/agreement", "/drawn")
    assert not {one for one in missing - later if not one.endswith(ends)}


@pytest.mark.parametrize("route", GETTING, ids=identity)
def test_attacks_on_a_page(crawl: Crawl, route: Route) -> None:
    """Each part of the path and each parameter of the query, one after the other, with each string.

    A quick run takes a third of the strings in each place, and others in the next.
    """
    turns = itertools.count(GETTING.index(route))
    example = crawl.examples.get(route.path) or crawl.address(route)
    sound(crawl.get(route, example), example)
    query = crawl.queries[route.path]
    names: set[str] = set()
    for part in crawl.parts(route):
        for name, text in some(HOSTILE.items(), next(turns)):
            path = crawl.address(route, **{part: written(text)})
            sound(crawl.get(route, path), f"{name} in {part} of {route.path}")
    while new := ({*query, *crawl.watch.names[route.path, "query"]} - names):
        names |= new
        for one in sorted(new):
            for name, text in some(HOSTILE.items(), next(turns)):
                others = "&".join(
                    f"{key}={written(value)}" for key, value in query.items() if key != one
                )
                link = f"{example}?{others}&{one}={written(text)}"
                sound(crawl.get(route, link), f"{name} in {one} of {route.path}")


@pytest.mark.parametrize("route", POSTING, ids=identity)
def test_attacks_on_a_form(crawl: Crawl, route: Route) -> None:
    """Each string in all fields of the form, and in all names that the code asks for; some in each alone.

    A quick run takes a third of the strings, and others in the next form.
    """
    form = crawl.forms.get(route.path)
    action = form.action if form else crawl.address(route)
    before = {name: value for name, value in form.fields.items() if name != "csrf"} if form else {}
    files = form.files if form else ()
    token = workbench.csrf(crawl.browser)
    crawl.watch.route = route.path

    def send(changed: dict[str, bytes], where: str, **more: Any) -> None:
        data = {"csrf": token, **before, **changed}
        answer = crawl.browser.post(action, data=data, follow_redirects=False, **more)
        sound(answer, f"{where} of {route.path}")

    names = set()
    while new := ({*before, "text", *crawl.watch.names[route.path, "form"]} - names):
        names |= new
        for name, text in some(HOSTILE.items(), POSTING.index(route)):
            send(dict.fromkeys(names, sent(text)), f"{name} in all fields")
        for turn, one in enumerate(sorted(new)):
            for name in some(ALONE, turn):
                send({one: sent(HOSTILE[name])}, f"{name} in {one}")
    for name, text in some(HOSTILE.items(), 1) if files else ():
        # Most files are broken: a message then names them.
        content = GOLD.encode() if name in ALONE else b"(S (NP"
        given = {one: (sent(text).decode("utf-8", "replace"), content) for one in files}
        send({}, f"{name} as names of files", files=given)


@pytest.mark.parametrize(
    "route", [one for one in POSTING if "/annotate/" in one.path], ids=identity
)
def test_attacks_on_what_scripts_send(crawl: Crawl, route: Route) -> None:
    """Documents of the wrong shape, and each string for each name that the code asks for.

    A quick run takes a third of the documents and strings for each name, and others for the next.
    """
    action, token = crawl.address(route), workbench.csrf(crawl.browser)
    headers = {"x-csrf": token, "content-type": "application/json"}
    crawl.watch.route = route.path
    odd: list[Any] = [None, [], {}, 1, "x", [[]], {"": None}, True, 1e999, {"a": {"b": {"c": []}}}]
    for document in odd:
        sound(
            crawl.browser.post(action, content=json.dumps(document), headers=headers), f"{document}"
        )
    names: set[str] = set()
    while new := (crawl.watch.names[route.path, "json"] - names):
        names |= new
        for turn, one in enumerate(sorted(new)):
            for value in some((*odd, *HOSTILE.values(), [*HOSTILE.values()], dict(HOSTILE)), turn):
                content = json.dumps({**dict.fromkeys(names, 1), one: value})
                answer = crawl.browser.post(action, content=content, headers=headers)
                sound(answer, f"{str(value)[:40]!r} in {one} of {route.path}")


def test_the_server_goes_on(crawl: Crawl) -> None:
    """After all this the first page is as it was."""
    answer = crawl.browser.get("/")
    assert answer.status_code == 200
    sound(answer, "/")


def test_what_is_kept_is_shown_as_text(tmp_path: Path) -> None:
    """Names, tags, comments and authors that are attacks, on every page that shows them."""
    url = f"sqlite:///{tmp_path / 'runs.db'}"
    with open_store(url) as store:
        runs = [store.save(small_run(tmp_path / "files", name=f"run {at}")) for at in range(3)]
        kept = sum(_kept(store, runs[at % 3], text) for at, text in enumerate(HOSTILE.values()))
    assert kept >= 80
    browser = workbench.client(url)
    with pytest.MonkeyPatch.context() as monkeypatch:
        found = Crawl(browser, Watch(monkeypatch), app.routes())
        found.walk("/", "/runs")
        for path in (*found.examples.values(), *(f"/run/{run}" for run in runs)):
            sound(browser.get(path), path)


def _kept(store: Store, run: str, text: str) -> int:
    """How many of the places for text the store lets it into; it refuses some, with a message."""
    count = 0
    for keep in (store.rename, store.tag, store.comment):
        try:
            keep(run, text)
        except UsageError:
            continue
        count += 1
    return count
