"""Cycles found by the module are those that a slow search finds."""

from hypothesis import given
from hypothesis import strategies as st

import karat
from karat.analysis.soundness import dependency_cycles, relation_cycles

SENTENCES = st.lists(
    st.integers(1, 7).flatmap(lambda n: st.lists(st.integers(0, n), min_size=n, max_size=n)),
    min_size=1, max_size=4,
)  # fmt: skip
PAIRS = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=8)


@given(SENTENCES)
def test_dependencies(sentences: list[list[int]]) -> None:
    """A word is lost if as many steps up as there are words do not lead to the root, 0."""

    def lost(heads: list[int], word: int) -> bool:
        for _ in heads:
            word = heads[word - 1] if word else 0
        return word != 0

    text = "".join(
        "".join(f"{at}\tw\tw\tX\tX\t_\t{head}\tdep\t_\t_\n" for at, head in enumerate(heads, 1))
        + "\n"
        for heads in sentences
    )
    expected = [
        number
        for number, heads in enumerate(sentences)
        if any(lost(heads, word) for word in range(1, len(heads) + 1))
    ]
    assert dependency_cycles(karat.read_text(text, format="conllu")) == expected


@given(PAIRS)
def test_relations(pairs: list[tuple[int, int]]) -> None:
    """Complements only, which are never gaps: pairs are joined until nothing new is found."""
    lines = [f"(|ccomp| |that| |w:{head}_VB| |w:{dependent}_VB|)" for head, dependent in pairs]
    reached, size = set(pairs), 0
    while size != len(reached):
        size = len(reached)
        reached |= {(a, d) for a, b in reached for c, d in reached if b == c}
    found = relation_cycles(karat.read_text("\n".join(lines), format="gr"))
    assert found == ([0] if any(a == b for a, b in reached) else [])
