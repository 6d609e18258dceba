"""karat recognise with several parsers: one table, the common inventory, experimental rules, weights."""

import csv
import io
import json
from pathlib import Path

import pytest

from command_line import CommandLine

# Lists of names with as many right answers and errors as figure 3 of Tam and others (2008) implies.
# ENJU: 7 of 10 phenomena, one error. DSPD: 5 of 10, one error. The paper tells about sentence 8 alone.
ENJU = """1\tunshifted ditransitive
2\tdative-shifted ditransitive
3\tpassive
4\tverb that takes verbal complement
5\tverbal gerund
6\tpreposition
7\tparticle
8\t(none)
9\t(none)
10\traising
"""
DSPD = """1\tunshifted ditransitive
2\tdative-shifted ditransitive
3\tpassive
4\t(none)
5\t(none)
6\tpreposition
7\tpreposition
8\t(none)
9\t(none)
10\traising
"""
ITEMS = """
[[item]]
id = "one"
sentence = "John gives a flower to Mary"
core = "ditransitive"
errors = ["adjunct"]
phenomena = ["proper-noun", "preposition", "verb-pp"]
[[item]]
id = "bad"
sentence = "John gives to a flower Mary"
grammatical = false
core = "word-order"
[[item]]
id = "two"
sentence = "John gives Mary a flower"
core = "dative-shift"
errors = ["noun-compound"]
phenomena = ["proper-noun"]
"""
TREES = (
    "(S (NP (NNP John)) (VP (VBZ gives) (NP (DT a) (NN flower)) (PP (TO to) (NP (NNP Mary)))))\n"
    "(S (NP (NNP John)) (VP (VBZ gives) (NP (NNP Mary)) (NP (DT a) (NN flower))))\n"
)
GRAPHS = """1\tJohn\tJohn\tPROPN\tNNP\t_\t2\tnsubj\t_\t_
2\tgives\tgive\tVERB\tVBZ\t_\t0\troot\t_\t_
3\ta\ta\tDET\tDT\t_\t4\tdet\t_\t_
4\tflower\tflower\tNOUN\tNN\t_\t2\tobj\t_\t_
5\tto\tto\tADP\tIN\t_\t6\tcase\t_\t_
6\tMary\tMary\tPROPN\tNNP\t_\t2\tobl\t_\t_

1\tJohn\tJohn\tPROPN\tNNP\t_\t2\tnsubj\t_\t_
2\tgives\tgive\tVERB\tVBZ\t_\t0\troot\t_\t_
3\tMary\tMary\tPROPN\tNNP\t_\t5\tcompound\t_\t_
4\ta\ta\tDET\tDT\t_\t5\tdet\t_\t_
5\tflower\tflower\tNOUN\tNN\t_\t2\tobj\t_\t_

"""
RULES = """
format = "brackets"
[[rule]]
phenomenon = "dative-shift"
tree = 'VP < (NP $. NP)'
experimental = true
[[rule]]
phenomenon = "proper-noun"
tree = 'NNP'
[[rule]]
phenomenon = "ditransitive"
tree = 'VP < NP < PP'
"""


def table(text: str) -> dict[str, list[str]]:
    """The rows of the first table, by the words before the figures."""
    rows = {}
    for line in text.split("\n\n")[0].splitlines():
        name, *cells = [cell.strip() for cell in line.split("  ") if cell.strip()]
        rows[name] = cells
    return rows


def test_figure_3(command: CommandLine) -> None:
    """Precision 0.8 and recall 0.7 for ENJU, 0.7 and 0.5 for DSPD."""
    command.write("enju.names", ENJU)
    command.write("dspd.names", DSPD)
    files = ["enju.names", "dspd.names"]
    done = command("recognise", *files, "--score", "--suite", "tam2008")
    assert done.status == 0, done.err
    rows = table(done.out)
    assert [cell.split()[0] for cell in rows["core and error: precision"]] == ["80.00", "70.00"]
    assert [cell.split()[0] for cell in rows["core and error: recall"]] == ["70.00", "50.00"]
    assert rows["sentences with output"] == ["10/10", "10/10"]
    assert rows["names that count"] == ["19", "19"]
    assert "particle            1           1       0           0       1" in done.out
    assert "intervals: 95 %, 1000 samples" in done.out
    found = json.loads(
        command("recognise", *files, "--score", "--suite", "tam2008", "-o", "json").out
    )
    enju, dspd = (one["measures"]["core and error"] for one in found["systems"])
    assert (enju["precision"]["value"], enju["recall"]["value"]) == (0.8, 0.7)
    assert (dspd["precision"]["value"], dspd["recall"]["value"]) == (0.7, 0.5)
    for one in (enju, dspd):
        assert one["recall"]["low"] < one["recall"]["value"] < one["recall"]["high"]
    assert found["systems"][1]["phenomena"]["particle"] == {"items": 1, "found": 0, "errors": 1}
    gold = "".join(
        f"{i}\t\t{core}\t{error}\n"
        for i, (core, error) in enumerate(
            [("ditransitive", "adjunct"), ("dative-shift", "noun-compound"), ("passive", "adjunct"),
             ("nominal-gerund", "verb-complement"), ("verbal-gerund", "imperative"),
             ("preposition", "particle"), ("particle", "preposition"),
             ("extraposition", "relative-clause"), ("inversion", "question"),
             ("raising", "control")], 1)
    )  # fmt: skip
    command.write("gold.names", "id\tphenomena\tcore\terrors\n" + gold)
    scored = command("score", "gold.names", *files)
    rows = [line.split()[:3] for line in scored.out.splitlines()]
    assert ["enju.names", "80.00", "70.00"] in rows
    assert ["dspd.names", "70.00", "50.00"] in rows


@pytest.mark.parametrize("kind", ["markdown", "latex", "csv"])
def test_other_outputs(command: CommandLine, kind: str) -> None:
    """As other reports have them; CSV is not rounded."""
    command.write("enju.names", ENJU)
    command.write("dspd.names", DSPD)
    done = command(
        "recognise", "enju.names", "dspd.names", "--score", "--suite", "tam2008", "-o", kind,
        "--seed", "7", "--samples", "50",
    )  # fmt: skip
    assert done.status == 0
    said = done.err if kind == "csv" else done.out
    assert "intervals: 95 %, 50 samples of sentences, seed 7" in said
    if kind == "csv":
        rows = list(csv.DictReader(io.StringIO(done.out)))
        assert rows[0]["value"] == "0.8"
        assert {row["system"] for row in rows} == {"enju.names", "dspd.names"}
        errors = (row for row in rows if row["measure"] == "errors_count")
        wrong = [row["group"] for row in errors if row["value"] == "1.0"]
        assert wrong == ["nominal-gerund", "particle"]
    else:
        assert {"markdown": "| 80.00 [", "latex": "& 80.00 ["}[kind] in done.out


def test_several_frameworks(command: CommandLine) -> None:
    """Trees, graphs and names, each by its own rules, over the names that all can show."""
    command.write("mine.toml", ITEMS)
    command.write("a.mrg", TREES)
    command.write("b.conllu", GRAPHS)
    command.write(
        "c.names", "# inventory: ditransitive, proper-noun, noun-compound\ntwo\tproper-noun\n"
    )
    done = command(
        "recognise",
        "a.mrg",
        "b.conllu",
        "c.names",
        "--score",
        "--suite",
        "mine.toml",
        "--width",
        "200",
    )
    assert done.status == 0, done.err
    rows = table(done.out)
    assert rows["rules"] == ["ptb", "ud", "–"]
    assert rows["names that it can show"][2] == "3"
    assert rows["names that count"] == ["3", "3", "3"]
    assert rows["sentences with output"] == ["2/2", "2/2", "1/2"]
    # The item whose core is dative-shift is left out for all, because c.names cannot show it.
    assert (
        "1 item left out of core and error (the rules do not show it): dative-shift 1" in done.out
    )
    assert "c.names: no output for 1 of 2 sentences" in done.out
    recalls = [cell.split()[0] for cell in rows["core and error: recall"]]
    assert recalls == ["100.00", "100.00", "0.00"]
    # Two names of the first, one of the second; b shows noun-compound in the second.
    precisions = [cell.split()[0] for cell in rows["exhaustive: precision"]]
    assert precisions == ["100.00", "75.00", "50.00"]


def test_rules_for_one_of_the_files(command: CommandLine) -> None:
    """--with RULES is for all, --with FILE=RULES for one; two for all make no sense."""
    command.write("mine.toml", ITEMS)
    command.write("rules.toml", RULES)
    for name in ("a.mrg", "b.mrg"):
        command.write(name, TREES)
    start = ["recognise", "a.mrg", "b.mrg", "--score", "--suite", "mine.toml"]
    done = command(*start, "--with", "ptb", "--with", "b.mrg=rules.toml")
    assert table(done.out)["rules"] == ["ptb", "rules.toml"]
    done = command(*start, "--with", "ptb", "--with", "ud")
    assert (done.status, "--with FILE=RULES" in done.err) == (2, True)
    done = command("recognise", "a.mrg", "b.mrg")
    assert (done.status, "--score" in done.err) == (2, True)
    done = command(*start, "-s", "phenomena")
    assert done.out.count("a.mrg ") >= 1
    assert done.status == 0


def test_experimental_rules_do_not_count(command: CommandLine) -> None:
    """Names and items are left out, counted and shown; experimental=yes counts them."""
    command.write("mine.toml", ITEMS)
    command.write("rules.toml", RULES)
    command.write(
        "x.mrg",
        TREES.replace("(NP (NNP Mary)) (NP (DT a)", "(NP (NNP Mary) (DT a)"),
    )
    start = ["recognise", "x.mrg", "--with", "rules.toml", "--score", "--suite", "mine.toml", "-s"]
    done = command(*start, "phenomena")
    note = "left out: the core phenomenon does not count (experimental), in 1 sentence"
    assert note in done.out
    assert "100.00           100.00" in done.out
    assert "dative-shift (experimental)" in done.out
    done = command(*start, "phenomena(experimental=yes)")
    assert "75.00            50.00" in done.out
    assert "left out: the core" not in done.out
    command.write("y.mrg", TREES)
    done = command(
        "recognise", "x.mrg", "y.mrg", "--with", "rules.toml", "--score", "--suite", "mine.toml"
    )
    assert "1 item left out of core and error (experimental): dative-shift 1" in done.out
    assert "y.mrg: experimental: dative-shift" in done.out


def test_experimental_names_are_marked(command: CommandLine) -> None:
    """In a column of their own; JSON with it is read again."""
    command.write("rules.toml", RULES)
    command.write("x.mrg", TREES)
    done = command("recognise", "x.mrg", "--with", "rules.toml", "-o", "json")
    first, second = json.loads(done.out)
    assert (first["phenomena"], first["experimental"]) == ("proper-noun ditransitive", "")
    assert (second["phenomena"], second["experimental"]) == ("proper-noun", "dative-shift")
    command.write("x.json", done.out)
    assert command("convert", "x.json", "-", "--to", "names").out.endswith(
        "# experimental: dative-shift\nid\tphenomena\n1\tproper-noun, ditransitive\n"
        "2\tproper-noun, dative-shift\n"
    )


def test_a_misspelt_name_in_a_suite(command: CommandLine) -> None:
    """An error at its place, not a 0 without a word."""
    command.write(
        "mine.toml", ITEMS.replace('errors = ["noun-compound"]', 'errors = ["noun-compund"]')
    )
    command.write("x.mrg", TREES)
    done = command("recognise", "x.mrg", "--score", "--suite", "mine.toml")
    assert done.status == 2
    assert done.err.startswith("karat: mine.toml:17:12: item 'two': there is no phenomenon")
    assert "did you mean 'noun-compound'?" in done.err
    # A suite can add names, and state which names its authors considered.
    command.write(
        "mine.toml",
        '[phenomena]\nnoun-compund = "a misprint"\n' + ITEMS.replace("compound", "compund"),
    )
    assert command("recognise", "x.mrg", "--score", "--suite", "mine.toml").status == 0
    command.write("mine.toml", 'inventory = ["ditransitive", "proper noun"]\n' + ITEMS)
    done = command("recognise", "x.mrg", "--score", "--suite", "mine.toml", "-s", "phenomena")
    assert "2 names count: ditransitive, proper-noun; left out:" in done.out
    command.write("mine.toml", 'inventory = ["ditransitiv"]\n' + ITEMS)
    done = command("recognise", "x.mrg", "--score", "--suite", "mine.toml")
    assert (done.status, "mine.toml:1:15: " in done.err) == (2, True), done.err


def test_inventories(command: CommandLine) -> None:
    """A file, names, or one that comes with karat; a wrong one is an error."""
    command.write("gold.names", "1\tpassive, raising\tpassive\n2\tcontrol\tcontrol\n")
    command.write("system.names", "1\tpassive\n2\traising\n")
    every = "phenomena(mode=exhaustive,inventory={})"

    def figures(inventory: str) -> list[float]:
        scheme = every.format(inventory)
        done = command("score", "gold.names", "system.names", "-s", scheme, "-o", "json")
        assert done.status == 0, done.err
        found = json.loads(done.out)["results"][0]["measures"]
        return [found["precision@sentence"], found["recall@sentence"]]

    assert figures("passive") == [1.0, 1.0]
    assert figures("passive+raising") == [0.5, 0.5]
    assert figures("tam2008") == [0.5, 0.25]
    command.write("mine.toml", 'names = ["Passive", "control"]\n')
    assert figures("mine.toml") == [0.5, 0.5]
    command.write("wrong.toml", 'names = ["passive",\n  "controll"]\n')
    command.write("none.toml", "format = 1\n")
    for inventory, what in (
        ("pasive", "did you mean 'passive'?"),
        ("wrong.toml", "wrong.toml:2:4: there is no phenomenon 'controll'"),
        ("missing.toml", "there is no such file"),
        ("none.toml", "it lists no names"),
    ):
        done = command("score", "gold.names", "system.names", "-s", every.format(inventory))
        assert (done.status, what in done.err) == (2, True), done.err
    # Core and error: an item whose core is not in the inventory is left out, and said so.
    done = command("score", "gold.names", "system.names", "-s", "phenomena(inventory=passive)")
    assert "100.00           100.00" in done.out
    assert (
        "left out: the core phenomenon does not count (not in the inventory), in 1 sentence"
        in done.out
    )


def test_items_without_a_core_phenomenon(command: CommandLine) -> None:
    """They have nothing to be right about: they are left out, and said so."""
    command.write("gold.names", "id\tphenomena\tcore\n1\tpassive\tpassive\n2\tcontrol\t\n")
    command.write("system.names", "1\t(none)\n2\tcontrol\n")
    done = command("score", "gold.names", "system.names")
    assert "50.00             0.00" in done.out
    assert "left out: gold has no core phenomenon, in 1 sentence" in done.out


def test_a_phenomenon_that_was_never_found_counts_as_0(command: CommandLine) -> None:
    """In the means over phenomena; otherwise a parser that shows next to nothing would look perfect."""
    command.write("gold.names", "1\tpassive, raising\n2\tcontrol, passive\n")
    command.write("system.names", "1\tpassive\n2\tpassive\n")
    scheme = "phenomena(mode=exhaustive)"
    done = command(
        "score", "gold.names", "system.names", "-s", scheme, "-o", "json", "--by", "phenomenon"
    )
    (result,) = json.loads(done.out)["results"]
    assert result["measures"]["precision@phenomenon"] == pytest.approx(1 / 3)
    assert result["measures"]["recall@phenomenon"] == pytest.approx(1 / 3)
    assert result["groups"]["phenomenon"]["control"]["measures"]["precision"] == 0
    command("suite", "run", "karat-200", "--with", "right-branching", "--run", "r.run")
    done = command(
        "recognise", "r.run", "--suite", "karat-200", "--score", "-s", scheme, "-o", "json"
    )
    assert json.loads(done.out)["results"][0]["measures"]["precision@phenomenon"] < 0.1


def test_frequencies_are_weights(command: CommandLine) -> None:
    """Section 6.3: the frequencies of a corpus, as the weights of phenomena."""
    command.write("x.mrg", TREES)
    done = command("recognise", "x.mrg", "--frequencies", "--weights", "w.toml", "-o", "json")
    assert done.status == 0, done.err
    rows = {row["phenomenon"]: row for row in json.loads(done.out)}
    assert (rows["proper-noun"]["sentences"], rows["proper-noun"]["share"]) == (2, 1.0)
    assert (rows["dative-shift"]["sentences"], rows["passive"]["sentences"]) == (1, 0)
    text = Path(command.folder / "w.toml").read_text()
    assert "proper-noun = 1\n" in text
    assert "dative-shift = 0.5\n" in text
    assert "passive" not in text
    command.write(
        "gold.names",
        "1\tproper-noun\tproper-noun\n2\tdative-shift\tdative-shift\n3\tpassive\tpassive\n",
    )
    command.write("system.names", "1\tproper-noun\n2\t(none)\n3\t(none)\n")
    done = command(
        "score", "gold.names", "system.names", "-s", "phenomena(weights=w.toml)", "-o", "json"
    )
    (result,) = json.loads(done.out)["results"]
    # proper-noun has the weight 1, dative-shift 0.5, passive 0.
    assert result["measures"]["recall@phenomenon"] == pytest.approx(1 / 1.5)
    command.write("w.toml", "passive = 1\nquestoin = 5\n")
    done = command("score", "gold.names", "system.names", "-s", "phenomena(weights=w.toml)")
    assert done.status == 2
    assert done.err.startswith(
        "karat: w.toml:2:1: there is no phenomenon 'questoin'; did you mean 'question'?"
    )
    command.write("w.toml", '"Proper noun" = 1\ndefault = 0\n')
    done = command(
        "score", "gold.names", "system.names", "-s", "phenomena(weights=w.toml)", "-o", "json"
    )
    assert json.loads(done.out)["results"][0]["measures"]["recall@phenomenon"] == 1
    command.write("empty.mrg", "\n")
    done = command("recognise", "empty.mrg", "--weights", "w.toml")
    assert (done.status, "no frequencies" in done.err) == (2, True), done.err


def test_a_run_of_another_suite(command: CommandLine) -> None:
    """Its items are unknown; a run of the same suite is matched by the ids of its items."""
    command("suite", "run", "tam2008", "--with", "right-branching", "--run", "r.run")
    done = command("recognise", "r.run", "--score", "--suite", "karat-200")
    assert (done.status, "r.run: " in done.err, "has no sentence with the id '1'" in done.err) == (
        2,
        True,
        True,
    )
    command.write("enju.names", ENJU)
    done = command("recognise", "enju.names", "r.run", "--score")
    assert table(done.out)["core and error: precision"][0].startswith("80.00")
