"""One-to-one matching against SciPy's assignment and against trying everything."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.model import matching
from karat.model.assignment import assigned
from karat.model.matching import Pairs, best, first_come, possible
from karat.model.relation import Relation
from karat.model.rules import subsumes

optimize = pytest.importorskip("scipy.optimize")

TABLES = st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, 4), min_size=size[1], max_size=size[1]),
        min_size=size[0],
        max_size=size[0],
    )
)


def pairs_of(table: list[list[int]]) -> Pairs:
    """A pair for each cell that is worth something."""
    cells = np.array(table)
    gold, system = cells.nonzero()
    return Pairs(gold, system, cells[gold, system])


@given(TABLES)
def test_assignment(table: list[list[int]]) -> None:
    """As cheap as SciPy's."""
    cost = np.array(table)
    if cost.shape[0] > cost.shape[1]:
        cost = cost.T
    columns = assigned(cost)
    rows, expected = optimize.linear_sum_assignment(cost)
    assert len(set(columns.tolist())) == len(cost)
    assert cost[np.arange(len(cost)), columns].sum() == cost[rows, expected].sum()


@given(TABLES, st.booleans())
def test_best(table: list[list[int]], alike: bool) -> None:
    """One to one, and worth as much as any: with equal worths it is a maximum matching."""
    if alike:
        table = [[int(cell > 2) for cell in row] for row in table]
    cells = np.array(table)
    rows, columns = optimize.linear_sum_assignment(cells, maximize=True)
    found = best(pairs_of(table))
    assert len(set(found.gold.tolist())) == len(found) == len(set(found.system.tolist()))
    assert found.worth.sum() == cells[rows, columns].sum()


@given(TABLES)
def test_first_come(table: list[list[int]]) -> None:
    """Each gold row takes the first free system row."""
    found = first_come(pairs_of(table), np.arange(len(pairs_of(table))))
    used: set[int] = set()
    expected = []
    for row, cells in enumerate(table):
        for column, cell in enumerate(cells):
            if cell and column not in used:
                used.add(column)
                expected.append((row, column))
                break
    assert sorted(zip(found.gold.tolist(), found.system.tolist(), strict=True)) == expected


ROWS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 2)), max_size=5)
ABOVE = np.array([[1, 1, 1], [0, 1, 0], [0, 0, 1]], bool)


def relation(sentences: list[list[tuple[int, int]]]) -> Relation:
    """Rows of a number and a label."""
    flat = [row for sentence in sentences for row in sentence]
    first, label = np.array(flat, np.int32).reshape(-1, 2).T
    offset = np.cumsum([0, *map(len, sentences)]).astype(np.int32)
    return Relation(offset, first, first, label, first, "bag")


@given(st.lists(st.tuples(ROWS, ROWS), max_size=3))
def test_subsumes(sentences: list[tuple[list[tuple[int, int]], list[tuple[int, int]]]]) -> None:
    """As many as any way of pairing gives; only rows that have a partner are hit."""
    gold, system = (relation([pair[side] for pair in sentences]) for side in (0, 1))
    hits = subsumes(gold, system, ABOVE)
    expected = 0
    for mine, theirs in sentences:
        longer = [*theirs, *[(-1, -1)] * len(mine)]
        expected += max(
            sum(g[0] == s[0] and bool(ABOVE[s[1], g[1]]) for g, s in zip(mine, some, strict=False))
            for some in permutations(longer, len(mine))
        )
    assert hits[0].sum() == hits[1].sum() == expected


def test_large_groups_are_settled_by_kind() -> None:
    """Thousands of alike rows are paired without looking at every pair."""
    one = relation([[(0, 1)] * 3000 + [(0, 2)]])
    two = relation([[(0, 0)] + [(0, 1)] * 2999])
    settled, left = possible(
        one,
        two,
        lambda g, s: ABOVE[two.label[s], one.label[g]].astype(np.int64),
        lambda: (one.label.astype(np.int64), two.label.astype(np.int64)),
    )
    assert (len(settled), len(left)) == (2999, 2)
    assert [int(hit.sum()) for hit in subsumes(one, two, ABOVE)] == [3000, 3000]


@pytest.mark.parametrize("chunk", [1, 2, 5, 1000])
def test_pairs_are_looked_at_in_parts(monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    """However many at a time, each row meets each row of its group once."""
    monkeypatch.setattr(matching, "_CHUNK", chunk)
    one = relation([[(0, 1), (1, 2), (0, 2)], [(1, 0)], [(1, 1), (1, 2)]])
    two = relation([[(1, 1), (0, 2), (0, 0)], [], [(1, 2), (0, 1)]])
    settled, left = possible(one, two, lambda g, s: g * 0 + 1, lambda: (one.label, two.label))
    # Rows 0 and 2 meet 1 and 2, row 1 meets 0; of the last sentence 4 and 5 meet 3.
    assert len(settled) == 0
    assert sorted(zip(left.gold.tolist(), left.system.tolist(), strict=True)) == [
        (0, 1), (0, 2), (1, 0), (2, 1), (2, 2), (4, 3), (5, 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "system", "pairs"),
    [
        # All alike: they are paired in order, as many as there are on both sides.
        ([1] * 5, [1] * 4, 4),
        # Other kinds in the group: it is left to be looked at pair by pair.
        ([1] * 4 + [2], [1] * 4, 0),
        ([1] * 4, [1] * 4 + [2], 0),
        ([1, 1, 2, 2], [1, 1, 2, 2], 0),
    ],
)
def test_groups_of_one_kind(
    monkeypatch: pytest.MonkeyPatch, gold: list[int], system: list[int], pairs: int
) -> None:
    """If kinds may not be mixed; a second large group of one kind is settled in any case."""
    monkeypatch.setattr(matching, "_LARGE", 8)
    one, two = (relation([[(0, label) for label in side], [(0, 1)] * 3]) for side in (gold, system))
    kinds = one.label.astype(np.int64), two.label.astype(np.int64)
    settled, _ = possible(one, two, lambda g, s: g * 0 + 1, lambda: kinds, mixed=False)
    expected = [*((at, at) for at in range(pairs))]
    expected += [(len(gold) + at, len(system) + at) for at in range(3)]
    assert sorted(zip(settled.gold.tolist(), settled.system.tolist(), strict=True)) == expected
