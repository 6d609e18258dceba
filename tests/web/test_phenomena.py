"""The phenomena of a run in the browser: recognised in a job, then kept."""

import json
import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

import workbench
from command_line import CommandLine
from uploading import ended, scored

GOLD = (
    "(S (NP (NP (DT the) (NN dog)) (SBAR (WHNP (WDT that)) (S (VP (VBZ barks))))) (VP (VBZ sleeps)) (. .))\n"
    "(S (NP (DT the) (NN cat)) (VP (VBD was) (VP (VBN chased) (PP (IN by) (NP (DT a) (NN dog))))) (. .))\n"
)
SYSTEM = (
    "(S (NP (NP (DT the) (NN dog)) (PP (IN that) (NP (VBZ barks)))) (VP (VBZ sleeps)) (. .))\n"
    "(S (NP (DT the) (NN cat)) (VP (VBD was) (VP (VBN chased) (PP (IN by) (NP (DT a) (NN dog))))) (. .))\n"
)
SCHEME = "phenomena(mode=exhaustive,recogniser=ptb)"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with workbench.client(f"sqlite:///{tmp_path_factory.mktemp('names') / 'runs.db'}") as found:
        yield found


@pytest.fixture(scope="module")
def run(browser: TestClient) -> str:
    """A run whose phenomena were recognised."""
    found = scored(browser, ("gold.mrg", GOLD), ("a.mrg", SYSTEM), name_1="first", name="monday")
    page = browser.get(f"/phenomena/{found}").text
    assert "Recognise phenomena" in page
    answer = workbench.post(browser, f"/phenomena/{found}", follow_redirects=False)
    assert ended(browser, answer)["result"]["page"] == f"/phenomena/{found}"
    return found


def test_the_matrix(browser: TestClient, run: str) -> None:
    """Recall with counts and interval; what is lacking leads to the sentences."""
    page = browser.get(f"/phenomena/{run}").text
    cell = re.search(r'<th scope="row">relative-clause</th>\s*<td class="n">([\d.]+)', page)
    assert cell is not None
    assert cell[1] == "0.00"
    assert f'href="/phenomena/{run}?name=relative-clause&amp;system=first#chosen"' in page
    assert re.search(r'<th scope="row">passive</th>\s*<td class="n">100\.00', page)


def test_the_sentences_behind_a_cell(browser: TestClient, run: str) -> None:
    page = browser.get(f"/phenomena/{run}?name=relative-clause&system=first").text
    assert "relative-clause: 1 sentence in which" in page
    assert f'href="/sentence/{run}.1/1"' in page
    assert "the dog that barks sleeps ." in page
    assert browser.get(f"/phenomena/{run}?name=relative-clause&system=nobody").status_code == 404


def test_the_figures_are_those_of_the_command_line(
    browser: TestClient, run: str, command: CommandLine
) -> None:
    command.write("gold.mrg", GOLD)
    command.write("a.mrg", SYSTEM)
    arguments = ("score", "gold.mrg", "first=a.mrg", "-s", SCHEME, "--by", "phenomenon")
    done = command(*arguments, "--output", "json")
    assert browser.get(f"/phenomena/{run}?as=json").json() == json.loads(done.out)
    done = command(*arguments, "--output", "csv")
    assert browser.get(f"/phenomena/{run}?as=csv").text == done.out


def test_a_run_that_was_scored_by_phenomena(browser: TestClient) -> None:
    """It needs no job: the matrix is that of the saved counts."""
    gold = "1\tintransitive, passive\tpassive\n"
    system = "1\tintransitive\n"
    found = scored(browser, ("gold.names", gold), ("a.names", system), scheme="phenomena")
    page = browser.get(f"/phenomena/{found}").text
    assert "As it was scored by phenomena" in page
    assert re.search(
        r'<th scope="row">passive</th>\s*<td class="n">0\.00<span class="interval">0 of 1', page
    )


@pytest.mark.parametrize("key", ["0000000000", "x", "../../etc"])
def test_no_such_run(browser: TestClient, key: str) -> None:
    assert browser.get(f"/phenomena/{key}").status_code in (400, 404)
