"""Words looked up in lexicons, and punctuation found in words, against slow ways to do the same."""

import re

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

import karat
from karat.comparison.pairing import respelt, same_words
from karat.files.spelling import folded
from karat.kernels import words as kernel
from karat.model.bank import Bank, relabelled_pair
from karat.views.edit import emptied, spelt

LONG = "pneumonoultramicroscopicsilicovolcanoconiosis"
WORDS = st.sampled_from(
    ["the", "The", "n't", "N\u2019T", "n`t", "dog", "dogs", "a", LONG, LONG[:-1]]
)


def trees(sentences: list[list[str]]) -> Bank:
    """Each sentence as one flat tree."""
    lines = ("(S " + " ".join(f"(X {word})" for word in words) + ")" for words in sentences)
    return karat.read_text("\n".join(lines) + "\n", layout="lines")


@given(st.lists(WORDS, min_size=1), st.sets(WORDS.map(folded)))
def test_spelt_finds_words_of_any_length_in_any_spelling(
    words: list[str], wanted: set[str]
) -> None:
    """Also words of more bytes than most have."""
    found = spelt(trees([words]), [word.encode() for word in wanted])
    assert found.tolist() == [folded(word) in wanted for word in words]


@given(st.binary(max_size=40), st.integers(0, 200), st.binary(max_size=40))
@example(b"a--", 62, b"-b")
@example(b"", 62, b"\xe2\x80\x94")
def test_dashes_are_found_anywhere(before: bytes, between: int, after: bytes) -> None:
    """Also where two stretches of the search meet."""
    text = before + b"x" * between + after
    places = np.zeros(len(text) + 1, np.int32)
    count = kernel.dashes(np.frombuffer(text, np.uint8), places)
    expected = [found.start() for found in re.finditer(rb"(?=--|\xe2\x80\x94)", text)]
    assert places[:count].tolist() == expected


SENTENCES = st.lists(st.sampled_from(["``", '"', "1/2", "1\\/2", "a", "b"]), min_size=1, max_size=4)


@given(st.lists(st.tuples(SENTENCES, SENTENCES), min_size=1, max_size=6))
def test_respelt_says_which_sentences_have_the_same_words(
    pairs: list[tuple[list[str], list[str]]],
) -> None:
    """What it says holds word by word of the Bank that it gives."""
    gold, system = relabelled_pair(*(trees([pair[side] for pair in pairs]) for side in (0, 1)))
    bank, same = respelt(gold, system)
    assert same.tolist() == [gold.words(at) == bank.words(at) for at in range(len(pairs))]
    assert same.tolist() == same_words(gold, bank, np.ones(len(pairs), np.bool_)).tolist()


@given(st.lists(st.tuples(SENTENCES, st.booleans()), min_size=1, max_size=6))
def test_emptied_leaves_the_other_sentences_as_they_are(
    given: list[tuple[list[str], bool]],
) -> None:
    """Words, tags and brackets."""
    bank = trees([words for words, _ in given])
    rest = emptied(bank, np.array([keep for _, keep in given]))
    for at, (_, keep) in enumerate(given):
        for part in (Bank.words, Bank.tags, Bank.spans):
            assert part(rest, at) == (part(bank, at) if keep else [])
