"""Upload and score in the browser: the figures and messages are those of the command line."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import workbench
from command_line import CommandLine
from databases import both_databases
from karat.store import open_store
from stored_runs import new_run, small_run
from uploading import GOLD, SYSTEM, ended, scored, send


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The store of the server that all tests of this module share."""
    return f"sqlite:///{tmp_path_factory.mktemp('upload') / 'runs.db'}"


@pytest.fixture(scope="module")
def browser(place: str) -> Iterator[TestClient]:
    with workbench.client(place) as found:
        yield found


def test_the_figures_are_those_of_the_command_line(
    browser: TestClient, place: str, command: CommandLine
) -> None:
    """Two systems under two schemes; the run has the names that the user gave."""
    command.write("gold.mrg", GOLD)
    command.write("a.mrg", SYSTEM)
    command.write("b.mrg", GOLD)
    run = scored(
        browser, ("gold.mrg", GOLD), ("a.mrg", SYSTEM), ("b.mrg", GOLD), name_1="first", name="monday",
        tags="one, two", scheme=["evalb", "flat"],
    )  # fmt: skip
    done = command(
        "score", "gold.mrg", "first=a.mrg", "b.mrg", "-s", "evalb", "-s", "flat", "--output", "json",
        "--interval", "--samples", "1000",
    )  # fmt: skip
    expected = json.loads(done.out)
    with open_store(place) as store:
        found = store.run(run)
        assert found.document == expected
        assert [one.measures for one in found.entries] == [
            one["measures"] for one in expected["results"]
        ]
    assert (found.line.name, found.line.tags) == ("monday", ["one", "two"])
    assert [(one.role, one.name, one.path) for one in found.files] == [
        ("gold", "gold.mrg", "gold.mrg"), ("system", "first", "a.mrg"), ("system", "b.mrg", "b.mrg"),
    ]  # fmt: skip
    assert (
        found.line.command
        == "karat score gold.mrg first=a.mrg b.mrg=b.mrg --scheme evalb --scheme flat"
    )


def test_the_usual_scheme_is_chosen_by_gold(browser: TestClient, place: str) -> None:
    run = scored(browser, ("gold.mrg", GOLD), ("a.mrg", SYSTEM))
    with open_store(place) as store:
        assert store.run(run).line.schemes == ["evalb(params=collins)"]


def test_what_to_do_with_sentences_that_fail(browser: TestClient, place: str) -> None:
    """Chosen for all schemes; the run's command says it."""
    run = scored(browser, ("g.mrg", GOLD), ("a.mrg", SYSTEM), scheme="evalb", failed="empty")
    with open_store(place) as store:
        found = store.run(run)
    assert found.line.schemes == ["evalb(failed=empty)"]
    assert "--scheme 'evalb(failed=empty)'" in found.line.command


def test_a_job_leads_to_its_run(browser: TestClient) -> None:
    """Its page by a redirect, its state by a header that htmx follows."""
    answer = send(browser, ("gold.mrg", GOLD), ("a.mrg", SYSTEM), name="led")
    waiting = browser.get(f"{answer.headers['location']}/state")
    assert 'hx-trigger="every 1s"' in waiting.text
    run = ended(browser, answer)["result"]["run"]
    page = browser.get(answer.headers["location"], follow_redirects=False)
    assert (page.status_code, page.headers["location"]) == (303, f"/run/{run}")
    state = browser.get(f"{answer.headers['location']}/state")
    assert state.headers["hx-redirect"] == f"/run/{run}"
    assert "hx-trigger" not in state.text


def test_gold_from_the_store_is_the_same_board(browser: TestClient, place: str) -> None:
    """A second system is scored against a gold that an earlier run has kept."""
    first = scored(browser, ("again.mrg", GOLD + GOLD), ("a.mrg", SYSTEM + SYSTEM), scheme="evalb")
    with open_store(place) as store:
        entry = store.run(first).entries[0]
        board = next(one for one in store.boards() if one.id == entry.board)
    page = browser.get(f"/upload?board={board.id}").text
    assert f'<option value="{board.gold_sha256}" selected>again.mrg' in page
    assert '<input type="checkbox" name="scheme" value="evalb" checked>' in page
    answer = send(browser, None, ("b.mrg", GOLD + GOLD), stored=board.gold_sha256, scheme="evalb")
    run = ended(browser, answer)["result"]["run"]
    with open_store(place) as store:
        assert store.run(run).entries[0].board == board.id
        assert store.run(run).entries[0].measures["f1"] == 1.0


def test_a_message_has_the_place_in_the_users_file(
    browser: TestClient, command: CommandLine
) -> None:
    """The same text as on the command line, with the name of the user's file and not of ours."""
    wrong = "1\tthe\t_\t_\t_\t_\t7\tdet\t_\t_\n\n"
    right = "1\tthe\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    command.write("gold.conllu", right)
    command.write("wrong.conllu", wrong)
    said = command("score", "gold.conllu", "wrong.conllu").err
    found = ended(browser, send(browser, ("gold.conllu", right), ("wrong.conllu", wrong)))
    assert found["state"] == "failed"
    assert "wrong.conllu:1:15: a head that is not a word" in found["message"]
    assert found["message"] == said.removeprefix("karat: ").rstrip("\n")


def test_a_failed_job_shows_its_message_as_text(browser: TestClient) -> None:
    answer = send(browser, ("<b>.mrg", "nothing"), ("a.mrg", SYSTEM))
    assert ended(browser, answer)["state"] == "failed"
    page = browser.get(answer.headers["location"]).text
    assert "&lt;b&gt;.mrg: this looks like none of the formats" in page
    assert "<b>.mrg" not in page


@pytest.mark.parametrize("gold, systems, fields, said", [
    (None, [("a", SYSTEM)], {}, "gold is missing"),
    (("g", GOLD), [], {}, "the file of a system is missing"),
    (("g", GOLD), [("a", SYSTEM), ("b", SYSTEM)], {"name_1": "x", "name_2": "x"}, "two systems are called x"),
    (("g", GOLD), [("a", SYSTEM)], {"scheme": "evalb(params=/etc/passwd)"}, "there is no scheme"),
    (("g", GOLD), [("a", SYSTEM)], {"format": "iob(tagging=/etc/passwd)"}, "there is no format"),
    (("g", GOLD), [("a", SYSTEM)], {"name": "x" * 201}, "use 200 at most"),
    (("g", GOLD), [("a", SYSTEM)], {"failed": "drop,params=/etc/passwd"}, "there is no policy"),
    (None, [("a", SYSTEM)], {"stored": "0" * 64}, "gold is missing"),
    (None, [("a", SYSTEM)], {"stored": "../../etc/passwd"}, "gold is missing"),
])  # fmt: skip
def test_a_form_that_makes_no_sense(
    browser: TestClient, gold: Any, systems: Any, fields: dict[str, str], said: str
) -> None:
    """It is shown again with what was typed and one message; nothing is begun."""
    answer = send(browser, gold, *systems, tags="kept-tag", **fields)
    assert answer.status_code == 400
    assert said in answer.text
    assert 'value="kept-tag"' in answer.text


def test_compressed_files_are_scored_as_their_content(browser: TestClient, place: str) -> None:
    packed = gzip.compress(GOLD.encode())
    run = scored(browser, ("gold.mrg.gz", packed), ("a.mrg", SYSTEM), scheme="evalb")
    plain = scored(browser, ("gold.mrg", GOLD), ("a.mrg", SYSTEM), scheme="evalb")
    with open_store(place) as store:
        both = [store.run(one).entries[0] for one in (run, plain)]
    assert both[0].board == both[1].board
    assert both[0].measures == both[1].measures


def test_two_uploads_of_one_name_at_the_same_time(browser: TestClient, place: str) -> None:
    """Both are saved; the name leads to the newest."""
    answers = [send(browser, ("g.mrg", GOLD), ("a.mrg", SYSTEM), name="twins") for _ in range(2)]
    runs = {ended(browser, one)["result"]["run"] for one in answers}
    assert len(runs) == 2
    with open_store(place) as store:
        assert {one.id for one in store.runs(text="twins")} == runs


@pytest.mark.parametrize("head, name, usual, some", [
    (GOLD, "gold.mrg", "evalb(params=collins)", "leafancestor"),
    ("1\tIt\tit\tPRON\t_\t_\t0\troot\t_\t_\n\n", "gold.conllu", "conll18", "deps"),
])  # fmt: skip
def test_which_schemes_fit(
    browser: TestClient, head: str, name: str, usual: str, some: str
) -> None:
    """By the first bytes of gold, before anything is uploaded."""
    token = workbench.csrf(browser)
    headers = {"X-CSRF": token, "origin": workbench.HOME}
    found = browser.post(f"/upload/fit?name={name}", content=head, headers=headers).json()
    assert found["usual"] == usual
    assert {usual, some} <= set(found["fitting"])
    said = browser.post("/upload/fit?name=x.txt", content="no such", headers=headers).json()
    assert said["error"].startswith("x.txt: this looks like none of the formats")


def test_a_read_only_server_takes_nothing(store: str) -> None:
    with workbench.client(store, read_only=True) as browser:
        page = browser.get("/upload").text
        assert "<form" not in page
        assert 'href="/upload"' not in page
        answer = browser.post(
            "/upload", files={"gold": ("g", GOLD)}, headers={"origin": workbench.HOME}
        )
        assert answer.status_code == 403


def test_nothing_is_left_of_the_files(browser: TestClient) -> None:
    """The folder of a job is gone when its job is over."""
    scored(browser, ("gold.mrg", GOLD), ("a.mrg", SYSTEM))
    jobs = browser.app.state.jobs  # type: ignore[attr-defined]
    assert [one.name for one in jobs._workspace.path.iterdir()] == ["lock"]


@both_databases
def test_both_databases(store_url: str) -> None:
    """The process of the job opens the same store as the server."""
    with workbench.client(store_url) as browser:
        run = scored(browser, ("g.mrg", GOLD), ("a.mrg", SYSTEM), name="monday")
        assert f'<option value="{browser.app.state.store.boards()[0].gold_sha256}"' in (  # type: ignore[attr-defined]
            browser.get("/upload").text
        )
        assert browser.get(f"/run/{run}").status_code == 200


def test_real_parses(
    browser: TestClient, place: str, treebanks: Path, command: CommandLine
) -> None:
    """Hundreds of sentences of two parsers, of which some fail: the notes are those of the command line."""
    folder = treebanks / "gum-news"
    names = ("gold.mrg", "benepar.mrg", "stanza.mrg")
    gold, *systems = [(name, (folder / name).read_bytes()) for name in names]
    run = scored(browser, gold, *systems, scheme=["evalb(params=collins)", "deps"])
    for name in names:
        command.write(name, (folder / name).read_bytes())
    done = command(
        "score", *names, "-s", "evalb(params=collins)", "-s", "deps", "--output", "json", "--interval",
        "--samples", "1000",
    )  # fmt: skip
    with open_store(place) as store:
        found = store.run(run).document["results"]
    expected = json.loads(done.out)["results"]
    for ours, theirs in zip(found, expected, strict=True):
        assert list(numbers(ours)) == pytest.approx(list(numbers(theirs)), rel=1e-12, nan_ok=True)
        assert {one: ours[one] for one in EXACT} == {one: theirs[one] for one in EXACT}


# Means over sentences are sums of floating-point numbers, whose last bit may differ between two runs.
EXACT = ("system", "scheme", "signature", "counts", "sentences", "reasons", "notes")


def numbers(result: dict[str, Any]) -> Iterator[float]:
    """All figures of a result and the ends of their intervals."""
    yield from result["measures"].values()
    for ends in result["intervals"].values():
        yield from ends


def test_only_golds_that_are_kept_are_offered(store: str, tmp_path: Path) -> None:
    """A gold of which the store has only the place and the hash cannot be scored against."""
    whole = small_run(tmp_path / "kept")
    place = tmp_path / "other.mrg"
    place.write_text("(S (NP (NNS hedgehogs)) (VP (VBP sleep)))\n")
    other = new_run(place, {"other": place})
    bare = replace(other, files=[replace(one, content=None) for one in other.files])
    with open_store(store) as opened:
        for one in (whole, bare):
            opened.save(one)
        golds = {one.gold_sha256 for one in opened.boards()}
        kept = opened.kept(golds)
    assert len(golds) == 2
    assert kept == {one.sha256 for one in whole.files if one.role == "gold"}
    with workbench.client(store) as browser:
        shown = browser.get("/upload").text
    assert [one in shown for one in sorted(golds)] == [one in kept for one in sorted(golds)]
