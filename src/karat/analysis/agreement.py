"""How far several analyses of the same sentences agree, and the parses that most of them share.

The *majority* parse of a sentence has the spans that occur in more than half of the analyses, the
*consensus* parse those that occur in all. A majority parse is always well nested: any two of its
spans occur together in at least one analysis, and spans of one tree do not cross.

Black et al. (1991).

>>> import karat
>>> texts = ["(S (A a b) c)", "(S (A a b) c)", "(S a (B b c))"]
>>> found = agreement([karat.read_text(text) for text in texts])
>>> found.majority.spans(0)
[(0, 3, b'S'), (0, 2, b'A')]
>>> found.consensus.spans(0)
[(0, 3, b'S')]
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from karat.model import discontinuous
from karat.model.bank import Bank
from karat.model.columns import Longs
from karat.model.errors import InputError
from karat.model.labels import Labels
from karat.model.measure import f_measure, ratio
from karat.model.relation import Relation
from karat.model.rules import crossing, equal
from karat.views.edit import with_spans
from karat.views.spans import distinct, spans

_BITS = 21
_WORDS = (1 << _BITS) - 1


@dataclass(frozen=True)
class Against:
    """One analysis compared with the majority."""

    constituents: int
    majority: int
    matched: int
    crossing: int

    @property
    def crossing_rate(self) -> float:
        """The share of its constituents that cross a constituent of the majority."""
        return float(ratio(self.crossing, self.constituents))

    @property
    def recall(self) -> float:
        """The share of the majority's constituents that this analysis has."""
        return float(ratio(self.matched, self.majority))


@dataclass(frozen=True)
class Disagreement:
    """A label of constituents that only some analyses have, with an example."""

    label: str
    count: int
    sentence: int
    words: str


@dataclass(frozen=True, eq=False)
class Agreement:
    """Everything that ``karat agree`` reports."""

    sentences: int
    different: tuple[int, ...]
    majority: Bank
    consensus: Bank
    against: tuple[Against, ...]
    pairs: dict[tuple[int, int], float]
    kappa: dict[tuple[int, int], float]
    alpha: float
    disagreements: tuple[Disagreement, ...]


def agreement(
    banks: Sequence[Bank], normalise: Callable[[Bank], Bank] = lambda bank: bank
) -> Agreement:
    """Compare analyses of the same sentences; those whose words differ are left out and listed."""
    if len({len(bank) for bank in banks}) > 1:
        counts = ", ".join(f"{bank.path}: {len(bank)}" for bank in banks)
        raise InputError(f"the files have different numbers of sentences: {counts}")
    if not len(banks[0]):
        paths = ", ".join(dict.fromkeys(bank.path for bank in banks))
        raise InputError(f"{paths}: there is no sentence to compare")
    for bank in banks:
        discontinuous.refuse(bank, "agreement")
    labels = Labels()
    views = [normalise(bank.relabelled(labels)) for bank in banks]
    same = [len({tuple(view.words(i)) for view in views}) == 1 for i in range(len(banks[0]))]
    keep = np.array(same)
    if not keep.any():
        raise InputError(
            f"no sentence has the same words in all of {', '.join(bank.path for bank in banks)}; "
            "are they analyses of the same sentences in the same order?"
        )
    relations = [distinct(spans(view)) for view in views]
    relations = [one.where(keep[one.sentence()]) for one in relations]
    keys = [_keys(relation) for relation in relations]
    every, times = np.unique(np.concatenate(keys), return_counts=True)
    most = _parse(views[0], every[2 * times > len(banks)], keys, relations)
    all_of = _parse(views[0], every[times == len(banks)], keys, relations)
    words = np.diff(views[0].token_offset)[keep].astype(np.int64)
    possible = int((words * (words + 1) // 2).sum())
    shared = {
        (i, j): (len(np.intersect1d(a, b)), len(a), len(b))
        for (i, a), (j, b) in combinations(enumerate(keys), 2)
    }
    return Agreement(
        sentences=len(banks[0]),
        different=tuple(np.flatnonzero(~keep).tolist()),
        majority=most,
        consensus=all_of,
        against=tuple(_against(spans(most), relation) for relation in relations),
        pairs={pair: float(f_measure(*sizes)) for pair, sizes in shared.items()},
        kappa={pair: cohen(*sizes, possible) for pair, sizes in shared.items()},
        alpha=krippendorff(times, len(banks), possible),
        disagreements=_disagreements(views, relations, keys, every[times < len(banks)]),
    )


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


def _keys(relation: Relation) -> Longs:
    """One number per row, which sorts by sentence, start and descending end."""
    sentence = relation.sentence().astype(np.int64)
    start, end = relation.first.astype(np.int64), relation.second.astype(np.int64)
    return (((sentence << _BITS) | start) << _BITS) | (_WORDS - end)


def _parse(base: Bank, keys: Longs, others: Sequence[Longs], relations: Sequence[Relation]) -> Bank:
    """Trees with these spans; the label is that of the first analysis with the span."""
    label = np.zeros(len(keys), np.int32)
    for mine, relation in zip(reversed(others), reversed(relations), strict=True):
        place = np.searchsorted(mine, keys)
        inside = place < len(mine)
        found = np.zeros(len(keys), bool)
        found[inside] = mine[place[inside]] == keys[inside]
        label[found] = relation.label[place[found]]
    sentence = keys >> (2 * _BITS)
    offset = np.searchsorted(sentence, np.arange(len(base) + 1)).astype(np.int32)
    start = ((keys >> _BITS) & _WORDS).astype(np.int32)
    end = (_WORDS - (keys & _WORDS)).astype(np.int32)
    return with_spans(base, offset, start, end, label)


def _against(majority: Relation, relation: Relation) -> Against:
    gold, system = (r.unlabelled().as_set() for r in (majority, relation))
    hits, _ = equal(gold, system)
    return Against(len(system), len(gold), int(hits.sum()), int(crossing(gold, system).sum()))


def _disagreements(
    views: Sequence[Bank], relations: Sequence[Relation], keys: Sequence[Longs], disputed: Longs
) -> tuple[Disagreement, ...]:
    """Labels of the constituents that not all analyses have, most frequent first."""
    count: Counter[bytes] = Counter()
    example: dict[bytes, tuple[int, str]] = {}
    for view, relation, mine in zip(views, relations, keys, strict=True):
        sentence = mine >> (2 * _BITS)
        for row in np.flatnonzero(np.isin(mine, disputed)).tolist():
            label = view.labels[int(relation.label[row])]
            count[label] += 1
            if label not in example:
                words = view.words(int(sentence[row]))[relation.first[row] : relation.second[row]]
                text = b" ".join(words).decode("utf-8", "replace")
                example[label] = (int(sentence[row]) + 1, text)
    return tuple(
        Disagreement(label.decode("utf-8", "replace"), n, *example[label])
        for label, n in count.most_common()
    )
