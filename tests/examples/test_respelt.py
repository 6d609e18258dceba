"""Which words are the same: escapes of the Treebank, and sentences in which every word is."""

import pytest

import karat
from karat.comparison.pairing import plain, respelt
from karat.model.bank import Bank, relabelled_pair


@pytest.mark.parametrize(
    ("word", "meant"),
    [(b"-LRB-", b"("), (b"-RRB-", b")"), (b"-LSB-", b"["), (b"-RSB-", b"]"), (b"-LCB-", b"{"),
     (b"-RCB-", b"}"), (b"-LRB", b"-LRB"), (b"dog", b"dog")],
)  # fmt: skip
def test_brackets_are_escaped(word: bytes, meant: bytes) -> None:
    """As the Penn Treebank writes them."""
    assert plain(word) == meant


def banks(gold: str, system: str) -> tuple[Bank, Bank]:
    return relabelled_pair(
        karat.read_text(gold, layout="lines"), karat.read_text(system, layout="lines")
    )


def test_sentences_that_have_the_same_words() -> None:
    """One with another spelling, one with another word, one as it is; one with fewer, one without any."""
    gold = "(S (X a) (X -LSB-))\n(S (X b) (X c))\n(S (X d))\n(S (X e) (X f))\n(S (X g))\n"
    system = "(S (X a) (X [))\n(S (X b) (X x))\n(S (X d))\n(S (X e))\n\n"
    found, same = respelt(*banks(gold, system))
    assert same.tolist() == [True, False, True, False, False]
    assert found.words(0) == [b"a", b"-LSB-"]
    assert found.words(1) == [b"b", b"x"]
