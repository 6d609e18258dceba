"""Files without heads, labels or tags: what is derived from them says so."""

import pytest

from command_line import CommandLine

_WORDS = ["the", "old", "man", "saw", "the", "dog", "in", "the", "garden"]
_TAGS = ["DET", "ADJ", "NOUN", "VERB", "DET", "NOUN", "ADP", "DET", "NOUN"]
_PENN = ["DT", "JJ", "NN", "VBD", "DT", "NN", "IN", "DT", "NN"]
_HEADS = ["3", "3", "4", "0", "6", "4", "9", "9", "4"]
_LABELS = ["det", "amod", "nsubj", "root", "det", "obj", "case", "det", "obl"]
_LACKING = {
    "heads": ({"head": "_", "label": "_"}, "words have no heads (column HEAD)"),
    "labels": ({"label": "dep"}, "labels are missing, or dep, which says nothing"),
    "tags": ({"upos": "_", "xpos": "_"}, "words have no tags"),
}


def _sentence(**same: str) -> str:
    """A sentence, with the same value for all words in some columns."""
    columns = {"upos": _TAGS, "xpos": _PENN, "head": _HEADS, "label": _LABELS}
    columns |= {name: [value] * len(_WORDS) for name, value in same.items()}
    rows = enumerate(zip(_WORDS, *columns.values(), strict=True), 1)
    return "".join(
        f"{n}\t{word}\t_\t{upos}\t{xpos}\t_\t{head}\t{'root' if head == '0' else label}\t_\t_\n"
        for n, (word, upos, xpos, head, label) in rows
    )


@pytest.mark.parametrize("lacking", _LACKING)
@pytest.mark.parametrize("scheme", ["gr", "chunks", "constructions"])
def test_a_column_that_a_system_lacks(command: CommandLine, scheme: str, lacking: str) -> None:
    same, said = _LACKING[lacking]
    command.write("gold.conllu", _sentence())
    command.write("system.conllu", _sentence(**same))
    assert said in command("score", "gold.conllu", "system.conllu", "-s", scheme).out
    assert said not in command("score", "gold.conllu", "gold.conllu", "-s", scheme).out


@pytest.mark.parametrize("scheme", ["deps", "chunkdeps", "flat"])
def test_a_system_without_heads(command: CommandLine, scheme: str) -> None:
    command.write("gold.conllu", _sentence())
    command.write("system.conllu", _sentence(head="_", label="_"))
    done = command("score", "gold.conllu", "system.conllu", "-s", scheme)
    assert f"{scheme}: the system's words have no heads (column HEAD), in 1 sentence" in done.out


@pytest.mark.parametrize("lacking", ["heads", "labels"])
def test_rules_that_look_at_graphs_say_what_these_lack(command: CommandLine, lacking: str) -> None:
    same, said = _LACKING[lacking]
    command.write("system.conllu", _sentence(**same))
    assert said in command("recognise", "system.conllu").err


def test_rules_that_look_at_subtypes_say_that_there_are_none(command: CommandLine) -> None:
    said = "labels have no subtypes (nsubj:pass, acl:relcl), so names that rest on them are missed"
    many = (_sentence() + "\n") * 20
    command.write("plain.conllu", many)
    assert said in command("recognise", "plain.conllu").err
    command.write("full.conllu", many + _sentence().replace("\tnsubj\t", "\tnsubj:pass\t"))
    assert said not in command("recognise", "full.conllu").err


def test_a_view_says_that_words_have_no_tags(command: CommandLine) -> None:
    command.write("bare.conllu", _sentence(upos="_", xpos="_"))
    done = command("convert", "bare.conllu", "-", "--view", "chunks")
    assert "words have no tags, and what rests on tags is missed" in done.err


@pytest.mark.parametrize(
    ("same", "said"),
    [
        ({"head": "_", "label": "_"}, "the system's words have no heads (column HEAD)"),
        ({"xpos": "_"}, "the system's words have no tags of the Penn Treebank (XPOS)"),
        ({"upos": "_"}, "the system's words have no tags in UPOS"),
    ],
)
def test_phenomena_that_are_recognised(
    command: CommandLine, same: dict[str, str], said: str
) -> None:
    command.write("gold.conllu", _sentence())
    command.write("system.conllu", _sentence(**same))
    scheme = "phenomena(mode=exhaustive,recogniser=ud)"
    assert said in command("score", "gold.conllu", "system.conllu", "-s", scheme).out
    alone = command("score", "gold.conllu", "gold.conllu", "-s", scheme)
    assert "words have no" not in alone.out


@pytest.mark.parametrize("scheme", ["phenomena(mode=exhaustive,recogniser=ptb)", "constructions"])
def test_function_tags_of_gold_alone(command: CommandLine, scheme: str) -> None:
    """Rules for phenomena and for heads look at them."""
    tree = "(S (NP{} (PRP It)) (VP (VBZ is) (ADJP{} (JJ old))) (. .))\n"
    command.write("gold.mrg", tree.format("-SBJ", "-PRD"))
    command.write("system.mrg", tree.format("", ""))
    said = "gold's trees have function tags (NP-SBJ, PP-LGS) and the system's have none"
    assert said in command("score", "gold.mrg", "system.mrg", "-s", scheme).out
    assert said not in command("score", "system.mrg", "gold.mrg", "-s", scheme).out


def test_tags_of_trees_that_say_nothing(command: CommandLine) -> None:
    command.write("x.mrg", "(S (NP (XX It)) (VP (XX is) (ADJP (XX old))) (. .))\n")
    for view in ("deps", "chunks", "gr"):
        done = command("convert", "x.mrg", "-", "--view", view)
        assert "tags are all UNK, X or XX, and what rests on tags is missed" in done.err


def test_universal_tags_of_trees(command: CommandLine) -> None:
    """They do not tell a participle from a finite verb, so passives are guessed."""
    tree = "(S (NP (PRON It)) (VP (AUX is) (VP (VERB sold))) (PUNCT .))\n"
    command.write("x.mrg", tree)
    done = command("convert", "x.mrg", "-", "--view", "deps")
    assert "tags do not tell the forms of verbs, which are guessed, in 1 sentence" in done.err
