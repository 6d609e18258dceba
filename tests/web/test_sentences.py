"""The list of sentences of saved runs: its figures are those that were saved; search, order, downloads."""

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from karat.store.records import Entry
from saved_files import saved
from workbench import client

GOLD = """(S (NP (DT the) (NN gardener)) (VP (VBD left)))
(S (NP (DT a) (NN river)) (VP (VBD carried) (NP (DT the) (NN letter)) (PP (IN in) (NP (NNP Oslo)))))
(S (NP (NNP Mara)) (VP (VBD mended) (NP (DT every) (NN engine) (PP (IN near) (NP (DT the) (NN harbour))))))
(S (NP (NNP Tobias)) (VP (VBD slept)))
"""
# The first system attaches the phrase of sentence 3 too high, and has no parse of sentence 4.
FIRST = """(S (NP (DT the) (NN gardener)) (VP (VBD left)))
(S (NP (DT a) (NN river)) (VP (VBD carried) (NP (DT the) (NN letter)) (PP (IN in) (NP (NNP Oslo)))))
(S (NP (NNP Mara)) (VP (VBD mended) (NP (DT every) (NN engine)) (PP (IN near) (NP (DT the) (NN harbour)))))

"""
# The second one has a wrong label in sentence 1, and misses two phrases of sentence 2.
SECOND = """(S (ADJP (DT the) (NN gardener)) (VP (VBD left)))
(S (NP (DT a) (NN river)) (VP (VBD carried) (DT the) (NN letter) (PP (IN in) (NNP Oslo))))
(S (NP (NNP Mara)) (VP (VBD mended) (NP (DT every) (NN engine) (PP (IN near) (NP (DT the) (NN harbour))))))
(S (NP (NNP Tobias)) (VP (VBD slept)))
"""
SYSTEMS = {"one": FIRST, "two": SECOND}


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'runs.db'}"


@pytest.fixture
def entries(url: str, tmp_path: Path) -> list[Entry]:
    return saved(url, tmp_path, GOLD, SYSTEMS, ["evalb"])


@pytest.fixture
def browser(url: str, entries: list[Entry]) -> TestClient:
    return client(url)


def address(entries: list[Entry], query: str = "") -> str:
    others = "&".join(f"with={one.id}" for one in entries[1:])
    return f"/sentences/{entries[0].id}?{others}{query}"


def listed(browser: TestClient, entries: list[Entry], query: str = "") -> list[dict[str, Any]]:
    answer = browser.get(address(entries, f"{query}&as=json"))
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["sentences"]
    return found


def test_a_page_lists_every_sentence(browser: TestClient, entries: list[Entry]) -> None:
    page = browser.get(address(entries))
    assert page.status_code == 200
    assert "4 of 4 sentences" in page.text
    assert "the gardener left" in page.text
    assert "f1 of each sentence under evalb" in page.text
    assert "no score" in page.text  # sentence 4 of the first system


def test_figures_are_those_of_the_files(browser: TestClient, entries: list[Entry]) -> None:
    """Sentence 3 of the first system: 5 brackets of 6 each side match; of the second: all of them."""
    third = listed(browser, entries)[2]
    assert third["values"] == [pytest.approx(10 / 12), 1.0]
    assert third["words"] == 7
    assert third["text"] == "Mara mended every engine near the harbour"
    fourth = listed(browser, entries)[3]
    assert fourth["values"] == [None, 1.0]
    assert fourth["status"] == ["no score", "scored"]


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("&text=OSLO", [2]),
        ("&text=3", [3]),
        ("&text=zebra", []),
        ("&from=7", [2, 3]),
        ("&to=2", [4]),
        ("&from=3&to=6", [1]),
        ("&status=failed", [4]),
        ("&better=1.2", [1, 2]),
        ("&better=2.1", [3]),
        ("&order=long", [2, 3, 1, 4]),
        ("&order=short", [4, 1, 2, 3]),
        ("&order=worst", [1, 2, 3, 4]),
        ("&order=best", [4, 3, 2, 1]),
        ("&order=difference&status=scored", [1, 2, 3, 4]),
        ("&label=ADJP", [1]),
        ("&cause=no+parse+%2F+not+comparable", [4]),
    ],
)
def test_sentences_are_chosen_and_sorted(
    browser: TestClient, entries: list[Entry], query: str, numbers: list[int]
) -> None:
    assert [one["number"] for one in listed(browser, entries, query)] == numbers


def test_causes_of_errors_are_offered_with_their_numbers(
    browser: TestClient, entries: list[Entry]
) -> None:
    found = browser.get(f"/sentences/{entries[0].id}/errors?with={entries[1].id}")
    assert found.status_code == 200
    causes = dict(re.findall(r'<option value="([^"]+)">[^<]*\((\d+)\)</option>', found.text))
    assert causes["PP attachment"] == "1"
    assert causes["ADJP"] == "1"
    again = browser.get(address(entries))
    assert "PP attachment (1)" in again.text  # now they are known, and part of the page
    assert [one["number"] for one in listed(browser, entries, "&cause=PP+attachment")] == [3]


def test_csv_has_the_same_figures(browser: TestClient, entries: list[Entry]) -> None:
    answer = browser.get(address(entries, "&as=csv"))
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert len(rows) == 8
    third = [row for row in rows if row["number"] == "3"]
    assert [float(row["f1"]) for row in third] == [pytest.approx(10 / 12), 1.0]
    assert [row["system"] for row in third] == ["one", "two"]
    assert next(row for row in rows if row["status"] == "no score")["f1"] == ""


def test_htmx_gets_a_part_and_the_address_is_the_state(
    browser: TestClient, entries: list[Entry]
) -> None:
    part = browser.get(address(entries, "&text=oslo&from=&status="), headers={"HX-Request": "true"})
    assert "<html" not in part.text
    assert "1 of 4 sentences" in part.text
    assert (
        part.headers["HX-Push-Url"] == f"/sentences/{entries[0].id}?with={entries[1].id}&text=oslo"
    )
    back = browser.get(
        part.headers["HX-Push-Url"],
        headers={"HX-Request": "true", "HX-History-Restore-Request": "true"},
    )
    assert "<html" in back.text
    assert 'value="oslo"' in back.text


def test_a_long_list_has_pages(url: str, tmp_path: Path) -> None:
    lines = "".join(f"(S (NP (NNP Mara)) (VP (VBD counted) (CD {n})))\n" for n in range(1, 121))
    entry = saved(url, tmp_path, lines, {"one": lines}, ["evalb"])[0]
    browser = client(url)
    first, third = (browser.get(f"/sentences/{entry.id}?page={at}") for at in (1, 3))
    assert first.text.count('<th scope="row"') == 50
    assert third.text.count('<th scope="row"') == 20
    assert "page 3 of 3" in third.text
    assert f"/sentences/{entry.id}?page=2" in first.text
    assert "page 3 of 3" in browser.get(f"/sentences/{entry.id}?page=99").text


def test_two_runs_of_a_system_are_told_apart(url: str, tmp_path: Path) -> None:
    first = saved(url, tmp_path, GOLD, {"one": FIRST}, ["evalb"], name="monday")
    second = saved(url, tmp_path, GOLD, {"one": SECOND}, ["evalb"], name="tuesday")
    page = client(url).get(f"/sentences/{first[0].id}?with={second[0].id}")
    assert "one (monday)" in page.text
    assert "one (tuesday)" in page.text
    values = client(url).get(f"/sentences/{first[0].id}?with={second[0].id}&text=1&as=json").json()
    assert values["sentences"][0]["values"] == [1.0, pytest.approx(2 / 3)]


def test_files_that_are_not_kept_leave_the_figures(url: str, tmp_path: Path) -> None:
    entry = saved(url, tmp_path, GOLD, SYSTEMS, ["evalb"], keep=False)[0]
    page = client(url).get(f"/sentences/{entry.id}")
    assert page.status_code == 200
    assert "gold.mrg" in page.text
    assert "is not in the store" in page.text
    assert "83.33" in page.text
    errors = client(url).get(f"/sentences/{entry.id}/errors")
    assert "is not in the store" in errors.text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("&order=sideways", "There is no order"),
        ("&status=lost", "There is no status"),
        ("&from=-1", "should be a number of words"),
        ("&to=٣", "should be a number of words"),
        ("&better=1", "better should be two systems"),
        ("&better=1.1", "better should be two systems"),
        ("&better=1.9", "not shown"),
        ("&page=0", "page should be a number"),
        ("&as=xml", "as should be csv or json"),
    ],
)
def test_what_makes_no_sense_is_refused(
    browser: TestClient, entries: list[Entry], query: str, said: str
) -> None:
    answer = browser.get(address(entries, query))
    assert answer.status_code == 400
    assert said in answer.text


@pytest.mark.parametrize(
    "key", ["0000000000.1", "../../etc/passwd", "a' OR 1=1 --", "x.y", "aaaaaaaaaa.99999"]
)
def test_an_unknown_entry_is_not_found(browser: TestClient, entries: list[Entry], key: str) -> None:
    for path in (f"/sentences/{key}", f"/sentence/{key}/1", f"/report/{key}"):
        assert browser.get(path).status_code == 404
    assert browser.get(address(entries), params={"with": key}).status_code == 404


def test_entries_of_different_boards_are_refused(url: str, tmp_path: Path) -> None:
    evalb, deps = saved(url, tmp_path, GOLD, {"one": FIRST}, ["evalb", "deps"])
    answer = client(url).get(f"/sentences/{evalb.id}?with={deps.id}")
    assert answer.status_code == 400
    assert "cannot be compared" in answer.text


def test_text_of_files_is_escaped(url: str, tmp_path: Path) -> None:
    lines = "(S (N <script>alert(1)</script>))\n(S (N \"'><img/src=x>) (N \u202eevil))\n"
    gold = lines.replace("(1)", "1")
    entry = saved(url, tmp_path, gold, {"<b>one</b>": gold}, ["evalb"])[0]
    for path in (
        f"/sentences/{entry.id}",
        f"/sentence/{entry.id}/1?wait=",
        f"/sentence/{entry.id}/2?wait=",
    ):
        page = client(url).get(path)
        assert page.status_code == 200
        assert "<script>alert" not in page.text
        assert "<img" not in page.text
        assert "<b>one" not in page.text
        assert "\u202e" not in page.text
