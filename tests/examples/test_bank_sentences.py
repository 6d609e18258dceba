"""A Bank as a sequence of its sentences."""

import copy
import pickle

import numpy as np
import pytest

import karat

TREES = [
    "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))",
    "(S (NP (PRP It)) (VP (VBZ rains)))",
    "(S (NP (NNP Kim)) (VP (VBZ sleeps)))",
]
BANK = karat.read_text("".join(f"{tree}\n" for tree in TREES))


def test_short_repr() -> None:
    """How much there is, and of what; sentences that cannot be read are counted."""
    assert repr(BANK) == "Bank(3 sentences, 7 words: trees, tags)"
    assert repr(karat.read_text("(S (N a))\n(S (N b)\n")).endswith("; 1 cannot be read)")
    many = karat.read_text("(S (N a) (N b))\n" * 1000)
    assert repr(many) == "Bank(1,000 sentences, 2,000 words: trees, tags)"
    row = "1\tGo\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    assert repr(karat.read_text(row)) == "Bank(1 sentence, 1 word: tags, dependencies)"
    untagged = karat.read_text(row.replace("VERB", "_"))
    assert repr(untagged) == "Bank(1 sentence, 1 word: dependencies)"


def test_length_and_iteration() -> None:
    """By sentence."""
    assert len(BANK) == 3
    assert [sentence.words for sentence in BANK] == [
        ["the", "dog", "barks"], ["It", "rains"], ["Kim", "sleeps"],
    ]  # fmt: skip
    assert [len(sentence) for sentence in BANK] == [3, 2, 2]


def test_a_sentence_by_number() -> None:
    """From 0, or from the end."""
    first, last = BANK[0], BANK[np.int64(-1)]
    assert first.tags == ["DT", "NN", "VBZ"]
    assert first.spans == [(0, 3, "S"), (0, 2, "NP"), (2, 3, "VP")]
    assert (first.tree, last.tree) == (TREES[0], TREES[2])
    assert repr(last) == "Sentence(3: Kim sleeps)"
    for number in (3, -4):
        with pytest.raises(IndexError, match=f"no sentence {number}; the Bank has 3"):
            _ = BANK[number]
    for wrong in ("1", 1.5, None, [[1]]):
        with pytest.raises(karat.UsageError, match="is not the number of a sentence"):
            _ = BANK[wrong]  # type: ignore[call-overload]


def test_some_sentences_are_a_bank() -> None:
    """By slice, by numbers, by a mask."""
    for some in (BANK[::2], BANK[[0, 2]], BANK[[0, -1]], BANK[np.array([True, False, True])]):
        assert [sentence.tree for sentence in some] == [TREES[0], TREES[2]]
    assert [one.tree for one in BANK[::-1]] == TREES[::-1]
    assert len(BANK[5:]) == len(BANK[[]]) == 0
    assert BANK[:] is BANK
    with pytest.raises(IndexError, match="a mask of 2 values for 3 sentences"):
        _ = BANK[[True, False]]


def test_a_part_has_a_signature_of_its_own() -> None:
    """Other sentences of the same file are another gold."""
    lines = [karat.score(bank, bank, "evalb").signature for bank in (BANK[:2], BANK[1:], BANK[1:3])]
    assert lines[0] != lines[1] == lines[2]


def test_a_sentence_stands_alone() -> None:
    """Its Bank has its own text; places in the file stay right."""
    bank = karat.read_text(f"{TREES[0]}\n(S (N a)\n{TREES[1]}\n", layout="lines")
    alone = bank[1].bank
    assert len(alone.text) < 12
    assert str(alone.error(0)) == str(bank.error(1))
    assert bank[2].bank.line(0) == 3
    assert karat.score([bank[2], bank[0]], [TREES[1], TREES[0]], "evalb").f1 == 1.0


def test_layers_come_along() -> None:
    """Comments, dependencies and what is kept as places in the text."""
    row = "{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\tSpaceAfter=No\n"
    one = row.format(1, "Dogs", 2, "nsubj") + row.format(2, "bark", 0, "root")
    two = row.format(1, "Go", 0, "root")
    bank = karat.read_text(f"# sent_id = a\n{one}\n# sent_id = b\n{two}\n")
    assert [sentence.edges for sentence in bank] == [[(1, "nsubj"), (-1, "root")], [(-1, "root")]]
    assert karat.score(list(bank)[::-1], [two, one], "conll18").LAS == 1.0
    import io

    from karat.formats.conllu import write  # what is written shows that all places are right

    stream = io.BytesIO()
    write(bank[1].bank, stream)
    assert stream.getvalue().decode() == f"# sent_id = b\n{two}\n"
    with pytest.raises(karat.InputError, match="dependencies but no trees"):
        _ = bank[0].tree


def test_discontinuous_trees() -> None:
    """They are written with the positions of their words."""
    text = "(S (VP (V 0=geht) (PRT 2=auf)) (N 1=er))"
    assert karat.read_text(text, format="discbracket")[0].tree == text


def test_banks_and_sentences_can_be_copied_and_pickled() -> None:
    """They are values."""
    for again in (copy.deepcopy(BANK), pickle.loads(pickle.dumps(BANK))):
        assert [sentence.tree for sentence in again] == TREES
    assert pickle.loads(pickle.dumps(BANK[1])).tree == TREES[1]


def test_the_public_names() -> None:
    """dir and help show them, and not what happens to be imported."""
    import pydoc

    names = set(dir(karat))
    assert {name for name in names if not name.startswith("_")} == {*karat.__all__, "metrics"}
    assert {"Metric", "Sentence", "Bank", "score", "compare"} <= names
    shown = pydoc.render_doc(karat, renderer=pydoc.plaintext)
    assert "Metric             a score that grows batch by batch" in shown
    assert "importlib" not in shown


def test_every_public_name_has_an_example() -> None:
    """The examples run with the tests, and are shown in the reference, which lists all names."""
    import importlib.util
    from pathlib import Path

    path = Path(__file__).parents[2] / "docs" / "reference.py"
    spec = importlib.util.spec_from_file_location("reference", path)
    assert spec is not None
    assert spec.loader is not None
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    listed = reference.listed()
    assert {name for name in listed if "." not in name} == set(karat.__all__)
    for name in listed:
        assert ">>> " in reference.named(name).__doc__, name
    page = path.with_name("api.md").read_text("utf-8")
    assert page == reference.page(), "type: make docs"
