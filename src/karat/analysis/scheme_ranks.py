"""Where schemes disagree: do two schemes rank systems, and sentences, in the same order?

Each scheme is represented by one figure. Over systems, the correlation is that of the systems' figures;
over sentences, it is that of the figures of the sentences of one system. It is Spearman's, between the
ranks: 1 is the same order, -1 the reverse order, 0 no relation.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from karat.model.columns import Bools, Floats, Longs
from karat.model.scheme import Scheme
from karat.model.score import Score
from karat.model.tally import Tally
from karat.stats.correlation import ranks, spearman

# With fewer systems than this, a correlation over systems says nothing.
FEWEST = 3


class Side(NamedTuple):
    """What a scheme says of a sentence: the value, the counts behind it, and its rank.

    ``above`` is the share of the other sentences of the system that the scheme ranks lower; those
    that it ranks alike count half. ``status`` says that the sentence was aligned, or why it has no score.
    """

    scheme: Scheme
    value: float
    above: float
    counts: Mapping[str, float]
    status: str


class Disagreement(NamedTuple):
    """A sentence (its number, from 1) of a system that two schemes rank differently."""

    system: str
    sentence: int
    sides: tuple[Side, Side]

    @property
    def size(self) -> float:
        """How far the ranks are apart, as a share of the sentences."""
        return abs(self.sides[0].above - self.sides[1].above)


class Agreement(NamedTuple):
    """How two schemes agree: over systems (NaN if there are too few), and over each system's sentences."""

    schemes: tuple[Scheme, Scheme]
    over_systems: float
    over_sentences: Mapping[str, float]
    sentences: int
    examples: tuple[Disagreement, ...]


def scheme_ranks(
    scores: Sequence[Score], measures: Mapping[Scheme, str], examples: int = 5
) -> list[Agreement]:
    """Every two schemes; ``scores`` have their tallies, ``measures`` the figure for each scheme."""
    systems = list(dict.fromkeys(score.system for score in scores))
    by_scheme = {
        scheme: {score.system: score for score in scores if score.scheme == scheme}
        for scheme in measures
    }
    return [
        _agreement([by_scheme[one] for one in pair], [measures[one] for one in pair], systems, examples)
        for pair in combinations(measures, 2)
    ]  # fmt: skip


def _agreement(
    scores: Sequence[Mapping[str, Score]], names: Sequence[str], systems: list[str], examples: int
) -> Agreement:
    columns = np.array([
        [one[system].measures[name] for system in systems]
        for one, name in zip(scores, names, strict=True)
    ])  # fmt: skip
    known = columns[:, ~np.isnan(columns).any(axis=0)]
    over_systems = spearman(*known) if known.shape[1] >= FEWEST else float("nan")
    over_sentences, found, most = {}, list[Disagreement](), 0
    for system in systems:
        pair = [one[system] for one in scores]
        sentence, values = _common(pair, names)
        over_sentences[system] = spearman(*values) if len(sentence) > 1 else float("nan")
        most = max(most, len(sentence))
        found += _apart(pair, names, sentence, values, examples)
    first, second = (one[systems[0]].scheme for one in scores)
    return Agreement(
        (first, second), over_systems, over_sentences, most, _distinct(found, examples)
    )


def _common(scores: Sequence[Score], names: Sequence[str]) -> tuple[Longs, list[Floats]]:
    """The sentences for which both figures are defined, and the values of both."""
    found = []
    for score, name in zip(scores, names, strict=True):
        tally = _tally(score)
        kept = tally.where(tally.status == 0) if score.scheme.failed in ("drop", "abort") else tally
        values = np.asarray(score.scheme.figures()[name](kept.columns()), np.float64)
        defined = ~np.isnan(values)
        found.append((kept.sentence[defined].astype(np.int64), values[defined]))
    (one, ours), (other, theirs) = found
    both, here, there = np.intersect1d(one, other, assume_unique=True, return_indices=True)
    return both, [ours[here], theirs[there]]


def _tally(score: Score) -> Tally:
    assert score.tally is not None, "a comparison keeps the counts of every sentence"
    return score.tally


def _apart(
    scores: Sequence[Score], names: Sequence[str], sentence: Longs, values: Sequence[Floats], most: int
) -> Iterator[Disagreement]:  # fmt: skip
    """The sentences of a system that are ranked most differently."""
    if len(sentence) < 2:
        return
    above = [(ranks(column) - 1) / (len(sentence) - 1) for column in values]
    apart = np.abs(above[0] - above[1])
    for row in np.argsort(-apart, kind="stable")[:most].tolist():
        if not apart[row]:
            return
        first, second = (
            Side(
                score.scheme, float(column[row]), float(share[row]),
                *_counts(score, name, int(sentence[row])),
            )
            for score, name, column, share in zip(scores, names, values, above, strict=True)
        )  # fmt: skip
        yield Disagreement(scores[0].system, int(sentence[row]) + 1, (first, second))


def _counts(score: Score, name: str, sentence: int) -> tuple[dict[str, float], str]:
    """The counts of a sentence that a figure is computed from, and its status."""
    tally = _tally(score)
    row = int(np.flatnonzero(tally.sentence == sentence)[0])
    used = score.scheme.figures()[name].counts
    counts = {
        one: value
        for one, value in zip(tally.names, tally.counts[row].tolist(), strict=True)
        if one in used
    }
    only: Bools = np.zeros(len(tally), np.bool_)
    only[row] = True
    return counts, tally.where(only).said()[0]


def _distinct(found: Sequence[Disagreement], most: int) -> tuple[Disagreement, ...]:
    """The largest disagreements, each sentence once."""
    by_size = sorted(found, key=lambda one: (-one.size, one.sentence))
    once = {one.sentence: one for one in reversed(by_size)}
    return tuple(one for one in by_size if once[one.sentence] is one)[:most]
