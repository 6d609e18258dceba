"""karat compare --schemes: do schemes rank systems and sentences in the same order?"""

import json
import shlex

import pytest

from command_line import CommandLine

TREE = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"
# Right without labels: its three brackets are where gold's are.
RENAMED = "(S (X (DT the) (NN dog)) (Y (VBZ barks)))"
FLAT = "(S (DT the) (NN dog) (VBZ barks))"


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """By labelled brackets a > b > c, by unlabelled ones a = b > c."""
    command.write("gold.mrg", f"{TREE}\n" * 4)
    command.write("a.mrg", f"{TREE}\n" * 3 + f"{FLAT}\n")
    command.write("b.mrg", f"{RENAMED}\n{TREE}\n{TREE}\n{FLAT}\n")
    command.write("c.mrg", f"{FLAT}\n{FLAT}\n{TREE}\n{FLAT}\n")
    return command


SCHEMES = ("--scheme", "evalb", "--scheme", "evalb(labelled=no)", "--schemes")


def test_correlation_over_systems_and_sentences(files: CommandLine) -> None:
    """Ranks of the systems: 3, 2, 1 and 2.5, 2.5, 1, so the correlation is √3 / 2."""
    done = files("compare", "gold.mrg", "a.mrg", "b.mrg", "c.mrg", *SCHEMES, "-o", "json")
    found = json.loads(done.out)["schemes"]
    assert len(found) == 1
    assert (found[0]["a"], found[0]["b"]) == ("evalb.f1", "evalb(labelled=no).f1")
    assert found[0]["over_systems"] == pytest.approx(3**0.5 / 2)
    # Of a, both schemes rank the sentences alike; of b, ranks are 1, 3.5, 3.5, 2 and 3, 3, 3, 1
    # (FLAT: 1 of 3 gold and 1 system brackets, 50 %; RENAMED: 33 % with labels, 100 % without).
    assert found[0]["over_sentences"]["a.mrg"] == pytest.approx(1)
    # Their sum of products is 1, their sums of squares are 4.5 and 3.
    assert found[0]["over_sentences"]["b.mrg"] == pytest.approx(1 / (4.5 * 3) ** 0.5)


def test_the_sentence_ranked_most_differently(files: CommandLine) -> None:
    """It is b's first, with the counts that made the difference, and a command that shows it."""
    done = files("compare", "gold.mrg", "a.mrg", "b.mrg", "c.mrg", *SCHEMES)
    assert done.status == 0
    assert "  sentence 1, b.mrg\n    evalb.f1 33.33: gold 3, system 3, matched 1;" in done.out
    assert "    evalb(labelled=no).f1 100.00: gold 3, system 3, matched 3;" in done.out
    (line,) = [line for line in done.out.splitlines() if line.startswith("To look at one: ")]
    _, *arguments = shlex.split(line.removeprefix("To look at one: "))
    shown = files(*arguments)
    assert shown.status == 0
    assert shown.out.startswith("sentence 1")


def test_the_command_has_the_options_of_the_comparison(files: CommandLine) -> None:
    options = ("--gold-view", "flatten", "--layout", "lines")
    done = files("compare", "gold.mrg", "b.mrg", *SCHEMES, *options)
    (line,) = [line for line in done.out.splitlines() if line.startswith("To look at one: ")]
    assert shlex.split(line)[-4:] == list(options)
    assert files(*shlex.split(line.removeprefix("To look at one: "))[1:]).status == 0


def test_too_few_systems_for_a_correlation(files: CommandLine) -> None:
    """Sentences can still be compared, even of one system."""
    done = files("compare", "gold.mrg", "b.mrg", *SCHEMES)
    assert done.status == 0
    assert "needs at least 3 systems, and there is 1" in " ".join(done.out.split())
    found = json.loads(files("compare", "gold.mrg", "b.mrg", *SCHEMES, "-o", "json").out)
    assert found["schemes"][0]["over_systems"] is None


def test_schemes_that_agree(files: CommandLine) -> None:
    done = files(
        "compare",
        "gold.mrg",
        "a.mrg",
        "--scheme",
        "evalb",
        "--scheme",
        "evalb(failed=empty)",
        "--schemes",
    )
    assert "evalb.f1 and evalb(failed=empty).f1 rank all sentences alike." in done.out


def test_measures_choose_the_figure(files: CommandLine) -> None:
    done = files(
        "compare", "gold.mrg", "a.mrg", "b.mrg", *SCHEMES, "--measures", "recall", "-o", "csv"
    )
    assert done.out.splitlines()[0] == "a,b,system,over_sentences,over_systems"
    assert done.out.splitlines()[1].startswith("evalb.recall,evalb(labelled=no).recall,a.mrg,")
