"""Runs and histories in the browser: what karat runs shows, and what can be changed here."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from command_line import CommandLine
from karat.store import open_store
from karat.store.records import NewRun
from workbench import HOME, client, post

GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n(S (NP (PRP It)) (VP (VBZ rains)))\n"
WRONG = GOLD.replace("(NP (DT", "(X (DT")


class Saved:
    """Two runs that the command line saved: one of a system that is right, one of one that is not."""

    def __init__(self, folder: Path) -> None:
        self.command = CommandLine(folder)
        self.url = f"sqlite:///{folder}/runs.db"
        self.command.write("gold.mrg", GOLD)
        self.command.write("parser.mrg", WRONG)
        self("score", "gold.mrg", "parser.mrg", "--save", "monday", "--tag", "nightly")
        self.command.write("parser.mrg", GOLD)
        self("score", "gold.mrg", "parser.mrg", "--save", "tuesday", "--tag", "nightly")

    def __call__(self, *words: str) -> str:
        done = self.command(*words, "--store", self.url)
        assert done.status == 0, done.err
        return done.out


@pytest.fixture
def saved(tmp_path: Path) -> Saved:
    return Saved(tmp_path)


@pytest.fixture
def browser(saved: Saved) -> Iterator[TestClient]:
    with client(saved.url) as found:
        yield found


def run_id(browser: TestClient, name: str) -> str:
    (found,) = browser.get(f"/runs?as=json&text={name}").json()["runs"]
    return str(found["id"])


def test_the_list_has_the_newest_run_first(saved: Saved, browser: TestClient) -> None:
    text = browser.get("/runs").text
    assert text.index("tuesday") < text.index("monday")
    wanted = json.loads(saved("runs", "list", "--output", "json"))
    assert browser.get("/runs?as=json").json() == wanted


def test_the_list_can_be_searched(browser: TestClient) -> None:
    def names(query: str) -> list[str]:
        return [one["name"] for one in browser.get(f"/runs?as=json&{query}").json()["runs"]]

    assert names("text=mon") == ["monday"]
    assert names("tag=nightly") == ["tuesday", "monday"]
    assert names("tag=weekly") == []
    assert names("kind=compare") == []
    assert "No run fits" in browser.get("/runs?tag=weekly").text
    assert browser.get("/runs?kind=nonsense").status_code == 400
    table = list(csv.DictReader(io.StringIO(browser.get("/runs?as=csv").text)))
    assert [(row["name"], row["tags"]) for row in table] == [
        ("tuesday", "nightly"),
        ("monday", "nightly"),
    ]


def test_a_run_shows_what_karat_runs_show_prints(saved: Saved, browser: TestClient) -> None:
    run = run_id(browser, "monday")
    text = " ".join(re.sub("<[^>]*>", " ", browser.get(f"/run/{run}").text).split())
    for wanted in (
        run, "karat score gold.mrg parser.mrg", "83.33", "2 of 2", "nightly", "evalb",
        "gold.mrg", "parser.mrg", "karat 0.1.0", "signature",
    ):  # fmt: skip
        assert wanted.lower() in text.lower(), wanted
    found = browser.get(f"/run/{run}?as=json").json()
    wanted_json = json.loads(saved("runs", "show", "monday", "--output", "json"))
    assert found == wanted_json


def test_the_csv_of_a_run_has_the_figures_of_karat_score(saved: Saved, browser: TestClient) -> None:
    found = list(
        csv.DictReader(io.StringIO(browser.get(f"/run/{run_id(browser, 'tuesday')}?as=csv").text))
    )
    done = saved.command("score", "gold.mrg", "parser.mrg", "--output", "csv")
    wanted = list(csv.DictReader(io.StringIO(done.out)))
    figures = [
        [(row["system"], row["measure"], row["unit"], row["value"]) for row in table]
        for table in (found, wanted)
    ]
    assert figures[0] == figures[1]


def test_the_files_of_a_run_can_be_downloaded_as_they_were(browser: TestClient) -> None:
    run = run_id(browser, "monday")
    files = browser.get(f"/run/{run}?as=json").json()["files"]
    contents = [browser.get(f"/run/{run}/file/{n}") for n in range(1, len(files) + 1)]
    assert {one.text for one in contents} == {GOLD, WRONG}
    for one in contents:
        assert one.headers["content-disposition"].startswith("attachment")
        assert one.headers["content-type"].startswith("text/plain")
        assert one.headers["x-content-type-options"] == "nosniff"
    assert browser.get(f"/run/{run}/file/9").status_code == 404
    assert browser.get(f"/run/{run}/file/0").status_code == 404


def test_a_file_that_was_not_kept_says_so(saved: Saved, browser: TestClient) -> None:
    saved("score", "gold.mrg", "parser.mrg", "--save", "lean", "--no-keep-files")
    run = run_id(browser, "lean")
    assert "not kept" in browser.get(f"/run/{run}").text
    answer = browser.get(f"/run/{run}/file/1")
    assert answer.status_code == 404
    assert "was not kept" in answer.text


def test_tags_comments_and_names_are_changed_by_forms(saved: Saved, browser: TestClient) -> None:
    run = run_id(browser, "monday")
    assert post(browser, f"/run/{run}/tag", {"tags": "paper final"}).status_code == 200
    assert post(browser, f"/run/{run}/tag", {"away": "nightly"}).status_code == 200
    post(browser, f"/run/{run}/comment", {"text": "The old grammar.\nKeep it.", "author": "Ada"})
    post(browser, f"/run/{run}/rename", {"name": "baseline"})
    found = json.loads(saved("runs", "show", "baseline", "--output", "json"))
    assert found["run"]["tags"] == ["final", "paper"]
    assert [(one["author"], one["text"]) for one in found["comments"]] == [
        ("Ada", "The old grammar.\nKeep it.")
    ]
    text = browser.get(f"/run/{run}").text
    assert "The old grammar.\nKeep it." in text
    assert "<h1><bdi>baseline</bdi></h1>" in text


@pytest.mark.parametrize(("path", "fields"), [
    ("comment", {"text": "  "}), ("tag", {"tags": ""}), ("tag", {"tags": "x" * 300}),
    ("rename", {"name": "y" * 300}), ("comment", {"text": "z" * 20_000}),
])  # fmt: skip
def test_what_cannot_be_kept_is_refused(
    browser: TestClient, path: str, fields: dict[str, str]
) -> None:
    answer = post(browser, f"/run/{run_id(browser, 'monday')}/{path}", fields)
    assert answer.status_code == 400
    assert "Traceback" not in answer.text


def test_a_run_is_deleted_only_after_a_question(saved: Saved, browser: TestClient) -> None:
    run = run_id(browser, "monday")
    asked = browser.get(f"/run/{run}/delete").text
    assert "deleted for ever" in asked
    assert browser.get(f"/run/{run}").status_code == 200
    answer = post(browser, f"/run/{run}/delete")
    assert str(answer.url) == f"{HOME}/runs"
    assert browser.get(f"/run/{run}").status_code == 404
    assert [
        one["name"] for one in json.loads(saved("runs", "list", "--output", "json"))["runs"]
    ] == ["tuesday"]


def test_a_run_is_not_found_by_a_name_that_looks_like_an_id(
    saved: Saved, browser: TestClient
) -> None:
    """Otherwise a link to a deleted run could show, or delete, another one."""
    saved("score", "gold.mrg", "parser.mrg", "--save", "abcdefghij")
    assert browser.get("/run/abcdefghij").status_code == 404
    assert post(browser, "/run/abcdefghij/delete").status_code == 404


def test_nothing_can_be_changed_in_read_only_mode(saved: Saved) -> None:
    with client(saved.url, read_only=True) as browser:
        run = run_id(browser, "monday")
        text = browser.get(f"/run/{run}").text
        assert 'method="post"' not in text
        assert "Delete this run" not in text
        assert browser.get(f"/run/{run}/delete").status_code == 403
        for path in ("tag", "comment", "rename", "delete"):
            answer = browser.post(
                f"/run/{run}/{path}", data={"text": "x", "tags": "x", "name": "x"}
            )
            assert answer.status_code == 403, path
        assert browser.get(f"/run/{run}").status_code == 200


def test_a_public_server_does_not_say_in_which_folders_files_were(tmp_path: Path) -> None:
    """Not in pages, not in JSON or CSV, and not by finding a run when somebody searches for a folder."""
    folder = tmp_path / "hidden-cellar"
    folder.mkdir()
    saved = Saved(folder)
    saved("score", str(folder / "gold.mrg"), str(folder / "parser.mrg"), "--save", "full")
    for public in ({"read_only": True}, {"figures_only": True}, {}):
        with client(saved.url, **public) as browser:
            run = run_id(browser, "full")
            (board,) = browser.get("/?as=json").json()["boards"]
            texts = [
                browser.get(path).text
                for path in (
                    "/", "/runs", "/runs?as=json", "/runs?as=csv", f"/run/{run}", f"/run/{run}?as=json",
                    f"/board/{board['id']}?as=json", f"/history/{board['id']}?as=json",
                )
            ]  # fmt: skip
            assert any("hidden-cellar" in one for one in texts) is not bool(public)
            found = browser.get("/runs?as=json&text=hidden-cellar").json()["runs"]
            assert bool(found) is not bool(public)
            assert "parser.mrg" in texts[4]


def test_a_public_comparison_has_no_folders_either(tmp_path: Path) -> None:
    folder = tmp_path / "hidden-cellar"
    folder.mkdir()
    saved = Saved(folder)
    paths = [str(folder / name) for name in ("gold.mrg", "parser.mrg", "gold.mrg")]
    saved("compare", *paths, "--save", "both")
    for public in (False, True):
        with client(saved.url, read_only=public) as browser:
            run = run_id(browser, "both")
            text = browser.get(f"/against/{run}.1/{run}.2?as=json").text
            assert ("hidden-cellar" in text) is not public
            assert json.loads(text)["gold"]["path"].endswith("gold.mrg")


def test_the_history_is_that_of_karat_runs_history(saved: Saved, browser: TestClient) -> None:
    (board,) = browser.get("/?as=json").json()["boards"]
    found = browser.get(f"/history/{board['id']}?figure=recall&as=json").json()
    (history,) = found["histories"]
    assert [(one["name"], one["value"]) for one in history["points"]] == [
        ("monday", 0.8333333333333334), ("tuesday", 1.0),
    ]  # fmt: skip
    done = saved.command("runs", "history", "recall", "--store", saved.url, "--output", "json")
    assert json.loads(done.out) == found
    text = browser.get(f"/history/{board['id']}?figure=recall").text
    assert "karat-history" in text
    assert "<style" not in text
    assert text.index("tuesday</bdi>") < text.index("monday</bdi>")


def test_the_history_can_be_filtered(browser: TestClient) -> None:
    (board,) = browser.get("/?as=json").json()["boards"]

    def names(query: str) -> list[str]:
        (found,) = browser.get(f"/history/{board['id']}?as=json&{query}").json()["histories"]
        return [one["name"] for one in found["points"]]

    assert names("system=parser.mrg") == ["monday", "tuesday"]
    assert names("name=tuesday") == ["tuesday"]
    assert names("tag=nobody") == []
    assert "No entry fits" in browser.get(f"/history/{board['id']}?tag=nobody").text
    table = list(csv.DictReader(io.StringIO(browser.get(f"/history/{board['id']}?as=csv").text)))
    assert [row["name"] for row in table] == ["monday", "tuesday"]


def test_a_run_of_a_suite_shows_its_table(saved: Saved, browser: TestClient) -> None:
    saved.command.write("items.txt", "the dog barks\nit rains\n")
    saved("suite", "run", "items.txt", "--with", "right-branching", "--save", "suite")
    run = run_id(browser, "suite")
    text = " ".join(re.sub("<[^>]*>", " ", browser.get(f"/run/{run}").text).split())
    assert "coverage" in text
    assert "100.00 [34.24, 100.00]" in text
    (row,) = csv.DictReader(io.StringIO(browser.get(f"/run/{run}?as=csv").text))
    assert (row["items"], row["coverage"]) == ("2", "1.0")


def test_a_run_of_recognise_shows_the_names_that_were_found(
    saved: Saved, browser: TestClient
) -> None:
    saved("recognise", "gold.mrg", "--save", "names")
    run = run_id(browser, "names")
    found = saved.command("recognise", "gold.mrg", "--output", "json")
    names = {name for row in json.loads(found.out) for name in row["phenomena"].split()}
    text = browser.get(f"/run/{run}").text
    assert names
    assert all(name in text for name in names)


def test_a_run_with_another_document_than_expected_is_shown_all_the_same(saved: Saved) -> None:
    """Runs can be imported, so their JSON may be anything."""
    with open_store(saved.url) as store:
        ids = [
            store.save(NewRun("suite", f"odd-{at}", "karat suite run …", {"runs": odd}))
            for at, odd in enumerate(([], [1], [{}], "text", {"a": 1}, None))
        ]
    with client(saved.url) as browser:
        for run in ids:
            assert "has no figures of a scheme" in browser.get(f"/run/{run}").text
            assert browser.get(f"/run/{run}?as=csv").status_code == 200
