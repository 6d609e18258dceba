"""Which sentences of gold are listed, and in which order: by text, length, status, errors and figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from karat.analysis.sentence_figures import ALIGNED, FAILED, LEFT_OUT, SCORED, SentenceFigures
from karat.model.columns import Bools, Floats, Longs
from karat.model.measure import Measure

# What became of a sentence, as people choose it: for at least one of the systems.
STATUSES = {"scored": SCORED, "aligned": ALIGNED, "failed": FAILED, "left-out": LEFT_OUT}
# The orders of sentences, in words.
ORDERS = {
    "number": "Number", "worst": "Worst first", "best": "Best first",
    "difference": "Largest difference first", "short": "Shortest first", "long": "Longest first",
}  # fmt: skip


@dataclass(frozen=True)
class Choice:
    """What is asked for; what is empty or None does not matter.

    ``better`` are two systems, by their places: the first has a better figure than the second.
    """

    text: str = ""
    shortest: int | None = None
    longest: int | None = None
    status: str = ""
    cause: str = ""
    label: str = ""
    better: tuple[int, int] | None = None
    order: str = "number"


@dataclass(frozen=True, eq=False)
class Known:
    """What is known of the sentences of gold.

    ``texts`` and ``names`` are empty if gold's file is not at hand. ``causes`` and ``labels`` give the
    sentences with an error of this cause, or with a row of this label that only one side has.
    """

    figures: SentenceFigures
    length: Longs
    texts: Sequence[str] = ()
    names: Sequence[str] = ()
    causes: Mapping[str, Sequence[int]] = field(default_factory=dict)
    labels: Mapping[str, Sequence[int]] = field(default_factory=dict)

    @property
    def measure(self) -> Measure:
        return self.figures.scheme.figures()[self.figures.measure]

    @cached_property
    def values(self) -> Floats:
        """The figures, one row for each system."""
        return np.array(list(self.figures.values.values()), np.float64)

    @cached_property
    def spread(self) -> Floats:
        """How far the best system is from the worst in each sentence; NaN if fewer than two have a score."""
        known = np.isfinite(self.values)
        highest = np.where(known, self.values, -np.inf).max(axis=0)
        lowest = np.where(known, self.values, np.inf).min(axis=0)
        found: Floats = np.full(len(self.length), np.nan)
        several = known.sum(axis=0) > 1
        found[several] = highest[several] - lowest[several]
        return found

    def with_errors(
        self, causes: Mapping[str, Sequence[int]], labels: Mapping[str, Sequence[int]]
    ) -> "Known":
        return replace(self, causes=causes, labels=labels)


def chosen(known: Known, choice: Choice) -> list[int]:
    """The numbers, from 0, of the sentences that are asked for, in the order asked for."""
    keep: Bools = np.ones(len(known.length), np.bool_)
    if choice.shortest is not None:
        keep &= known.length >= choice.shortest
    if choice.longest is not None:
        keep &= known.length <= choice.longest
    if choice.status:
        keep &= _with_status(known, STATUSES[choice.status])
    if choice.better is not None:
        keep &= _better(known, *choice.better)
    for wanted, where in ((choice.cause, known.causes), (choice.label, known.labels)):
        if wanted:
            keep &= _among(where.get(wanted, ()), len(keep))
    numbers = np.flatnonzero(keep)
    if choice.text:
        numbers = np.array(
            [at for at in numbers.tolist() if _says(known, at, choice.text)], np.int64
        )
    return _ordered(known, numbers, choice.order)


def _with_status(known: Known, letter: str) -> Bools:
    """The sentences that have this status for at least one system."""
    found = [[one == letter for one in status] for status in known.figures.status.values()]
    any_of: Bools = np.any(np.array(found, np.bool_), axis=0)
    return any_of


def _better(known: Known, one: int, other: int) -> Bools:
    """The sentences in which both systems have a figure, and the first a better one."""
    ahead = known.values[one] - known.values[other]
    found: Bools = ahead < 0 if known.measure.better == "lower" else ahead > 0
    return found


def _among(numbers: Sequence[int], size: int) -> Bools:
    found: Bools = np.zeros(size, np.bool_)
    found[[at for at in numbers if 0 <= at < size]] = True
    return found


def _says(known: Known, at: int, wanted: str) -> bool:
    """Whether a sentence, its name or its number is or contains the text, in small letters or capitals."""
    if wanted.strip() == str(at + 1):
        return True
    sought = wanted.casefold()
    return any(
        sought in texts[at].casefold() for texts in (known.texts, known.names) if at < len(texts)
    )


def _ordered(known: Known, numbers: Longs, order: str) -> list[int]:
    """The sentences in an order; those for which it is not defined come last, equal ones by number."""
    if order in ("short", "long"):
        key = known.length.astype(np.float64) * (1 if order == "short" else -1)
    elif order == "difference":
        key = -known.spread
    elif order in ("worst", "best"):
        lower = (known.measure.better == "lower") != (order == "best")
        key = -_mean(known.values) if lower else _mean(known.values)
    else:
        return [int(at) for at in numbers]
    # NaN is sorted to the end.
    return [int(at) for at in numbers[np.argsort(key[numbers], kind="stable")]]


def _mean(values: Floats) -> Floats:
    """The mean over the systems that have a figure, sentence by sentence."""
    known = np.isfinite(values)
    counts = known.sum(axis=0)
    sums = np.where(known, values, 0.0).sum(axis=0)
    found: Floats = np.full(values.shape[1], np.nan)
    found[counts > 0] = sums[counts > 0] / counts[counts > 0]
    return found
