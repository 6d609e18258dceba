"""Charts of the causes of errors: how many errors each has, and what the score would gain without them."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt

from karat.analysis.errors.sums import CauseSums
from karat.reports.errors import Wanted, ranked
from karat.reports.html import look
from karat.reports.html.axes import Axis, listed, many
from karat.reports.html.chart import Chart, missing
from karat.reports.table import Table

# How many causes have a place in the chart; the table has all of them.
CAUSES = 15


class _Bar(NamedTuple):
    """How long a bar is, and what stands at its end."""

    length: float | None
    text: str


def causes(systems: Sequence[CauseSums], scheme: str, why: str = "") -> list[Chart]:
    """The errors of each cause, and the rise if they were mended; ``why`` says why there are none."""
    if not systems:
        said = why or f"there is no analysis of errors for {scheme}"
        return [missing("errors", "causes", f"No chart of causes: {said}.", scheme)]
    if not any(one.causes for one in systems):
        return [missing("errors", "causes", "No chart of causes: there are no errors.", scheme)]
    by_errors, by_rise = (ranked(systems, Wanted(sort=sort)) for sort in ("errors", "rise"))
    return [_errors(systems, scheme, by_errors), _rises(systems, scheme, by_rise)]


def _errors(systems: Sequence[CauseSums], scheme: str, table: Table) -> Chart:
    numbers = _numbers(systems, table, "errors")
    first = next(iter(numbers))
    found = [
        f"{many(int(number), 'error')} ({look.short(name)})"
        for name, number in zip(_systems(systems), numbers[first], strict=True)
    ]
    every = {cause: [_Bar(one, f"{one:,.0f}") for one in some] for cause, some in numbers.items()}
    return Chart(
        "errors", "causes", f"The most frequent cause is {first}: {listed(found)}",
        f"How many errors each cause has{_more(table)}.",
        table, _bars(every, _systems(systems), ["errors"]), scheme,
    )  # fmt: skip


def _rises(systems: Sequence[CauseSums], scheme: str, table: Table) -> Chart:
    axis = Axis.of(systems[0].scheme, systems[0].measure)
    falls = axis.better == "lower"
    numbers = _numbers(systems, table, "rise")
    gains = {cause: [-one if falls else one for one in some] for cause, some in numbers.items()}
    first = next(iter(gains))
    best = max((one for one in gains[first] if one == one), default=0)
    change = "lower" if falls else "raise"
    found = [
        f"by {axis.text(number)} ({look.short(name)})"
        for name, number in zip(_systems(systems), gains[first], strict=True)
        if number == number
    ]
    title = f"Mending all errors of {first} would {change} {axis.title} {listed(found)}"
    if best <= 0:
        title = f"Mending one cause alone would not {change} {axis.title}"
    every = {
        cause: [_Bar(axis.number(one), axis.text(one)) for one in some]
        for cause, some in gains.items()
    }
    what = "falls" if falls else "rises"
    return Chart(
        "errors", "rise", title,
        f"How far {axis.title} {what} if the errors of one cause were mended, and no others{_more(table)}.",
        table, _bars(every, _systems(systems), [f"{what[:-1]} of {axis.title},", axis.points]), scheme,
    )  # fmt: skip


def _systems(systems: Sequence[CauseSums]) -> list[str]:
    return look.distinct([one.system for one in systems])


def _more(table: Table) -> str:
    left = len(table.rows) - CAUSES
    return f"; {left} more in the table" if left > 0 else ""


def _numbers(systems: Sequence[CauseSums], table: Table, field: str) -> dict[str, list[float]]:
    """For each cause, in the order of the table, a number of each system; none is 0."""
    found = [{cause.name: getattr(cause, field) for cause in one.causes} for one in systems]
    return {
        str(row[0]): [float(one.get(row[0], 0)) for one in found] for row in table.rows[:CAUSES]
    }


def _bars(
    numbers: dict[str, list[_Bar]], names: Sequence[str], title: list[str]
) -> dict[str, object]:
    """One bar for each cause and system, with its number at the end."""
    rows = [
        {"key": look.key(at, look.short(cause)), "cause": cause, "system": name, "value": value, "told": told}
        for at, (cause, some) in enumerate(numbers.items())
        for name, (value, told) in zip(names, some, strict=True)
    ]  # fmt: skip
    # There is room for the number at the end of the longest bar.
    lengths = [one.length or 0.0 for some in numbers.values() for one in some]
    ends = [min(0.0, *lengths), 1.2 * max(lengths) or 1.0]
    base = look.chart().encode(
        x=alt.X("value:Q", title=title, axis=alt.Axis(tickCount=5), scale=alt.Scale(domain=ends)),
        y=alt.Y("key:N", sort=None, title=None, axis=look.lines()),
        yOffset=alt.YOffset("system:N", scale=alt.Scale(domain=list(names), paddingOuter=0.35)),
        tooltip=look.tooltip(cause="cause", system="system", told=title[0]),
    )
    bars = base.mark_bar().encode(**look.by_system(names, shapes=False))
    texts = base.mark_text(align="left", dx=4, fontSize=11).encode(text="told:N")
    height = look.tall(len(numbers), len(names), 14 if len(names) > 1 else 18)
    return look.spec(bars, texts, height=height, rows=rows)
