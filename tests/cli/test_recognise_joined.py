"""karat recognise: every kind of recogniser and of file with every way to list, score and count."""

import json
import sys

import pytest

from command_line import CommandLine

TREES = "(S (NP (NN it)) (VP (VBD was) (VP (VBN seen))))\n(S (NP (PRP I)) (VP (VBP sleep)))\n"
FUNCTION = 'def found(text):\n    return ["Proper noun", "passive"] if "VBN" in text else []\n'
PROGRAM = 'print("2\\t\\n1\\tProper noun, passive")\n'
GOLD = "id\tphenomena\tcore\terrors\n1\tpassive\tpassive\tmodal\n2\tintransitive\tintransitive\tpassive\n"
RULES = """format = "text"
[[rule]]
phenomenon = "passive"
regex = "pass"
[[rule]]
phenomenon = "raising"
regex = "seem"
experimental = true
"""


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    command.write("x.mrg", TREES)
    command.write("r.py", FUNCTION)
    command.write("program.py", PROGRAM)
    command.write("gold.names", GOLD)
    return command


@pytest.mark.parametrize(
    "recogniser", ["r.py:found", f"command({sys.executable} program.py {{input}})"]
)
def test_programs_may_use_other_names(files: CommandLine, recogniser: str) -> None:
    """Names are spelt as in the catalogue, in lists, in files of names and in scores."""
    done = files("recognise", "x.mrg", "--with", recogniser, "-o", "csv")
    assert sorted(done.out.splitlines()[1].split(",")[2].split()) == ["passive", "proper-noun"]
    done = files("recognise", "x.mrg", "--with", recogniser, "-o", "names")
    assert done.out == "id\tphenomena\n1\tproper-noun, passive\n2\t(none)\n"
    arguments = ("--score", "--suite", "gold.names", "-s", "phenomena(mode=exhaustive)")
    done = files("recognise", "x.mrg", "--with", recogniser, *arguments, "-o", "json")
    assert done.status == 0, done.err
    measures = json.loads(done.out)["results"][0]["measures"]
    # Sentence 1 has one of two names right, sentence 2 none; gold lists one name for each.
    assert (measures["precision@sentence"], measures["recall@sentence"]) == (0.25, 0.5)


def test_a_program_beside_names_and_rules(files: CommandLine) -> None:
    """Each file has its own recogniser; a program and a file of names do not say what they can show."""
    arguments = ("--with", "x.mrg=r.py:found", "--score", "--suite", "gold.names")
    files.write("y.mrg", TREES)
    done = files("recognise", "x.mrg", "y.mrg", "gold.names", *arguments, "--width", "200")
    assert done.status == 0, done.err
    rows = {line[:22].strip(): line.split() for line in done.out.splitlines()}
    assert rows["rules"][1:] == ["r.py:found", "ptb", "–"]
    shown = rows["names that it can show"][5:]
    assert (shown[0], shown[1].isdigit(), shown[2]) == ("–", True, "–")


def test_a_text_beside_trees(files: CommandLine) -> None:
    """The options for records are for the text; its records are matched by their ids."""
    pytest.importorskip("re2")
    files.write("r.toml", RULES)
    files.write("out.txt", "=== 2\nseem\n=== 1\npass\n")
    cut = ("--separator", "^===", "--id", r"^=== (\d)")
    arguments = ("--with", "out.txt=r.toml", "--score", "--suite", "gold.names", *cut)
    done = files("recognise", "x.mrg", "out.txt", *arguments, "-s", "phenomena", "-o", "json")
    assert done.status == 0, done.err
    found = [one["measures"]["recall@sentence"] for one in json.loads(done.out)["results"]]
    # Only passive counts: the rules for the text show nothing else that is not experimental.
    assert found == [1, 1]
    done = files("recognise", "out.txt", "--with", "r.toml", *cut, "-o", "csv")
    assert done.out == "sentence,output,phenomena,experimental\n2,yes,,raising\n1,yes,passive,\n"


def test_names_are_listed_like_recognised_ones(files: CommandLine) -> None:
    """By sentence and phenomenon, however it is spelt; they have no rules that could say why."""
    done = files("recognise", "gold.names", "-n", "2", "-o", "csv")
    assert done.out == "sentence,output,phenomena\n2,yes,intransitive\n"
    done = files("recognise", "gold.names", "--only", "Passive", "-o", "csv")
    assert done.out.splitlines()[1:] == ["1,yes,passive", "2,yes,"]
    done = files("recognise", "gold.names", "--why")
    assert (done.status, "gold.names has no rules" in done.err) == (2, True), done.err


@pytest.mark.parametrize(
    "arguments, what",
    [
        (["--score", "--suite", "gold.names", "--why"], "choose what is listed"),
        (["--frequencies", "--only", "passive"], "choose what is listed"),
        (["-o", "names", "-n", "1"], "lists all phenomena of all sentences"),
        (["--separator", "x"], "are for text; name its rules with --with"),
        (["gold.names", "--with", "ptb", "--frequencies"], "these are names already"),
    ],
)
def test_options_that_do_not_go_together(
    files: CommandLine, arguments: list[str], what: str
) -> None:
    """They are refused, not ignored."""
    done = files("recognise", "x.mrg", *arguments)
    assert (done.status, done.out, what in done.err) == (2, "", True), done.err
