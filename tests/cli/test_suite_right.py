"""karat suite: what is right by any scheme, and what a run remembers of the program that it ran."""

import json
import shutil
from pathlib import Path

import pytest

from command_line import CommandLine, Done

GOLD = """
[[item]]
id = "1"
sentence = "dogs bark"
gold = "(S (NP (NNS dogs)) (VP (VBP bark)))"

[[item]]
id = "2"
sentence = "cats sleep"
gold = "(S (NP (NNS cats)) (VP (VBP sleep)))"

[[item]]
id = "3"
sentence = "birds sing"
gold = "(S (NP (NNS birds)) (VP (VBP sing)))"

[[item]]
id = "4"
sentence = "sing birds the"
grammatical = false
"""
# Item 1 is right first, item 2 second, item 3 not at all.
OLD = {
    "dogs bark": "(TOP (S (NP (NNS dogs)) (VP (VBP bark))))",
    "cats sleep": "(X (NNS cats) (VBP sleep)) (S (NP (NNS cats)) (VP (VBP sleep)))",
    "birds sing": "(S (NP (NNS birds)) (VBP sing))",
}


def parser(command: CommandLine, name: str, answers: dict[str, str]) -> str:
    """A program that knows these sentences, as the value of --with."""
    cases = "".join(f"'{words}') echo '{tree}';;\n" for words, tree in answers.items())
    path = command.write(
        name, f'#!/bin/sh\nwhile read -r l; do case "$l" in\n{cases}*) echo;; esac; done\n'
    )
    path.chmod(0o755)
    return f'command(run="./{name}")'


def ran(command: CommandLine, name: str, answers: dict[str, str]) -> Done:
    """A run of the four items above."""
    command.write("g.toml", GOLD)
    given = parser(command, f"{name}.sh", answers)
    return command("suite", "run", "g.toml", "--with", given, "--run", f"{name}.run", "--fresh")


def figures(command: CommandLine, *more: str) -> tuple[int, float, float]:
    """How many items are judged in old.run, and the shares that are right first and among all."""
    done = command("suite", "score", "old.run", "-o", "json", *more)
    assert done.status == 0, done.err
    (found,) = json.loads(done.out)["runs"]
    oracle = found["oracle"]
    assert found["measures"]["right_first"] == oracle["first"] / oracle["gold"]
    return oracle["gold"], oracle["first"], oracle["any"]


@pytest.mark.parametrize(
    ("right", "first", "among"),
    [
        ("same", 1, 2),
        # TOP is a bracket too much.
        ("evalb.exact", 0, 1),
        ("evalb(delete=TOP).exact", 1, 2),
        # Without its own VP, item 3 has two of three brackets.
        ("evalb.recall=0.6", 2, 3),
        ("evalb.recall=0.7", 1, 2),
        # Nothing crosses anything.
        ("flat.conformance=1", 3, 3),
        ("evalb(delete=TOP).tagging", 3, 3),
    ],
)
def test_right_by_any_scheme(command: CommandLine, right: str, first: int, among: int) -> None:
    """Three items with gold; the two figures follow from the trees above."""
    ran(command, "old", OLD)
    assert figures(command, "--right", right) == (3, first, among)


def test_a_criterion_that_cannot_be_used(command: CommandLine) -> None:
    """One message that says what to write instead."""
    ran(command, "old", OLD)
    for right, message in (
        ("evalb.crossing", "crossing is not a share"),
        ("conll18.LAS", "compares whole texts"),
        ("evalb.f1@sentence", "write f1"),
        ("evalb.f1=2", "at most 1"),
        ("evalb.f1=x", "at most 1"),
        ("evalb", "names no figure"),
        ("evlab.f1", "did you mean 'evalb'"),
        ("evalb.recal", "did you mean 'recall'"),
    ):
        done = command("suite", "score", "old.run", "--right", right)
        assert (done.status, message in done.err) == (2, True), (right, done.err)


def test_what_cannot_be_judged_is_said(command: CommandLine) -> None:
    """Another word, and gold without anything to compare: both are counted and named."""
    ran(command, "old", OLD | {"birds sing": "(S (NP (NNS fish)) (VBP sing))"})
    done = command("suite", "score", "old.run", "--right", "evalb.exact")
    assert "1 of 4 analyses cannot be compared with gold and are not right" in done.out
    assert "(different words), such as that of item 3" in done.out
    command.write(
        "g.mrg", "(NNS dogs) (VBP bark)\n(S (NNS cats) (VBP sleep))\n(S (NNS birds) (VBP sing))\n"
    )
    done = command("suite", "score", "old.run", "--right", "evalb.recall", "--gold", "g.mrg")
    assert "1 items are not judged" in done.out
    assert "such as item 1" in done.out


def test_same_needs_analyses_of_the_same_kind(command: CommandLine) -> None:
    """Dependencies are never the same as a tree, which says nothing; nor are trees without tags."""
    command.write("g.toml", GOLD)
    done = command("suite", "run", "g.toml", "--with", "chain", "--run", "x.run")
    assert "the analyses are conllu, but gold is brackets; they are not judged" in done.out
    assert "right first" not in done.out
    done = command("suite", "score", "x.run", "--right", "deps.uas=0.5")
    assert "right first" in done.out
    ran(command, "old", {words: f"(S {words})" for words in OLD})
    done = command("suite", "score", "old.run")
    assert "no tree is the same as gold. To judge them by a scheme" in done.out


def test_gold_in_no_known_format(command: CommandLine) -> None:
    """It can be compared as it is, but not by a scheme."""
    command.write("s.tsv", "sentence\tgold\na\t<root a>\nb\t<root b>\n")
    run = """command(run="sed -u 's/.*/<root a>/'",gives=text)"""
    done = command("suite", "run", "s.tsv", "--with", run, "--run", "old.run")
    assert done.status == 0, done.err
    assert figures(command) == (2, 1, 1)
    done = command("suite", "score", "old.run", "--right", "evalb.exact")
    assert (done.status, "gold in old.run has words but no trees" in done.err) == (2, True)


def test_gold_from_a_file(command: CommandLine) -> None:
    """One sentence for each item, or for each grammatical one; any other number is refused."""
    ran(command, "old", OLD)
    right = ("--right", "evalb(delete=TOP).exact", "--gold", "g.mrg")
    trees = "(S (NNS dogs) (VBP bark))\n(X (NNS cats) (VBP sleep))\n(S (NNS birds) (VBP sing))\n"
    command.write("g.mrg", trees)
    assert figures(command, *right) == (3, 1, 1)
    command.write("g.mrg", trees + "(S (X (VBP sing) (NNS birds) (DT the)))\n")
    assert figures(command, *right) == (3, 1, 1)
    command.write("g.mrg", trees + trees)
    done = command("suite", "score", "old.run", *right)
    assert (done.status, "6 sentences, but old.run has 4 items, 3 of them" in done.err) == (2, True)
    done = command("suite", "score", "old.run", "--gold", "none.mrg")
    assert (done.status, "no such file or suite" in done.err) == (2, True)
    command.write("bare.tsv", "sentence\ndogs bark\n")
    command("suite", "run", "bare.tsv", "--with", 'command(run="./old.sh")', "--run", "bare.run")
    done = command("suite", "score", "bare.run", "--right", "evalb.exact")
    assert (done.status, "name their file with --gold" in done.err) == (2, True)


def test_gold_of_a_bundled_suite(command: CommandLine) -> None:
    """The suite's own trees, dependencies or relations, whichever the scheme needs."""
    given = Path(__file__).parents[2] / "src/karat/data/suites/karat-200"
    lines = (given / "trees.mrg").read_text("utf-8").split("\n")[:2]
    answers = {
        "Marta Lindqvist teaches chemistry in Lagos .": lines[0],
        "Oslo borrowed three paintings from Naples in 1987 .": lines[1].replace(
            "(NP (CD", "(X (CD"
        ),
    }
    command(
        "suite", "run", "karat-200", "--with", parser(command, "p.sh", answers), "--run", "old.run"
    )
    assert figures(command) == (252, 1, 1)
    assert figures(command, "--right", "evalb.exact") == (252, 1, 1)
    assert figures(command, "--right", "evalb(labelled=no).exact") == (252, 2, 2)
    judged, first, _ = figures(command, "--right", "deps.uas=0.5")
    assert (judged, first) == (252, 2)
    judged, first, _ = figures(command, "--right", "gr.recall=0.5")
    assert first == 2
    assert figures(command, "--gold", "karat-200") == (252, 1, 1)


def test_a_lost_reading_is_a_loss(command: CommandLine) -> None:
    """Items 1 and 2 keep their analyses but not the right ones; the figures that fell are named."""
    ran(command, "old", OLD)
    ran(command, "new", {words: f"(X ({'NN'} {words.replace(' ', ') (NN ')}))" for words in OLD})
    done = command("suite", "diff", "old.run", "new.run", "--no-loss", "-o", "json")
    assert done.status == 1
    kinds = [(row["change"], row["item"], row["before"]) for row in json.loads(done.out)]
    assert kinds == [
        ("wrong", "1", "1, number 1 is right"),
        ("wrong", "2", "2, number 2 is right"),
        ("analysis", "3", "(S (NP (NNS birds)) (VBP sing))"),
    ]
    assert "right first fell from 33.33 to 0.00" in done.err
    assert "right among all fell from 66.67 to 0.00" in done.err
    assert "coverage" not in done.err
    back = command("suite", "diff", "new.run", "old.run", "--no-loss", "-o", "json")
    assert back.status == 0
    assert [row["change"] for row in json.loads(back.out)] == ["right", "right", "analysis"]
    lenient = command(
        "suite", "diff", "old.run", "new.run", "--no-loss", "--right", "flat.conformance"
    )
    assert lenient.status == 0, lenient.err


def test_a_right_reading_that_is_no_longer_the_first(command: CommandLine) -> None:
    """Is demoted, which is a loss; the other way round it is promoted."""
    ran(command, "old", OLD)
    swapped = {"cats sleep": "(S (NP (NNS cats)) (VP (VBP sleep))) (X (NNS cats) (VBP sleep))"}
    ran(command, "new", OLD | swapped)
    done = command("suite", "diff", "new.run", "old.run", "--no-loss")
    assert (done.status, "1 demoted" in done.err) == (1, True)
    assert "right first fell from 66.67 to 33.33" in done.err
    done = command("suite", "diff", "old.run", "new.run", "--no-loss")
    assert (done.status, "1 promoted" in done.err) == (0, True)


def test_overgeneration_rises(command: CommandLine) -> None:
    """Which is a figure that got worse."""
    ran(command, "old", OLD)
    ran(command, "new", OLD | {"sing birds the": "(S (X sing) (X birds) (X the))"})
    done = command("suite", "diff", "old.run", "new.run", "--no-loss")
    assert (done.status, "overgeneration rose from 0.00 to 100.00" in done.err) == (1, True)


def test_a_changed_program_is_not_continued(command: CommandLine) -> None:
    """The message says what changed; --fresh runs all items again, and the same command goes on."""
    assert "100.00" in ran(command, "old", OLD).out
    again = ("suite", "run", "g.toml", "--with", 'command(run="./old.sh")', "--run", "old.run")
    done = command(*again)
    assert (done.status, "0 of 4 items run now" in done.err) == (0, True)
    parser(command, "old.sh", {})
    done = command(*again)
    assert (done.status, "./old.sh has changed" in done.err, "--fresh" in done.err) == (
        2,
        True,
        True,
    )
    assert done.out == ""
    done = command(*again, "--fresh")
    assert (done.status, "4 of 4 items run now" in done.err) == (0, True)
    assert "100.00" not in done.out.split("\n")[1].split("  ")
    assert "0 of 4 items run now" in command(*again).err


def test_a_changed_grammar_is_not_continued(command: CommandLine) -> None:
    """Any file that the command names, also inside an argument; a file that it does not is not seen."""
    command.write("s.tsv", "sentence\na\n")
    command.write("x.grammar", "(S (N a))\n")
    command.write("other.txt", "1")
    for number, run in enumerate((
        "sh run.sh --grammar=x.grammar", "sh -c 'while read -r l; do cat x.grammar; done'",
    )):  # fmt: skip
        command.write("run.sh", "while read -r l; do cat x.grammar; done\n")
        command.write("x.grammar", "(S (N a))\n")
        again = (
            "suite",
            "run",
            "s.tsv",
            "--with",
            f'command(run="{run}")',
            "--run",
            f"{number}.run",
        )
        assert command(*again).status == 0
        command.write("other.txt", "2")
        assert command(*again).status == 0
        command.write("x.grammar", "(X (N a))\n")
        done = command(*again)
        assert (done.status, "x.grammar has changed" in done.err) == (2, True)
    command.write("mine.txt", "my notes\n")
    done = command("suite", "run", "s.tsv", "--with", "chain", "--run", "mine.txt", "--fresh")
    assert (done.status, "this is not a karat run" in done.err) == (2, True)
    assert (command.folder / "mine.txt").read_text() == "my notes\n"


def test_a_run_that_does_not_say_what_it_ran(command: CommandLine) -> None:
    """One of an older version is scored, but not continued."""
    ran(command, "old", OLD)
    path = command.folder / "old.run"
    lines = path.read_text().split("\n")
    head = json.loads(lines[0])
    assert list(head.pop("program")) == ["./old.sh"]
    path.write_text("\n".join([json.dumps(head), *lines[1:]]))
    assert command("suite", "score", "old.run").status == 0
    done = command(
        "suite", "run", "g.toml", "--with", 'command(run="./old.sh")', "--run", "old.run"
    )
    assert (done.status, "does not say which program it used" in done.err) == (2, True)


@pytest.mark.skipif(not shutil.which("link-parser"), reason="link-parser is not installed")
def test_a_changed_dictionary(command: CommandLine) -> None:
    """The dictionary of link-grammar belongs to what was run."""
    from karat.parsers.link_grammar import LinkGrammar

    files = LinkGrammar().files()
    assert {"link-parser", "en/4.0.dict"} <= files.keys()
    own = shutil.copytree(files["en/4.0.dict"].parent, command.folder / "mine")
    command.write("s.tsv", "sentence\nDogs bark\n")
    again = ("suite", "run", "s.tsv", "--with", "link-grammar(language=./mine)", "--run", "s.run")
    assert command(*again).status == 0
    with (own / "4.0.affix").open("a") as file:
        file.write("% a comment\n")
    done = command(*again)
    assert (done.status, "mine/4.0.affix has changed" in done.err) == (2, True)


def test_a_changed_plugin(command: CommandLine) -> None:
    """The module of an adapter of one's own belongs to what was run."""
    (command.folder / "plugins" / "parsers").mkdir(parents=True)
    text = (
        "from dataclasses import dataclass\n"
        "from karat.parsers.adapter import Parsed\n"
        "from karat.parsers.library import Library\n"
        "@dataclass(frozen=True)\n"
        "class Mine(Library):\n"
        '    """mine"""\n'
        '    name = "mine"\n'
        '    gives = "trees"\n'
        "    def open(self):\n"
        '        return lambda tokens: Parsed(1, "(S x)")\n'
        "ADAPTER = Mine\n"
    )
    command.write("plugins/parsers/mine.py", text)
    command.write("s.tsv", "sentence\nx\n")
    env = {"KARAT_PLUGINS": str(command.folder / "plugins")}
    again = ("suite", "run", "s.tsv", "--with", "mine", "--run", "s.run")
    assert command(*again, env=env).status == 0
    command.write("plugins/parsers/mine.py", text.replace("(S x)", "(X x)"))
    done = command(*again, env=env)
    assert (done.status, "mine.py has changed" in done.err) == (2, True), done.err
