"""Sentences whose words were changed, aligned with gold: what must stay as it was.

The system is gold itself with something done to its words, so everything that does not touch a changed
word must be found. Words are distinct, so that it is clear by the characters which word was changed.
"""

import json
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import karat
from effort import tries
from karat.comparison.layers import compare
from karat.model.bank import Bank, relabelled_pair
from karat.model.outcome import Outcome
from karat.schemes import parse
from mutations import (
    GRAPH_MUTATIONS,
    MUTATIONS,
    OF_GOLD,
    OTHERS,
    Graph,
    Word,
    conllu,
    graph_mutant,
    leaves,
)  # fmt: skip

WORDS = [
    *("tea", "river", "window", "seven", "green", "marble", "otter", "plumb", "chief", "basket"),
    *("wolf", "yard", "kettle", "drum", "spice", "fjord", "lamp", "quartz", "hotel", "vivid"),
]
TAGS = ("NN", "VBZ", "DT", "IN", "JJ", "RB")
BRACKETS = ("evalb(failed=align)", "flat", "discodop(failed=align)", "rules")
EVERY = (*BRACKETS, *OTHERS)


LABEL, TAG = st.sampled_from(["NP", "VP", "PP", "S"]), st.sampled_from(TAGS)


def tree(draw: st.DrawFn, words: list[str], depth: int = 3) -> str:
    """A tree over words, with at least two children below every bracket."""
    label = draw(LABEL)
    if len(words) == 1 or not depth:
        parts = [f"({draw(TAG)} {word})" for word in words]
        return f"({label} {' '.join(parts)})"
    cut = draw(st.integers(1, len(words) - 1))
    parts = [tree(draw, part, depth - 1) for part in (words[:cut], words[cut:])]
    return f"({label} {' '.join(parts)})"


def _distinct(sentence: str) -> bool:
    """Whether no word of a sentence comes twice, is part of another, or is a null element."""
    words = [leaf[2].lower() for leaf in leaves(sentence)]
    return "-NONE-" not in sentence and not any(
        one in other for at, one in enumerate(words) for other in words[at + 1 :]
    )


_SUITE = Path(karat.__file__).parent / "data/suites/karat-200/trees.mrg"
SUITE = [one for one in _SUITE.read_text(encoding="utf-8").splitlines() if _distinct(one)]


@st.composite
def made_up(draw: st.DrawFn, least: int) -> str:
    words = draw(st.lists(st.sampled_from(WORDS), unique=True, min_size=least, max_size=12))
    return f"(S {tree(draw, words)})"


@cache
def trees(least: int = 6) -> st.SearchStrategy[str]:
    """A sentence of distinct words, made up or from karat-200."""
    long = [one for one in SUITE if len(leaves(one)) >= least]
    return st.one_of(made_up(least), st.sampled_from(long))


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """A sentence of distinct words whose heads make a tree."""
    words = draw(st.lists(st.sampled_from(WORDS), unique=True, min_size=6, max_size=12))
    order = draw(st.permutations(range(len(words))))
    heads = {order[0]: -1}
    for rank, at in enumerate(order[1:], 1):
        heads[at] = order[draw(st.integers(0, rank - 1))]
    label = st.sampled_from(["nsubj", "obj", "det"])
    return [
        Word(form, heads[at], "root" if heads[at] < 0 else draw(label))
        for at, form in enumerate(words)
    ]


def bank(*lines: str) -> Bank:
    return karat.read_text("".join(f"{line}\n" for line in lines), layout="lines")


def outcome(gold: Bank, system: Bank, scheme: str) -> Outcome:
    one, other = relabelled_pair(gold, system)
    return compare(parse(scheme), one.labels)(one, other)


def counts(gold: Bank, system: Bank, scheme: str) -> list[Mapping[str, Any]]:
    """The counts of each sentence."""
    tally = karat.score(gold, system, scheme).tally
    assert tally is not None
    return [dict(zip(tally.names, row, strict=True)) for row in tally.counts.tolist()]


@pytest.mark.parametrize("scheme", BRACKETS[:3])
@pytest.mark.parametrize("kind", MUTATIONS)
@settings(max_examples=16)
@given(sentence=trees(), data=st.data())
def test_brackets_around_other_words_stay_matched(
    scheme: str, kind: str, sentence: str, data: st.DataObject
) -> None:
    last = len(leaves(sentence)) - 1
    least = 3 * last // 4 if kind == "cut" else 0
    mutant = MUTATIONS[kind](sentence, data.draw(st.integers(least, last)))
    gold = bank(sentence)
    whole, found = outcome(gold, gold, scheme), outcome(gold, bank(mutant.tree), scheme)
    assert whole.gold_hit.all()
    assert len(found.gold) == len(whole.gold)
    touched = np.array([*mutant.touched], int)
    spans = zip(whole.gold.first.tolist(), whole.gold.second.tolist(), strict=True)
    free = [not ((a <= touched) & (touched < b)).any() for a, b in spans]
    assert found.gold_hit[free].all()


@pytest.mark.parametrize("kind", GRAPH_MUTATIONS)
@settings(max_examples=tries(40))
@given(graph=graphs(), data=st.data())
def test_heads_between_other_words_stay_matched(
    kind: str, graph: Graph, data: st.DataObject
) -> None:
    number = data.draw(st.integers(0, len(graph) - 1))
    mutant, touched = graph_mutant(graph, number, kind)
    gold, system = (karat.read_text(conllu([one]), format="conllu") for one in (graph, mutant))
    found = outcome(gold, system, "deps")
    assert len(found.gold) == len(graph)
    free = [at not in touched for at in range(len(graph))]
    assert found.gold_hit[free].all()


@pytest.mark.parametrize("scheme", EVERY)
@settings(max_examples=16)
@given(sentences=st.lists(trees(), min_size=2, max_size=4), data=st.data())
def test_neighbours_and_gold_keep_their_counts(
    scheme: str, sentences: list[str], data: st.DataObject
) -> None:
    """One sentence is changed: the others count as before, and gold has as much as before in all."""
    at = data.draw(st.integers(0, len(sentences) - 1))
    kind = data.draw(st.sampled_from([*MUTATIONS]))
    number = data.draw(st.integers(3, len(leaves(sentences[at])) - 1))
    changed = [*sentences]
    changed[at] = MUTATIONS[kind](sentences[at], number).tree
    gold = bank(*sentences)
    before, after = counts(gold, gold, scheme), counts(gold, bank(*changed), scheme)
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        assert number == at or old == new
        for name in OF_GOLD:
            assert old.get(name) == new.get(name)


def damaged(sentence: str, scheme: str, kinds: list[str]) -> list[int]:
    """What matches gold as its words are changed one after the other.

    From the end, each three words before the last: a word that is lost beside one that is invented is
    one word for another, which is less damage than each alone.
    """
    gold, system = bank(sentence), sentence
    matched = [karat.score(gold, gold, scheme).counts]
    for kind, number in zip(kinds, range(len(leaves(sentence)) - 1, -1, -3), strict=False):
        system = MUTATIONS[kind](system, number).tree
        matched.append(karat.score(gold, bank(system), scheme).counts)
    name = next(one for one in ("matched", "right", "billionths") if one in matched[0])
    return [int(one[name]) for one in matched]


@pytest.mark.parametrize("scheme", [one for one in EVERY if one != "rules"])
@settings(max_examples=20)
@given(
    sentence=trees(9),
    kinds=st.lists(st.sampled_from(["split", "drop", "insert", "repeat"]), min_size=2, max_size=5),
)
def test_more_damage_never_raises_recall(scheme: str, sentence: str, kinds: list[str]) -> None:
    """Of a word that is repeated, the first is gold's, whatever happens to other words."""
    values = damaged(sentence, scheme, kinds)
    assert values == sorted(values, reverse=True)


@settings(max_examples=tries(40))
@given(
    sentence=trees(9),
    kinds=st.lists(st.sampled_from(["split", "insert", "repeat"]), min_size=2, max_size=5),
)
def test_damage_costs_at_most_one_rule(sentence: str, kinds: list[str]) -> None:
    """Rules have no places, so a constituent may get gold's rule back by a second change.

    But one more word changes only the rule of the constituent that it is in.
    """
    values = damaged(sentence, "rules", kinds)
    assert all(new >= old - 1 for old, new in pairwise(values))


@pytest.mark.parametrize("scheme", ["evalb(failed=align)", "parseval", "deps"])
@settings(max_examples=16)
@given(sentences=st.lists(trees(), min_size=2, max_size=3, unique=True), data=st.data())
def test_answers_in_json(
    tmp_path_factory: pytest.TempPathFactory,
    scheme: str,
    sentences: list[str],
    data: st.DataObject,
) -> None:
    """A damaged tree counts the same on a line of its own and in a line of JSON."""
    kind = data.draw(st.sampled_from([*MUTATIONS]))
    changed = [MUTATIONS[kind](one, data.draw(st.integers(3, 5))).tree for one in sentences]
    path = tmp_path_factory.mktemp("answers") / "answers.jsonl"
    rows = [json.dumps({"id": at, "tree": one}) for at, one in enumerate(changed, 1)]
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    gold, answers = bank(*sentences), karat.read(path, lenient=True)
    assert counts(gold, answers, scheme) == counts(gold, bank(*changed), scheme)


@pytest.mark.parametrize("scheme", EVERY)
@settings(max_examples=12)
@given(sentence=trees(), data=st.data())
def test_same_words_are_not_aligned(scheme: str, sentence: str, data: st.DataObject) -> None:
    """Where tokens agree, aligning and leaving out give the same counts."""
    words = [leaf[2] for leaf in leaves(sentence)]
    system = bank(f"(S {tree(data.draw, words)})")
    name = scheme.partition("(")[0]
    one, other = (
        karat.score(bank(sentence), system, f"{name}(failed={policy})").counts
        for policy in ("align", "drop")
    )
    assert one == other


@pytest.mark.parametrize("scheme", ["evalb(failed=align)", "flat", "chunks"])
@settings(max_examples=tries(40))
@given(sentence=trees(), data=st.data())
def test_swapping_the_sides(scheme: str, sentence: str, data: st.DataObject) -> None:
    words = [leaf[2] for leaf in leaves(sentence)]
    other = f"(S {tree(data.draw, words)})"
    kind = data.draw(st.sampled_from([*MUTATIONS]))
    other = MUTATIONS[kind](other, data.draw(st.integers(0, len(words) - 1))).tree
    one = karat.score(bank(sentence), bank(other), scheme).counts
    two = karat.score(bank(other), bank(sentence), scheme).counts
    assert one["matched"] == two["matched"]


@settings(max_examples=tries(40))
@given(graph=graphs(), data=st.data())
def test_swapping_graphs(graph: Graph, data: st.DataObject) -> None:
    number, kind = (
        data.draw(st.integers(0, len(graph) - 1)),
        data.draw(st.sampled_from(GRAPH_MUTATIONS)),
    )
    mutant, _ = graph_mutant(graph, number, kind)
    gold, system = (karat.read_text(conllu([one]), format="conllu") for one in (graph, mutant))
    one, two = (karat.score(*both, "deps").counts for both in ((gold, system), (system, gold)))
    assert (one["gold"], one["system"], one["matched"]) == (
        two["system"],
        two["gold"],
        two["matched"],
    )
