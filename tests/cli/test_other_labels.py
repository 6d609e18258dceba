"""karat says so if labels cannot match, or only one side has subtypes: these are no errors of a parser."""

from collections.abc import Callable

import pytest

from command_line import CommandLine

LABELS = ["nsubj:pass", "aux:pass", "root", "obl", "punct"]
HEADS = [3, 3, 0, 3, 3]
WORDS = ["Dogs", "were", "seen", "here", "."]
Change = Callable[[str], str]
CAPITALS = (
    "labels that differ in capitals only (ROOT, root) do not match; write them as gold does, in 12"
)
NO_LABELS = "the system's words have heads but no labels, so only heads can match, in 12"
OTHERS = "the system's labels are not gold's, so only heads can match"
SUBTYPES = "gold's labels have subtypes (nsubj:pass) and the system's have none"
ADDED = "the system's labels have subtypes (nsubj:pass) and gold's have none"


def text(change: Change, deps: str = "_") -> str:
    rows = zip(WORDS, HEADS, LABELS, strict=True)
    sentence = "".join(
        f"{at}\t{word}\t_\t_\t_\t_\t{head}\t{change(label)}\t{deps}\t_\n"
        for at, (word, head, label) in enumerate(rows, 1)
    )
    return (sentence + "\n") * 12


def main(label: str) -> str:
    return label.partition(":")[0]


CASES: list[tuple[Change, Change, list[str]]] = [
    (str, str.upper, [CAPITALS]),
    (str, lambda label: "ROOT" if label == "root" else label, [CAPITALS]),
    (str, lambda label: "_", [NO_LABELS]),
    (str, lambda label: "X" + label, [OTHERS]),
    (str, main, [SUBTYPES]),
    (main, str, [ADDED]),
    (str, str, []),
    (str, lambda label: "dep" if label == "obl" else label, []),
]


@pytest.mark.parametrize(("ours", "theirs", "expected"), CASES)
def test_labels_that_cannot_match_are_told(
    command: CommandLine, ours: Change, theirs: Change, expected: list[str]
) -> None:
    for name, change in (("gold", ours), ("system", theirs)):
        command.write(f"{name}.conllu", text(change))
    files = "gold.conllu", "system.conllu"
    found = command("score", *files, "--scheme", "deps").out
    every = [CAPITALS, NO_LABELS, OTHERS, SUBTYPES, ADDED]
    assert [one for one in every if one in found] == [one for one in every if one in expected]
    assert "against: " not in found + command("agree", *files).out


def test_a_system_with_some_subtypes_is_not_said_to_have_none(command: CommandLine) -> None:
    command.write("gold.conllu", text(str))
    bare, full = (text(change).split("\n\n") for change in (main, str))
    command.write("system.conllu", "\n\n".join(full[:2] + bare[2:]))
    files = "gold.conllu", "system.conllu"
    assert SUBTYPES not in command("score", *files, "--scheme", "deps").out


def test_what_is_derived_from_one_sided_subtypes_is_told(command: CommandLine) -> None:
    command.write("gold.conllu", text(str))
    command.write("system.conllu", text(main))
    files = "gold.conllu", "system.conllu"
    said = "gold's dependencies have subtypes (nsubj:pass) and the system's have none"
    found = command("score", *files, "--scheme", "gr").out
    assert said in found
    assert "--gold-view main_labels" in found
    mended = command("score", *files, "--scheme", "gr", "--gold-view", "main_labels").out
    assert said not in mended
    assert " 100.00 " in mended


def test_a_graph_that_contradicts_the_tree_is_told(command: CommandLine) -> None:
    """Where gold's DEPS were left in a file with other heads, relations would be gold's."""
    rows = text(str).replace("\t_\t_\n", "\tDEPS\t_\n").split("\n")
    own = "\n".join(row.replace("DEPS", ":".join(row.split("\t")[6:8])) for row in rows)
    command.write("own.conllu", own)
    copied = own.replace("\t3\tobl\t", "\t1\tnmod\t").replace("\t3\tnsubj", "\t2\tobj")
    command.write("copied.conllu", copied)
    said = "the enhanced graph (DEPS) has other heads or labels than the tree (HEAD, DEPREL)"
    assert said not in command("score", "own.conllu", "own.conllu", "--scheme", "gr").out
    found = command("score", "own.conllu", "copied.conllu", "--scheme", "gr").out
    assert f"copied.conllu: {said}" in found
    assert "in 12 sentences" in found
    assert said in command("gr", "copied.conllu").out


def test_a_partial_parse_is_no_file_of_other_labels(command: CommandLine) -> None:
    """Words without a head have no label that could be unknown."""
    command.write("gold.conllu", text(str))
    partial = text(str).replace("\t3\tobl\t", "\t_\t_\t").replace("\t3\tnsubj:pass\t", "\t_\t_\t")
    command.write("partial.conllu", partial)
    files = "gold.conllu", "partial.conllu"
    assert command("score", *files, "--scheme", "gr").status == 0
    assert "not those of Universal" not in command("score", *files, "--scheme", "chunks").out


def test_a_missing_parse_has_no_score_even_if_gold_has_no_relation(command: CommandLine) -> None:
    whole = "1\tDogs\t_\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
    command.write("gold.conllu", whole + "1\tOh\t_\tINTJ\tUH\t_\t0\troot\t_\t_\n\n")
    command.write("system.conllu", whole)
    files = "gold.conllu", "system.conllu"
    found = command("score", *files, "--scheme", "gr").out
    assert "1/2" in found
    assert "1 no system parse" in found


def test_rules_for_english_say_what_they_miss(command: CommandLine) -> None:
    """Without XPOS, and in French, the rules ud find less, which says nothing about the parser."""
    row = "{}\t{}\t_\t{}\t{}\t_\t{}\t{}\t_\t_\n"
    french = row.format(1, "les", "DET", "_", 2, "det") + row.format(
        2, "chats", "NOUN", "_", 0, "root"
    )
    english = row.format(1, "the", "DET", "DT", 2, "det") + row.format(
        2, "cats", "NOUN", "NNS", 0, "root"
    )
    command.write("french.conllu", (french + "\n") * 50)
    command.write("english.conllu", (english + "\n") * 50)
    language, tags = (
        "its words are French, and the rules ud are for English",
        "no tags of the Penn Treebank",
    )
    said = command("recognise", "french.conllu", "--with", "ud").err
    assert language in said
    assert tags in said
    said = command("recognise", "english.conllu", "--with", "ud").err
    assert language not in said
    assert tags not in said


def test_tags_say_which_tags_are_compared(command: CommandLine) -> None:
    row = "1\tDogs\t_\tNOUN\t{}\t_\t0\troot\t_\t_\n\n"
    command.write("fine.conllu", row.format("NNS") * 3)
    command.write("coarse.conllu", row.format("_") * 3)
    mixed = "so tags of two kinds are compared; tags(column=upos) compares UPOS, in 3 sentences"
    coarse = "the words have no XPOS, so the tags are UPOS, in 3 sentences"
    said = command("score", "fine.conllu", "coarse.conllu", "--scheme", "tags").out
    assert f"gold has XPOS and the system only UPOS, {mixed}" in said
    said = command("score", "coarse.conllu", "fine.conllu", "--scheme", "tags").out
    assert f"the system has XPOS and gold only UPOS, {mixed}" in said
    assert coarse in command("score", "coarse.conllu", "coarse.conllu", "--scheme", "tags").out
    for column in ("tag", "upos"):
        said = command(
            "score", "fine.conllu", "fine.conllu", "--scheme", f"tags(column={column})"
        ).out
        assert "UPOS" not in said.partition("note: ")[2]
