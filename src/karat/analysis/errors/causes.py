"""The errors of a system by cause, and how far its score would rise if those of a cause were mended."""

import importlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import nan
from typing import cast

import numpy as np

from karat.analysis.errors import inventories
from karat.analysis.errors.frame import NOT_COMPARED, Analysis, Error, Errors, errors_of
from karat.comparison.by_id import has_ids
from karat.comparison.diagnosis import diagnose
from karat.engine.memory import outcome_of, tallied_outcome
from karat.model.bank import Bank
from karat.model.documents import Documents, documents_of
from karat.model.errors import InputError, UsageError, unknown
from karat.model.numbers import natural
from karat.model.outcome import Outcome
from karat.model.scheme import Scheme
from karat.model.score import Score
from karat.model.tally import Total

# The module that analyses the rows of a scheme, by the layer that it compares and what it calls its rows.
_MODULES = {
    ("trees", "brackets"): "trees",
    ("edges", "dependencies"): "dependencies",
    ("edges", "words"): "dependencies",
    ("gr", "relations"): "relations",
    ("chunks", "chunks"): "chunks",
}
# What errors of every kind can be grouped by.
_BY_SENTENCE = ("length", "document")
# Sentences are grouped by length in steps of so many words.
_STEP = 10


@dataclass(frozen=True)
class Cause:
    """A cause: how many errors it has, in how many sentences, and of how many rows.

    ``missed`` and ``spurious`` rows are all its rows; ``crossing`` counts the spurious ones that cross a
    row of gold. ``mended`` is the score if these errors were mended and no others; ``rise`` is how
    much higher that is.
    """

    name: str
    errors: int
    sentences: int
    missed: int
    spurious: int
    crossing: int
    mended: float = nan
    rise: float = nan

    @property
    def rows(self) -> int:
        return self.missed + self.spurious


@dataclass(frozen=True, eq=False)
class Causes:
    """The errors of one system under one scheme, and its score in one measure.

    ``whole`` has all its figures, with notes and signature. ``perfect`` is the score if all errors were
    mended. ``documents`` are those of gold, if it says which it has.
    """

    system: str
    scheme: Scheme
    measure: str
    whole: Score
    perfect: float
    causes: tuple[Cause, ...]
    errors: Errors
    outcome: Outcome
    analysis: Analysis
    documents: Documents | None

    @property
    def score(self) -> float:
        """The score in the chosen measure."""
        return self.whole.measures[self.measure]

    @property
    def crosses(self) -> bool:
        """Whether it is known which spurious rows cross a row of gold."""
        return self.outcome.system_crossing is not None

    @cached_property
    def confusions(self) -> Counter[tuple[str, str]]:
        """How often the system has one label where gold has another, as (gold, system)."""
        return Counter(one.confused for one in self.errors.found if one.confused)

    def groups(self, kind: str) -> Mapping[str, Counter[str]]:
        """How often each cause occurs in each group; groups with numbers in their order, others by size."""
        return in_group_order(kind, grouped_by(kind, self.errors, self.outcome, self.documents))

    def of_cause(self, name: str) -> list[Error]:
        """The errors of a cause, by sentence."""
        return [one for one in self.errors.found if one.cause == name]


def grouped_by(
    kind: str, errors: Errors, outcome: Outcome, documents: Documents | None = None, first: int = 0
) -> dict[str, Counter[str]]:
    """How often each cause occurs in each group, in the order of the errors.

    ``documents`` are those of gold's file, in which ``first`` sentences came before these.
    """
    found: dict[str, Counter[str]] = {}
    for one, key in zip(errors.found, _keys(kind, errors, outcome, documents, first), strict=True):
        found.setdefault(key, Counter())[one.cause] += 1
    return found


def in_group_order(kind: str, found: Mapping[str, Counter[str]]) -> Mapping[str, Counter[str]]:
    """Groups with numbers in their order, documents as they come, others by size."""
    if kind in ("length", "depth", "distance"):
        return dict(sorted(found.items(), key=lambda item: _number(item[0])))
    if kind == "document":
        return found
    return dict(sorted(found.items(), key=lambda item: (-item[1].total(), item[0])))


def _keys(
    kind: str, errors: Errors, outcome: Outcome, documents: Documents | None, first: int
) -> list[str]:
    found = errors.found
    if kind == "length":
        return [length_group(int(outcome.length[one.sentence])) for one in found]
    if kind == "document":
        if documents is None:
            raise InputError(
                f"{outcome.banks[0].path} does not say which sentences belong to a document; "
                "leave out --by document"
            )
        return [documents.names[int(documents.number[first + one.sentence])] for one in found]
    return [one.keys.get(kind, "–") for one in found]


def length_group(words: int) -> str:
    """The group of a sentence of so many words.

    >>> length_group(10), length_group(11)
    ('1-10', '11-20')
    """
    first = max(words - 1, 0) // _STEP * _STEP
    return f"{first + 1}-{first + _STEP}"


def _number(key: str) -> tuple[int, str]:
    return natural(key.lstrip("<>= ").split("-")[0].split(" ")[0], 10**9), key


def analysis_of(scheme: Scheme) -> Analysis:
    """The module that analyses the rows of a scheme; a UsageError if there is none."""
    name = _module(type(scheme))
    if not name:
        raise UsageError(
            f"there is no analysis of errors for {scheme.name}; the schemes that have one are "
            f"{', '.join(analysed())}; to see what is wrong, type: {_instead(scheme)}"
        )
    return cast(Analysis, importlib.import_module(f"{__package__}.{name}"))


def _instead(scheme: Scheme) -> str:
    """What shows the errors of a scheme that has no analysis."""
    if scheme.picture:
        return f"karat show GOLD SYSTEM --worst 3 -s {scheme.name}"
    by = next((f"--by {one.name}" for one in scheme.breakdowns), "--per-sentence rows.csv")
    return f"karat score GOLD SYSTEM -s {scheme.name} {by}"


def has_analysis(scheme: Scheme) -> bool:
    """Whether there is an analysis of errors for a scheme."""
    return bool(_module(type(scheme)))


def analysed() -> list[str]:
    """The names of the schemes for which there is an analysis of errors."""
    from karat.schemes import REGISTRY

    every = (REGISTRY.load(name).SCHEME for name in REGISTRY.names())
    return [one.name for one in every if _module(one)]


def _module(scheme: type[Scheme]) -> str:
    """The name of the module for a scheme; empty if it does not compare rows that can be told apart."""
    counted = "matched" in scheme.counts or scheme.pairing == "text"
    return _MODULES.get((scheme.needs.layer, scheme.rows), "") if counted else ""


def group_kinds(scheme: Scheme) -> tuple[str, ...]:
    """What the errors of a scheme can be grouped by."""
    return (*_BY_SENTENCE, *analysis_of(scheme).GROUPS)


def measure_of(scheme: Scheme, name: str = "") -> str:
    """The figure in which a rise is measured: the one named, or the scheme's main one.

    It must follow from rows, or mending rows would not change it.
    """
    follows = analysis_of(scheme).follows(scheme)
    fit = [one for one in scheme.measures() if one.counts <= follows and not one.function]
    known = [figure for one in fit for figure in one.names]
    wanted = name or scheme.main_figure()
    if wanted in known:
        return wanted
    every = [figure for one in scheme.measures() for figure in one.names]
    if name and name in every:
        raise UsageError(
            f"how {name} of {scheme.name} would rise cannot be computed from the {scheme.rows} in error; "
            f"choose one of {', '.join(known)}"
        )
    if name:
        raise unknown(f"measure of {scheme.name}", name, known)
    return known[0]


def causes_of(
    gold: Bank,
    system: Bank,
    name: str,
    scheme: Scheme,
    measure: str = "",
    views: tuple[str, ...] = (),
) -> Causes:
    """Compare two Banks that share their labels, and find the causes of the errors.

    ``views`` are those that made the Banks, as signatures name them.
    """
    analysis, figure = analysis_of(scheme), measure_of(scheme, measure)
    _refuse_more(gold, system, scheme)
    outcome = outcome_of(gold, system, scheme)
    tallied = tallied_outcome(replace(outcome, aligned=None), gold, system, name, scheme)
    whole = tallied._replace(run=replace(tallied.run, views=views)).score()
    if said := inventories.note(scheme, outcome):
        whole = replace(whole, notes=(said, *whole.notes))
    score = whole.measures[figure]
    errors = errors_of(analysis, outcome, scheme)
    found = by_cause(errors)

    def after(numbers: Iterable[int]) -> float:
        """The figure if these errors were mended."""
        mended = analysis.mended(outcome, scheme, errors.rows(numbers))
        tally = scheme.tally(mended, gold.labels)
        return figure_of(tally.total(scheme.measures()), scheme, figure)

    causes = []
    for cause in (*analysis.CAUSES, NOT_COMPARED):
        if numbers := found.get(cause):
            mended, one = after(numbers), counted(cause, numbers, errors, outcome)
            causes.append(replace(one, mended=mended, rise=mended - score))
    perfect = after(range(len(errors.found)))
    return Causes(
        name, scheme, figure, whole, perfect, tuple(causes), errors, outcome, analysis,
        documents_of(gold),
    )  # fmt: skip


def by_cause(errors: Errors) -> dict[str, list[int]]:
    """The numbers of the errors of each cause."""
    found: dict[str, list[int]] = {}
    for number, one in enumerate(errors.found):
        found.setdefault(one.cause, []).append(number)
    return found


def _refuse_more(gold: Bank, system: Bank, scheme: Scheme) -> None:
    """An InputError if the system has more sentences than gold, and they are not aligned."""
    bound = scheme.pairing == "sentences" and not scheme.aligned and not has_ids(gold)
    if bound and len(system) > len(gold):
        causes = "; ".join(diagnose(gold, system)) or "is the layout right? see --layout"
        raise InputError(
            f"{system.path}: {len(system)} sentences, but {gold.path} has {len(gold)}; they must be the "
            f"same sentences in the same order ({causes})"
        )


def counted(name: str, numbers: Sequence[int], errors: Errors, outcome: Outcome) -> Cause:
    """A cause with the errors of these numbers, before they are mended."""
    rows, crossing = errors.rows(numbers), outcome.system_crossing
    return Cause(
        name,
        len(numbers),
        len({errors.found[one].sentence for one in numbers}),
        int(np.count_nonzero(rows.gold)),
        int(np.count_nonzero(rows.system)),
        0 if crossing is None else int(crossing[rows.system].sum()),
    )


def figure_of(total: Total, scheme: Scheme, name: str) -> float:
    """A figure of these sums, as a score gives it."""
    weights = scheme.weights_of_groups()
    return total.figures(scheme.measures(), scheme.failed, weights)[name]
