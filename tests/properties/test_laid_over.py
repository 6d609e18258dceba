"""Sentences split, merged, lost and added at random, and laid over gold's again."""

from itertools import accumulate, pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import karat
from karat.comparison.bead import Bead
from karat.comparison.laid_over import laid_over
from karat.comparison.sentence_beads import beads
from karat.model.bank import Bank
from karat.model.labels import BOUNDARY

# Texts that share much with each other, so that wrong partners are tempting.
TEXTS = st.lists(st.text("abc.", max_size=6), max_size=8)
# Sentences of distinct words: each word has the number of its place in the text.
SIZES = st.lists(st.integers(1, 6), min_size=1, max_size=8)


def groups(found: list[Bead]) -> set[tuple[range, range]]:
    """The beads as sentences of both sides, without the place of those that one side lacks."""
    pairs = ((range(*bead[:2]), range(*bead[2:])) for bead in found)
    return {(one or range(0), other or range(0)) for one, other in pairs}


@given(gold=TEXTS, system=TEXTS)
def test_beads_cover_both_sides_once_and_are_symmetric(gold: list[str], system: list[str]) -> None:
    found = beads(gold, system)
    edges = [(0, 0), *((bead.gold_last, bead.system_last) for bead in found)]
    assert [(bead.gold_first, bead.system_first) for bead in found] == edges[:-1]
    assert edges[-1] == (len(gold), len(system))
    assert all(max(bead.sizes) for bead in found)
    assert {(one, other) for other, one in groups(beads(system, gold))} == groups(found)


@given(texts=TEXTS)
def test_equal_texts_are_one_to_one(texts: list[str]) -> None:
    assert [bead.sizes for bead in beads(texts, texts)] == [(1, 1)] * len(texts)


@given(texts=st.lists(st.text("abcdefgh", min_size=1), min_size=1), data=st.data())
def test_other_boundaries_in_the_same_text(texts: list[str], data: st.DataObject) -> None:
    """Beads end exactly where boundaries of both sides coincide."""
    text = "".join(texts)
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(text) - 1)))))
    ends = [cut for cut in cuts if cut < len(text)]
    other = [text[a:b] for a, b in pairwise([0, *ends, len(text)])]
    common = {*accumulate(map(len, texts))} & {*accumulate(map(len, other))}
    places = [*accumulate(map(len, texts), initial=0)]
    assert {places[bead.gold_last] for bead in beads(texts, other)} == common


def tree(words: range, nested: bool) -> str:
    """A tree with a constituent over each pair of words, or over all but the first."""
    leaves = [f"(N w{number}x{number * 7919})" for number in words]
    if nested:
        text = leaves[-1]
        for leaf in reversed(leaves[:-1]):
            text = f"(X {leaf} {text})"
        return f"(S {text})"
    pairs = [f"(X {' '.join(leaves[at : at + 2])})" for at in range(0, len(leaves), 2)]
    return f"(S {' '.join(pairs)})"


def bank(sizes: list[int], nested: bool) -> Bank:
    places = pairwise(accumulate(sizes, initial=0))
    return karat.read_text(
        "".join(f"{tree(range(a, b), nested)}\n" for a, b in places), layout="lines"
    )


@given(gold=SIZES, cuts=st.sets(st.integers(1, 40)), nested=st.booleans())
def test_every_word_and_every_constituent_arrives_once(
    gold: list[int], cuts: set[int], nested: bool
) -> None:
    """Constituents inside a sentence of gold are found there; others match nothing of gold."""
    words = sum(gold)
    places = [0, *sorted(cut for cut in cuts if cut < words), words]
    sizes = [b - a for a, b in pairwise(places)]
    ours, theirs = bank(gold, nested), bank(sizes, nested)
    laid = laid_over(ours, theirs.relabelled(ours.labels)).system
    assert len(laid) == len(gold)
    assert len(laid.label) == len(theirs.label)
    ends = [*accumulate(gold, initial=0)]
    inside, found = set(), set()
    for at, first in enumerate(places[:-1]):
        for start, end, label in theirs.spans(at):
            if any(a <= first + start and first + end <= b for a, b in pairwise(ends)):
                inside.add((first + start, first + end, label))
    for at, first in enumerate(ends[:-1]):
        assert [word for word in laid.words(at) if word != BOUNDARY] == ours.words(at)
        for start, end, label in laid.spans(at):
            # A constituent that reaches out covers one place more than gold has.
            assert end <= gold[at] + 1
            if end <= gold[at]:
                found.add((first + start, first + end, label))
    assert found == inside


@given(gold=SIZES, cuts=st.sets(st.integers(1, 40)))
def test_parents_are_around_their_children(gold: list[int], cuts: set[int]) -> None:
    words = sum(gold)
    places = [0, *sorted(cut for cut in cuts if cut < words), words]
    ours, theirs = bank(gold, True), bank([b - a for a, b in pairwise(places)], True)
    laid = laid_over(ours, theirs.relabelled(ours.labels)).system
    base = np.repeat(laid.span_offset[:-1], np.diff(laid.span_offset))
    child = np.flatnonzero(laid.parent >= 0)
    above = (base + laid.parent)[child]
    assert (above < child).all()
    assert (laid.start[above] <= laid.start[child]).all()
    assert (laid.end[above] >= laid.end[child]).all()


@given(gold=SIZES, data=st.data())
def test_lost_and_added_sentences(gold: list[int], data: st.DataObject) -> None:
    """Sentences that are there find their own; lost ones are empty; added words are in some sentence."""
    ours = bank(gold, False)
    lines = [line for line in ours.text.tobytes().decode().splitlines() if line]
    kept = data.draw(st.sets(st.integers(0, len(gold) - 1)))
    added = data.draw(st.integers(0, len(kept)))
    some = [line for at, line in enumerate(lines) if at in kept]
    system = [*some[:added], "(S (N quite) (N another) (N sentence))", *some[added:]]
    theirs = karat.read_text("".join(f"{line}\n" for line in system), layout="lines")
    laid = laid_over(ours, theirs.relabelled(ours.labels)).system
    new = {b"quite", b"another", b"sentence"}
    for at in range(len(gold)):
        own = [word for word in laid.words(at) if word not in new]
        assert own == (ours.words(at) if at in kept else [])
    assert sum(word in new for at in range(len(gold)) for word in laid.words(at)) == 3


def rows(words: list[str], tokens: list[int], boundaries: set[int]) -> str:
    """CoNLL-U of words, in tokens of so many words each; a sentence may end after each token."""
    text, number, at = "", 1, 0
    for size in tokens:
        if not (own := words[at : at + size]):
            break
        if len(own) > 1:
            text += f"{number}-{number + len(own) - 1}\t{''.join(own)}" + "\t_" * 8 + "\n"
        for word in own:
            text += f"{number}\t{word}\t_\tX\tX\t_\t{number - 1}\tdep\t_\t_\n"
            number += 1
        at += len(own)
        if at in boundaries or at == len(words):
            text, number = text + "\n", 1
    return text


@given(
    words=st.lists(st.text("abcdefgh", min_size=1, max_size=4), min_size=2, max_size=8),
    tokens=st.tuples(*[st.lists(st.integers(1, 3), min_size=8, max_size=8)] * 2),
    boundaries=st.tuples(*[st.sets(st.integers(1, 7))] * 2),
)
def test_words_of_multiword_tokens_are_found_in_every_sentence(
    words: list[str], tokens: tuple[list[int], ...], boundaries: tuple[set[int], ...]
) -> None:
    """The same words, in other tokens and other sentences: each is the same word, as in conll18."""
    gold, system = (
        karat.read_text(rows(words, sizes, ends), format="conllu")
        for sizes, ends in zip(tokens, boundaries, strict=True)
    )
    assert karat.score(gold, system, "tags").counts["matched"] == len(words)
    assert karat.score(gold, system, "conll18").counts["Words_correct"] == len(words)
