"""karat recognise: listing, checking, scoring, and every way it can be asked wrongly."""

import csv
import io
import json
import shutil

import pytest

from command_line import CommandLine

TREES = (
    "(S (NP (NNP John)) (VP (VBZ gives) (NP (DT a) (NN flower)) (PP (TO to) (NP (NNP Mary)))))\n"
    "\n"
    "(S (NP (NNP John)) (VP (VBZ gives) (NP (NNP Mary)) (NP (DT a) (NN flower))))\n"
)
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
RULES = """
format = "brackets"
[phenomena]
mary = "Mary is in it"
[[rule]]
phenomenon = "mary"
tree = 'NNP"mary"'
match = ["(S (NNP Mary))"]
other = ["(S (NNP John))"]
"""


def test_listing(command: CommandLine) -> None:
    """A row a sentence; one without output is marked."""
    command.write("x.mrg", TREES)
    done = command("recognise", "x.mrg", "--layout", "lines", "-o", "json")
    assert done.status == 0
    rows = json.loads(done.out)
    assert [row["output"] for row in rows] == ["yes", "no", "yes"]
    assert rows[0]["phenomena"] == "proper-noun ditransitive preposition verb-pp"
    assert rows[1]["phenomena"] == ""
    assert rows[2]["phenomena"] == "proper-noun dative-shift"
    shown = command("recognise", "-", "--layout", "lines", "-o", "csv", stdin=TREES).out
    assert [row["sentence"] for row in csv.DictReader(io.StringIO(shown))] == ["1", "2", "3"]


def test_rules_of_ones_own(command: CommandLine) -> None:
    """With phenomena that nobody else knows; they are checked like the others."""
    command.write("x.mrg", TREES)
    command.write("rules.toml", RULES)
    done = command("recognise", "x.mrg", "--with", "rules.toml", "--layout", "lines")
    assert [line.split()[-1] for line in done.out.splitlines()[1:]] == ["mary", "no", "mary"]
    assert command("recognise", "--check", "--with", "rules.toml").status == 0
    command.write("wrong.toml", RULES.replace("(S (NNP John))", "(S (NNP MARY))"))
    done = command("recognise", "--check", "--with", "wrong.toml")
    assert (done.status, "mary should not match: (S (NNP MARY))" in done.err) == (1, True)


def test_check_of_what_is_shipped(command: CommandLine) -> None:
    """A hundred per cent on the rule files' own examples, and on the suite's gold analyses."""
    rows = json.loads(command("recognise", "--check", "-o", "json").out)
    shipped = ("clear", "erg", "gr", "link-grammar", "ptb", "stanford", "ud")
    assert {row["rules"]: row["rate"] for row in rows} == dict.fromkeys(shipped, 1)
    assert all(row["phenomena"] >= 36 and not row["without examples"] for row in rows)
    done = command("recognise", "--check", "--suite", "karat-200", "-o", "json")
    rates = {row["rules"]: row for row in json.loads(done.out) if row["phenomenon"] == "all"}
    assert {name: row["rate"] for name, row in rates.items() if name != "gr"} == {"ptb": 1, "ud": 1}


def test_check_lists_what_is_missed(command: CommandLine) -> None:
    """By phenomenon, with the items."""
    folder = command.folder / "mine"
    folder.mkdir()
    (folder / "items.toml").write_text(ITEMS)
    (folder / "trees.mrg").write_text(TREES.replace("(NNP Mary)) (NP", "(NNP Mary) (NP"))
    done = command("recognise", "--check", "--with", "ptb", "--suite", "mine", "-o", "json")
    rows = {row["phenomenon"]: row for row in json.loads(done.out)}
    assert rows["ditransitive"]["missed"] == ""
    assert rows["dative-shift"]["missed"] == "two"
    assert (rows["all"]["items"], rows["all"]["recognised"]) == (2, 1)
    done = command("recognise", "--check", "--with", "ud", "--suite", "mine")
    assert (done.status, "mine: it has no ud.conllu" in done.err) == (2, True)


def test_scoring_beside_classical_scores(command: CommandLine) -> None:
    """One report: names of phenomena, and brackets against the suite's gold analyses."""
    folder = command.folder / "mine"
    folder.mkdir()
    (folder / "items.toml").write_text(ITEMS)
    (folder / "trees.mrg").write_text(TREES.replace("\n\n", "\n"))
    command.write("x.mrg", TREES.replace("\n\n", "\n").replace("(NP (DT a)", "(X (DT a)"))
    done = command(
        "recognise", "x.mrg", "--suite", "mine", "--score", "-o", "json",
        "-s", "phenomena", "-s", "phenomena(mode=exhaustive)", "-s", "evalb",
    )  # fmt: skip
    assert done.status == 0
    core, every, brackets = json.loads(done.out)["results"]
    assert core["scheme"] == "phenomena(recogniser=ptb)"
    assert core["measures"]["recall@sentence"] == 0
    # The first is no longer ditransitive, the second has one object: no error is shown in either.
    assert core["measures"]["precision@sentence"] == 0.5
    assert every["measures"]["recall@sentence"] == (3 / 4 + 1 / 2) / 2
    assert brackets["measures"]["recall"] == (5 + 4) / 11
    shown = command("recognise", "x.mrg", "--suite", "mine", "--score", "--by", "phenomenon")
    assert "x.mrg by phenomenon" in shown.out


def test_a_run_is_scored_against_its_own_items(command: CommandLine) -> None:
    """Ungrammatical items are left out; a parser that is always there: right branches only."""
    command.write("mine.toml", ITEMS)
    done = command("suite", "run", "mine.toml", "--with", "right-branching", "--run", "x.run")
    assert done.status == 0
    done = command("recognise", "x.run", "--score", "-o", "json")
    assert done.status == 0, done.err
    result = json.loads(done.out)["results"][0]
    assert result["sentences"] == {"total": 2, "scored": 2, "failed": 0, "aligned": 0}
    assert result["measures"]["recall@sentence"] == 0


def test_rules_and_what_a_run_holds(command: CommandLine) -> None:
    """Rules for another framework than the run's are refused, in the option as in the scheme."""
    command("suite", "run", "tam2008", "--with", "right-branching", "--run", "r.run")
    for arguments, what in (
        (["--with", "ud"], "the rules ud are for conllu, but this is brackets"),
        (["--score", "-s", "phenomena(recogniser=ud)"], "type: --with ud"),
        (["--score", "-s", "phenomena(weights=w.toml)"], "nested too deep"),
    ):
        command.write("w.toml", "a = " + "[" * 20_000)
        done = command("recognise", "r.run", *arguments)
        assert (done.status, what in done.err, "Traceback" in done.err) == (2, True, False), (
            done.err
        )
    assert command("recognise", "r.run", "--score", "-s", "phenomena(recogniser=ptb)").status == 0


def test_link_grammar_end_to_end(command: CommandLine) -> None:
    """The ten sentences of the paper, through the real parser."""
    if not shutil.which("link-parser"):
        pytest.skip("link-parser is not installed: apt-get install link-grammar")
    assert command("suite", "run", "tam2008", "--with", "link-grammar").status == 0
    done = command("recognise", "tam2008.link-grammar.run", "--score", "-o", "json")
    core, every = json.loads(done.out)["results"]  # the suite has cores, and exhaustive lists
    assert core["sentences"]["total"] == every["sentences"]["total"] == 10
    assert core["measures"]["precision@sentence"] >= 0.7
    assert every["measures"]["recall@sentence"] >= 0.7


def test_phenomena_of_two_treebanks(command: CommandLine) -> None:
    """Also as a scheme of karat score, with a recogniser on both sides."""
    command.write("gold", TREES.replace("\n\n", "\n"))
    command.write("system", TREES.replace("\n\n", "\n"))
    scheme = "phenomena(mode=exhaustive,recogniser=ptb)"
    done = command("score", "gold", "system", "-s", scheme, "-o", "json")
    assert json.loads(done.out)["results"][0]["measures"]["recall@phenomenon"] == 1
    done = command("score", "gold", "system", "-s", "phenomena")
    assert (done.status, "recogniser=ptb" in done.err) == (2, True)
    figure = f"{scheme}.recall@phenomenon=1"
    assert command("score", "gold", "system", "--fail-under", figure).status == 0
    command.write("worse", TREES.replace("\n\n", "\n").replace("NNP", "NN"))
    assert command("score", "gold", "worse", "--fail-under", figure).status == 1


def test_the_list(command: CommandLine) -> None:
    """Every phenomenon, with who knows it."""
    rows = {
        row["phenomenon"]: row
        for row in json.loads(command("recognise", "--list", "-o", "json").out)
    }
    assert rows["gapping"]["ud"] == "yes"
    assert rows["gapping"]["link-grammar"] == "no"


@pytest.mark.parametrize(
    "arguments, what",
    [
        (["recognise"], "give a file"),
        (["recognise", "none.mrg"], "there is no such file"),
        (["recognise", "x.mrg", "--with", "ptp"], "did you mean 'ptb'"),
        (["recognise", "x.mrg", "--with", "ud"], "the rules ud are for conllu"),
        (["recognise", "x.mrg", "--with", "bad.toml"], "bad.toml:4:12: "),
        (["recognise", "x.mrg", "--with", "unknown.toml"], "did you mean 'passive'"),
        (["recognise", "x.mrg", "--with", "look.toml"], "look-around"),
        (["recognise", "x.mrg", "--score"], "--suite"),
        (["recognise", "x.mrg", "--score", "--suite", "tam2008"], "10 grammatical items"),
        (["recognise", "--check", "--suite", "judged.txt"], "no gold analyses"),
        (["recognise", "--check", "--suite", "none"], "there is no suite"),
        (["recognise", "text", "--with", "text.toml", "--score"], "--suite"),
    ],
)
def test_errors(command: CommandLine, arguments: list[str], what: str) -> None:
    """One message, status 2."""
    pytest.importorskip("re2")
    head = 'format = "brackets"\n[[rule]]\nphenomenon = "passive"\n'
    command.write("x.mrg", TREES)
    command.write("text", "some text\n")
    command.write("judged.txt", "It rains .\n")
    command.write("bad.toml", head + "tree = 'NP )'\n")
    command.write("unknown.toml", head.replace("passive", "passiv") + "tree = 'NP'\n")
    command.write("look.toml", head + "regex = 'a(?!b)'\n")
    command.write("text.toml", head.replace("brackets", "text") + "regex = 'a'\n")
    done = command(*arguments)
    assert done.status == 2
    assert what in done.err, done.err
    assert done.err.startswith("karat: ")


def test_hostile_input(command: CommandLine) -> None:
    """An expression made to explode, and a tree without end."""
    pytest.importorskip("re2")
    command.write(
        "boom.toml", 'format = "text"\n[[rule]]\nphenomenon = "passive"\nregex = "(a+)+$"\n'
    )
    command.write("text", "a" * 100_000 + "b\n")
    done = command("recognise", "text", "--with", "boom.toml")
    assert (done.status, "passive" in done.out) == (0, False)
    depth = 100_000
    command.write("deep.mrg", "(S " * depth + "(NNP Mary)" + ")" * depth + "\n")
    done = command("recognise", "deep.mrg", timeout=60)
    assert done.status == 0
    assert "proper-noun" in done.out
    command.write("endless.mrg", "(S " * depth + "\n")
    done = command("recognise", "endless.mrg", timeout=60)
    assert (done.status, done.out.splitlines()[1].split()) == (0, ["1", "no"])
    assert "note: sentence 1 cannot be read: endless.mrg:1:1:" in done.err
    command.write("open.mrg", "(S (NN a))\n" + "(S (NN b)\n" * 5)
    done = command("recognise", "open.mrg", "--layout", "lines")
    assert done.err.count("is never closed") == 3
    assert "and 2 more that cannot be read" in done.err


def test_width_is_in_columns(command: CommandLine) -> None:
    """--width wraps the table; without a terminal the width is 80."""
    for given, most in ((["--width", "70"], 70), ([], 80)):
        done = command("recognise", "--list", *given)
        widths = [len(line) for line in done.out.splitlines()]
        assert most - 12 < max(widths) <= most


def test_frequencies_say_what_they_are_shares_of(command: CommandLine) -> None:
    """Two of three sentences have a tree, and both show a proper noun: 100 %, but of two."""
    command.write("x.mrg", TREES)
    done = command("recognise", "x.mrg", "--frequencies", "-o", "json")
    (found,) = (one for one in json.loads(done.out) if one["phenomenon"] == "proper-noun")
    assert (found["sentences"], found["share"]) == (2, 1)
    assert "note: shares are of the 2 sentences with output; 1 have none" in done.err.splitlines()
    command.write("y.mrg", TREES.replace("\n\n", "\n"))
    assert "shares are of" not in command("recognise", "y.mrg", "--frequencies").err
