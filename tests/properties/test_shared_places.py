"""The kernels find the places that ``cells`` defines, whatever the words are."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import karat
from karat.comparison import shared_places as module
from karat.comparison.cells import cells
from karat.comparison.overlay import spelt
from karat.comparison.sentence_texts import texts
from karat.comparison.shared_places import Words, shared_places
from karat.comparison.spelt_words import Some, spelling_of
from karat.comparison.tokens import Multiword, Token, written
from karat.model.bank import Bank
from karat.model.layers import offsets

PARTS = st.sampled_from(
    [
        "a",
        "b",
        "B",
        "ab",
        "-LRB-",
        "-lrb-",
        "-Rsb-",
        "LRB-",
        "-",
        "--",
        "(",
        "``",
        "`",
        "'",
        "\\/",
        "\\*",
    ]
    + ["/", "*", "*SLASH*", "“", "’", "—", "…", "é", "ß", "ﬁ", "\u200b", "\x01", "\x7f", " ", "n't"]
)
WORD = st.one_of(
    st.text("ab", min_size=1, max_size=4),
    st.text("abcdef", min_size=1, max_size=8),
    st.lists(PARTS, min_size=1, max_size=4).map("".join),
).map(str.encode)
NULL = st.none()
ODD = st.builds(Multiword, WORD, st.lists(WORD, min_size=1, max_size=3).map(tuple))
ANY = st.one_of(WORD, WORD, WORD, WORD, NULL, st.binary(min_size=1, max_size=4))


@st.composite
def versions(
    draw: st.DrawFn, token: st.SearchStrategy[Token] = ANY
) -> tuple[list[Token], list[Token]]:
    """A sentence, and a copy in which words are dropped, invented, changed, cut and respelt."""
    gold = draw(st.lists(token, max_size=10))
    system = list[Token]()
    for one in gold:
        way = draw(st.integers(0, 12))
        if way == 0:
            continue
        if way == 1:
            system.append(draw(token))
        elif way == 2 and isinstance(one, bytes) and len(one) > 1:
            system += [one[:1], one[1:]]
        elif way == 3 and isinstance(one, bytes):
            system.append(one.swapcase())
        else:
            system.append(one)
        if way == 4:
            system.append(draw(token))
    return gold, system


def size(token: Token) -> int:
    return len(token.words) if isinstance(token, Multiword) else 1


def side(sentences: Sequence[list[Token]]) -> Words:
    """These sentences as a side; one with a multiword token is odd."""
    forms = [
        form
        for tokens in sentences
        for one in tokens
        for form in (one.words if isinstance(one, Multiword) else (one,))
    ]
    ends = np.cumsum([len(form or b"") for form in forms]).astype(np.int32)
    starts = np.append(0, ends)[:-1].astype(np.int32)
    text = np.frombuffer(b"".join(form or b"" for form in forms) + b"\0", np.uint8)
    bank = replace(
        karat.read_text("(S (N a))"), text=text, word_start=starts, word_end=ends, tag=ends * 0
    )
    return Words(
        bank,
        offsets([sum(map(size, tokens)) for tokens in sentences]),
        np.arange(len(forms)),
        np.array([form is None for form in forms], np.bool_),
        np.array([any(isinstance(one, Multiword) for one in some) for some in sentences], np.bool_),
        lambda at: [sentences[k] for k in at.tolist()],
    )


def check(
    pairs: Sequence[tuple[list[Token], list[Token]]], ways: tuple[bool, ...] = (False, True)
) -> None:
    """Compare the columns of all sentences with what ``cells`` gives for each."""
    gold, system = side([one for one, _ in pairs]), side([other for _, other in pairs])
    for words in ways:
        found = shared_places(gold, system, words=words)
        for k, (one, other) in enumerate(pairs):
            expected = cells(one, other, words=words)
            assert found.versions[k] == expected.versions
            here = slice(found.offset[k], found.offset[k + 1])
            if not expected.versions:
                assert here.start == here.stop
                continue
            ours = slice(gold.offset[k], gold.offset[k + 1])
            theirs = slice(system.offset[k], system.offset[k + 1])
            for name, rows in (
                ("gold", here), ("system", here), ("same", here),
                ("gold_first", ours), ("gold_last", ours),
                ("system_first", theirs), ("system_last", theirs),
            ):  # fmt: skip
                assert getattr(found, name)[rows].tolist() == getattr(expected, name), name


@given(st.lists(versions(), max_size=4))
def test_columns_are_what_cells_gives(pairs: list[tuple[list[Token], list[Token]]]) -> None:
    check(pairs)


@given(st.lists(st.tuples(*[st.lists(ANY, max_size=6)] * 2), max_size=3))
def test_columns_of_unrelated_sentences(pairs: list[tuple[list[Token], list[Token]]]) -> None:
    check(pairs)


@given(st.lists(versions(st.one_of(ANY, ODD)), max_size=3))
def test_multiword_tokens_among_plain_sentences(
    pairs: list[tuple[list[Token], list[Token]]],
) -> None:
    """Only words are paired so; by spans the words of a multiword token are words like any other."""
    check(pairs, ways=(True,))


@given(st.lists(versions(WORD), max_size=4))
def test_sentences_whose_tables_are_too_large(
    pairs: list[tuple[list[Token], list[Token]]],
) -> None:
    """They go through Python, and only they."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LARGEST", 9)
        check(pairs)


@given(*[st.lists(ANY, max_size=8)] * 2)
def test_every_word_has_a_place(gold: list[Token], system: list[Token]) -> None:
    """Also one that spells nothing and follows a word that faces one of gold."""
    found = cells(gold, system, words=False)
    assert {*found.gold} - {-1} == {*range(len(gold))}
    assert {*found.system} - {-1} == {*range(len(system))}


def test_a_silent_word_behind_one_that_faces_another() -> None:
    silent = "\u200b".encode()
    gold = [b"the", b"zzz", b"dog", b"barks"]
    system = [b"the", b"aaa", silent, b"dog", b"barks"]
    for one, other in ((gold, system), (system, gold)):
        found = cells(one, other, words=False)
        assert len(found.gold) == 5
        check([(list(one), list(other))])


@given(st.lists(WORD, max_size=6))
def test_the_kernel_spells_as_the_definition(words: list[bytes]) -> None:
    bank = side([list(words)]).bank
    found = spelling_of(Some(bank, np.arange(len(words))))
    text = found.codes.tobytes().decode("utf-32-le", "surrogatepass")
    cut = found.offset.tolist()
    assert [text[a:b] for a, b in pairwise(cut)] == [*map(spelt, words)]


def test_the_kernel_spells_letters_and_marks_beyond_ascii_as_the_definition() -> None:
    """Every letter of Latin-1 and every mark near the dashes, alone, in a word, twice; and broken UTF-8."""
    characters = [chr(code) for code in (*range(0x80, 0x180), *range(0x2000, 0x2040))]
    shapes = ("{}", "a{}B", "{0}{0}", "-{}-", "'{}'", "{}-LRB-", "E\u0301{}", "*{}")
    whole = [shape.format(one).encode() for one in characters for shape in shapes]
    words = [*whole, *(word[:-1] for word in whole), *(b"a" + word[1:] for word in whole)]
    bank = side([list(words)]).bank
    found = spelling_of(Some(bank, np.arange(len(words))))
    text = found.codes.tobytes().decode("utf-32-le", "surrogatepass")
    assert [text[a:b] for a, b in pairwise(found.offset.tolist())] == [*map(spelt, words)]


def sentence(bank: Bank, words: list[bytes]) -> Bank:
    count = np.array([0, len(words)], np.int32)
    return replace(bank, token_offset=count)


@given(st.lists(WORD, max_size=6))
def test_texts_join_what_words_spell(words: list[bytes]) -> None:
    bank = sentence(side([list(words)]).bank, words)
    assert texts(bank, [0]) == ["".join(spelt(written(word)) for word in words)]
