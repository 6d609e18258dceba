"""Writing and reading back changes nothing."""

import io

from hypothesis import given, settings
from hypothesis import strategies as st
from tree_strategies import SCRAPS, corpora

import karat
from effort import tries
from karat import Bank
from karat.formats import brackets

Content = list[tuple[list[bytes], list[bytes], list[tuple[int, int, bytes]], list[int]]]


def content(bank: Bank) -> Content:
    """Words, tags, spans and parents of every sentence."""
    return [
        (
            bank.words(i),
            bank.tags(i),
            bank.spans(i),
            bank.parent[bank.span_offset[i] : bank.span_offset[i + 1]].tolist(),
        )
        for i in range(len(bank))
    ]


def written(bank: Bank, *, pretty: bool = False) -> bytes:
    """The bytes of a file."""
    stream = io.BytesIO()
    brackets.write(bank, stream, pretty=pretty)
    return stream.getvalue()


@settings(max_examples=tries(50))
@given(corpora())
def test_one_tree_a_line(sentences: list[tuple[str, str]]) -> None:
    """Trees, forests and missing parses."""
    lines = [*(gold for gold, _ in sentences), "", *(f"{a} {b}" for a, b in sentences)]
    bank = karat.read_text(
        "".join(f"{line}\n" for line in lines), format="brackets", layout="lines"
    )
    assert not bank.fault.any()
    text = written(bank)
    again = karat.read_text(text, format="brackets", layout="lines")
    assert content(again) == content(bank)
    assert written(again) == text


@settings(max_examples=tries(50))
@given(corpora())
def test_indented(sentences: list[tuple[str, str]]) -> None:
    """Pretty-printed, told by its layout or given it."""
    bank = karat.read_text(
        "\n".join(gold for gold, _ in sentences), format="brackets", layout="lines"
    )
    text = written(bank, pretty=True)
    for layout in ("free", "auto"):
        assert content(karat.read_text(text, format="brackets", layout=layout)) == content(bank)


@settings(max_examples=tries(200))
@given(SCRAPS, st.sampled_from(["lines", "free"]))
def test_whatever_was_read(text: bytes, layout: str) -> None:
    """Any bytes: bare words, empty words, odd labels; what was faulty is blank."""
    bank = karat.read_text(text, format="brackets", layout=layout)
    again = karat.read_text(written(bank), format="brackets", layout="lines")
    assert content(again) == content(bank)


@settings(max_examples=tries(200))
@given(SCRAPS, st.sampled_from(["lines", "free"]))
def test_indented_or_refused(text: bytes, layout: str) -> None:
    """What cannot be indented without changing it is refused."""
    bank = karat.read_text(text, format="brackets", layout=layout)
    try:
        indented = written(bank, pretty=True)
    except karat.InputError:
        return
    assert content(karat.read_text(indented, format="brackets", layout="free")) == content(bank)
