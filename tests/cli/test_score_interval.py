"""karat score --interval: every figure with its interval."""

import csv
import io
import json

import pytest

from command_line import CommandLine

RIGHT = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
FLAT = "(S (DT the) (NN dog) (VP (VBZ barks)))"


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    command.write("gold.mrg", f"{RIGHT}\n" * 20)
    command.write("a.mrg", f"{RIGHT}\n{FLAT}\n" * 10)
    return command


def test_json_has_intervals(files: CommandLine) -> None:
    """The interval of a share of 10 in 20 is near that of the normal distribution, 0.5 ± 0.22."""
    done = files("score", "gold.mrg", "a.mrg", "-s", "evalb", "--interval", "-o", "json")
    one = json.loads(done.out)["results"][0]
    assert one["measures"]["exact"] == 0.5
    low, high = one["intervals"]["exact"]
    assert low == pytest.approx(0.28, abs=0.04)
    assert high == pytest.approx(0.72, abs=0.04)
    # Precision is 1 in every sample, which says nothing about how certain it is.
    assert one["intervals"]["precision"] is None
    assert any(note.startswith("no interval for precision") for note in one["notes"])
    assert "seed:1" in one["signature"]


def test_the_table_and_csv_have_intervals(files: CommandLine) -> None:
    arguments = ("score", "gold.mrg", "a.mrg", "-s", "evalb", "--interval")
    low, high = json.loads(files(*arguments, "-o", "json").out)["results"][0]["intervals"]["exact"]
    assert f"50.00 [{100 * low:.2f}, {100 * high:.2f}]" in files(*arguments).out
    rows = csv.DictReader(io.StringIO(files(*arguments, "-o", "csv").out))
    (exact,) = [row for row in rows if row["measure"] == "exact"]
    assert (float(exact["low"]), float(exact["high"])) == (low, high)


def test_without_the_option_nothing_changes(files: CommandLine) -> None:
    one = json.loads(files("score", "gold.mrg", "a.mrg", "-o", "json").out)["results"][0]
    assert "intervals" not in one
    assert "seed" not in one["signature"]


def test_one_sentence_has_no_interval(command: CommandLine) -> None:
    command.write("gold.mrg", f"{RIGHT}\n")
    command.write("a.mrg", f"{FLAT}\n")
    done = command("score", "gold.mrg", "a.mrg", "-s", "evalb", "--interval", "-o", "json")
    one = json.loads(done.out)["results"][0]
    assert set(one["intervals"].values()) == {None}
    assert any("there is only one sentence" in note for note in one["notes"])


def test_a_row_per_sentence_can_be_written_too(files: CommandLine) -> None:
    done = files(
        "score", "gold.mrg", "a.mrg", "-s", "evalb", "--interval", "--per-sentence", "r.csv"
    )
    assert done.status == 0
    assert len((files.folder / "r.csv").read_text().splitlines()) == 21


def test_dropped_sentences_do_not_count(command: CommandLine) -> None:
    """The samples are drawn from the sentences with a score."""
    command.write("gold.mrg", f"{RIGHT}\n" * 20)
    command.write("a.mrg", f"{RIGHT}\n{FLAT}\n" * 5 + "\n" * 10)
    command.write("short.mrg", f"{RIGHT}\n" * 10)
    command.write("b.mrg", f"{RIGHT}\n{FLAT}\n" * 5)
    found = [
        json.loads(command("score", gold, system, "-s", "evalb", "--interval", "-o", "json").out)
        for gold, system in (("gold.mrg", "a.mrg"), ("short.mrg", "b.mrg"))
    ]
    one, other = (each["results"][0] for each in found)
    assert one["sentences"]["scored"] == 10
    assert one["intervals"]["f1"] == other["intervals"]["f1"]


@pytest.mark.parametrize("option", ["--samples", "--seed"])
def test_options_of_the_bootstrap_need_it(files: CommandLine, option: str) -> None:
    """An option that would change nothing is refused."""
    done = files("score", "gold.mrg", "a.mrg", option, "7")
    assert done.status == 2
    assert f"{option} is about intervals: add --interval" in done.err


def test_intervals_over_few_sentences_are_said_to_be_too_narrow(command: CommandLine) -> None:
    """Over few documents they were, over few sentences not, though the bootstrap is the same."""
    tree = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n"
    other = "(S (NP (DT the)) (VP (NN dog) (VBZ barks)))\n"
    said = "only 4 sentences: intervals over so few are too narrow, and a test finds only large differences"
    for many in 4, 10:
        command.write("gold.mrg", tree * many)
        command.write("a.mrg", tree * (many - 1) + other)
        command.write("b.mrg", tree * (many - 2) + other * 2)
        call = "gold.mrg", "a.mrg", "b.mrg", "-s", "evalb"
        for verb in (("score", "--interval"), ("compare",)):
            out = command(verb[0], *call, *verb[1:]).out
            assert (said in out) == (many == 4)
            assert "so few" in out or many == 10
