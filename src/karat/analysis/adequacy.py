"""Adequacy: how well a parser meets the needs of an application.

A profile lists needs: each is a scheme, some of its labels (constructions, relations, categories), a
measure and a weight.

    fitness = Σ weight · measure / Σ weight

The figures are those of ``karat score --by label``, with the scheme's own failure policy. A need that
never occurs in gold is left out of the mean of every system, whatever the systems have. If gold
has a need and a system never does, the system gets 0 for it. If a task was done with each parser's output,
the result for each sentence is correlated with the sentence's scores. Intervals are bootstraps over
sentences. No parser is called the best: that depends on the need.

Srinivas, Sarkar, Doran and Hockey (1998), section 3.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from karat.analysis.needs import COUNTS, Need, Profile
from karat.engine.memory import outcome_of
from karat.engine.results import Result, block_result
from karat.engine.tallying import Files, compared_files
from karat.model.bank import Bank
from karat.model.columns import Floats, Numbers
from karat.model.errors import InputError, UsageError, no_sentences
from karat.model.labels import Labels
from karat.model.measure import ratio
from karat.model.outcome import Status, in_words
from karat.model.scheme import Scheme
from karat.model.tally import Tally
from karat.stats.additive import Additive, Formula, averaged
from karat.stats.correlation import spearman
from karat.stats.intervals import Figure, figure_of, figures
from karat.stats.plan import FEWER_SAMPLES, SEED, Plan
from karat.stats.resampling import recomputed

# A rank correlation costs more than a sum, so fewer samples are drawn for it.
_FEWER = 200
# The name of the mean of all needs among the figures; a need has a name that is not empty.
_FITNESS = ""


@dataclass(frozen=True, eq=False)
class Fitness:
    """The fitness of one system, the figure of each need, and that of the task, if there is one."""

    system: str
    fitness: Figure
    needs: Mapping[str, Figure]
    task: Figure | None = None
    # Rank correlation of each scheme's F1 of a sentence with the task's result for it.
    correlations: Mapping[str, Figure] = field(default_factory=dict)
    # For each scheme: its failure policy, and the sentences that were scored.
    schemes: Mapping[str, "Compared"] = field(default_factory=dict)
    # The needs that never occur in gold, which are left out for every system.
    absent: tuple[str, ...] = ()
    # The labels of the other needs that gold does not have, and the need.
    unknown: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Compared:
    """The failure policy of a scheme, how many sentences were scored and failed, and its notes."""

    failed: str
    sentences: Mapping[str, int]
    notes: tuple[str, ...] = ()


def adequacy(
    gold: Bank, systems: Mapping[str, Bank], wanted: Profile,
    task: Mapping[str, Sequence[float]] | None = None, *,
    samples: int = FEWER_SAMPLES, seed: int = SEED, failed: str = "",
) -> list[Fitness]:  # fmt: skip
    """The fitness of each system; ``task`` has one number per sentence for each system.

    ``failed`` is a failure policy for all needs; without it each scheme has its own.
    """
    if not len(gold):
        raise no_sentences(gold.path)
    for name, bank in systems.items():
        if len(bank) > len(gold):
            raise InputError(f"{name}: {len(bank)} sentences, but gold has {len(gold)}")
    counted = _Counted(_needs(wanted, failed), task)
    counted.check_task(systems, len(gold))
    results = [
        result
        for at, (name, bank) in enumerate(systems.items())
        for result in _compared(gold, name, bank, at, counted)
    ]
    return _fitnesses(list(systems), counted, results, len(gold), Plan(samples, seed))


def adequacy_of_files(
    files: Files, wanted: Profile, task: Mapping[str, Sequence[float]] | None = None, *,
    samples: int = FEWER_SAMPLES, seed: int = SEED, failed: str = "",
    progress: Callable[[int], None] = lambda position: None,
) -> list[Fitness]:  # fmt: skip
    """The same for files of any size, of which only the counts of the needs are kept."""
    counted = _Counted(_needs(wanted, failed), task)
    by = tuple(dict.fromkeys(scheme.breakdowns[0].name for scheme in counted.schemes))
    done = compared_files(files, counted.schemes, counted, by=by, small=True, progress=progress)
    counted.check_task(files.systems, done.sentences)
    return _fitnesses(
        list(files.systems), counted, done.results, done.sentences, Plan(samples, seed)
    )


def _needs(wanted: Profile, failed: str) -> list[Need]:
    """The needs with the failure policy, each with a scheme that counts labels of sentences."""
    needs = [
        replace(n, scheme=replace(n.scheme, failed=failed or n.scheme.failed)) for n in wanted.needs
    ]
    for scheme in (need.scheme for need in needs):
        if scheme.pairing != "sentences":
            raise UsageError(f"{scheme.name} compares whole texts; use deps in a profile")
        if not scheme.breakdowns:
            raise UsageError(f"{scheme.name} does not count labels, so it cannot be in a profile")
    return needs


class _Counted:
    """Keeps the counts of the needs in every sentence; ``run`` calls it as ``on_rows``.

    For the correlation with a task, the counts of all labels of each scheme are kept too.
    """

    def __init__(self, needs: Sequence[Need], task: Mapping[str, Sequence[float]] | None) -> None:
        self.needs, self.task = needs, task or {}
        self.schemes = list(dict.fromkeys(need.scheme for need in needs))
        self._kept = dict.fromkeys([*needs, *(map(Need, self.schemes) if task else ())])
        self._parts: dict[tuple[int, Need], list[tuple[Numbers, Floats]]] = {}
        self._in_gold: set[tuple[int, Need]] = set()
        self._labels: set[tuple[Need, str]] = set()

    def check_task(self, systems: Iterable[str], sentences: int) -> None:
        """Stop if the task has another number of results than gold has sentences."""
        for name in systems:
            if name in self.task and len(self.task[name]) != sentences:
                said = (
                    f"{len(self.task[name])} results for {name}, but gold has {sentences} sentences"
                )
                raise UsageError(f"the task has {said}")

    def __call__(self, system: int, scheme: Scheme, first: int, tally: Tally) -> None:
        for need in self._kept:
            if need.scheme != scheme:
                continue
            counts = _counted(tally, need)
            if counts[:, COUNTS.index("gold")].any():
                self._in_gold.add((system, need))
            self._labels.update((need, name) for name in _labels_of_gold(tally, need))
            if scheme.failed == "drop":
                counts[tally.status != Status.SCORED] = 0
            part = tally.sentence + first, counts
            self._parts.setdefault((system, need), []).append(part)

    def of(self, system: int, need: Need, sentences: int) -> Floats:
        """The counts of a need in each sentence of the corpus; none in a sentence that is left out."""
        found = np.zeros((sentences, len(COUNTS)))
        for numbers, counts in self._parts[system, need]:
            found[numbers] = counts
        return found

    def in_gold(self, system: int, need: Need) -> bool:
        """Whether any sentence of gold has what is needed, scored or not."""
        return (system, need) in self._in_gold

    def unknown(self, need: Need) -> list[str]:
        """The labels of a need that gold does not have."""
        return [name for name in need.labels if (need, name) not in self._labels]


def _fitnesses(
    names: Sequence[str], counted: _Counted, results: Sequence[Result], sentences: int, drawn: Plan
) -> list[Fitness]:
    """The fitness of each system; the results are system by system, scheme by scheme."""
    width = len(counted.schemes)
    return [
        _fitness(name, at, counted, results[at * width : (at + 1) * width], sentences, drawn)
        for at, name in enumerate(names)
    ]


def _fitness(
    name: str, at: int, counted: _Counted, results: Sequence[Result], sentences: int, drawn: Plan
) -> Fitness:
    needs, task = counted.needs, counted.task.get(name)
    schemes = {str(one.scheme): _said(one) for one in results}
    counts = [counted.of(at, need, sentences) for need in needs]
    for need, rows in zip(needs, counts, strict=True):
        _refuse_unlabelled(rows.sum(axis=0), need, name)
    (values,) = figures([_weighed(needs, counts)], drawn)
    fitness = values.pop(_FITNESS)
    absent = tuple(str(need) for need in needs if not counted.in_gold(at, need))
    unknown = tuple(
        (label, str(need))
        for need in needs
        if str(need) not in absent
        for label in counted.unknown(need)
    )
    if task is None:
        return Fitness(name, fitness, values, schemes=schemes, absent=absent, unknown=unknown)
    successes = np.asarray(task, np.float64)
    correlations = {
        str(need.scheme): _correlation(need, counted.of(at, need, sentences), successes, drawn)
        for need in map(Need, counted.schemes)
    }
    (done,) = figures([averaged(successes, "task")], drawn)
    return Fitness(name, fitness, values, done["task"], correlations, schemes, absent, unknown)


def _said(result: Result) -> Compared:
    failed = result.scheme.failed
    return Compared(failed, result.total.sentences(failed), in_words(result.notes))


def _weighed(needs: Sequence[Need], counts: Sequence[Floats]) -> Additive:
    """The figure of each need, and the weighted mean of those that are defined."""
    size = len(COUNTS)
    formulas: dict[str, Formula] = {
        str(need): partial(_one, need, slice(size * i, size * i + size))
        for i, need in enumerate(needs)
    }
    weights = np.array([[need.weight] for need in needs])
    formulas[_FITNESS] = partial(_mean, tuple(formulas.values()), weights)
    return Additive(np.concatenate(counts, axis=1), formulas)


def _one(need: Need, columns: slice, sums: Floats) -> Floats:
    return need.measured(sums[:, columns])


def _mean(formulas: Sequence[Formula], weights: Floats, sums: Floats) -> Floats:
    values = np.stack([formula(sums) for formula in formulas])
    known = ~np.isnan(values)
    total = np.where(known, weights * values, 0).sum(axis=0)
    return np.asarray(ratio(total, np.where(known, weights, 0).sum(axis=0)), np.float64)


def _compared(gold: Bank, name: str, system: Bank, at: int, counted: _Counted) -> Iterator[Result]:
    """The results of a system under all schemes; the counts of its sentences are kept."""
    labels = Labels()
    ours, theirs = gold.relabelled(labels), system.relabelled(labels)
    for scheme in counted.schemes:
        outcome = outcome_of(ours, theirs, scheme)
        by = (scheme.breakdowns[0].name,)
        tally = scheme.tally(outcome, labels, by)
        counted(at, scheme, 0, tally)
        yield block_result(name, scheme, outcome, tally, by=by)


def _refuse_unlabelled(counts: Floats, need: Need, system: str) -> None:
    """Stop if labels are not compared and the system has none of these; only recall is defined then."""
    _, theirs, matched, _ = counts
    if matched and not theirs and need.measure != "recall":
        raise UsageError(
            f"{need}: {need.scheme.name} does not compare labels, and {system} has no "
            f'{" or ".join(need.labels)} of its own; write measure = "recall" for this need'
        )


def _counted(tally: Tally, need: Need) -> Floats:
    """One row per sentence of the tally, one column for each count."""
    groups = tally.groups[need.scheme.breakdowns[0].name]
    among = np.array([not need.labels or name in need.labels for name in groups.names], bool)
    columns = dict.fromkeys(COUNTS, np.zeros(len(tally)))
    for rows in groups.rows:
        chosen = among[rows.key]
        for name in columns.keys() & rows.counts.keys():
            values = rows.counts[name][chosen]
            columns[name] = columns[name] + np.bincount(rows.sentence[chosen], values, len(tally))
    return np.stack(list(columns.values()), axis=1)


def _labels_of_gold(tally: Tally, need: Need) -> set[str]:
    """Which of the labels that are needed gold has in these sentences."""
    groups = tally.groups[need.scheme.breakdowns[0].name]
    found = [rows.key[rows.counts["gold"] > 0] for rows in groups.rows if "gold" in rows.counts]
    names = {groups.names[key] for keys in found for key in np.unique(keys).tolist()}
    return names & set(need.labels)


def _correlation(need: Need, counts: Floats, results: Floats, drawn: Plan) -> Figure:
    """Spearman's correlation of F1 with the result, over the sentences for which F1 is defined."""
    f = need.measured(counts)
    known = ~np.isnan(f)
    f, results = f[known], results[known]
    if len(f) < 3:
        return Figure(math.nan)
    fewer = replace(drawn, samples=min(drawn.samples, _FEWER))
    values = recomputed(lambda rows: spearman(f[rows], results[rows]), len(f), fewer)
    return figure_of(spearman(f, results), values, len(f), fewer)
