"""Typed dependencies are read as they were written, whatever the size of the blocks."""

import io

from hypothesis import given, settings
from hypothesis import strategies as st

from effort import tries
from karat.files.source import Source
from karat.formats import read_text, stanford
from karat.formats._block import whole
from karat.model.bank import Bank

WORDS = st.text("abcXYZ-'.,é1/", min_size=1, max_size=5)
LABELS = st.sampled_from(["nsubj", "dobj", "prep_of", "conj_and", "nn", "rcmod"])


@st.composite
def sentences(draw: st.DrawFn) -> str:
    """A sentence in which words may have several heads, or none; or one without output."""
    words = draw(st.lists(WORDS, max_size=6))
    if not words:
        return "(())\n\n"
    places = st.integers(0, len(words) - 1)
    edges = draw(st.lists(st.tuples(LABELS, places, places), min_size=1, max_size=8))
    lines = [f"{label}({words[a]}-{a + 1}, {words[b]}-{b + 1})" for label, a, b in edges]
    return "\n".join([*lines, f"root(ROOT-0, {words[-1]}-{len(words)})"]) + "\n\n"


def shown(bank: Bank) -> list[tuple[list[bytes], list[tuple[int, ...]]]]:
    names, typed = bank.labels.strings(), bank.layers["typed"]
    return [
        (
            bank.words(i),
            [(a, b, names[n]) for a, b, n in typed.each(i, "head", "dependent", "label")],
        )
        for i in range(len(bank))
    ]


@given(st.lists(sentences(), min_size=1, max_size=6), st.integers(1, 200))
@settings(max_examples=tries(150))
def test_reading_and_writing(texts: list[str], size: int) -> None:
    """Nothing is lost, no sentence swallows another, and no block cuts one."""
    bank = read_text("".join(texts), format="stanford")
    assert len(bank) == len(texts)
    assert not bank.fault.any()
    source = Source.of(io.BytesIO("".join(texts).encode()), "x")
    assert shown(whole(stanford.Blocks(source, size=size))) == shown(bank)
    written = io.BytesIO()
    stanford.write(bank, written)
    assert shown(read_text(written.getvalue(), format="stanford")) == shown(bank)
    head = bank.layers["edges"]["head"]
    assert ((head >= -2) & (head < 6)).all()
