"""One sentence of saved runs: drawn on the server under any scheme that its files allow."""

import json
import re
import threading
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from command_line import CommandLine
from karat.engine.tallying import Files
from karat.files import resources
from karat.model.errors import UsageError
from karat.store import open_store
from karat.store.records import Entry
from karat.views import Views
from saved_files import new_run, saved
from workbench import client

GOLD = """(S (NP (DT the) (NN gardener)) (VP (VBD left)))
(S (NP (NNP Mara)) (VP (VBD mended) (NP (DT every) (NN engine) (PP (IN near) (NP (DT the) (NN harbour))))))
(S (NP (NNP Tobias)) (VP (VBD slept)))
"""
ONE = """(S (NP (DT the) (NN gardener)) (VP (VBD left)))
(S (NP (NNP Mara)) (VP (VBD mended) (NP (DT every) (NN engine)) (PP (IN near) (NP (DT the) (NN harbour)))))

"""
TWO = """(S (ADJP (DT the) (NN gardener)) (VP (VBD left)))
(S (NP (NNP Mara)) (VP (VP (VBD mended) (NP (DT every) (NN engine) (IN near))) (NP (DT the) (NN harbour))))
(S (NP (NNP Tobias)) (VP (VBD slept)))
"""
UD_GOLD = """# sent_id = mara-1
1\tMara\tMara\tPROPN\tNNP\t_\t2\tnsubj\t_\t_
2\tslept\tsleep\tVERB\tVBD\t_\t0\troot\t_\t_

# sent_id = mara-2
1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2\trained\train\tVERB\tVBD\t_\t0\troot\t_\t_
3\tagain\tagain\tADV\tRB\t_\t2\tadvmod\t_\t_

"""
# The same text as one sentence.
UD_JOINED = """1\tMara\tMara\tPROPN\tNNP\t_\t2\tnsubj\t_\t_
2\tslept\tsleep\tVERB\tVBD\t_\t0\troot\t_\t_
3\tIt\tit\tPRON\tPRP\t_\t4\tnsubj\t_\t_
4\trained\train\tVERB\tVBD\t_\t2\tparataxis\t_\t_
5\tagain\tagain\tADV\tRB\t_\t4\tadvmod\t_\t_

"""


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'runs.db'}"


@pytest.fixture
def entries(url: str, tmp_path: Path) -> list[Entry]:
    return saved(url, tmp_path, GOLD, {"one": ONE, "two": TWO}, ["evalb"])


@pytest.fixture
def browser(url: str, entries: list[Entry]) -> TestClient:
    return client(url)


def address(entries: list[Entry], number: int, query: str = "") -> str:
    others = "".join(f"&with={one.id}" for one in entries[1:])
    return f"/sentence/{entries[0].id}/{number}?wait=yes{others}{query}"


def drawing(text: str) -> str:
    found = re.search(r'<svg xmlns.*?class="karat-drawing".*?</svg>', text, re.DOTALL)
    assert found is not None, "there is no drawing"
    return found[0]


def test_a_sentence_is_drawn_with_all_systems(browser: TestClient, entries: list[Entry]) -> None:
    page = browser.get(address(entries, 2))
    assert page.status_code == 200
    svg = drawing(page.text)
    assert "system: one" in svg
    assert "system: two" in svg
    assert "PP attachment" in page.text
    assert "not what was saved" not in page.text


def test_what_crosses_gold_is_told(browser: TestClient, entries: list[Entry]) -> None:
    page = browser.get(address(entries, 2, "&scheme=flat"))
    crossing = "(NP every engine near the harbour): crossed by (VP mended every engine near)"
    assert crossing in page.text


def test_a_page_does_not_wait_long_for_its_drawing(
    browser: TestClient, entries: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Figures are there at once; the drawing comes as a part of the page."""
    monkeypatch.setattr("karat.web.pages.sentence.PATIENCE", 0.0)
    monkeypatch.setattr("karat.web.pages.sentence.Thread", _Slow)
    page = browser.get(address(entries, 2).replace("wait=yes&", ""))
    assert "karat-drawing" not in page.text
    assert "83.33" in page.text
    part = re.search(r'hx-get="(/sentence/[^"]+/drawn\?[^"]*)"', page.text)
    assert part is not None
    found = browser.get(part[1].replace("&amp;", "&"))
    assert "<html" not in found.text
    assert "system: two" in drawing(found.text)
    assert "PP attachment" in found.text


class _Slow(threading.Thread):
    """A thread that has done nothing yet."""

    def start(self) -> None:
        pass

    def join(self, timeout: float | None = None) -> None:
        pass

    def is_alive(self) -> bool:
        return True


def test_a_drawing_needs_no_style_of_its_own(browser: TestClient, entries: list[Entry]) -> None:
    """The content security policy allows none; the classes are styled by a style sheet of the page."""
    page = browser.get(address(entries, 2))
    svg = drawing(page.text)
    assert "<style" not in svg
    assert "style=" not in page.text
    assert not re.search(r"\son\w+=", page.text)
    sheet = re.search(r'href="(/static/\w+/draw\.css)"', page.text)
    assert sheet is not None
    assert ".karat-drawing .missed" in browser.get(sheet[1]).text


def test_figures_are_the_saved_ones(browser: TestClient, entries: list[Entry]) -> None:
    """Sentence 2: the first system matches 5 of gold's 6 brackets with 6 of its own."""
    found = browser.get(address(entries, 2, "&as=json")).json()
    one = found["systems"][0]
    assert one["saved"]["measures"]["recall"] == pytest.approx(5 / 6)
    assert one["measures"] == pytest.approx(one["saved"]["measures"])
    assert one["counts"] == {"matched": 5, "gold": 6, "system": 6, "crossing": 0}
    assert [error["cause"] for error in one["errors"]] == ["PP attachment"]
    assert found["text"] == "Mara mended every engine near the harbour"
    page = browser.get(address(entries, 2)).text
    assert "83.33" in page


def test_a_sentence_without_a_score_says_why(browser: TestClient, entries: list[Entry]) -> None:
    page = browser.get(address(entries, 3))
    assert "no score: no system parse" in page.text
    found = browser.get(address(entries, 3, "&as=json")).json()["systems"][0]
    assert found["saved"] == {"scheme": "evalb", "status": "no system parse", "measures": {}}


def test_the_drawing_is_a_file_of_its_own(browser: TestClient, entries: list[Entry]) -> None:
    answer = browser.get(address(entries, 2, "&as=svg"))
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "attachment" in answer.headers["content-disposition"]
    root = ElementTree.fromstring(answer.text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.find("{http://www.w3.org/2000/svg}style") is not None


@pytest.mark.parametrize(
    ("scheme", "kind"),
    [("deps", "nsubj"), ("chunks", "NP"), ("gr", "subj"), ("flat", "NP"), ("tags", "NNP"),
     ("leafancestor", "NP"), ("evalb(params=collins)", "PP")],
)  # fmt: skip
def test_it_is_drawn_under_other_schemes(
    browser: TestClient, entries: list[Entry], scheme: str, kind: str
) -> None:
    page = browser.get(address(entries, 2) + "&scheme=" + scheme.replace("=", "%3D"))
    assert page.status_code == 200, page.text
    svg = drawing(page.text)
    assert f"<title>Sentence 2, {scheme}</title>" in svg
    assert kind in svg
    assert "under evalb, as they were saved" in page.text  # the figures stay those of the run


@pytest.mark.parametrize(
    "scheme",
    ["evalb(params=/etc/passwd)", "phenomena(recogniser=/etc/passwd)", "nonsense", "evalb(", "conll18"],
)  # fmt: skip
def test_a_scheme_from_an_address_is_never_parsed(
    browser: TestClient, entries: list[Entry], scheme: str
) -> None:
    answer = browser.get(address(entries, 2), params={"scheme": scheme})
    assert answer.status_code == 400
    assert "root:" not in answer.text


def test_a_file_that_saved_options_name_is_not_opened(url: str, tmp_path: Path) -> None:
    """Whoever imports a run of somebody else must not make the server open files."""
    params = tmp_path / "secret.prm"
    params.write_text("LABELED 1\nDELETE_LABEL TOP\n")
    entry = saved(url, tmp_path, GOLD, {"one": ONE}, [f"evalb(params={params})"])[0]
    page = client(url).get(f"/sentence/{entry.id}/2?wait=yes")
    assert page.status_code == 200
    assert "is not opened here" in page.text
    assert "83.33" in page.text  # the figures remain
    assert "karat-drawing" not in page.text


def test_only_files_of_karat_are_opened_if_that_is_wanted(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text("")
    with resources.only_ours():
        assert resources.find("hierarchy", "hierarchies", "2006").own is False
        for open_it in (resources.read, lambda path: resources.find("x", "hierarchies", path)):
            with pytest.raises(UsageError, match="not opened here"):
                open_it(own)
    assert resources.read(own).own


def test_next_and_previous_stay_in_the_list(browser: TestClient, entries: list[Entry]) -> None:
    page = browser.get(address(entries, 1, "&order=short&text=t"))
    assert "2 of 3" in page.text
    before, after = (
        re.search(rf'rel="{rel}" href="([^"]+)"', page.text) for rel in ("prev", "next")
    )
    assert before is not None
    assert after is not None
    assert before[1].startswith(f"/sentence/{entries[0].id}/3?with={entries[1].id}&amp;text=t")
    assert "order=short" in after[1]
    last = browser.get(after[1].replace("&amp;", "&"))
    assert "Sentence 2" in last.text
    assert 'rel="next"' not in last.text
    other = browser.get(address(entries, 1, "&text=Mara"))
    assert "not among the 1 chosen" in other.text


@pytest.mark.parametrize("number", ["0", "4", "-1", "1e3", "²", "99999999999999"])
def test_there_are_only_so_many_sentences(
    browser: TestClient, entries: list[Entry], number: str
) -> None:
    answer = browser.get(f"/sentence/{entries[0].id}/{number}")
    assert answer.status_code == 404
    assert "Gold has 3 sentences" in answer.text


def test_sentences_with_other_boundaries_are_laid_over_gold(url: str, tmp_path: Path) -> None:
    systems = {"joined": UD_JOINED}
    entry = saved(url, tmp_path, UD_GOLD, systems, ["deps"], ending=".conllu")[0]
    page = client(url).get(f"/sentence/{entry.id}/2?wait=yes")
    assert "mara-2" in page.text
    assert "not what was saved" not in page.text
    found = client(url).get(f"/sentence/{entry.id}/2?as=json").json()["systems"][0]
    assert found["saved"]["status"] == "aligned"
    assert found["measures"] == pytest.approx(found["saved"]["measures"])
    assert found["parse"]["words"][:3] == ["It", "rained", "again"]


def test_views_of_the_run_are_applied(url: str, tmp_path: Path) -> None:
    views = Views(("filter(categories=NP)",), ("filter(categories=NP)",))
    entry = saved(url, tmp_path, GOLD, {"one": ONE}, ["evalb"], views=views)[0]
    found = client(url).get(f"/sentence/{entry.id}/2?as=json").json()["systems"][0]
    assert {row["label"] for row in found["gold"]["rows"]} == {"NP"}
    assert found["measures"] == pytest.approx(found["saved"]["measures"])
    page = client(url).get(f"/sentence/{entry.id}/2?wait=yes")
    assert "--gold-view &#39;filter(categories=NP)&#39;" in page.text


def test_a_published_board_does_not_tell_folders(url: str, tmp_path: Path) -> None:
    entry = saved(url, tmp_path, GOLD, {"one": ONE}, ["evalb"])[0]
    for path in (f"/sentence/{entry.id}/2?wait=", f"/report/{entry.id}"):
        assert str(tmp_path) in client(url).get(path).text
        published = client(url, read_only=True).get(path)
        assert "gold.mrg" in published.text
        assert str(tmp_path) not in published.text


def test_files_that_are_not_kept_leave_the_figures(url: str, tmp_path: Path) -> None:
    entry = saved(url, tmp_path, GOLD, {"one": ONE}, ["evalb"], keep=False)[0]
    page = client(url).get(f"/sentence/{entry.id}/2?wait=yes")
    assert page.status_code == 200
    assert "is not in the store" in page.text
    assert "83.33" in page.text
    assert client(url).get(f"/sentence/{entry.id}/2?as=svg").status_code == 404
    found = client(url).get(f"/sentence/{entry.id}/2?as=json").json()["systems"][0]
    assert found["saved"]["measures"]["recall"] == pytest.approx(5 / 6)


def test_it_is_told_if_the_drawing_does_not_give_what_was_saved(url: str, tmp_path: Path) -> None:
    """The counts of one system with the file of another: nobody may take one for the other."""
    for name, text in (("gold", GOLD), ("one", ONE), ("two", TWO)):
        (tmp_path / f"{name}.mrg").write_text(text)
    runs = [
        new_run(Files(str(tmp_path / "gold.mrg"), {"x": str(tmp_path / f"{name}.mrg")}, Views()), ["evalb"])
        for name in ("one", "two")
    ]  # fmt: skip
    with open_store(url) as store:
        entry = store.run(store.save(replace(runs[0], files=runs[1].files))).entries[0]
    page = client(url).get(f"/sentence/{entry.id}/2?wait=yes")
    assert "This is not what was saved" in page.text
    assert "83.33" in page.text  # what is shown as a figure is what was saved


def test_names_of_phenomena_are_drawn(url: str, tmp_path: Path) -> None:
    gold = _names([("a", ["passive", "raising"]), ("b", ["wh-question"])])
    one = _names([("a", ["passive"]), ("b", ["wh-question"])])
    two = _names([("b", []), ("a", ["passive", "raising"])])
    schemes, systems = ["phenomena(mode=exhaustive)"], {"one": one, "two": two}
    entries = saved(url, tmp_path, gold, systems, schemes, ending=".jsonl")
    page = client(url).get(address(entries, 1))
    assert "not what was saved" not in page.text
    assert "raising" in drawing(page.text)
    found = client(url).get(address(entries, 2, "&as=json")).json()
    assert found["id"] == "b"
    for system in found["systems"]:
        assert system["measures"] == pytest.approx(system["saved"]["measures"], nan_ok=True)


def test_names_that_were_recognised_are_drawn(url: str, command: CommandLine) -> None:
    """What was compared are the names, not the native output that they were recognised in."""
    command.write("gold.names", "id\tphenomena\tcore\n1\tpassive\tpassive\n2\tpassive\tpassive\n")
    passive = "(S (NP (DT The) (NN boat)) (VP (VBD was) (VP (VBN sold))) (. .))\n"
    command.write(
        "one.mrg", passive + "(S (NP (NNP Mara)) (VP (VBD sold) (NP (NNS boats))) (. .))\n"
    )
    done = command(
        "recognise",
        "one.mrg",
        "--score",
        "--suite",
        "gold.names",
        "--save",
        "names",
        "--store",
        url,
    )
    assert done.status == 0, done.err
    with open_store(url) as store:
        entries = [one for one in store.run("names").entries if "exhaustive" not in one.scheme]
    values = []
    for number in (1, 2):
        page = client(url).get(address(entries, number))
        assert "not what was saved" not in page.text
        assert "passive" in drawing(page.text)
        found = client(url).get(address(entries, number, "&as=json")).json()
        assert found["text"] is None
        values.append(found["systems"][0]["saved"]["measures"]["recall"])
    assert values == [1.0, 0.0]


def _names(items: list[tuple[str, list[str]]]) -> str:
    return "".join(json.dumps({"id": key, "phenomena": names}) + "\n" for key, names in items)
