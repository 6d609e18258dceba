"""What is kept of a block of sentences that several people or grammars analysed as trees."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from karat.analysis.decisions import Decided, decided
from karat.analysis.disputed_constructions import (
    Disputed,
    Group,
    added,
    constructions,
    crossing_others,
)
from karat.analysis.pairs import Counted, Disagreements, Which, first_of, slim
from karat.analysis.tree_pairs import Brackets, disputed_brackets, tree_pairs
from karat.analysis.voting import in_all, normalised, spelt_alike
from karat.model.bank import Bank
from karat.model.columns import Bools, Longs, Numbers, grouped
from karat.model.labels import Labels
from karat.model.packing import Packing
from karat.model.relation import Relation
from karat.model.rules import crossing, equal
from karat.views.edit import with_spans
from karat.views.nulls import without_nulls
from karat.views.spans import distinct, spans


@dataclass(frozen=True, eq=False)
class Part:
    """What is kept of a block, in a form that adds up.

    ``counts`` has a matrix for each block: four columns for each analysis against the majority, one place
    for each sentence to compare. ``possible`` is the number of spans that the sentences can have. Of the
    spans, ``marked`` says how many there are in all analyses, and ``differing`` how often an analysis has
    one that another lacks.
    """

    sentences: int
    different: tuple[Longs, ...]
    with_trees: tuple[bool, ...]
    majority: int
    consensus: int
    counts: tuple[Numbers, ...]
    pairs: Mapping[Which, Counted]
    possible: int
    marked: int
    differing: int
    decided: Decided
    constructions: Mapping[str, Group]
    disagreements: Disagreements

    def __add__(self, other: "Part") -> "Part":
        return Part(
            self.sentences + other.sentences,
            (*self.different, *other.different),
            tuple(a or b for a, b in zip(self.with_trees, other.with_trees, strict=True)),
            self.majority + other.majority,
            self.consensus + other.consensus,
            (*self.counts, *other.counts),
            {which: one + other.pairs[which] for which, one in self.pairs.items()},
            self.possible + other.possible,
            self.marked + other.marked,
            self.differing + other.differing,
            self.decided + other.decided,
            added(self.constructions, other.constructions),
            first_of((self.disagreements, other.disagreements)),
        )


@dataclass(frozen=True, eq=False)
class Trees:
    """The trees that most analyses share, and those that all share."""

    majority: Bank
    consensus: Bank


def part_of(
    banks: Sequence[Bank], steps: int, decide: str, begin: int = 0, limit: int | None = None
) -> tuple[Part, Trees]:
    """Compare analyses of the same sentences; ``begin`` sentences came before."""
    labels = Labels()
    views = normalised([bank.relabelled(labels) for bank in banks], steps, decide)
    keep = in_all(views)
    relations = [distinct(spans(view)) for view in views]
    relations = [one.where(keep[one.sentence()]) for one in relations]
    brackets = [*map(Brackets.of, relations)]
    packing = Packing.of(relations)
    keys = [packing.keys(relation) for relation in relations]
    every, times = np.unique(np.concatenate(keys), return_counts=True)
    most = _parse(views[0], packing, every[2 * times > len(banks)], keys, relations)
    all_of = _parse(views[0], packing, every[times == len(banks)], keys, relations)
    words = np.diff(views[0].token_offset)[keep].astype(np.int64)
    counts = [_counts(distinct(spans(most)), relation)[keep] for relation in relations]
    disputed = _disputed(relations, keys, every[times < len(banks)])
    bare = [without_nulls(bank) for bank in banks]
    part = Part(
        sentences=len(keep),
        different=(begin + np.flatnonzero(~keep),),
        with_trees=tuple(bank.has_trees for bank in banks),
        majority=len(most.label),
        consensus=len(all_of.label),
        counts=(slim(np.concatenate(counts, axis=1).T),),
        pairs=tree_pairs(brackets, labels),
        possible=int((words * (words + 1) // 2).sum()),
        marked=int(times.sum()),
        differing=int((times * (len(banks) - times)).sum()),
        decided=decided(banks, in_all(spelt_alike(bare)), "trees"),
        constructions=constructions(views, relations, disputed, begin),
        disagreements=disputed_brackets(views, brackets, begin, limit),
    )
    return part, Trees(most, all_of)


def _parse(
    base: Bank,
    packing: Packing,
    keys: Longs,
    others: Sequence[Longs],
    relations: Sequence[Relation],
) -> Bank:
    """Trees with these spans; the label is the first that an analysis gives to the span."""
    label = np.zeros(len(keys), np.int32)
    for mine, relation in zip(reversed(others), reversed(relations), strict=True):
        place = np.searchsorted(mine, keys)
        inside = place < len(mine)
        found = np.zeros(len(keys), bool)
        found[inside] = mine[place[inside]] == keys[inside]
        given = relation.label[place[found]]
        label[found] = np.where(given > 0, given, label[found])
    sentences = np.arange(len(base) + 1)
    offset = np.searchsorted(packing.sentence(keys), sentences).astype(np.int32)
    start, end = (side(keys).astype(np.int32) for side in (packing.start, packing.end))
    return with_spans(base, offset, start, end, label)


def _counts(majority: Relation, relation: Relation) -> Longs:
    """For each sentence: constituents, those of the majority, how many of these match, how many cross."""
    gold, system = (one.unlabelled().as_set() for one in (majority, relation))
    hits, _ = equal(gold, system)
    return np.stack(
        [
            np.diff(system.offset),
            np.diff(gold.offset),
            grouped(hits, gold.offset),
            grouped(crossing(gold, system), system.offset),
        ],
        axis=1,
    )


def _disputed(
    relations: Sequence[Relation], keys: Sequence[Longs], disputed: Longs
) -> list[Disputed]:
    """The brackets that not all analyses have, each taken from the first analysis that has it."""
    found: list[Disputed] = []
    seen: Longs = np.zeros(0, np.int64)
    for analysis, (relation, mine) in enumerate(zip(relations, keys, strict=True)):
        fresh = np.isin(mine, disputed) & ~np.isin(mine, seen)
        crosses: Bools = crossing_others(relations, relation)
        sentence = relation.sentence()
        found += [
            Disputed(
                int(sentence[at]), int(relation.first[at]), int(relation.second[at]),
                analysis, int(relation.row[at]), bool(crosses[at]),
            )
            for at in np.flatnonzero(fresh).tolist()
        ]  # fmt: skip
        seen = np.concatenate([seen, mine[fresh]])
    return sorted(found, key=lambda one: (one.sentence, one.start, -one.end))
