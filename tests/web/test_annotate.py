"""Annotating over HTTP: who may see what, saving, telling, and what is refused."""

import json
import re
from urllib.parse import quote

import pytest

from annotating import TREES, answered, project_of
from hostile_strings import ATTACK, HOSTILE
from karat.store import open_store
from karat.store.annotations import answers, projects
from workbench import HOME, client, csrf, post


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'store.db'}"


@pytest.fixture
def pilot(url):
    """A project with two annotators and an adjudicator, and their keys."""
    with open_store(url) as store:
        return project_of(store)


def entered(url, project, key, **settings):
    """A browser that has opened somebody's link."""
    browser = client(url, **settings)
    answer = post(browser, f"/annotate/{project.id}/enter", {"key": key}, follow_redirects=False)
    assert answer.status_code == 303
    return browser


def send(browser, path, content, **headers):
    """What a script of the page sends."""
    usual = {
        "x-csrf": csrf(browser), "origin": HOME, "sec-fetch-site": "same-origin",
        "accept": "application/json", "content-type": "application/json",
    }  # fmt: skip
    # In ASCII, so that anything can be sent.
    return browser.post(path, content=json.dumps(content), headers={**usual, **headers})


def data_of(page):
    """The data that a page gives to its script."""
    return json.loads(re.search(r'id="data">(.*?)</script>', page.text, re.DOTALL)[1])


def accepted(data):
    """The answer of somebody who accepts everything."""
    rows = [{**row, "state": "accepted"} for row in data["stored"]["answer"]["rows"]]
    return {"rows": rows, "note": "", "done": True}


def test_a_link_lets_its_owner_in_and_nobody_else(url, pilot):
    """The key comes in the body of a form, so that no log has it; a wrong one opens nothing."""
    project, keys = pilot
    browser = client(url)
    assert browser.get(f"/annotate/{project.id}/1").status_code == 403
    wrong = post(browser, f"/annotate/{project.id}/enter", {"key": keys["ann"][:-1]})
    assert wrong.status_code == 403
    answer = post(
        browser, f"/annotate/{project.id}/enter", {"key": keys["ann"]}, follow_redirects=False
    )
    cookie = answer.headers["set-cookie"]
    assert all(
        part in cookie for part in ("HttpOnly", "SameSite=strict", f"Path=/annotate/{project.id}")
    )
    assert browser.get(f"/annotate/{project.id}/1").status_code == 200


ADDRESSES = ("", "/1", "/1/data", "/1/next", "/export", "/agreement")


@pytest.mark.parametrize("path", ADDRESSES)
@pytest.mark.parametrize("who", [2, 3])
def test_another_persons_addresses_are_closed(url, pilot, who, path):
    """Ann's key opens neither Bob's pages nor the adjudicator's."""
    project, keys = pilot
    with open_store(url) as store:
        answered(store, project, "bob", 1)
    ann = entered(url, project, keys["ann"])
    answer = ann.get(f"/annotate/{project.id}/{who}{path}")
    assert answer.status_code == 403
    assert "ncsubj" not in answer.text


@pytest.mark.parametrize("action", ["save", "here"])
@pytest.mark.parametrize("who", [2, 3])
def test_nobody_writes_at_another_desk(url, pilot, who, action):
    """Nothing is saved there."""
    project, keys = pilot
    ann = entered(url, project, keys["ann"])
    content = {"base": 0, "action": "edit", "answer": {"rows": []}, "tab": "12345678"}
    assert send(ann, f"/annotate/{project.id}/{who}/1/{action}", content).status_code == 403
    with open_store(url) as store:
        assert answers.states(store, project) == {}


def test_the_second_annotator_never_sees_the_first(url, pilot):
    """Nothing that Bob can ask for has what Ann has added or noted."""
    project, keys = pilot
    ann, bob = (entered(url, project, keys[name]) for name in ("ann", "bob"))
    home = f"/annotate/{project.id}"
    answer = accepted(data_of(ann.get(f"{home}/1/1")))
    answer["note"] = "a remark of the first"
    saved = send(ann, f"{home}/1/1/save", {"base": 0, "action": "edit", "answer": answer})
    assert saved.json()["stored"]["version"] == 1
    send(ann, f"{home}/1/1/here", {"tab": "window-of-ann"})
    everything = [bob.get(f"{home}/2{path}").text for path in ADDRESSES]
    everything += [
        bob.get(f"{home}/2/export?of=ann").text,
        bob.get(home).text,
        bob.get("/annotate").text,
    ]
    everything.append(send(bob, f"{home}/2/1/here", {"tab": "window-of-bob"}).text)
    assert not any("a remark of the first" in text for text in everything)
    assert data_of(bob.get(f"{home}/2/1"))["stored"]["version"] == 0
    assert data_of(bob.get(f"{home}/2/1"))["done"] == 0
    assert json.loads(everything[-1]) == {"version": 0, "others": []}
    assert bob.get(f"{home}/2/export?of=ann").status_code == 403
    assert bob.get(f"{home}/2/agreement").status_code == 403


def test_a_save_over_a_newer_version_gives_back_the_newer_one(url, pilot):
    """Two windows of Ann: the second one is told, and nothing is overwritten."""
    project, keys = pilot
    ann = entered(url, project, keys["ann"])
    home = f"/annotate/{project.id}/1/1"
    first = {"rows": [], "note": "first", "done": False}
    assert (
        send(ann, f"{home}/save", {"base": 0, "action": "edit", "answer": first}).status_code == 200
    )
    second = send(
        ann, f"{home}/save", {"base": 0, "action": "edit", "answer": {**first, "note": "second"}}
    ).json()
    assert (second["newer"]["answer"]["note"], second["newer"]["author"]) == ("first", "ann")
    assert ann.get(f"{home}/data").json()["stored"]["answer"]["note"] == "first"


def test_undo_and_redo_are_there_after_a_reload(url, pilot):
    """They are kept by the server, not by the page."""
    project, keys = pilot
    home = f"/annotate/{project.id}/1/1"
    ann = entered(url, project, keys["ann"])
    send(ann, f"{home}/save", {"base": 0, "action": "edit", "answer": {"rows": [], "note": "x"}})
    again = entered(url, project, keys["ann"])
    stored = data_of(again.get(home))["stored"]
    assert (stored["undo"], stored["redo"]) == (True, False)
    undone = send(again, f"{home}/save", {"base": 1, "action": "undo"}).json()["stored"]
    assert (undone["answer"]["note"], len(undone["answer"]["rows"]), undone["redo"]) == (
        "",
        4,
        True,
    )
    assert (
        send(again, f"{home}/save", {"base": 2, "action": "redo"}).json()["stored"]["answer"][
            "note"
        ]
        == "x"
    )


def test_an_item_with_undecided_rows_is_not_done(url, pilot):
    """The script is told why, and nothing is saved."""
    project, keys = pilot
    ann = entered(url, project, keys["ann"])
    home = f"/annotate/{project.id}/1/1"
    rows = data_of(ann.get(home))["stored"]["answer"]["rows"]
    said = send(
        ann, f"{home}/save", {"base": 0, "action": "edit", "answer": {"rows": rows, "done": True}}
    ).json()
    assert said == {"refused": "4 rows are undecided: accept or reject them"}
    assert ann.get(f"{home}/data").json()["stored"]["version"] == 0


def test_two_windows_at_one_item_are_told_at_once(url, pilot):
    """The second hears of the first when it opens, and the first with its next sign."""
    project, keys = pilot
    ann = entered(url, project, keys["ann"])
    home = f"/annotate/{project.id}/1/1"
    assert send(ann, f"{home}/here", {"tab": "window-1"}).json()["others"] == []
    assert send(ann, f"{home}/here", {"tab": "window-2"}).json()["others"] == ["you"]
    assert send(ann, f"{home}/here", {"tab": "window-1"}).json()["others"] == ["you"]
    send(ann, f"{home}/here", {"tab": "window-2", "leaving": True})
    assert send(ann, f"{home}/here", {"tab": "window-1"}).json()["others"] == []


def test_two_adjudicators_at_one_item_are_told_by_name_and_share_their_answer(url):
    """Who saves second gets the answer of the first."""
    with open_store(url) as store:
        project, keys = project_of(store, adjudicators=("zoe", "max"))
        answered(store, project, "ann", 1)
        answered(store, project, "bob", 1, without=(0,))
    zoe, other = (entered(url, project, keys[name]) for name in ("zoe", "max"))
    home = f"/annotate/{project.id}"
    send(zoe, f"{home}/3/1/here", {"tab": "window-z"})
    assert send(other, f"{home}/4/1/here", {"tab": "window-m"}).json()["others"] == ["zoe"]
    answer = accepted(data_of(zoe.get(f"{home}/3/1")))
    send(zoe, f"{home}/3/1/save", {"base": 0, "action": "edit", "answer": answer})
    told = send(
        other, f"{home}/4/1/save", {"base": 0, "action": "edit", "answer": {"rows": []}}
    ).json()
    assert (told["newer"]["author"], told["newer"]["answer"]["done"]) == ("zoe", True)
    assert send(other, f"{home}/4/1/here", {"tab": "window-m"}).json()["version"] == 1


def test_the_adjudicator_gets_what_both_say_once_both_are_done(url, pilot):
    """Before that, the page says who is missing, and saving is refused."""
    project, keys = pilot
    zoe = entered(url, project, keys["zoe"])
    home = f"/annotate/{project.id}/3/1"
    with open_store(url) as store:
        answered(store, project, "ann", 1)
    assert data_of(zoe.get(home))["waiting"] == ["bob"]
    assert "ncsubj" not in str(data_of(zoe.get(home))["stored"])
    assert (
        send(zoe, f"{home}/save", {"base": 0, "action": "edit", "answer": {"rows": []}}).status_code
        == 409
    )
    with open_store(url) as store:
        answered(store, project, "bob", 1, without=(0,))
    data = data_of(zoe.get(home))
    assert [
        (row["label"], row["by"]) for row in data["stored"]["answer"]["rows"] if row["dispute"]
    ] == [("ncsubj", ["ann"])]
    assert (
        send(
            zoe, f"{home}/save", {"base": 0, "action": "edit", "answer": accepted(data)}
        ).status_code
        == 200
    )
    assert b"ncsubj(give, Kim, _)" in zoe.get(f"/annotate/{project.id}/3/export").content


def test_an_adjudicator_is_told_if_an_annotator_changes_a_decided_item(url, pilot):
    """The decision stays; the page says that its basis has changed."""
    project, keys = pilot
    zoe = entered(url, project, keys["zoe"])
    home = f"/annotate/{project.id}/3/1"
    with open_store(url) as store:
        answered(store, project, "ann", 1)
        answered(store, project, "bob", 1)
    data = data_of(zoe.get(home))
    assert (
        send(zoe, f"{home}/save", {"base": 0, "action": "edit", "answer": accepted(data)}).json()[
            "changed"
        ]
        is False
    )
    with open_store(url) as store:
        answered(store, project, "bob", 1, without=(1,))
    later = data_of(zoe.get(home))
    assert (later["changed"], later["stored"]["answer"]["done"]) == (True, True)


def test_the_page_of_agreement_has_the_figures_of_karat_agree(url, pilot, tmp_path):
    """The same numbers as for the exported files, in JSON."""
    from karat.analysis.layer_agreement import layer_agreement
    from karat.formats import read

    project, keys = pilot
    with open_store(url) as store:
        for item in (1, 2, 3):
            answered(store, project, "ann", item)
            answered(store, project, "bob", item, without=(item - 1,))
    zoe = entered(url, project, keys["zoe"])
    found = zoe.get(f"/annotate/{project.id}/3/agreement?as=json").json()
    banks = []
    for name in ("ann", "bob"):
        path = tmp_path / f"{name}.gr"
        path.write_bytes(zoe.get(f"/annotate/{project.id}/3/export?of={name}").content)
        banks.append(read(path))
    wanted = layer_agreement(banks)
    pair = wanted.pairs[0, 1]
    assert found["mean"] == pytest.approx(wanted.mean)
    assert 0.5 < found["mean"] < 1
    assert (found["pairs"][0]["first"], found["pairs"][0]["shared"]) == (pair.first, pair.shared)
    assert "ann – bob" in zoe.get(f"/annotate/{project.id}/3/agreement").text


def test_a_project_is_made_in_the_browser_from_a_file_or_from_sentences(url):
    """The page shows each link once."""
    browser = client(url)
    people = {"annotators": "ann, bob", "adjudicators": "zoe"}
    made = post(
        browser,
        "/annotate/new",
        {"name": "one", "kind": "gr", **people},
        files={"file": ("t.mrg", TREES)},
    )
    assert len(re.findall(r"/annotate/[0-9a-z]{10}#[\w-]{32}\"", made.text)) == 3
    made = post(
        browser,
        "/annotate/new",
        {"name": "two", "kind": "phenomena", "text": "It rains .\n", **people},
    )
    assert made.status_code == 200
    listed = browser.get("/annotate").text
    assert "one" in listed
    assert "two" in listed
    assert "#" not in re.search(r"<tbody>.*</tbody>", listed, re.DOTALL)[0]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": ""}, "cannot be the name of a project"),
        ({"text": ""}, "choose a file"),
        ({"kind": "trees"}, "kind of project"),
        ({"annotators": ""}, "at least one annotator"),
        ({"kept": "f" * 64, "text": ""}, "choose a file"),
        ({"kept": "../../etc/passwd", "text": ""}, "choose a file"),
    ],
)
def test_a_form_that_makes_no_sense_comes_back_with_one_sentence(url, fields, said):
    """And what was typed is still in it."""
    browser = client(url)
    given = {
        "name": "one",
        "kind": "gr",
        "text": "It rains .",
        "annotators": "ann",
        "adjudicators": "",
        **fields,
    }
    answer = post(browser, "/annotate/new", given)
    assert answer.status_code == 400
    assert said in answer.text


@pytest.mark.parametrize(
    "content",
    [
        None, [], {}, {"base": "0"}, {"base": True, "action": "undo"}, {"base": 0, "action": "drop"},
        {"base": 0, "action": "edit"}, {"base": 0, "action": "edit", "answer": {"rows": [1]}},
        {"base": 0, "action": "edit", "answer": {"rows": [{"label": "x", "state": "maybe"}]}},
        {"base": 0, "action": "edit", "answer": {"rows": [{"label": "x" * 501, "state": "accepted"}]}},
        {"base": 0, "action": "edit", "answer": {"rows": [], "note": "x" * 4001}},
        {"base": 0, "action": "edit", "answer": {"rows": [{"state": "accepted", "head_at": 1.5}]}},
        {"base": 0, "action": "edit", "answer": {"rows": [{"label": "x", "state": "accepted"}] * 1001}},
    ],
)  # fmt: skip
def test_what_is_no_answer_is_refused(url, pilot, content):
    """With a sentence, not with an error of the server; nothing is saved."""
    project, keys = pilot
    ann = entered(url, project, keys["ann"])
    found = send(ann, f"/annotate/{project.id}/1/1/save", content)
    assert found.status_code == 400
    assert found.json()["error"]
    with open_store(url) as store:
        assert answers.states(store, project) == {}


def test_saving_needs_the_token_of_the_page(url, pilot):
    """Another site cannot save for an annotator whose browser is logged in."""
    project, keys = pilot
    ann = entered(url, project, keys["ann"])
    content = {"base": 0, "action": "edit", "answer": {"rows": []}}
    assert (
        send(ann, f"/annotate/{project.id}/1/1/save", content, **{"x-csrf": "0" * 64}).status_code
        == 403
    )
    assert (
        send(
            ann, f"/annotate/{project.id}/1/1/save", content, origin="http://evil.example"
        ).status_code
        == 403
    )


def test_attack_strings_are_text_wherever_they_are_typed(url):
    """In notes, slots, names and sentences; they are saved, shown and exported as text."""
    with open_store(url) as store:
        project, keys = project_of(store, b"Dogs bark .\n", source="text.txt")
    ann = entered(url, project, keys["ann"])
    home = f"/annotate/{project.id}/1/1"
    version = 0
    for attack in HOSTILE.values():
        row = {
            "label": attack[:500],
            "head": attack[:500],
            "dependent": attack[:500],
            "state": "accepted",
        }
        answer = {"rows": [row], "note": attack[:4000], "done": False}
        found = send(ann, f"{home}/save", {"base": version, "action": "edit", "answer": answer})
        assert found.status_code in (200, 400), attack
        version += found.status_code == 200
        attack = attack.encode("utf-8", "replace").decode()  # which is all that a form can send
        page = ann.get(home)
        assert page.status_code == 200
        assert f"<script>{ATTACK}" not in page.text
        assert ann.get(f"/annotate/{project.id}/1/{quote(attack, safe='')}").status_code in (
            400,
            404,
        )
        made = post(
            ann,
            "/annotate/new",
            {"name": attack, "kind": "gr", "annotators": attack, "text": attack},
        )
        assert made.status_code in (200, 400), attack
        assert f"<script>{ATTACK}" not in made.text
        assert ann.get("/annotate").status_code == 200
    assert version > 20


def test_a_read_only_server_shows_projects_and_changes_nothing(url, pilot):
    """Nobody can enter, make a project or save."""
    project, keys = pilot
    browser = client(url, read_only=True)
    assert browser.get("/annotate").status_code == 200
    assert "<form" not in browser.get("/annotate/new").text
    headers = {"origin": HOME, "sec-fetch-site": "same-origin"}
    answer = browser.post(
        f"/annotate/{project.id}/enter", data={"key": keys["ann"]}, headers=headers
    )
    assert answer.status_code == 403


@pytest.mark.parametrize("path", ["0", "4", "99999999999999999999", "-1", "x"])
def test_items_that_are_not_there_are_a_page_that_says_so(url, pilot, path):
    """404, whatever the number."""
    project, keys = pilot
    ann = entered(url, project, keys["ann"])
    assert ann.get(f"/annotate/{project.id}/1/{path}").status_code == 404
    assert ann.get(f"/annotate/{'x' * 10}/1/1").status_code == 404


def test_the_page_says_that_it_needs_javascript(url, pilot):
    """In a noscript element."""
    project, keys = pilot
    page = entered(url, project, keys["ann"]).get(f"/annotate/{project.id}/1/1").text
    assert re.search("<noscript>.*needs JavaScript", page)


def test_the_next_open_item_follows_and_then_the_list(url, pilot):
    """Done items are skipped; behind the last one it begins again."""
    project, keys = pilot
    ann = entered(url, project, keys["ann"])
    home = f"/annotate/{project.id}/1"
    with open_store(url) as store:
        answered(store, project, "ann", 2)
    where = [
        ann.get(f"{home}/{n}/next", follow_redirects=False).headers["location"] for n in (1, 3)
    ]
    assert where == [f"{home}/3", f"{home}/1"]
    with open_store(url) as store:
        for item in (1, 3):
            answered(store, project, "ann", item)
    assert ann.get(f"{home}/1/next", follow_redirects=False).headers["location"] == home


def test_the_drawing_has_the_states_of_the_relations_and_no_style_of_its_own(url, pilot):
    """The content security policy forbids inline style."""
    project, keys = pilot
    with open_store(url) as store:
        answered(store, project, "ann", 1, without=(1,), done=False)
        item = projects.items(store, project, [1])[0]
    assert len(item.proposals) == 4
    svg = data_of(entered(url, project, keys["ann"]).get(f"/annotate/{project.id}/1/1"))["svg"]
    assert svg.count('<g class="accepted">') == 2 * 3, "an arc and its label for each"
    assert "<style" not in svg
    assert " style=" not in svg
