"""karat check: every fault with its place."""

import json
from pathlib import Path

import pytest

import karat
from command_line import CommandLine

SENTENCE = "The proprietor dies, and the men were paid.\n"


def test_nothing_wrong(command: CommandLine) -> None:
    """Trees, and relations whose heads are forms of the words."""
    command.write("a.mrg", "(S (N a))\n(S (N b))\n")
    done = command("check", "a.mrg")
    assert (done.status, done.out) == (0, "a.mrg: 2 sentences, no fault\n")
    command.write("a.gr", SENTENCE + "ncsubj(die, proprietor, _)\nncsubj(pay, man, obj)\n")
    done = command("check", "a.gr")
    assert (done.status, done.out) == (0, "a.gr: 1 sentence, no fault\n")


def test_faults_of_trees(command: CommandLine) -> None:
    """Every sentence that cannot be read, not only the first."""
    command.write("a.mrg", "(S (N a)\n(S (N b))\n(S (N c)))\n")
    done = command("check", "a.mrg", "--layout", "lines")
    assert done.status == 2
    assert "a.mrg:1:1: this '(' is never closed" in done.out
    assert "a.mrg:3:10: a ')' with nothing to close" in done.out
    assert done.out.endswith("a.mrg: 3 sentences, 2 faults\n")


@pytest.mark.parametrize(
    "line, place, message",
    [
        (
            "ncsub(die, proprietor, _)",
            "2:1",
            "there is no relation 'ncsub'; did you mean 'ncsubj'?",
        ),
        ("ncsubj(die, proprietor)", "2:1", "ncsubj has 3 slots, not 2"),
        ("ncmod(die, proprietor)", "2:1", "ncmod has 3 slots, not 2"),
        ("ncsubj(die, owner, _)", "2:1", "the dependent owner is not in the sentence"),
        ("ncsubj(dye, proprietor, _)", "2:1", "the head dye is not in the sentence"),
        (
            "ncsubj(die:9_VVZ, proprietor:2_NN, _)",
            "2:1",
            "die at position 9 is not in the sentence",
        ),
        ("xcomp(pay, die, _)", "2:1", "the dependent is empty"),
        ("ncsubj(pay, man, objet)", "2:1", "the initial relation 'objet' is unknown"),
        ("ncsubj(die, proprietor", "2:1", "a relation that is not closed on its line"),
        ("ncsubj(a, b, c, d, e)", "2:1", "a relation has a name and one to four slots"),
        ("ncsubj(die, Pro, _) nonsense", "2:21", "this is not a relation"),
        ("(ncsubj |die proprietor _)", "2:9", "a '|' that is not closed"),
        ("{ 0.5.5 (ncsubj die proprietor _) }", "2:3", "this weight is not a number"),
        ("{ 0.5 (ncsubj die proprietor _)", "2:1", "a '{' that is not closed"),
        (
            "ncsubj(die, proprietor, _) ncsubj(die, proprietor, _)",
            "2:28",
            "this relation is repeated",
        ),
    ],
)
def test_faults_of_relations(command: CommandLine, line: str, place: str, message: str) -> None:
    """Line and column, what, and the line itself with a caret."""
    command.write("a.gr", SENTENCE + line + "\n")
    done = command("check", "a.gr", "--format", "gr", "--hierarchy", "1999")
    assert done.status == 2
    assert f"a.gr:{place}: " in done.out
    assert message in done.out
    assert line in done.out


def test_the_hierarchy_that_fits(command: CommandLine) -> None:
    """dobj has three slots in 1999 and two in 2006; the file decides, or the user."""
    command.write("a.gr", "(dobj drop it)\n(det man the)\n")
    assert command("check", "a.gr").status == 0
    done = command("check", "a.gr", "--hierarchy", "1999")
    assert "dobj has 3 slots, not 2" in done.out
    assert "a.gr:2:1: there is no relation 'det'" in done.out
    done = command("check", "a.gr", "--hierarchy", "1989")
    assert (done.status, "no hierarchy '1989'" in done.err) == (2, True)


def test_numbers_that_jump(command: CommandLine) -> None:
    """A few missing sentences are fine, a million are a mistake."""
    command.write("a.gr", "1\n(dobj a b)\n5\n(dobj a b)\n5000000\n(dobj a b)\n")
    done = command("check", "a.gr")
    assert "a.gr:5:1: this sentence number is too far from the one before" in done.out
    assert done.out.endswith("a.gr: 6 sentences, 1 fault\n")


def test_json_and_limit(command: CommandLine) -> None:
    """For programs; and not more than asked for."""
    command.write("a.gr", "zz(a, b)\n" * 2 + "yy(a, b)\n")
    found = json.loads(command("check", "a.gr", "-o", "json").out)
    assert (found["sentences"], found["faults"]) == (1, 3)
    assert [one["line"] for one in found["found"]] == [1, 2, 3]
    done = command("check", "a.gr", "--limit", "1")
    assert "… and 2 more" in done.out


def test_wrong_use(command: CommandLine) -> None:
    """A hierarchy is for relations; a file must be there."""
    command.write("a.mrg", "(S (N a))\n")
    assert command("check", "a.mrg", "--hierarchy", "1999").status == 2
    assert command("check", "nowhere.gr").status == 2


def test_a_file_that_looks_like_nothing_but_has_a_name(command: CommandLine) -> None:
    """What to type to see its faults is said."""
    command.write("damaged.iob", "the DT B-NP\nlonely\n")
    done = command("check", "damaged.iob")
    assert done.status == 2
    assert "--format iob" in done.err
    done = command("check", "damaged.iob", "--format", "iob")
    assert (done.status, "damaged.iob:2:1: " in done.out + done.err) == (2, True)


KEY = """(S (NP (NN dogs)) (VP (VP (VBP eat) (NP (JJ raw) (NN meat)))))
( (S (NP the dog) (VP?1 (VP?2 barks a lot)) (X?0 a b) (NP (-NONE- *)) ()))
(S (NP dogs) (VP bark (NP a lot)))
"""


def test_a_key_that_somebody_wrote(command: CommandLine) -> None:
    """Line and column of each; the nameless bracket and a dispute with two marks are fine."""
    command.write("key.mrg", KEY)
    done = command("check", "key.mrg", "--key")
    assert done.status == 2
    assert [line for line in done.out.splitlines() if line.startswith("key.mrg:")] == [
        "key.mrg:1:4: a bracket around one word",
        "key.mrg:1:23: a unary bracket: the bracket around it has the same words",
        "key.mrg:2:45: this is not the mark of a dispute",
        "key.mrg:2:55: a bracket without a word",
        "key.mrg:2:59: a null element",
        "key.mrg:2:71: a bracket without a word",
        "key.mrg:3:4: a bracket around one word",
        "key.mrg: 3 sentences, 7 faults",
    ]
    assert command("check", "key.mrg").status == 0


def test_a_key_over_several_lines(command: CommandLine) -> None:
    """The place is that of the bracket, not of the sentence; what cannot be read is said too."""
    command.write(
        "key.mrg", "(S (NP (DT the) (NN dog))\n   (VP\n  (VP (VBZ barks) (RB now))))\n\n(S (N a)\n"
    )
    done = command("check", "key.mrg", "--key", "--output", "json")
    found = [(one["line"], one["column"], one["fault"]) for one in json.loads(done.out)["found"]]
    assert done.status == 2
    assert found == [
        (3, 3, "a unary bracket: the bracket around it has the same words"),
        (5, 1, "this '(' is never closed"),
    ]


def test_a_bundled_key_and_files_that_are_no_keys(command: CommandLine) -> None:
    """The key of karat-200 has no fault; dependencies are refused in one line."""
    home = Path(karat.__file__).parent / "data" / "suites" / "karat-200"
    assert command("check", str(home / "flat.mrg"), "--key").status == 0
    done = command("check", str(home / "ud.conllu"), "--key")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "a flat key is bracketed" in done.err
