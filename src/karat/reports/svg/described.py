"""A drawing in words, for those who do not see it."""

from collections.abc import Sequence

from karat.reports.svg.panels import Panel
from karat.reports.svg.shared import KINDS, LIMITS, MARKS


def description(kind: str, shown: Sequence[Panel]) -> str:
    """What is seen: for each panel, how many rows have which mark, and which are wrong."""
    return " ".join(_panel(kind, panel) for panel in shown)


def _panel(kind: str, panel: Panel) -> str:
    if panel.too_large:
        return f"{panel.name}: {_many(kind, len(panel.side.rows))}, not drawn."
    rows = [*panel.rows, *panel.below]
    counts = [(sign, sum(row.sign == sign for row in rows)) for sign in MARKS]
    told = [f"{count} {_name(sign)}" for sign, count in counts if count and sign != " "]
    said = "; ".join(panel.said)
    first = f"{panel.name}{f' ({said})' if said else ''}: {_many(kind, len(rows))}"
    first += f", {', '.join(told)}." if told else "."
    wrong = [row.title for row in rows if row.sign not in "=· "]
    most = LIMITS["described"]
    more = [f"and {len(wrong) - most} more"] if len(wrong) > most else []
    return f"{first} {'; '.join(wrong[:most] + more)}." if wrong else first


def _many(kind: str, count: int) -> str:
    return f"{count} {KINDS[kind][count != 1]}"


def _name(sign: str) -> str:
    return "not compared" if sign == "·" else MARKS[sign][0]
