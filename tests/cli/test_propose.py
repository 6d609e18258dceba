"""karat propose: drafts of relations to correct."""

from importlib.resources import files

import pytest

from command_line import CommandLine

DATA = files("karat.data").joinpath("gr")
TREE = "(S (NP-SBJ (DT The) (NN cat)) (VP (VBD slept) (PP (IN on) (NP (PRP it)))))\n"
DRAFT = "The cat slept on it\nncsubj(sleep, cat, _)\nncmod(on, sleep, it)\n\n"


def test_a_draft_has_the_sentence_and_its_relations(command: CommandLine) -> None:
    """One sentence, its words first, a blank line after it."""
    command.write("trees.mrg", TREE)
    done = command("propose", "trees.mrg")
    assert (done.status, done.out) == (0, DRAFT)


@pytest.mark.parametrize("file", ["figure1.mrg", "figure1.conllu"])
def test_a_draft_passes_check_and_scores(command: CommandLine, file: str) -> None:
    """What is proposed can be read again, is valid, and is Figure 1."""
    command.write(file, DATA.joinpath(file).read_text("utf-8"))
    command.write("gold.gr", DATA.joinpath("figure1-mended.gr").read_text("utf-8"))
    assert command("propose", file, "-o", "draft.gr").status == 0
    assert command("check", "draft.gr").status == 0
    done = command("score", "gold.gr", "draft.gr", "-s", "gr", "--fail-under", "gr.f1=1")
    assert done.status == 0, done.out


def test_notations_and_positions(command: CommandLine) -> None:
    """As RASP writes them, with places and tags; names whole."""
    command.write("trees.mrg", "(S (NP (NNP Jo) (NNP Ek)) (VP (VBD left)))\n")
    done = command("propose", "trees.mrg", "--notation", "rasp", "--positions")
    assert "(|ncsubj| |leave:3_VBD| |Ek:2_NNP| _)" in done.out
    done = command("propose", "trees.mrg", "--notation", "lisp", "--names", "whole")
    assert "(ncsubj leave Jo_Ek _)" in done.out


def test_convert_does_the_same(command: CommandLine) -> None:
    """The view by name, with the format of relations."""
    command.write("trees.mrg", TREE)
    done = command("convert", "trees.mrg", "-", "--view", "gr", "--to", "gr")
    assert (done.status, done.out) == (0, DRAFT)


def test_a_tree_that_does_not_balance_is_an_error(command: CommandLine) -> None:
    """One message with the place, exit 2, and no draft."""
    command.write("bad.mrg", TREE + "(S (NP (NN cat)\n")
    done = command("propose", "bad.mrg", "-o", "draft.gr", "--layout", "lines")
    assert done.status == 2
    assert "bad.mrg:2" in done.err
    assert "draft.gr" not in command.names()


def test_a_file_without_trees_is_an_error(command: CommandLine) -> None:
    """Relations are not made from relations."""
    command.write("some.gr", DRAFT)
    done = command("propose", "some.gr")
    assert done.status == 2
    assert "trees or dependencies" in done.err


def test_unknown_options_are_named(command: CommandLine) -> None:
    """What can be chosen is listed."""
    command.write("trees.mrg", TREE)
    done = command("propose", "trees.mrg", "--notation", "xml")
    assert done.status == 2
    assert "rasp" in done.err
    done = command("convert", "trees.mrg", "-", "--view", "gr(names=first)", "--to", "gr")
    assert done.status == 2
    assert "whole" in done.err


def test_a_few_unknown_labels_are_named(command: CommandLine) -> None:
    """Dependencies that are not universal, and trees without the tags that rules want."""
    rows = "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubjpass\t_\t_\n2\tfed\tfeed\tVERB\tVBN\t_\t0\troot\t_\t_\n\n"
    command.write("other.conllu", rows)
    done = command("propose", "other.conllu")
    assert done.status == 0
    assert "note: other.conllu: relations are extracted from the labels of Universal" in done.err
    assert (
        "1 of 1 edges have other labels: nsubjpass (1). They look like those of Stanford"
        in done.err
    )
    command.write("untagged.mrg", "(S (NP dogs cats))\n")
    done = command("propose", "untagged.mrg")
    assert done.status == 0
    assert "2 of 2 words have other tags: none (2). Tag the words anew" in done.err
    done = command("convert", "untagged.mrg", "-", "--view", "gr", "--to", "gr")
    assert done.status == 0
    assert "note: untagged.mrg: relations are extracted from trees with the tags" in done.err


def test_labels_of_another_inventory_are_refused(command: CommandLine) -> None:
    """One message with the labels and what to do, exit 2, and no draft."""
    command.write("untagged.mrg", "(S (NP the dogs) (VP bark loudly))\n")
    for verb in (["propose", "untagged.mrg"], ["convert", "untagged.mrg", "-", "--view", "gr"]):
        done = command(*verb)
        assert done.status == 2
        assert done.out == ""
        assert "4 of 4 words have other tags: none (4)" in done.err
