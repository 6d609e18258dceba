"""How a figure is spread: over lengths of sentences, over labels, over sentences, and between two systems.

All of it is about one figure of a scheme, over the sentences that a Contest compares.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from karat.analysis.contest import Contest, How, same_sentences
from karat.engine.tallied import Tallied, over_common
from karat.model.columns import Floats, Longs
from karat.model.documents import Documents
from karat.model.scheme import Scheme
from karat.model.tally import Tally
from karat.stats.additive import Additive, lean
from karat.stats.intervals import Figure, figures
from karat.stats.plan import FEWER_SAMPLES

# Sentences are grouped by length in the largest of these steps that gives enough groups.
_STEPS, _GROUPS = (10, 5, 2, 1), 4
# Groups of the longest sentences are joined while they have fewer sentences than this.
_FEWEST = 10
# Up to so many sentences are points; more are counted in the cells of a grid with so many steps.
POINTS, CELLS = 2_000, 20
# The number of classes of sentence scores; sentences with all of a share are a class of their own.
_CLASSES = 10


class LengthGroup(NamedTuple):
    """Sentences of ``first`` to ``last`` words; the figure of each system, with its interval.

    If ``open``, the group has all sentences of at least ``first`` words.
    """

    first: int
    last: int
    sentences: int
    figures: tuple[Figure, ...]
    open: bool = False

    @property
    def name(self) -> str:
        """The group as tables call it.

        >>> LengthGroup(1, 10, 0, ()).name, LengthGroup(41, 50, 0, (), open=True).name
        ('1-10', '41+')
        """
        if self.open:
            return f"{self.first}+"
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


class KeyGroup(NamedTuple):
    """The rows with one label: how many gold has, and the figure of each system; NaN if undefined."""

    key: str
    gold: int
    values: tuple[float, ...]


class Keys(NamedTuple):
    """A figure broken down: by what, which figure of a group, and its groups, the most frequent first."""

    kind: str
    measure: str
    groups: tuple[KeyGroup, ...]


class Class(NamedTuple):
    """Scores from ``low`` to below ``high``; if both are equal, exactly this score."""

    low: float
    high: float
    sentences: tuple[int, ...]


class Histogram(NamedTuple):
    """How many sentences of each system have a score in each class, the lowest class first.

    ``medians`` are the systems' middle scores; ``undefined`` says how many sentences have no score.
    """

    classes: tuple[Class, ...]
    medians: tuple[float, ...]
    undefined: tuple[int, ...]


class Against(NamedTuple):
    """Two systems sentence by sentence: scores of a, scores of b, and how many sentences have both.

    In a grid, a score stands for the cell that begins there and is ``cell`` wide; otherwise ``cell`` is 0.
    """

    a: str
    b: str
    points: tuple[tuple[float, float, int], ...]
    cell: float = 0.0


@dataclass(frozen=True, eq=False)
class Spread:
    """How one figure of a scheme is spread, for the systems that a Contest compares."""

    scheme: Scheme
    measure: str
    systems: tuple[str, ...]
    lengths: tuple[LengthGroup, ...]
    keys: Keys | None
    histogram: Histogram
    against: tuple[Against, ...]


def spread_of(
    systems: Sequence[Tallied], contest: Contest, how: How, measure: str, kind: str = "",
    documents: Documents | None = None,
) -> Spread:  # fmt: skip
    """The spread of a figure; ``systems`` are those of the contest, with the breakdown ``kind``, if any."""
    scheme, names = contest.scheme, tuple(one.name for one in systems)
    if scheme.failed == "drop":
        systems = over_common(systems)
    tallies = same_sentences([one.tally for one in systems])
    columns = lean(tallies, scheme, [measure])
    each = dict(zip(names, (one.each(measure) for one in columns), strict=True))
    pairs = [(pair.a, pair.b) for pair in contest.of(measure)]
    return Spread(
        scheme, measure, names,
        tuple(by_length(tallies[0], columns, measure, how, documents)),
        by_key(systems, measure, kind) if kind else None,
        histogram(list(each.values())),
        tuple(against(a, b, each[a], each[b]) for a, b in pairs),
    )  # fmt: skip


def by_length(
    tally: Tally, columns: Sequence[Additive], measure: str, how: How, documents: Documents | None
) -> Iterator[LengthGroup]:
    """The figure of each group of sentences of similar length; intervals from fewer samples.

    ``columns`` are those of the systems, ``tally`` says how long the sentences are.
    """
    bare = replace(tally, groups={}, twin=None)
    length = tally.length.astype(np.int64)
    step, group, last = _grouped(length)
    fewer = replace(how, samples=min(how.samples, FEWER_SAMPLES))
    for number in np.unique(group).tolist():
        keep = group == number
        some = [one.only([measure]).where(keep) for one in columns]
        found = figures(some, fewer.plan(bare.where(keep), documents), how.interval)
        first, end = step * number + 1, step * (number + 1)
        yield LengthGroup(
            first, end, int(keep.sum()), tuple(one[measure] for one in found),
            number == last and int(length[keep].max()) > end,
        )  # fmt: skip


def _grouped(length: Longs) -> tuple[int, Longs, int]:
    """The step, the number of each sentence's group, and the last group."""
    step = next(
        (one for one in _STEPS if len(np.unique((length - 1).clip(0) // one)) >= _GROUPS), 1
    )
    group = (length - 1).clip(0) // step
    numbers, sizes = np.unique(group, return_counts=True)
    last = len(numbers) - 1
    while last >= _GROUPS and sizes[last:].sum() < _FEWEST:
        last -= 1
    end = int(numbers[last])
    return step, np.minimum(group, end), end


def by_key(systems: Sequence[Tallied], measure: str, kind: str) -> Keys | None:
    """The figure of each group of a breakdown; None if the groups have no figures."""
    found = [one.score((kind,)).groups.get(kind, {}) for one in systems]
    known = [name for groups in found for row in groups.values() for name in row["measures"]]
    if not known:
        return None
    wanted = measure, measure.partition("@")[0], "f1", known[0]
    figure = next(name for name in wanted if name in known)
    gold: dict[str, int] = {}
    for groups in found:
        for key, row in groups.items():
            gold[key] = max(gold.get(key, 0), int(row["counts"].get("gold", 0)))
    order = sorted(gold, key=lambda key: (-gold[key], key))
    return Keys(kind, figure, tuple(
        KeyGroup(key, gold[key], tuple(
            float(groups[key]["measures"].get(figure, math.nan)) if key in groups else math.nan
            for groups in found
        ))
        for key in order
    ))  # fmt: skip


def histogram(each: Sequence[Floats]) -> Histogram:
    """How many sentences of each system have which score.

    >>> found = histogram([np.array([0.5, 1.0, 1.0]), np.array([0.5, 0.55, np.nan])])
    >>> [(one.low, one.high, one.sentences) for one in found.classes if any(one.sentences)]
    [(0.5, 0.6, (1, 2)), (1.0, 1.0, (2, 0))]
    >>> found.medians, found.undefined
    ((1.0, 0.525), (0, 1))
    """
    known = [one[~np.isnan(one)] for one in each]
    every = np.concatenate(known)
    medians = tuple(float(np.median(one)) if len(one) else math.nan for one in known)
    undefined = tuple(len(one) - len(some) for one, some in zip(each, known, strict=True))
    if not len(every):
        return Histogram((), medians, undefined)
    edges, step = _edges(every)
    # A score that is a multiple of the step must not fall below it for rounding.
    place = [np.floor((one - edges[0]) / step + 1e-9).astype(np.int64) for one in known]
    classes = max(len(edges) - 1, *(int(one.max(initial=0)) + 1 for one in place))
    top = classes == len(edges)
    counts = [np.bincount(one, minlength=classes).tolist() for one in place]
    ends = [*pairwise(edges), *([(edges[-1], edges[-1])] if top else [])]
    return Histogram(
        tuple(
            Class(low, high, tuple(one[at] for one in counts))
            for at, (low, high) in enumerate(ends)
        ),
        medians,
        undefined,
    )


def _edges(values: Floats) -> tuple[list[float], float]:
    """Where classes begin and end, at round numbers, and how wide they are; shares have all from 0 to 1."""
    low, high = float(values.min()), float(values.max())
    if low >= 0 and high <= 1:
        return [at / _CLASSES for at in range(_CLASSES + 1)], 1 / _CLASSES
    step = round_step((high - low) / _CLASSES)
    first = math.floor(low / step)
    last = max(math.ceil(high / step), first + 1)
    return [at * step for at in range(first, last + 1)], step


def round_step(least: float) -> float:
    """The next of 1, 2 and 5, times a power of ten.

    >>> round_step(0.3), round_step(7), round_step(0)
    (0.5, 10.0, 1.0)
    """
    if not least > 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(least))
    return float(next(power * one for one in (1, 2, 5, 10) if power * one >= least * (1 - 1e-9)))


def against(a: str, b: str, ours: Floats, theirs: Floats) -> Against:
    """Two systems sentence by sentence, as points, or counted in the cells of a grid if there are many.

    >>> against("a", "b", np.array([0.5, 0.5, 1.0]), np.array([0.25, 0.25, np.nan])).points
    ((0.5, 0.25, 2),)
    """
    both = ~(np.isnan(ours) | np.isnan(theirs))
    values = np.stack([ours[both], theirs[both]], axis=1)
    cell = 0.0
    if len(values) > POINTS:
        low, high = float(values.min()), float(values.max())
        if low >= 0 and high <= 1:
            low, high = 0.0, 1.0
        cell = 1 / CELLS if high <= 1 and low >= 0 else round_step((high - low) / CELLS)
        begin = math.floor(low / cell)
        # The highest score belongs to the last cell.
        last = max(math.ceil(high / cell) - 1, begin)
        values = np.floor(values / cell + 1e-9).clip(begin, last)
    points, sentences = np.unique(values, axis=0, return_counts=True)
    scale = cell or 1.0
    return Against(a, b, tuple(
        (x * scale, y * scale, n)
        for (x, y), n in zip(points.tolist(), sentences.tolist(), strict=True)
    ), cell)  # fmt: skip
