"""What must always hold of flat keys and of agreement."""

import re

from hypothesis import assume, given
from hypothesis import strategies as st
from tree_strategies import leaves, pairs, trees

import karat
from karat.analysis.agreement import agreement, shared_trees
from karat.analysis.voting import WAYS
from karat.views import erase
from karat.views.deps import without_nulls
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


@given(parallel(), st.integers(0, 3), st.sampled_from(WAYS))
def test_majority_is_well_nested_and_holds_the_consensus(
    texts: list[str], steps: int, decide: str
) -> None:
    """No two spans of a majority parse cross, and what all have, more than half have."""
    banks = [karat.read_text(text, layout="lines") for text in texts]
    found = shared_trees(banks, steps, decide)
    for sentence in range(len(found.majority)):
        rows = [(start, end) for start, end, _ in found.majority.spans(sentence)]
        assert not [(a, b) for a in rows for b in rows if a[0] < b[0] < a[1] < b[1]], (
            "two spans of the majority cross"
        )
        assert {row[:2] for row in found.consensus.spans(sentence)} <= set(rows)


@given(parallel())
def test_majority_is_what_more_than_half_have(texts: list[str]) -> None:
    """Counted the slow way, span by span."""
    banks = [without_nulls(karat.read_text(text, layout="lines")) for text in texts]
    found = shared_trees(banks, steps=0)
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


Span = tuple[int, int]


def slow_best(key: list[tuple[int, int, str]], parse: set[Span]) -> tuple[int, int, int]:
    """Gold, matched and violated of the best choice: every combination is tried, by its definition."""
    plain = {(a, b) for a, b, mark in key if not mark}
    gold = set(plain)
    for name in sorted({mark[:-1] for _, _, mark in key if mark[1:]}):
        choices = sorted({mark for _, _, mark in key if mark[:-1] == name and mark[1:]})
        sets = [{(a, b) for a, b, mark in key if mark == choice} for choice in choices]
        fit = [len((s - plain) & parse) - violated(s - plain, parse) for s in sets]
        gold |= sets[fit.index(max(fit))]
    gold |= {(a, b) for a, b, mark in key if mark == "?" and (a, b) in parse}
    return len(gold), len(gold & parse), violated(gold, parse)


def violated(gold: set[Span], parse: set[Span]) -> int:
    """Spans of the key that one of the parse crosses."""
    return sum(any(a < c < b < d or c < a < d < b for c, d in parse) for a, b in gold)


@given(pairs(), st.data())
def test_the_best_alternatives_are_those_of_the_definition(
    pair: tuple[str, str], data: st.DataObject
) -> None:
    """Whatever is disputed, the counts of flat(disputed=best) are those of the slow way."""
    marks = st.sampled_from(["", "", "?", "?1", "?2", "?a1", "?a2"])
    # Null elements and nameless brackets do not count, so there are none here.
    text, other = (re.sub(r"\((-NONE-)?(?= )", "(N", one) for one in pair)
    # Only brackets of constituents: a bracket behind their label, not a word.
    text = re.sub(r"\((\w+)(?= \()", lambda found: found[0] + data.draw(marks), text)
    key, parse = (karat.read_text(one, layout="lines") for one in (text, other))
    found = karat.score(key, parse, "flat(disputed=best,failed=drop)")
    assert found.tally is not None
    for sentence, (status, row) in enumerate(
        zip(found.tally.status, found.tally.counts, strict=True)
    ):
        if status:
            continue
        rows = [
            (a, b, "?" + label.decode().partition("?")[2] if b"?" in label else "")
            for a, b, label in key.spans(sentence)
            if a < b
        ]
        spans_of_parse = {(a, b) for a, b, _ in parse.spans(sentence) if a < b}
        counts = dict(zip(found.tally.names, row.tolist(), strict=True))
        assert (counts["gold"], counts["matched"], counts["violated"]) == slow_best(
            rows, spans_of_parse
        )


@given(
    st.lists(leaves(), min_size=1, max_size=3).flatmap(lambda some: st.tuples(*map(trees, some)))
)
def test_labels_make_no_disagreement(texts: tuple[str, ...]) -> None:
    """The same brackets under other labels and tags: what is erased and redrawn is so in both."""
    one = "\n".join(texts)
    other = re.sub(r"\([^() ]*", "(Z", one)
    banks = [karat.read_text(text, layout="lines") for text in (one, other)]
    kept = [erase.without_nulls(bank)[0] for bank in banks]  # by tag, so not for all labels
    assume(all(kept[0].words(i) == kept[1].words(i) for i in range(len(kept[0]))))
    found = agreement(banks, samples=2)
    assert not found.disagreements
