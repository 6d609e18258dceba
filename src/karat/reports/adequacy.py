"""How adequacy is printed."""

import math
from collections.abc import Sequence
from typing import Any

from karat.analysis.adequacy import Figure, Fitness, Profile
from karat.reports.table import Table, render


def _with_interval(figure: Figure, digits: int, factor: int = 100) -> str:
    if math.isnan(figure.value):
        return "–"
    shown = [f"{factor * x:.{digits}f}" for x in (figure.value, figure.low, figure.high)]
    return "{} [{}, {}]".format(*shown)


def tables(profile: Profile, found: Sequence[Fitness], output: str, digits: int) -> str:
    """Fitness, then each need, then the task."""
    names = [one.system for one in found]
    rows: list[list[Any]] = [
        ["fitness", "", *(_with_interval(one.fitness, digits) for one in found)]
    ]
    for need in profile.needs:
        cells = [_with_interval(one.needs[str(need)], digits) for one in found]
        rows.append([str(need), f"{need.measure} × {need.weight:g}", *cells])
    if any(one.task for one in found):
        rows.append(
            ["task", "mean", *(_with_interval(one.task, digits + 2, 1) if one.task else "" for one in found)]
        )  # fmt: skip
        for scheme in found[0].correlations:
            cells = [
                _with_interval(one.correlations[scheme], 2, 1) if one.correlations else ""
                for one in found
            ]
            rows.append([f"task with {scheme}", "Spearman", *cells])
    text = render(Table([profile.name, "measure × weight", *names], rows), output, digits)
    undefined = [str(need) for need in profile.needs if math.isnan(found[0].needs[str(need)].value)]
    if undefined and output == "table":
        text += f"\nleft out, because gold has none: {', '.join(undefined)}\n"
    return text


def as_dict(profile: Profile, found: Sequence[Fitness]) -> dict[str, Any]:
    """The same for programs."""

    def plain(figure: Figure | None) -> dict[str, float | None] | None:
        if figure is None:
            return None
        values = {"value": figure.value, "low": figure.low, "high": figure.high}
        return {name: None if math.isnan(value) else value for name, value in values.items()}

    return {
        "profile": profile.name,
        "systems": [
            {
                "system": one.system,
                "fitness": plain(one.fitness),
                "needs": {name: plain(figure) for name, figure in one.needs.items()},
                "task": plain(one.task),
                "correlations": {name: plain(f) for name, f in one.correlations.items()},
            }
            for one in found
        ],
    }
