"""karat parse and karat parsers."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import CommandLine

HOSTILE = Path(__file__).resolve().parents[1] / "hostile_parser.py"
PARSER = f'command(run="{sys.executable} {HOSTILE}")'


def test_trees_a_line_each(command: CommandLine) -> None:
    """A blank line where there is no parse, so that the file can be scored; troubles are noted."""
    command.write("text", "fine one\n\ndie now\nnothing\ntwo\n")
    done = command("parse", "--with", PARSER, "text")
    assert done.status == 0
    assert done.out == "(S (X fine) (X one))\n\n\n\n(S (X two))\n"
    assert "note: text:3: crash: it was killed by signal 11 (SIGSEGV)" in done.err
    assert "note: text:4: no analysis" in done.err


def test_a_line_is_a_sentence(command: CommandLine) -> None:
    """Whatever space is in it: only line feeds end lines, only ASCII white space ends words."""
    command.write("s.txt", "a\u2028b\x85c 10\u00a0000\r\n\n d\te")
    done = command("parse", "--with", "right-branching", "s.txt")
    assert done.out == "(X a\u2028b\x85c 10\u00a0000)\n\n(X d e)\n"
    done = command("parse", "--with", "chain", "s.txt")
    assert done.out.count("\n1\t") == 2
    assert "\n2\t10\u00a0000\t" in done.out
    done = command("parse", "--with", "command(run=cat,gives=text)", "s.txt")
    assert done.out == "a\u2028b\x85c 10\u00a0000\n\nd e\n"
    command.write("empty.txt", "")
    assert command("parse", "--with", "chain", "empty.txt").out == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_parses_are_utf8(command: CommandLine, encoding: str) -> None:
    """Whatever the encoding of the terminal: an é of Latin-1, or an escape, would be another word."""
    command.write("s.txt", "café 犬 a\u2028b\n")
    usual = command("parse", "--with", "right-branching", "s.txt")
    assert usual.out == "(X café (X 犬 a\u2028b))\n"
    done = command(
        "parse", "--with", "right-branching", "s.txt", env={"PYTHONIOENCODING": encoding}
    )
    assert done == usual


def test_sentences_that_are_not_cut_into_words(command: CommandLine) -> None:
    """A parser that takes the words as they are written would take "rained." for one; a note says so."""
    command.write("raw.txt", "It rained.\nDogs bark.\nIt snowed .\n")
    done = command("parse", "raw.txt", "--with", "right-branching")
    assert (
        "note: 2 of 3 sentences end in a word with its full stop attached, as in 'rained.'"
        in done.err
    )
    command.write("words.txt", "It rained .\nDogs bark .\nIt snowed.\n")
    assert command("parse", "words.txt", "--with", "right-branching").err == ""


def test_closed_output() -> None:
    """One message where standard output is closed."""
    line = f"exec {sys.executable} -m karat parsers chain >&-"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        2,
        "karat: the output cannot be written: it is closed\n",
    )


def test_native_output(command: CommandLine) -> None:
    """As the parser printed it."""
    done = command("parse", "--with", PARSER, "--as", "native", stdin="two\n")
    assert done.out == "(S (X two)) (S (Y two))\n"


def test_conllu(command: CommandLine) -> None:
    """A block a sentence."""
    done = command("parse", "--with", "chain", "-", stdin="a b\nc\n")
    assert done.status == 0
    assert done.out.split("\n\n")[1].splitlines() == [
        "# text = c",
        "1\tc\t_\t_\t_\t_\t0\troot\t_\t_",
    ]


def test_baselines_can_be_scored(command: CommandLine) -> None:
    """What parse writes, score reads."""
    command.write("gold", "(S (X a) (VP (X b) (X c)))\n")
    done = command("parse", "--with", "right-branching", "-", stdin="a b c\n")
    command.write("system", done.out)
    done = command("score", "gold", "system", "--scheme", "flat", "-o", "json")
    assert json.loads(done.out)["results"][0]["measures"]["recall"] > 0


def test_parsers(command: CommandLine) -> None:
    """Which are there, and the command that installs each that is not."""
    done = command("parsers", "-o", "json")
    rows = {row["parser"]: row for row in json.loads(done.out)}
    assert {"link-grammar", "udpipe", "spacy", "stanza", "benepar", "stanford", "opennlp"} <= set(
        rows
    )
    assert rows["chain"]["installed"] == "yes"
    for row in rows.values():
        assert (row["installed"] == "no") == bool(row["install with"])
    done = command("parsers", env={"PATH": "/nonexistent"})
    assert "link-grammar: sudo apt-get install link-grammar" in done.out
    assert "limit" in command("parsers", "link-grammar").out


def test_errors(command: CommandLine) -> None:
    """Exit 2 and one message."""
    for arguments, message in (
        (["parse", "--with", "chain", "none.txt"], "no such file"),
        (["parse", "--with", "chains", "-"], "did you mean 'chain'"),
        (["parse", "--with", "udpipe", "-"], "udpipe"),
        (["parse", "--with", "chain(x=1)", "-"], "Known: none"),
        (["parse", "--with", "link-grammar(limit=0)", "-"], "should be 1 or more"),
        (
            ["parse", "--with", "chain", "--seconds", "inf", "-"],
            "should be a finite number above 0",
        ),
        (["parse", "-"], "--with"),
        (["parsers", "udpip"], "did you mean 'udpipe'"),
    ):
        done = command(*arguments)
        assert (done.status, message in done.err) == (2, True), (arguments, done.err)


def test_code_in_the_current_folder_is_not_run(command: CommandLine) -> None:
    """A file that is called like a module of Python is the user's data, not a module."""
    command.write("json.py", "raise SystemExit('this file was run')\n")
    command.write("text", "Dogs bark .\n")
    done = command("parse", "--with", "chain", "text")
    assert (done.status, done.err) == (0, "")
    assert "bark" in done.out


def test_python_m_does_not_run_it_either(command: CommandLine) -> None:
    """``python -m`` looks for modules in the current folder first."""
    for name in ("json.py", "typing.py"):
        command.write(name, "raise SystemExit('this file was run')\n")
    command.write("text", "Dogs bark .\n")
    done = command.run([sys.executable, "-m", "karat", "parse", "--with", "chain", "text"])
    assert (done.status, done.err) == (0, "")
    assert "bark" in done.out
