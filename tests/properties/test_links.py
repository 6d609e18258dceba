"""The format links: anything that looks like output of link-parser is read or refused with its place."""

import io

from hypothesis import given, settings
from hypothesis import strategies as st

import karat
from effort import tries
from karat.files.source import Source
from karat.formats import links
from karat.formats.links.heads import edges_of
from karat.formats.links.reading import Link
from karat.model.labels import Labels

PIECES = [
    "Found 1 linkage (1 had no P.P. violations)\n", "No complete linkages found.\n", "Bye.\n",
    "\tUnique linkage, cost vector = (UNUSED=0)\n", "\tLinkage 2, cost\n", "\n", "a b\n",
    "(S (NP a.n) (VP b.v))\n", "(S a.n b.v)\n", "(S a\n", "))\n", "[(LEFT-WALL)(a.n)(b.v)]\n",
    "[[0 1 0 (Wd)][1 2 0 (Ss)]]\n", "[[1 9 0 (X)]]\n", "[[2 1 0 (X)]]\n", "[(a)\n", "[]\n",
    "    +-Wd+-Ss-+\n", "    |   |    |\n", "LEFT-WALL a.n b.v\n", "+--X--+", "|", "LEFT-WALL \n",
    " LEFT-WALL hWV >---WV----> dWV b.v\n", " a.n Ss ----Ss---- Ss b.v\n", "\r\n", "linkparser> ",
    " a.n Ss ----Ss---- Ss x.v\n", "\xff\u2028",
]  # fmt: skip


@settings(max_examples=tries(300))
@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_scraps(text: str) -> None:
    """Words or a fault, and what was read can be written and read again."""
    bank = karat.read_text(text, format="links")
    for i in range(len(bank)):
        problem = bank.error(i)
        assert problem is None or (problem.line >= 1 and not bank.words(i))
    heads = bank.layers["edges"]["head"].tolist()
    assert all(-2 <= head < len(bank.tag) for head in heads)
    stream = io.BytesIO()
    try:
        links.write(bank, stream)
    except karat.InputError:
        return
    again = karat.read_text(stream.getvalue(), format="links")
    assert [again.words(i) for i in range(len(again))] == [bank.words(i) for i in range(len(bank))]
    assert again.layers["links"]["left"].tolist() == bank.layers["links"]["left"].tolist()


@settings(max_examples=tries(200))
@given(st.integers(1, 8).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.tuples(
    st.integers(-1, n - 1), st.integers(0, n), st.sampled_from(["Ss", "Os", "D", "MV", "WV", "Xc"]),
    st.sampled_from([0, 0, 1, -1])), max_size=14))))  # fmt: skip
def test_edges_are_trees(case: tuple[int, list[tuple[int, int, str, int]]]) -> None:
    """Whatever the links: one head a word, and no word is its own ancestor."""
    words, rows = case
    found = edges_of([Link(a, b, label, h) for a, b, label, h in rows if a < b], words)
    assert len(found) == words
    for word in range(words):
        seen = []
        while word >= 0:
            assert word not in seen
            seen.append(word)
            word = found[word][0]


@settings(max_examples=tries(50))
@given(st.integers(1, 300), st.integers(1, 4))
def test_blocks_of_any_size(size: int, step: int) -> None:
    """A file is the same however it is cut."""
    none = "No complete linkages found.\n"
    text = ("Dogs bark\n" + links.EXAMPLE + none + none + links.EXAMPLE) * 3
    expected = karat.read_text(text, format="links")
    words = [expected.words(i) for i in range(len(expected))]
    assert len(words) == 12
    for by_sentences in (False, True):
        blocks = links.Blocks(Source.of(io.BytesIO(text.encode()), "x"), size=size)
        scanner = blocks.scanner(Labels())
        found = []
        while block := (blocks.take(step) if by_sentences else blocks.next()):
            if not block.sentences:
                break
            bank = scanner.scan(block)
            assert len(bank) == block.sentences
            found += [bank.words(i) for i in range(len(bank))]
        assert found == words
