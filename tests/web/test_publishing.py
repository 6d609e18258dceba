"""A server for others: what may not be passed on is on no page, in no file, at no address."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient

import workbench
from command_line import CommandLine
from crawling import Crawl, Watch
from karat.store import open_store
from karat.web import app
from stored_runs import new_run

# A word that is nowhere but in the sentences, and a folder that is only in paths.
WORD, FOLDER = "zyzzyva", "cellar-of-secrets"
GOLD = f"(S (NP (DT the) (NN {WORD})) (VP (VBZ barks)))\n(S (NP (PRP It)) (VP (VBZ rains)))\n"
OTHER = GOLD.replace("VP", "X", 1)
SUITE = f"sentence\tgrammatical\tphenomena\nthe {WORD} barks\tyes\tp\nbarks the\tno\tq\n"


class Filled(NamedTuple):
    """A store, and the answers that were fetched from servers with some settings."""

    url: str
    fetched: dict[str, dict[str, Any]]

    def answers(self, **settings: bool) -> dict[str, Any]:
        """Every address that such a server leads to, with its answer; it is asked once."""
        if (key := str(settings)) not in self.fetched:
            self.fetched[key] = addresses(workbench.client(self.url, **settings))
        return self.fetched[key]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Filled:
    """A store with runs of all kinds."""
    folder = tmp_path_factory.mktemp("publishing") / FOLDER
    folder.mkdir()
    url = f"sqlite:///{folder.parent / 'runs.db'}"
    command = CommandLine(folder)
    paths = {
        name: command.write(f"{name}.mrg", text) for name, text in {"a": GOLD, "b": OTHER}.items()
    }
    with open_store(url) as store:
        for name in ("first", "second"):
            run = new_run(command.write("gold.mrg", GOLD), paths, ("evalb", "deps"), name=name)
            store.save(run)
    command.write("s.tsv", SUITE)
    for parser in ("right-branching", "left-branching"):
        done = command(
            "suite", "run", str(folder / "s.tsv"), "--with", parser, "--fresh", "--save",
            env={"KARAT_STORE": url},
        )  # fmt: skip
        assert done.status == 0, done.err
    done = command(
        "score",
        str(folder / "gold.mrg"),
        str(folder / "a.mrg"),
        "--save",
        "third",
        env={"KARAT_STORE": url},
    )
    assert done.status == 0, done.err
    return Filled(url, {})


def addresses(browser: TestClient) -> dict[str, Any]:
    """Every address that links lead to, with its answer."""
    found: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as monkeypatch:
        crawl = Crawl(browser, Watch(monkeypatch), app.routes())
        get = crawl.get
        crawl.get = lambda route, link: found.setdefault(link, get(route, link))  # type: ignore[method-assign]
        crawl.walk("/", "/runs")
    return found


def test_an_open_server_shows_both(filled: Filled) -> None:
    """Otherwise the tests below would prove nothing."""
    answers = filled.answers().items()
    for secret in (WORD, FOLDER):
        seen = {re.match("/[a-z]*", link)[0] for link, one in answers if secret in one.text}  # type: ignore[index]
        assert len(seen) >= 2, secret


@pytest.mark.parametrize("settings, secrets", [
    ({"figures_only": True}, [WORD]), ({"read_only": True}, [FOLDER]),
    ({"read_only": True, "figures_only": True}, [WORD, FOLDER]),
])  # fmt: skip
def test_what_is_closed_is_closed(
    filled: Filled, settings: dict[str, bool], secrets: list[str]
) -> None:
    """Behind every link of a closed server, and at every address that somebody has from an open one."""
    browser = workbench.client(filled.url, **settings)
    answers = {**filled.answers(**settings)}
    assert "/" in answers
    answers |= {link: browser.get(link, follow_redirects=False) for link in filled.answers()}
    assert len(answers) > 30
    for link, answer in answers.items():
        for secret in secrets:
            assert secret not in answer.text, f"{link} shows {secret}"


@pytest.mark.parametrize("settings", [{"figures_only": True}, {"read_only": True}])
def test_no_link_leads_to_what_is_closed(filled: Filled, settings: dict[str, bool]) -> None:
    """Pages do not offer what they refuse."""
    for link, answer in filled.answers(**settings).items():
        assert answer.status_code != 403, link


def test_files_are_not_passed_on(filled: Filled) -> None:
    """In either mode; and figures stay."""
    known = filled.answers()
    files = [link for link in known if "/file/" in link]
    boards = [link for link in known if re.fullmatch("/(board|run|history)/[^/?]*", link)]
    assert files
    assert boards
    for settings in ({"read_only": True}, {"figures_only": True}):
        browser = workbench.client(filled.url, **settings)
        assert {browser.get(link).status_code for link in files} == {403}
        assert {browser.get(link).status_code for link in boards} == {200}


def test_a_new_page_is_closed_until_it_is_listed(tmp_path: Path) -> None:
    """In figures-only mode every route is closed but those of the modules that are named."""
    browser = workbench.client(f"sqlite:///{tmp_path / 'runs.db'}", figures_only=True)
    for path in (
        "/suites",
        "/upload",
        "/annotate",
        "/sentences/aaaaaaaaaa.1",
        "/report/aaaaaaaaaa.1",
    ):
        assert browser.get(path).status_code == 403
    assert browser.get("/").status_code == 200
    assert "/suites" not in browser.get("/").text
