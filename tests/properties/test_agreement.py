"""Properties of agreement: symmetry, full agreement with oneself, and alpha of two."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.analysis.layer_agreement import layer_agreement
from karat.formats.gr import loads
from karat.stats.kappa import cohen, krippendorff

CLASSES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=30)
NAMES = st.sampled_from(["ncsubj(a, b, _)", "dobj(a, b, _)", "ncmod(_, a, c)", "xcomp(to, c, d)"])
FILES = st.lists(st.tuples(st.sets(NAMES), st.sets(NAMES)), min_size=1, max_size=5)


@given(CLASSES)
def test_kappa_is_symmetric_and_at_most_one(pairs: list[tuple[int, int]]) -> None:
    """It does not matter who comes first, nor what the classes are called."""
    one, other = (np.array(column) for column in zip(*pairs, strict=True))
    found, turned = cohen(one, other), cohen(other + 7, one + 7)
    assert (found.items, found.same) == (turned.items, turned.same)
    assert found.kappa == pytest.approx(turned.kappa, nan_ok=True)
    assert not found.kappa > 1 + 1e-12
    assert cohen(one, one).same == len(one)


@given(CLASSES)
def test_alpha_by_its_definition(pairs: list[tuple[int, int]]) -> None:
    """The disagreement observed in pairs of values of an item over that of all pairs of values."""
    one, other = (np.array(column) for column in zip(*pairs, strict=True))
    every = [*one, *other]
    n = len(every)
    observed = sum(2 * int(a != b) for a, b in pairs) / n
    expected = sum(int(a != b) for a in every for b in every) / (n * (n - 1))
    alpha = 1 - observed / expected if expected else float("nan")
    assert krippendorff([one, other]) == pytest.approx(alpha, nan_ok=True)


@given(FILES)
def test_agreement_is_symmetric(sentences: list[tuple[set[str], set[str]]]) -> None:
    """F1 does not depend on who is called first; the disagreements are the same, turned round."""
    texts = [
        "".join(
            f"{number}\n" + ("\n".join(sorted(one)) or "()") + "\n"
            for number, one in enumerate(side, 1)
        )
        for side in zip(*sentences, strict=True)
    ]
    first, second = (loads(text) for text in texts)
    found = layer_agreement([first, second], samples=2).pairs[0, 1]
    turned = layer_agreement([second, first], samples=2).pairs[0, 1]
    assert found.f1.value == pytest.approx(turned.f1.value, nan_ok=True)
    assert (found.first, found.second, found.shared) == (turned.second, turned.first, turned.shared)
    assert found.shared == sum(len(one & other) for one, other in sentences)
    itself = layer_agreement([first, first], samples=2)
    assert not itself.disagreements
