"""Validity: every sentence and every word has one fate, and damage is counted as it was done."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_strategies import corpora, flawed_corpora
from ud_strategies import pairs

import karat
from effort import tries
from karat import Score
from karat.engine.run import run
from karat.formats import brackets
from karat.schemes import parse

Sentences = list[tuple[str, str]]
# No two of these words are alike.
WORDS = ["black", "cotton", "flies", "hummed", "loudly", "under", "your", "fridge"]
STATES = ("whole", "repaired", "lost", "refused")
FATES = ("kept", "respelt", "changed", "split", "joined", "dropped", "moved")


def tree(words: list[str]) -> str:
    return f"(S {' '.join(f'(N {word})' for word in words)})" if words else ""


def validity(gold: list[str], system: list[str]) -> Score:
    return karat.score(gold, system, "validity")


def check_sums(found: Score) -> None:
    """Each sentence was read in one way, and each word of gold has one fate."""
    counts = found.counts
    assert sum(counts[name] for name in STATES) == counts["sentences"]
    assert sum(counts[name] for name in FATES) == counts["gold"]
    assert counts["faithful"] <= counts["whole"] + counts["repaired"]
    assert counts["known"] <= counts["labels"]


@given(sentences=corpora())
@settings(max_examples=tries(40))
def test_gold_against_itself_is_whole_and_faithful(sentences: Sentences) -> None:
    gold = [one for one, _ in sentences]
    found = validity(gold, gold)
    check_sums(found)
    counts = found.counts
    assert counts["whole"] == counts["faithful"] == counts["sentences"] == len(gold)
    assert counts["kept"] == counts["gold"] == counts["system"]
    assert counts["invented"] == 0
    assert counts["known"] == counts["labels"]


@given(sentences=flawed_corpora())
@settings(max_examples=tries(40))
def test_every_sentence_and_every_word_has_one_fate(sentences: Sentences) -> None:
    check_sums(validity([gold for gold, _ in sentences], [system for _, system in sentences]))


@given(pair=pairs())
@settings(max_examples=tries(30))
def test_in_dependencies_too(pair: tuple[str, str]) -> None:
    check_sums(karat.score(*pair, "validity"))


@given(data=st.data(), size=st.integers(1, len(WORDS)))
def test_dropped_words(data: st.DataObject, size: int) -> None:
    """So many words are dropped as were taken away, and no other word is touched."""
    words = WORDS[:size]
    left = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    rest = [word for word, keep in zip(words, left, strict=True) if keep]
    counts = validity([tree(words)], [tree(rest)]).counts
    assert (counts["dropped"], counts["kept"]) == (size - len(rest), len(rest))
    assert counts["invented"] == 0
    assert counts["faithful"] == (len(rest) == size)
    assert counts["lost"] == (not rest)


@given(size=st.integers(1, 4), place=st.integers(0, 4), more=st.integers(1, 3))
def test_invented_words(size: int, place: int, more: int) -> None:
    """Words that were put in are invented, and all words of gold are kept."""
    words = WORDS[:size]
    system = [*words[:place], *WORDS[4 : 4 + more], *words[place:]]
    counts = validity([tree(words)], [tree(system)]).counts
    assert (counts["invented"], counts["kept"], counts["faithful"]) == (more, size, 0)


@given(size=st.integers(3, len(WORDS)), place=st.integers(0, 7))
def test_a_word_that_moved_to_the_end(size: int, place: int) -> None:
    words = WORDS[:size]
    word = words[place % (size - 2)]
    system = [*(one for one in words if one != word), word]
    counts = validity([tree(words)], [tree(system)]).counts
    assert (counts["moved"], counts["kept"], counts["faithful"]) == (1, size - 1, 0)


@given(lost=st.sets(st.integers(0, 5), max_size=5))
def test_lost_sentences_count_in_every_share(lost: set[int]) -> None:
    gold = [tree([*WORDS[:3], f"number{at}"]) for at in range(6)]
    system = ["(S (N" if at in lost else line for at, line in enumerate(gold)]
    found = validity(gold, system)
    assert found.lost == pytest.approx(len(lost) / 6)
    assert found.faithful == found.kept == pytest.approx(1 - len(lost) / 6)


@pytest.mark.parametrize("threads", [1, 2])
def test_labels_anywhere_in_gold_are_known(
    threads: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if files are read in many blocks, and only the last sentence of gold has the label."""
    layout, _ = brackets.Blocks.__init__.__defaults__ or ("auto", 0)
    monkeypatch.setattr(brackets.Blocks.__init__, "__defaults__", (layout, 200))
    lines = [f"(S (N word{at}))" for at in range(100)]
    gold, system = tmp_path / "gold.mrg", tmp_path / "system.mrg"
    gold.write_text("\n".join([*lines, "(FRAG (N end))\n"]))
    system.write_text(
        "\n".join(["(FRAG (N word0))", "(ODD (N word1))", *lines[2:], "(S (N end))\n"])
    )
    (found,) = run(str(gold), [str(system)], [parse("validity")], threads=threads).results
    counts = found.total.counts("align")
    assert (counts["known"], counts["labels"]) == (100, 101)
