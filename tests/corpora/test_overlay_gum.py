"""Words laid on one axis, on the outputs of two parsers, and on sentences damaged in several places."""

import random
from itertools import pairwise
from pathlib import Path

import pytest

import karat
from karat.comparison.overlay import Changes, changes, overlay
from karat.model.bank import Bank


def sentences(bank: Bank) -> list[list[bytes]]:
    """The words of every sentence."""
    text = bank.text.tobytes()
    spans = [*zip(bank.word_start.tolist(), bank.word_end.tolist(), strict=True)]
    words = [text[start:end] for start, end in spans]
    ends = bank.token_offset.tolist()
    return [words[begin:end] for begin, end in pairwise(ends)]


@pytest.mark.parametrize("parser", ["benepar", "stanza"])
def test_parsers_only_split_and_join_words(corpora: Path, parser: str) -> None:
    """Nothing is dropped, invented or changed, and every sentence can be laid over gold's."""
    folder = corpora / "gum-news"
    gold, system = (sentences(karat.read(folder / f"{name}.mrg")) for name in ("gold", parser))
    counts = [changes(ours, theirs) for ours, theirs in zip(gold, system, strict=True)]
    total = Changes(*map(sum, zip(*counts, strict=True)))
    assert (total.changed, total.dropped, total.moved, total.invented) == (0, 0, 0, 0)
    assert (total.split, total.joined) == (68, 35)


def damaged(gold: list[bytes], chance: random.Random, new: list[bytes]) -> dict[int, int]:
    """Damage four words, write the result to ``new``, and say where the others went."""
    hurt = set(chance.sample(range(len(gold)), 4))
    place = {}
    for w, word in enumerate(gold):
        if w not in hurt:
            place[w] = len(new)
            new.append(word)
            continue
        half = len(word) // 2
        changed = word[:half] + b"q" + word[half + 1 :]
        kinds = [[], [changed], [word, word], [word, b"quite"], [word[:half], word[half:]]]
        new += [piece for piece in chance.choice(kinds) if piece]
    return place


def test_damaged_words_leave_the_others_the_same(corpora: Path) -> None:
    """Four words dropped, changed, doubled, followed by another, or split: few repeated ones are taken
    for each other."""
    chance = random.Random(4)
    right = untouched = 0
    for gold in sentences(karat.read(corpora / "gum-news" / "gold.mrg")):
        if len(gold) < 8:
            continue
        system: list[bytes] = []
        place = damaged(gold, chance, system)
        laid = overlay(gold, system)
        theirs = [*zip(laid.system_begin, laid.system_finish, strict=True)]
        for w, other in place.items():
            right += (laid.gold_begin[w], laid.gold_finish[w]) == theirs[other]
        untouched += len(place)
    assert untouched > 10_000
    assert right / untouched > 0.998
