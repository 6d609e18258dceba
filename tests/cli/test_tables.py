"""Tables of all verbs: as wide as the terminal, tidy as CSV, ready for papers as LaTeX and Markdown."""

import csv
import io
import json
import sys
from itertools import product
from pathlib import Path

import pytest

from command_line import CommandLine
from hostile_parser import __file__ as hostile

GOLD = """\
(S (NP (DT The) (JJ old) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (DT the) (NN postman)))) (. .))
(S (NP (PRP She)) (VP (VBD gave) (NP (NNP Kim)) (NP (DT a) (NN book))) (. .))
(S (NP (DT The) (NN window)) (VP (VBD was) (VP (VBN broken) (PP (IN by) (NP (DT a) (NN ball))))) (. .))
"""
OTHER = GOLD.replace("(VBZ barks) (PP", "(VBZ barks)) (PP").replace(
    "postman)))) (.", "postman))) (."
)
LOST = "\n".join([GOLD.splitlines()[0], "", GOLD.splitlines()[2], ""])
UD = """\
1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_
2\tdog\tdog\tNOUN\tNN\t_\t3\tnsubj\t_\t_
3\tbarks\tbark\tVERB\tVBZ\t_\t0\troot\t_\t_

"""
RELATIONS = "the dog barks\nncsubj(bark, dog, _)\ndetmod(_, dog, the)\n\n"
PROFILE = """\
name = "answers to questions about the news of the day"
[[need]]
scheme = "evalb"
labels = ["NP"]
[[need]]
scheme = "evalb"
labels = ["PP", "VP"]
weight = 2
"""
LONG = "a-parser-with-a-rather-long-name-trained-on-the-news.mrg"
PARSER = f'command(run="{sys.executable} {Path(hostile).resolve()}")'
SUITE = (
    "sentence\tgrammatical\tphenomena\nfine one\tyes\tp\ntwo two\tyes\tp;q\nnothing here\tyes\tq\n"
    "garbage in\tyes\tq\nbad but fine\tno\tp\n"
)
SYSTEMS = ("a.mrg", "b.mrg", "c.mrg", LONG)
# All verbs that print tables, with several systems where they take them.
COMMANDS = {
    "score": ("score", "gold.mrg", *SYSTEMS, "--by", "label", "--by", "length"),
    "schemes of score": (
        "score", "gold.mrg", *SYSTEMS, "-s", "evalb(params=collins)", "-s", "parseval", "-s", "flat",
        "-s", "leafancestor", "-s", "validity", "-s", "chunkdeps",
    ),
    "score --interval": ("score", "gold.mrg", *SYSTEMS, "--interval", "--samples", "50"),
    "compare": ("compare", "gold.mrg", *SYSTEMS, "--samples", "50"),
    "conll18": ("score", "gold.conllu", "a.conllu", f"{LONG}=a.conllu", "-s", "conll18"),
    "agree": ("agree", *SYSTEMS),
    "agree on dependencies": ("agree", "gold.conllu", f"{LONG}=a.conllu"),
    "adequacy": ("adequacy", "gold.mrg", *SYSTEMS, "--profile", "needs.toml"),
    "gr": ("gr", "gold.gr", "a.gr", "--confusion", "-n", "1"),
    "gr of one file": ("gr", "gold.gr"),
    "recognise": ("recognise", "gold.mrg"),
    "recognise --why": ("recognise", "gold.mrg", "--why"),
    "recognise --frequencies": ("recognise", *SYSTEMS, "--frequencies"),
    "recognise --list": ("recognise", "--list"),
    "recognise --check": ("recognise", "--check", "--with", "ptb"),
    "recognise --score": ("recognise", "gold.mrg", "--score", "--suite", "key.names", "--by", "phenomenon"),
    "side by side": ("recognise", *SYSTEMS, "--score", "--suite", "key.names", "--samples", "20"),
    "suite list": ("suite", "list"),
    "items of a suite": ("suite", "list", "tam2008"),
    "suite score": (
        "suite", "score", "old.run", f"{LONG}=new.run", "--by", "phenomenon", "--by", "length",
    ),
    "suite diff": ("suite", "diff", "old.run", "new.run"),
    "suite errors": ("suite", "errors", "old.run"),
    "schemes": ("schemes",),
    "formats": ("formats",),
    "parsers": ("parsers",),
    "options of a parser": ("parsers", "link-grammar"),
}  # fmt: skip
# What these print besides figures, in CSV too.
LISTS = {
    "compare",
    "recognise", "recognise --why", "recognise --frequencies", "recognise --list", "recognise --check",
    "suite list", "items of a suite", "suite diff", "suite errors", "schemes", "formats", "parsers",
    "options of a parser",
}  # fmt: skip
TIDY = "system,scheme,group_kind,group,measure,unit,value,low,high,signature"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> CommandLine:
    """A folder with files of all kinds."""
    command = CommandLine(tmp_path_factory.mktemp("tables"))
    for name, text in {
        "gold.mrg": GOLD, "a.mrg": OTHER, "b.mrg": GOLD, "c.mrg": LOST, LONG: OTHER,
        "gold.conllu": UD * 2, "a.conllu": UD + UD.replace("2\tdet", "3\tdet"),
        "gold.gr": RELATIONS * 2, "a.gr": RELATIONS + RELATIONS.replace("ncsubj", "dobj"),
        "needs.toml": PROFILE, "suite.tsv": SUITE, "other.tsv": SUITE.replace("nothing", "fine"),
    }.items():  # fmt: skip
        command.write(name, text)
    command.write("key.names", command("recognise", "gold.mrg", "--output", "names").out)
    for run, suite in (("old.run", "suite.tsv"), ("new.run", "other.tsv")):
        done = command("suite", "run", suite, "--with", PARSER, "--run", run, "--seconds", "2")
        assert done.status == 0, done.err
    return command


@pytest.mark.parametrize(
    "name, width", [*product(COMMANDS, [80]), ("score", 50), ("agree", 50), ("suite score", 40)]
)
def test_tables_fit_the_width(files: CommandLine, name: str, width: int) -> None:
    """80 columns where there is no terminal, or as many as were asked for."""
    asked = () if width == 80 else ("--width", str(width))
    done = files(*COMMANDS[name], "--quiet", *asked, env={"COLUMNS": ""})
    assert done.status == 0, done.err
    lines = done.out.splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= width, done.out


@pytest.mark.parametrize("name", COMMANDS)
def test_csv_is_one_table_that_programs_read(files: CommandLine, name: str) -> None:
    """pandas and polars, without options; every row has as many cells as the header."""
    done = files(*COMMANDS[name], "--output", "csv")
    assert done.status == 0, done.err
    head, *rows = csv.reader(io.StringIO(done.out))
    assert rows
    assert {len(row) for row in rows} == {len(head)}
    assert (done.out.splitlines()[0] == TIDY) == (name not in LISTS)
    for reader in ("pandas", "polars"):
        library = pytest.importorskip(reader)
        frame = library.read_csv(io.StringIO(done.out))
        assert (list(frame.columns), len(frame)) == (head, len(rows))
        if name not in LISTS:
            assert frame["value"].dtype in (float, getattr(library, "Float64", float))


def test_tidy_figures(files: CommandLine) -> None:
    """One row per system, scheme, group and measure, with the same figures as in JSON."""
    arguments = (
        "score",
        "gold.mrg",
        "one=a.mrg",
        "two=c.mrg",
        "-s",
        "evalb",
        "-s",
        "flat",
        "--by",
        "label",
    )
    rows = list(csv.DictReader(io.StringIO(files(*arguments, "-o", "csv").out)))
    keys = [tuple(row[key] for key in TIDY.split(",")[:5]) for row in rows]
    assert len(keys) == len(set(keys))
    values = dict(zip(keys, (row["value"] for row in rows), strict=True))
    results = json.loads(files(*arguments, "-o", "json").out)["results"]
    for one in results:
        begin = one["system"], one["scheme"]
        for measure, value in one["measures"].items():
            assert values[*begin, "all", "all", measure] == ("" if value is None else str(value))
        assert values[*begin, "all", "all", "gold_count"] == str(float(one["counts"]["gold"]))
        for label, group in one["groups"]["label"].items():
            for measure, value in group["measures"].items():
                shown = values[*begin, "label", label, measure]
                assert shown == ("" if value is None else str(value))


def test_a_wide_terminal_is_used(files: CommandLine) -> None:
    """All thirteen figures in one block, and the description of a scheme in longer lines."""
    done = files(*COMMANDS["conll18"], "--quiet", env={"COLUMNS": "200"})
    assert len(done.out.splitlines()) == 3
    assert 80 < max(map(len, done.out.splitlines())) <= 200
    prose = files("schemes", "flat", env={"COLUMNS": "60"}).out.split(">>>")[0]
    assert max(map(len, prose.splitlines())) <= 60
