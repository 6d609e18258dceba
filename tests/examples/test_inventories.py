"""From which labels and tags relations are extracted, and which files are refused."""

from pathlib import Path

import pytest

import karat
from karat.files.resources import data
from karat.model.errors import InputError
from karat.model.outcome import added_up, in_words
from karat.views.gr import gr
from karat.views.inventories import notes, understood

KARAT_200 = data("suites", "karat-200")
OUTPUTS = KARAT_200 / "outputs"
REFUSED = {
    "spacy/deps.conllu": ("dobj (211)", "They look like those of CLEAR (spaCy's English)"),
    "stanford/deps.conllx": ("prep (225)", "They look like those of Stanford typed dependencies"),
    "link-grammar/linkages.txt": ("Ds**c (209)", "These are links of Link Grammar"),
    "festival/trees.mrg": ("NT07 (790)", "the labels of the Penn Treebank"),
    "right-branching/trees.mrg": ("X (", "the labels of the Penn Treebank"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_inventories_are_refused(name: str) -> None:
    """Real output of other parsers; the message names the file, the labels, and whose they may be."""
    bank = karat.read(OUTPUTS / name)
    found = understood(bank)
    assert found.refused
    assert found.share < 0.7
    with pytest.raises(InputError) as caught:
        gr(bank)
    assert str(OUTPUTS / name) in str(caught.value)
    for part in REFUSED[name]:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    "path", [KARAT_200 / "trees.mrg", KARAT_200 / "ud.conllu", OUTPUTS / "stanford" / "trees.mrg"]
)
def test_what_is_understood(path: Path) -> None:
    """Gold trees, gold dependencies, a parser's trees: every label is known, nothing is said."""
    found = understood(karat.read(path))
    assert (found.share, dict(found.unknown), found.message, found.refused) == (1, {}, "", False)


def test_tags_of_another_corpus_are_refused() -> None:
    """CLAWS tags, and no tags at all."""
    claws = "(S (NP (AT0 the) (NN1 dog)) (VP (VVZ barks)))"
    with pytest.raises(
        InputError, match=r"3 of 3 words have other tags: AT0 \(1\), NN1 \(1\), VVZ"
    ):
        gr(karat.read_text(claws))
    with pytest.raises(InputError, match=r"4 of 4 words have other tags: none \(4\)"):
        gr(karat.read_text("(S (NP the dog) (VP eats meat))", format="brackets"))


def test_a_few_unknown_labels_give_a_note() -> None:
    """A parser with tags of its own for auxiliaries: relations are extracted, and it is said."""
    tree = "(S (NP (DT the) (NN dog)) (VP (AUX is) (VP (VBG eating) (NP (NN meat) (. .)))))"
    bank = karat.read_text(tree)
    found = understood(bank)
    assert (found.total, dict(found.unknown), found.refused) == (6, {"AUX": 1}, False)
    assert "1 of 6 words have other tags: AUX (1)" in found.message
    [(text, sentences)] = found.notes
    assert (text.endswith("); unknown: AUX"), sentences) == (True, 1)
    assert len(gr(bank).layers["gr"])


def test_what_is_refused_can_be_extracted_all_the_same() -> None:
    """For those who know what they do."""
    bank = karat.read_text("(S (NP the dog) (VP eats meat))", format="brackets")
    assert len(gr(bank, strict=False)) == 1


def test_the_labels_that_are_named_do_not_depend_on_blocks() -> None:
    """They are the commonest of the file: a block of its own has other labels more often."""
    row = "1\tDogs\tdog\tNOUN\tNNS\t_\t2\t{}\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
    labels = [f"x{at}" for at in range(9)] + ["x8", "x7", "x0"] + [f"y{at}" for at in range(2000)]
    banks = [karat.read_text(row.format(label), format="conllu") for label in labels]
    whole = karat.read_text("".join(map(row.format, labels)), format="conllu")
    found = in_words(added_up(notes(whole)))
    assert [one.partition("; unknown: ")[2] for one in found] == [
        "x0, in 2 sentences", "x7, in 2 sentences", "x8, in 2 sentences", "x1, in 1 sentence",
        "x2, in 1 sentence", "many more",
    ]  # fmt: skip
    so_far: dict[str, int] = {}
    for bank in banks:
        so_far = added_up((*so_far.items(), *notes(bank)))
    assert len(so_far) == 1000
    assert in_words(so_far) == found


def test_tags_and_labels_are_both_named() -> None:
    """Not those alone of which more are unknown, which may be others in another block."""
    found = notes(karat.read_text("(S (NP (DT the) (QQ dog)) (ZP (VBZ barks)))"))
    assert [text.partition("; unknown: ")[2] for text, _ in found] == ["QQ", "ZP"]
