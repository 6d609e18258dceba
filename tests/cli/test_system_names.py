"""NAME=FILE: what a system is called in the output of every verb that takes several."""

import csv
import gzip
import json

import pytest

from command_line import CommandLine

GOLD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n"
OTHER = "(S (X (DT the) (NN dog)) (VP (VBZ barks)))\n"
PROFILE = 'name = "use"\n[[need]]\nscheme = "evalb"\nlabels = ["NP"]\n'


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """A folder with gold.mrg, a.mrg and b.mrg."""
    command.write("gold.mrg", GOLD)
    command.write("a.mrg", OTHER)
    command.write("b.mrg", GOLD)
    return command


def names(files: CommandLine, *systems: str) -> list[str]:
    """The systems of the JSON of karat score."""
    done = files("score", "gold.mrg", *systems, "--output", "json")
    assert done.status == 0, done.err
    return [one["system"] for one in json.loads(done.out)["results"]]


def test_a_system_has_the_name_it_is_given(files: CommandLine) -> None:
    assert names(files, "old=a.mrg", "b.mrg") == ["old", "b.mrg"]
    assert names(files, "one two=a.mrg", "Größe=b.mrg") == ["one two", "Größe"]


def test_what_exists_as_a_file_is_a_file(files: CommandLine) -> None:
    """Also where an equals sign is in its name; and a slash before the sign makes it a path."""
    files.write("lr=0.1.mrg", OTHER)
    assert names(files, "lr=0.1.mrg") == ["lr=0.1.mrg"]
    (files.folder / "lr=2").mkdir()
    files.write("lr=2/c.mrg", OTHER)
    assert names(files, "lr=2/c.mrg") == ["c.mrg"]
    assert files("score", "gold.mrg", "./lr=3.mrg").err.startswith("karat: ./lr=3.mrg: there is no")


def test_one_file_may_be_given_twice(files: CommandLine) -> None:
    """Each has a name of its own, also in the rows of the sentences."""
    assert names(files, "a.mrg", "a.mrg", "again=a.mrg") == ["a.mrg", "a.mrg (2)", "again"]
    files("score", "gold.mrg", "x=a.mrg", "y=a.mrg", "--per-sentence", "rows.csv")
    with open(files.folder / "rows.csv") as stream:
        assert [row["system"] for row in csv.DictReader(stream)] == ["x", "y"]


def test_a_given_name_wins_over_that_of_a_file(files: CommandLine) -> None:
    assert names(files, "a.mrg=b.mrg", "./a.mrg") == ["a.mrg", "./a.mrg"]


@pytest.mark.parametrize(
    "systems, said",
    [
        (["x=a.mrg", "x=b.mrg"], "two systems are called x; give each a name of its own"),
        (["x="], "x=: there is no file after the =; write NAME=FILE"),
        (["x=none.mrg"], "none.mrg: there is no such file"),
    ],
)
def test_bad_names(files: CommandLine, systems: list[str], said: str) -> None:
    done = files("score", "gold.mrg", *systems)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"karat: {said}\n"


def test_other_verbs_use_the_names(files: CommandLine) -> None:
    assert "ann" in files("agree", "ann=a.mrg", "bob=b.mrg").out
    files.write("needs.toml", PROFILE)
    done = files("adequacy", "gold.mrg", "ann=a.mrg", "--profile", "needs.toml", "--output", "json")
    assert json.loads(done.out)["systems"][0]["system"] == "ann", done.err
    files.write("key.names", files("recognise", "b.mrg", "--output", "names").out)
    done = files("recognise", "ann=a.mrg", "--score", "--suite", "key.names", "--output", "json")
    assert json.loads(done.out)["results"][0]["system"] == "ann", done.err


def test_rules_for_one_file_by_its_name(files: CommandLine) -> None:
    """--with NAME=RULES and --with FILE=RULES both choose the file."""
    for key in ("ann", "a.mrg"):
        done = files("recognise", "ann=a.mrg", "b.mrg", "--frequencies", "--with", f"{key}=ptb")
        assert done.status == 0, done.err


@pytest.mark.parametrize(
    ("gold", "system", "said"),
    [
        ("a.mrg", "gold.mrg", True), ("a.mrg", "dev-gold.mrg.gz", True), ("a.mrg", "b=dev.gold", True),
        ("a.mrg", "gold/b.mrg", True), ("gold.mrg", "a.mrg", False), ("gold/b.mrg", "dev.gold", False),
        ("a.mrg", "golden.mrg", False), ("a.mrg", "gold-tags.mrg", False),
    ],
)  # fmt: skip
def test_files_the_wrong_way_round(
    command: CommandLine, gold: str, system: str, said: bool
) -> None:
    """Recall and precision would change places without a word; only the names can tell."""
    (command.folder / "gold").mkdir()
    for path, label in ((gold, "NP"), (system.removeprefix("b="), "XP")):
        tree = f"(S ({label} (N a)) (V b))\n"
        command.write(path, gzip.compress(tree.encode()) if path.endswith(".gz") else tree)
    done = command("score", gold, system, "-s", "evalb", "-o", "json")
    assert done.status == 0, done.err
    assert ("gold comes first" in done.err) is said
    assert "gold comes first" not in command("score", gold, system, "-s", "evalb", "-q").err
