"""What figures need of each unit, as columns that add up: the one input of every resampler.

A unit is a sentence or, after ``joined``, a document. The figures of any choice of units follow from
the sums of their columns: a measure from sums of counts, a mean over sentences from the sum of the
values and the number of sentences that have one, a mean over groups from the sums of each group.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from karat.model.columns import Bools, Floats, Longs, Numbers, narrow
from karat.model.groups import Groups
from karat.model.measure import Measure, ratio
from karat.model.outcome import Status
from karat.model.scheme import Scheme
from karat.model.tally import Tally

# From sums of columns (one row per sample) to one value per sample.
Formula: TypeAlias = Callable[[Floats], Floats]
# So many units are made doubles at a time.
PIECE = 1 << 14
# A column of a tally: a count, a part of a mean over sentences, or a count of a group.
_Name: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Additive:
    """One row per unit with columns that add up, and the figures as functions of their sums.

    Whole numbers may be kept in few bytes, so ``values`` must be made doubles before they are reckoned with.

    >>> recall = lambda sums: ratio(sums[:, 0], sums[:, 1])
    >>> found = Additive(np.array([[1.0, 2.0], [3.0, 3.0]]), {"recall": recall})
    >>> found.totals(), found.each("recall").tolist()
    ({'recall': 0.8}, [0.5, 1.0])
    """

    values: Numbers
    figures: Mapping[str, Formula]
    # Which columns may have fractions; the others are whole numbers.
    fractional: tuple[bool, ...] = ()

    @staticmethod
    def of(tally: Tally, scheme: Scheme) -> "Additive":
        """Every figure of a scheme over the sentences of a tally, under its failure policy.

        There is one row for each row of the tally. If failed sentences are dropped, theirs are 0.
        """
        return additives([tally], scheme)[0]

    def __len__(self) -> int:
        return len(self.values)

    def totals(self) -> dict[str, float]:
        """The figures over all units."""
        sums = self.values.sum(axis=0, keepdims=True, dtype=np.float64)
        return {name: float(formula(sums)[0]) for name, formula in self.figures.items()}

    def each(self, figure: str) -> Floats:
        """A figure of each unit alone."""
        formula, begins = self.figures[figure], range(0, max(1, len(self)), PIECE)
        parts = (self.values[begin : begin + PIECE] for begin in begins)
        return np.concatenate([formula(np.asarray(part, np.float64)) for part in parts])

    def only(self, figures: Iterable[str]) -> "Additive":
        """The same with some of the figures."""
        return replace(self, figures={name: self.figures[name] for name in figures})

    def where(self, keep: Bools) -> "Additive":
        """The units marked True."""
        return replace(self, values=self.values[keep])

    def joined(self, clusters: Longs) -> "Additive":
        """The sums of the rows of each cluster, in the order of the clusters' numbers.

        >>> Additive(np.array([[1.0], [2.0], [4.0]]), {}).joined(np.array([7, 3, 7])).values.tolist()
        [[2.0], [5.0]]
        """
        names, cluster = np.unique(clusters, return_inverse=True)
        columns = [np.bincount(cluster, column, len(names)) for column in self.values.T]
        return replace(self, values=np.stack(columns, axis=1))


def additives(
    tallies: Sequence[Tally], scheme: Scheme, figures: Collection[str] = ()
) -> list[Additive]:
    """Several systems under a scheme, with the same columns, so that units can be exchanged.

    If ``figures`` are named, only the columns that they need are made.
    """
    weights = scheme.weights_of_groups()
    measures = _needed(scheme.measures(), figures) if figures else scheme.measures()
    chosen = [under_policy(tally, scheme.failed) for tally in tallies]
    found = [_columns(tally, measures) for tally in chosen]
    names = list(dict.fromkeys(name for columns in found for name in columns))
    place = {name: i for i, name in enumerate(names)}
    formulas = _figures(measures, place, weights)
    if figures:
        formulas = {name: formulas[name] for name in figures}
    fractions = [_fractions(names, tally) for tally in chosen]
    return [
        Additive(_matrix(columns, names, tally, scheme.failed, any(some)), formulas, some)
        for columns, tally, some in zip(found, chosen, fractions, strict=True)
    ]


def lean(tallies: Sequence[Tally], scheme: Scheme, figures: Collection[str]) -> list[Additive]:
    """The same with some figures, with no other columns if these figures follow from whole numbers.

    Sums of whole numbers are exact, but how sums of fractions are rounded may depend on the other columns.
    """
    found = additives(tallies, scheme, figures)
    if any(any(one.fractional) for one in found):
        found = [one.only(figures) for one in additives(tallies, scheme)]
    return found


def _needed(measures: Sequence[Measure], figures: Collection[str]) -> tuple[Measure, ...]:
    """The measures that have one of these figures, with no other means."""
    some = [one for one in measures if any(name in figures for name in one.names)]
    return tuple(
        replace(one, means=tuple(over for over in one.means if f"{one.name}@{over}" in figures))
        for one in some
    )


def _fractions(names: Sequence[_Name], tally: Tally) -> tuple[bool, ...]:
    """Which columns have fractions: values of sentences, and counts that are no whole numbers."""
    counts = tally.counts.dtype.kind == "f"
    return tuple(name[-1] == "value" if len(name) == 2 else counts for name in names)


def under_policy(tally: Tally, policy: str) -> Tally:
    """The tally whose counts a failure policy takes: with alignment or without it."""
    if tally.twin is None or tally.mended == (policy == "align"):
        return tally
    return tally.twin


def measured(columns: Mapping[str, Numbers], measures: Sequence[Measure]) -> Additive:
    """Measures over columns of counts, with their means over the units.

    >>> counts = {"matched": np.array([1, 3]), "gold": np.array([2, 3])}
    >>> measured(counts, [Measure("recall", "matched / gold")]).totals()
    {'recall': 0.8, 'recall@sentence': 0.75}
    """
    found = _counts(columns, measures) | _means(columns, measures)
    place = {name: i for i, name in enumerate(found)}
    values = np.stack([np.asarray(one, np.float64) for one in found.values()], axis=1)
    return Additive(values, _figures(measures, place, {}))


def averaged(values: Numbers, name: str = "mean") -> Additive:
    """The mean over units; units whose value is undefined do not count.

    >>> averaged(np.array([1.0, 0.0, np.nan])).totals()
    {'mean': 0.5}
    """
    columns = _mean_columns(np.asarray(values, np.float64))
    return Additive(np.stack(columns, axis=1), {name: quotient(0, 1)})


def _matrix(
    columns: Mapping[_Name, Numbers], names: Sequence[_Name], tally: Tally, policy: str,
    fractions: bool,
) -> Numbers:  # fmt: skip
    if not fractions:
        columns = {name: narrow(column.astype(np.int64)) for name, column in columns.items()}
    kind = np.result_type(np.uint8, *(column.dtype for column in columns.values()))
    values: Numbers = np.zeros((len(tally), len(names)), kind, "C" if fractions else "F")
    for i, name in enumerate(names):
        if name in columns:
            values[:, i] = columns[name]
    if policy == "drop":
        values[tally.status != Status.SCORED] = 0
    return values


def _columns(tally: Tally, measures: Sequence[Measure]) -> dict[_Name, Numbers]:
    """All columns that the figures need: counts, means over sentences, counts of groups."""
    found = _counts({name: tally.counts[:, i] for i, name in enumerate(tally.names)}, measures)
    if any("sentence" in one.means for one in measures):
        found |= _means(tally.columns(), measures)
    for kind in dict.fromkeys(over for one in measures for over in one.means):
        if kind in tally.groups:
            found |= _grouped(kind, tally.groups[kind], len(tally))
    return found


def _counts(columns: Mapping[str, Numbers], measures: Sequence[Measure]) -> dict[_Name, Numbers]:
    """The counts that a formula names; all of them if a figure is not computed by its formula."""
    if any(one.function for one in measures):
        return {(name,): column for name, column in columns.items()}
    used = frozenset[str]().union(*(one.counts for one in measures))
    return {(name,): column for name, column in columns.items() if name in used}


def _means(columns: Mapping[str, Numbers], measures: Sequence[Measure]) -> dict[_Name, Numbers]:
    """For each mean over sentences, two columns: the value or 0, and whether it is defined."""
    found: dict[_Name, Numbers] = {}
    for one in measures:
        if "sentence" in one.means:
            value, defined = _mean_columns(np.asarray(one(columns), np.float64))
            found[_mean_name(one, "value")], found[_mean_name(one, "defined")] = value, defined
    return found


def _mean_columns(values: Floats) -> tuple[Floats, Floats]:
    defined = ~np.isnan(values)
    return np.where(defined, values, 0.0), defined.astype(np.float64)


def _mean_name(measure: Measure, part: str) -> _Name:
    return f"{measure.name}@sentence", part


def _grouped(kind: str, groups: Groups, sentences: int) -> dict[_Name, Numbers]:
    """One column for each key of a breakdown that occurs, and for each of its counts."""
    found: dict[_Name, Numbers] = {}
    for rows in groups.rows:
        for key in np.unique(rows.key).tolist():
            at = rows.key == key
            names = [groups.names[key]]
            if groups.under is not None:
                names = [groups.names[i] for i in np.flatnonzero(groups.under[:, key]).tolist()]
            for count, values in rows.counts.items():
                column = np.bincount(rows.sentence[at], values[at], sentences)
                for name in names:
                    full = (kind, name, count)
                    found[full] = found[full] + column if full in found else column
    # A count that no row has, such as that of a system that shows nothing, is 0 and not unknown.
    every = {count for rows in groups.rows for count in rows.counts}
    for count in sorted(every - {name[2] for name in found}):
        found |= {(kind, name[1], count): np.zeros(sentences) for name in list(found)[:1]}
    return found


def _figures(
    measures: Sequence[Measure], place: Mapping[_Name, int], weights: Mapping[str, float]
) -> dict[str, Formula]:
    """Every figure of a scheme, in the order of ``Total.figures``."""
    counts = {name[0]: i for name, i in place.items() if len(name) == 1}
    found = {one.name: _measure(one, counts) for one in measures}
    for one in measures:
        for over in one.means:
            groups = _places_of_groups(over, place)
            if over == "sentence":
                ends = place[_mean_name(one, "value")], place[_mean_name(one, "defined")]
                found[f"{one.name}@sentence"] = quotient(*ends)
            elif groups:
                found[f"{one.name}@{over}"] = _mean_over_groups(one, groups, weights)
    return found


def _places_of_groups(kind: str, place: Mapping[_Name, int]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for name, i in place.items():
        if len(name) == 3 and name[0] == kind:
            found.setdefault(name[1], {})[name[2]] = i
    # A key of the system alone has no count of gold, which is then 0.
    every = {count for counts in found.values() for count in counts}
    return {key: dict.fromkeys(every, -1) | counts for key, counts in found.items()}


def _measure(measure: Measure, counts: Mapping[str, int]) -> Formula:
    def formula(sums: Floats) -> Floats:
        return np.asarray(measure({name: sums[:, i] for name, i in counts.items()}), np.float64)

    return formula


def quotient(part: int, whole: int) -> Formula:
    """One column over another; undefined where that is 0."""
    return lambda sums: np.asarray(ratio(sums[:, part], sums[:, whole]), np.float64)


def _mean_over_groups(
    measure: Measure, groups: Mapping[str, Mapping[str, int]], weights: Mapping[str, float]
) -> Formula:
    """The weighted mean of a measure over the groups for which it is defined."""
    usual = weights.get("default", 1.0)

    def formula(sums: Floats) -> Floats:
        total, whole = np.zeros(len(sums)), np.zeros(len(sums))
        none = np.zeros(len(sums))
        for key, places in groups.items():
            counts: dict[str, Any] = {
                name: none if i < 0 else sums[:, i] for name, i in places.items()
            }
            value = np.asarray(measure(counts), np.float64)
            weight = np.where(np.isnan(value), 0.0, weights.get(key, usual))
            total += np.where(weight > 0, weight * value, 0.0)
            whole += weight
        return np.asarray(ratio(total, whole), np.float64)

    return formula
