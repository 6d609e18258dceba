"""Parsers of several frameworks side by side, by the names of phenomena that their output shows.

This is figure 3 of Tam, Sato, Miyao and Tsujii (2008), with intervals and with what is behind it: the
names that count, which must be the same for all systems, what each system can show, for how many
sentences it has output, and how often each phenomenon was recognised.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from karat.comparison.counted import Counted, counted
from karat.engine.memory import outcome_of
from karat.files import phenomena
from karat.model.bank import relabelled_pair
from karat.model.columns import Bools
from karat.model.layers import names_of
from karat.model.outcome import Outcome, Status
from karat.model.scheme import Scheme
from karat.schemes.phenomena import Phenomena
from karat.stats.additive import Additive
from karat.stats.intervals import Figure, figures
from karat.stats.plan import FEWER_SAMPLES, SEED, Plan
from karat.suites.phenomena import Key, System, in_common

MEASURES = ("precision", "recall")


@dataclass(frozen=True)
class Recognised:
    """A phenomenon: sentences that have it in gold, where it was found, and errors that were shown."""

    items: int
    found: int
    errors: int


@dataclass(frozen=True)
class Column:
    """One system: its figures under each definition, what it can show, and its output.

    ``shows`` is the number of names that its rules have; None if it lists names and does not say.
    """

    system: str
    rules: str
    shows: int | None
    experimental: tuple[str, ...]
    output: int
    figures: Mapping[str, Mapping[str, Figure]] = field(default_factory=dict)
    phenomena: Mapping[str, Recognised] = field(default_factory=dict)
    signatures: tuple[str, ...] = ()


@dataclass(frozen=True)
class SideBySide:
    """All systems: over which names and sentences, and which items were left out of core and error."""

    gold: str
    sentences: int
    counted: Counted
    columns: Sequence[Column]
    left_out: Mapping[str, Mapping[str, int]]
    samples: int
    seed: int


def side_by_side(
    gold: Key, systems: Sequence[System], schemes: Mapping[str, Phenomena], *,
    by: str, samples: int = FEWER_SAMPLES, seed: int = SEED,
) -> SideBySide:  # fmt: skip
    """The systems under each definition; ``by`` is the definition whose phenomena are listed."""
    placed = [gold.placed(one) for one in systems]
    common = in_common(placed)
    scheme = schemes[by]
    pair = relabelled_pair(gold.bank, common[0].bank)
    names = counted(*pair, scheme.inventory, scheme.experimental)
    columns = []
    for given, one in zip(placed, common, strict=True):
        shows, doubtful = given.scope
        number = len(shows) if phenomena.scope_of(given.bank) else None
        doubtful &= shows
        column = Column(one.name, one.rules, number, tuple(sorted(doubtful)), _output(one))
        columns.append(_figures(column, gold, one, schemes, by, samples, seed))
    lost = _left_out(gold, names) if "core" in gold.bank.layers else {}
    return SideBySide(gold.name, len(gold.bank), names, columns, lost, samples, seed)


def _output(system: System) -> int:
    """The number of sentences with output."""
    return int((np.diff(system.bank.token_offset) > 0).sum())


def _figures(
    column: Column, gold: Key, system: System, schemes: Mapping[str, Phenomena], by: str,
    samples: int, seed: int,
) -> Column:  # fmt: skip
    pair = relabelled_pair(gold.bank, system.bank)
    found, shown = dict[str, Mapping[str, Figure]](), dict[str, Recognised]()
    for name, scheme in schemes.items():
        outcome = outcome_of(*pair, scheme)
        tally = scheme.tally(outcome, pair[0].labels)
        means = Additive.of(tally, scheme).only(f"{one}@sentence" for one in MEASURES)
        (drawn,) = figures([means], Plan(samples, seed))
        found[name] = {one: drawn[f"{one}@sentence"] for one in MEASURES}
        if name == by:
            shown = _phenomena(outcome, scheme)
    scores = gold.scores(system, list[Scheme](schemes.values()))
    signatures = tuple(score.signature for score in scores)
    return replace(column, figures=found, phenomena=shown, signatures=signatures)


def _phenomena(outcome: Outcome, scheme: Phenomena) -> dict[str, Recognised]:
    """How often each phenomenon of gold was found.

    Errors are, with core phenomena, the sentences that show a likely error; otherwise the sentences
    that show the phenomenon although gold does not list it.
    """
    labels = outcome.banks[0].labels
    items = Counter(names_of(labels, outcome.gold.label))
    found = Counter(names_of(labels, outcome.gold.label[outcome.gold_hit > 0]))
    if scheme.mode == "exhaustive":
        errors = Counter(names_of(labels, outcome.system.label[outcome.system_hit == 0]))
    else:
        scored: Bools = outcome.status == Status.SCORED
        wrong = scored & (outcome.counts["clean"] == 0)
        errors = Counter(names_of(labels, outcome.gold.label[wrong[outcome.gold.sentence()]]))
    names = sorted(items | errors, key=lambda name: (-items[name], name))
    return {name: Recognised(items[name], found[name], errors[name]) for name in names}


def _left_out(gold: Key, names: Counted) -> dict[str, dict[str, int]]:
    """The items whose core phenomenon does not count: how many of each, by the reason."""
    cores = Counter(names_of(gold.bank.labels, gold.bank.layers["core"]["label"]))
    return {
        why: found
        for why, lost in names.left_out.items()
        if (found := {name: cores[name] for name in sorted(lost) if cores[name]})
    }


@dataclass(frozen=True)
class Frequencies:
    """How many sentences of a corpus show each phenomenon, of those that have output.

    ``silent`` are the others.
    """

    sentences: int
    counts: Mapping[str, int]
    experimental: frozenset[str] = frozenset()
    silent: int = 0


def frequencies(systems: Iterable[System]) -> Frequencies:
    """The phenomena of one or several corpora, the most frequent first."""
    sentences, silent, counts, doubtful = 0, 0, Counter[str](), set[str]()
    for one in systems:
        names, experimental = one.scope
        counts.update(dict.fromkeys(names, 0))
        counts.update(names_of(one.bank.labels, one.bank.layers["phenomena"]["label"]))
        there = int((np.diff(one.bank.token_offset) > 0).sum())
        sentences, silent = sentences + there, silent + len(one.bank) - there
        doubtful |= experimental
    known = list(phenomena.catalogue())
    place = {name: i for i, name in enumerate(known)}
    ordered = sorted(counts, key=lambda name: (-counts[name], place.get(name, len(known)), name))
    shown = {name: counts[name] for name in ordered}
    return Frequencies(sentences, shown, frozenset(doubtful), silent)
