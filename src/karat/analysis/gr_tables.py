"""How frequent grammatical relations are and how well they were found, by genre, with confusions.

These are tables 2 and 3 of Carroll, Minnen and Briscoe (1999), with what explains them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from karat.comparison.aligned import Aligning
from karat.comparison.gr.compare import Matched, Relations
from karat.comparison.undecided import all_decided
from karat.files.hierarchy import Hierarchy, choose, load
from karat.model.bank import Bank, relabelled_pair
from karat.model.errors import InputError, no_sentences
from karat.model.gr import listed, relations
from karat.model.groups import Groups
from karat.model.layers import names_of
from karat.model.matching import Marks, Pairs
from karat.model.measure import f_measure, ratio
from karat.model.outcome import Status
from karat.model.relation import Relation
from karat.schemes.gr import Gr
from karat.stats.chi_square import ChiSquare, chi_square

MISSED = "–"


@dataclass(frozen=True)
class Frequency:
    """How often a relation occurs, including the relations below it in the hierarchy."""

    relation: str
    depth: int
    count: int
    share: float


@dataclass(frozen=True)
class Found:
    """How well a relation was found, including the relations below it in the hierarchy."""

    relation: str
    depth: int
    gold: float
    system: float
    matched: float
    returned: float

    @property
    def recall(self) -> float:
        return float(ratio(self.matched, self.gold))

    @property
    def precision(self) -> float:
        return float(ratio(self.returned, self.system))

    def f1(self, beta: float = 1.0) -> float:
        """F from the counts, or from precision and recall if these count different matches."""
        if self.matched == self.returned:
            return float(f_measure(self.matched, self.gold, self.system, beta))
        p, r, weight = self.precision, self.recall, beta * beta
        return float(ratio((1 + weight) * p * r, weight * p + r))

    def __add__(self, other: "Found") -> "Found":
        """The same relation in more sentences."""
        counts = (self.gold, self.system, self.matched, self.returned)
        more = (other.gold, other.system, other.matched, other.returned)
        both = (a + b for a, b in zip(counts, more, strict=True))
        return Found(self.relation, self.depth, *both)


def hierarchy_of(names: Iterable[str], scheme: Gr) -> Hierarchy:
    """The hierarchy that a scheme uses; with ``auto``, the one that has these relations."""
    if scheme.hierarchy != "auto":
        return load(scheme.hierarchy)
    return load(choose(names, scheme.usual_hierarchy))


def own_counts(bank: Bank, keep: Marks | None = None) -> Counter[str]:
    """How often each relation occurs, in some sentences or in all, without those below it."""
    table = relations(bank)
    label = table["label"]
    if keep is not None:
        label = label[np.repeat(keep, np.diff(table.offset))]
    numbers, counts = np.unique(label, return_counts=True)
    return Counter(dict(zip(names_of(bank.labels, numbers), counts.tolist(), strict=True)))


def frequencies(own: Mapping[str, int], hierarchy: Hierarchy) -> list[Frequency]:
    """The rows of table 2, from what each relation counts itself.

    >>> rows = frequencies({"ncsubj": 1, "dobj": 1}, load("1999"))
    >>> [(row.relation, row.count, row.share) for row in rows if row.relation in ("arg", "comp")]
    [('arg', 2, 1.0), ('comp', 1, 0.5)]
    """
    counts = hierarchy.inclusive(own)
    total = counts[hierarchy.root]
    return [
        Frequency(name, depth, counts[name], float(ratio(counts[name], total)))
        for name, depth in hierarchy.printed()
    ]


def genres_differ(each: Sequence[Mapping[str, int]]) -> ChiSquare:
    """Test whether genres have different frequencies of relations, from the counts of each genre."""
    names = sorted({name for counts in each for name in counts})
    return chi_square([[counts.get(name, 0) for counts in each] for name in names])


def marks(genres: Sequence[str]) -> dict[str, Marks]:
    """Which sentences belong to each genre, in the order in which genres first occur."""
    return {one: np.array([one == genre for genre in genres]) for one in dict.fromkeys(genres)}


class Compared:
    """Two files of grammatical relations, compared under a scheme."""

    def __init__(self, gold: Bank, system: Bank, scheme: Gr) -> None:
        if not len(gold):
            raise no_sentences(gold.path)
        if len(system) > len(gold):
            raise InputError(
                f"{system.path}: {len(system)} sentences, but {gold.path} has {len(gold)}; "
                "they must be the same sentences in the same order"
            )
        self.gold, self.system = relabelled_pair(
            all_decided(gold), all_decided(system).padded(len(gold))
        )
        self.scheme = scheme
        settled = scheme.settled(self.gold, self.system)
        self._comparison: Relations = settled.comparison(self.gold.labels)
        outcome = Aligning(settled, self.gold.labels)(self.gold, self.system)
        assert isinstance(outcome, Matched)  # as Relations makes it
        self.outcome = outcome
        assert self.outcome.sides is not None  # set by the comparison
        assert self.outcome.hierarchy is not None  # likewise
        self.sides, self.hierarchy = self.outcome.sides, self.outcome.hierarchy
        self.counted: Marks = (self.outcome.status == Status.SCORED) | (scheme.failed != "drop")

    @cached_property
    def _relations(self) -> Groups:
        groups = self.outcome.keys["relation"]()
        assert isinstance(groups, Groups)  # as Relations makes it
        return groups

    def found(self, keep: Marks | None = None) -> list[Found]:
        """The rows of table 3, over some sentences or all."""
        counted = self.counted if keep is None else self.counted & keep
        rows = self._relations.sums(counted)[0]
        names = ("gold", "system", "matched", "system_matched")
        return [
            Found(name, depth, *(rows.get(name, {}).get(count, 0) for count in names))
            for name, depth in self.hierarchy.printed()
        ]

    def averaged(self) -> list[Found]:
        """What means over relations are taken of: the rows of the table.

        The program takes what each relation counts itself, without the relations below it; in
        ``hier`` that is its row.
        """
        own = self.scheme.program == "greval" and self.scheme.mode != "hier"
        return self._own() if own else self.found()

    def _own(self) -> list[Found]:
        """What each relation of the hierarchy counts itself; agreement goes to the system's name."""
        groups = self.outcome.keys["label"]()
        assert isinstance(groups, Groups)  # as Relations makes it
        rows = groups.sums(self.counted)[0]
        names = ("gold", "system", "system_matched", "system_matched")
        return [
            Found(name, depth, *(rows.get(name, {}).get(count, 0) for count in names))
            for name, depth in self.hierarchy.printed()
        ]

    def by_genre(self, genres: Sequence[str]) -> dict[str, Found]:
        """The row of the top relation, which includes all others, for each genre."""
        return {genre: self.found(keep)[0] for genre, keep in marks(genres).items()}

    def other_names(self) -> Pairs:
        """The matching pairs, and further pairs with the same slots but different names."""
        return self._comparison.matcher.with_other_names(*self.sides, self.outcome.pairs)

    def sentence(self, number: int) -> list[tuple[str, str, str]]:
        """The relations of a sentence, counted from 1: a sign, gold's relation, the system's relation.

        The sign is ``=`` for a match, ``-`` for a missed relation, ``+`` for one that gold lacks.
        """
        ours, theirs = (
            self._texts(bank, side.relation, number - 1)
            for bank, side in zip((self.gold, self.system), self.sides, strict=True)
        )
        partner = dict(zip(*(one.tolist() for one in self.outcome.pairs), strict=True))
        lines = [
            ("=", text, theirs[partner[row]]) if row in partner else ("-", text, "")
            for row, text in ours.items()
        ]
        taken = set(partner.values())
        return lines + [("+", "", text) for row, text in theirs.items() if row not in taken]

    @staticmethod
    def _texts(bank: Bank, relation: Relation, sentence: int) -> dict[int, str]:
        """The relations of a sentence by their rows."""
        first, end = relation.offset[sentence : sentence + 2].tolist()
        begin, grs = int(relations(bank).offset[sentence]), listed(bank, sentence)
        return {row: str(grs[int(relation.row[row]) - begin]) for row in range(first, end)}

    @cached_property
    def confusion(self) -> Counter[tuple[str, str]]:
        """How often each gold relation was found under each name, or missed (``–``)."""
        pairs = self.other_names()
        names = [names_of(self.gold.labels, side.relation.label) for side in self.sides]
        inside = [self.counted[side.sentence()] for side in self.sides]
        found: Counter[tuple[str, str]] = Counter()
        left = [set(np.flatnonzero(mine).tolist()) for mine in inside]
        for g, s in zip(pairs.gold.tolist(), pairs.system.tolist(), strict=True):
            if g in left[0]:
                found[names[0][g], names[1][s]] += 1
                left[0].discard(g)
                left[1].discard(s)
        found.update((names[0][g], MISSED) for g in left[0])
        found.update((MISSED, names[1][s]) for s in left[1])
        return found


def macro(rows: Sequence[Found]) -> tuple[float, float]:
    """Recall and precision averaged over relations; both are divided by how many gold has."""
    with_gold = sum(row.gold > 0 for row in rows)
    recall = sum(row.recall for row in rows if row.gold > 0)
    precision = sum(row.precision for row in rows if row.system > 0)
    return float(ratio(recall, with_gold)), float(ratio(precision, with_gold))


def genre_test(rows: Mapping[str, Found], what: str) -> ChiSquare:
    """Test whether recall (or precision) differs between genres."""
    hit, total = ("matched", "gold") if what == "recall" else ("returned", "system")
    hits = [getattr(row, hit) for row in rows.values()]
    return chi_square([hits, [getattr(row, total) - getattr(row, hit) for row in rows.values()]])
