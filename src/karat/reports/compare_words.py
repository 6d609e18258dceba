"""What a comparison means, in sentences: which differences are real, and what the test set can show."""

import math
import re
import textwrap
from collections.abc import Sequence
from itertools import combinations

from karat.analysis.contest import Contest, How, Pair
from karat.reports.scores import titles
from karat.reports.table import Style, figure

# A letter of a system; after z comes a1.
_LETTER = re.compile(r"[a-z]\d*")
# Of more measures than this, only the main one is put into words.
_MEASURES = 6
# The number of pairs without a significant difference that a measure has sentences for.
_MOST = 3


def over_which(one: Contest, width: int | None) -> list[str]:
    """Which sentences are compared, and which systems failed on some."""
    failed = [f"{name} {n}" for name, n in one.lost.items() if n]
    if one.compared < one.total:
        said = f"the {one.compared} of {one.total} sentences that have a score for all systems"
        said += f" (without a score: {', '.join(failed)})" if failed else ""
    elif failed:
        every = _many(one.compared, "sentence")
        said = f"{every}; without a score, counted as missed: {', '.join(failed)}"
    else:
        said = _many(one.compared, "sentence")
    if one.units != one.compared:
        said += f", in {one.units} documents"
    return _wrapped(f"{one.scheme}: {said}", width)


def in_words(one: Contest, how: How, style: Style) -> list[str]:
    """The differences in sentences, measure by measure; at the end whether the systems are ranked."""
    lines: list[str] = []
    shown = one.measures
    if len(shown) > _MEASURES:
        main = one.scheme.main_figure()
        shown = (main if main in shown else shown[0],)
    for measure in shown:
        lines += _wrapped(of_measure(one, measure, how, style.digits), style.width)
    if len(shown) < len(one.measures):
        lines += ["With --measures there is such a paragraph for other figures too."]
    if len(one.scores) > 2:
        lines += ["", *_wrapped(ranked(one), style.width)]
    return lines


def of_measure(one: Contest, measure: str, how: How, digits: int) -> str:
    """The differences of one measure."""
    title = titles(one.scheme, mark="")[measure]
    pairs = one.of(measure)
    real = [pair for pair in pairs if pair.significant]
    other = [pair for pair in pairs if not pair.significant]
    if len(pairs) == 1:
        return f"{title}: {of_pair(pairs[0], one, how, digits)}"
    said = [_listed(real, pairs, how)] if real else []
    said += [of_pair(pair, one, how, digits) for pair in other[:_MOST]]
    if more := other[_MOST:]:
        said.append(f"Nor do {_many(len(more), 'other pair')} differ significantly.")
    known = [x.found.smallest for x in pairs if not math.isnan(x.found.smallest)]
    if known and not other:
        said.append(f"{_shows(one, measure, how, digits, min(known), max(known))}.")
    return f"{title}: {' '.join(said)}"


def _listed(real: Sequence[Pair], pairs: Sequence[Pair], how: How) -> str:
    """The pairs that differ."""
    if how.all_pairs:
        return f"{len(real)} of {_many(len(pairs), 'pair')} differ significantly."
    names = ", ".join(pair.b for pair in real)
    differ = "differs" if len(real) == 1 else "differ"
    return f"{names} {differ} significantly from {real[0].a}."


def of_pair(pair: Pair, one: Contest, how: How, digits: int) -> str:
    """One pair: how far apart, how sure that is, and what this test set could show."""
    unit, found = one.scheme.figures()[pair.measure].unit, pair.found
    if math.isnan(found.difference) or math.isnan(pair.p):
        return f"{pair.a} and {pair.b} cannot be compared: {found.why}."
    if not found.difference and not found.error:
        return f"{pair.a} and {pair.b} do not differ at all (p = 1)."
    size = figure(abs(found.difference), unit, digits)
    where = "above" if found.difference > 0 else "below"
    verdict = "significant" if pair.significant else "not significant"
    said = f"{pair.b} is {size} {where} {pair.a}"
    if not found.difference:
        said = f"{pair.a} and {pair.b} are equal"
    said += f"; {_tested(one, how)}: p {p_in_words(pair.p)}, {verdict}. "
    if math.isnan(found.smallest):
        return said.rstrip()
    said += _shows(one, pair.measure, how, digits, found.smallest)
    if found.needed is None:
        return f"{said}."
    return f"{said}; about {_many(_rounded(found.needed), how.unit)} would be enough for one of {size}."


def _shows(one: Contest, measure: str, how: How, digits: int, *sizes: float) -> str:
    """The smallest difference that the test set can show; a share cannot differ by more than 1."""
    unit, which = one.scheme.figures()[measure].unit, f"This set of {_many(one.units, how.unit)}"
    if unit == "share" and min(sizes) > 1:
        return f"{which} is too small to show any difference"
    ends = dict.fromkeys(figure(size, unit, digits) for size in sizes)
    return f"{which} can show {'differences' if len(ends) > 1 else 'a difference'} of {' to '.join(ends)}"


def ranked(one: Contest) -> str:
    """Whether the systems can be ranked by the main figure."""
    main = one.scheme.main_figure()
    measure = main if main in one.letters else one.measures[0]
    title = titles(one.scheme, mark="")[measure]
    marks = one.letters[measure]
    set_of = f"{_many(one.compared, 'sentence')}"
    if undefined := [s.system for s, mark in zip(one.scores, marks, strict=True) if not mark]:
        return f"{title} is undefined for {', '.join(undefined)}, so it does not rank the systems."
    if len(set(marks)) == 1:
        return (
            f"These {set_of} do not rank the {len(marks)} systems by {title}: no two of them differ "
            "significantly. Do not print them as a ranking."
        )
    groups = [set(_LETTER.findall(mark)) for mark in marks]
    if not any(a & b for a, b in combinations(groups, 2)):
        return f"By {title}, every system differs from every other one: this is a ranking."
    return (
        f"By {title}, these {set_of} rank the {len(marks)} systems only in part: the order of systems "
        "that share a letter may be chance."
    )


def _tested(one: Contest, how: How) -> str:
    if one.exact:
        return f"all {2**one.units:,} permutations"
    what = "permutations" if how.test == "permutation" else "bootstrap samples"
    return f"{how.samples:,} {what}"


def p_in_words(p: float) -> str:
    """A p-value in a sentence: at most two significant digits, and four after the point.

    >>> p_in_words(0.2112), p_in_words(0.00029997), p_in_words(1.0), p_in_words(0.00001)
    ('= 0.21', '= 0.0003', '= 1', '< 0.0001')
    """
    return f"= {round(float(f'{p:.2g}'), 4):g}" if p >= 0.00005 else "< 0.0001"


def _rounded(number: int) -> int:
    """A number of sentences, to two digits: it is an estimate.

    >>> _rounded(648304), _rounded(67)
    (650000, 67)
    """
    step = int(10 ** max(0, len(str(number)) - 2))
    return math.ceil(number / step) * step


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def _wrapped(text: str, width: int | None) -> list[str]:
    return textwrap.wrap(text, width, break_on_hyphens=False) if width else [text]
