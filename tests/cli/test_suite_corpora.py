"""karat suite with corpora straight in: plain text, starred sentences, treebanks, folders of them."""

import gzip
import json

import pytest

from command_line import CommandLine

# A parser that repeats its input as a tree without further brackets.
FLAT = """command(run="sed -u 's/.*/(S &)/'")"""
TEXT = "Dogs bark.\n*Him likes she.\n\n* Her and him succeed .\n??Dogs is barking.\nIt rains.\n"
TREES = """\
(S (NP-SBJ (NNS Dogs)) (VP (VBP bark)))
( (S (NP-SBJ (-NONE- *)) (VP (VB Go)
     (PRN (-LRB- -LRB-) (ADVP (RB now)) (-RRB- -RRB-)))))
"""
CONLLU = """\
# newdoc id = first
# sent_id = a-1
# text = Dogs bark
1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_
2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_

# newdoc id = second
# sent_id = b-1
1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tdo\tdo\tAUX\tVB\t_\t3\taux\t_\t_
2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t_\t_
3\tgo\tgo\tVERB\tVB\t_\t0\troot\t_\t_

# sent_id = b-2
1\tDogs\tdog\tNOUN\tNNS\t_\t0\troot\t_\t_
2\tsleep\tsleep\tVERB\tVBP\t_\t1\tdep\t_\t_

"""


def listed(command: CommandLine, *arguments: str) -> list[tuple[str, str, str]]:
    """The items of a suite: id, judgement and sentence."""
    done = command("suite", "list", *arguments, "-o", "json")
    assert done.status == 0, done.err
    return [(row["item"], row["grammatical"], row["sentence"]) for row in json.loads(done.out)]


def test_plain_text_and_stars(command: CommandLine) -> None:
    """One item per line, with the number of the line; a star is no, a question mark another grade."""
    command.write("text.txt", TEXT)
    assert listed(command, "text.txt") == [
        ("1", "yes", "Dogs bark."),
        ("2", "no", "Him likes she."),
        ("4", "no", "Her and him succeed ."),
        ("5", "??", "Dogs is barking."),
        ("6", "yes", "It rains."),
    ]
    done = command("suite", "run", "text.txt", "--with", FLAT, "-o", "json")
    assert done.status == 0, done.err
    (found,) = json.loads(done.out)["runs"]
    assert found["suite"]["name"] == "text"
    counts = found["counts"]
    assert [counts[x] for x in ("grammatical", "covered", "ungrammatical", "other")] == [2, 2, 2, 1]
    assert found["measures"]["average_analyses"] == 1
    assert (command.folder / "text.command.run").exists()


def test_text_by_other_ways(command: CommandLine) -> None:
    """Compressed, through a pipe, and named as text where it does not look like it."""
    path = command.folder / "t.txt.gz"
    path.write_bytes(gzip.compress(TEXT.encode()))
    assert len(listed(command, "t.txt.gz")) == 5
    done = command("suite", "list", "-", stdin=TEXT)
    assert (done.status, "Him likes she." in done.out) == (0, True), done.err
    command.write("headings", "a heading\nanother one\n")
    done = command("suite", "list", "headings")
    assert (done.status, "--format text" in done.err) == (2, True)
    assert len(listed(command, "headings", "--format", "text")) == 2
    command.write("h.txt", "a heading\nanother one\n")
    assert len(listed(command, "h.txt")) == 2
    command.write("bad.txt", b"fine one.\nbad \xff one.\n")
    done = command("suite", "list", "bad.txt")
    assert (done.status, "bad.txt:2: this is not UTF-8" in done.err) == (2, True)
    command.write("none.txt", "\n\n")
    done = command("suite", "list", "none.txt", "--format", "text")
    assert (done.status, "it has no items" in done.err) == (2, True)


def test_a_treebank(command: CommandLine) -> None:
    """The sentences are what a parser is given; the trees, without null elements, are gold."""
    command.write("gold.mrg", TREES)
    assert listed(command, "gold.mrg") == [("1", "yes", "Dogs bark"), ("2", "yes", "Go ( now )")]
    command("suite", "convert", "gold.mrg", "gold.jsonl")
    rows = [json.loads(line) for line in (command.folder / "gold.jsonl").open()]
    assert rows[0]["gold"] == "(S (NP-SBJ (NNS Dogs)) (VP (VBP bark)))"
    assert "-NONE-" not in rows[1]["gold"]
    assert {row["source"] for row in rows} == {"gold"}
    answers = "-e 's/^Dogs.*/(S (NP-SBJ (NNS Dogs)) (VP (VBP bark)))/' -e 's/^Go.*/(S (VB Go))/'"
    run = f'command(run="sed -u {answers}")'
    done = command(
        "suite", "run", "gold.mrg", "--with", run, "--right", "evalb.exact", "-o", "json"
    )
    assert done.status == 0, done.err
    (found,) = json.loads(done.out)["runs"]
    assert found["oracle"] == {"right": "evalb.exact", "gold": 2, "first": 1, "any": 1}
    assert any("different number of words" in one for one in found["notes"])


def test_conllu(command: CommandLine) -> None:
    """Ids and documents as the file names them; dependencies are gold."""
    command.write("gold.conllu", CONLLU)
    assert [one[0] for one in listed(command, "gold.conllu")] == ["a-1", "b-1", "b-2"]
    done = command(
        "suite", "run", "gold.conllu", "--with", "chain", "--run", "x.run", "--right", "deps.uas",
    )  # fmt: skip
    assert done.status == 0, done.err
    done = command("suite", "score", "x.run", "--right", "deps.uas", "--by", "source", "-o", "json")
    (found,) = json.loads(done.out)["runs"]
    sources = found["groups"]["source"]
    assert {key: one["counts"]["items"] for key, one in sources.items()} == {
        "first": 1,
        "second": 2,
    }
    # A chain hangs every word under the one before it, so that only b-2 is right.
    assert {key: one["counts"]["right_first"] for key, one in sources.items()} == {
        "first": 0,
        "second": 1,
    }
    done = command("suite", "score", "x.run", "-o", "json")
    assert json.loads(done.out)["runs"][0]["oracle"]["right"] == "deps.exact"


def test_a_folder(command: CommandLine) -> None:
    """The files are the sources; ids name the file where they would be the same."""
    (command.folder / "texts").mkdir()
    command.write("texts/a.txt", "Dogs bark.\n*Bark dogs the.\n")
    command.write("texts/b.txt", "It rains.\n")
    command.write("texts/notes.pdf", "no corpus")
    ids = [one[0] for one in listed(command, "texts")]
    assert ids == ["a:1", "a:2", "b:1"]
    command("suite", "run", "texts", "--with", FLAT, "--run", "t.run")
    done = command("suite", "score", "t.run", "--by", "source", "-o", "json")
    groups = json.loads(done.out)["runs"][0]["groups"]["source"]
    assert {key: one["counts"]["ungrammatical"] for key, one in groups.items()} == {"a": 1, "b": 0}
    command.write("texts/c.mrg", TREES)
    done = command("suite", "list", "texts")
    assert (done.status, "several formats: brackets (c.mrg), text (a.txt)" in done.err) == (2, True)
    (command.folder / "empty").mkdir()
    done = command("suite", "list", "empty")
    assert (done.status, "nor files of text or trees" in done.err) == (2, True)


def test_a_damaged_treebank(command: CommandLine) -> None:
    """Is an error with its place, not a shorter suite."""
    command.write("gold.mrg", TREES + "(S (NP (DT the)\n")
    done = command("suite", "run", "gold.mrg", "--with", FLAT)
    assert (done.status, "gold.mrg:4:1: this '(' is never closed" in done.err) == (2, True)


def test_phenomena_are_recognised_in_gold(command: CommandLine) -> None:
    """So a treebank has errors by category and coverage by phenomenon, and it is said."""
    command.write(
        "gold.mrg",
        "(S (NP (NNP Mary)) (, ,) (VP (VBZ sleeps)))\n"
        "(S (NP (NNS Dogs)) (VP (VP (VBP bark)) (CC and) (VP (VBP eat))))\n"
        "(ROOT (NP (NNP Friday)))\n"
        "(S (NP (PRP He)) (VP (VBD left) (NP-TMP (JJ last) (NN week))))\n"
        "(S (NP (PRP He)) (VP (VBD let) (S (NP (PRP her)) (VP (VB leave)))))\n",
    )
    silent = """command(run="sed -u 's/.*//'")"""
    command("suite", "run", "gold.mrg", "--with", silent, "--run", "x.run")
    done = command("suite", "errors", "x.run", "--rules", "xtag", "--propose", "p.tsv")
    assert "the rules ptb recognised them in gold" in done.err
    lines = (command.folder / "p.tsv").read_text("utf-8").split("\n")[1:-1]
    assert [line.split("\t")[1] for line in lines][1:] == [
        "VP coordination",
        "not sentences",
        "time NP",
        "bare infinitive",
    ]
    done = command("suite", "score", "x.run", "--by", "phenomenon", "-o", "json")
    groups = json.loads(done.out)["runs"][0]["groups"]["phenomenon"]
    assert groups["vp-coordination"]["counts"]["items"] == 1
    assert "recognised them in gold" in done.err


def test_convert_to_text(command: CommandLine) -> None:
    """What a parser is given: no null elements, brackets as they are; the same by the name of the file."""
    command.write("gold.mrg", TREES)
    done = command("convert", "gold.mrg", "-", "--to", "text")
    assert (done.status, done.out) == (0, "Dogs bark\nGo ( now )\n")
    command.write("gold.conllu", CONLLU)
    assert command("convert", "gold.conllu", "gold.txt").status == 0
    assert (command.folder / "gold.txt").read_text() == "Dogs bark\ndo n't go\nDogs sleep\n"


@pytest.mark.parametrize("verb", [["score"], ["check"], ["convert"]])
def test_text_is_no_treebank(command: CommandLine, verb: list[str]) -> None:
    """Where trees are needed, text is refused with what it has; it can be checked and copied."""
    command.write("a.txt", "Dogs bark.\nIt rains.\n")
    done = command(*verb, "a.txt", *{"score": ["a.txt"], "check": [], "convert": ["-"]}[verb[0]])
    if verb == ["score"]:
        assert (done.status, "a.txt has words but no trees" in done.err) == (2, True), done.err
    else:
        assert done.status == 0, done.err
        assert "2 sentences" in done.out or done.out == "Dogs bark.\nIt rains.\n"


def test_tables_of_several_runs_name_their_run(command: CommandLine) -> None:
    """Every table that is about one run; with one run there is nothing to tell apart."""
    command.write(
        "s.tsv",
        "sentence\tgrammatical\texcluded\tgold\nx a\tyes\t\t(S x a)\nx b\tyes\t\t(S x b)\n"
        "c\t2\t\t\nd\tyes\tno reason\t\nfine\tyes\t\t\n",
    )
    silent = """command(run="sed -u 's/^x.*//; s/^fine/(S fine)/'")"""
    for name in ("one.run", "two.run"):
        command("suite", "run", "s.tsv", "--with", silent, "--run", name)
    done = command("suite", "score", "one.run", "two.run", "--by", "length")
    heads = [line.split("  ")[0] for line in done.out.split("\n")]
    for name in ("one.run", "two.run"):
        for what in ("length", "words that fail", "other grade", "excluded because"):
            assert f"{what} ({name})" in heads, (what, heads)
        assert f"length ({name}), right: same" in heads
    done = command("suite", "score", "one.run", "--by", "length")
    assert "(one.run)" not in done.out
