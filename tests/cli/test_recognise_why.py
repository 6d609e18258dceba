"""karat recognise --why, the choice of sentences and phenomena, and texts cut into records."""

import json

import pytest

from command_line import CommandLine

TREES = (
    "(S (NP (PRP It)) (VP (VBZ rains)))\n"
    "(S (NP (DT The) (NN dog)) (VP (VBD was) (VP (VBN seen) (PP (IN by) (NP (NNP Kim))))))\n"
)
GRAPH = """1\tKim\tKim\tPROPN\t_\t_\t2\tnsubj\t2:nsubj|4:nsubj\t_
2\twants\twant\tVERB\t_\t_\t0\troot\t0:root\t_
3\tto\tto\tPART\t_\t_\t4\tmark\t4:mark\t_
4\tsleep\tsleep\tVERB\t_\t_\t2\txcomp\t2:xcomp\t_

"""
SHARED = """format = "conllu"
[phenomena]
shared = "one word is the subject of two different verbs"

[[rule]]
phenomenon = "shared"
enhanced = '{}=word <nsubj {upos:VERB}=one <nsubj ({upos:VERB}=other !== =one)'
"""
TEXT = """format = "text"
[records]
separator = '^=== '
id = '^=== (\\S+)'
none = '^NO PARSE'

[[rule]]
phenomenon = "passive"
regex = 'voice: +pass'
match = ["voice: pass"]
other = ["voice: act"]
"""
OUTPUT = "=== a ===\nverb see\n  voice:  pass\n\n=== b ===\nNO PARSE\n=== c ===\nvoice: act\n"


def test_why_in_trees(command: CommandLine) -> None:
    """The rule with its number, line and pattern, and the nodes with their words and positions."""
    command.write("x.mrg", TREES)
    done = command("recognise", "x.mrg", "--why", "--only", "by-agent", "-o", "json")
    (row,) = json.loads(done.out)
    assert (row["sentence"], row["phenomenon"], row["rules"]) == ("2", "by-agent", "ptb.toml")
    assert row["rule"] > 1
    assert row["pattern"].startswith("tree: VP <")
    nodes = [(one["label"], one["at"], one["text"]) for one in row["nodes"]]
    assert ("PP", "5-6", "by Kim") in nodes
    assert ("IN", "5", "by") in nodes
    done = command("recognise", "x.mrg", "--why", "--only", "by-agent", "--width", "400")
    heads, line = done.out.splitlines()
    assert heads.split() == ["sentence", "phenomenon", "rule", "line", "pattern", "nodes"]
    assert f"ptb.toml:{row['line']}" in line
    assert "PP[5-6] by Kim; IN[5] by" in line


def test_one_word_of_two_verbs(command: CommandLine) -> None:
    """A rule that names its nodes; --why gives the names."""
    command.write("x.conllu", GRAPH)
    command.write("r.toml", SHARED)
    done = command("recognise", "x.conllu", "--with", "r.toml", "--why", "-o", "json")
    assert done.status == 0, done.err
    rows = json.loads(done.out)
    assert [(row["rule"], row["line"]) for row in rows] == [(1, 7)]
    named = {one["name"]: (one["text"], one["at"]) for one in rows[0]["nodes"]}
    assert named["word"] == ("Kim", "1")
    assert {named["one"], named["other"]} == {("wants", "2"), ("sleep", "4")}
    command.write("y.conllu", GRAPH.replace("|4:nsubj", ""))
    done = command("recognise", "y.conllu", "--with", "r.toml", "-o", "csv")
    assert done.out.splitlines()[1:] == ["1,yes,"]


def test_choice_of_sentences_and_phenomena(command: CommandLine) -> None:
    """-n and --only work with and without --why; what is not there is refused."""
    command.write("x.mrg", TREES)
    done = command("recognise", "x.mrg", "-n", "2", "--only", "passive", "-o", "csv")
    assert done.out.splitlines()[1:] == ["2,yes,passive,"]
    done = command("recognise", "x.mrg", "--why", "-n", "1", "-o", "csv")
    assert {line[0] for line in done.out.splitlines()[1:]} == {"1"}
    for arguments, what in (
        (["-n", "3"], "there is no sentence 3: x.mrg has 2 sentences"),
        (["-n", "2-1"], "write a number or a range"),
        (["--only", "pasive"], "did you mean 'passive'?"),
    ):
        done = command("recognise", "x.mrg", *arguments)
        assert (done.status, what in done.err) == (2, True), done.err


def test_a_text_with_separators_and_ids(command: CommandLine) -> None:
    """By the rules, and by the command line; blank lines belong to the records."""
    pytest.importorskip("re2")
    command.write("r.toml", TEXT)
    command.write("out.txt", OUTPUT)
    rows = command("recognise", "out.txt", "--with", "r.toml", "-o", "csv").out.splitlines()
    assert rows[1:] == ["a,yes,passive", "b,no,", "c,yes,"]
    command.write("bare.toml", TEXT.replace(TEXT[TEXT.index("[rec") : TEXT.index("[[rule")], ""))
    options = ("--separator", "^===", "--id", r"^=== (\w)", "--none", "^NO")
    done = command("recognise", "out.txt", "--with", "bare.toml", *options, "-o", "csv")
    assert done.out.splitlines() == rows
    done = command("recognise", "out.txt", "--with", "r.toml", "--why", "-o", "json")
    (row,) = json.loads(done.out)
    assert row["nodes"] == [{"label": "", "text": "voice: pass", "at": "2:3", "name": ""}]
    done = command("recognise", "--check", "--with", "r.toml", "-o", "json")
    assert (done.status, json.loads(done.out)[0]["right"]) == (0, 2)


def test_records_that_any_script_can_write(command: CommandLine) -> None:
    """#id and #none; without ids, #none between blank lines."""
    pytest.importorskip("re2")
    command.write("r.toml", 'format = "text"\n[[rule]]\nphenomenon = "passive"\nregex = "pass"\n')
    for text, expected in (
        (
            "#id x1\npass\n\nmore\n#id x2\n#none\n#id x3\nact\n",
            ["x1,yes,passive", "x2,no,", "x3,yes,"],
        ),
        ("pass\n\n\n#none\n\nact\n", ["1,yes,passive", "2,no,", "3,yes,"]),
        ("", []),
    ):
        done = command("recognise", "-", "--with", "r.toml", "-o", "csv", stdin=text)
        assert done.out.splitlines()[1:] == expected


def test_records_are_scored_by_their_ids(command: CommandLine) -> None:
    """In any order; an item without a record has no output; an id that is no item is refused."""
    pytest.importorskip("re2")
    command.write("r.toml", 'format = "text"\n[[rule]]\nphenomenon = "passive"\nregex = "pass"\n')
    command.write(
        "s.toml",
        "".join(f'[[item]]\nid = "{i}"\nsentence = "s"\ncore = "passive"\n' for i in "abcd"),
    )
    command.write("out.txt", "#id c\npass\n#id a\nact\n#id b\npass\n")
    arguments = (
        "--with",
        "r.toml",
        "--score",
        "--suite",
        "s.toml",
        "-s",
        "phenomena",
        "-o",
        "json",
    )
    done = command("recognise", "out.txt", *arguments)
    assert done.status == 0, done.err
    assert json.loads(done.out)["results"][0]["measures"]["recall@sentence"] == 0.5
    command.write("out.txt", "#id e\npass\n")
    done = command("recognise", "out.txt", *arguments)
    assert (done.status, "no sentence with the id 'e'" in done.err) == (2, True)


@pytest.mark.parametrize(
    "text, what",
    [
        ("=== a ===\nx\n=== a ===\ny\n", "out.txt:3:5: the id 'a' is also on line 1"),
        ("===  \nx\n", "out.txt:1:1: this record has no id"),
        ("#id a\n#id b\nx\n", "out.txt:1:1: there is nothing in this record"),
    ],
)
def test_bad_records(command: CommandLine, text: str, what: str) -> None:
    """With line and column."""
    pytest.importorskip("re2")
    command.write("r.toml", TEXT)
    command.write("out.txt", text)
    done = command("recognise", "out.txt", "--with", "r.toml")
    assert (done.status, what in done.err) == (2, True), done.err


@pytest.mark.parametrize(
    "text, what",
    [
        ("#id a\n#id b\nx\n", "out.txt:1:1: there is nothing in this record"),
        ("#id a\n#none\nx\n", "out.txt:3:1: there is output, but line 2 says that there is none"),
        ("#id a\nx\n#id\ny\n", "out.txt:3:1: this record has no id"),
    ],
)
def test_bad_records_of_ours(command: CommandLine, text: str, what: str) -> None:
    """An empty record is a mistake: the parser gave output, or it did not."""
    pytest.importorskip("re2")
    command.write("r.toml", 'format = "text"\n[[rule]]\nphenomenon = "passive"\nregex = "pass"\n')
    command.write("out.txt", text)
    done = command("recognise", "out.txt", "--with", "r.toml")
    assert (done.status, what in done.err) == (2, True), done.err


@pytest.mark.parametrize(
    "rules, what",
    [
        (TEXT.replace("separator =", "seperator ="), "r.toml:3:1: [records] has no 'seperator'"),
        (TEXT.replace("'^=== '", "'(^==='"), "r.toml:3:1: this regular expression is wrong"),
        (SHARED + "\n[records]\nid = 'x'\n", "only a text is cut into records"),
        (SHARED.replace("=one)'", "=two)'"), "r.toml:7:74: =two after ! refers to no other node"),
    ],
)
def test_bad_rules(command: CommandLine, rules: str, what: str) -> None:
    """With line and column in the rules file."""
    pytest.importorskip("re2")
    command.write("r.toml", rules)
    command.write("out.txt", OUTPUT)
    done = command("recognise", "out.txt", "--with", "r.toml")
    assert (done.status, what in done.err) == (2, True), done.err


def test_bad_options(command: CommandLine) -> None:
    """Expressions for a text only, and only such as can be read."""
    pytest.importorskip("re2")
    command.write("r.toml", TEXT)
    command.write("x.mrg", TREES)
    done = command("recognise", "x.mrg", "--with", "ptb", "--separator", "x")
    assert (done.status, "are for text; ptb is for brackets" in done.err) == (2, True), done.err
    done = command("recognise", "x.mrg", "--with", "r.toml", "--id", "(")
    assert (done.status, "--id (: this regular expression is wrong" in done.err) == (2, True)


def test_rows_are_the_same_however_they_come(command: CommandLine) -> None:
    """More sentences than are matched at once, through a pipe and from a file, in every output."""
    command.write("x.mrg", TREES * 1500)
    for output in ("table", "json", "csv", "markdown", "latex"):
        from_file = command("recognise", "x.mrg", "-o", output)
        through_pipe = command("recognise", "-", "-o", output, stdin=TREES * 1500)
        assert (from_file.status, from_file.out) == (0, through_pipe.out)
        if output == "json":
            rows = json.loads(from_file.out)
            assert [row["sentence"] for row in rows] == [str(i + 1) for i in range(3000)]
            assert {row["phenomena"] for row in rows[1::2]} == {rows[1]["phenomena"]}
