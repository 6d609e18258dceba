"""karat propose: drafts of relations to correct."""

import json
from importlib.resources import files

import pytest

from command_line import CommandLine

DATA = files("karat.data").joinpath("gr")
TREE = "(S (NP-SBJ (DT The) (NN cat)) (VP (VBD slept) (PP (IN on) (NP (PRP it)))))\n"
DRAFT = (
    "The cat slept on it\n# lemmas = the cat sleep on it\nncsubj(sleep, cat, _)\n"
    "ncmod(on, sleep, it)\n\n"
)


def test_a_draft_has_the_sentence_and_its_relations(command: CommandLine) -> None:
    """One sentence, its words and their base forms first, a blank line after it."""
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
    assert "; unknown: nsubjpass, in 1 sentence\n" in done.err
    command.write("untagged.mrg", "(S (NP dogs cats))\n")
    done = command("propose", "untagged.mrg")
    assert done.status == 0
    assert "(tag the words anew, or give dependencies as CoNLL-U); unknown: none, in 1" in done.err
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


TWICE = """\
(S (NP (DT The) (JJ big) (NN dog)) (VP (VBD saw) (NP (DT a) (JJ big) (NN dog)) (PP (IN in) (NP (NNP D.C.)))))
(S (NP-SBJ (DT The) (NNP U.S.) (NNS pence)) (VP (VBD rose) (, ,) (S (VP (VBG rising)))))
(S (NP-SBJ (NNP Smith)) (VP (VBZ is) (NP-PRD (CD 10) (SYM _))))
"""


@pytest.mark.parametrize("options", [[], ["--positions"], ["--names", "whole"]])
@pytest.mark.parametrize("notation", ["paper", "lisp", "rasp"])
def test_what_is_proposed_passes_the_check(
    command: CommandLine, notation: str, options: list[str]
) -> None:
    """Two big dogs, final stops, words whose tags are wrong, a word that is _."""
    command.write("trees.mrg", TWICE)
    assert (
        command("propose", "trees.mrg", "-o", "d.gr", "--notation", notation, *options).status == 0
    )
    done = command("check", "d.gr")
    assert (done.status, done.out) == (0, "d.gr: 3 sentences, no fault\n")


def test_a_relation_that_is_there_twice_is_written_and_scored_twice(command: CommandLine) -> None:
    """Both big dogs: one of them is lost if the system has one."""
    command.write("trees.mrg", TWICE.splitlines()[0] + "\n")
    text = command("propose", "trees.mrg").out
    assert text.count("ncmod(_, dog, big)") == 2
    command.write("gold.gr", text)
    command.write("once.gr", text.replace("ncmod(_, dog, big)\n", "", 1))
    counts = json.loads(command("score", "gold.gr", "once.gr", "-o", "json").out)["results"][0][
        "counts"
    ]
    assert counts["gold"] - counts["matched"] == 1


FRENCH = [
    ("La", "le", "DET", 2, "det"), ("distribution", "distribution", "NOUN", 4, "nsubj:pass"),
    ("est", "être", "AUX", 4, "aux:pass"), ("faite", "faire", "VERB", 0, "root"),
    ("dans", "dans", "ADP", 7, "case"), ("les", "le", "DET", 7, "det"), ("villes", "ville", "NOUN", 4, "obl"),
    ("de", "de", "ADP", 9, "case"), ("10 000", "10 000", "NUM", 7, "nmod"),
    ("anciennes", "ancien", "ADJ", 7, "amod"),
]  # fmt: skip


def test_french_is_checked_by_the_lemmas_of_the_file(command: CommandLine) -> None:
    """No English morphology; a word with a space in it is one word."""
    rows = [
        f"{i}\t{form}\t{lemma}\t{upos}\t_\t_\t{head}\t{label}\t_\t_\n"
        for i, (form, lemma, upos, head, label) in enumerate(FRENCH, 1)
    ]
    command.write("fr.conllu", "".join(rows) + "\n")
    text = command("convert", "fr.conllu", "-", "--view", "gr").out
    command.write("fr.gr", text)
    assert command("check", "fr.gr").out == "fr.gr: 1 sentence, no fault\n"
    assert "# lemmas = le distribution être faire dans le ville de 10\u00a0000 ancien" in text
    command.write("bad.gr", text.replace("ncsubj(faire, ", "ncsubj(faite, "))
    done = command("check", "bad.gr")
    assert done.status == 2
    assert "the head faite is not a base form" in done.out
    assert "write faire" in done.out
    # Without lemmas: said, not guessed; with them beside, found.
    command.write(
        "bare.gr",
        text.replace("ncsubj(faire, ", "ncsubj(faite, ").replace("# lemmas", "# no lemmas"),
    )
    done = command("check", "bare.gr")
    assert done.status == 0
    assert "the text is not English and has no base forms" in done.err
    done = command("check", "bare.gr", "--words", "fr.conllu")
    assert done.status == 2
    assert "the head faite is not a base form" in done.out
