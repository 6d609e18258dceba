"""Dependencies as spans, by hand: each tree is small enough to draw on paper."""

from dataclasses import replace

import numpy as np
import pytest

import karat
from karat.model.bank import Bank
from karat.model.errors import InputError
from karat.model.layers import Table
from karat.views import parse
from karat.views.yields import yields

Spans = list[tuple[int, int, str]]


def dependencies(*sentences: str) -> Bank:
    """Sentences of ``word/TAG/head/relation``; heads count from 1, 0 is the root, -1 none."""
    rows = [[item.split("/") for item in sentence.split()] for sentence in sentences]
    text = "\n".join(" ".join(f"({tag} {word})" for word, tag, _, _ in one) for one in rows)
    bank = karat.read_text(text, format="brackets", layout="lines")
    every = [row for one in rows for row in one]
    heads = np.array([int(head) - 1 for _, _, head, _ in every], np.int32)
    labels = np.array([bank.labels.intern(label.encode()) for *_, label in every], np.int32)
    edges = Table(bank.token_offset, {"head": heads, "label": labels}, frozenset({"label"}))
    return bank.with_layers(edges=edges)


def found(bank: Bank, sentence: int = 0) -> Spans:
    """The spans of a sentence with labels as text."""
    return [(a, b, label.decode()) for a, b, label in bank.spans(sentence)]


SENTENCE = (
    "the/DT/2/det dog/NN/3/nsubj chased/VBD/0/root a/DT/6/det small/JJ/6/amod cat/NN/3/obj "
    "home/RB/3/advmod ././3/punct"
)


def test_every_head_is_a_span_with_its_relation_for_a_label() -> None:
    """Heads are dog, chased, cat; home and the full stop have no dependents."""
    bank = yields(dependencies(SENTENCE))
    assert found(bank) == [(0, 8, "root"), (0, 2, "nsubj"), (3, 6, "obj")]
    assert bank.parent.tolist() == [-1, 0, 0]
    assert len(bank.layer("blocks")) == 0


def test_the_verb_with_what_is_to_its_right() -> None:
    """Up to home: the full stop at the end is not part of it."""
    bank = yields(dependencies(SENTENCE), vp=True)
    assert found(bank) == [(0, 8, "root"), (0, 2, "nsubj"), (2, 7, "VP"), (3, 6, "obj")]


def test_a_verb_with_dependents_on_one_side_has_one_span() -> None:
    """All to its right: the yield is the verb phrase, and is called by its relation."""
    assert found(yields(dependencies("go/VB/0/root home/RB/1/advmod"), vp=True)) == [(0, 2, "root")]
    assert found(yields(dependencies("we/PRP/2/nsubj go/VB/0/root"), vp=True)) == [(0, 2, "root")]
    nouns = "old/JJ/2/amod men/NNS/0/root of/IN/4/case Rome/NNP/2/nmod"
    assert found(yields(dependencies(nouns), vp=True)) == [(0, 4, "root"), (2, 4, "nmod")]


def test_punctuation_inside_a_verb_phrase_stays() -> None:
    """goes , sadly : the comma is before the last real dependent."""
    text = "he/PRP/2/nsubj goes/VBZ/0/root ,/,/2/punct sadly/RB/2/advmod !/./2/punct"
    assert found(yields(dependencies(text), vp=True)) == [(0, 5, "root"), (1, 4, "VP")]


def test_verbs_in_verbs() -> None:
    """He wants [to see Rome]: both verbs have dependents on both sides."""
    text = "he/PRP/2/nsubj wants/VBZ/0/root to/TO/4/mark see/VB/2/xcomp Rome/NNP/4/obj"
    assert found(yields(dependencies(text), vp=True)) == [
        (0, 5, "root"), (1, 5, "VP"), (2, 5, "xcomp"), (3, 5, "VP"),
    ]  # fmt: skip


def test_universal_tags_say_what_a_verb_is() -> None:
    """Where the layer has them; else the tag does."""
    bank = dependencies("he/X/2/nsubj may/X/0/root go/X/2/xcomp")
    tags = np.array([bank.labels.intern(tag) for tag in (b"PRON", b"AUX", b"VERB")], np.int32)
    layer = Table(bank.token_offset, {"upos": tags}, frozenset({"upos"}))
    assert found(yields(bank, vp=True)) == [(0, 3, "root")]
    tagged = bank.with_layers(morphology=layer)
    assert found(yields(tagged, vp=True)) == [(0, 3, "root"), (1, 3, "VP")]
    blank = Table(bank.token_offset, {"upos": np.zeros(3, np.int32)}, frozenset({"upos"}))
    named = dependencies("he/X/2/nsubj may/V/0/root go/X/2/xcomp")
    assert len(yields(named.with_layers(morphology=blank), vp=True).label) == 2


def test_a_discontinuous_yield_becomes_its_blocks() -> None:
    """A hearing (is) (on the issue): the yield of hearing is words 0-1 and 3-5, in two blocks."""
    text = (
        "a/DT/2/det hearing/NN/3/nsubj is/VBZ/0/root on/IN/6/case the/DT/6/det issue/NN/2/nmod "
        "today/NN/3/obl"
    )
    bank = yields(dependencies(text))
    assert found(bank) == [(0, 7, "root"), (0, 2, "nsubj"), (3, 6, "nmod")]
    # (3, 6) is the yield of issue and a block of hearing's: it is one span, and issue's.
    layer = bank.layer("blocks")
    assert list(zip(layer["span"].tolist(), layer["head"].tolist(), strict=True)) == [(1, 1)]


def test_blocks_of_one_word_are_no_spans() -> None:
    """Word 1 has word 3 below it, and nothing between: two blocks of one word."""
    assert found(yields(dependencies("a/A/2/x b/B/0/root c/C/1/y"))) == [(0, 3, "root")]


def test_blocks_meet_in_the_head_that_has_both() -> None:
    """1 ← 3, 2 ← 4 (crossing), both under 5: words 1-4 meet only in the root."""
    text = "a/A/5/x b/B/5/x c/C/1/y d/D/2/y e/E/0/root"
    assert found(yields(dependencies(text))) == [(0, 5, "root")]


def test_several_roots_and_words_without_heads() -> None:
    """Each root has its own yield; a word without a head belongs to none."""
    text = "a/A/2/x b/B/0/root c/C/-1/dep d/D/0/root e/E/4/y"
    assert found(yields(dependencies(text))) == [(0, 2, "root"), (3, 5, "root")]


def test_cycles_and_heads_outside_the_sentence() -> None:
    """What no root reaches gives nothing, and nothing loops; a head that is no word is none."""
    assert found(yields(dependencies("a/A/2/x b/B/1/x c/C/3/x d/D/0/root e/E/4/y"))) == [
        (3, 5, "root")
    ]
    assert found(yields(dependencies("a/A/9/x b/B/1/y", "c/C/0/root d/D/1/y"))) == [(0, 2, "x")]


def test_sentences_are_kept_apart() -> None:
    """Also where one is empty."""
    bank = dependencies("a/A/2/x b/B/0/root", "", "c/C/0/root d/D/1/y e/E/2/z")
    assert [found(yields(bank), i) for i in range(3)] == [
        [(0, 2, "root")], [], [(0, 3, "root"), (1, 3, "y")],
    ]  # fmt: skip
    assert yields(bank.slice(2, 3)).spans(0) == yields(bank).spans(2)


def test_scored_as_a_parse() -> None:
    """The dependency tree finds S, both NPs; with vp=yes also the VP, and crosses nothing."""
    key = "(S (NP the dog) (VP chased (NP a small cat) home) .)"
    bank = dependencies(SENTENCE)
    plain, more = (
        karat.score(key, yields(bank), "flat"),
        karat.score(key, parse("yields(vp=yes)")(bank), "flat"),
    )
    assert (plain.counts["matched"], plain.conformance) == (3, 1.0)
    assert (more.counts["matched"], more.conformance) == (4, 1.0)


@pytest.mark.parametrize("vp", [False, True])
@pytest.mark.parametrize("shape", ["down", "up", "shuffled"])
def test_a_chain_of_100_000_words(shape: str, vp: bool) -> None:
    """No recursion, and no time that grows with the square, even where no yield is contiguous."""
    size = 100_000
    order = np.arange(size)
    if shape == "up":
        order = order[::-1]
    if shape == "shuffled":
        order = np.random.default_rng(7).permutation(size)
    head = np.full(size, -1, np.int32)
    head[order[1:]] = order[:-1]
    bank = karat.read_text(" ".join(["(V a)"] * size), format="brackets", layout="lines")
    label = np.full(size, bank.labels.intern(b"dep"), np.int32)
    bank = bank.with_layers(edges=Table(bank.token_offset, {"head": head, "label": label}))
    spans = yields(bank, vp=vp)
    assert (spans.start[0], spans.end[0]) == (0, size)
    if shape != "shuffled":
        assert len(spans.label) == size - 1


def test_a_bank_without_dependencies() -> None:
    """Says what it lacks."""
    with pytest.raises(InputError, match="has trees but no dependencies"):
        yields(karat.read_text("(S (N a))"))


def test_constituents_that_were_there_are_gone() -> None:
    """A Bank with both layers: only words, dependencies and their spans are left."""
    bank = dependencies("a/A/2/x b/B/0/root")
    other = karat.read_text("(X (Y (A a)) (B b))").relabelled(bank.labels)
    both = replace(other, layers=bank.layers)
    assert found(yields(both)) == [(0, 2, "root")]
