"""Suites in the browser: history, what changed, items; the figures are those of karat suite."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from starlette.testclient import TestClient

import workbench
from command_line import CommandLine
from suite_run_files import BAD, GOOD, run_file, saved


class Shown(NamedTuple):
    """A server with two runs of a suite, and the files of the runs."""

    browser: TestClient
    folder: Path
    old: str
    new: str


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    folder = tmp_path_factory.mktemp("suites")
    store = f"sqlite:///{folder / 'runs.db'}"
    old = saved(store, run_file(folder / "old.run", GOOD), "old")
    new = saved(store, run_file(folder / "new.run", BAD), "new")
    with workbench.client(store) as browser:
        yield Shown(browser, folder, old, new)


def test_all_suites(shown: Shown) -> None:
    page = shown.browser.get("/suites").text
    assert f'href="/suite/{"ab" * 6}"' in page
    assert f'href="/run/{shown.new}"' in page


def test_an_empty_store_says_what_to_type(store: str) -> None:
    with workbench.client(store) as browser:
        assert "karat suite run karat-200 --with link-grammar --save" in browser.get("/suites").text


@pytest.mark.parametrize("key", ["small", "ab" * 6, "ab" * 32])
def test_a_suite_by_its_name_or_hash(shown: Shown, key: str) -> None:
    """With the chart of a figure, whose intervals are Wilson's."""
    page = shown.browser.get(f"/suite/{key}").text
    assert "66.67" in page  # 2 of 3 good items
    assert "20.77 – 93.85" in page
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="karat-history"' in page
    assert "toy: 2 runs, first 66.67 [20.77, 93.85] (old)" in page
    assert "Overgeneration" in page
    other = shown.browser.get(f"/suite/{key}?figure=overgeneration").text
    assert "last 100.00 [20.65, 100.00] (new)" in other


def test_the_figures_are_those_of_suite_score(shown: Shown, command: CommandLine) -> None:
    """JSON and CSV, but for the order: the newest run is the first."""
    files = [f"new={shown.folder / 'new.run'}", f"old={shown.folder / 'old.run'}"]
    done = command("suite", "score", *files, "--output", "json")
    assert shown.browser.get("/suite/small?as=json").json() == json.loads(done.out)
    done = command("suite", "score", *files, "--output", "csv")
    found = shown.browser.get("/suite/small?as=csv")
    assert found.text == done.out
    assert found.headers["content-disposition"].startswith('attachment; filename="small.csv"')


@pytest.mark.parametrize("output", ["json", "csv"])
def test_what_changed_is_that_of_suite_diff(
    shown: Shown, command: CommandLine, output: str
) -> None:
    address = f"/suite/small/diff?before={shown.old}&after={shown.new}"
    files = [str(shown.folder / name) for name in ("old.run", "new.run")]
    done = command("suite", "diff", *files, "--output", output)
    found = shown.browser.get(f"{address}&as={output}").text
    assert (json.loads(found) if output == "json" else found) == (
        json.loads(done.out) if output == "json" else done.out
    )


def test_regressions_item_by_item(shown: Shown) -> None:
    """A lost item, a bad item that gained an analysis, and a right analysis that is no longer the first."""
    address = f"/suite/small/diff?before={shown.old}&after={shown.new}"
    rows = list(csv.DictReader(io.StringIO(shown.browser.get(f"{address}&as=csv").text)))
    assert [(one["change"], one["item"]) for one in rows] == [
        ("lost", "2"),
        ("lost", "3"),
        ("demoted", "1"),
    ]
    page = shown.browser.get(address).text
    assert "overgeneration rose from 0.00 to 100.00" in page
    assert "dogs chase cats" in page
    only = shown.browser.get(f"{address}&kind=demoted").text
    assert "the right analysis is no longer the first" in only
    assert "dogs chase cats" not in only


def test_no_change(shown: Shown) -> None:
    page = shown.browser.get(f"/suite/small/diff?before={shown.old}&after={shown.old}").text
    assert "Nothing changed in 4 items." in page


def test_an_item_shows_what_the_parser_printed(shown: Shown) -> None:
    """As text: nothing of it is part of the page."""
    address = f"/suite/small/item?id=1&run={shown.old}&run={shown.new}"
    page = shown.browser.get(address).text
    assert "&lt;b&gt;native&lt;/b&gt; of 1" in page
    assert "<b>native" not in page
    assert "1 analysis, number 1 is right" in page
    assert "2 analyses, number 2 is right" in page
    found = shown.browser.get(f"{address}&as=json").json()
    assert [one["run"] for one in found["results"]] == [shown.old, shown.new]
    assert found["results"][1]["others"] == ["(S (NP dogs) (VP bark))"]


@pytest.mark.parametrize("path", [
    "/suite/nothing", "/suite/abab", "/suite/small/diff", "/suite/small/diff?before=x&after=y",
    "/suite/small/diff?before=../../etc&after=0000000000", "/suite/small/item?id=9", "/suite/small?from=1000",
    "/suite/small/item?id=1&run=0000000000",
])  # fmt: skip
def test_what_is_not_there(shown: Shown, path: str) -> None:
    assert shown.browser.get(path).status_code == 404


def test_verdicts_are_those_of_the_time(tmp_path: Path, store: str) -> None:
    """A saved run is judged as it was: its file need not be there any more."""
    path = run_file(tmp_path / "a.run", GOOD)
    run = saved(store, path, "a")
    path.unlink()
    with workbench.client(store) as browser:
        page = browser.get(f"/suite/small/item?id=2&run={run}").text
    assert "2 analyses, number 1 is right" in page


def test_phenomena_of_a_suite(shown: Shown, command: CommandLine) -> None:
    """Coverage by the phenomena that the items name, as suite score --by phenomenon."""
    page = shown.browser.get(f"/phenomena/{shown.old}").text
    assert "relative-clause" in page
    done = command(
        "suite",
        "score",
        f"old={shown.folder / 'old.run'}",
        "--by",
        "phenomenon",
        "--output",
        "json",
    )
    assert shown.browser.get(f"/phenomena/{shown.old}?as=json").json() == json.loads(done.out)


def test_a_read_only_server_tells_no_folders(tmp_path: Path, store: str) -> None:
    """The parser is shown without the place where somebody has it."""
    parser = "command(run='/home/ann/bin/parse -q')"
    run = saved(store, run_file(tmp_path / "a.run", GOOD, parser), "a")
    paths = "/suites", "/suite/small", "/suite/small?as=json", "/suite/small?as=csv"
    with workbench.client(store, read_only=True) as browser:
        for path in (*paths, f"/phenomena/{run}?as=json", f"/phenomena/{run}?as=csv"):
            found = browser.get(path).text
            assert "ann/bin" not in found, path
            assert "parse -q" in found, path
    with workbench.client(store) as browser:
        assert "/home/ann/bin/parse -q" in browser.get("/suite/small?as=json").text


def test_a_run_of_a_suite_leads_to_its_history(shown: Shown) -> None:
    assert f'href="/suite/{"ab" * 6}"' in shown.browser.get(f"/run/{shown.old}").text
