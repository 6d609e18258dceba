"""karat check: every fault with its place."""

import json

import pytest

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
