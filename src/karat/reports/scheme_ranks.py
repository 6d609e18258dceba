"""The report of ``karat compare --schemes``: how far schemes agree, and where they do not."""

import math
import shlex
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from karat import __version__
from karat.analysis.scheme_ranks import FEWEST, Agreement, Disagreement, Side
from karat.engine.results import Run
from karat.model.scheme import Scheme
from karat.reports.table import Style, Table, dumps, figure, render


class Files(NamedTuple):
    """What was compared: gold, the path of each system, and the options with which they were read."""

    gold: str
    systems: Mapping[str, str]
    options: tuple[str, ...] = ()

    def show(self, example: Disagreement) -> str:
        """The command that shows a sentence; empty if no scheme can, or standard input was read."""
        paths = self.gold, self.systems[example.system]
        drawn = [s.scheme for s in example.sides if s.scheme.picture]
        if not drawn or "-" in paths:
            return ""
        scheme = drawn[0].drawn_as or str(drawn[0])
        which = ["-n", str(example.sentence), "--scheme", scheme]
        return shlex.join(["karat", "show", *paths, *which, *self.options])


def text(
    agreements: Sequence[Agreement], measures: Mapping[Scheme, str], style: Style, files: Files
) -> str:
    """The correlations, then the sentences that schemes rank most differently; CSV has the former."""
    parts = [render(correlations(agreements, measures, style.output), style)]
    if style.output == "table":
        parts.append("".join(f"{line}\n" for line in legend(agreements, style)))
        found = (_examples(one, measures, style, files) for one in agreements)
        parts += ["".join(f"{line}\n" for line in lines) for lines in found]
    return "\n".join(parts)


def as_json(run: Run, agreements: Sequence[Agreement], measures: Mapping[Scheme, str]) -> str:
    gold = {"path": run.gold, "sha256": run.sha256, "sentences": run.sentences}
    return dumps({
        "karat": __version__,
        "gold": gold,
        "schemes": [
            {
                "a": figure_name(one.schemes[0], measures), "b": figure_name(one.schemes[1], measures),
                "over_systems": one.over_systems, "systems": len(one.over_sentences),
                "over_sentences": dict(one.over_sentences), "sentences": one.sentences,
                "examples": [_example(example, measures) for example in one.examples],
            }
            for one in agreements
        ],
    })  # fmt: skip


def _example(one: Disagreement, measures: Mapping[Scheme, str]) -> dict[str, Any]:
    sides = {
        key: {
            "figure": figure_name(side.scheme, measures), "value": side.value, "above": side.above,
            "counts": dict(side.counts), "status": side.status,
        }
        for key, side in zip("ab", one.sides, strict=True)
    }  # fmt: skip
    return {"system": one.system, "sentence": one.sentence, "apart": one.size, **sides}


def figure_name(scheme: Scheme, measures: Mapping[Scheme, str]) -> str:
    return f"{scheme}.{measures[scheme]}"


def correlations(
    agreements: Sequence[Agreement], measures: Mapping[Scheme, str], output: str
) -> Table:
    """One row for each pair of schemes; CSV has one row for each system."""
    if output == "csv":
        rows: list[list[Any]] = [
            [
                *(figure_name(scheme, measures) for scheme in one.schemes),
                system,
                value,
                one.over_systems,
            ]
            for one in agreements
            for system, value in one.over_sentences.items()
        ]
        return Table(["a", "b", "system", "over_sentences", "over_systems"], rows)
    rows = []
    for one in agreements:
        known = [value for value in one.over_sentences.values() if not math.isnan(value)]
        middle = sum(known) / len(known) if known else math.nan
        ends = (min(known), max(known)) if known else (math.nan, math.nan)
        names = " and ".join(figure_name(scheme, measures) for scheme in one.schemes)
        rows.append([names, *map(_correlation, (one.over_systems, middle, *ends))])
    return Table(["schemes", "systems", "sentences", "lowest", "highest"], rows)


def _correlation(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.2f}"


def legend(agreements: Sequence[Agreement], style: Style) -> list[str]:
    systems = len(agreements[0].over_sentences)
    said = (
        "Spearman's rank correlation of two schemes: 1 is the same order, 0 no relation, -1 the reverse. "
        f"systems: over the {systems} systems. "
        if systems >= FEWEST
        else f"Spearman's rank correlation of two schemes: 1 is the same order, 0 no relation, -1 the "
        f"reverse. systems: needs at least {FEWEST} systems, and there {_are(systems)}. "
    )
    said += (
        f"sentences: over up to {max(one.sentences for one in agreements)} sentences of a system, the "
        "mean over the systems; lowest and highest: the systems with the least and the most agreement. "
        "percentile: how many of 100 sentences are ranked lower, those ranked alike counting half."
    )
    return textwrap.wrap(said, style.width or 80, break_on_hyphens=False)


def _are(number: int) -> str:
    return "is 1" if number == 1 else f"are {number}"


def _examples(
    one: Agreement, measures: Mapping[Scheme, str], style: Style, files: Files
) -> Iterator[str]:
    """The sentences that two schemes rank most differently, with the counts behind it."""
    first, second = (figure_name(scheme, measures) for scheme in one.schemes)
    if not one.examples:
        yield f"{first} and {second} rank all sentences alike."
        return
    yield f"Sentences that {first} and {second} rank most differently:"
    for example in one.examples:
        yield f"  sentence {example.sentence}, {example.system}"
        for side in example.sides:
            value = _value(side, measures, style.digits)
            said = f"{figure_name(side.scheme, measures)} {value}: {_counts(side)}"
            said += f"; percentile {100 * side.above:.0f}"
            yield from textwrap.wrap(
                said, (style.width or 80) - 4, initial_indent="    ", subsequent_indent="      ",
                break_on_hyphens=False,
            )  # fmt: skip
    if command := files.show(one.examples[0]):
        yield f"To look at one: {command}"


def _value(side: Side, measures: Mapping[Scheme, str], digits: int) -> str:
    return figure(side.value, side.scheme.figures()[measures[side.scheme]].unit, digits)


def _counts(side: Side) -> str:
    """The counts of a side with their names, and what is special about the sentence."""
    counts = [f"{name} {value:,.15g}" for name, value in side.counts.items()]
    return ", ".join([*counts, side.status] if side.status else counts)
