"""Matching and crossing against double loops, in groups and sentences small and large."""

from random import Random

import numpy as np
import pytest

from karat.model.relation import Relation
from karat.model.rules import Partners, crosses, crossing, crossing_pairs, equal

Row = tuple[int, int, int]


def nested(rng: Random, start: int, end: int, labels: int, chain: int) -> list[Row]:
    """The brackets of a random tree over [start, end), in pre-order, unary chains included."""
    rows = [(start, end, rng.randrange(labels)) for _ in range(rng.randint(1, chain))]
    if rng.random() < 0.2:
        return rows
    cuts = sorted(rng.sample(range(start + 1, end), min(end - start - 1, rng.randint(1, 3))))
    for a, b in zip([start, *cuts], [*cuts, end], strict=True):
        if b - a < end - start and rng.random() < 0.8:
            rows += nested(rng, a, b, labels, chain)
    return rows


def relation(sentences: list[list[Row]]) -> Relation:
    """Sentences of rows as columns."""
    rows = [row for sentence in sentences for row in sentence]
    table = np.array(rows, np.int32).reshape(len(rows), 3)
    first, second, label = (np.ascontiguousarray(table[:, i]) for i in range(3))
    offset = np.cumsum([0, *map(len, sentences)], dtype=np.int32)
    return Relation(offset, first, second, label, np.arange(len(rows), dtype=np.int32))


def partners(labels: int, pairs: set[tuple[int, int]]) -> Partners:
    """Both directions, by label."""
    both = sorted(pairs | {(b, a) for a, b in pairs})
    counts = np.bincount([a for a, _ in both], minlength=labels)
    return Partners(
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
        np.array([b for _, b in both], np.int32),
    )


def slow_match(
    gold: list[Row], system: list[Row], pairs: set[tuple[int, int]]
) -> tuple[list[int], list[int]]:
    """Each gold row, in order, takes the first system row that is free and fits."""
    ours, theirs = [0] * len(gold), [0] * len(system)
    for i, (a, b, one) in enumerate(gold):
        for j, (c, d, other) in enumerate(system):
            fits = one == other or (one, other) in pairs or (other, one) in pairs
            if not theirs[j] and (a, b) == (c, d) and fits:
                ours[i] = theirs[j] = 1
                break
    return ours, theirs


def slow_cross(gold: list[Row], system: list[Row]) -> list[int]:
    """System rows that partly overlap a gold row."""
    return [int(any(a < c < b < d or c < a < d < b for a, b, _ in gold)) for c, d, _ in system]


def slow_pairs(gold: list[Row], system: list[Row]) -> int:
    """Pairs that partly overlap."""
    return sum(a < c < b < d or c < a < d < b for a, b, _ in gold for c, d, _ in system)


# Words, labels and the longest chain of unary brackets: small groups, large ones, large sentences.
SHAPES = [(4, 3, 2), (12, 5, 3), (3, 4, 40), (2, 30, 60), (120, 4, 2), (400, 3, 1)]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_match_and_cross(shape: tuple[int, int, int], seed: int) -> None:
    """Whatever method the kernel takes, the rows hit are those of the double loop."""
    rng = Random(f"{shape} {seed}")
    most, labels, chain = shape
    gold, system = [], []
    for _ in range(20):
        words = rng.randint(1, most)
        gold.append(nested(rng, 0, words, labels, chain) if rng.random() < 0.9 else [])
        system.append(nested(rng, 0, words, labels, chain) if rng.random() < 0.9 else [])
    pairs = {(rng.randrange(labels), rng.randrange(labels)) for _ in range(rng.randint(0, 4))}
    pairs = {(a, b) for a, b in pairs if a != b}
    ours, theirs = relation(gold), relation(system)
    expected = [slow_match(g, s, pairs) for g, s in zip(gold, system, strict=True)]
    gold_hit, system_hit = equal(ours.as_bag(), theirs.as_bag(), partners(labels, pairs))
    assert gold_hit.tolist() == [hit for one, _ in expected for hit in one]
    assert system_hit.tolist() == [hit for _, one in expected for hit in one]
    by_system = [hit for g, s in zip(gold, system, strict=True) for hit in slow_cross(g, s)]
    by_gold = [hit for g, s in zip(gold, system, strict=True) for hit in slow_cross(s, g)]
    assert crossing(ours, theirs).tolist() == by_system
    assert [hit.tolist() for hit in crosses(ours, theirs)] == [by_gold, by_system]
    pairs_found = crossing_pairs(ours, theirs, crossing(ours, theirs))
    assert pairs_found.tolist() == [slow_pairs(g, s) for g, s in zip(gold, system, strict=True)]


def test_pairs_of_long_sentences_are_counted_without_a_double_loop() -> None:
    """Combs of 100,000 words, one leaning left, one right: [0, b) crosses [a, n) if 0 < a < b < n.

    For each b from 2 to n - 1 these are a = 1 … b - 1: (n - 1)(n - 2) / 2 pairs in all.
    """
    n = 100_000
    left = relation([[(0, end, 0) for end in range(n, 1, -1)]])
    right = relation([[(start, n, 0) for start in range(n - 1)]])
    found = crossing_pairs(left, right, crossing(left, right))
    assert found.tolist() == [(n - 1) * (n - 2) // 2]


@pytest.mark.parametrize("seed", range(6))
def test_sets(seed: int) -> None:
    """As sets, a row is hit if the other side has it."""
    rng = Random(f"sets {seed}")
    gold, system = ([nested(rng, 0, 6, 3, 4) for _ in range(30)] for _ in range(2))
    ours, theirs = relation(gold).as_set(), relation(system).as_set()
    gold_hit, system_hit = equal(ours, theirs)
    common = [set(g) & set(s) for g, s in zip(gold, system, strict=True)]
    assert len(ours) == sum(len(set(g)) for g in gold)
    assert int(gold_hit.sum()) == int(system_hit.sum()) == sum(map(len, common))
    sentence = np.repeat(np.arange(30), np.diff(ours.offset))
    hit = {
        (int(n), int(a), int(b), int(c))
        for n, a, b, c, h in zip(
            sentence, ours.first, ours.second, ours.label, gold_hit, strict=True
        )
        if h
    }
    assert hit == {(n, *row) for n, rows in enumerate(common) for row in rows}
