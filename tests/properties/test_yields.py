"""Dependencies as spans, against yields collected word by word."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import karat
from karat.model.layers import Table
from karat.views.yields import yields


@st.composite
def heads(draw: st.DrawFn) -> list[int]:
    """A forest: words in a random order, each under one that came before it, or a root."""
    size = draw(st.integers(1, 12))
    order = draw(st.permutations(range(size)))
    found = [-1] * size
    for place, word in enumerate(order[1:], 1):
        found[word] = draw(st.sampled_from([-1, *order[:place], *order[:place]]))
    return found


def slow_yield(head: list[int], word: int) -> set[int]:
    """The word and all below it."""
    found = {word}
    while more := {w for w, h in enumerate(head) if h in found} - found:
        found |= more
    return found


def stretches(words: set[int]) -> list[tuple[int, int]]:
    """The blocks of a set of words."""
    begins = sorted(w for w in words if w - 1 not in words)
    ends = sorted(w + 1 for w in words if w + 1 not in words)
    return list(zip(begins, ends, strict=True))


@given(st.lists(heads(), min_size=1, max_size=3))
def test_spans_are_the_blocks_of_yields(forest: list[list[int]]) -> None:
    """Each block of two words or more once, in tree order; those of broken yields are flagged."""
    text = "\n".join(" ".join("(T w)" for _ in head) for head in forest)
    bank = karat.read_text(text, format="brackets", layout="lines")
    column = np.array([h for head in forest for h in head], np.int32)
    edges = Table(bank.token_offset, {"head": column, "label": np.zeros_like(column)})
    found = yields(bank.with_layers(edges=edges))
    blocks = found.layer("blocks")
    for sentence, head in enumerate(forest):
        every = [stretches(slow_yield(head, word)) for word in range(len(head))]
        wanted = sorted(
            {s for one in every for s in one if s[1] - s[0] > 1}, key=lambda s: (s[0], -s[1])
        )
        spans = [(a, b) for a, b, _ in found.spans(sentence)]
        assert spans == wanted
        rows = blocks.rows(sentence)
        flagged = list(
            zip(blocks["span"][rows].tolist(), blocks["head"][rows].tolist(), strict=True)
        )
        for row, word in flagged:
            assert len(every[word]) > 1
            assert spans[row] in every[word]
        whole = {one[0] for one in every if len(one) == 1}
        assert {spans[row] for row, _ in flagged} == set(wanted) - whole


@given(heads(), st.data())
def test_verb_phrases_are_more_spans_that_nest(head: list[int], data: st.DataObject) -> None:
    """Whatever is a verb, nothing crosses, and no span is lost."""
    tags = [data.draw(st.sampled_from("VN")) for _ in head]
    bank = karat.read_text(
        " ".join(f"({tag} w)" for tag in tags), format="brackets", layout="lines"
    )
    column = np.array(head, np.int32)
    edges = Table(bank.token_offset, {"head": column, "label": np.zeros_like(column)})
    bank = bank.with_layers(edges=edges)
    plain, more = ({(a, b) for a, b, _ in yields(bank, vp).spans(0)} for vp in (False, True))
    assert plain <= more
    assert not [(a, b) for a in more for b in more if a[0] < b[0] < a[1] < b[1]]
