"""Dependencies from trees, as people get them on the command line."""

from importlib.resources import files

import pytest

from command_line import CommandLine

SUITE = files("karat").joinpath("data", "suites", "karat-200")


@pytest.mark.parametrize("limit", ["deps.uas=0.98", "deps.las=0.95"])
def test_the_trees_of_the_suite_agree_with_its_dependencies(
    command: CommandLine, limit: str
) -> None:
    """Gold trees against gold UD, with labels and their subtypes."""
    gold, trees = str(SUITE / "ud.conllu"), str(SUITE / "trees.mrg")
    scheme = "deps(punctuation=no)"
    limit = limit.replace("deps", scheme)
    done = command("score", gold, trees, "--scheme", scheme, "--fail-under", limit)
    assert done.status == 0, done.out + done.err


def test_convert(command: CommandLine) -> None:
    """*Because it rained, we left to rest*: two adverbial clauses, and no subject or object too many."""
    command.write(
        "a.mrg",
        "(S (SBAR-PRP (IN Because) (S (NP-SBJ (PRP it)) (VP (VBD rained)))) (, ,) (NP-SBJ (PRP we))"
        " (VP (VBD left) (S-PRP (VP (TO to) (VP (VB rest))))))\n",
    )
    done = command("convert", "a.mrg", "-", "--view", "deps", "--to", "conllu")
    assert done.status == 0
    rows = [line.split("\t") for line in done.out.splitlines() if line[:1].isdigit()]
    assert [(row[1], row[6], row[7]) for row in rows] == [
        ("Because", "3", "mark"), ("it", "3", "expl"), ("rained", "6", "advcl"),
        (",", "6", "punct"), ("we", "6", "nsubj"), ("left", "0", "root"), ("to", "8", "mark"),
        ("rest", "6", "advcl"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('moved = "trace"', "did you mean 'traces'"),
        ('[objects]\nlabels = "obj"', "did you mean 'label'"),
        ('[expletive]\nlabel = "expl"', "not a table of head rules"),
        ('[[labels]]\nlabel = "x"\nitems = "NP"', "did you mean 'item'"),
        ('[[labels]]\nitem = "NP"', "not a table of head rules"),
        ('[words.a]\nword = "x"', "did you mean 'words'"),
        ('[words.a]\nunless = "b"', "there is no class of words 'b'"),
        ('[fixed]\nsame = ["because"]', "at least two words"),
    ],
)
def test_a_faulty_table_of_heads(command: CommandLine, table: str, said: str) -> None:
    """One message with the name of the file, and status 2."""
    command.write("a.mrg", "(S (NP (NN a)) (VP (VB b)))\n")
    command.write("mine.toml", table)
    done = command("convert", "a.mrg", "-", "--view", "deps(heads=mine.toml)", "--to", "conllu")
    assert done.status == 2
    assert "mine.toml" in done.err
    assert said in done.err
    assert "Traceback" not in done.err


FUNCTIONS = "(S (NP-SBJ (PRP She)) (VP (VBD grew) (NP-EXT (CD two) (NNS inches))))\n"
PLAIN = "(S (NP (PRP She)) (VP (VBD grew) (NP (CD two) (NNS inches))))\n"


def test_function_tags_of_gold_alone_are_said(command: CommandLine) -> None:
    """Without its function tag the extent looks like an object: that is no error of the parser."""
    command.write("gold.mrg", FUNCTIONS)
    command.write("system.mrg", PLAIN)
    score = "score", "gold.mrg", "system.mrg", "--scheme", "deps"
    done = command(*score)
    assert "gold's trees have function tags" in done.out
    assert done.out.splitlines()[1].split()[1:3] == ["100.00", "75.00"]
    fair = command(*score, "--gold-view", "rewrite(rules=categories)")
    assert "function tags" not in fair.out
    assert fair.out.splitlines()[1].split()[2] == "100.00"
    same = command("score", "gold.mrg", "gold.mrg", "--scheme", "deps")
    assert "function tags" not in same.out


def test_function_tags_in_one_file_of_a_corpus_are_enough(command: CommandLine) -> None:
    """The note is about the whole system, however its sentences are divided into files or blocks."""
    tagged = "(S (NP-SBJ (NN dog)) (VP (VBZ barks)))\n"
    bare = tagged.replace("-SBJ", "")
    for folder, trees in (
        ("gold", (tagged, tagged)),
        ("some", (bare, tagged)),
        ("none", (bare, bare)),
    ):
        (command.folder / folder).mkdir()
        for number, tree in enumerate(trees):
            command.write(f"{folder}/{number}.mrg", tree)
        command.write(f"{folder}.mrg", "".join(trees))
    for ending in ("", ".mrg"):
        said = [
            command("score", f"gold{ending}", f"{one}{ending}", "-s", "deps")
            for one in ("some", "none")
        ]
        assert ["have function tags" in one.out for one in said] == [False, True]
