"""--not-worse-than run:NAME: a gate against a saved run, by the paired test."""

import json

import pytest

from command_line import CommandLine

ONE = "(S (NP (NNS {0})) (VP (VBP see) (NP (NNS {1}))))\n"
WORDS = ["dogs", "cats", "mice", "birds", "cows", "pigs", "hens", "fish", "ants", "bees"]
GOLD = "".join(ONE.format(a, b) for a in WORDS[:4] for b in WORDS[4:])
WORSE = GOLD.replace("VP", "X")
STORE = ("--store", "runs.db")
SCORE = ("score", "gold.mrg", "-s", "evalb")


@pytest.fixture
def kept(command: CommandLine) -> CommandLine:
    """A folder with gold, a worse system, and a saved run of gold itself."""
    command.write("gold.mrg", GOLD)
    command.write("worse.mrg", WORSE)
    command(*SCORE, "p=gold.mrg", "--save", "good", *STORE)
    return command


def test_a_worse_system_fails(kept: CommandLine) -> None:
    """With the same verdict as against a file of rows."""
    done = kept(*SCORE, "p=worse.mrg", "--not-worse-than", "run:good", *STORE)
    assert done.status == 1
    assert "significantly worse than run:good with 1.0000: difference -0.2500" in done.err
    kept(*SCORE, "p=gold.mrg", "--per-sentence", "rows.csv")
    rows = kept(*SCORE, "p=worse.mrg", "--not-worse-than", "rows.csv")
    assert rows.err.replace("rows.csv", "run:good") == done.err


def test_a_system_that_is_as_good_passes(kept: CommandLine) -> None:
    """Its own run can be saved by the same command, and is then the next baseline."""
    done = kept(*SCORE, "p=gold.mrg", "--not-worse-than", "run:good", "--save", "good", *STORE)
    assert done.status == 0, done.err
    assert "not worse than run:good" in done.err
    assert kept("runs", "list", *STORE, "-o", "csv").out.count("good") >= 2


def test_a_run_that_misses_a_gate_is_not_the_next_baseline(kept: CommandLine) -> None:
    """It is saved, but the name of the baseline still means the better run."""
    words = (*SCORE, "p=worse.mrg", "--not-worse-than", "run:good", *STORE)
    done = kept(*words, "--save", "good")
    assert done.status == 1
    assert "good stays the name of the baseline" in done.err
    assert kept(*words).status == 1
    assert len(kept("runs", "list", *STORE, "-o", "csv").out.splitlines()) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("score", "worse.mrg", "p=gold.mrg", "-s", "evalb"), "it was scored against other gold"),
        (("score", "gold.mrg", "p=worse.mrg", "-s", "flat"), "it has no rows for flat, but for evalb"),
        ((*SCORE, "p=worse.mrg", "--gold-view", "flatten"), "it was scored in another way"),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_is_refused(
    kept: CommandLine, words: tuple[str, ...], said: str
) -> None:
    done = kept(*words, "--not-worse-than", "run:good", *STORE)
    assert done.status == 2
    assert f"karat: run:good: {said}" in done.err


def test_several_systems_need_a_name(kept: CommandLine) -> None:
    kept(*SCORE, "a=gold.mrg", "b=worse.mrg", "--save", "two", *STORE)
    done = kept(*SCORE, "c=worse.mrg", "--not-worse-than", "run:two", *STORE)
    assert done.status == 2
    assert "call the new system the same: a=FILE" in done.err
    assert kept(*SCORE, "b=worse.mrg", "--not-worse-than", "run:two", *STORE).status == 0
    assert kept(*SCORE, "a=worse.mrg", "--not-worse-than", "run:two", *STORE).status == 1


def test_a_run_that_is_not_there_is_told(kept: CommandLine) -> None:
    done = kept(*SCORE, "p=worse.mrg", "--not-worse-than", "run:none", *STORE)
    assert (done.status, done.out) == (2, "")
    assert "there is no run 'none' in the store" in done.err
    kept.write("suite.txt", "the dog barks\n")
    kept("suite", "run", "suite.txt", "--with", "right-branching", "--save", "suite", *STORE)
    done = kept(*SCORE, "p=worse.mrg", "--not-worse-than", "run:suite", *STORE)
    assert done.status == 2
    assert "this run has no counts of sentences" in done.err


def test_a_saved_document_says_what_to_do_instead(kept: CommandLine) -> None:
    kept.write("old.json", kept(*SCORE, "p=gold.mrg", "-o", "json").out)
    done = kept(*SCORE, "p=worse.mrg", "--not-worse-than", "old.json")
    assert done.status == 2
    assert "--save NAME" in done.err
    assert "run:NAME" in done.err


@pytest.mark.parametrize("output", ["github", "junit", "json"])
def test_other_outputs_have_the_gate(kept: CommandLine, output: str) -> None:
    done = kept(*SCORE, "p=worse.mrg", "--not-worse-than", "run:good", *STORE, "-o", output)
    assert done.status == 1
    assert "run:good" in done.out
    if output == "json":
        (gate,) = json.loads(done.out)["gates"]
        assert gate["passed"] is False
        assert gate["difference"] == -0.25
    if output == "junit":
        assert "<failure" in done.out
