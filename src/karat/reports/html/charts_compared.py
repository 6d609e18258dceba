"""Charts of what is compared: differences between systems, and the same systems under several schemes."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from karat.analysis.comparison import Comparison
from karat.analysis.contest import Contest, How, Pair
from karat.analysis.spread import Spread
from karat.model.scheme import Scheme
from karat.reports.compare import p_value, signed
from karat.reports.html import look
from karat.reports.html.axes import DIGITS, Axis, listed, share
from karat.reports.html.chart import Chart, missing
from karat.reports.table import Estimate, Table


def differences(one: Contest, spread: Spread, how: How) -> Chart:
    """Differences with intervals, one row for each figure that has the unit of the main one."""
    scheme, main = str(one.scheme), Axis.of(one.scheme, spread.measure)
    if not one.pairs:
        why = "No chart of differences: there is only one system."
        return missing("differences", "differences", why, scheme)
    axes = {name: Axis.of(one.scheme, name) for name in one.measures}
    pairs = [pair for pair in one.pairs if axes[pair.measure].unit == main.unit]
    base = "a" if how.all_pairs else one.pairs[0].a
    apart = [axis.title for axis in axes.values() if axis.unit != main.unit]
    lower = [
        axis.title for axis in axes.values() if axis.better == "lower" and axis.unit == main.unit
    ]
    said = [
        "Differences with their intervals",
        f"Right of the dashed line the figure is higher than that of {look.short(base)}",
        "Filled: significant; hollow: not significant",
    ]
    said += [f"Lower is better: {listed(lower)}"] if lower else []
    said += [f"Only in the table: {listed(apart)}"] if apart else []
    return Chart(
        "differences", "differences", _title(one.of(spread.measure), main, how), f"{'. '.join(said)}.",
        _table(one.pairs, axes, how), _forest(one, pairs, axes, how), scheme,
    )  # fmt: skip


def _forest(
    one: Contest, pairs: Sequence[Pair], axes: Mapping[str, Axis], how: How
) -> dict[str, Any]:
    """Points with intervals beside a line at 0."""
    every = list(dict.fromkeys(_name(pair, how) for pair in pairs))
    shown = dict(zip(every, look.distinct(every), strict=True))
    axis, names = axes[pairs[0].measure], list(shown.values())
    rows = [_row(pair, shown[_name(pair, how)], axes) for pair in pairs]
    title = f"difference, {axis.points}"
    # Systems have the same colours in every chart, the baseline among them.
    domain = names if how.all_pairs else look.distinct([score.system for score in one.scores])
    colour = look.by_system(domain, only=names)
    keys = list(dict.fromkeys(row["key"] for row in rows))
    y = {
        "y": alt.Y("key:N", title=None, axis=look.lines(), scale=alt.Scale(domain=keys)),
        "yOffset": alt.YOffset("system:N", scale=alt.Scale(domain=names, paddingOuter=0.7)),
        "tooltip": look.tooltip(figure="figure", system="system", told="difference", p="p"),
    }
    ends = look.chart().mark_rule(strokeWidth=2).encode(
        x=alt.X("low:Q", title=title), x2="high:Q", color=colour["color"], **y
    )  # fmt: skip
    value = alt.X("value:Q", title=title)
    layers = [look.chart("zero").mark_rule(style="guide").encode(x=value)]
    layers += [ends] if look.known(rows, "low") else []
    marked = {
        "real": [row for row in rows if row["real"]],
        "other": [row for row in rows if not row["real"]],
    }
    for name in marked:
        dots = look.chart(name).mark_point(filled=name == "real", size=80, strokeWidth=2, opacity=1)
        layers.append(dots.encode(x=value, **colour, **y))
    height = look.tall(len(keys), len(names), gap=16)
    return look.spec(*layers, height=height, rows=rows, zero=[{"value": 0}], **marked)


def _row(pair: Pair, name: str, axes: Mapping[str, Axis]) -> dict[str, Any]:
    """A difference as it is drawn."""
    axis, found = axes[pair.measure], pair.found
    low, high = found.interval
    return {
        "key": look.key(list(axes).index(pair.measure), axis.title), "figure": axis.title,
        "system": name, "value": axis.number(found.difference), "low": axis.number(low),
        "high": axis.number(high), "told": _told(pair, axis), "p": p_value(pair.p),
        "real": pair.significant,
    }  # fmt: skip


def _name(pair: Pair, how: How) -> str:
    return f"{pair.b} against {pair.a}" if how.all_pairs else pair.b


def _told(pair: Pair, axis: Axis) -> str:
    """A difference with its interval, for a reader."""
    value, *ends = (
        signed(one, axis.unit, DIGITS) for one in (pair.found.difference, *pair.found.interval)
    )
    return value if math.isnan(pair.found.interval[0]) else f"{value} [{ends[0]}, {ends[1]}]"


def _title(pairs: Sequence[Pair], axis: Axis, how: How) -> str:
    """What the main figure says."""
    if len(pairs) > 1:
        real = sum(pair.significant for pair in pairs)
        what, base = "pairs of systems differ", ""
        if not how.all_pairs:
            what, base = "systems differ", f" from {look.short(pairs[0].a)}"
        return f"{share(real, len(pairs))} {what} significantly{base} in {axis.title}"
    (pair,) = pairs
    a, b, found = look.short(pair.a), look.short(pair.b), pair.found
    if math.isnan(found.difference):
        return f"{a} and {b} cannot be compared in {axis.title}: {found.why}"
    if not found.difference:
        return f"{a} and {b} have the same {axis.title}"
    size = axis.text(abs(found.difference))
    where = "above" if found.difference > 0 else "below"
    verdict = "a significant difference" if pair.significant else "not a significant difference"
    return f"{axis.title} of {b} is {size} {where} that of {a}: {verdict}"


def _table(pairs: Sequence[Pair], axes: Mapping[str, Axis], how: How) -> Table:
    head = ["figure", "b" if how.all_pairs else "system", "against", "difference", "p"]
    rows = [
        [axes[pair.measure].title, pair.b, pair.a, _told(pair, axes[pair.measure]), p_value(pair.p)]
        for pair in pairs
    ]
    return Table(head, rows)


def schemes(found: Comparison, spreads: Sequence[Spread]) -> Chart:
    """The main figure of each scheme; those that are no shares are in the table only."""
    if len(found.contests) < 2:
        why = "No chart of schemes against each other: there is only one scheme."
        return missing("charts", "schemes", why)
    names = look.distinct(found.systems)
    measures = {one.scheme: one.measure for one in spreads}
    axes = {scheme: Axis.of(scheme, measure) for scheme, measure in measures.items()}
    cells = {
        one.scheme: [
            Estimate(score.measures[measures[one.scheme]], *score.intervals[measures[one.scheme]])
            for score in one.scores
        ]
        for one in found.contests
    }
    rows = [
        {
            "key": look.key(at, look.short(str(scheme), 34), axes[scheme].title), "scheme": str(scheme),
            "figure": axes[scheme].title, "system": name, "value": axes[scheme].number(cell.value),
            "low": axes[scheme].number(cell.low), "high": axes[scheme].number(cell.high),
            "told": look.told(axes[scheme], cell),
        }
        for at, (scheme, some) in enumerate(cells.items())
        if axes[scheme].unit == "share"
        for name, cell in zip(names, some, strict=True)
    ]  # fmt: skip
    apart = [str(scheme) for scheme, axis in axes.items() if axis.unit != "share"]
    only = f" Only in the table, because they are no shares: {listed(apart)}." if apart else ""
    table = Table(
        ["scheme", "figure", *names],
        [[str(scheme), axes[scheme].title, *(look.told(axes[scheme], one) for one in some)]
         for scheme, some in cells.items()],
    )  # fmt: skip
    return Chart(
        "charts", "schemes", _ranked(cells, axes, names),
        f"The main figure of each scheme, with its interval.{only} Schemes count different things, so "
        "only the order of the systems can be compared between them.",
        table, _dots(rows, names) if look.known(rows, "value") else {},
    )  # fmt: skip


def _dots(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> dict[str, Any]:
    """One row for each scheme, with the systems below each other."""
    base = look.chart().encode(
        y=alt.Y("key:N", sort=None, title=None, axis=look.lines()),
        yOffset=alt.YOffset("system:N", scale=alt.Scale(domain=list(names), paddingOuter=0.7)),
        tooltip=look.tooltip(scheme="scheme", figure="figure", system="system", told="value"),
    )
    scale, few = alt.Scale(zero=False), alt.Axis(tickCount=8)
    colour = look.by_system(names)
    ends = base.mark_rule(strokeWidth=2).encode(
        x=alt.X("low:Q", title="per cent", scale=scale, axis=few),
        x2="high:Q",
        color=colour["color"],
    )
    dots = base.mark_point(filled=True, size=80, opacity=1).encode(
        x=alt.X("value:Q", title="per cent", scale=scale, axis=few), **colour
    )
    layers = (ends, dots) if look.known(rows, "low") else (dots,)
    height = look.tall(len({row["key"] for row in rows}), len(names), gap=18)
    return look.spec(*layers, height=height, rows=rows)


def _ranked(
    cells: Mapping[Scheme, Sequence[Estimate]], axes: Mapping[Scheme, Axis], names: Sequence[str]
) -> str:
    """Whether the schemes rank the systems in the same order."""
    if len(names) == 1:
        return f"The figures of {look.short(names[0])} under {len(cells)} schemes"
    orders = {scheme: _order(some, axes[scheme]) for scheme, some in cells.items()}
    known = {scheme: order for scheme, order in orders.items() if order}
    if not known:
        return "No scheme ranks the systems: figures are undefined or equal"
    if len(set(known.values())) == 1 and len(known) == len(cells):
        ranked = ", ".join(look.short(names[at]) for at in next(iter(known.values())))
        every = share(len(cells), len(cells))
        return f"{every} schemes rank the systems in the same order: {ranked}"
    firsts: dict[int, list[str]] = {}
    for scheme, order in known.items():
        firsts.setdefault(order[0], []).append(scheme.name)
    if len(firsts) == 1 and len(known) == len(cells):
        every, first = share(len(cells), len(cells)), look.short(names[next(iter(firsts))])
        return f"{every} schemes put {first} first, but they do not order the others alike"
    said = [f"{look.short(names[at])} under {listed(some)}" for at, some in firsts.items()]
    tied = len(cells) - len(known)
    rest = (
        f"; {tied} of the schemes {'does' if tied == 1 else 'do'} not rank them all" if tied else ""
    )
    return f"The best system: {'; '.join(said)}{rest}"


def _order(some: Sequence[Estimate], axis: Axis) -> tuple[int, ...]:
    """The places of the systems, the best first; empty if some are equal or undefined."""
    values = [one.value for one in some]
    if any(map(math.isnan, values)) or len(set(values)) < len(values) or axis.better == "neither":
        return ()
    return tuple(sorted(range(len(values)), key=values.__getitem__, reverse=axis.better != "lower"))
