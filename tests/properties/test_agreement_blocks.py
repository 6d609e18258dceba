"""Agreement does not depend on how the sentences are cut into blocks."""

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import karat
from karat.analysis import agreement, layer_agreement
from karat.formats.gr import loads
from karat.model.bank import Bank
from karat.stats.additive import Additive
from karat.stats.counted import figures_of_counts
from karat.stats.intervals import figures
from karat.stats.kappa import Choices, cohen, krippendorff
from karat.stats.plan import Plan

PLAN = Plan(samples=20, seed=3)
CLASSES = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=30
)
TREES = (
    "(S (NP (DT a) (NN dog)) (VP (VBZ barks)))",
    "(S (DT a) (VP (NN dog) (VBZ barks)))",
    "(S (NP (DT a)) (X (NN dog) (VBZ barks)))",
    "(S (NP (DT a) (NN cat)) (VP (VBZ barks)))",
)


class Cut:
    """Annotations in memory, in blocks of so many sentences."""

    def __init__(self, banks: Sequence[Bank], size: int) -> None:
        self.banks, self.size = banks, size
        self.paths = [bank.path for bank in banks]
        self.labels = [bank.labels for bank in banks]

    def __iter__(self) -> Iterator[Sequence[Bank]]:
        every = len(self.banks[0])
        for first in range(0, every, self.size):
            yield [bank.slice(first, min(every, first + self.size)) for bank in self.banks]


def shown(found: object) -> str:
    """All that was found; undefined figures are equal as text."""
    return repr(vars(found))


@settings(max_examples=30)
@given(
    st.lists(st.tuples(*[st.sampled_from(TREES)] * 3), min_size=2, max_size=9), st.integers(1, 4)
)
def test_trees(sentences: list[tuple[str, str, str]], size: int) -> None:
    """Figures, intervals, labels, constructions and disagreements, also if some words differ."""
    sentences = [(TREES[0], TREES[1], TREES[0]), *sentences]
    banks = [
        karat.read_text("\n".join(side), layout="lines") for side in zip(*sentences, strict=True)
    ]
    whole = agreement.blockwise(Cut(banks, len(sentences)), 3, "majority", PLAN)
    cut = agreement.blockwise(Cut(banks, size), 3, "majority", PLAN)
    assert shown(cut) == shown(whole)


WORDS = ("a\tDT\tB-NP\nb\tNN\tI-NP\n", "a\tDT\tO\nb\tNN\tB-NP\n", "a\tNN\tB-NP\nb\tNN\tB-VP\n")


@settings(max_examples=30)
@given(
    st.lists(st.tuples(*[st.sampled_from(WORDS)] * 3), min_size=2, max_size=9), st.integers(1, 4)
)
def test_chunks(sentences: list[tuple[str, str, str]], size: int) -> None:
    """Kappa and alpha of tags and chunk tags, too."""
    banks = [
        karat.read_text("\n".join(side), format="iob") for side in zip(*sentences, strict=True)
    ]
    whole = layer_agreement.blockwise(Cut(banks, len(sentences)), "chunks", plan=PLAN)
    cut = layer_agreement.blockwise(Cut(banks, size), "chunks", plan=PLAN)
    assert shown(cut) == shown(whole)
    few = layer_agreement.blockwise(Cut(banks, size), "chunks", plan=PLAN, limit=2)
    assert few.disagreements == whole.disagreements[:2]
    assert few.disagreeing == whole.disagreeing == len(whole.disagreements)


def test_relations_of_a_later_block_decide_on_the_hierarchy() -> None:
    """The first sentence fits both hierarchies; det, which only that of 2006 has, comes after it."""
    texts = "1\nncsubj(a, b, _)\n2\ndet(b, the)\n", "1\nncsubj(a, b, _)\n2\ndet(b, a)\n"
    banks = [loads(text) for text in texts]
    found = layer_agreement.blockwise(Cut(banks, 1), layer_agreement.STRICT, plan=PLAN)
    assert "hierarchy=auto is 2006" in found.notes
    assert "hierarchy=auto is 1999" not in found.notes
    pair = found.pairs[0, 1]
    assert (pair.first, pair.second, pair.shared) == (2, 2, 1)
    assert {one.label: one.shared for one in pair.labels}["det"] == 0


@given(CLASSES, st.integers(1, 5))
def test_choices_add_up(rows: list[tuple[int, int, int]], size: int) -> None:
    """The coefficients of parts together are those of all items, whatever the classes are called."""
    whole = [np.array(column) for column in zip(*rows, strict=True)]
    parts = [
        Choices.of([column[at : at + size] for column in whole], lambda number: f"class {number}")
        for at in range(0, len(rows), size)
    ]
    found = parts[0]
    for part in parts[1:]:
        found = found + part
    assert found.alpha() == pytest.approx(krippendorff(whole), nan_ok=True)
    assert repr(found.kappa(0, 2)) == repr(cohen(whole[0], whole[2]))


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(1, 300)), min_size=1, max_size=40))
def test_counts_are_drawn_as_any_others(rows: list[tuple[int, int]]) -> None:
    """Small numbers summed piece by piece have the intervals of doubles summed at once."""

    def share(sums: np.ndarray) -> np.ndarray:
        return np.asarray(sums[:, 0] / sums[:, 1])

    columns = np.array(rows, np.uint16).T
    (expected,) = figures([Additive(np.array(rows, np.float64), {"share": share})], PLAN)
    assert repr(figures_of_counts(columns, {"share": share}, PLAN)) == repr(expected)
