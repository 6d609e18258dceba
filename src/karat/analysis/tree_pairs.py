"""Two analyses of the same sentences as trees: shared brackets, by label, and the others.

Whether two brackets are shared is a question of words alone, as in 1991. By label they must also
have the same label.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy as np

from karat.analysis.pairs import Counted, Disagreements, Row, Which, first_of, side_by_side
from karat.model.bank import Bank
from karat.model.columns import Numbers, grouped
from karat.model.labels import Labels
from karat.model.relation import Relation
from karat.model.rules import equal


class Brackets(NamedTuple):
    """The brackets of an analysis, each once: with their labels, and without."""

    labelled: Relation
    bare: Relation

    @classmethod
    def of(cls, relation: Relation) -> "Brackets":
        return cls(relation.as_set(), relation.unlabelled().as_set())


def tree_pairs(every: Sequence[Brackets], labels: Labels) -> dict[Which, Counted]:
    """The brackets of each two analyses, and what is shared, label by label."""
    pairs = combinations(range(len(every)), 2)
    return {(i, j): _tree_pair(every[i], every[j], labels) for i, j in pairs}


def _tree_pair(one: Brackets, other: Brackets, labels: Labels) -> Counted:
    hits, _ = equal(one.bare, other.bare)
    sizes = [np.diff(side.bare.offset).astype(np.int64) for side in (one, other)]
    counts = [*sizes, grouped(hits, one.bare.offset)]
    return Counted.of(counts, _by_label(one.labelled, other.labelled, labels))


def _by_label(one: Relation, other: Relation, labels: Labels) -> dict[str, tuple[int, int, int]]:
    hits, _ = equal(one, other)
    size = len(labels)
    shared = one.label[hits > 0]
    times: list[Numbers] = [
        np.bincount(column, minlength=size) for column in (one.label, other.label, shared)
    ]
    return {
        labels[label].decode("utf-8", "replace"): (
            int(times[0][label]), int(times[1][label]), int(times[2][label])
        )
        for label in np.flatnonzero(times[0] + times[1]).tolist()
    }  # fmt: skip


def disputed_brackets(
    views: Sequence[Bank], every: Sequence[Brackets], begin: int, limit: int | None
) -> Disagreements:
    """The brackets that only one of each two analyses has; ``begin`` sentences came before."""
    found: list[Disagreements] = []
    for i, j in combinations(range(len(views)), 2):
        sides = every[i].bare, every[j].bare
        hits = equal(*sides)
        ours, theirs = (
            list(_rows(views[which], side, hit == 0))
            for which, side, hit in zip((i, j), sides, hits, strict=True)
        )
        found.append(side_by_side((i, j), ours, theirs, begin, limit))
    return first_of(found, limit)


def _rows(bank: Bank, relation: Relation, chosen: Numbers) -> Iterator[Row]:
    rows = np.flatnonzero(chosen)
    columns = (relation.sentence(), relation.first, relation.second, relation.row)
    for at, start, end, mine in zip(*(one[rows].tolist() for one in columns), strict=True):
        yield Row(at, (start, end), partial(_text, bank, at, start, end, mine))


def _text(bank: Bank, sentence: int, start: int, end: int, row: int) -> str:
    label = bank.labels[int(bank.label[row])]
    text = b" ".join([label, *bank.words(sentence)[start:end]]).decode("utf-8", "replace")
    return f"({text})"
