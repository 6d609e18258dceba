"""Charts of how a figure is spread: by length of sentences, by label, and over sentences."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import altair as alt

from karat.analysis.contest import Contest
from karat.analysis.spread import Class, Spread
from karat.reports.html import look
from karat.reports.html.axes import Axis, listed, many
from karat.reports.html.chart import Chart, missing
from karat.reports.table import Estimate, Table

# How many labels have a place in the chart; the table has all of them.
LABELS = 15
_STEP = 18
_TALL = 260


def by_length(spread: Spread, contest: Contest) -> Chart:
    """Lines over groups of sentences of similar length, with intervals and numbers of sentences."""
    axis, scheme = Axis.of(spread.scheme, spread.measure), str(spread.scheme)
    groups, names = spread.lengths, look.distinct(spread.systems)
    if len(groups) < 2:
        why = f"No chart by length: all sentences have {groups[0].name} words."
        return missing("charts", "length", why, scheme)
    rows = [
        {
            "group": look.key(at, group.name, f"{group.sentences:,}"), "words": group.name,
            "system": name, "value": axis.number(one.value), "low": axis.number(one.low),
            "high": axis.number(one.high), "sentences": f"{group.sentences:,}",
            "told": look.told(axis, one),
        }
        for at, group in enumerate(groups)
        for name, one in zip(names, group.figures, strict=True)
    ]  # fmt: skip
    if not look.known(rows, "value"):
        why = f"No chart by length: {axis.title} is undefined for every group."
        return missing("charts", "length", why, scheme)
    title = ["words in the sentence,", "and the number of sentences"]
    base = look.chart().encode(
        x=alt.X("group:O", sort=None, title=title, axis=look.lines(), scale=alt.Scale(type="band")),
        xOffset=alt.XOffset("system:N", scale=alt.Scale(domain=names, paddingOuter=1)),
        tooltip=look.tooltip(words="words", system="system", told=axis.title, sentences="sentences"),
    )  # fmt: skip
    value = alt.Y("value:Q", title=axis.label, scale=alt.Scale(zero=False))
    colour = look.by_system(names)
    lines = base.mark_line(strokeWidth=1.5, opacity=0.55).encode(y=value, color=colour["color"])
    ends = base.mark_rule(strokeWidth=2, opacity=0.8).encode(
        y=alt.Y("low:Q", title=axis.label), y2="high:Q", color=colour["color"]
    )
    dots = base.mark_point(filled=True, size=70, opacity=1).encode(y=value, **colour)
    layers = (lines, ends, dots) if look.known(rows, "low") else (lines, dots)
    table = Table(
        ["words", "sentences", *names],
        [[one.name, one.sentences, *(Estimate(x.value, x.low, x.high) for x in one.figures)]
         for one in groups],
        dict.fromkeys(names, axis.unit),
    )  # fmt: skip
    return Chart(
        "charts", "length", _length_title(spread, axis, names),
        f"{axis.title} of sentences of similar length, over {over(contest)}. Vertical lines are "
        "intervals: the fewer sentences a group has, the longer they are.",
        table, look.spec(*layers, height=_TALL, rows=rows), scheme,
    )  # fmt: skip


def _length_title(spread: Spread, axis: Axis, names: Sequence[str]) -> str:
    groups = spread.lengths
    if len(names) > 1:
        return _ahead(
            axis, names, [[x.value for x in one.figures] for one in groups],
            "at every length", f"in {{}} of {len(groups)} groups of lengths",
        )  # fmt: skip
    first, last = groups[0], groups[-1]
    ends = [axis.text(one.figures[0].value) for one in (first, last)]
    if ends[0] == ends[1]:
        return f"{axis.title} is {ends[0]} for the shortest sentences and for the longest"
    return (
        f"{axis.title} is {ends[0]} for sentences of {first.name} words and {ends[1]} for those of "
        f"{last.name} words"
    )


def _ahead(
    axis: Axis, names: Sequence[str], rows: Sequence[Sequence[float]], everywhere: str, some: str
) -> str:
    """Which system has the best figure most often."""
    found = Counter(at for at in map(axis.ahead, map(list, rows)) if at is not None)
    if not found:
        return f"No system has the {axis.best} {axis.title} alone anywhere"
    (best, times), *others = found.most_common()
    if others and others[0][1] == times:
        tied = [look.short(names[at]) for at, number in found.most_common() if number == times]
        return f"{listed(tied)} each have the {axis.best} {axis.title} {some.format(times)}"
    where = everywhere if times == len(rows) else some.format(times)
    return f"{look.short(names[best])} has the {axis.best} {axis.title} {where}"


def over(contest: Contest) -> str:
    """Which sentences a figure is over."""
    if contest.compared < contest.total:
        return f"the {contest.compared:,} of {contest.total:,} sentences that were compared"
    return many(contest.compared, "sentence")


def by_key(spread: Spread, contest: Contest) -> Chart:
    """Points for the most frequent labels, systems side by side."""
    scheme, keys = str(spread.scheme), spread.keys
    if keys is None or not keys.groups:
        return missing("labels", "label", f"No chart by label: {scheme} has no labels.", scheme)
    axis, names = Axis.of(spread.scheme, keys.measure), look.distinct(spread.systems)
    groups = keys.groups[:LABELS]
    kind = keys.kind
    rows = [
        {
            "key": look.key(at, f"{look.short(group.key)}{look.LTR}  {group.gold:,}"),
            "label": look.short(group.key, 80),
            "system": name, "value": axis.number(value), "told": axis.text(value),
            "gold": f"{group.gold:,}", "least": axis.number(min(known)), "most": axis.number(max(known)),
        }
        for at, group in enumerate(groups)
        for known in [[one for one in group.values if one == one] or [math.nan]]
        for name, value in zip(names, group.values, strict=True)
    ]  # fmt: skip
    if not look.known(rows, "value"):
        why = f"No chart by {kind}: {axis.title} is undefined for every {kind}."
        return missing("labels", "label", why, scheme)
    base = look.chart().encode(
        y=alt.Y("key:N", sort=None, title=None, axis=look.lines()),
        tooltip=look.tooltip(label=kind, system="system", told=axis.title, gold="in gold"),
    )
    value = alt.X("value:Q", title=axis.label, scale=alt.Scale(zero=False))
    spans = base.mark_rule(style="range").encode(x=alt.X("least:Q", title=axis.label), x2="most:Q")
    dots = base.mark_point(filled=True, size=80, opacity=0.9).encode(
        x=value, **look.by_system(names)
    )
    table = Table(
        [kind, "gold", *names],
        [[one.key, one.gold, *one.values] for one in keys.groups],
        dict.fromkeys(names, axis.unit),
    )
    height = look.tall(len(groups), 1, _STEP, 4)
    return Chart(
        "labels", "label", _key_title(axis, names, groups, kind),
        f"{axis.title} by {kind}, over {over(contest)}, for {_of_all(len(groups), len(keys.groups))} "
        f"{kind}s; beside each {kind}, how often gold has it.",
        table, look.spec(spans, dots, height=height, rows=rows), scheme,
    )  # fmt: skip


def _of_all(shown: int, every: int) -> str:
    return f"the {shown} most frequent of {every}" if shown < every else f"all {every}"


def _key_title(axis: Axis, names: Sequence[str], groups: Sequence[Any], kind: str) -> str:
    if len(names) > 1:
        return _ahead(
            axis, names, [one.values for one in groups],
            f"for each of the {len(groups)} most frequent {kind}s",
            f"for {{}} of the {len(groups)} most frequent {kind}s",
        )  # fmt: skip
    known = sorted((one.values[0], one.key) for one in groups if one.values[0] == one.values[0])
    (low, worst), (high, best) = known[0], known[-1]
    if low == high:
        return (
            f"{axis.title} is {axis.text(low)} for each of the {len(known)} most frequent {kind}s"
        )
    return (
        f"Among frequent {kind}s, {axis.title} is lowest for {look.short(worst)} ({axis.text(low)}) and "
        f"highest for {look.short(best)} ({axis.text(high)})"
    )


def distribution(spread: Spread, contest: Contest) -> Chart:
    """Bars: how many sentences have which score."""
    axis, scheme = Axis.of_each(spread.scheme, spread.measure), str(spread.scheme)
    found, names = spread.histogram, look.distinct(spread.systems)
    if not found.classes:
        why = f"No chart of sentence scores: {axis.title} is undefined for every sentence."
        return missing("charts", "distribution", why, scheme)
    begins = [f"{axis.number(one.low):g}" for one in found.classes]
    rows = [
        {
            "begin": look.key(at, begin), "class": class_of(one, axis), "system": name,
            "sentences": number, "told": f"{number:,}",
        }
        for at, (begin, one) in enumerate(zip(begins, found.classes, strict=True))
        for name, number in zip(names, one.sentences, strict=True)
    ]  # fmt: skip
    exact = found.classes[-1].low == found.classes[-1].high
    last = [f"{begins[-1]}: exactly {begins[-1]}"] if exact and len(begins) > 1 else []
    bars = look.chart().mark_bar().encode(
        x=alt.X("begin:O", sort=None, axis=look.lines(), title=[axis.of_sentence, *last]),
        xOffset=alt.XOffset("system:N", scale=alt.Scale(domain=names)),
        y=alt.Y("sentences:Q", title="sentences", axis=alt.Axis(tickMinStep=1)),
        tooltip=look.tooltip(**{"class": axis.title}, system="system", told="sentences"),
        **look.by_system(names, shapes=False),
    )  # fmt: skip
    lost = {name: number for name, number in zip(names, found.undefined, strict=True) if number}
    without = (
        f" Sentences for which it is undefined: {listed([f'{k} {v:,}' for k, v in lost.items()])}."
        if lost
        else ""
    )
    table = Table(
        [f"{axis.title} of a sentence", *names],
        [[class_of(one, axis), *one.sentences] for one in found.classes],
    )
    return Chart(
        "charts", "distribution", _distribution_title(spread, axis, names),
        f"How many sentences have which {axis.title}, of {over(contest)}. Each group of bars begins at "
        f"the number below it.{without}",
        table, look.spec(bars, height=_TALL, rows=rows), scheme,
    )  # fmt: skip


def class_of(one: Class, axis: Axis) -> str:
    """The scores of a class in words."""
    low, high = (f"{axis.number(end):g}" for end in (one.low, one.high))
    return f"exactly {low}" if one.low == one.high else f"{low} to below {high}"


def _distribution_title(spread: Spread, axis: Axis, names: Sequence[str]) -> str:
    last = spread.histogram.classes[-1]
    if axis.unit == "share" and axis.better == "higher" and last.low == last.high == 1:
        found = [
            f"{n:,} ({look.short(name)})" for name, n in zip(names, last.sentences, strict=True)
        ]
        return f"Sentences with {axis.title} 100: {listed(found)}"
    found = [
        f"{axis.text(one)} ({look.short(name)})"
        for name, one in zip(names, spread.histogram.medians, strict=True)
    ]
    return f"The median of {axis.title} over sentences: {listed(found)}"
