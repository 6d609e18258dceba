"""A drawing in words, for those who do not see it."""

from collections.abc import Sequence

from karat.analysis.picture import Mark, Side
from karat.reports.svg.characters import clipped, printable
from karat.reports.svg.marks import said_of
from karat.reports.svg.panels import Panel
from karat.reports.svg.shared import KINDS, LIMITS, MARKS


def description(kind: str, shown: Sequence[Panel]) -> str:
    """What is seen: for each panel, how many rows have which mark, which are wrong, and what was left out."""
    return " ".join(_panel(kind, panel) for panel in shown)


def _panel(kind: str, panel: Panel) -> str:
    if panel.too_large:
        return f"{panel.name}: {_many(kind, len(panel.side.rows))}, not drawn."
    rows = [*panel.rows, *panel.below]
    counts = [(sign, sum(row.sign == sign for row in rows)) for sign in MARKS]
    told = [f"{count} {said_of(sign)}" for sign, count in counts if count and sign != " "]
    said = "; ".join(panel.said)
    first = f"{panel.name}{f' ({said})' if said else ''}: {_many(kind, len(rows))}"
    first += f", {', '.join(told)}." if told else "."
    wrong = _first([row.title for row in rows if row.sign not in "=· "])
    out = [f"{', '.join(_first(what))} ({why})" for why, what in _reasons(panel.side).items()]
    parts = [
        first,
        f"{'; '.join(wrong)}." if wrong else "",
        f"Left out: {'; '.join(out)}." if out else "",
    ]
    return " ".join(filter(None, parts))


def _reasons(side: Side) -> dict[str, list[str]]:
    """The reasons why rows and words were not compared, each with what it is about."""
    found: dict[str, list[str]] = {}
    for row in side.rows:
        if row.mark is Mark.NOT_COMPARED and row.why:
            found.setdefault(printable(row.why), []).append(clipped(row.label) or "()")
    for at, why in sorted(side.left_out.items()):
        found.setdefault(printable(why), []).append(clipped(side.words[at]) or '""')
    return found


def _first(some: list[str]) -> list[str]:
    """The first ones, and how many more there are."""
    most = LIMITS["described"]
    return some if len(some) <= most else [*some[:most], f"and {len(some) - most} more"]


def _many(kind: str, count: int) -> str:
    return f"{count} {KINDS[kind][count != 1]}"
