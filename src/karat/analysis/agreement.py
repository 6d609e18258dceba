"""How far several analyses of the same sentences agree, and the parses that most of them share.

First all are normalised as in 1991 (``voting.py``). The *majority* parse of a sentence has the spans
that occur in more than half of the analyses, the *consensus* parse those that occur in all. A
majority parse is always well nested: any two of its spans occur together in at least one analysis,
and spans of one tree do not cross.

    recall        = matched / majority
    crossing rate = crossing / constituents

of each analysis against the majority, and the mean of both over all analyses, with intervals from a
bootstrap over sentences. These are the figures that Black et al. (1991) give for their grammars.

>>> import karat
>>> texts = ["(S (A a b) c)", "(S (A a b) c)", "(S a (B b c))"]
>>> found = agreement([karat.read_text(text) for text in texts])
>>> found.majority.spans(0)
[(0, 3, b'S'), (0, 2, b'A')]
>>> found.consensus.spans(0)
[(0, 3, b'S')]
>>> round(found.recall.value, 4), round(found.crossing_rate.value, 4)
(0.8333, 0.1667)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np

from karat.analysis.decisions import Decision, decisions
from karat.analysis.disputed_constructions import (
    Construction,
    Disputed,
    constructions,
    crossing_others,
)
from karat.analysis.layer_agreement import refuse_odd
from karat.analysis.pairs import Disagreement, Pair
from karat.analysis.tree_pairs import disputed_brackets, tree_pair
from karat.analysis.voting import STEPS, in_all, normalised, spelt_alike
from karat.model import discontinuous
from karat.model.bank import Bank
from karat.model.columns import Bools, Floats, Longs, grouped
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.measure import ratio
from karat.model.packing import Packing
from karat.model.relation import Relation
from karat.model.rules import crossing, equal
from karat.stats.additive import Additive, Formula, quotient
from karat.stats.intervals import Figure, figures
from karat.stats.plan import FEWER_SAMPLES, SEED, Plan
from karat.views.edit import with_spans
from karat.views.nulls import without_nulls
from karat.views.spans import distinct, spans


@dataclass(frozen=True)
class Against:
    """One analysis compared with the majority."""

    constituents: int
    majority: int
    matched: int
    crossing: int
    recall: Figure
    crossing_rate: Figure


@dataclass(frozen=True, eq=False)
class Agreement:
    """All that ``karat agree`` reports; ``recall`` and ``crossing_rate`` are the means."""

    sentences: int
    different: tuple[int, ...]
    majority: Bank
    consensus: Bank
    against: tuple[Against, ...]
    recall: Figure
    crossing_rate: Figure
    pairs: dict[tuple[int, int], Pair]
    kappa: dict[tuple[int, int], float]
    alpha: float
    decisions: tuple[Decision, ...]
    constructions: tuple[Construction, ...]
    disagreements: tuple[Disagreement, ...]

    def drawn(self) -> list[Figure]:
        """The figures that have intervals, if the sentences allow it."""
        of_each = [x for one in self.against for x in (one.recall, one.crossing_rate)]
        return [self.recall, self.crossing_rate, *of_each, *(x.f1 for x in self.pairs.values())]


def agreement(
    banks: Sequence[Bank],
    steps: int = STEPS,
    decide: str = "majority",
    *,
    samples: int = FEWER_SAMPLES,
    seed: int = SEED,
) -> Agreement:
    """Compare analyses of the same sentences; those whose words differ are left out and listed.

    ``steps`` and ``decide`` say how they are normalised first, as in ``voting.normalised``.
    """
    _refuse_others(banks)
    labels = Labels()
    views = normalised([bank.relabelled(labels) for bank in banks], steps, decide)
    keep = in_all(views)
    if not keep.any():
        raise InputError(
            f"no sentence has the same words in all of {', '.join(bank.path for bank in banks)}; "
            "are they analyses of the same sentences in the same order?"
        )
    relations = [distinct(spans(view)) for view in views]
    relations = [one.where(keep[one.sentence()]) for one in relations]
    packing = Packing.of(relations)
    keys = [packing.keys(relation) for relation in relations]
    every, times = np.unique(np.concatenate(keys), return_counts=True)
    most = _parse(views[0], packing, every[2 * times > len(banks)], keys, relations)
    all_of = _parse(views[0], packing, every[times == len(banks)], keys, relations)
    words = np.diff(views[0].token_offset)[keep].astype(np.int64)
    possible = int((words * (words + 1) // 2).sum())
    both = list(combinations(range(len(banks)), 2))
    pairs = {(i, j): tree_pair(relations[i], relations[j], labels, samples, seed) for i, j in both}
    counts = [_counts(distinct(spans(most)), relation)[keep] for relation in relations]
    (found,) = figures([_with_means(counts)], Plan(samples, seed))
    disputed = _disputed(relations, keys, every[times < len(banks)])
    bare = [without_nulls(bank) for bank in banks]
    return Agreement(
        sentences=len(banks[0]),
        different=tuple(np.flatnonzero(~keep).tolist()),
        majority=most,
        consensus=all_of,
        against=tuple(
            _against(rows.sum(axis=0).tolist(), found[f"recall {i}"], found[f"rate {i}"])
            for i, rows in enumerate(counts)
        ),
        recall=found["recall"],
        crossing_rate=found["rate"],
        pairs=pairs,
        kappa={which: _kappa(pair, possible) for which, pair in pairs.items()},
        alpha=krippendorff(times, len(banks), possible),
        decisions=tuple(decisions(banks, in_all(spelt_alike(bare)), "trees")),
        constructions=constructions(views, relations, disputed),
        disagreements=disputed_brackets(views, relations),
    )


def _refuse_others(banks: Sequence[Bank]) -> None:
    """Stop if these are not trees of the same sentences."""
    refuse_odd(banks)
    for bank in banks:
        discontinuous.refuse(bank, "agreement")
        if not bank.has_trees:
            advice = f"type: karat convert {bank.path} trees.mrg --view yields"
            raise InputError(
                f"{bank.missing('trees')}; say what to compare, as in "
                f"--scheme {'gr' if 'gr' in bank.layers else 'deps'}"
                + (f", or, to make trees, {advice}" if "edges" in bank.layers else "")
            )


def _kappa(pair: Pair, possible: int) -> float:
    return cohen(int(pair.shared), int(pair.first), int(pair.second), possible)


def cohen(both: int, one: int, other: int, possible: int) -> float:
    """Cohen's κ of two annotators; the items are all possible spans, marked or not.

        κ = (observed - expected) / (1 - expected)

    ``possible`` is the number of possible spans, n (n + 1) / 2 in a sentence of n words.

    >>> cohen(2, 2, 2, 6), round(cohen(1, 2, 2, 6), 6)
    (1.0, 0.25)
    """
    observed = ratio(possible - (one - both) - (other - both), possible)
    chance = ratio(one * other + (possible - one) * (possible - other), possible * possible)
    return float(ratio(observed - chance, 1 - chance))


def krippendorff(counts: Longs, annotators: int, possible: int) -> float:
    """Krippendorff's α over the same items, for any number of annotators.

        α = 1 - (n - 1) o / (marks (n - marks)),   n = items × annotators

    where o is the sum over items of marked × unmarked / (annotators - 1).

    >>> krippendorff(np.array([2, 2]), 2, 6)
    1.0
    """
    n = possible * annotators
    marks = int(counts.sum())
    disagreed = float((counts * (annotators - counts)).sum()) / (annotators - 1)
    return float(1 - ratio((n - 1) * disagreed, marks * (n - marks)))


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


def _against(counts: list[int], recall: Figure, rate: Figure) -> Against:
    constituents, majority, matched, crosses = counts
    return Against(constituents, majority, matched, crosses, recall, rate)


def _with_means(counts: Sequence[Longs]) -> Additive:
    """The recall and crossing rate of each analysis, and their means over all analyses."""
    formulas: dict[str, Formula] = {}
    for name, part, whole in (("recall", 2, 1), ("rate", 3, 0)):
        each = [quotient(4 * i + part, 4 * i + whole) for i in range(len(counts))]
        formulas |= {f"{name} {i}": one for i, one in enumerate(each)}
        formulas[name] = partial(_mean, each)
    return Additive(np.concatenate(counts, axis=1).astype(np.float64), formulas)


def _mean(formulas: Sequence[Formula], sums: Floats) -> Floats:
    """The mean over the analyses for which the figure is defined."""
    values = np.stack([formula(sums) for formula in formulas])
    known = ~np.isnan(values)
    return np.asarray(ratio(np.where(known, values, 0).sum(axis=0), known.sum(axis=0)))


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
