"""Rules, on relations small enough to compare by eye."""

from collections.abc import Sequence

import numpy as np
import pytest

import karat
from karat.model.relation import Relation
from karat.model.rules import Partners, crosses, crossing, equal
from karat.views.spans import spans

Row = tuple[int, int, int]


def relation(*sentences: Sequence[Row]) -> Relation:
    """Rows of (first, second, label), sentence by sentence."""
    rows = [row for sentence in sentences for row in sentence]
    offset = np.cumsum([0, *map(len, sentences)], dtype=np.int32)
    table = np.array(rows, np.int32).reshape(len(rows), 3)
    first, second, label = (np.ascontiguousarray(table[:, i]) for i in range(3))
    return Relation(offset, first, second, label, np.arange(len(rows), dtype=np.int32))


def partners(labels: int, *pairs: tuple[int, int]) -> Partners:
    """Pairs that may stand for each other, both ways."""
    both = sorted({(a, b) for a, b in pairs} | {(b, a) for a, b in pairs})
    counts = np.bincount([a for a, _ in both], minlength=labels)
    return Partners(
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
        np.array([b for _, b in both], np.int32),
    )


def hits(
    gold: Relation, system: Relation, pairs: Partners | None = None
) -> tuple[list[int], list[int]]:
    """Both columns as lists."""
    ours, theirs = equal(gold, system, pairs)
    return ours.tolist(), theirs.tolist()


def test_equal_rows_hit_each_other() -> None:
    """Numbers and label must agree."""
    gold = relation([(0, 3, 1), (0, 2, 2), (2, 3, 2)]).as_bag()
    system = relation([(0, 3, 1), (0, 2, 3), (1, 3, 2)]).as_bag()
    assert hits(gold, system) == ([1, 0, 0], [1, 0, 0])


def test_sentences_are_kept_apart() -> None:
    """A row hits nothing in another sentence."""
    gold = relation([(0, 1, 1)], [], [(0, 2, 1)]).as_bag()
    system = relation([], [(0, 1, 1)], [(0, 2, 1)]).as_bag()
    assert hits(gold, system) == ([0, 1], [0, 1])


def test_in_a_bag_each_row_is_used_once() -> None:
    """Two equal gold rows and one system row: one hit, and the first gold row has it."""
    gold = relation([(0, 2, 1), (0, 2, 1)]).as_bag()
    system = relation([(0, 2, 1)]).as_bag()
    assert hits(gold, system) == ([1, 0], [1])
    assert hits(system, gold) == ([1], [1, 0])


def test_in_a_set_repeats_are_one_row() -> None:
    """The same rows as a set: one gold row, hit."""
    gold = relation([(0, 2, 1), (0, 2, 1), (0, 2, 2)]).as_set()
    system = relation([(0, 2, 1)]).as_set()
    assert len(gold) == 2
    assert hits(gold, system) == ([1, 0], [1])


def test_the_first_of_equal_rows_stays_in_a_set() -> None:
    """And says which row of the bank it came from."""
    gold = relation([(0, 3, 1), (0, 2, 1), (0, 2, 1)], [(0, 2, 1), (0, 2, 1)]).as_set()
    assert gold.row.tolist() == [0, 1, 3]
    assert gold.offset.tolist() == [0, 2, 3]


@pytest.mark.parametrize("decide", ["gold", "system", "neither"])
def test_what_is_neither_set_nor_bag_is_refused(decide: str) -> None:
    """Whichever side is undecided; the error says what to call."""
    rows = relation([(0, 1, 1)])
    gold = rows.as_bag() if decide == "gold" else rows
    system = rows.as_bag() if decide == "system" else rows
    with pytest.raises(karat.UsageError, match=r"as_set\(\) or \.as_bag\(\)"):
        equal(gold, system)


def test_dropping_the_labels_undecides() -> None:
    """Rows that were different may now be repeats, so somebody must decide again."""
    rows = relation([(0, 2, 1), (0, 2, 2)]).as_set().unlabelled()
    assert rows.kind is None
    with pytest.raises(karat.UsageError):
        equal(rows, rows)
    assert len(rows.as_set()) == 1
    assert hits(rows.as_bag(), rows.as_bag()) == ([1, 1], [1, 1])


def test_partners_stand_for_each_other() -> None:
    """Either way, but not for a third label."""
    pairs = partners(4, (1, 2))
    one, two, three = (relation([(0, 1, label)]).as_bag() for label in (1, 2, 3))
    assert hits(one, two, pairs) == ([1], [1])
    assert hits(two, one, pairs) == ([1], [1])
    assert hits(one, three, pairs) == ([0], [0])
    assert hits(one, two) == ([0], [0])


def test_the_first_that_fits_is_taken_partner_or_not() -> None:
    """Gold 1 takes the 2 that comes first, so gold 2 takes the 1."""
    gold = relation([(0, 1, 1), (0, 1, 2)]).as_bag()
    system = relation([(0, 1, 2), (0, 1, 1)]).as_bag()
    assert hits(gold, system, partners(3, (1, 2))) == ([1, 1], [1, 1])


def test_greed_can_cost_a_match() -> None:
    """With A=B and B=C, gold B C A against B A A has two hits where three are possible."""
    a, b, c = 1, 2, 3
    gold = relation([(0, 1, b), (0, 1, c), (0, 1, a)]).as_bag()
    system = relation([(0, 1, b), (0, 1, a), (0, 1, a)]).as_bag()
    assert hits(gold, system, partners(4, (a, b), (b, c))) == ([1, 0, 1], [1, 1, 0])


@pytest.mark.parametrize("size", [1, 10, 15, 16, 17, 40, 400])
def test_groups_of_equal_spans_of_any_size(size: int) -> None:
    """A chain of unary brackets: all but the last label agree, in whatever order."""
    gold = relation([(0, 1, label) for label in range(1, size + 1)]).as_bag()
    other = [(0, 1, label) for label in range(size - 1, 0, -1)] + [(0, 1, size + 1)]
    ours, theirs = hits(gold, relation(other).as_bag(), partners(size + 2))
    assert ours == [1] * (size - 1) + [0]
    assert theirs == [1] * (size - 1) + [0]


@pytest.mark.parametrize("size", [5, 50])
def test_greed_in_groups_of_any_size(size: int) -> None:
    """A group of B C A chains of partners, small or large: A and B take what comes first.

    Gold is ``size`` times B, then ``size`` times C; system ``size`` times A. B takes every A, and
    for C, which only a B fits, nothing is left.
    """
    a, b, c = 1, 2, 3
    gold = relation([(0, 1, b)] * size + [(0, 1, c)] * size).as_bag()
    system = relation([(0, 1, a)] * size).as_bag()
    ours, theirs = hits(gold, system, partners(4, (a, b), (b, c)))
    assert ours == [1] * size + [0] * size
    assert theirs == [1] * size


def test_nothing_against_nothing() -> None:
    """Empty relations have empty columns."""
    none = relation([]).as_bag()
    assert hits(none, none) == ([], [])
    assert [hit.tolist() for hit in crosses(none, none)] == [[], []]


def test_crossing_is_partial_overlap() -> None:
    """[0, 2) and [1, 3) cross; nested, equal, disjoint and touching spans do not."""
    gold = relation([(0, 4, 1), (0, 2, 2), (2, 4, 3)])
    for span, expected in {
        (1, 3): [1],
        (0, 2): [0],
        (0, 1): [0],
        (0, 4): [0],
        (2, 4): [0],
        (0, 3): [1],
        (1, 4): [1],
        (3, 4): [0],
    }.items():
        assert crossing(gold, relation([(*span, 9)])).tolist() == expected, span


def test_crossing_on_both_sides() -> None:
    """Gold [0, 2) is crossed by two system brackets, the whole sentence by none."""
    gold = karat.read_text("(S (A (X a) (X b)) (X c))")
    system = karat.read_text("(S (X a) (B (C (X b) (X c))))")
    ours, theirs = crosses(spans(gold), spans(system))
    assert ours.tolist() == [0, 1]
    assert theirs.tolist() == [0, 1, 1]


def test_crossing_ignores_labels_and_other_sentences() -> None:
    """The same span under another label crosses as much."""
    gold = relation([(0, 3, 1), (0, 2, 1)], [(0, 3, 1)])
    system = relation([(0, 3, 7), (1, 3, 1)], [(0, 3, 7), (1, 3, 1)])
    assert crossing(gold, system).tolist() == [0, 1, 0, 0]


@pytest.mark.parametrize("size", [3, 300])
def test_crossing_in_sentences_of_any_size(size: int) -> None:
    """Left-branching gold, right-branching system: all but root and single words cross.

    Gold is [0, k) for k = size … 1, system [k, size) for k = 0 … size - 1; [0, g) and [k, size)
    overlap partly when 0 < k < g < size, which for a system bracket needs 0 < k < size - 1.
    """
    gold = relation([(0, k, 1) for k in range(size, 0, -1)])
    system = relation([(k, size, 1) for k in range(size)])
    ours, theirs = crosses(gold, system)
    assert theirs.tolist() == [0] + [1] * (size - 2) + [0]
    assert ours.tolist() == [0] + [1] * (size - 2) + [0]


def test_the_view_of_spans_leaves_out_empty_ones() -> None:
    """A bracket over nothing is no row."""
    rows = spans(karat.read_text("(S (NP) (N a))\n(T (N b))"))
    assert rows.offset.tolist() == [0, 1, 2]
    assert rows.row.tolist() == [0, 2]
    assert rows.kind is None
