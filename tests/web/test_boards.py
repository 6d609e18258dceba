"""Leaderboards in the browser: what is on them, in which order, and what programs get."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from karat.store import open_store
from web import seeding
from workbench import client


@pytest.fixture(scope="module")
def made() -> seeding.Seed:
    # With this number both systems fail on one sentence.
    return seeding.seed(120, number=25)


@pytest.fixture(scope="module")
def url(made: seeding.Seed, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with 45 runs of 8 systems on one board."""
    place = f"sqlite:///{tmp_path_factory.mktemp('boards')}/runs.db"
    with open_store(place) as store:
        for one in seeding.runs(made, 45, kept=1):
            store.save(one)
    return place


@pytest.fixture
def browser(url: str) -> Iterator[TestClient]:
    with client(url) as found:
        yield found


def board_id(browser: TestClient) -> str:
    return str(browser.get("/?as=json").json()["boards"][0]["id"])


def rows(text: str) -> list[list[str]]:
    """The cells of the rows of the first table of a page, as text."""
    table = re.search("<tbody>(.*?)</tbody>", text, re.DOTALL)
    assert table is not None
    return [
        [" ".join(re.sub("<[^>]*>", " ", cell).split())
         for cell in re.findall("<t[hd].*?</t[hd]>", row, re.DOTALL)]
        for row in re.findall("<tr>(.*?)</tr>", table[1], re.DOTALL)
    ]  # fmt: skip


def test_an_empty_store_says_what_to_type(tmp_path: Path) -> None:
    with client(f"sqlite:///{tmp_path}/empty.db") as browser:
        assert "karat score gold.mrg system.mrg --save first" in browser.get("/").text
        assert "karat score gold.mrg system.mrg --save first" in browser.get("/runs").text
        assert browser.get("/?as=json").json()["boards"] == []


def test_boards_are_listed_by_gold_with_best_and_number_of_entries(browser: TestClient) -> None:
    (found,) = browser.get("/?as=json").json()["boards"]
    entries = browser.get(f"/board/{found['id']}?as=json").json()["entries"]
    best = max(one["measures"]["f1"] for one in entries)
    assert (found["gold"], found["entries"], found["best"]) == ("gold.mrg", 45, best)
    (row,) = rows(browser.get("/").text)
    assert row[:3] == ["evalb(failed=empty)", f"{100 * best:.2f} f1", "45"]


def test_two_golds_are_two_groups(made: seeding.Seed, tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/two.db") as store:
        for some in (made, seeding.seed(40, number=2)):
            store.save(seeding.mixed(some, "one", np.ones(len(some.lines[0]), bool)))
    with client(f"sqlite:///{tmp_path}/two.db") as browser:
        text = browser.get("/").text
        assert text.count('<section class="gold">') == 2
        assert len(browser.get("/?as=json").json()["boards"]) == 2


def test_a_board_has_the_best_first_20_a_page(browser: TestClient) -> None:
    board = board_id(browser)
    found = [rows(browser.get(f"/board/{board}?page={page}").text) for page in (1, 2, 3)]
    assert [len(page) for page in found] == [20, 20, 5]
    figures = [float(row[3].split()[0]) for page in found for row in page]
    assert figures == sorted(figures, reverse=True)
    entries = browser.get(f"/board/{board}?as=json").json()["entries"]
    exact = [one["measures"]["f1"] for one in entries]
    places = [1 + sum(other > one for other in exact) for one in exact]
    assert [int(row[1]) for page in found for row in page] == places
    assert [one["place"] for one in entries] == places
    assert browser.get(f"/board/{board}?page=4").status_code == 404


def test_the_place_is_that_on_the_board_whatever_is_shown(browser: TestClient) -> None:
    """Any system was at place 1 if it alone was asked for; equal entries share a place."""
    board = f"/board/{board_id(browser)}?as=json"
    entries = browser.get(board).json()["entries"]
    places = {one["id"]: one["place"] for one in entries}
    systems = {one["system"] for one in entries}
    mine = [browser.get(f"{board}&system={one}").json()["entries"] for one in systems]
    assert all(one["place"] == places[one["id"]] for some in mine for one in some)
    assert sum(some[0]["place"] == 1 for some in mine) == 1
    # Many entries have the same number of crossing brackets.
    for best in "", "&best=yes":
        found = browser.get(f"{board}&figure=crossing{best}").json()["entries"]
        values = [one["measures"]["crossing"] for one in found]
        assert [one["place"] for one in found] == [1 + sum(x < y for x in values) for y in values]
        assert len(set(values)) < len(values)


def test_a_lower_figure_is_better_where_the_scheme_says_so(browser: TestClient) -> None:
    """crossing counts brackets that cross: the fewer the better."""
    found = browser.get(f"/board/{board_id(browser)}?figure=crossing&as=json").json()["entries"]
    values = [one["measures"]["crossing"] for one in found]
    assert values == sorted(values)
    page = browser.get(f"/board/{board_id(browser)}?figure=crossing").text
    assert 'aria-sort="ascending"' in page
    assert "The lower crossing is, the better" in page


def test_every_row_says_over_how_many_sentences_its_figures_are(browser: TestClient) -> None:
    board = board_id(browser)
    entries = browser.get(f"/board/{board}?as=json").json()["entries"]
    shown = rows(browser.get(f"/board/{board}").text)
    for entry, row in zip(entries, shown, strict=False):
        assert row[6] == f"{entry['sentences']['scored']} of 120"
    assert any(entry["sentences"]["failed"] for entry in entries)


def test_dropped_sentences_are_said_on_the_board(tmp_path: Path) -> None:
    """With failed=drop, figures of different rows are over different sentences."""
    made = seeding.seed(400, "evalb", number=3)
    place = f"sqlite:///{tmp_path}/dropped.db"
    with open_store(place) as store:
        for at, first in enumerate((np.ones(400, bool), np.zeros(400, bool))):
            store.save(seeding.mixed(made, f"system-{at}", first, at))
    with client(place) as browser:
        board = board_id(browser)
        found = browser.get(f"/board/{board}?as=json").json()["entries"]
        assert any(one["sentences"]["failed"] for one in found)
        text = browser.get(f"/board/{board}?letters=now").text
        assert "not over the same ones" in text
        failed = len({*_failed(made, 0), *_failed(made, 1)})
        assert f"the {400 - failed} of 400 sentences that have a score for all systems" in text


def _failed(made: seeding.Seed, system: int) -> list[int]:
    return [at for at, line in enumerate(made.lines[system]) if not line]


def test_filters_by_text_tag_and_system(browser: TestClient) -> None:
    board = board_id(browser)

    def found(query: str) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = browser.get(f"/board/{board}?as=json&{query}").json()[
            "entries"
        ]
        return entries

    assert {one["system"] for one in found("system=greedy")} == {"greedy"}
    assert len(found("system=greedy")) == 5
    assert all("paper" in one["tags"] for one in found("tag=paper"))
    assert len(found("tag=paper")) == 11
    assert {one["run_name"] for one in found("text=BASELINE-8")} == {"baseline-8"}
    assert found("text=nobody") == []
    assert "No entry fits" in browser.get(f"/board/{board}?text=nobody").text


def test_only_the_best_entry_of_each_system(browser: TestClient) -> None:
    board = board_id(browser)
    every = browser.get(f"/board/{board}?as=json").json()["entries"]
    best = browser.get(f"/board/{board}?as=json&best=yes").json()["entries"]
    assert len(best) == 8
    for one in best:
        mine = [x["measures"]["f1"] for x in every if x["system"] == one["system"]]
        assert one["measures"]["f1"] == max(mine)


def test_csv_has_the_same_figures_as_json(browser: TestClient) -> None:
    board = board_id(browser)
    entries = browser.get(f"/board/{board}?as=json").json()["entries"]
    answer = browser.get(f"/board/{board}?as=csv")
    assert answer.headers["content-disposition"].startswith("attachment")
    table = list(csv.DictReader(io.StringIO(answer.text)))
    assert [float(row["f1"]) for row in table] == [one["measures"]["f1"] for one in entries]
    assert [float(row["f1 low"]) for row in table] == [one["intervals"]["f1"][0] for one in entries]
    assert [row["sentences_total"] for row in table] == ["120"] * 45


def test_letters_come_after_the_page_and_are_kept(tmp_path: Path) -> None:
    """Two systems of different quality have different letters, two equal ones the same."""
    made = seeding.seed(120)
    place = f"sqlite:///{tmp_path}/letters.db"
    with open_store(place) as store:
        for at, share in enumerate((1, 1, 0)):
            store.save(seeding.mixed(made, f"system-{at}", np.full(120, bool(share)), at))
    with client(place) as browser:
        board = board_id(browser)
        page = browser.get(f"/board/{board}").text
        asked = re.search('hx-get="([^"]*letters[^"]*)"', page)
        assert asked is not None
        assert "being computed" in page
        part = browser.get(asked[1].replace("&amp;", "&"), headers={"hx-request": "true"}).text
        marks = re.findall(r'hx-swap-oob="true">([a-z]+)</span>', part)
        assert marks == ["a", "a", "b"]
        assert "over 120 sentences, 10,000 permutations" in part
        later = browser.get(f"/board/{board}").text
        assert "being computed" not in later
        assert re.findall(r'class="letters" id="[^"]*">([a-z]+)</span>', later) == marks
        wanted = browser.get(f"/board/{board}?as=json&letters=now").json()
        assert [one["letters"] for one in wanted["entries"]] == marks


def test_notes_and_signatures_stand_below_the_table(browser: TestClient) -> None:
    text = browser.get(f"/board/{board_id(browser)}").text
    assert "punctuation scored as words" in text
    assert "evalb(failed=empty)|failed:empty|gold:" in text


def test_chosen_entries_lead_to_their_comparison_or_their_sentences(browser: TestClient) -> None:
    found = browser.get(f"/board/{board_id(browser)}?as=json").json()["entries"]
    a, b, c = (one["id"] for one in found[:3])

    def goes(query: str) -> str:
        answer = browser.get(f"/chosen?{query}", follow_redirects=False)
        assert answer.status_code == 303
        return str(answer.headers["location"])

    assert goes(f"entry={a}&entry={b}&to=against") == f"/against/{a}/{b}"
    assert goes(f"entry={a}&entry={b}&entry={c}") == f"/against?entry={a}&entry={b}&entry={c}"
    assert goes(f"entry={a}&entry={b}&to=sentences") == f"/sentences/{a}?with={b}"
    assert browser.get("/chosen?entry=//evil.example").status_code == 400
    assert "No entry was chosen" in browser.get("/chosen").text


@pytest.mark.parametrize("path", [
    "/board/000000000000", "/board/nonsense", "/board/..%2f..%2fetc", "/run/nothing123", "/run/0",
    "/against/aaaaaaaaaa.1/bbbbbbbbbb.1", "/against/x/y", "/history/000000000000",
])  # fmt: skip
def test_what_is_not_there_is_a_page_404(browser: TestClient, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 404
    assert "<h1>Not found</h1>" in answer.text


@pytest.mark.parametrize("query", ["figure=nonsense", "page=0", "page=-1", "page=1e9", "as=xml"])
def test_wrong_parameters_are_refused_with_a_reason(browser: TestClient, query: str) -> None:
    answer = browser.get(f"/board/{board_id(browser)}?{query}")
    assert answer.status_code == 400
    assert "Traceback" not in answer.text


def test_names_are_text_and_never_markup(made: seeding.Seed, tmp_path: Path) -> None:
    evil = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
    place = f"sqlite:///{tmp_path}/evil.db"
    with open_store(place) as store:
        run = store.save(seeding.mixed(made, evil, np.ones(120, bool)))
        store.save(seeding.mixed(made, "other", np.zeros(120, bool), 1))
        store.comment(run, evil, evil)
        store.tag(run, evil)
    with client(place) as browser:
        board = board_id(browser)
        a, b = (one["id"] for one in browser.get(f"/board/{board}?as=json").json()["entries"])
        for path in (
            "/", f"/board/{board}?letters=now", "/runs", f"/run/{run}", f"/against/{a}/{b}?now=yes",
            f"/history/{board}", f"/board/{board}?text={evil}", f"/runs?text={evil}",
        ):  # fmt: skip
            text = browser.get(path).text
            assert "<script>alert" not in text, path
            assert "<img src=x" not in text, path


def test_json_has_null_for_what_is_undefined(browser: TestClient) -> None:
    text = browser.get(f"/board/{board_id(browser)}?as=json").text
    json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} in JSON"))
