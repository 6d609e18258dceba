"""The scheme deps, and what is said of an edge, against brute force."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import karat
from karat import score
from karat.views.edges import shape

LABELS = ["nsubj", "obj", "obl:in", "obl", "punct"]


@st.composite
def forests(draw, size=None):
    """Heads without circles, some words hung on nothing (None), and labels."""
    size = size or draw(st.integers(1, 9))
    order = draw(st.permutations(range(size)))
    heads = [0] * size
    for rank, word in enumerate(order):
        above = [*(order[i] + 1 for i in range(rank)), 0, None]
        heads[word] = draw(st.sampled_from(above))
    return [(head, draw(st.sampled_from(LABELS))) for head in heads]


def text(forest) -> str:
    """A file of one sentence."""
    rows = (
        f"{i + 1}\tw{i}\t_\tX\t_\t_\t{'_' if head is None else head}\t{label}\t_\t_\n"
        for i, (head, label) in enumerate(forest)
    )
    return "".join(rows) + "\n"


@st.composite
def pairs(draw):
    """Two forests over as many words."""
    gold = draw(forests())
    return gold, draw(forests(len(gold)))


@given(pairs(), st.booleans(), st.booleans(), st.booleans())
def test_the_counts_are_those_of_sets(pair, labelled, subtypes, punctuation) -> None:
    """Of (dependent, head, label), root included, words without a head not."""

    def rows(forest):
        return {
            (i, head, label if subtypes else label.split(":")[0])
            for i, (head, label) in enumerate(forest)
            if head is not None and (punctuation or pair[0][i][1] != "punct")
        }

    def without(links):
        return {link[:2] for link in links}

    gold, system = rows(pair[0]), rows(pair[1])
    yes = {True: "yes", False: "no"}
    options = f"labelled={yes[labelled]},subtypes={yes[subtypes]},punctuation={yes[punctuation]}"
    counts = score(text(pair[0]), text(pair[1]), f"deps({options})").counts
    heads = len(without(gold) & without(system))
    assert counts["gold"] == len(gold)
    assert counts["system"] == len(system)
    assert counts["unlabelled"] == heads
    assert counts["matched"] == (len(gold & system) if labelled else heads)


@given(forests())
def test_projective_is_what_its_definition_says(forest) -> None:
    """The head is above every word in between."""
    bank = karat.read_text(text(forest))
    heads = [head - 1 if head else -1 for head, _ in forest]

    def above(word: int, head: int) -> bool:
        while word >= 0:
            if word == head:
                return True
            word = heads[word]
        return False

    expected = [
        head < 0 or all(above(k, head) for k in range(min(i, head) + 1, max(i, head)))
        for i, head in enumerate(heads)
    ]
    assert shape(bank, bank.layers["edges"]).projective.tolist() == expected


@given(pairs())
def test_breakdowns_add_up(pair) -> None:
    """The groups of a breakdown have the counts of the whole."""
    result = score(text(pair[0]), text(pair[1]), "deps", by=("distance", "projectivity", "label"))
    for groups in result.groups.values():
        for name in ("gold", "system", "matched"):
            assert sum(group["counts"][name] for group in groups.values()) == result.counts[name]


@given(pairs())
def test_swapping_sides_swaps_precision_and_recall(pair) -> None:
    """And a forest against itself is perfect, if it has an edge."""
    one, other = (text(forest) for forest in pair)
    there, back = score(one, other, "deps"), score(other, one, "deps")
    assert np.array_equal([there.recall], [back.precision], equal_nan=True)
    assert score(one, one, "deps").las in (1.0,) or not score(one, one, "deps").counts["gold"]
