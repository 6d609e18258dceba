"""Two analyses of the same sentences as trees: shared brackets, by label, and the others.

Whether two brackets are shared is a question of words alone, as in 1991. By label they must also
have the same label.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from karat.analysis.pairs import Disagreement, Pair, Row, Shared, side_by_side
from karat.model.bank import Bank
from karat.model.columns import Numbers, grouped
from karat.model.labels import Labels
from karat.model.relation import Relation
from karat.model.rules import equal


def tree_pair(one: Relation, other: Relation, labels: Labels, samples: int, seed: int) -> Pair:
    """F1 over the brackets of two analyses, and what is shared, label by label."""
    bare = one.unlabelled().as_set(), other.unlabelled().as_set()
    hits, _ = equal(*bare)
    sizes = [np.diff(side.offset).astype(np.int64) for side in bare]
    counts = np.stack([*sizes, grouped(hits, bare[0].offset)], axis=1)
    return Pair.of(counts, _by_label(one.as_set(), other.as_set(), labels), samples, seed)


def _by_label(one: Relation, other: Relation, labels: Labels) -> Iterator[Shared]:
    hits, _ = equal(one, other)
    size = len(labels)
    shared = one.label[hits > 0]
    times: list[Numbers] = [
        np.bincount(column, minlength=size) for column in (one.label, other.label, shared)
    ]
    for label in sorted(np.flatnonzero(times[0] + times[1]).tolist(), key=lambda n: -times[0][n]):
        name = labels[label].decode("utf-8", "replace")
        yield Shared(name, *(int(column[label]) for column in times))


def disputed_brackets(
    views: Sequence[Bank], relations: Sequence[Relation]
) -> tuple[Disagreement, ...]:
    """The brackets that only one of each two analyses has."""
    found: list[Disagreement] = []
    for i, j in combinations(range(len(views)), 2):
        sides = relations[i].unlabelled().as_set(), relations[j].unlabelled().as_set()
        hits = equal(*sides)
        ours, theirs = (
            list(_rows(views[which], side, hit == 0))
            for which, side, hit in zip((i, j), sides, hits, strict=True)
        )
        found += side_by_side((i, j), ours, theirs)
    return tuple(sorted(found, key=lambda one: one.sentence))


def _rows(bank: Bank, relation: Relation, chosen: Numbers) -> Iterator[Row]:
    sentence = relation.sentence()
    for row in np.flatnonzero(chosen).tolist():
        at, mine = int(sentence[row]), int(relation.row[row])
        start, end = int(relation.first[row]), int(relation.second[row])
        label = bank.labels[int(bank.label[mine])]
        text = b" ".join([label, *bank.words(at)[start:end]]).decode("utf-8", "replace")
        yield Row(at, (start, end), f"({text})")
