"""Layers stay true when words and brackets go."""

import numpy as np

import karat
from karat.layers import names_of
from karat.views.edit import keep_brackets, keep_words

ROWS = [("the", "the", 2), ("big", "big", 3), ("dog", "dog", 4), ("barks", "bark", 0)]
TEXT = (
    "".join(
        f"{i}\t{w}\t{lemma}\tX\tX\t_\t{h}\tdep\t_\t_\n" for i, (w, lemma, h) in enumerate(ROWS, 1)
    )
    + "\n"
)


def test_words_take_their_columns_with_them() -> None:
    """Without *big* the lemmas are three, and *the*, which hung on it, hangs on *dog*."""
    bank = keep_words(karat.read_text(TEXT), np.array([True, False, True, True]))
    assert bank.words(0) == [b"the", b"dog", b"barks"]
    lemmas = names_of(bank.labels, bank.layers["morphology"]["lemma"])
    assert lemmas == ["the", "dog", "bark"]
    assert bank.layers["edges"]["head"].tolist() == [1, 2, -1]
    assert bank.layers["edges"].offset.tolist() == [0, 3]


def test_a_root_that_goes_leaves_roots() -> None:
    """Who hung on it hangs on nothing."""
    bank = keep_words(karat.read_text(TEXT), np.array([True, True, True, False]))
    assert bank.layers["edges"]["head"].tolist() == [1, 2, -1]


def test_layers_that_name_brackets_go_with_them() -> None:
    """Their rows would be others'."""
    bank = karat.read_text("(S (X 0=a 2=c) (Y 1=b))", format="discbracket")
    assert "yields" in bank.layers
    assert "yields" not in keep_brackets(bank, np.array([True, False])).layers
