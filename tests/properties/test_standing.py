"""What is known about the places of sentences does not depend on blocks, and does not grow with the file."""

import random
from functools import reduce
from operator import add

from hypothesis import given
from hypothesis import strategies as st

from karat.comparison import text_sketch
from karat.comparison.text_sketch import Texts

PAIRS = st.lists(
    st.tuples(st.sampled_from("abcdefghijkl"), st.sampled_from("abcdefghijkl")), max_size=40
)


def of(pairs: list[tuple[str, str]]) -> Texts:
    return Texts.of([one for one, _ in pairs], [other for _, other in pairs])


@given(PAIRS, st.randoms(), st.integers(1, 8))
def test_blocks_and_their_order_do_not_matter(pairs, chance, kept) -> None:
    """Also if most texts are left out."""
    most, text_sketch._KEPT = text_sketch._KEPT, kept
    try:
        whole = of(pairs)
        blocks = [pairs[at : at + 5] for at in range(0, len(pairs), 5)]
        chance.shuffle(blocks)
        assert reduce(add, map(of, blocks), Texts()) == whole
        assert len(whole.gold) <= kept
        assert len(whole.system) <= kept
    finally:
        text_sketch._KEPT = most


def test_many_sentences_that_have_moved_are_still_found() -> None:
    """Twenty thousand sentences in another order; other words in the same order have not moved."""
    texts = [f"sentence {number}" for number in range(20_000)]
    other = random.Random(1).sample(texts, len(texts))
    found = Texts.of(texts, other)
    assert len(found.gold) == len(found.system) == 4096
    assert found.elsewhere
    assert not Texts.of(texts, [f"{text}!" for text in texts]).elsewhere


def test_half_of_the_sentences_have_moved() -> None:
    """More than half must have, by how often each text occurs."""
    assert not Texts.of(["a", "b"], ["b", "c"]).elsewhere
    assert Texts.of(["a", "b", "b"], ["b", "c", "c"]).elsewhere
