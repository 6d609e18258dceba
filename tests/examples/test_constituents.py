"""Dependencies and chunks under the schemes that compare brackets."""

import pytest

import karat
from karat import score
from karat.model.errors import InputError

TREE = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (-LRB- -LRB-) (ADVP (RB very) (RB loudly)) (-RRB- -RRB-)))"
ROWS = [
    ("the", 2, "det"), ("dog", 3, "nsubj"), ("barks", 0, "root"), ("(", 6, "punct"),
    ("very", 6, "advmod"), ("loudly", 3, "advmod"), (")", 6, "punct"),
]  # fmt: skip
DEPS = (
    "".join(
        f"{i}\t{form}\t_\tX\t_\t_\t{head}\t{label}\t_\t_\n"
        for i, (form, head, label) in enumerate(ROWS, 1)
    )
    + "\n"
)
CHUNKS = (
    "the DT B-NP\ndog NN I-NP\nbarks VBZ B-VP\n( ( O\nvery RB B-ADVP\nloudly RB I-ADVP\n) ) O\n"
)


def test_yields_stand_for_brackets() -> None:
    """the dog; the whole; ( very loudly ), which crosses nothing. VP and ADVP are not found."""
    result = score(TREE, DEPS, "flat")
    assert (result.counts["gold"], result.counts["system"]) == (4, 3)
    assert (result.counts["matched"], result.counts["violated"]) == (2, 0)
    assert result.sentences["failed"] == 0


def test_chunks_are_brackets() -> None:
    """the dog, barks, very loudly: two of four gold constituents, and one more."""
    result = score(TREE, karat.read_text(CHUNKS, format="iob"), "flat")
    assert (result.counts["matched"], result.counts["system"]) == (2, 3)


def test_escaped_brackets_are_the_same_words() -> None:
    """-LRB- in the tree, ( in the other file; another word is still another word."""
    assert score(TREE, DEPS, "parseval").sentences["failed"] == 0
    result = score(TREE, DEPS.replace("(", "["), "flat(failed=empty)")
    assert result.reasons == {"different words": 1}


def test_labelled_brackets_want_trees() -> None:
    """No figure is made up for a file that has none."""
    with pytest.raises(InputError, match="has dependencies but no trees; evalb needs trees"):
        score(TREE, DEPS, "evalb")


def test_heads_want_trees_or_heads() -> None:
    """Chunks have neither."""
    with pytest.raises(
        InputError,
        match="chunks but no dependencies; deps needs dependencies, or trees",
    ):
        score(DEPS, karat.read_text(CHUNKS, format="iob"), "deps")
