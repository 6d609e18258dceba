"""The scanner against a slow reader, and against bytes that nobody meant to be trees."""

import io
from collections.abc import Callable

import numpy as np
import pytest
import slow_reader
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tree_strategies import SCRAPS, corpora

import karat
from effort import tries
from karat import Bank
from karat.files.source import Source
from karat.formats import brackets
from karat.kernels import scan as kernel
from karat.model.labels import Labels

KINDS = {
    kernel.FINE: "",
    kernel.UNCLOSED: slow_reader.UNCLOSED,
    kernel.SURPLUS: slow_reader.SURPLUS,
    kernel.OUTSIDE: slow_reader.OUTSIDE,
}
READERS: dict[str, Callable[[bytes], list[slow_reader.Sentence]]] = {
    "lines": slow_reader.lines,
    "free": slow_reader.free,
}


def scanned(text: bytes, layout: str) -> Bank:
    """One call of the scanner."""
    return brackets.Scanner(Labels(), layout == "lines").scan(brackets.block(text))


def content(bank: Bank) -> list[tuple[str, list[tuple[bytes, bytes]], list[slow_reader.Span]]]:
    """What is in a bank, as the slow reader says it."""
    found = []
    for i in range(len(bank)):
        rows = slice(bank.span_offset[i], bank.span_offset[i + 1])
        spans = [
            (start, end, label, parent)
            for (start, end, label), parent in zip(
                bank.spans(i), bank.parent[rows].tolist(), strict=True
            )
        ]
        words = list(zip(bank.tags(i), bank.words(i), strict=True))
        found.append((KINDS[int(bank.fault[i])], words, spans))
    return found


def consistent(bank: Bank) -> None:
    """Offsets rise, spans lie in their sentence, parents come before their children."""
    for offset, size in ((bank.token_offset, bank.tag), (bank.span_offset, bank.label)):
        assert len(offset) == len(bank) + 1
        assert offset[0] == 0
        assert offset[-1] == len(size)
        assert (np.diff(offset) >= 0).all()
    assert (bank.word_start >= 0).all()
    assert (bank.word_start <= bank.word_end).all()
    assert (bank.word_end <= len(bank.text)).all()
    for column in (bank.tag, bank.label):
        assert ((column >= 0) & (column < len(bank.labels))).all()
    for i in range(len(bank)):
        words = int(bank.token_offset[i + 1] - bank.token_offset[i])
        first, last = bank.span_offset[i : i + 2]
        for row in range(first, last):
            parent = int(bank.parent[row])
            assert -1 <= parent < row - first
            assert 0 <= bank.start[row] <= bank.end[row] <= words
            if parent >= 0:
                assert bank.start[first + parent] <= bank.start[row]
                assert bank.end[row] <= bank.end[first + parent]
    assert (np.diff(bank.sentence_at) >= 0).all()
    error = [bank.error(i) for i in range(len(bank))]
    for one in filter(None, error):
        assert one.line >= 1
        assert one.column >= 1


@pytest.mark.parametrize("layout", READERS)
@settings(max_examples=tries(300))
@given(text=SCRAPS)
@example(b"(S (N a)\n(S (N b))\n")
@example(b"(S (N a)) x\n(S (N b))")
@example(b"(N\na)")
@example(b"(N a\n)\n(S")
@example(b"(S\n\n)\n)")
@example(b"(S) (")
@example(b"(A\v(B \f c )\r)")
def test_against_the_slow_reader(layout: str, text: bytes) -> None:
    """The same sentences, words, tags, spans, parents and faults."""
    bank = scanned(text, layout)
    expected = READERS[layout](text)
    assert content(bank) == [(one.kind, one.words, one.spans) for one in expected]
    if layout == "lines":
        assert bank.sentence_at.tolist() == [one.begin for one in expected]
        places = [
            (int(at), one.place)
            for at, one in zip(bank.fault_at, expected, strict=True)
            if one.kind
        ]
        assert [at for at, _ in places] == [place for _, place in places]


@pytest.mark.parametrize("layout", READERS)
@settings(max_examples=tries(40))
@given(sentences=corpora(), gap=st.sampled_from(["\n", "\r\n", "\n\n", "\n  \n"]))
def test_sound_trees_against_the_slow_reader(
    layout: str, sentences: list[tuple[str, str]], gap: str
) -> None:
    """Also where everything is as it should be."""
    text = gap.join(gold for gold, _ in sentences).encode()
    found = content(scanned(text, layout))
    assert found == [(one.kind, one.words, one.spans) for one in READERS[layout](text)]
    assert all(not kind for kind, _, _ in found)


@settings(max_examples=tries(300))
@given(text=SCRAPS)
def test_a_fault_of_the_free_layout_lies_in_its_sentence(text: bytes) -> None:
    """Not before it begins, and not after the next one does."""
    bank = scanned(text, "free")
    ends = [*bank.sentence_at.tolist()[1:], len(text)]
    for i, end in zip(range(len(bank)), ends, strict=False):
        if bank.fault[i]:
            assert bank.sentence_at[i] <= bank.fault_at[i] < end


@pytest.mark.parametrize("layout", ["auto", "lines", "free"])
@settings(max_examples=tries(150))
@given(text=SCRAPS)
@example(b"")
@example(b"\xef\xbb\xbf")
@example(b"\x1f\x8b")
def test_any_bytes_are_a_bank_or_an_error(layout: str, text: bytes) -> None:
    """Nothing crashes the reader, and what it returns is whole."""
    try:
        bank = karat.read_text(text, layout=layout)
    except karat.KaratError:
        return
    consistent(bank)
    brackets.dumps(bank)


@pytest.mark.parametrize("layout", READERS)
@settings(max_examples=tries(200))
@given(text=SCRAPS, size=st.integers(3, 30))
def test_blocks_of_any_size_have_the_same_sentences(layout: str, text: bytes, size: int) -> None:
    """However a file is cut, the sentences, their faults and their lines are the same."""
    text = text.lstrip(b"\xef\xbb\xbf")  # a mark at the beginning is the file's business
    whole = scanned(text, layout)
    blocks = brackets.Blocks(Source.of(io.BytesIO(text), "x"), layout, size=size)
    scanner = brackets.Scanner(Labels(), blocks.lines)
    found, lines, errors = [], [], []
    for block in blocks:
        bank = scanner.scan(block)
        assert len(bank) == block.sentences
        found += content(bank)
        lines += [bank.line(i) for i in range(len(bank))]
        errors += [
            (one.line, one.column) if one else None for one in map(bank.error, range(len(bank)))
        ]
    assert found == content(whole)
    assert lines == [whole.line(i) for i in range(len(whole))]
    if layout == "lines":
        expected = [whole.error(i) for i in range(len(whole))]
        assert errors == [(one.line, one.column) if one else None for one in expected]


@pytest.mark.parametrize("layout", READERS)
@settings(max_examples=tries(100))
@given(text=SCRAPS, size=st.integers(3, 30), counts=st.lists(st.integers(0, 4), max_size=30))
def test_so_many_sentences_at_a_time(
    layout: str, text: bytes, size: int, counts: list[int]
) -> None:
    """Taken by number, as systems are to keep step with gold, they are the same too."""
    text = text.lstrip(b"\xef\xbb\xbf")  # a mark at the beginning is the file's business
    expected = content(scanned(text, layout))
    blocks = brackets.Blocks(Source.of(io.BytesIO(text), "x"), layout, size=size)
    scanner = brackets.Scanner(Labels(), blocks.lines)
    for count in counts:
        block = blocks.take(count)
        assert block.sentences == min(count, len(expected))
        here, expected = expected[: block.sentences], expected[block.sentences :]
        if block.pieces:
            assert content(scanner.scan(block)) == here
