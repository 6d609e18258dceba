"""leafancestor( rules( and tags( against slow versions of their definitions."""

from collections import Counter
from functools import cache

import pytest
from discontinuous_strategies import LABELS, Tree
from hypothesis import given, settings
from hypothesis import strategies as st
from test_discontinuous import label_of, pairs, text
from tree_strategies import corpora

import karat
from effort import tries
from karat import Bank
from karat.model.discontinuous import gaps, word_parents

Pair = tuple[Tree, Tree, list[str], list[str], int]


def lineages(tree: Tree, shift: int) -> list[tuple[str, ...]]:
    """By climbing from each word; marks at the highest constituent that begins or ends there."""
    words, above, parents = tree
    inside: list[set[int]] = [set() for _ in parents]
    paths: list[list[int]] = []
    for at, node in enumerate(above):
        path = []
        while node >= 0:
            inside[node].add(at)
            path.append(node)
            node = parents[node]
        paths.append(path)
    found = []
    for at in range(len(words)):
        best: dict[str, int] = {}
        for node in paths[at]:
            if at - 1 not in inside[node]:
                best["(" if at == min(inside[node]) else "["] = node
            if at + 1 not in inside[node]:
                best[")" if at == max(inside[node]) else "]"] = node
        symbols: list[str] = []
        for node in paths[at]:
            symbols += [mark for mark in "([" if best.get(mark) == node]
            symbols.append(f"{label_of(node, shift)}")
            symbols += [mark for mark in ")]" if best.get(mark) == node]
        found.append(tuple(symbols))
    return found


def distance(one: tuple[str, ...], two: tuple[str, ...], replace: float, alike: float) -> float:
    """By recursion over the first symbols."""

    @cache
    def rest(i: int, j: int) -> float:
        if i == len(one) or j == len(two):
            return len(one) - i + len(two) - j
        if one[i] == two[j]:
            return rest(i + 1, j + 1)
        same = one[i][0].isalpha() and one[i][0] == two[j][0]
        change = rest(i + 1, j + 1) + (alike if same else replace)
        return min(change, 1 + rest(i + 1, j), 1 + rest(i, j + 1))

    return rest(0, 0)


@settings(max_examples=tries(150))
@given(st.lists(pairs(), min_size=1, max_size=3), st.sampled_from([(2, 0.5), (1, 1), (1.5, 0)]))
def test_lineages(sentences: list[Pair], costs: tuple[float, float]) -> None:
    """leafancestor( of discontinuous trees and of others, word by word."""
    replace, alike = costs
    gold = "".join(text(g, t, 0) + "\n" for g, _, t, _, _ in sentences)
    system = "".join(text(s, u, shift) + "\n" for _, s, _, u, shift in sentences)
    banks = [karat.read_text(one, format="discbracket") for one in (gold, system)]
    found = karat.score(*banks, f"leafancestor(replace={replace},alike={alike})")
    means = []
    every = []
    for g, s, _, _, shift in sentences:
        values = [
            1 - distance(a, b, replace, alike) / max(1, len(a) + len(b))
            for a, b in zip(lineages(g, 0), lineages(s, shift), strict=True)
        ]
        every += values
        means.append(sum(values) / len(values))
    assert found.similarity == pytest.approx(sum(every) / len(every), abs=1e-8)
    assert found.measures["similarity@sentence"] == pytest.approx(sum(means) / len(means), abs=1e-8)
    assert found.counts["perfect"] == sum(value == 1 for value in every)


def slow_rules(bank: Bank, sentence: int) -> "Counter[tuple[str, ...]]":
    """The rules of a sentence, from the parents of words and constituents."""
    above, spans, tags = word_parents(bank, sentence), bank.spans(sentence), bank.tags(sentence)
    first = int(bank.span_offset[sentence])
    broken = gaps(bank, sentence)
    inside = [broken.get(row, range(start, end)) for row, (start, end, _) in enumerate(spans)]
    held = [any(tags[at] != b"-NONE-" for at in words) for words in inside]
    found: Counter[tuple[str, ...]] = Counter()
    for row, (_, _, label) in enumerate(spans):
        parts = [
            (at, f"word {tags[at].decode()}")
            for at, parent in enumerate(above)
            if parent == row and tags[at] != b"-NONE-"
        ]
        parts += [
            (spans[child][0], f"part {bare(spans[child][2])}")
            for child in range(len(spans))
            if bank.parent[first + child] == row and held[child]
        ]
        if parts:
            found[bare(label), *(name for _, name in sorted(parts))] += 1
    return found


def bare(label: bytes) -> str:
    """A label without its function."""
    name = label.decode()
    for mark in "-=":
        at = name.find(mark)
        name = name[:at] if at > 0 else name
    return name


@settings(max_examples=tries(150))
@given(pairs())
def test_rules_of_discontinuous_trees(pair: Pair) -> None:
    """rules( as bags."""
    gold, system, tags, others, shift = pair
    banks = [
        karat.read_text(text(gold, tags, 0), format="discbracket"),
        karat.read_text(text(system, others, shift), format="discbracket"),
    ]
    counts = karat.score(*banks, "rules").counts
    ours, theirs = (slow_rules(bank, 0) for bank in banks)
    assert counts["gold"] == ours.total()
    assert counts["system"] == theirs.total()
    assert counts["matched"] == (ours & theirs).total()
    assert counts["exact"] == (ours == theirs)


@settings(max_examples=tries(150))
@given(corpora(1, 3))
def test_rules_of_ordinary_trees(sentences: list[tuple[str, str]]) -> None:
    """Null elements, forests, brackets without words."""
    sides = [
        karat.read_text(
            "".join(pair[i] + "\n" for pair in sentences), format="brackets", layout="lines"
        )
        for i in (0, 1)
    ]
    tally = karat.score(*sides, "rules").rows()
    for i, row in enumerate(tally):
        ours, theirs = (slow_rules(bank, i) for bank in sides)
        assert row["gold"] == ours.total()
        if not row["status"]:
            assert row["system"] == theirs.total()
            assert row["matched"] == (ours & theirs).total()


@settings(max_examples=tries(100))
@given(st.lists(pairs(), min_size=1, max_size=4), st.booleans())
def test_tags_by_hand(sentences: list[Pair], skip: bool) -> None:
    """tags( as a loop."""
    gold = "".join(text(g, t, 0) + "\n" for g, _, t, _, _ in sentences)
    system = "".join(text(s, u, shift) + "\n" for _, s, _, u, shift in sentences)
    banks = [karat.read_text(one, format="discbracket") for one in (gold, system)]
    found = karat.score(*banks, 'tags(skip="$,")' if skip else "tags", by=["label"])
    kept = [
        [(a, b) for a, b in zip(t, u, strict=True) if not (skip and a == "$,")]
        for _, _, t, u, _ in sentences
    ]
    every = [pair for sentence in kept for pair in sentence]
    assert found.counts["gold"] == len(every)
    assert found.counts["matched"] == sum(a == b for a, b in every)
    assert found.counts["exact"] == sum(all(a == b for a, b in sentence) for sentence in kept)
    for tag, group in found.groups["label"].items():
        assert group["counts"]["gold"] == sum(a == tag for a, _ in every)
        assert group["counts"]["system"] == sum(b == tag for _, b in every)
        assert group["counts"]["matched"] == sum(a == b == tag for a, b in every)


def test_the_labels_of_the_strategies_are_told_apart_by_their_first_letter() -> None:
    """So that the cost of labels that are alike is tried: VP and VROOT."""
    assert len({label[0] for label in LABELS}) < len(LABELS)
