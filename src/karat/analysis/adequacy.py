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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from karat.analysis.needs import COUNTS, Need, Profile
from karat.engine.memory import outcome_of
from karat.engine.results import block_result
from karat.model.bank import Bank
from karat.model.columns import Floats
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
    results = task or {}
    for name in systems:
        if name in results and len(results[name]) != len(gold):
            said = f"{len(results[name])} results for {name}, but gold has {len(gold)} sentences"
            raise UsageError(f"the task has {said}")
    needs = [
        replace(n, scheme=replace(n.scheme, failed=failed or n.scheme.failed)) for n in wanted.needs
    ]
    drawn = Plan(samples, seed)
    each = systems.items()
    return [_fitness(gold, name, bank, needs, results.get(name), drawn) for name, bank in each]


def _fitness(
    gold: Bank, name: str, system: Bank, needs: Sequence[Need], task: Sequence[float] | None,
    drawn: Plan,
) -> Fitness:  # fmt: skip
    labels = Labels()
    ours, theirs = gold.relabelled(labels), system.relabelled(labels)
    tallies: dict[Scheme, Tally] = {}
    schemes: dict[str, Compared] = {}
    for scheme in dict.fromkeys(need.scheme for need in needs):
        tallies[scheme], schemes[str(scheme)] = _compared(ours, theirs, name, scheme)
    counts = [needed(tallies[need.scheme], need, len(gold)) for need in needs]
    for need, rows in zip(needs, counts, strict=True):
        _refuse_unlabelled(rows.sum(axis=0), need, name)
    (values,) = figures([_weighed(needs, counts)], drawn)
    fitness = values.pop(_FITNESS)
    absent = tuple(str(need) for need in needs if not _in_gold(tallies[need.scheme], need))
    if task is None:
        return Fitness(name, fitness, values, schemes=schemes, absent=absent)
    results = np.asarray(task, np.float64)
    correlations = {
        str(scheme): _correlation(Need(scheme), tally, results, drawn)
        for scheme, tally in tallies.items()
    }
    (done,) = figures([averaged(results, "task")], drawn)
    return Fitness(name, fitness, values, done["task"], correlations, schemes, absent)


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


def _compared(gold: Bank, system: Bank, name: str, scheme: Scheme) -> tuple[Tally, Compared]:
    """The tally of a system under a scheme, with its groups by label."""
    if scheme.pairing != "sentences":
        raise UsageError(f"{scheme.name} compares whole texts; use deps in a profile")
    if not scheme.breakdowns:
        raise UsageError(f"{scheme.name} does not count labels, so it cannot be in a profile")
    outcome = outcome_of(gold, system, scheme)
    by = (scheme.breakdowns[0].name,)
    tally = scheme.tally(outcome, gold.labels, by)
    result = block_result(name, scheme, outcome, tally, by=by)
    return tally, Compared(
        scheme.failed, result.total.sentences(scheme.failed), in_words(result.notes)
    )


def _refuse_unlabelled(counts: Floats, need: Need, system: str) -> None:
    """Stop if labels are not compared and the system has none of these; only recall is defined then."""
    _, theirs, matched, _ = counts
    if matched and not theirs and need.measure != "recall":
        raise UsageError(
            f"{need}: {need.scheme.name} does not compare labels, and {system} has no "
            f'{" or ".join(need.labels)} of its own; write measure = "recall" for this need'
        )


def _in_gold(tally: Tally, need: Need) -> bool:
    """Whether any sentence of gold has what is needed, scored or not."""
    return bool(_counted(tally, need)[:, COUNTS.index("gold")].any())


def needed(tally: Tally, need: Need, sentences: int) -> Floats:
    """The counts of a need in each sentence of the corpus; none in a sentence that is left out."""
    found = np.zeros((sentences, len(COUNTS)))
    found[tally.sentence] = _counted(tally, need)
    if need.scheme.failed == "drop":
        found[tally.sentence[tally.status != Status.SCORED]] = 0
    return found


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


def _correlation(need: Need, tally: Tally, results: Floats, drawn: Plan) -> Figure:
    """Spearman's correlation of F1 with the result, over the sentences for which F1 is defined."""
    f = need.measured(needed(tally, need, len(results)))
    known = ~np.isnan(f)
    f, results = f[known], results[known]
    if len(f) < 3:
        return Figure(math.nan)
    fewer = replace(drawn, samples=min(drawn.samples, _FEWER))
    values = recomputed(lambda rows: spearman(f[rows], results[rows]), len(f), fewer)
    return figure_of(spearman(f, results), values, len(f), fewer)
