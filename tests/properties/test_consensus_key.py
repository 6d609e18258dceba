"""What must always hold of a key that is made from several analyses."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import leaves, trees

import karat
from karat.analysis.consensus_key import consensus_key
from karat.formats.brackets import dumps
from karat.model.bank import Bank


@st.composite
def parallel(draw: st.DrawFn) -> list[str]:
    """Two to five analyses of the same few sentences."""
    sentences = draw(st.lists(leaves(), min_size=1, max_size=3))
    analyses = draw(st.integers(2, 5))
    return ["\n".join(draw(trees(words)) for words in sentences) for _ in range(analyses)]


@given(parallel())
def test_every_analysis_fits_its_own_key(texts: list[str]) -> None:
    """Nothing of the key is missed or violated, with or without the disputed brackets."""
    banks = [karat.read_text(text, layout="lines") for text in texts]
    key = karat.read_text(dumps(consensus_key(banks)), layout="lines", format="brackets")
    for bank in banks:
        for way in ("best", "ignore"):
            found = karat.score(key, bank, f"flat(disputed={way})")
            assert found.counts["matched"] == found.counts["gold"]
            assert found.counts["violated"] == 0


def counted(bank: Bank, sentence: int) -> list[tuple[int, int]]:
    """The spans of a sentence, without that of a nameless root of a tree with labels."""
    rows = bank.spans(sentence)
    if rows and any(row[2] for row in rows) and not rows[0][2]:
        rows = rows[1:]
    return [row[:2] for row in rows]


def null(tag: bytes, word: bytes) -> bool:
    """By the tag; a trace also where no tag says what the word is."""
    return tag == b"-NONE-" or (not tag and word in (b"*T*-1", b"*"))


@given(parallel())
def test_without_its_marks_the_key_is_the_consensus(texts: list[str]) -> None:
    """Counted the slow way: the spans of more than one word that all analyses have."""
    banks = [karat.read_text(text, layout="lines") for text in texts]
    key = consensus_key(banks)
    for sentence in range(len(key)):
        both = zip(banks[0].tags(sentence), banks[0].words(sentence), strict=True)
        place = [0, *accumulate(not null(tag, word) for tag, word in both)]
        every = [{(place[a], place[b]) for a, b in counted(bank, sentence)} for bank in banks]
        wanted = {(a, b) for a, b in set.intersection(*every) if b - a > 1}
        assert {row[:2] for row in key.spans(sentence) if b"?" not in row[2]} == wanted
        assert len(key.words(sentence)) == place[-1]
