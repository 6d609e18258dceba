"""The verdict of a comparison in one or two plain sentences: who is better, and how sure that is."""

import math
import re
from collections.abc import Sequence

from karat.analysis.contest import Contest, How, Pair
from karat.model.score import Score
from karat.reports.compare_words import p_in_words
from karat.reports.scores import titles
from karat.reports.table import figure

_LETTER = re.compile(r"[a-z]\d*")


def main_of(one: Contest) -> str:
    """The figure that a verdict is about: the scheme's main one, if it was compared."""
    main = one.scheme.main_figure()
    return main if main in one.measures else one.measures[0]


def verdict(one: Contest, how: How, digits: int = 2) -> str:
    """What the comparison says of the systems under one scheme."""
    measure = main_of(one)
    undefined = [s.system for s in one.scores if math.isnan(s.measures[measure])]
    if undefined:
        return f"{_title(one, measure)} is undefined for {_listed(undefined)}."
    if len(one.scores) == 1:
        return _alone(one, measure, how, digits)
    if len(one.scores) == 2:
        return _of_two(one.of(measure)[0], one, how, digits)
    return _of_many(one, measure, digits)


def _alone(one: Contest, measure: str, how: How, digits: int) -> str:
    score = one.scores[0]
    low, high = score.intervals.get(measure, (math.nan, math.nan))
    said = f"{score.system} has {_title(one, measure)} {_figure(score, measure, digits)}"
    return said + (
        f" ({_ends(low, high, _unit(one, measure), how, digits)})." if low == low else "."
    )


def _of_two(pair: Pair, one: Contest, how: How, digits: int) -> str:
    """Two systems: the better one first."""
    found, unit, title = pair.found, _unit(one, pair.measure), _title(one, pair.measure)
    if math.isnan(found.difference) or math.isnan(pair.p):
        return f"{pair.a} and {pair.b} cannot be compared by {title}: {found.why}."
    up = found.difference > 0
    first, second = (pair.b, pair.a) if up else (pair.a, pair.b)
    low, high = found.interval if up else (-found.interval[1], -found.interval[0])
    better = one.scheme.figures()[pair.measure].better
    if better == "lower":
        first, second = second, first
    size = f"{figure(abs(found.difference), unit, digits)}{' points' * (unit == 'share')}"
    ends = f"{_ends(low, high, unit, how, digits)}, " if low == low else ""
    sure = f"({ends}p {p_in_words(pair.p)})"
    if not pair.significant:
        where = "are equal" if not found.difference else f"differ by {size}"
        said = (
            f"No difference is shown between {pair.a} and {pair.b}: in {title} they {where} {sure}."
        )
        return said + _could_show(pair, one, how, digits)
    if better not in ("higher", "lower"):
        return f"{first} is above {second} by {size} of {title} {sure}."
    return f"{first} is better than {second} by {size} of {title} {sure}."


def _could_show(pair: Pair, one: Contest, how: How, digits: int) -> str:
    """How large a difference must be for this test set to show it."""
    unit, smallest = _unit(one, pair.measure), pair.found.smallest
    if math.isnan(smallest) or (unit == "share" and smallest > 1):
        return ""
    least = figure(smallest, unit, digits)
    points = " points" * (unit == "share")
    return f" {one.units:,} {how.unit}s are enough to show a difference of about {least}{points}."


def _of_many(one: Contest, measure: str, digits: int) -> str:
    """More than two systems: the best one, and which others it is shown to be better than."""
    figures, title = one.scheme.figures()[measure], _title(one, measure)
    choose = min if figures.better == "lower" else max
    best = choose(one.scores, key=lambda score: score.measures[measure])
    same = [s.system for s in one.scores if s.measures[measure] == best.measures[measure]]
    said = f"{_listed(same)} {'have' if len(same) > 1 else 'has'} the "
    said += f"{'lowest' if figures.better == 'lower' else 'highest'} {title}, "
    said += _figure(best, measure, digits)
    marks = {
        score.system: set(_LETTER.findall(letters))
        for score, letters in zip(one.scores, one.letters[measure], strict=True)
    }
    others = [score.system for score in one.scores if score.system not in same]
    if not others:
        return f"{said}."
    alike = [name for name in others if marks[name] & marks[best.system]]
    apart = [name for name in others if name not in alike]
    if not alike:
        return f"{said}, and the difference to every other system is significant."
    if not apart:
        return f"{said}, but no difference from the others is shown: {_listed(alike)}."
    return (
        f"{said}. The difference to {_listed(apart)} is significant; no difference from "
        f"{_listed(alike)} is shown."
    )


def _ends(low: float, high: float, unit: str, how: How, digits: int) -> str:
    return f"{100 * how.level:g} % interval {figure(low, unit, digits)} to {figure(high, unit, digits)}"


def _figure(score: Score, measure: str, digits: int) -> str:
    return figure(score.measures[measure], score.unit(measure), digits)


def _unit(one: Contest, measure: str) -> str:
    return one.scheme.figures()[measure].unit


def _title(one: Contest, measure: str) -> str:
    return titles(one.scheme, mark="")[measure]


def _listed(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> _listed(["a"]), _listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
