"""The report of a selection: the page that karat report writes, made in a job from the kept files."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from karat.store import open_store
from karat.store.records import Entry
from karat.web.reporting import report
from saved_files import saved
from workbench import client, post

GOLD = "(S (NP (DT the) (NN gardener)) (VP (VBD left)))\n(S (NP (NNP Mara)) (VP (VBD slept)))\n" * 6
ONE = GOLD.replace("(NP (NNP Mara))", "(X (NNP Mara))", 2)
TWO = GOLD.replace("(NP (DT the) (NN gardener))", "(DT the) (NN gardener)", 4)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'runs.db'}"


@pytest.fixture
def entries(url: str, tmp_path: Path) -> list[Entry]:
    """Of two systems, first under evalb, then under chunks."""
    return saved(url, tmp_path, GOLD, {"one": ONE, "two": TWO}, ["evalb", "chunks"])


def embedded(page: str) -> dict[str, Any]:
    """The figures in a report."""
    found = re.search(r'id="karat-figures">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    figures: dict[str, Any] = json.loads(found[1])
    return figures


def test_its_figures_are_those_that_were_saved(
    url: str, entries: list[Entry], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "job"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)  # the job changes to its folder
    arguments = {"store": url, "entries": [entries[0].id, entries[2].id], "name": "x.html"}
    assert report(arguments, folder) == {"file": "report.html", "name": "x.html", "kind": "html"}
    page = (folder / "report.html").read_text()
    scores = {(one["system"], one["scheme"]): one for one in embedded(page)["scores"]}
    for entry in entries:
        assert scores[entry.system, entry.scheme]["measures"]["f1"] == pytest.approx(
            entry.measures["f1"]
        )
    assert str(tmp_path) not in page


def test_the_page_says_what_to_type(url: str, entries: list[Entry], tmp_path: Path) -> None:
    page = client(url).get(f"/report/{entries[0].id}?with={entries[2].id}")
    assert page.status_code == 200
    assert "Make the report" in page.text
    typed = (
        f"karat report {tmp_path}/gold.mrg one={tmp_path}/system-0.mrg two={tmp_path}/system-1.mrg"
    )
    assert f"{typed} --scheme evalb --scheme chunks" in page.text


def test_a_read_only_server_makes_none(url: str, entries: list[Entry]) -> None:
    browser = client(url, read_only=True)
    page = browser.get(f"/report/{entries[0].id}")
    assert "makes no reports" in page.text
    assert "<form" not in page.text.partition("<main")[2]
    assert browser.post(f"/report/{entries[0].id}").status_code == 403


def test_files_that_are_not_kept_give_no_report(url: str, tmp_path: Path) -> None:
    entry = saved(url, tmp_path, GOLD, {"one": ONE}, ["evalb"], keep=False)[0]
    page = client(url).get(f"/report/{entry.id}")
    assert "It cannot be made" in page.text
    assert "is not in the store" in page.text
    answer = post(client(url), f"/report/{entry.id}")
    assert answer.status_code == 400
    assert "is not in the store" in answer.text


def test_a_file_that_saved_options_name_is_not_opened(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    params = tmp_path / "secret.prm"
    params.write_text("LABELED 1\n")
    entry = saved(url, tmp_path, GOLD, {"one": ONE}, [f"evalb(params={params})"])[0]
    folder = tmp_path / "job"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Exception, match="is not opened here"):
        report({"store": url, "entries": [entry.id], "name": "x.html"}, folder)


def test_a_job_makes_it(url: str, entries: list[Entry]) -> None:
    with client(url) as browser:
        answer = post(
            browser, f"/report/{entries[0].id}?with={entries[2].id}", follow_redirects=False
        )
        assert answer.status_code == 303
        job = answer.headers["location"]
        page = _fetched(browser, f"{job}/file")
    assert page.headers["content-disposition"].startswith(
        'attachment; filename="report-first.html"'
    )
    assert 'content="karat ' in page.text
    with open_store(url) as store:
        assert len(store.runs()) == 1  # a report saves nothing


def _fetched(browser: TestClient, path: str) -> Any:
    """The file, as soon as it is there."""
    for _ in range(240):
        answer = browser.get(path)
        if answer.status_code == 200:
            return answer
        time.sleep(0.25)
    raise AssertionError(f"no report after a minute: {browser.get(path).text}")
