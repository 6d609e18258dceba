"""What must always hold of flat keys and of agreement."""

from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import leaves, pairs, trees

import karat
from karat.analysis.agreement import agreement
from karat.views.spans import distinct, spans


@st.composite
def parallel(draw: st.DrawFn) -> list[str]:
    """Two to five analyses of the same few sentences."""
    sentences = draw(st.lists(leaves(), min_size=1, max_size=3))
    analyses = draw(st.integers(2, 5))
    return ["\n".join(draw(trees(words)) for words in sentences) for _ in range(analyses)]


@given(pairs())
def test_conformance_is_one_exactly_when_nothing_crosses(pair: tuple[str, str]) -> None:
    """No gold constituent is violated if and only if no system constituent crosses."""
    found = karat.score(*pair, "flat")
    if found.counts["gold"]:
        assert (found.conformance == 1) == (found.counts["crossing"] == 0)


@given(pairs())
def test_recall_is_at_most_conformance(pair: tuple[str, str]) -> None:
    """A constituent that is found cannot be violated."""
    found = karat.score(*pair, "flat")
    assert found.counts["matched"] <= found.counts["gold"] - found.counts["violated"]


@given(parallel())
def test_majority_is_well_nested_and_holds_the_consensus(texts: list[str]) -> None:
    """No two spans of a majority parse cross, and what all have, more than half have."""
    found = agreement([karat.read_text(text, layout="lines") for text in texts])
    for sentence in range(len(found.majority)):
        rows = [(start, end) for start, end, _ in found.majority.spans(sentence)]
        assert not [(a, b) for a in rows for b in rows if a[0] < b[0] < a[1] < b[1]], (
            "two spans of the majority cross"
        )
        assert {row[:2] for row in found.consensus.spans(sentence)} <= set(rows)


@given(parallel())
def test_majority_is_what_more_than_half_have(texts: list[str]) -> None:
    """Counted the slow way, span by span."""
    banks = [karat.read_text(text, layout="lines") for text in texts]
    found = agreement(banks)
    for sentence in range(len(banks[0])):
        every = [{(a, b) for a, b, _ in bank.spans(sentence) if a < b} for bank in banks]
        candidates = set().union(*every)
        wanted = {s for s in candidates if 2 * sum(s in one for one in every) > len(banks)}
        assert {row[:2] for row in found.majority.spans(sentence)} == wanted


@given(pairs())
def test_distinct_spans_are_a_set(pair: tuple[str, str]) -> None:
    """distinct() gives each span once, and loses none."""
    bank = karat.read_text(pair[0], layout="lines")
    relation = distinct(spans(bank))
    for sentence in range(len(bank)):
        rows = slice(relation.offset[sentence], relation.offset[sentence + 1])
        found = list(
            zip(relation.first[rows].tolist(), relation.second[rows].tolist(), strict=True)
        )
        assert len(found) == len(set(found))
        assert set(found) == {(a, b) for a, b, _ in bank.spans(sentence) if a < b}
