"""The tables of a comparison, as pages show them, from its JSON."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from karat.model.scheme import Scheme
from karat.reports.compare import p_value, signed
from karat.reports.html.axes import DIGITS, Axis
from karat.reports.scores import titles
from karat.reports.svg.whiskers import Scale, ruler, shares, whisker
from karat.reports.table import Estimate
from karat.store.records import Entry
from karat.web.standings import interval


class Change(NamedTuple):
    """A figure of b compared with a, for people. ``verdict``: better, worse, changed, or nothing."""

    measure: str
    title: str
    names: tuple[str, str]
    values: tuple[str, str]
    change: str
    interval: str
    picture: Markup
    p: str
    effect: str
    sentences: tuple[int, int, int]
    undefined: int
    bar: Markup
    verdict: str
    why: str


class Duel(NamedTuple):
    """Rows of figures, or of pairs, whose differences are drawn on one scale."""

    ruler: Markup
    rows: Sequence[Change]


def duels(scheme: Scheme, comparisons: Sequence[Mapping[str, Any]]) -> Duel:
    """The pairs of a comparison; only figures with the unit of the first are drawn."""
    unit = scheme.figures()[comparisons[0]["measure"]].unit
    drawn = [one for one in comparisons if scheme.figures()[one["measure"]].unit == unit]
    ends = [x for one in drawn for x in _difference(one)]
    scale = Scale.of([0.0, *ends], unit)
    return Duel(Markup(ruler(scale)), [_change(scheme, one, scale) for one in comparisons])


def _difference(pair: Mapping[str, Any]) -> Estimate:
    return Estimate(*(_number(x) for x in (pair["difference"], *pair["interval"])))


def _number(value: float | None) -> float:
    return math.nan if value is None else value


def _change(scheme: Scheme, pair: Mapping[str, Any], scale: Scale) -> Change:
    name, found = pair["measure"], _difference(pair)
    axis = Axis.of(scheme, name)
    one_unit = axis.unit == scale.unit
    wins = pair["wins"], pair["ties"], pair["losses"]
    low, high = (signed(end, axis.unit, DIGITS) for end in (found.low, found.high))
    return Change(
        measure=name,
        title=titles(scheme)[name],
        names=(pair["a"], pair["b"]),
        values=(axis.text(_number(pair["value_a"])), axis.text(_number(pair["value_b"]))),
        change=signed(found.value, axis.unit, DIGITS),
        interval="" if math.isnan(found.low) else f"{low} to {high}",
        picture=Markup(whisker(scale, found, hollow=not pair["significant"], zero=True) if one_unit else ""),
        p=p_value(_number(pair["p"])),
        effect=signed(_number(pair["effect"]), "mean", DIGITS),
        sentences=wins,
        undefined=pair["undefined"],
        bar=Markup(shares(_kinds(axis, wins))),
        verdict=_verdict(axis, found.value, significant=pair["significant"]),
        why=pair["reason"],
    )  # fmt: skip


def _verdict(axis: Axis, change: float, *, significant: bool) -> str:
    if not significant or axis.better == "neither":
        return "changed" if significant else ""
    return "better" if (change > 0) == (axis.better == "higher") else "worse"


def _kinds(axis: Axis, wins: Sequence[int]) -> list[tuple[str, int]]:
    """The parts of a bar of sentences: where b is better, where both are equal, where it is worse."""
    kinds = ("better", "equal", "worse")
    if axis.better == "lower":
        kinds = kinds[::-1]
    return list(zip(kinds, wins, strict=True))


class Rank(NamedTuple):
    """An entry among others."""

    entry: Entry
    text: str
    interval: str
    picture: Markup
    letters: str
    scored: int
    total: int


class Ranked(NamedTuple):
    """Entries by a figure, the best first."""

    title: str
    ruler: Markup
    rows: Sequence[Rank]


def ranked(
    scheme: Scheme, figure: str, entries: Sequence[Entry], results: Sequence[Mapping[str, Any]]
) -> Ranked:
    """Entries with their figure over the sentences that were compared, and their letters."""
    axis = Axis.of(scheme, figure)
    found = [
        Estimate(
            _number(one["measures"][figure]), *(one["intervals"][figure] or (math.nan, math.nan))
        )
        for one in results
    ]
    scale = Scale.of([x for one in found for x in one], axis.unit)
    sign = 1 if axis.better == "lower" else -1
    order = sorted(
        range(len(entries)),
        key=lambda at: (math.isnan(found[at].value), sign * found[at].value, at),
    )
    rows = [
        Rank(
            entries[at], axis.text(found[at].value), interval(found[at], axis),
            Markup(whisker(scale, found[at])), results[at]["letters"][figure],
            results[at]["sentences"]["scored"], results[at]["sentences"]["total"],
        )
        for at in order
    ]  # fmt: skip
    return Ranked(axis.title, Markup(ruler(scale)), rows)
