"""Which words are the same: escapes of the Treebank, and sentences in which every word is."""

from dataclasses import replace

import numpy as np
import pytest

import karat
from karat.comparison.diagnosis import diagnose
from karat.comparison.pairing import plain, respelt
from karat.comparison.tokens import cut
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


def test_what_most_differences_have_in_common() -> None:
    """Another spelling is told with its first sentence; a shift comes first, whatever else is wrong."""
    gold = "(S (X a))\n(S (X b))\n(S (X dogs) (X c))\n(S (X e))\n"
    (said,) = diagnose(*banks(gold, gold.replace("dogs", "Dogs")))
    assert said == (
        "1 sentence has the same words in another spelling (case, quotation marks, escapes, accents as "
        "characters of their own), the first is sentence 3; use failed=align"
    )
    lines = gold.splitlines(keepends=True)
    shifted = "".join([*lines[1:], "(S (X f))\n"]).replace("(X dogs) (X c)", "(X dogsc)")
    assert diagnose(*banks(gold, shifted))[0].startswith("sentences are shifted from 1 on")


def test_words_with_a_line_break() -> None:
    """As an object that is no file may have them."""
    bank = karat.read_text("(S (N d_gs) (V bark))")
    text = bank.text.copy()
    text[text == ord("_")] = ord("\n")
    assert cut(replace(bank, text=text), np.array([1, 0]), bank.word_end) == [b"bark", b"d\ngs"]
