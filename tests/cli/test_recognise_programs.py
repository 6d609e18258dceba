"""karat recognise with programs and Python functions in place of rules."""

import json
import sys

import pytest

import karat
from command_line import CommandLine

TREES = "(S (NP (NN it)) (VP (VBD was) (VP (VBN seen))))\n(S (NP (PRP I)) (VP (VBP sleep)))\n"
FUNCTIONS = """
import sys

def phenomena(text):
    return ["passive"] if "VBN" in text else []

def misspelt(text):
    return ["pasive"]

def broken(text):
    raise ValueError("no")

def letters(text):
    return "passive"

if __name__ == "__main__":
    how, *files = sys.argv[1:]
    lines = [line for name in files for line in open(name)] if files else [sys.stdin.read()]
    if how == "lines":
        for line in lines:
            print(*phenomena(line))
    elif how == "ids":
        for number in reversed(range(len(lines))):
            print(number + 1, " ".join(phenomena(lines[number])), sep="\\t")
"""
SERVER = """
import sys

held = ""
for line in sys.stdin:
    held += line
    if not line.strip():
        print("passive" if "VBN" in held else "", flush=True)
        held = ""
"""


def found(command: CommandLine, recogniser: str, file: str = "x.mrg", stdin: str = "") -> list[str]:
    """The phenomena of each sentence."""
    done = command("recognise", file, "--with", recogniser, "-o", "json", stdin=stdin)
    assert done.status == 0, done.err
    return [row["phenomena"] for row in json.loads(done.out)]


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    command.write("x.mrg", TREES)
    command.write("r.py", FUNCTIONS)
    command.write("server.py", SERVER)
    return command


@pytest.mark.parametrize(
    "recogniser",
    [
        "r.py:phenomena",
        f"command({sys.executable} r.py lines {{input}})",
        f"command({sys.executable} r.py ids {{input}})",
        f"command({sys.executable} r.py lines)",
        f'command(run="{sys.executable} server.py",reply=line)',
    ],
)
def test_all_kinds_give_the_same(files: CommandLine, recogniser: str) -> None:
    """A function; a program for the file, by lines or ids; one for a sentence, ended or kept."""
    assert found(files, recogniser) == ["passive", ""]
    assert found(files, recogniser, "-", TREES) == ["passive", ""]


def test_a_text_and_its_ids(files: CommandLine) -> None:
    """Records with ids; the program is not asked where there is no output, and may answer by id."""
    files.write("out.txt", "#id a\nxx VBN\n#id b\n#none\n#id c\nyy\n")
    done = files("recognise", "out.txt", "--with", "r.py:phenomena", "-o", "csv")
    assert done.out.splitlines()[1:] == ["a,yes,passive", "b,no,", "c,yes,"]
    files.write("answer.py", "print('c\\tmodal\\nb\\t\\na\\tpassive modal')")
    recogniser = f"command({sys.executable} answer.py {{input}})"
    assert found(files, recogniser, "out.txt") == ["passive modal", "", "modal"]


def test_scores(files: CommandLine) -> None:
    """A program's names are compared with those of a suite, like those of rules."""
    files.write(
        "s.toml",
        '[[item]]\nid = "a"\nsentence = "it was seen"\ncore = "passive"\nerrors = ["modal"]\n'
        '[[item]]\nid = "b"\nsentence = "I sleep"\ncore = "intransitive"\nerrors = ["passive"]\n',
    )
    arguments = ("--score", "--suite", "s.toml", "-s", "phenomena", "-o", "json")
    done = files("recognise", "x.mrg", "--with", "r.py:phenomena", *arguments)
    assert done.status == 0, done.err
    measures = json.loads(done.out)["results"][0]["measures"]
    assert (measures["precision@sentence"], measures["recall@sentence"]) == (0.75, 0.5)


@pytest.mark.parametrize(
    "recogniser, what",
    [
        ("r.py:misspelt", "sentence 1: there is no phenomenon 'pasive'; did you mean 'passive'?"),
        ("r.py:broken", "sentence 1: ValueError: no"),
        ("r.py:letters", "should return a list of names"),
        ("r.py:phenomenon", "did you mean 'phenomena'?"),
        ("none.py:x", "none.py: there is no such file"),
        ("no_such_module:x", "No module named 'no_such_module'"),
        ("command()", "needs a program to run"),
        ("command(no-such-program {input})", "there is no program 'no-such-program'"),
        ("command(false {input})", "crash: it ended with status 1"),
        ("command(false)", "crash: it ended with status 1"),
        ('command(run="sleep 60",seconds=0.2)', "time-out: no answer in 0.2 s"),
        ("command(echo passive {input})", "it wrote 1 lines for 2 sentences"),
        (f"command({sys.executable} two.py {{input}})", "a second answer for sentence '1'"),
        (f"command({sys.executable} nine.py {{input}})", "there is no sentence '9'"),
        (f"command({sys.executable} one.py {{input}})", "no answer for sentence 2"),
        (f"command({sys.executable} mixed.py {{input}})", "line 2 of its output: 'modal'"),
        ('command(run="cat",replay=line)', "did you mean 'reply'?"),
        ("command(cat", "lacks the closing bracket"),
    ],
)
def test_bad_programs(files: CommandLine, recogniser: str, what: str) -> None:
    """One message, status 2, no figures."""
    files.write("two.py", r"print('1\tmodal\n1\tmodal')")
    files.write("nine.py", r"print('1\tmodal\n9\tmodal')")
    files.write("one.py", r"print('1\tmodal')")
    files.write("mixed.py", r"print('1\tmodal\nmodal')")
    done = files("recognise", "x.mrg", "--with", recogniser)
    assert (done.status, done.out, "Traceback" in done.err) == (2, "", False)
    assert what in done.err, done.err


def test_programs_have_no_rules(files: CommandLine) -> None:
    """So they cannot say why, and have no examples to check."""
    for arguments in (["x.mrg", "--why"], ["--check"]):
        done = files("recognise", *arguments, "--with", "r.py:phenomena")
        assert (done.status, "has no rules" in done.err) == (2, True), done.err


def test_in_python() -> None:
    """karat.phenomena takes texts or a Bank, and rules or a function."""
    assert karat.phenomena(karat.read_text(TREES), "ptb") == [("passive",), ("intransitive",)]

    def verbs(text: str) -> list[str]:
        return ["passive"] if "VBN" in text else []

    assert karat.phenomena(karat.read_text(TREES), verbs) == [("passive",), ()]
    assert karat.phenomena(["VBN", ""], verbs) == [("passive",), ()]
    with pytest.raises(karat.InputError, match="did you mean 'passive'"):
        karat.phenomena(["x"], lambda text: ["pasive"])
