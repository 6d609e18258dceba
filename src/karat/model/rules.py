"""Rules: which gold rows and which system rows are hit.

A rule takes two relations and returns two columns of 0 and 1, one for the gold rows and one for
the system rows. Errors are the rows not hit.
"""

from typing import NamedTuple

import numpy as np

from karat.kernels import spans
from karat.model.columns import Bools, Flags, Ints, Longs
from karat.model.errors import UsageError
from karat.model.relation import Relation


class Partners(NamedTuple):
    """Pairs of different labels that count as equal; symmetric, not transitive.

    The partners of label i are other[offset[i]:offset[i + 1]].
    """

    offset: Ints
    other: Ints

    @classmethod
    def none(cls, labels: int) -> "Partners":
        """No label has a partner."""
        return cls(np.zeros(labels + 1, np.int32), np.zeros(0, np.int32))


def equal(
    gold: Relation, system: Relation, partners: Partners | None = None
) -> tuple[Flags, Flags]:
    """Rows with equal numbers and equal (or partner) labels hit each other, one to one.

    Each gold row, in order, takes the first system row that is still free. As partners are not
    transitive, this may find fewer pairs than possible, as in EVALB.
    """
    _decided(gold, system)
    if partners is None:
        partners = Partners.none(max(_top(gold.label), _top(system.label)) + 1)
    gold_hit = np.empty(len(gold), np.int8)
    system_hit = np.empty(len(system), np.int8)
    head, after = np.full(len(partners.offset), -1, np.int32), np.empty(len(system), np.int32)
    spans.match(
        _rows(gold), _rows(system), partners.offset, partners.other, spans.FEW,
        head, after, gold_hit, system_hit,
    )  # fmt: skip
    return gold_hit, system_hit


def crosses(gold: Relation, system: Relation) -> tuple[Flags, Flags]:
    """Spans that partly overlap a span of the other side; brackets are well nested, labels ignored.

    >>> import karat.views.spans as view, karat
    >>> one, two = karat.read_text("(S (A (N a) (N b)) (N c))"), karat.read_text("(S (N a) (A (N b) (N c)))")
    >>> [hit.tolist() for hit in crosses(view.spans(one), view.spans(two))]
    [[0, 1], [0, 1]]
    """
    return crossing(system, gold), crossing(gold, system)


def crossing_pairs(gold: Relation, system: Relation, crossing: Flags) -> Longs:
    """The number of pairs of a gold row and a system row that cross, for each sentence.

    ``crossing`` is the system's column of the result of ``crosses``.

    >>> import karat.views.spans as view, karat
    >>> gold = view.spans(karat.read_text("(S (A (B (N a) (N b)) (N c)) (N d))"))
    >>> system = view.spans(karat.read_text("(S (N a) (A (N b) (N c) (N d)))"))
    >>> crossing_pairs(gold, system, crosses(gold, system)[1]).tolist()
    [2]
    """
    last = max(_top(gold.second), _top(system.second)) + 3
    most = int(np.max(np.diff(gold.offset), initial=0))
    pairs: Longs = np.empty(len(gold.offset) - 1, np.int64)
    around, stack = np.empty(last, np.int32), np.empty(most, np.int32)
    spans.cross_pairs(_rows(gold), _rows(system), crossing, around, stack, pairs)
    return pairs


def subsumes(gold: Relation, system: Relation, above: Bools) -> tuple[Flags, Flags]:
    """Rows with equal numbers hit each other if the system's label is gold's or subsumes it.

    Rows hit each other one to one, as many as possible. ``above[i, j]`` says that label i is label j
    or subsumes it.

    >>> offset, one = np.array([0, 1], np.int32), np.array([1], np.int32)
    >>> gold, system = (Relation(offset, one, one, one * n, one, "bag") for n in (2, 1))
    >>> above = np.array([[1, 1, 1], [0, 1, 1], [0, 0, 1]], bool)
    >>> [hit.tolist() for hit in subsumes(gold, system, above) + subsumes(system, gold, above)]
    [[1], [1], [0], [0]]
    """
    from karat.model.matching import best, possible  # few schemes need it

    _decided(gold, system)
    settled, left = possible(
        gold,
        system,
        lambda g, s: above[system.label[s], gold.label[g]].astype(np.int64),
        lambda: (gold.label.astype(np.int64), system.label.astype(np.int64)),
    )
    gold_hit, system_hit = np.zeros(len(gold), np.int8), np.zeros(len(system), np.int8)
    for pairs in (settled, best(left)):
        gold_hit[pairs.gold] = system_hit[pairs.system] = 1
    return gold_hit, system_hit


def crossing(gold: Relation, system: Relation) -> Flags:
    """Only the system's half of ``crosses``."""
    last = max(_top(gold.second), _top(system.second)) + 2
    most = int(np.max(np.diff(gold.offset), initial=0))
    hit = np.empty(len(system), np.int8)
    (inner_start, inner_end), stack = np.empty((2, last), np.int32), np.empty(most, np.int32)
    spans.cross(_rows(gold), _rows(system), spans.FEW, inner_start, inner_end, stack, hit)
    return hit


def _rows(relation: Relation) -> spans.Rows:
    return spans.Rows(relation.offset, relation.first, relation.second, relation.label)


def _top(column: Ints) -> int:
    return int(column.max()) if len(column) else 0


def _decided(*relations: Relation) -> None:
    if any(relation.kind is None for relation in relations):
        raise UsageError(
            "a relation is neither a set nor a bag: call .as_set() or .as_bag() on it first"
        )
