"""Every verb: its exit statuses, its messages, its help."""

import csv
import io
import json
import sys

import pytest

import karat
from command_line import CommandLine
from karat import kernels

TREES = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n(S (NP-SBJ (N a)) (VP (V b)))\n"
VERBS = ["convert", "demo", "evalb", "explain", "formats", "schemes", "score", "show"]


@pytest.fixture
def files(command: CommandLine) -> CommandLine:
    """A folder with two files of trees."""
    command.write("gold.mrg", TREES)
    command.write("system.mrg", TREES.replace("(NP (DT", "(NX (DT"))
    return command


def test_version_imports_next_to_nothing(command: CommandLine) -> None:
    """Neither NumPy nor Click, so that it is instant."""
    program = (
        "import sys; sys.argv = ['karat', '--version']\n"
        "from karat.__main__ import main\n"
        "main()\n"
        "assert 'numpy' not in sys.modules and 'click' not in sys.modules, sorted(sys.modules)\n"
    )
    done = command.run([sys.executable, "-c", program])
    assert (done.status, done.out.strip()) == (0, f"karat {karat.__version__}"), done.err


def test_importing_the_package_imports_next_to_nothing(command: CommandLine) -> None:
    """Its names are looked up when they are used."""
    program = "import sys, karat; assert 'numpy' not in sys.modules; print(karat.__version__)"
    assert command.run([sys.executable, "-c", program]).status == 0


def test_scoring_imports_nothing_of_the_extras(files: CommandLine) -> None:
    """pandas, polars and NLTK are for those who ask for them."""
    program = (
        "import sys; sys.argv = ['karat', 'score', 'gold.mrg', 'system.mrg']\n"
        "from karat.cli import run\n"
        "assert run() == 0\n"
        "heavy = {'pandas', 'polars', 'nltk', 'scipy'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = files.run([sys.executable, "-c", program])
    assert done.status == 0, done.err


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help(command: CommandLine, option: str) -> None:
    """Lists the verbs."""
    done = command(option)
    assert done.status == 0
    for verb in VERBS:
        assert f"\n  {verb} " in done.out


def test_version_option(command: CommandLine) -> None:
    """The same with and without another argument; it says if the kernels are not compiled."""
    plain = f"karat {karat.__version__}\n"
    slow = f"karat {karat.__version__} (kernels not compiled: same results, but slow)\n"
    for arguments in (["--version"], ["--version", "score"]):
        assert command(*arguments).out == (plain if kernels.compiled() else slow)
        assert command(*arguments, env={"KARAT_KERNELS": "python"}).out == slow


def test_no_verb(command: CommandLine) -> None:
    """Status 2, and the help."""
    done = command()
    assert done.status == 2
    assert "score" in done.out + done.err


def test_an_unknown_verb(command: CommandLine) -> None:
    """A guess, and the list."""
    done = command("scores")
    assert done.status == 2
    assert "did you mean 'score'" in done.err
    assert "explain" in done.err


@pytest.mark.parametrize("verb", VERBS)
def test_an_unknown_option(files: CommandLine, verb: str) -> None:
    """Status 2 for all, and for EVALB what EVALB does: its usage."""
    done = files(verb, "--no-such-option", "gold.mrg", "system.mrg")
    if verb == "evalb":
        assert done.status == 0
        assert "evalb [-dDh]" in done.err
    else:
        assert done.status == 2
        assert "--no-such-option" in done.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "gold.mrg"],
        ["score"],
        ["convert", "gold.mrg"],
        ["explain", "evalb.f1", "gold.mrg"],
        ["show", "gold.mrg"],
        ["evalb", "gold.mrg"],
        ["evalb"],
        ["evalb", "-p"],
    ],
)
def test_an_argument_that_lacks(files: CommandLine, arguments: list[str]) -> None:
    """Status 2 and a message."""
    done = files(*arguments)
    assert done.status == 2
    assert done.err.strip()
    assert done.out == ""


FILES = [
    ("absent.mrg", "there is no such file"),
    (".", "this is a folder"),
    ("x" * 5000, "cannot be read"),
    ("words.txt", "--format"),
    ("damaged.gz", "damaged.gz"),
]


@pytest.mark.parametrize(
    ("name", "message"), FILES, ids=["absent", "folder", "long", "words", "gz"]
)
@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "{}", "gold.mrg"],
        ["score", "gold.mrg", "{}"],
        ["score", "gold.mrg", "gold.mrg", "{}"],
        ["convert", "{}", "out.mrg"],
        ["explain", "evalb.f1", "{}", "gold.mrg"],
        ["show", "{}", "gold.mrg"],
        ["evalb", "{}", "gold.mrg"],
    ],
    ids=" ".join,
)
def test_a_file_that_cannot_be_used(
    files: CommandLine, arguments: list[str], name: str, message: str
) -> None:
    """Whichever verb it is given to: status 2, its name, what is wrong."""
    files.write("words.txt", "the dog barks\n")
    files.write("damaged.gz", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03 this is not gzip")
    before = files.names()
    done = files(*(argument.format(name) for argument in arguments))
    if arguments[0] == "evalb" and name == "words.txt":
        # EVALB repeats itself until it has had enough of errors.
        assert (done.status, done.err.count("Reading sentence")) == (1, 12)
        return
    if arguments[0] == "score" and name == ".":
        # A folder is a corpus of several files, and here the other side is one file.
        message = "every file of gold needs one"
    assert done.status == 2
    assert done.err.startswith("karat: ")
    assert name in done.err
    assert message in done.err
    assert files.names() == before


def test_an_empty_file(files: CommandLine) -> None:
    """There is nothing to score, but EVALB prints its zeros."""
    files.write("empty.mrg", "")
    for layout in ("auto", "lines", "free"):
        done = files("score", "empty.mrg", "gold.mrg", "--layout", layout)
        assert done.status == 2
        assert "empty.mrg: it has no sentences" in done.err
    done = files("evalb", "empty.mrg", "empty.mrg")
    assert done.status == 0
    assert "Number of sentence        =      0" in done.out


@pytest.mark.parametrize("scheme", ["evlab", "evalb(parms=new)", "evalb(failed=no)", "evalb.f1"])
def test_a_scheme_that_is_none(files: CommandLine, scheme: str) -> None:
    """Status 2 and a message that helps."""
    done = files("score", "gold.mrg", "system.mrg", "--scheme", scheme)
    assert done.status == 2
    assert done.err.startswith("karat: ")
    assert "evalb" in done.err
    assert done.out == ""


def test_parameters_that_are_not_there(files: CommandLine) -> None:
    """The built-in ones are named."""
    done = files("score", "gold.mrg", "system.mrg", "-s", "evalb(params=absent.prm)")
    assert done.status == 2
    assert "absent.prm" in done.err
    assert "collins, new" in done.err


def test_parameters_with_a_fault(files: CommandLine) -> None:
    """With the place in the file."""
    files.write("odd.prm", "CUTOFF_LEN 40\nDELETE_LABEL\n")
    for arguments in (
        ["score", "gold.mrg", "system.mrg", "-s", "evalb(params=odd.prm)"],
        ["evalb", "-p", "odd.prm", "gold.mrg", "system.mrg"],
    ):
        done = files(*arguments)
        assert done.status == 2
        assert "odd.prm:2:13: " in done.err


@pytest.mark.parametrize("verb", ["schemes", "formats"])
@pytest.mark.parametrize("output", ["table", "json", "csv", "markdown", "latex"])
def test_lists_in_every_output(command: CommandLine, verb: str, output: str) -> None:
    """They parse, and have what they should."""
    done = command(verb, "--output", output)
    assert done.status == 0
    word = {"schemes": "evalb", "formats": "brackets"}[verb]
    if output == "json":
        records = json.loads(done.out)
        assert word in [next(iter(record.values())) for record in records]
    elif output == "csv":
        rows = list(csv.reader(io.StringIO(done.out)))
        assert word in [row[0] for row in rows[1:]]
        assert len({len(row) for row in rows}) == 1
    elif output == "markdown":
        assert f"\n| {word} |" in done.out
    elif output == "latex":
        assert f"\n{word} & " in done.out
    else:
        assert f"\n{word} " in done.out


def test_all_about_a_scheme(command: CommandLine) -> None:
    """Its description and every option."""
    done = command("schemes", "evalb")
    assert done.status == 0
    for word in ("Sekine and Collins", "quirks", "delete_for_length", "abort|align|drop|empty"):
        assert word in done.out
    options = json.loads(command("schemes", "evalb", "--output", "json").out)
    assert {"option": "quirks", "default": "yes"}.items() <= next(
        one for one in options if one["option"] == "quirks"
    ).items()
    assert command("schemes", "evlab").status == 2


def test_explain(files: CommandLine) -> None:
    """A number, step by step; a figure that is none has status 2."""
    done = files("explain", "evalb.recall", "gold.mrg", "system.mrg")
    assert done.status == 0
    assert "5 / 6 = 0.833333." in " ".join(done.out.split())
    for figure in ("evalb", "evalb.accuracy", "nothing.f1"):
        wrong = files("explain", figure, "gold.mrg", "system.mrg")
        assert wrong.status == 2
        assert wrong.err.startswith("karat: ")


def test_demo(command: CommandLine) -> None:
    """Runs where there are no files at all, fits a terminal, and leaves the full result."""
    done = command("demo", "--no-live", "--file", "all.json")
    assert done.status == 0
    assert command.names() == {"all.json"}
    lines = done.out.splitlines()
    assert max(map(len, lines)) <= 80
    rows = {line[:12].rstrip(): line.split() for line in lines if line[:1].isalpha()}
    assert {"Stanford", "Link Grammar", "spaCy", "OpenNLP", "Festival", "chain"} <= set(rows)
    whole = json.loads((command.folder / "all.json").read_text(encoding="utf-8"))
    stanford = [one for one in whole["results"] if one["system"] == "Stanford"]
    schemes = {one["scheme"].split("(")[0] for one in stanford}
    assert schemes == {"evalb", "parseval", "flat", "chunks", "chunkdeps", "gr", "phenomena"}
    f1 = next(one["measures"]["f1"] for one in stanford if one["scheme"].startswith("evalb"))
    assert f"{100 * f1:.1f}" in rows["Stanford"]
    assert whole["coverage"]["Link Grammar"]["coverage"] > 0.8


def test_completion(command: CommandLine) -> None:
    """The script for bash is produced, and verbs are completed."""
    done = command(env={"_KARAT_COMPLETE": "bash_source"})
    assert done.status == 0
    assert "_KARAT_COMPLETE=bash_complete" in done.out
    words = {"COMP_WORDS": "karat s", "COMP_CWORD": "1", "_KARAT_COMPLETE": "bash_complete"}
    found = command(env=words).out.split()
    assert {"plain,schemes", "plain,score", "plain,show"} <= set(found)
    assert not any("explain" in word for word in found)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completion_of_other_shells(command: CommandLine, shell: str) -> None:
    """Their scripts too."""
    done = command(env={"_KARAT_COMPLETE": f"{shell}_source"})
    assert done.status == 0
    assert f"{shell}_complete" in done.out


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are different there")
@pytest.mark.parametrize("verb", ["schemes", "score gold.mrg gold.mrg", "convert gold.mrg -"])
def test_a_reader_that_goes_away_is_no_error(files: CommandLine, verb: str) -> None:
    """As in ``karat schemes | head -1``: no message, status 0."""
    shell = f'"{sys.executable}" -m karat {verb}; echo "status $?" >&2'
    done = files.run(["bash", "-c", f"({shell}) | true"])
    assert done.err == "status 0\n"


def test_output_that_cannot_be_written(files: CommandLine) -> None:
    """A full disk is an error with a message."""
    done = files.run(
        ["bash", "-c", f'"{sys.executable}" -m karat score gold.mrg gold.mrg > /dev/full']
    )
    assert done.status == 2
    assert "Traceback" not in done.err
    assert "No space left" in done.err


def test_options_are_read_before_numpy_is_imported(command: CommandLine) -> None:
    """Its import is prepared by the verb: unprepared it takes as long as scoring a small file."""
    program = (
        "import sys, karat.cli.score, karat.cli.compare, karat.reports.chosen\n"
        "assert 'numpy' not in sys.modules\n"
    )
    done = command.run([sys.executable, "-c", program])
    assert (done.status, done.err) == (0, "")
