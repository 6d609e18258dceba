"""Messages name the file at fault, also where another one is read first."""

import gzip
import hashlib
import json

from command_line import CommandLine

TREES = "(S (NP (N dogs)) (VP (V bark)))\n"
RULES = (
    'format = "conllu"\n[phenomena]\nx = "x"\n[[rule]]\nphenomenon = "x"\ndeps = "{lemma:bark}"\n'
)


def test_rules_for_another_format(command: CommandLine) -> None:
    command.write("x.mrg", TREES)
    command.write("mine.toml", RULES)
    done = command("recognise", "x.mrg", "--with", "mine.toml")
    assert done.status == 2
    assert done.err == "karat: x.mrg: the rules mine.toml are for conllu, but this is brackets\n"


def test_gold_of_a_suite_without_trees(command: CommandLine) -> None:
    command.write("suite.txt", "dogs bark\ncats sleep\n")
    assert (
        command("suite", "run", "suite.txt", "--with", "right-branching", "--run", "x.run").status
        == 0
    )
    command.write("gold.iob", "dogs B-NP\nbark B-VP\n\ncats B-NP\nsleep B-VP\n")
    done = command("suite", "score", "x.run", "--gold", "gold.iob", "--right", "evalb.exact")
    assert done.status == 2
    assert done.err.startswith("karat: gold.iob has chunks but no trees; evalb needs trees")


def test_a_file_of_no_runs(command: CommandLine) -> None:
    head = b'{"karat":"0.1.0","karat_runs":1,"runs":0}\n'
    end = {"end": {"lines": 1, "sha256": hashlib.sha256(head).hexdigest()}}
    command.write("none.karat", gzip.compress(head + json.dumps(end).encode() + b"\n"))
    done = command("runs", "import", "none.karat", "--store", "s.db")
    assert done.status == 2
    assert done.err == "karat: none.karat: there are no runs in it; nothing was imported\n"


def test_a_store_without_the_figure(command: CommandLine) -> None:
    command.write("x.mrg", TREES)
    assert command("score", "x.mrg", "x.mrg", "--save", "monday", "--store", "s.db").status == 0
    done = command("runs", "history", "f9", "--store", "s.db")
    assert done.status == 2
    assert done.err.startswith("karat: s.db: no saved run that fits has a figure f9")
