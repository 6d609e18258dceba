"""How the results of ``karat adequacy`` are printed."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from karat.analysis.adequacy import Compared, Fitness
from karat.analysis.needs import Profile
from karat.reports.intervals import about_intervals
from karat.reports.table import Style, Table, render, with_interval
from karat.reports.tidy import Row, tidy_csv


def tables(profile: Profile, found: Sequence[Fitness], style: Style) -> str:
    """A table of fitness, of each need, and of the task; one column per system."""
    if style.output == "csv":
        return tidy_csv(row for one in found for row in _tidy(profile, one))
    digits, names = style.digits, [one.system for one in found]
    rows = [["fitness", "", *(with_interval(one.fitness, digits) for one in found)]]
    for need in profile.needs:
        cells = [with_interval(one.needs[str(need)], digits) for one in found]
        rows.append([str(need), f"{need.measure} × {need.weight:g}", *cells])
    if any(one.task for one in found):
        cells = [with_interval(one.task, digits + 2, "mean") for one in found]
        rows.append(["task", "mean", *cells])
        for scheme in found[0].correlations:
            cells = [with_interval(one.correlations.get(scheme), digits, "mean") for one in found]
            rows.append([f"task with {scheme}", "Spearman", *cells])
    return render(Table([profile.name, "measure × weight", *names], rows), style)


def _tidy(profile: Profile, one: Fitness) -> Iterator[Row]:
    """The figures of a system; those of needs have the need as their group."""
    yield Row(one.system, "", "fitness").estimated(one.fitness)
    for need in profile.needs:
        row = Row(one.system, str(need.scheme), need.measure, group_kind="need", group=str(need))
        yield row.estimated(one.needs[str(need)])
    if one.task:
        yield Row(one.system, "", "task", unit="mean").estimated(one.task)
    for scheme, found in one.correlations.items():
        yield Row(one.system, scheme, "spearman", unit="mean").estimated(found)


def remarks(found: Sequence[Fitness], samples: int, seed: int) -> str:
    """What affects the figures: needs that were left out, sentences without a score, notes."""
    lines = []
    if found[0].absent:
        lines.append(f"left out for every system, gold has none: {', '.join(found[0].absent)}")
    if found[0].unknown:
        labels = ", ".join(f"{label} ({need})" for label, need in found[0].unknown)
        lines.append(f"labels of needs that gold does not have: {labels}")
    for one in found:
        lost = [n for n, f in one.needs.items() if math.isnan(f.value) and n not in one.absent]
        if lost:
            lines.append(f"{one.system}: left out, no scored sentence has any: {', '.join(lost)}")
        for scheme, compared in one.schemes.items():
            lines += _failed(one.system, scheme, compared)
    lines += _notes(found)
    shown = [
        figure
        for one in found
        for figure in (one.fitness, *one.needs.values(), *([one.task] if one.task else []))
    ]
    lines.append(about_intervals(samples, seed, shown))
    return "\n".join(lines) + "\n"


def _failed(system: str, scheme: str, compared: Compared) -> list[str]:
    failed, total = compared.sentences["failed"], compared.sentences["total"]
    if not failed:
        return []
    said, other = "count as missed", "to leave them out: --failed drop"
    if compared.failed == "drop":
        said, other = "are left out", "to count them as missed: --failed empty"
    why = f"{said} (failed={compared.failed}); {other}"
    return [f"{system}, {scheme}: {failed} of {total} sentences have no score and {why}"]


def _notes(found: Sequence[Fitness]) -> list[str]:
    """Every note once, with the systems that it concerns, unless it concerns all of them."""
    lines = []
    for scheme in found[0].schemes:
        notes = {one.system: one.schemes[scheme].notes for one in found}
        for note in dict.fromkeys(note for some in notes.values() for note in some):
            about = [system for system, some in notes.items() if note in some]
            who = "" if len(about) == len(found) else f", {', '.join(about)}"
            lines.append(f"note: {scheme}{who}: {note}")
    return lines


def as_dict(profile: Profile, found: Sequence[Fitness], samples: int, seed: int) -> dict[str, Any]:
    """The same for JSON, unrounded."""
    return {
        "profile": profile.name,
        "absent": list(found[0].absent),
        "unknown": [{"label": label, "need": need} for label, need in found[0].unknown],
        "samples": samples,
        "seed": seed,
        "systems": [
            {
                "system": one.system,
                "fitness": vars(one.fitness),
                "needs": {name: vars(figure) for name, figure in one.needs.items()},
                "task": vars(one.task) if one.task else None,
                "correlations": {name: vars(figure) for name, figure in one.correlations.items()},
                "schemes": {
                    name: {"failed": scheme.failed, "sentences": dict(scheme.sentences)}
                    for name, scheme in one.schemes.items()
                },
            }
            for one in found
        ],
    }
