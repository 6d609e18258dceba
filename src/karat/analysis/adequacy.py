"""Adequacy: how fit a parser is for a use, by what that use needs or by how well it went.

A profile states needs: each is a scheme, some of its labels (constructions, relations, categories), a
measure and a weight.

    fitness = Σ weight · measure / Σ weight

A need that gold never has is left out of the mean and said so. Where a task was done with each
parser's output, its result for each sentence is set beside the sentence's intrinsic scores. Intervals
are bootstraps over sentences. No parser is called the best: what is best depends on the need.

Srinivas, Sarkar, Doran and Hockey (1998), section 3.
"""

import csv
import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Floats, Longs, grouped
from karat.model.errors import InputError, UsageError
from karat.model.labels import Labels
from karat.model.scheme import Outcome, Scheme
from karat.model.tally import SCORED, f_measure, ratio
from karat.schemes import parse
from karat.stats.bootstrap import interval, sums

MEASURES = ("f1", "recall", "precision")
SAMPLES = 1000


@dataclass(frozen=True)
class Need:
    """What a use needs: some labels of a scheme, got right, and how much that matters."""

    scheme: Scheme
    labels: tuple[str, ...] = ()
    measure: str = "f1"
    weight: float = 1.0
    name: str = ""

    def __str__(self) -> str:
        return self.name or f"{self.scheme.name} {'+'.join(self.labels) or 'all'}"


@dataclass(frozen=True)
class Profile:
    """A use by name, and its needs."""

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
    """How fit one system is: in all, for each need, and in the task, if one was done."""

    system: str
    fitness: Figure
    needs: Mapping[str, Figure]
    task: Figure | None = None
    # Rank correlation of each scheme's per-sentence F with the task's result.
    correlations: Mapping[str, Figure] = field(default_factory=dict)


def load_profile(path: str) -> Profile:
    """Read a profile from a TOML file."""
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not a TOML file: {error}") from None
    return profile(data, path)


def profile(data: Mapping[str, Any], path: str = "profile") -> Profile:
    """A profile from its tables.

    >>> one = profile({"name": "answers", "need": [{"scheme": "evalb", "labels": ["NP"], "weight": 2}]})
    >>> str(one.needs[0]), one.needs[0].weight
    ('evalb NP', 2.0)
    """
    needs = []
    known = ("scheme", "labels", "measure", "weight", "name")
    for number, table in enumerate(data.get("need", ()), 1):
        where = f"{path}: need {number}"
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
        needs.append(Need(scheme, tuple(labels), measure, float(weight), name))
    if not needs:
        raise InputError(f"{path}: it states no need; write one under [[need]]")
    return Profile(str(data.get("name", Path(path).stem)), tuple(needs))


def load_task(path: str, systems: Sequence[str]) -> dict[str, list[float]]:
    """A column of numbers for each system, from a file of tab-separated values with a heading."""
    try:
        with Path(path).open(encoding="utf-8", newline="") as stream:
            rows = list(csv.reader(stream, delimiter="\t"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8: {error}") from None
    if not rows:
        raise InputError(f"{path}: it is empty; the first line names the systems")
    missing = [name for name in systems if name not in rows[0]]
    if missing:
        raise InputError(
            f"{path}:1: no column for {', '.join(missing)}; it has {', '.join(rows[0])}"
        )
    task: dict[str, list[float]] = {name: [] for name in systems}
    for number, row in enumerate(rows[1:], 2):
        for name in systems:
            place = rows[0].index(name)
            try:
                value = float(row[place])
            except (IndexError, ValueError):
                value = math.nan
            if not math.isfinite(value):
                raise InputError(f"{path}:{number}: column {name}: a number is wanted")
            task[name].append(value)
    return task


def adequacy(
    gold: Bank,
    systems: Mapping[str, Bank],
    wanted: Profile,
    task: Mapping[str, Sequence[float]] | None = None,
    *,
    samples: int = SAMPLES,
    seed: int = 1,
) -> list[Fitness]:
    """Say how fit each system is for a use; ``task`` has a number for each sentence and system."""
    if not len(gold):
        raise InputError(f"{gold.path}: there is no sentence in it")
    for name, bank in systems.items():
        if len(bank) > len(gold):
            raise InputError(f"{name}: {len(bank)} sentences, but gold has {len(gold)}")
    for name, results in (task or {}).items():
        if name in systems and len(results) != len(gold):
            raise UsageError(
                f"the task has {len(results)} results for {name}, but gold has {len(gold)} sentences"
            )
    return [
        _fitness(gold, name, bank, wanted, task, samples, seed) for name, bank in systems.items()
    ]


def _fitness(
    gold: Bank,
    name: str,
    system: Bank,
    wanted: Profile,
    task: Mapping[str, Sequence[float]] | None,
    samples: int,
    seed: int,
) -> Fitness:
    labels = Labels()
    ours, theirs = gold.relabelled(labels), system.relabelled(labels).padded(len(gold))
    outcomes: dict[Scheme, Outcome] = {}
    for need in wanted.needs:
        if need.scheme not in outcomes:
            if need.scheme.pairing != "sentences":
                raise UsageError(f"{need.scheme.name} compares whole texts; use deps in a profile")
            outcomes[need.scheme] = need.scheme.comparison(labels)(ours, theirs)
    values: dict[str, Figure] = {}
    weight = np.zeros(samples)
    total: Floats = np.zeros(samples)
    point = point_weight = 0.0
    for need in wanted.needs:
        counts = needed(outcomes[need.scheme], need, labels)
        drawn = _measured(need, sums(counts, samples, seed))
        value = float(_measured(need, counts.sum(axis=0, keepdims=True))[0])
        values[str(need)] = Figure(value, *interval(drawn))
        if not math.isnan(value):
            point, point_weight = point + need.weight * value, point_weight + need.weight
        defined = ~np.isnan(drawn)
        total += np.where(defined, need.weight * drawn, 0)
        weight += np.where(defined, need.weight, 0)
    fitness = Figure(ratio(point, point_weight), *interval(ratio(total, weight)))
    if task is None or name not in task:
        return Fitness(name, fitness, values)
    results = np.asarray(task[name], np.float64)
    drawn = _means(results, samples, seed)
    correlations = {
        str(scheme): _correlation(scheme, outcome, labels, results, samples, seed)
        for scheme, outcome in outcomes.items()
    }
    done = Figure(float(results.mean()), *interval(drawn))
    return Fitness(name, fitness, values, done, correlations)


def needed(outcome: Outcome, need: Need, labels: Labels) -> Longs:
    """Gold, system and matched rows of a need in each sentence."""
    strings = [label.decode("utf-8", "replace") for label in labels.strings()]
    among = np.array([not need.labels or label in need.labels for label in strings], bool)
    ours, theirs = among[outcome.gold.label], among[outcome.system.label]
    lost = (outcome.status != SCORED)[:, None]
    columns = (
        grouped(ours.astype(np.int8), outcome.gold.offset),
        grouped(theirs.astype(np.int8), outcome.system.offset),
        grouped((ours & (outcome.gold_hit == 1)).astype(np.int8), outcome.gold.offset),
    )
    counts: Longs = np.stack(columns, axis=1)
    return np.where(lost & np.array([[False, True, True]]), 0, counts)


def _measured(need: Need, counts: Longs) -> Floats:
    gold, system, matched = counts[:, 0], counts[:, 1], counts[:, 2]
    if need.measure == "recall":
        return np.asarray(ratio(matched, gold), np.float64)
    if need.measure == "precision":
        return np.asarray(ratio(matched, system), np.float64)
    return np.asarray(f_measure(matched, gold, system), np.float64)


def _means(results: Floats, samples: int, seed: int) -> Floats:
    drawn = np.random.default_rng(seed).integers(0, len(results), (samples, len(results)))
    return np.asarray(results[drawn].mean(axis=1), np.float64)


def _correlation(
    scheme: Scheme, outcome: Outcome, labels: Labels, results: Floats, samples: int, seed: int
) -> Figure:
    """Spearman's, of the sentence's F with its result, over the sentences where F is defined."""
    need = Need(scheme)
    f = _measured(need, needed(outcome, need, labels))
    known = ~np.isnan(f)
    f, results = f[known], results[known]
    if len(f) < 3:
        return Figure(math.nan)
    generator = np.random.default_rng(seed)
    drawn = [
        spearman(f[rows], results[rows])
        for rows in generator.integers(0, len(f), (min(samples, 200), len(f)))
    ]
    return Figure(spearman(f, results), *interval(np.array(drawn)))


def spearman(one: Floats, other: Floats) -> float:
    """Spearman's rank correlation; equal values share their ranks' mean.

    >>> spearman(np.array([1.0, 2.0, 3.0]), np.array([10.0, 30.0, 20.0]))
    0.5
    """
    a, b = _ranks(one), _ranks(other)
    a, b = a - a.mean(), b - b.mean()
    return float(ratio(float((a * b).sum()), math.sqrt(float((a * a).sum() * (b * b).sum()))))


def _ranks(values: Floats) -> Floats:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[inverse], np.float64)
