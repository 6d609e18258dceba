"""The sections of a report, from an Overview: what the page says without a script."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from karat import __version__
from karat.analysis.overview import Overview
from karat.reports.html.parts import Drawn, Page, Part, Section, System
from karat.reports.html.sections_errors import errors
from karat.reports.html.sections_failures import failures
from karat.reports.html.sections_figures import differences, summary
from karat.reports.html.sections_groups import labels, phenomena
from karat.reports.html.sections_methods import agreement, methods
from karat.reports.html.tables import shown
from karat.reports.terminal import printable

if TYPE_CHECKING:
    from karat.reports.html.chart import Chart

_INTRO = {
    "sentences": "Every sentence with gold and all systems. Each sentence and each selection has a link: "
    "the address of the page.",
}


def page_of(found: Overview, title: str, command: str, charts: "Sequence[Chart]" = ()) -> Page:
    """Everything that a page shows without a script."""
    return Page(
        title=printable(title),
        version=__version__,
        gold=printable(found.gold),
        sentences=f"{found.sentences:,} sentence{'s' * (found.sentences != 1)}",
        systems=[System(printable(name), printable(path)) for name, path in found.systems.items()],
        schemes=[printable(str(one)) for one in found.schemes],
        sections=list(sections_of(found, command, charts)),
    )


def sections_of(found: Overview, command: str, charts: "Sequence[Chart]" = ()) -> Iterator[Section]:
    """The sections in the order of the page; one with nothing to say is left out."""
    parts: dict[tuple[str, str], Iterable[Part]] = {
        ("summary", "Summary"): summary(found.comparison),
        ("charts", "Charts"): (),
        ("differences", "Differences"): differences(found.comparison),
        ("errors", "Errors"): errors(found),
        ("labels", "Labels"): labels(found),
        ("phenomena", "Phenomena"): phenomena(found),
        ("schemes", "Schemes"): agreement(found),
        ("failures", "Failures"): failures(found),
        ("sentences", "Sentences"): (),
        ("methods", "Methods"): [methods(found, __version__, command)],
    }
    numbers = {str(scheme): number for number, scheme in enumerate(found.schemes)}
    for (name, title), some in parts.items():
        drawn = [
            (numbers.get(one.scheme), _drawn(number, one))
            for number, one in enumerate(charts)
            if one.section == name
        ]
        filled = _with_charts(list(some), drawn)
        if filled or name == "sentences":
            yield Section(name, title, [_INTRO[name]] if name in _INTRO else [], filled)


def _drawn(number: int, one: "Chart") -> Drawn:
    table = shown(one.table, one.title) if one.spec else None
    return Drawn(number, printable(one.title), printable(one.description), table)


def _with_charts(parts: Sequence[Part], charts: Sequence[tuple[int | None, Drawn]]) -> list[Part]:
    """The parts with the charts of their scheme; charts of other schemes get a part of their own."""
    mine: dict[int | None, list[Drawn]] = {}
    for scheme, one in charts:
        mine.setdefault(scheme, []).append(one)
    found = [replace(part, charts=mine.pop(part.scheme, ())) for part in parts]
    return [*found, *(Part(scheme, charts=some) for scheme, some in mine.items())]
