"""Gates: what a system must reach to pass, for continuous integration.

A gate judges the score that counts every sentence: a parser must not pass by failing. A figure that
failing raises is that of the sentences with a score. There are three gates: a figure that must not be
below a threshold, a share of sentences that must have a score, and a baseline than which a system
must not be significantly worse.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from karat.engine.common import scored_by_all
from karat.model.errors import InputError
from karat.model.outcome import Status
from karat.model.scheme import Scheme
from karat.model.score import Score
from karat.model.tally import Tally
from karat.stats.additive import additives
from karat.stats.paired import Difference, paired
from karat.stats.plan import Plan


class Threshold(NamedTuple):
    """A scheme, one of its figures, and the least it may be."""

    scheme: Scheme
    measure: str
    least: float

    def __str__(self) -> str:
        return f"{self.scheme}.{self.measure} >= {self.least:g}"


@dataclass(frozen=True)
class Verdict:
    """What a gate says of a system: whether it passes, and why in one line.

    ``told``: the line must be seen even if the system passes. ``difference`` is that to a baseline.
    """

    gate: str
    system: str
    scheme: Scheme
    passed: bool
    said: str
    told: bool = False
    difference: Difference | None = None

    def as_dict(self) -> dict[str, Any]:
        """The verdict as in the JSON of ``karat score``."""
        found: dict[str, Any] = {
            "gate": self.gate,
            "system": self.system,
            "scheme": str(self.scheme),
            "passed": self.passed,
            "said": self.said,
        }
        if self.difference:
            one = self.difference
            found |= {"measure": one.measure, "baseline": one.a, "value": one.b, "p": one.p}
            found |= {"difference": one.difference, "interval": list(one.interval)}
        return found


def of_thresholds(thresholds: Sequence[Threshold], scores: Sequence[Score]) -> list[Verdict]:
    """Whether the figures of each system reach their thresholds."""
    return [
        _reached(one, score) for one in thresholds for score in scores if score.scheme == one.scheme
    ]


def _reached(threshold: Threshold, score: Score) -> Verdict:
    scheme, measure, least = threshold
    judged = _of_all(score)[measure]
    scored = score.scored[measure]
    failed = score.sentences["failed"]
    unscored = f"{failed} sentence{'s' * (failed != 1)} without a score"
    figure = f"{scheme}.{measure} of {score.system}"
    # A figure that failing raises, such as conformance, is that of the sentences with a score.
    raised = bool(failed) and (scored < judged or (math.isnan(scored) and judged > 0))
    judged = scored if raised else judged
    passed, blind = judged >= least, False
    # 0.89996 is not said to be 0.9000, under 0.9.
    value = f"{judged:.4f}" if (float(f"{judged:.4f}") >= least) == passed else str(judged)
    how = f", {'leaving out' if raised else 'counting'} {unscored}" if failed else ""
    said = f"{figure} is {value}{how}, {'not under' if passed else 'under'} {least:g}"
    if math.isnan(judged):
        said = f"{figure} is undefined{how}, so it is not at least {least:g}"
    elif passed and failed:
        blind = judged == scored
    if blind:
        said = (
            f"{figure} does not depend on {unscored}; --min-scored can make the gate fail on these"
        )
    return Verdict(str(threshold), score.system, scheme, passed, said, told=blind)


def _of_all(score: Score) -> Mapping[str, float]:
    """The figures over all sentences, in which those without a score count as empty parses."""
    if score.scheme.failed == "align":
        return score.measures
    return score.other_policies.get("empty", score.measures)


def of_scored(least: float, scores: Sequence[Score]) -> list[Verdict]:
    """Whether enough sentences of each system have a score."""
    found = []
    for score in scores:
        scored, total = score.sentences["scored"], score.sentences["total"]
        passed = total > 0 and scored >= least * total
        said = (
            f"{score.scheme} scored {scored} of {total} sentences of {score.system}, a share "
            f"{'not under' if passed else 'under'} {least:g}"
            if total
            else f"{score.scheme} scores no sentence of gold, so {score.system} has no share of them"
        )
        found.append(Verdict(f"scored >= {least:g}", score.system, score.scheme, passed, said))
    return found


class Baseline(NamedTuple):
    """An earlier or another system: its name, and the counts of every sentence under a scheme."""

    name: str
    tally: Tally


# Figures that look at one side of a parse: each rises if the other side is neglected.
_SIDES = ("recall", "precision", "conformance")


def judged_by(scheme: Scheme) -> tuple[str, ...]:
    """The figures in which a system must not be worse: the main one, but never one side of a parse alone.

    >>> from karat.schemes import parse
    >>> [judged_by(parse(name)) for name in ("evalb", "deps", "flat", "parseval", "leafancestor")]
    [('f1',), ('las',), ('recall', 'conformance'), ('f1@sentence',), ('similarity',)]
    """
    name, at, over = scheme.main_figure().partition("@")
    figures = scheme.figures()
    if name not in _SIDES:
        return (name + at + over,)
    if both := next((one for one in (f"f1{at}{over}", "f1") if one in scheme.figure_names()), ""):
        return (both,)
    sides = [f"{one}{at}{over}" for one in _SIDES]
    return tuple(one for one in sides if one in scheme.headline() and not figures[one].caveat)


def of_baseline(
    baseline: Baseline, system: str, tally: Tally, scheme: Scheme, alpha: float, measure: str = ""
) -> Verdict:
    """Whether a system is not significantly worse than a baseline, by the paired permutation test.

    It is tested by the main figure, unless ``measure`` is another. Sentences without a score count as
    empty parses, on both sides.
    """
    if not np.array_equal(np.sort(baseline.tally.sentence), np.sort(tally.sentence)):
        raise InputError(
            f"{baseline.name} has counts for {len(baseline.tally)} sentences and {system} for "
            f"{len(tally)}: they are not the same sentences, so they cannot be compared"
        )
    measure = measure or scheme.main_figure()
    rows = [_in_order(one) for one in (baseline.tally, tally)]
    counting = replace(scheme, failed="empty")
    failed = [int((one.status != Status.SCORED).sum()) for one in rows]
    # A figure that failing raises is tested over the sentences that both sides have a score for.
    common = scored_by_all(rows)
    apart = len(common[0]) > 0 and any(_raised(one, counting, measure) for one in rows)
    rows = common if apart else rows
    both = [one.only([measure]) for one in additives(rows, counting)]
    plan = Plan(level=1 - alpha)
    found = paired(both, [(0, 1)], plan)[0][measure]
    if math.isnan(found.p):
        raise InputError(
            f"{scheme}.{measure} of {system} and {baseline.name} cannot be tested: {found.why}"
        )
    worse = found.difference < 0 and found.p < alpha
    blind = not apart and failed[1] > failed[0] and _blind(rows[1], counting, found)
    said = _said(found, scheme, system, baseline.name, alpha, worse)
    said += _about_failed(failed, blind, len(rows[0]) if apart else 0)
    gate = f"{scheme}.{measure} not worse than {baseline.name}"
    passed = not worse and not blind
    return Verdict(gate, system, scheme, passed, said, told=True, difference=found)


def _blind(tally: Tally, scheme: Scheme, found: Difference) -> bool:
    """Whether the figure is the same without the sentences that have no score."""
    return _of_scored(tally, scheme, found.measure) == found.b


def _raised(tally: Tally, scheme: Scheme, measure: str) -> bool:
    """Whether the figure is lower without the sentences that have no score."""
    return _of_scored(tally, scheme, measure) < _over(tally, scheme, measure)


def _of_scored(tally: Tally, scheme: Scheme, measure: str) -> float:
    return _over(tally.where(tally.status == Status.SCORED), scheme, measure)


def _over(tally: Tally, scheme: Scheme, measure: str) -> float:
    # A file of counts may lack columns that only other figures need.
    return additives([tally], scheme)[0].only([measure]).totals()[measure]


def _in_order(tally: Tally) -> Tally:
    order = np.argsort(tally.sentence, kind="stable")
    columns: dict[str, Any] = {
        name: getattr(tally, name)[order] for name in ("counts", "status", "length", "sentence")
    }
    return replace(tally, groups={}, twin=None, **columns)


def _said(
    found: Difference, scheme: Scheme, system: str, baseline: str, alpha: float, worse: bool
) -> str:
    how = "significantly worse than" if worse else "not significantly worse than"
    if found.difference >= 0:
        how = "not worse than"
    low, high = found.interval
    level = f"{100 * (1 - alpha):g} %"
    interval = f" [{low:+.4f}, {high:+.4f}] ({level})" if not found.why else f" ({found.why})"
    said = (
        f"{scheme}.{found.measure} of {system} is {found.b:.4f}, {how} {baseline} with {found.a:.4f}: "
        f"difference {found.difference:+.4f}{interval}, p = {found.p:.4f}"
    )
    if not worse and found.difference < 0 and low == low:
        said += f"; a loss of up to {-low:.4f} cannot be excluded with these sentences"
    return said


def _about_failed(failed: Sequence[int], blind: bool, common: int) -> str:
    if not any(failed):
        return ""
    many = f"{failed[1]}, baseline {failed[0]}"
    if common:
        return f"; over the {common} sentences that both have a score for (without one: {many})"
    if blind:
        return f"; but it fails, because it has more sentences without a score ({many})"
    return f"; sentences without a score count as empty parses ({many})"
