"""What is known about the places of sentences does not depend on blocks, and does not grow with the file."""

import random
from functools import reduce
from operator import add

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from karat import read_text
from karat.comparison import text_sketch
from karat.comparison.sentence_likeness import moved
from karat.comparison.spelt_words import in_columns
from karat.comparison.standing import Series, standing
from karat.comparison.text_sketch import Texts, checksums
from karat.model.bank import Bank

PAIRS = st.lists(
    st.tuples(st.sampled_from("abcdefghijkl"), st.sampled_from("abcdefghijkl")), max_size=40
)


def of(pairs: list[tuple[str, str]]) -> Texts:
    return Texts.of([one for one, _ in pairs], [other for _, other in pairs])


@given(PAIRS, st.randoms(), st.integers(1, 8))
def test_blocks_and_their_order_do_not_matter(pairs, chance, kept) -> None:
    """Also if most texts are left out."""
    most, text_sketch._KEPT = text_sketch._KEPT, kept
    try:
        whole = of(pairs)
        blocks = [pairs[at : at + 5] for at in range(0, len(pairs), 5)]
        chance.shuffle(blocks)
        assert reduce(add, map(of, blocks), Texts()) == whole
        assert len(whole.gold) <= kept
        assert len(whole.system) <= kept
    finally:
        text_sketch._KEPT = most


def test_many_sentences_that_have_moved_are_still_found() -> None:
    """Twenty thousand sentences in another order; other words in the same order have not moved."""
    texts = [f"sentence {number}" for number in range(20_000)]
    other = random.Random(1).sample(texts, len(texts))
    found = Texts.of(texts, other)
    assert len(found.gold) == len(found.system) == 4096
    assert found.elsewhere
    assert not Texts.of(texts, [f"{text}!" for text in texts]).elsewhere


def test_half_of_the_sentences_have_moved() -> None:
    """More than half must have, by how often each text occurs."""
    assert not Texts.of(["a", "b"], ["b", "c"]).elsewhere
    assert Texts.of(["a", "b", "b"], ["b", "c", "c"]).elsewhere


@st.composite
def versions(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Sentences and another version of them: other words here and there, and boundaries that have moved."""
    word = st.text("ab", min_size=1, max_size=14)
    gold = draw(st.lists(word, min_size=1, max_size=8))
    system = list(gold)
    for at in draw(st.lists(st.integers(0, len(gold) - 1), max_size=4)):
        whole = system[at] + (system[at + 1] if at + 1 < len(gold) else "")
        if at + 1 < len(gold) and draw(st.booleans()):
            cut = draw(st.integers(1, len(whole) - 1))
            system[at], system[at + 1] = whole[:cut], whole[cut:]
        else:
            system[at] = draw(word)
    return gold, system


def bank(sentences: list[str]) -> Bank:
    return read_text("".join(f"(S (N {text}))\n" for text in sentences), layout="lines")


@settings(max_examples=300)
@given(versions())
def test_what_sentences_say_is_what_their_texts_say(pair: tuple[list[str], list[str]]) -> None:
    """The kernels against the definition, sentence by sentence."""
    gold, system = pair
    size = len(gold)
    found = standing(bank(gold), bank(system))
    differ = [one != other for one, other in zip(gold, system, strict=True)]
    over = any(
        moved((gold[at - 1], gold[at]), (system[at - 1], system[at]))
        for at in range(1, size)
        if differ[at - 1] and differ[at]
    )
    series = [
        (first, last)
        for first in range(size)
        for last in range(first + 1, size + 1)
        if all(differ[first:last])
        and not (first and differ[first - 1])
        and not (last < size and differ[last])
    ]
    recut = any(
        "".join(gold[first:last]) == "".join(system[first:last])
        for first, last in series
        if first and last < size
    )
    assert found.moved == (over or recut)
    assert found.differing == sum(differ)
    for at, place in ((0, found.first), (size - 1, found.last)):
        assert place == ((gold[at], system[at]) if differ[at] else ("", ""))
    leading = next(((0, last) for first, last in series if not first), (0, 0))
    trailing = next(((first, size) for first, last in series if last == size), (0, 0))
    for (first, last), said in ((leading, found.leading), (trailing, found.trailing)):
        assert said == Series.of("".join(gold[first:last]), "".join(system[first:last]))
    rows = [at for at in range(size) if differ[at]]
    assert found.texts == of([(gold[at], system[at]) for at in rows])


@given(versions(), st.integers(0, 8))
def test_two_blocks_say_what_the_whole_says(pair: tuple[list[str], list[str]], cut: int) -> None:
    gold, system = pair
    one = standing(bank(gold[:cut]), bank(system[:cut]))
    assert one + standing(bank(gold[cut:]), bank(system[cut:])) == standing(
        bank(gold), bank(system)
    )


@given(st.lists(st.text("abc", max_size=5), max_size=12))
def test_a_text_has_one_checksum(texts: list[str]) -> None:
    """Equal texts have equal ones, wherever they stand, and others have others."""
    found = checksums(in_columns(texts), np.arange(len(texts))).tolist()
    assert len({*zip(texts, found, strict=True)}) == len(set(texts)) == len(set(found))
