"""Files with the labels and tags of another treebank: figures say when names were not understood."""

import pytest

from command_line import CommandLine

TIGER = "".join(
    f"{at}\t{word}\t_\t{tag}\t{tag}\t_\t{head}\t{label}\t_\t_\n"
    for at, word, tag, head, label in (
        (1, "Hunde", "NN", 2, "SB"),
        (2, "bellen", "VVFIN", 0, "--"),
        (3, "sehr", "ADV", 4, "MO"),
        (4, "laut", "ADJD", 2, "MO"),
    )
)
UNIVERSAL = (
    "1\tHunde\t_\tNOUN\tNN\t_\t2\tnsubj\t_\t_\n2\tbellen\t_\tVERB\tVVFIN\t_\t0\troot\t_\t_\n"
    "3\tlaut\t_\tADV\tADJD\t_\t2\tadvmod\t_\t_\n"
)
FRENCH = "(SENT (NP (DET le) (NC chien)) (VN (CLO le) (V suit)) (PONCT .))\n"
LABELS = "labels are not those of Universal Dependencies"
TAGS = "tags are neither universal tags nor those of the Penn Treebank"


@pytest.mark.parametrize("scheme", ["chunks", "constructions"])
def test_dependencies_of_another_treebank(command: CommandLine, scheme: str) -> None:
    """Little or nothing is derived of them, which would look like a figure of the parser."""
    command.write("gold.conll", TIGER + "\n" + TIGER)
    done = command("score", "gold.conll", "gold.conll", "-s", scheme)
    assert done.status == 0
    for side in ("gold", "the system"):
        assert f"{scheme}: most of {side}'s {LABELS}, in 2 sentences" in done.out


def test_the_side_whose_labels_are_others_is_named(command: CommandLine) -> None:
    command.write("gold.conllu", UNIVERSAL)
    command.write("system.conllu", UNIVERSAL.replace("nsubj", "SB").replace("advmod", "MO"))
    done = command("score", "gold.conllu", "system.conllu", "-s", "chunks")
    assert f"most of the system's {LABELS}, in 1 sentence" in done.out
    assert f"gold's {LABELS}" not in done.out


def test_tags_of_another_treebank(command: CommandLine) -> None:
    command.write("gold.conll", TIGER.replace("ADV", "ADJD").replace("NN", "NE"))
    done = command("score", "gold.conll", "gold.conll", "-s", "chunks")
    assert f"most of gold's {TAGS}, in 1 sentence" in done.out


@pytest.mark.parametrize("scheme", ["chunks", "constructions"])
def test_nothing_is_said_of_universal_dependencies(command: CommandLine, scheme: str) -> None:
    """A root, a sentence of one word and one without tags have no labels or tags of another kind."""
    short = "1\tJa\t_\tINTJ\t_\t_\t0\troot\t_\t_\n"
    bare = "1\tNein\t_\t_\t_\t_\t0\troot\t_\t_\n"
    command.write("gold.conllu", f"{UNIVERSAL}\n{short}\n{bare}")
    done = command("score", "gold.conllu", "gold.conllu", "-s", scheme)
    assert done.status == 0
    assert "most of" not in done.out


def test_patterns_of_ones_own_name_their_own_labels(command: CommandLine) -> None:
    command.write("gold.conll", TIGER)
    command.write("mine.toml", '[subject]\nsearch = "{deprel=SB}=it"\nkeep = ["it"]\n')
    done = command("score", "gold.conll", "gold.conll", "-s", "constructions(patterns=mine.toml)")
    assert "most of" not in done.out + done.err


@pytest.mark.parametrize("view", ["chunks", "deps"])
def test_a_view_of_trees_of_another_treebank(command: CommandLine, view: str) -> None:
    command.write("french.mrg", FRENCH)
    done = command("convert", "french.mrg", "-", "--view", view)
    assert done.status == 0
    assert "most of french.mrg's tags are not in the grammar profile ptb+1991+ud" in done.err


def test_a_view_that_no_format_holds(command: CommandLine) -> None:
    """What it has to say is said where it can be used."""
    command.write("french.mrg", FRENCH)
    call = "score", "french.mrg", "french.mrg", "-s", "evalb", "--gold-view"
    done = command(*call, "constructions")
    assert done.status == 0
    assert "most of french.mrg's tags are not in the grammar profile ptb+1991+ud" in done.err


def test_a_view_of_dependencies_of_another_treebank(command: CommandLine) -> None:
    command.write("tiger.conll", TIGER)
    done = command("convert", "tiger.conll", "-", "--view", "chunks")
    assert f"most of tiger.conll's {LABELS}" in done.err


@pytest.mark.parametrize(
    "text", [FRENCH, "(CS (N2 (DT the) (N1 (NN dog))) (V2 (V1 (VBZ barks))))\n"]
)
def test_phenomena_are_not_looked_for_silently_in_trees_of_another_kind(
    command: CommandLine, text: str
) -> None:
    """As for dependencies: finding none of them would say nothing about the parser."""
    command.write("other.mrg", text)
    done = command("recognise", "other.mrg")
    assert "are not those of the Penn Treebank, so the rules ptb find little" in done.err


def test_nothing_is_said_of_trees_of_the_penn_treebank(command: CommandLine) -> None:
    command.write("gold.mrg", "(S (NP-SBJ (DT the) (NN dog)) (VP (VBZ barks)) (. .))\n\n")
    assert command("recognise", "gold.mrg").err == ""


COLLAPSED = "(S (NP+PRP It) (VP (VBZ is) (ADJP+JJ old)) (. .))\n"


def test_some_tags_of_another_kind(command: CommandLine) -> None:
    """Where unary chains were collapsed, some tags are those of the Treebank, and the others none."""
    command.write("gold.mrg", "(S (NP (PRP It)) (VP (VBZ is) (ADJP (JJ old))) (. .))\n")
    command.write("system.mrg", COLLAPSED)
    done = command("score", "gold.mrg", "system.mrg", "-s", "chunks")
    assert "a fifth or more of the system's tags are not in the grammar profile" in done.out
    assert "50% of its tags (NP+PRP, ADJP+JJ)" in command("recognise", "system.mrg").err


def test_recognise_says_that_tags_say_nothing(command: CommandLine) -> None:
    command.write("system.mrg", "(S (NP (XX It)) (VP (XX is) (ADJP (XX old))) (. .))\n")
    assert "its tags are all UNK, X or XX" in command("recognise", "system.mrg").err
