"""Reports of parsers side by side by the phenomena that they show, and of frequencies in a corpus."""

import json
import re
from collections.abc import Iterator
from typing import Any

from karat import __version__
from karat.analysis.frameworks import MEASURES, Frequencies, SideBySide
from karat.model.errors import InputError
from karat.model.measure import ratio
from karat.reports.intervals import about_intervals
from karat.reports.table import Style, Table, dumps, render, with_interval
from karat.reports.tidy import Row, tidy_csv


def tables(found: SideBySide, style: Style) -> str:
    """The figures of each system, and how often it recognised each phenomenon."""
    if style.output == "json":
        return dumps(as_dict(found))
    if style.output == "csv":
        return tidy_csv(_tidy(found))
    return render(_figures(found, style.digits), style) + "\n" + render(_phenomena(found), style)


def _figures(found: SideBySide, digits: int) -> Table:
    columns, total = found.columns, len(found.counted.names)
    rows: list[list[object]] = []
    for definition in columns[0].figures:
        for measure in MEASURES:
            cells = [with_interval(one.figures[definition][measure], digits) for one in columns]
            rows.append([f"{definition}: {measure}", *cells])
    shares = [f"{one.output}/{found.sentences}" for one in columns]
    rows.append(["sentences with output", *shares])
    rows.append(["rules", *(one.rules or "–" for one in columns)])
    rows.append(
        ["names that it can show", *("–" if one.shows is None else one.shows for one in columns)]
    )
    rows.append(["names that count", *[total] * len(columns)])
    return Table([found.gold, *(one.system for one in columns)], rows)


def _phenomena(found: SideBySide) -> Table:
    names = list(dict.fromkeys(name for one in found.columns for name in one.phenomena))
    items = {name: one.items for column in found.columns for name, one in column.phenomena.items()}
    names.sort(key=lambda name: -items[name])
    heads = [head for one in found.columns for head in (one.system, "errors")]
    rows = [[name, items[name], *_cells(found, name)] for name in names]
    return Table(["phenomenon", "items", *heads], rows)


def _cells(found: SideBySide, name: str) -> list[object]:
    cells: list[object] = []
    for column in found.columns:
        one = column.phenomena.get(name)
        cells += [one.found, one.errors] if one else [0, 0]
    return cells


def _tidy(found: SideBySide) -> Iterator[Row]:
    """Every figure of each system, and what it recognised of each phenomenon."""
    for one in found.columns:
        for definition, figures in one.figures.items():
            for name, value in figures.items():
                yield Row(one.system, definition, name).estimated(value)
        yield Row(one.system, "", "sentences_output", one.output, "count")
        yield Row(one.system, "", "sentences_total", found.sentences, "count")
        for phenomenon, some in one.phenomena.items():
            for name, count in vars(some).items():
                yield Row(one.system, "", f"{name}_count", count, "count", "phenomenon", phenomenon)


def remarks(found: SideBySide) -> str:
    """Over which names and sentences the figures are, and what was left out."""
    several = len(found.columns) > 1
    said, _ = found.counted.note()
    lines = [f"inventory{', common to all systems' if several else ''}: {said}"]
    for why, some in found.left_out.items():
        total = sum(some.values())
        listed = ", ".join(f"{name} {n}" for name, n in some.items())
        lines.append(
            f"{total} item{'s' * (total > 1)} left out of core and error ({why}): {listed}"
        )
    for one in found.columns:
        if one.experimental:
            lines.append(f"{one.system}: experimental: {', '.join(one.experimental)}")
        if one.output < found.sentences:
            missing = found.sentences - one.output
            lines.append(f"{one.system}: no output for {missing} of {found.sentences} sentences")
    shown = [x for one in found.columns for some in one.figures.values() for x in some.values()]
    lines.append(about_intervals(found.samples, found.seed, shown))
    lines += [f"signature {one.system}: {text}" for one in found.columns for text in one.signatures]
    return "\n".join(lines) + "\n"


def as_dict(found: SideBySide) -> dict[str, Any]:
    """The same for JSON, unrounded."""
    return {
        "karat": __version__,
        "gold": found.gold,
        "sentences": found.sentences,
        "inventory": sorted(found.counted.names),
        "left_out": {why: sorted(names) for why, names in found.counted.left_out.items()},
        "items_left_out": {why: dict(some) for why, some in found.left_out.items()},
        "samples": found.samples,
        "seed": found.seed,
        "systems": [
            {
                "system": one.system, "rules": one.rules, "can_show": one.shows,
                "experimental": list(one.experimental), "output": one.output,
                "signatures": list(one.signatures),
                "measures": {
                    definition: {name: vars(value) for name, value in figures.items()}
                    for definition, figures in one.figures.items()
                },
                "phenomena": {name: vars(some) for name, some in one.phenomena.items()},
            }
            for one in found.columns
        ],
    }  # fmt: skip


def frequency_table(found: Frequencies) -> Table:
    """How many sentences show each phenomenon."""
    return Table(
        ["phenomenon", "sentences", "share", "experimental"],
        [
            [
                name,
                count,
                ratio(count, found.sentences),
                "yes" if name in found.experimental else "no",
            ]
            for name, count in found.counts.items()
        ],
    )


def weights(found: Frequencies, source: str) -> str:
    """The shares as a TOML table of weights, which the scheme phenomena reads.

    >>> print(weights(Frequencies(4, {"passive": 1, "gapping": 0}), "x.mrg"), end="")
    # The share of the 4 sentences of x.mrg that show each phenomenon.
    default = 0
    passive = 0.25
    """
    if not found.sentences:
        raise InputError(f"{source}: no sentence can be read, so there are no frequencies")
    shares = {name: ratio(count, found.sentences) for name, count in found.counts.items() if count}
    source = " ".join(source.split())
    lines = [
        f"# The share of the {found.sentences} sentences of {source} that show each phenomenon.",
        "default = 0",
        *(f"{_key(name)} = {share:.6g}" for name, share in shares.items()),
    ]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    """A name as a key of TOML."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)
