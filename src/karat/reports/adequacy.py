"""How the results of ``karat adequacy`` are printed."""

import math
from collections.abc import Sequence
from typing import Any

from karat.analysis.adequacy import Figure, Fitness, Profile
from karat.reports.table import Style, Table, render


def _with_interval(figure: Figure | None, digits: int, factor: int = 100) -> str:
    if figure is None or math.isnan(figure.value):
        return "–" if figure else ""
    shown = [f"{factor * x:.{digits}f}" for x in (figure.value, figure.low, figure.high)]
    return "{} [{}, {}]".format(*shown)


def tables(profile: Profile, found: Sequence[Fitness], style: Style) -> str:
    """A table of fitness, of each need, and of the task; one column per system."""
    digits, names = style.digits, [one.system for one in found]
    rows = [["fitness", "", *(_with_interval(one.fitness, digits) for one in found)]]
    for need in profile.needs:
        cells = [_with_interval(one.needs[str(need)], digits) for one in found]
        rows.append([str(need), f"{need.measure} × {need.weight:g}", *cells])
    if any(one.task for one in found):
        cells = [_with_interval(one.task, digits + 2, 1) for one in found]
        rows.append(["task", "mean", *cells])
        for scheme in found[0].correlations:
            cells = [_with_interval(one.correlations.get(scheme), 2, 1) for one in found]
            rows.append([f"task with {scheme}", "Spearman", *cells])
    text = render(Table([profile.name, "measure × weight", *names], rows), style)
    undefined = [str(need) for need in profile.needs if math.isnan(found[0].needs[str(need)].value)]
    if undefined and style.output == "table":
        text += f"\nleft out, because gold has none: {', '.join(undefined)}\n"
    return text


def as_dict(profile: Profile, found: Sequence[Fitness]) -> dict[str, Any]:
    """The same for JSON, unrounded."""
    return {
        "profile": profile.name,
        "systems": [
            {
                "system": one.system,
                "fitness": vars(one.fitness),
                "needs": {name: vars(figure) for name, figure in one.needs.items()},
                "task": vars(one.task) if one.task else None,
                "correlations": {name: vars(figure) for name, figure in one.correlations.items()},
            }
            for one in found
        ],
    }
