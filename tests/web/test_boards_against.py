"""One entry against another in the browser: the same figures as on the command line."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from command_line import CommandLine
from web import seeding
from workbench import client

# Systems that fail on sentences: dropped by evalb, counted as missed by parseval.
SCHEMES = ("evalb", "parseval(failed=empty)", "leafancestor")


class Saved:
    """Files that the command line has compared and saved, and the browser in front of the store."""

    def __init__(self, folder: Path) -> None:
        self.command = CommandLine(folder)
        made = seeding.seed(150, number=25)
        mixed = [b if at % 3 else a for at, (a, b) in enumerate(zip(*made.lines, strict=True))]
        self.command.write("gold.mrg", made.gold)
        for name, lines in zip("abc", (*made.lines, mixed), strict=True):
            self.command.write(f"{name}.mrg", "".join(f"{line}\n" for line in lines))
        self.url = f"sqlite:///{folder}/runs.db"
        schemes = [word for one in SCHEMES for word in ("--scheme", one)]
        files = ["gold.mrg", "a.mrg", "b.mrg", "c.mrg"]
        done = self.command("compare", *files, *schemes, "--save", "first", "--store", self.url)
        assert done.status == 0, done.err

    def compared(self, *words: str) -> Any:
        """The JSON of ``karat compare``."""
        done = self.command("compare", "gold.mrg", *words, "--output", "json")
        assert done.status == 0, done.err
        return json.loads(done.out)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Saved:
    return Saved(tmp_path_factory.mktemp("against"))


@pytest.fixture(scope="module")
def browser(saved: Saved) -> Iterator[TestClient]:
    with client(saved.url) as found:
        yield found


def entries(browser: TestClient, scheme: str) -> dict[str, str]:
    """The ids of the entries of a scheme, by system."""
    run = browser.get("/runs?as=json").json()["runs"][-1]["id"]
    found = browser.get(f"/run/{run}?as=json").json()["entries"]
    return {one["system"]: one["id"] for one in found if one["scheme"] == scheme}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_figures_are_those_of_karat_compare(
    saved: Saved, browser: TestClient, scheme: str
) -> None:
    ids = entries(browser, scheme)
    found = browser.get(f"/against/{ids['a.mrg']}/{ids['b.mrg']}?as=json").json()
    assert found.pop("entries") == [ids["a.mrg"], ids["b.mrg"]]
    wanted = saved.compared("a.mrg", "b.mrg", "--scheme", scheme)
    assert found["comparisons"] == wanted["comparisons"]
    assert found == wanted


def test_several_entries_are_compared_as_with_all_pairs(saved: Saved, browser: TestClient) -> None:
    ids = entries(browser, "evalb")
    query = "&".join(f"entry={ids[f'{name}.mrg']}" for name in "abc")
    found = browser.get(f"/against?{query}&figure=recall&as=json").json()
    del found["entries"]
    words = ["a.mrg", "b.mrg", "c.mrg", "--scheme", "evalb", "--measures", "recall", "--all-pairs"]
    assert found == saved.compared(*words)
    assert len(found["comparisons"]) == 3


def test_csv_is_that_of_karat_compare(saved: Saved, browser: TestClient) -> None:
    ids = entries(browser, "evalb")
    done = saved.command(
        "compare", "gold.mrg", "a.mrg", "b.mrg", "--scheme", "evalb", "--output", "csv"
    )
    assert browser.get(f"/against/{ids['a.mrg']}/{ids['b.mrg']}?as=csv").text == done.out


def test_the_page_comes_at_once_and_asks_for_the_rest(browser: TestClient) -> None:
    ids = entries(browser, "leafancestor")
    path = f"/against/{ids['c.mrg']}/{ids['a.mrg']}"
    first = browser.get(path).text
    asked = re.search('hx-get="([^"]*)"', first)
    assert asked is not None
    assert "being computed" in first
    part = browser.get(asked[1].replace("&amp;", "&"), headers={"hx-request": "true"}).text
    assert part.lstrip().startswith('<div id="found">')
    assert "10,000 samples" in part
    assert "being computed" not in browser.get(path).text


def test_the_page_says_what_the_difference_is_worth(saved: Saved, browser: TestClient) -> None:
    ids = entries(browser, "parseval(failed=empty)")
    path = f"/against/{ids['a.mrg']}/{ids['b.mrg']}"
    pairs = browser.get(f"{path}?as=json").json()["comparisons"]
    pair = next(one for one in pairs if one["measure"] == "recall@sentence")
    text = " ".join(browser.get(path).text.split())
    assert f'{100 * pair["value_a"]:.2f}</td><td class="n">{100 * pair["value_b"]:.2f}' in text
    assert f"{pair['wins']} / {pair['ties']} / {pair['losses']}" in text
    assert pair["significant"]
    assert '<span class="interval worse">worse</span>' in text


def test_swapped_systems_have_the_opposite_difference(browser: TestClient) -> None:
    ids = entries(browser, "evalb")
    a, b = ids["a.mrg"], ids["b.mrg"]
    one, other = (
        browser.get(f"/against/{x}/{y}?as=json").json()["comparisons"] for x, y in ((a, b), (b, a))
    )
    for here, there in zip(one, other, strict=True):
        assert here["difference"] == pytest.approx(-there["difference"])
        assert (here["wins"], here["losses"]) == (there["losses"], there["wins"])
    assert f'href="/against/{b}/{a}"' in browser.get(f"/against/{a}/{b}").text


CONLLU = """# newdoc id = one
1	dogs	dog	NOUN	_	_	2	nsubj	_	_
2	bark	bark	VERB	_	_	0	root	_	_

1	it	it	PRON	_	_	2	expl	_	_
2	rains	rain	VERB	_	_	0	root	_	_

# newdoc id = two
1	cats	cat	NOUN	_	_	2	nsubj	_	_
2	sleep	sleep	VERB	_	_	0	root	_	_

"""


def test_what_is_said_of_documents_is_said_here_too(tmp_path: Path) -> None:
    command = CommandLine(tmp_path)
    command.write("gold.conllu", CONLLU)
    command.write("b.conllu", CONLLU.replace("expl", "nsubj"))
    url, files = f"sqlite:///{tmp_path}/runs.db", ("gold.conllu", "a=gold.conllu", "b=b.conllu")
    done = command("compare", *files, "--output", "json", "--save", "docs", "--store", url)
    assert done.status == 0, done.err
    wanted = json.loads(done.out)
    with client(url) as browser:
        run = browser.get("/runs?as=json").json()["runs"][0]["id"]
        found = browser.get(f"/against/{run}.1/{run}.2?as=json").json()
    del found["entries"]
    assert any("document" in note for note in wanted["notes"])
    assert found == wanted


def test_sentences_that_differ_most_are_wins_and_losses(saved: Saved, browser: TestClient) -> None:
    """Checked against the figures of single sentences that the command line writes."""
    ids = entries(browser, "parseval(failed=empty)")
    text = browser.get(f"/against/{ids['a.mrg']}/{ids['b.mrg']}?now=yes").text
    done = saved.command(
        "score", "gold.mrg", "a.mrg", "b.mrg", "--scheme", "parseval(failed=empty)",
        "--per-sentence", "rows.jsonl",
    )  # fmt: skip
    assert done.status == 0, done.err
    rows = [
        json.loads(line) for line in (saved.command.folder / "rows.jsonl").read_text().splitlines()
    ]
    f1 = {(row["system"], row["sentence"]): row["f1"] for row in rows}
    change = {n: f1["b.mrg", n] - f1["a.mrg", n] for n in range(1, 151)}
    found = re.findall(r'<a href="/sentence/[^/]*/(\d+)\?with=[^"]*">\1</a>', text)
    higher, lower = text.split("has the higher")[1:]
    best = sorted((one for one in change.values() if one > 0), reverse=True)[:10]
    worst = sorted(one for one in change.values() if one < 0)[:10]
    shown = [int(n) for n in found]
    assert [change[n] for n in shown[: len(best)]] == best
    assert [change[n] for n in shown[len(best) :]] == worst
    assert higher.count("/sentence/") == len(best)
    assert lower.count("/sentence/") == len(worst)


def test_entries_of_different_boards_are_refused_with_the_reason(browser: TestClient) -> None:
    a, b = entries(browser, "evalb")["a.mrg"], entries(browser, "leafancestor")["b.mrg"]
    answer = browser.get(f"/against/{a}/{b}")
    assert answer.status_code == 400
    assert "were not made in the same way" in answer.text
    assert "a.mrg: evalb, failed:drop" in answer.text
    assert "b.mrg: leafancestor" in answer.text


def test_an_entry_is_not_compared_with_itself(browser: TestClient) -> None:
    one = entries(browser, "evalb")["a.mrg"]
    answer = browser.get(f"/against/{one}/{one}")
    assert answer.status_code == 400
    assert "Two different entries" in answer.text


def test_at_most_20_entries_are_compared(browser: TestClient) -> None:
    query = "&".join(f"entry=aaaaaaaaaa.{n}" for n in range(1, 22))
    answer = browser.get(f"/against?{query}")
    assert answer.status_code == 400
    assert "At most 20" in answer.text


def test_systems_of_the_same_name_are_told_apart(saved: Saved, browser: TestClient) -> None:
    done = saved.command(
        "score", "gold.mrg", "a.mrg=b.mrg", "--scheme", "evalb", "--save", "again", "--store", saved.url
    )  # fmt: skip
    assert done.status == 0, done.err
    old = entries(browser, "evalb")["a.mrg"]
    run = browser.get("/runs?as=json&text=again").json()["runs"][0]["id"]
    found = browser.get(f"/against/{old}/{run}.1?as=json").json()
    assert [one["system"] for one in found["systems"]] == [f"a.mrg ({old})", f"a.mrg ({run}.1)"]
    wanted = saved.compared("a.mrg", "b.mrg", "--scheme", "evalb")["comparisons"]
    for here, there in zip(found["comparisons"], wanted, strict=True):
        assert (here["difference"], here["p"]) == (there["difference"], there["p"])


def test_a_set_of_one_sentence_is_not_tested(tmp_path: Path) -> None:
    command = CommandLine(tmp_path)
    command.write("gold.mrg", "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n")
    command.write("other.mrg", "(S (X (DT the) (NN dog)) (VP (VBZ barks)))\n")
    url = f"sqlite:///{tmp_path}/runs.db"
    done = command("score", "gold.mrg", "gold.mrg", "other.mrg", "--save", "tiny", "--store", url)
    assert done.status == 0, done.err
    with client(url) as browser:
        run = browser.get("/runs?as=json").json()["runs"][0]["id"]
        text = browser.get(f"/against/{run}.1/{run}.2?now=yes").text
        assert "There is only one sentence, which cannot show how certain a difference is." in text
        answer = browser.get(f"/against/{run}.1/{run}.2?as=json")
        assert (answer.status_code, "one sentence" in answer.json()["error"]) == (400, True)
