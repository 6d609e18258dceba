"""Discontinuous trees: written and read back in either format, they stay what they were."""

import io

import pytest
from discontinuous_strategies import Tree, graphs, of_bank, written, yields
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_strategies import corpora

import karat
from effort import tries
from karat import Bank, formats
from karat.model import discontinuous

FORMATS = ["discbracket", "export"]


def content(bank: Bank) -> list[object]:
    """All that is compared after a round trip."""
    return [
        (
            bank.words(i), bank.tags(i), bank.spans(i), discontinuous.gaps(bank, i),
            bank.parent[bank.span_offset[i] : bank.span_offset[i + 1]].tolist(),
        )
        for i in range(len(bank))
    ]  # fmt: skip


def text_of(bank: Bank, name: str) -> bytes:
    """The bytes of a file."""
    stream = io.BytesIO()
    formats.module(name).write(bank, stream)
    return stream.getvalue()


@settings(max_examples=tries(150))
@given(st.lists(graphs(), min_size=1, max_size=4))
def test_yields_are_those_of_the_graph(sentences: list[Tree]) -> None:
    """Words in their order, each constituent with exactly its words."""
    bank = karat.read_text(written(sentences))
    assert not bank.fault.any()
    for i, tree in enumerate(sentences):
        assert [word.decode() for word in bank.words(i)] == tree[0]
        assert of_bank(bank, i) == yields(tree)


@settings(max_examples=tries(150))
@given(st.lists(graphs(), min_size=1, max_size=4))
def test_spans_are_in_pre_order_by_first_word(sentences: list[Tree]) -> None:
    """A parent stands before its children, siblings by their first words, and parents nest."""
    bank = karat.read_text(written(sentences))
    for i in range(len(bank)):
        rows = slice(bank.span_offset[i], bank.span_offset[i + 1])
        parents, starts = bank.parent[rows].tolist(), bank.start[rows].tolist()
        path: list[int] = []
        last: dict[int, int] = {}
        for row, parent in enumerate(parents):
            while path and path[-1] != parent:
                path.pop()
            assert (path[-1] if path else -1) == parent
            assert starts[row] > last.get(parent, -1)
            last[parent] = starts[row]
            path.append(row)


@settings(max_examples=tries(150))
@given(st.lists(graphs(), min_size=1, max_size=4), st.sampled_from(FORMATS))
def test_round_trip(sentences: list[Tree], name: str) -> None:
    """Through either format, twice, to the same bytes."""
    bank = karat.read_text(written(sentences))
    text = text_of(bank, name)
    again = karat.read_text(text, format=name)
    assert content(again) == content(bank)
    assert text_of(again, name) == text


@settings(max_examples=tries(50))
@given(corpora())
def test_ordinary_trees_through_discbracket(sentences: list[tuple[str, str]]) -> None:
    """What is read from brackets has no gaps and comes back as it was."""
    lines = "".join(f"{gold} {system}\n" for gold, system in sentences)
    bank = karat.read_text(lines, format="brackets", layout="lines")
    try:
        text = text_of(bank, "discbracket")
    except karat.InputError:
        assert any(not word or b"RB#" in word for i in range(len(bank)) for word in bank.words(i))
        return
    again = karat.read_text(text, format="discbracket", layout="lines")
    assert content(again) == content(bank)
    assert len(again.layers["yields"]) == 0


@settings(max_examples=tries(50))
@given(st.lists(graphs(), min_size=2, max_size=30), st.integers(1, 200), st.integers(1, 7))
def test_blocks_of_any_size(sentences: list[Tree], size: int, step: int) -> None:
    """Cut into blocks, by bytes or by sentences, a file is the same."""
    from karat.files.source import Source
    from karat.formats import export
    from karat.model.labels import Labels

    text = written(sentences).encode()
    expected = content(karat.read_text(text))
    for by_sentences in (False, True):
        blocks = export.Blocks(Source.of(io.BytesIO(text), "x"), size=size)
        scanner = blocks.scanner(Labels())
        found: list[object] = []
        lines = []
        while block := (blocks.take(step) if by_sentences else blocks.next()):
            if not block.sentences:
                break
            lines.append(block.first_line)
            found += content(scanner.scan(block))
        assert found == expected
        assert lines == sorted(set(lines))


SCRAPS = st.lists(
    st.sampled_from(
        [
            "#BOS 1\n", "#EOS 1\n", "a\tN\t--\t--\t500\n", "b N -- -- 0\n", "#500 S -- -- 0\n",
            "#501 S -- -- 501\n", "#500 X -- -- 502\n", "%% c\n", "x\n", "\n", "\r\n", "#BOS\n",
            "#502 Y -- -- 500 SB 501\n", "#FORMAT 4\n", "(S 0=a)", "(S 1=a)", "(A (B 2=c", ")", " ",
            "0=", "9=x", "\t", "(", "(T 0=b)",
        ]
    ),
    max_size=25,
).map("".join)  # fmt: skip


@settings(max_examples=tries(300))
@given(SCRAPS, st.sampled_from(FORMATS))
def test_scraps(text: str, name: str) -> None:
    """Anything at all is read: every sentence a tree or a fault with its place."""
    bank = karat.read_text(text, format=name)
    for i in range(len(bank)):
        problem = bank.error(i)
        if problem is not None:
            assert problem.line >= 1
            assert problem.column >= 1
            assert not bank.words(i)
    try:
        again = karat.read_text(text_of(bank, name), format=name, layout="lines")
    except karat.InputError:
        assert name == "discbracket"  # a word that is empty, as 0= is
        return
    assert content(again) == content(bank)


@pytest.mark.parametrize("name", FORMATS)
def test_deep_and_long(name: str) -> None:
    """A chain of 20,000 nodes, and a word moved over 20,000 others, take no recursion."""
    n = 20_000
    words = ["w"] * n
    deep: Tree = (["w"], [n - 1], list(range(-1, n - 1)))
    long: Tree = (words, [1, *([0] * (n - 2)), 1], [-1, 0])
    bank = karat.read_text(written([deep, long]))
    again = karat.read_text(text_of(bank, name), format=name)
    assert content(again) == content(bank)
    assert discontinuous.gaps(again, 1) == {1: [0, n - 1]}
