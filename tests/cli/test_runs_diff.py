"""karat runs diff and history: how runs differ, and how a figure changed over them."""

import json
import xml.etree.ElementTree as ET

import pytest

from command_line import CommandLine

ONE = "(S (NP (NNS {0})) (VP (VBP see) (NP (NNS {1}))))\n"
WORDS = ["dogs", "cats", "mice", "birds", "cows", "pigs", "hens", "fish", "ants", "bees"]
GOLD = "".join(ONE.format(a, b) for a in WORDS[:4] for b in WORDS[4:])
WORSE = GOLD.replace("VP", "X")
STORE = ("--store", "runs.db")


@pytest.fixture
def kept(command: CommandLine) -> CommandLine:
    """A folder with a good run and a worse one; the bracket VP is wrong in all of its 24 sentences."""
    command.write("gold.mrg", GOLD)
    command.write("worse.mrg", WORSE)
    for name, path in (("good", "gold.mrg"), ("bad", "worse.mrg")):
        command("score", "gold.mrg", f"p={path}", "-s", "evalb", "--save", name, *STORE)
    return command


def test_two_runs_are_compared_by_the_paired_test(kept: CommandLine) -> None:
    """The same figures as karat compare gives for the files."""
    found = json.loads(kept("runs", "diff", "good", "bad", *STORE, "-o", "json").out)
    words = ("compare", "gold.mrg", "gold.mrg", "worse.mrg", "-s", "evalb", "-o", "json")
    compared = json.loads(kept(*words).out)
    (pair,) = found["compared"]
    ours = {one["measure"]: one for one in pair["comparisons"]}
    theirs = {one["measure"]: one for one in compared["comparisons"]}
    assert ours.keys() == theirs.keys()
    for name, one in ours.items():
        same = {key: value for key, value in theirs[name].items() if key not in "ab"}
        assert {key: value for key, value in one.items() if key not in "ab"} == same
    assert ours["recall"]["difference"] == -1 / 4
    assert (ours["recall"]["wins"], ours["recall"]["losses"]) == (0, 24)
    assert ours["recall"]["p"] < 0.001
    assert found["not_compared"] == []
    assert len(pair["changed"]["lower"]) == 5
    assert pair["changed"]["lower"][0] | {"sentence": 1, "length": 3} == {
        "sentence": 1, "length": 3, "a": 1.0, "b": 0.75, "why_a": "", "why_b": "",
    }  # fmt: skip


def test_the_table_names_the_runs(kept: CommandLine) -> None:
    text = kept("runs", "diff", "good", "bad", *STORE).out
    assert "p (bad) against p (good)" in text
    assert "0/0/24" in text
    assert "sentences that changed most (f1)" in text
    csv = kept("runs", "diff", "good", "bad", *STORE, "--measures", "recall", "-o", "csv").out
    assert len(csv.splitlines()) == 2


def test_what_cannot_be_compared_is_listed_with_the_reason(kept: CommandLine) -> None:
    """Other gold, another scheme, a result that only one run has."""
    kept.write("other.mrg", GOLD.replace("dogs", "wolves"))
    kept.write("same.mrg", GOLD.replace("dogs", "wolves"))
    kept("score", "other.mrg", "p=same.mrg", "-s", "evalb", "-s", "flat", "--save", "new", *STORE)
    found = json.loads(kept("runs", "diff", "good", "new", *STORE, "-o", "json").out)
    assert found["compared"] == []
    why = {one["scheme"]: one["why"] for one in found["not_compared"]}
    assert why["evalb"].startswith("they were scored against different gold (gold:")
    assert why["flat"] == "only the second run has it"
    text = kept("runs", "diff", "good", "new", *STORE).out
    assert "not compared: evalb of p: they were scored against different gold" in text
    assert "recall 100.00 → 100.00" in text
    assert "the first run has: evalb|failed:drop|gold:" in text


def test_other_ways_of_scoring_are_named(kept: CommandLine) -> None:
    words = ("score", "gold.mrg", "p=gold.mrg", "-s", "evalb", "--system-view", "flatten")
    kept(*words, "--save", "viewed", *STORE)
    found = json.loads(kept("runs", "diff", "good", "viewed", *STORE, "-o", "json").out)
    assert found["not_compared"][0]["why"] == (
        "they were scored in different ways (nothing more; system-view:flatten)"
    )


def test_slips_are_told(kept: CommandLine) -> None:
    same = kept("runs", "diff", "good", "good", *STORE)
    assert same.status == 2
    assert "are the same run" in same.err
    wrong = kept("runs", "diff", "good", "bad", "--measures", "f9", *STORE)
    assert "there is no measure of evalb 'f9'" in wrong.out + wrong.err


def test_runs_of_suites_are_compared_item_by_item(command: CommandLine) -> None:
    """As by karat suite diff; an item that is lost is a regression."""
    command.write("suite.txt", "the dog barks\nit rains\n* dog the barks\n")
    parsers = {"first": "right-branching", "second": "command(run=\"sed -u 's/.*//'\")"}
    for name, parser in parsers.items():
        done = command(
            "suite", "run", "suite.txt", "--with", parser, "--run", f"{name}.run", "--save", name, *STORE
        )  # fmt: skip
        assert done.status == 0, done.err
    shown = command("runs", "diff", "first", "second", *STORE)
    plain = command("suite", "diff", "first.run", "second.run")
    assert plain.out.strip() in shown.out
    assert "lost" in shown.out
    found = json.loads(command("runs", "diff", "first", "second", *STORE, "-o", "json").out)
    assert [one["kind"] for one in found["changes"]][:2] == ["lost", "lost"]
    assert found["falls"][0] == {"figure": "coverage", "before": 1.0, "after": 0.0}
    history = json.loads(command("runs", "history", "coverage", *STORE, "-o", "json").out)
    (one,) = history["histories"]
    assert [point["value"] for point in one["points"]] == [1.0, 0.0]


def test_a_suite_and_a_score_have_nothing_to_compare(kept: CommandLine) -> None:
    kept.write("suite.txt", "the dog barks\n")
    kept("suite", "run", "suite.txt", "--with", "right-branching", "--save", "suite", *STORE)
    done = kept("runs", "diff", "good", "suite", *STORE)
    assert done.status == 2
    assert "they have nothing to compare" in done.err
    kept("suite", "run", "suite.txt", "--with", "right-branching", "--save", "bare",
         "--no-keep-files", *STORE)  # fmt: skip
    done = kept("runs", "diff", "suite", "bare", *STORE)
    assert done.status == 2
    assert "its output was not kept" in done.err


def test_a_figure_over_runs(kept: CommandLine) -> None:
    """Oldest first, each with its interval; the values are those that were saved."""
    found = json.loads(kept("runs", "history", "recall", *STORE, "-o", "json").out)
    (one,) = found["histories"]
    assert (one["scheme"], one["figure"], one["unit"]) == ("evalb", "recall", "share")
    assert [(point["name"], point["value"]) for point in one["points"]] == [
        ("good", 1.0),
        ("bad", 0.75),
    ]
    text = kept("runs", "history", "evalb.recall", *STORE).out
    assert "-25.00" in text
    assert kept("runs", "history", one["board"], "--name", "bad", *STORE).out.count("bad") == 1
    csv = kept("runs", "history", "recall", *STORE, "-o", "csv").out.splitlines()
    assert csv[0].startswith(
        "board,gold,scheme,figure,unit,entry,run,name,saved,system,value,low,high,scored,total"
    )
    assert len(csv) == 3


def test_a_history_says_over_how_many_sentences(kept: CommandLine) -> None:
    """Figures that leave out failed sentences must not look better than they are."""
    assert "scored" not in kept("runs", "history", "recall", *STORE).out
    kept.write("holes.mrg", "\n" + GOLD.partition("\n")[2])
    kept("score", "gold.mrg", "p=holes.mrg", "-s", "evalb", "--save", "holes", *STORE)
    text = kept("runs", "history", "recall", *STORE).out
    assert "23/24" in text
    found = json.loads(kept("runs", "history", "recall", *STORE, "-o", "json").out)
    counts = [(one["scored"], one["total"]) for one in found["histories"][0]["points"]]
    assert counts == [(24, 24), (24, 24), (23, 24)]
    chart = kept("runs", "history", "recall", "--chart", "-", *STORE).out
    assert "at least 23 of 24 sentences scored" in chart


def test_what_has_a_history_is_listed(kept: CommandLine) -> None:
    done = kept("runs", "history", *STORE)
    assert "evalb.f1" in done.out
    unknown = kept("runs", "history", "las", *STORE)
    assert unknown.status == 2
    assert "the store has for example evalb.f1" in unknown.err
    assert kept("runs", "history", "recall", "--gold", "no.mrg", *STORE).status == 2


def test_a_chart_of_the_history(kept: CommandLine) -> None:
    """Well-formed, without script, told in words, names escaped."""
    kept("score", "gold.mrg", "<b>&=worse.mrg", "-s", "evalb", "--save", "<i>", *STORE)
    done = kept("runs", "history", "recall", "--chart", "r.svg", *STORE)
    assert done.status == 0, done.err
    text = (kept.folder / "r.svg").read_text(encoding="utf-8")
    root = ET.fromstring(text)
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert "script" not in names
    assert {"title", "desc", "polyline", "style"} <= names
    said = root.find("{http://www.w3.org/2000/svg}desc").text
    assert "p: 2 runs, first 100.00" in said
    assert "last 75.00" in said
    assert "<b>" not in text
    assert kept("runs", "history", "recall", "--chart", "r.png", *STORE).status == 2
    assert kept("runs", "history", "--chart", "r.svg", *STORE).status == 2
    out = kept("runs", "history", "recall", "--chart", "-", *STORE).out
    assert out == text
