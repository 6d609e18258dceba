"""Adequacy: how well a parser meets the needs of an application.

A profile lists needs: each is a scheme, some of its labels (constructions, relations, categories), a
measure and a weight.

    fitness = Σ weight · measure / Σ weight

A need that never occurs in gold is left out of the mean, and the report says so. If a task was done
with each parser's output, the result for each sentence is correlated with the sentence's scores.
Intervals are bootstraps over sentences. No parser is called the best: that depends on the need.

Srinivas, Sarkar, Doran and Hockey (1998), section 3.
"""

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from karat.files import resources
from karat.model.bank import Bank
from karat.model.columns import Floats, Longs, grouped
from karat.model.errors import InputError, UsageError
from karat.model.labels import Labels
from karat.model.measure import f_measure, ratio
from karat.model.outcome import Outcome, Status
from karat.model.scheme import LabelNames, Scheme
from karat.schemes import parse
from karat.stats.bootstrap import chosen, interval, sums
from karat.stats.correlation import spearman

MEASURES = ("f1", "recall", "precision")
SAMPLES = 1000
# A rank correlation costs more than a sum, so that fewer samples are drawn for it.
_FEWER = 200


@dataclass(frozen=True)
class Need:
    """Labels of a scheme that an application needs, the measure for them, and their weight."""

    scheme: Scheme
    labels: tuple[str, ...] = ()
    measure: str = "f1"
    weight: float = 1.0
    name: str = ""

    def __str__(self) -> str:
        return self.name or f"{self.scheme.name} {'+'.join(self.labels) or 'all'}"

    def measured(self, counts: Longs) -> Floats:
        """The measure of rows of gold, system and matched."""
        gold, system, matched = counts.T
        if self.measure == "f1":
            return np.asarray(f_measure(matched, gold, system), np.float64)
        whole = gold if self.measure == "recall" else system
        return np.asarray(ratio(matched, whole), np.float64)


@dataclass(frozen=True)
class Profile:
    """The name of an application, and its needs."""

    name: str
    needs: tuple[Need, ...]


@dataclass(frozen=True, eq=False)
class Figure:
    """A value with its interval; NaN where it is undefined."""

    value: float
    low: float = math.nan
    high: float = math.nan


@dataclass(frozen=True, eq=False)
class Fitness:
    """The fitness of one system, the figure of each need, and that of the task, if there is one."""

    system: str
    fitness: Figure
    needs: Mapping[str, Figure]
    task: Figure | None = None
    # Rank correlation of each scheme's F1 of a sentence with the task's result for it.
    correlations: Mapping[str, Figure] = field(default_factory=dict)


class Bootstrap(NamedTuple):
    """How many samples to draw, and the seed."""

    samples: int
    seed: int


def load_profile(path: str) -> Profile:
    """Read a profile from a TOML file."""
    return profile(resources.read(path).toml(), path)


def profile(data: Mapping[str, Any], path: str = "profile") -> Profile:
    """A profile from its tables.

    >>> one = profile({"name": "answers", "need": [{"scheme": "evalb", "labels": ["NP"], "weight": 2}]})
    >>> str(one.needs[0]), one.needs[0].weight
    ('evalb NP', 2.0)
    """
    tables = enumerate(data.get("need", ()), 1)
    needs = tuple(_need(table, f"{path}: need {number}") for number, table in tables)
    if not needs:
        raise InputError(f"{path}: it has no needs; write one under [[need]]")
    return Profile(str(data.get("name", Path(path).stem)), needs)


def _need(table: Mapping[str, Any], where: str) -> Need:
    known = ("scheme", "labels", "measure", "weight", "name")
    for key in table:
        if key not in known:
            raise InputError(f"{where}: {key!r} is not one of {', '.join(known)}")
    if "scheme" not in table:
        raise InputError(f'{where}: it names no scheme; write scheme = "deps", for example')
    labels, weight = table.get("labels", []), table.get("weight", 1)
    if not isinstance(labels, list) or not all(isinstance(one, str) for one in labels):
        raise InputError(f'{where}: labels should be a list, as in labels = ["NP", "PP"]')
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not weight > 0:
        raise InputError(f"{where}: weight = {weight!r} should be a number above 0")
    measure = table.get("measure", "f1")
    if measure not in MEASURES:
        raise InputError(f"{where}: measure = {measure!r} is not one of {', '.join(MEASURES)}")
    scheme, name = parse(str(table["scheme"])), str(table.get("name", ""))
    return Need(scheme, tuple(labels), measure, float(weight), name)


def load_task(path: str, systems: Sequence[str]) -> dict[str, list[float]]:
    """One column of numbers per system, from a TSV file with a heading."""
    stream = io.StringIO(resources.read(path).text(), newline="")
    rows = list(csv.reader(stream, delimiter="\t"))
    if not rows:
        raise InputError(f"{path}: it is empty; the first line names the systems")
    if missing := ", ".join(name for name in systems if name not in rows[0]):
        raise InputError(f"{path}:1: no column for {missing}; it has {', '.join(rows[0])}")
    task: dict[str, list[float]] = {name: [] for name in systems}
    for number, row in enumerate(rows[1:], 2):
        for name in systems:
            try:
                value = float(row[rows[0].index(name)])
            except (IndexError, ValueError):
                value = math.nan
            if not math.isfinite(value):
                raise InputError(f"{path}:{number}: column {name}: expected a number")
            task[name].append(value)
    return task


def adequacy(
    gold: Bank, systems: Mapping[str, Bank], wanted: Profile,
    task: Mapping[str, Sequence[float]] | None = None, *, samples: int = SAMPLES, seed: int = 1,
) -> list[Fitness]:  # fmt: skip
    """The fitness of each system; ``task`` has one number per sentence for each system."""
    if not len(gold):
        raise InputError(f"{gold.path}: there is no sentence in it")
    for name, bank in systems.items():
        if len(bank) > len(gold):
            raise InputError(f"{name}: {len(bank)} sentences, but gold has {len(gold)}")
    results = task or {}
    for name in systems:
        if name in results and len(results[name]) != len(gold):
            said = f"{len(results[name])} results for {name}, but gold has {len(gold)} sentences"
            raise UsageError(f"the task has {said}")
    drawn = Bootstrap(samples, seed)
    each = systems.items()
    return [_fitness(gold, name, bank, wanted, results.get(name), drawn) for name, bank in each]


def _fitness(
    gold: Bank, name: str, system: Bank, wanted: Profile, task: Sequence[float] | None,
    drawn: Bootstrap,
) -> Fitness:  # fmt: skip
    labels = Labels()
    ours, theirs = gold.relabelled(labels), system.relabelled(labels).padded(len(gold))
    outcomes: dict[Scheme, Outcome] = {}
    for scheme in dict.fromkeys(need.scheme for need in wanted.needs):
        if scheme.pairing != "sentences":
            raise UsageError(f"{scheme.name} compares whole texts; use deps in a profile")
        outcomes[scheme] = scheme.comparison(labels)(ours, theirs)
    values: dict[str, Figure] = {}
    # The first row is the corpus itself, the others are the samples.
    total, weight = np.zeros(1 + drawn.samples), np.zeros(1 + drawn.samples)
    for need in wanted.needs:
        counts = needed(outcomes[need.scheme], need, labels)
        every = [counts.sum(axis=0, keepdims=True), sums(counts, *drawn)]
        figures = need.measured(np.concatenate(every))
        values[str(need)] = _figure(figures)
        defined = ~np.isnan(figures)
        total += np.where(defined, need.weight * figures, 0)
        weight += np.where(defined, need.weight, 0)
    fitness = _figure(ratio(total, weight))
    if task is None:
        return Fitness(name, fitness, values)
    results = np.asarray(task, np.float64)
    means = results[chosen(len(results), *drawn)].mean(axis=1)
    correlations = {
        str(scheme): _correlation(Need(scheme), outcome, labels, results, drawn)
        for scheme, outcome in outcomes.items()
    }
    done = Figure(float(results.mean()), *interval(means))
    return Fitness(name, fitness, values, done, correlations)


def _figure(values: Floats) -> Figure:
    """The first value, with the interval of the others."""
    return Figure(float(values[0]), *interval(values[1:]))


def needed(outcome: Outcome, need: Need, labels: Labels) -> Longs:
    """Gold, system and matched rows of a need in each sentence."""
    among = np.array([not need.labels or name in need.labels for name in LabelNames(labels)], bool)
    ours, theirs = among[outcome.gold.label], among[outcome.system.label]
    gold, matched = (
        grouped(rows.astype(np.int8), outcome.gold.offset)
        for rows in (ours, ours & (outcome.gold_hit == 1))
    )
    system = grouped(theirs.astype(np.int8), outcome.system.offset)
    scored = outcome.status == Status.SCORED
    return np.stack([gold, system * scored, matched * scored], axis=1)


def _correlation(
    need: Need, outcome: Outcome, labels: Labels, results: Floats, drawn: Bootstrap
) -> Figure:
    """Spearman's correlation of F1 with the result, over the sentences for which F1 is defined."""
    f = need.measured(needed(outcome, need, labels))
    known = ~np.isnan(f)
    f, results = f[known], results[known]
    if len(f) < 3:
        return Figure(math.nan)
    samples = chosen(len(f), min(drawn.samples, _FEWER), drawn.seed)
    values = np.array([spearman(f[rows], results[rows]) for rows in samples])
    return Figure(spearman(f, results), *interval(values))
