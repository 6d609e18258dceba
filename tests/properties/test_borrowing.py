"""What must always hold of borrowed tags."""

import re

from hypothesis import given
from hypothesis import strategies as st

import karat
from karat.comparison.borrowing import borrow, lacking
from karat.model.bank import relabelled_pair
from karat.views.deps import without_nulls

TAGS = st.sampled_from(["NN", "VBZ", "DT", ".", "-NONE-", "PRP$"])
PHRASES = st.sampled_from(["NP", "VP", "S", "SBAR"])
LEAVES = st.builds(lambda tag, word: f"({tag} {word})", TAGS, st.sampled_from("abc"))
TREES = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        lambda label, parts: f"({label} {' '.join(parts)})",
        PHRASES,
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=8,
).map(lambda tree: f"(S {tree})")


def untagged(tree: str) -> str:
    """The tree with bare words, null elements left out; a phrase of one word looks like a tagged word."""
    words = re.sub(r"\(([^ ()]+) ([^ ()]+)\)", lambda m: "" if m[1] == "-NONE-" else m[2], tree)
    while (fewer := re.sub(r" *\([A-Z]+ *\)", "", words)) != words:
        words = fewer
    return " ".join(words.split())


@given(st.lists(TREES, min_size=1, max_size=4))
def test_a_tree_without_tags_gets_its_own(trees: list[str]) -> None:
    """Tags and brackets of the same trees come back, one-word phrases included."""
    gold = without_nulls(karat.read_text("\n".join(trees), layout="lines"))
    bare = "\n".join(untagged(tree) for tree in trees)
    system = karat.read_text(bare, format="brackets", layout="lines").padded(len(gold))
    gold, system = relabelled_pair(gold, system)
    found, count = borrow(gold, system)
    wanted = ~lacking(gold) & (gold.token_offset[1:] > gold.token_offset[:-1])
    assert count == wanted.sum()
    for sentence in wanted.nonzero()[0].tolist():
        assert found.words(sentence) == gold.words(sentence)
        assert found.tags(sentence) == gold.tags(sentence)
        assert found.spans(sentence) == gold.spans(sentence)


@given(st.lists(TREES, min_size=1, max_size=4))
def test_known_tags_stay(trees: list[str]) -> None:
    """Nothing is borrowed where the system has tags of its own."""
    gold = karat.read_text("\n".join(trees), layout="lines")
    found, count = borrow(gold, gold)
    assert count == 0
    assert found.tag.tolist() == gold.tag.tolist()
