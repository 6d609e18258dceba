"""--scheme validity: what share of answers can be read, and what they do to words and labels."""

import csv
import io
import json

import pytest

from command_line import CommandLine

# Sentences of 3, 2, 2 and 6 words.
GOLD = (
    "(S (NP (DT The) (NN dog)) (VP (VBZ barks)))\n"
    "(S (NP (PRP It)) (VP (VBZ rains)))\n"
    "(S (NP (NNS Cats)) (VP (VBP sleep)))\n"
    "(S (NP (PRP They)) (VP (VBD did) (RB n't) (VP (VB see) (NP (DT the) (NN dog)))))\n"
)
# 1: two brackets are not closed. 2: a refusal. 3: one word invented, one with another case.
# 4: two words joined, one moved, and a label that gold does not have.
ANSWERS = (
    "Sure! Here are the trees:\n\n"
    "1. (S (NP (DT The) (NN dog)) (VP (VBZ barks)\n"
    "2. I am sorry, I cannot parse this.\n"
    "3. (S (NP (JJ big) (NNS cats)) (VP (VBP sleep)))\n"
    "4. (S (NP (PRP They)) (XP (VBD didn't) (VP (VB see) (NP (NN dog) (DT the)))))\n"
)
COUNTS = {
    "gold": 13, "system": 11, "kept": 7, "respelt": 1, "changed": 0, "split": 0, "joined": 2,
    "dropped": 2, "moved": 1, "invented": 1, "labels": 11, "known": 10, "whole": 2, "repaired": 1,
    "lost": 0, "refused": 1, "faithful": 1, "sentences": 4,
}  # fmt: skip
ROW = "{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\t_\n"


def conllu(*words: tuple[str, int, str]) -> str:
    """A sentence of words, each with its head and its relation."""
    return "".join(ROW.format(at, *word) for at, word in enumerate(words, 1)) + "\n"


@pytest.fixture
def trees(command: CommandLine) -> CommandLine:
    command.write("gold.mrg", GOLD)
    command.write("answers.txt", ANSWERS)
    return command


def result(command: CommandLine, *arguments: str) -> dict[str, dict[str, float]]:
    """The figures and counts of the first system."""
    done = command("score", *arguments, "-o", "json")
    assert done.status == 0, done.err
    found: dict[str, dict[str, float]] = json.loads(done.out)["results"][0]
    return found


def validity(command: CommandLine, *arguments: str) -> dict[str, float]:
    """The counts of validity."""
    return result(command, *arguments, "--scheme", "validity")["counts"]


def test_every_count_is_the_one_that_a_reader_counts(trees: CommandLine) -> None:
    found = result(trees, "gold.mrg", "answers.txt", "--lenient", "-s", "validity")
    assert found["counts"] == COUNTS
    figures = found["measures"]
    assert (figures["whole"], figures["repaired"], figures["refused"]) == (0.5, 0.25, 0.25)
    assert figures["faithful"] == 0.25
    assert figures["kept"] == pytest.approx(7 / 13)
    assert figures["labels"] == pytest.approx(10 / 11)
    # Of the four sentences all, none, one half and one half of the words were kept.
    assert figures["kept@sentence"] == 0.5


def test_the_table_has_all_sentences(trees: CommandLine) -> None:
    done = trees("score", "gold.mrg", "answers.txt", "--lenient", "-s", "validity")
    lines = [line.split() for line in done.out.splitlines()]
    shown = dict(zip(lines[0] + lines[3], lines[1] + lines[4], strict=True))
    assert (shown["lost"], shown["refused"], shown["joined"]) == ("0.00", "25.00", "15.38")
    assert shown["scored"] == "4/4"


def test_strictly_a_sentence_with_a_fault_is_lost(trees: CommandLine) -> None:
    """Lost sentences stay in every share, and all their words are dropped."""
    lines = ANSWERS.splitlines()[2:]
    trees.write("strict.mrg", "".join(f"{line[3:]}\n" for line in lines))
    files = "gold.mrg", "strict.mrg", "--layout", "lines"
    for policy in ("", "(failed=drop)", "(failed=empty)"):
        counts = result(trees, *files, "-s", f"validity{policy}")["counts"]
        assert (counts["whole"], counts["repaired"], counts["lost"]) == (2, 0, 2)
        assert (counts["dropped"], counts["gold"], counts["sentences"]) == (5, 13, 4)
    done = trees("score", *files, "-s", "validity")
    assert "karat check strict.mrg lists faults; --lenient reads what it can" in done.out
    assert "in 2 sentences" in done.out


def test_missing_sentences_are_lost(trees: CommandLine) -> None:
    """Also if they are not at the end, so that the others are at other places."""
    lines = GOLD.splitlines(keepends=True)
    for left_out in range(4):
        trees.write("short.mrg", "".join(lines[:left_out] + lines[left_out + 1 :]))
        counts = validity(trees, "gold.mrg", "short.mrg")
        assert (counts["lost"], counts["whole"], counts["faithful"]) == (1, 3, 3)
        assert counts["dropped"] == (3, 2, 2, 6)[left_out]


def test_a_refusal_stays_one_if_sentences_are_laid_over_gold(trees: CommandLine) -> None:
    """The last two sentences of gold are one in the answers."""
    merged = "(S (NP Cats) (VP sleep) (S (NP They) (VP did n't (VP see (NP the dog)))))"
    trees.write("merged.txt", "\n".join([*GOLD.splitlines()[:1], "I cannot parse this.", merged]))
    counts = validity(trees, "gold.mrg", "merged.txt", "--lenient")
    assert (counts["refused"], counts["lost"], counts["dropped"]) == (1, 0, 2)
    assert (counts["faithful"], counts["invented"], counts["kept"]) == (3, 0, 11)


def test_by_kind_of_repair(trees: CommandLine) -> None:
    """A sentence counts under each of its kinds."""
    groups = result(trees, "gold.mrg", "answers.txt", "--lenient", "-s", "validity", "--by", "kind")
    kinds = groups["groups"]["kind"]
    assert list(kinds) == ["numbering", "unbalanced", "refused"]
    assert [kinds[kind]["counts"]["sentences"] for kind in kinds] == [4, 1, 1]
    assert kinds["unbalanced"]["measures"]["faithful"] == 1.0
    plain = result(trees, "gold.mrg", "gold.mrg", "-s", "validity", "--by", "kind")
    assert list(plain["groups"]["kind"]) == ["none"]


def test_by_label(trees: CommandLine) -> None:
    found = result(trees, "gold.mrg", "answers.txt", "--lenient", "-s", "validity", "--by", "label")
    labels = found["groups"]["label"]
    assert {name: row["measures"]["labels"] for name, row in labels.items()} == {
        "NP": 1.0, "S": 1.0, "VP": 1.0, "XP": 0.0,
    }  # fmt: skip


def test_the_inventory_of_a_grammar(trees: CommandLine) -> None:
    """SBAR is a label of the Penn Treebank that gold lacks; XP is none; TOP is a root's name."""
    system = GOLD.replace("(S (NP (PRP It)", "(SBAR (NP-SBJ (PRP It)").replace("(S (", "(TOP (", 1)
    trees.write("system.mrg", system)
    for inventory, known in (("gold", 12), ("ptb", 13)):
        scheme = f"validity(inventory={inventory})"
        counts = result(trees, "gold.mrg", "system.mrg", "-s", scheme)["counts"]
        assert (counts["known"], counts["labels"]) == (known, 13)
    done = trees("score", "gold.mrg", "system.mrg", "-s", "validity(inventory=xyz)")
    assert done.status == 2
    assert "xyz" in done.err


def test_dependencies(command: CommandLine) -> None:
    """A cycle is a fault, and a repair if read leniently; iobj is a label that gold lacks."""
    gold = conllu(("dogs", 2, "nsubj"), ("bark", 0, "root"))
    command.write("gold.conllu", gold * 2)
    cycle = conllu(("dogs", 2, "iobj"), ("bark", 1, "root"))
    command.write("system.conllu", gold + cycle)
    counts = validity(command, "gold.conllu", "system.conllu")
    assert (counts["whole"], counts["lost"], counts["labels"], counts["known"]) == (1, 1, 2, 2)
    counts = validity(command, "gold.conllu", "system.conllu", "--lenient")
    assert (counts["whole"], counts["repaired"], counts["faithful"]) == (1, 1, 2)
    assert (counts["labels"], counts["known"]) == (4, 3)
    found = result(
        command, "gold.conllu", "system.conllu", "--lenient", "-s", "validity(inventory=ud)"
    )
    assert found["counts"]["known"] == 4


def test_labels_of_another_kind_than_gold_has(trees: CommandLine) -> None:
    """They are not judged, and a note says what to type."""
    trees.write("one.mrg", "(S (N dogs) (V bark))\n")
    trees.write("one.conllu", conllu(("dogs", 2, "nsubj"), ("bark", 0, "root")))
    done = trees("score", "one.mrg", "one.conllu", "-s", "validity")
    assert "validity(inventory=ptb)" in done.out
    assert validity(trees, "one.mrg", "one.conllu")["labels"] == 0


def test_escapes_and_null_elements_are_no_changes(command: CommandLine) -> None:
    """(, \" and traces are written as the treebank does on one side only."""
    command.write("gold.mrg", "(S (-LRB- -LRB-) (NP (-NONE- *T*-1)) (`` ``) (N a) (CD 1\\/2))\n")
    command.write("system.conllu", conllu(*((word, 0, "root") for word in ["(", '"', "a", "1/2"])))
    counts = validity(command, "gold.mrg", "system.conllu", "--lenient")
    assert (counts["gold"], counts["kept"], counts["faithful"]) == (4, 4, 1)


def test_show_lists_what_happened(trees: CommandLine) -> None:
    arguments = "gold.mrg", "answers.txt", "--lenient", "-s", "validity", "-n"
    rows = [line.split(maxsplit=2) for line in trees("show", *arguments, "4").out.splitlines()]
    assert ["=", "whole:", "the answer is read as it is"] in rows
    assert ["-", "joined:", "n't → didn't"] in rows
    assert ["+", "label:", "XP, unknown constituent"] in rows
    assert sum(row[:2] == ["-", "moved:"] for row in rows) == 1
    rows = [line.split(maxsplit=2) for line in trees("show", *arguments, "1-3").out.splitlines()]
    assert ["-", "refused:", "the system refused to answer"] in rows
    assert ["-", "respelt:", "Cats → cats"] in rows
    assert ["+", "invented:", "big"] in rows
    assert any(row[:2] == ["+", "unbalanced:"] and "line 3, column 45" in row[2] for row in rows)


def test_show_says_why_a_sentence_is_lost(trees: CommandLine) -> None:
    trees.write("broken.mrg", GOLD.replace("barks)))", "barks))"))
    arguments = "gold.mrg", "broken.mrg", "-s", "validity", "--layout", "lines", "--worst", "1"
    assert "- lost: broken.mrg:1:1: this '(' is never closed" in trees("show", *arguments).out


def test_per_sentence(trees: CommandLine) -> None:
    trees(
        "score", "gold.mrg", "answers.txt", "--lenient", "-s", "validity", "--per-sentence", "x.csv"
    )
    rows = list(csv.DictReader((trees.folder / "x.csv").open(encoding="utf-8")))
    assert [row["faithful"] for row in rows] == ["1", "0", "0", "0"]
    assert [row["refused"] for row in rows] == ["0", "1", "0", "0"]
    assert [row["joined_count"] for row in rows] == ["0", "0", "0", "2"]


def test_explain(trees: CommandLine) -> None:
    """It does not claim that words are the same."""
    done = trees("explain", "validity.faithful", "gold.mrg", "answers.txt", "--lenient")
    assert "faithful = faithful / sentences = 1 / 4 = 0.250000." in done.out
    assert "same words" not in done.out


def test_a_gate(trees: CommandLine) -> None:
    arguments = "score", "gold.mrg", "answers.txt", "--lenient", "--fail-under"
    assert trees(*arguments, "validity.faithful=0.25").status == 0
    assert trees(*arguments, "validity.faithful=0.26").status == 1


def test_views_keep_repairs(trees: CommandLine) -> None:
    """A view that makes a new Bank does not make an answer whole."""
    counts = validity(trees, "gold.mrg", "answers.txt", "--lenient", "--system-view", "flatten")
    assert (counts["repaired"], counts["refused"]) == (1, 1)


def test_gold_from_a_pipe(trees: CommandLine) -> None:
    """Its labels must be known before the first sentence is compared."""
    done = trees("score", "-", "gold.mrg", "-s", "validity", stdin=GOLD)
    assert done.status == 2
    assert "reads gold twice" in done.err
    done = trees("score", "-", "gold.mrg", "-s", "validity(inventory=ptb)", stdin=GOLD)
    assert done.status == 0


def test_gold_that_cannot_be_read_counts_nowhere(command: CommandLine) -> None:
    command.write("gold.mrg", "(S (N a) (N b))\n(S (N a)\n")
    command.write("system.mrg", "(S (N a) (N b))\n(S (N a))\n")
    found = result(command, "gold.mrg", "system.mrg", "-s", "validity", "--layout", "lines")
    assert (found["counts"]["sentences"], found["counts"]["faithful"]) == (1, 1)
    assert found["sentences"]["failed"] == 1


def test_the_tables_are_not_too_wide(command: CommandLine) -> None:
    """All 14 figures, in as many blocks as are needed; programs get one row for each."""
    command.write("gold.mrg", "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n")
    command.write("a-system-with-a-long-name.mrg", "(S (NP (DT the) (NN cat)) (VP (VBZ barks)))\n")
    arguments = ["score", "gold.mrg", "a-system-with-a-long-name.mrg", "--scheme", "validity"]
    done = command(*arguments, "--quiet")
    lines = done.out.splitlines()
    assert max(map(len, lines)) <= 80
    heads = [line.split() for line in lines if line.startswith("validity")]
    shown = [name for head in heads for name in head[1:]]
    assert len(shown) == 14 + 1
    assert shown[-1] == "scored"
    table = csv.DictReader(io.StringIO(command(*arguments, "--output", "csv").out))
    assert {*shown[:-1]} <= {row["measure"] for row in table}
