"""karat check: every fault with its place."""

import json
import lzma
from pathlib import Path

import pytest

import karat
from command_line import CommandLine
from karat import kernels

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


PLAIN = "When the proprietors die, it is acquired by the U.S. in D.C., and nobody's pleased with them.\n"


@pytest.mark.parametrize(
    "line, message, advice",
    [
        ("ncsubj(die, proprietors, _)", "the dependent proprietors is not a base form", "write proprietor"),
        ("ncsubj(dies, proprietor, _)", "the head dies is not a base form", "write die"),
        ("ncsubj(acquired, it, obj)", "the head acquired is not a base form", "write acquire"),
        ("ncmod(with, please, them)", "the dependent them is not a base form", "write they"),
        ("ncsubj(is, nobody, _)", "the head is is not a base form", "write be"),
        ("ncsubj(die:4, proprietor:2, _)", "word 2 of the sentence is the; proprietor is not", "count"),
    ],
)  # fmt: skip
def test_slots_are_base_forms(command: CommandLine, line: str, message: str, advice: str) -> None:
    """Told by the words of the sentence and the morphology of English."""
    pytest.importorskip("lemminflect")
    command.write("a.gr", PLAIN + line + "\n")
    done = command("check", "a.gr")
    assert done.status == 2
    assert message in done.out
    assert advice in done.out
    assert done.out.endswith("1 sentence, 1 fault\n")


@pytest.mark.parametrize(
    "line",
    [
        "ncsubj(die, proprietor, _)", "ncsubj(die, proprietor, inv)", "ncmod(in, acquire, D.C.)",
        "arg_mod(by, acquire, U.S., subj)", "ncsubj(be, nobody, _)", "xcomp(_, be, pleased)",
        "ncsubj(die:4, proprietor:3, _)", "ncsubj(acquire, it, obj)", "ncmod(with, please, they)",
    ],
)  # fmt: skip
def test_no_faults_of_slots(command: CommandLine, line: str) -> None:
    """Base forms, final stops, an adjective in -ed, inversion as initial relation."""
    command.write("a.gr", PLAIN + line + "\n")
    assert command("check", "a.gr").out == "a.gr: 1 sentence, no fault\n"


def test_tags_of_slots_tell_base_forms(command: CommandLine) -> None:
    """Where a file has no sentences but tags; a name is its own base form."""
    pytest.importorskip("lemminflect")
    command.write(
        "a.gr",
        "1\n(|ncsubj| |dies:3_VVZ| |Williams:2_NNP| _)\n(|ncmod| _ |dogs:5_NN2| |big:4_JJ|)\n",
    )
    done = command("check", "a.gr")
    assert done.out.count("is not a base form") == 2
    assert "write die" in done.out
    assert "write dog" in done.out


def test_repeats_are_counted_by_words(command: CommandLine) -> None:
    """Two dogs may both be big; a third cannot, and without words a repeat is a fault."""
    big = "ncmod(_, dog, big)\n"
    command.write("a.gr", "A big dog saw a big dog\n" + 2 * big)
    assert command("check", "a.gr").status == 0
    command.write("a.gr", "A big dog saw a dog\n" + 3 * big)
    done = command("check", "a.gr")
    assert done.status == 2
    assert "a.gr:4:1: this relation is repeated" in done.out
    assert done.out.endswith("1 fault\n")
    command.write("a.gr", 2 * big)
    assert "write the sentence on a line before its relations" in command("check", "a.gr").out
    command.write("a.gr", "A big dog saw a big dog\n" + 2 * "ncmod(_, dog:3, big:2)\n")
    assert "this relation is repeated" in command("check", "a.gr").out


def test_words_of_another_file(command: CommandLine) -> None:
    """Trees lend words and tags; a file with other sentences is refused, and so is another format."""
    pytest.importorskip("lemminflect")
    command.write("t.mrg", "(S (NP (NNP Saw)) (VP (VBD saw) (NP (NNS dogs))))\n")
    command.write("a.gr", "ncsubj(see, Saw, _)\ndobj(see, dogs, _)\n")
    done = command("check", "a.gr", "--words", "t.mrg")
    assert done.out.count(": the ") == 1
    assert "the dependent dogs is not a base form" in done.out
    command.write("two.mrg", 2 * "(S (N a) (V b))\n")
    done = command("check", "a.gr", "--words", "two.mrg")
    assert done.status == 2
    assert "two.mrg: 2 sentences, but a.gr has 1" in done.err
    done = command("check", "t.mrg", "--words", "t.mrg")
    assert done.status == 2
    assert "--words is for grammatical relations" in done.err


def test_sentences_of_the_original_scorer(command: CommandLine) -> None:
    """Its third file: lemmatised sentences with their numbers; plain text does as well."""
    command.write(
        "gr", "%LB (\n1\n(ncsubj say:3 jury:2 _)\n(dobj says jury _)\n2\n(ncsubj end it _)\n"
    )
    for text in ("1 the jury say so\n2 it end\n", "the jury said so\nit ended\n"):
        command.write("text", text)
        done = command("check", "gr", "--words", "text")
        assert done.status == 2
        assert "gr:4:1: the head says is not a base form" in done.out
        assert done.out.endswith("gr: 2 sentences, 1 fault\n")
    command.write("text", "(<T S[dcl] 0 2> (<L N NNS NNS Dogs N>) )\n")
    done = command("check", "gr", "--words", "text")
    assert (done.status, "CCG derivations" in done.err) == (2, True)


@pytest.mark.skipif(
    not kernels.compiled(), reason="takes minutes with kernels that are not compiled"
)
def test_faults_of_all_blocks_in_order(command: CommandLine) -> None:
    """Blocks are checked one by one; lines are counted from the beginning of the file."""
    lines = [f"(S (N word{n}) (V {'x' * 200}))\n" for n in range(40_000)]
    for broken in (5, 20_000, 39_998):
        lines[broken] = "(S (N a)\n"
    command.write("long.mrg", "".join(lines))
    found = command("check", "long.mrg", "--output", "json", "--limit", "2")
    document = json.loads(found.out)
    assert (found.status, document["sentences"], document["faults"]) == (2, 40_000, 3)
    assert [one["line"] for one in document["found"]] == [6, 20_001]


@pytest.mark.skipif(
    not kernels.compiled(), reason="takes minutes with kernels that are not compiled"
)
def test_a_file_made_to_fill_memory(command: CommandLine) -> None:
    """A few kilobytes that unpack to hundreds of megabytes are refused, at the stated size."""
    packed = lzma.compress(b"(S (N a) (V b))\n" * (1 << 20), preset=0)
    command.write("bomb.xz", packed * 20)
    found = command("check", "bomb.xz")
    assert (found.status, found.out) == (2, "")
    assert "over 1,000 times as much" in found.err
    assert found.err.count("\n") == 1


def test_what_can_be_read_once_is_judged_by_all_of_it(command: CommandLine) -> None:
    """dobj has two slots in 2006, which later sentences say; a tag of the first tree is a bracket later."""
    grs = "(dobj drop it)\n\n(det man the)\n\n(ncmod _ man big)\n"
    done = command("check", "-", "--format", "gr", stdin=grs)
    assert (done.status, done.out) == (0, "-: 3 sentences, no fault\n")
    done = command(
        "check", "-", "--key", stdin="(S (NP dogs) (VP bark loud))\n(S (NP a dog) barks)\n"
    )
    assert (done.status, done.out.splitlines()[0]) == (2, "-:1:4: a bracket around one word")
