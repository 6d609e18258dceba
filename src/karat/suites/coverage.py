"""coverage: how many good and bad items of a suite a parser gives an analysis.

    coverage           = covered / grammatical
    overgeneration     = overgenerated / ungrammatical
    parse_base         = exp(mean over parsed items of log(analyses) / tokens)
    analyses_per_token = exp(mean over parsed items of log(analyses / tokens))
    average_analyses   = mean over parsed items of analyses
    right_first        = right_first / judged
    right_among_all    = right_among_all / judged

``covered`` are the grammatical items with an analysis, ``overgenerated`` the ungrammatical ones. An
item on which the parser crashed, ran out of time or memory, or printed garbage has no analysis; if it
is a bad one, a note says so, as it counts as rejected.
Items with another grade than yes or no count for neither; excluded items do not count at all.
``judged`` are the good items with a gold analysis to compare with: see right.py.

Bangalore, Sarkar, Doran and Hockey (1998), sections 2 and 6.1; the parse base is that of Black,
Garside and Leech (1993): a sentence of n tokens has parse_base to the power of n analyses.

Differences from the paper: the paper describes the parse base as the geometric mean of analyses
divided by tokens, which is ``analyses_per_token`` here.

This is not a ``Scheme``: a scheme compares two Banks, and a run needs no gold analyses. But it has a
tally with one row per item, so that everything that works on tallies works on it.

>>> from karat.parsers.adapter import Parsed
>>> from karat.suites.items import Item
>>> from karat.suites.runs import Result
>>> two = Result(Item("1", "dogs bark"), Parsed(4))
>>> none = Result(Item("2", "dogs bark loudly"), Parsed(0))
>>> bad = Result(Item("3", "dog the", False), Parsed(0))
>>> score = Coverage.of(tally([two, none, bad]))
>>> score.measures["coverage"], score.measures["overgeneration"], score.measures["parse_base"]
(0.5, 0.0, 2.0)
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from karat.model.columns import Floats, Longs
from karat.model.errors import unknown
from karat.model.measure import Measure
from karat.model.numbers import natural
from karat.model.outcome import Status
from karat.model.tally import Tally
from karat.parsers.adapter import FAILURES
from karat.stats.additive import measured
from karat.stats.intervals import figures
from karat.stats.plan import Plan
from karat.stats.wilson import wilson
from karat.suites.items import Item
from karat.suites.right import NONE, Verdicts
from karat.suites.runs import Result

COUNTS = (
    "items", "grammatical", "covered", "ungrammatical", "overgenerated", "other", "other_parsed",
    "parsed", "analyses", "judged", "right_first", "right_among_all", "tokens",
)  # fmt: skip
# The shares, with the counts that they are shares of.
SHARES = {
    "coverage": ("covered", "grammatical"),
    "overgeneration": ("overgenerated", "ungrammatical"),
    "right_first": ("right_first", "judged"),
    "right_among_all": ("right_among_all", "judged"),
}
MEASURES = tuple(
    Measure(
        name, f"{part} / {whole}", means=(),
        better="lower" if name == "overgeneration" else "higher",
    )
    for name, (part, whole) in SHARES.items()
)  # fmt: skip
# The status of a row: Status.SCORED, or the number of the failure.
STATUS = {name: i for i, name in enumerate(FAILURES, 1)}
_MOST = 2**53


def _ambiguity(name: str, formula: str, of: Callable[[Longs, Longs], Floats]) -> Measure:
    """A measure whose mean is over the parsed items."""

    def value(counts: Mapping[str, Any]) -> Floats:
        analyses, tokens = (np.maximum(counts[one], 1) for one in ("analyses", "tokens"))
        return np.where(counts["parsed"] > 0, of(analyses, tokens), math.nan)

    return Measure(name, formula, "mean", function=value)


# The means of the first two are logarithms of the figures.
_GEOMETRIC = (
    _ambiguity("parse_base", "log(analyses) / tokens", lambda many, n: np.log(many) / n),
    _ambiguity("analyses_per_token", "log(analyses / tokens)", lambda many, n: np.log(many / n)),
)
_AVERAGE = _ambiguity("average_analyses", "analyses", lambda many, n: many.astype(np.float64))
_AMBIGUITY = (*_GEOMETRIC, _AVERAGE)
FIGURES = {measure.name: measure for measure in (*MEASURES, *_AMBIGUITY)}
UNITS: dict[str, str] = {name: measure.unit for name, measure in FIGURES.items()}
NAMES = tuple(FIGURES)


def tally(results: Iterable[Result], verdicts: Verdicts = NONE) -> Tally:
    """One row of counts per item, without excluded items."""
    counted = [one for one in results if not one.item.excluded]
    rows = []
    for one in counted:
        good, has, length = one.item.grammatical, one.covered, one.item.length
        judged = [(good is kind, good is kind and has) for kind in (True, False, None)]
        analyses = min(one.parsed.analyses, _MOST) * has
        key = one.item.id
        right = key in verdicts.of, verdicts.first(key), verdicts.among(key)
        rows.append((1, *chain.from_iterable(judged), has, analyses, *right, length))
    counts = np.array(rows, np.int64).reshape(len(rows), len(COUNTS))
    known = {"": Status.SCORED, **STATUS}
    status = [known.get(one.parsed.failure, STATUS["crash"]) for one in counted]
    numbers = np.arange(len(rows), dtype=np.int32)
    length_of = counts[:, -1].astype(np.int32)
    return Tally(COUNTS, counts, np.array(status, np.int32), length_of, numbers)


@dataclass(frozen=True)
class Coverage:
    """The figures of a run, or of some of its items.

    Shares have Wilson's interval; with a plan, ambiguity has one from a bootstrap over the items.
    """

    counts: Mapping[str, int]
    measures: Mapping[str, float]
    intervals: Mapping[str, tuple[float, float]]
    failures: Mapping[str, int]

    @classmethod
    def of(cls, rows: Tally, plan: Plan | None = None) -> "Coverage":
        total = rows.total(_AMBIGUITY)
        counts = total.counts("empty")
        measures = total.figures(MEASURES, "empty")
        means = total.figures(_AMBIGUITY, "empty")
        measures |= {one.name: math.exp(means[f"{one.name}@sentence"]) for one in _GEOMETRIC}
        measures[_AVERAGE.name] = means[f"{_AVERAGE.name}@sentence"]
        intervals = {
            name: wilson(counts[part], counts[whole]) for name, (part, whole) in SHARES.items()
        }
        if plan is not None:
            intervals |= _drawn(rows, plan)
        failures = {name: total.status[number] for name, number in STATUS.items()}
        return cls(counts, measures, intervals, failures)


def _drawn(rows: Tally, plan: Plan) -> dict[str, tuple[float, float]]:
    """Intervals of the figures of ambiguity; undefined where the items do not suffice."""
    names = {f"{one.name}@sentence": one for one in _AMBIGUITY}
    if not len(rows):
        return {one.name: (math.nan, math.nan) for one in _AMBIGUITY}
    (found,) = figures([measured(rows.columns(), _AMBIGUITY).only(names)], plan)
    ends = {one.name: (found[name].low, found[name].high) for name, one in names.items()}
    geometric = {one.name for one in _GEOMETRIC}
    return {
        name: (math.exp(low), math.exp(high)) if name in geometric else (low, high)
        for name, (low, high) in ends.items()
    }


def cautions(results: Sequence[Result]) -> list[str]:
    """What to know of the figures of a run."""
    return [*rejected_by_failing(results), *ambiguity_unseen(results)]


def ambiguity_unseen(results: Sequence[Result]) -> list[str]:
    """A note if every analysed item has exactly one analysis, as from a parser that gives only its best.

    Fewer than ten items may well be unambiguous.

    >>> from karat.parsers.adapter import Parsed
    >>> found = [Result(Item(str(at), "dogs bark"), Parsed(1)) for at in range(10)]
    >>> len(ambiguity_unseen(found)), ambiguity_unseen(found[1:])
    (1, [])
    """
    analyses = [one.parsed.analyses for one in results if one.parsed.analyses]
    if len(analyses) < _TELLING or max(analyses) > 1:
        return []
    return [_ONE_EACH]


def rejected_by_failing(results: Sequence[Result]) -> list[str]:
    """A note on bad items without an analysis because the parser failed: they lower overgeneration.

    >>> from karat.parsers.adapter import Parsed
    >>> bad = Item("1", "dog the", False)
    >>> rejected_by_failing([Result(bad, Parsed(0)), Result(bad, Parsed(0, failure="crash"))])
    ['1 ungrammatical item counts as rejected because the parser failed on it: crash 1']
    """
    failed = Counter(
        one.parsed.failure
        for one in results
        if one.item.grammatical is False and one.parsed.failure and not one.item.excluded
    )
    if not (many := failed.total()):
        return []
    said = "items count as rejected because the parser failed on them"
    said = said if many > 1 else "item counts as rejected because the parser failed on it"
    kinds = ", ".join(f"{name} {failed[name]}" for name in FAILURES if failed[name])
    return [f"{many} ungrammatical {said}: {kinds}"]


def by_length(item: Item) -> tuple[str, ...]:
    """The length in steps of five.

    >>> by_length(Item("1", "a b c d e f"))
    ('6-10',)
    """
    first = (max(1, item.length) - 1) // 5 * 5 + 1
    return (f"{first}-{first + 4}",)


_TELLING = 10
_ONE_EACH = (
    "every analysed item has exactly one analysis; if the parser or the profile keeps only one, the figures "
    "of ambiguity say nothing about the grammar"
)
_NONE = "(none)"
GROUPS: dict[str, Callable[[Item], tuple[str, ...]]] = {
    "phenomenon": lambda item: item.all_phenomena or (_NONE,),
    "family": lambda item: item.families or item.all_phenomena or (_NONE,),
    "length": by_length,
    "source": lambda item: (item.source or _NONE,),
    "grade": lambda item: (item.judgement or _NONE,),
}


def breakdown(
    results: Sequence[Result], by: str, verdicts: Verdicts = NONE, plan: Plan | None = None
) -> dict[str, Coverage]:
    """The figures of each group; an item with two phenomena counts for both."""
    if by not in GROUPS:
        raise unknown("breakdown", by, GROUPS)
    counted = [result for result in results if not result.item.excluded]
    rows = tally(counted, verdicts)
    members: defaultdict[str, list[int]] = defaultdict(list)
    for i, result in enumerate(counted):
        for name in GROUPS[by](result.item):
            members[name].append(i)
    order = sorted(members, key=_natural)
    return {name: Coverage.of(rows.where(np.array(members[name])), plan) for name in order}


def _natural(name: str) -> tuple[int, str]:
    first = name.split("-")[0]
    return (natural(first, -1), name)
