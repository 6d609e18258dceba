"""The sections of a report, from an Overview: what the page says without a script."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from karat import __version__
from karat.analysis.overview import Overview
from karat.reports.html.parts import Chart, Drawn, Page, Part, Section, System
from karat.reports.html.sections_errors import errors
from karat.reports.html.sections_failures import failures
from karat.reports.html.sections_figures import differences, summary
from karat.reports.html.sections_groups import labels, phenomena
from karat.reports.html.sections_methods import agreement, methods
from karat.reports.html.tables import shown
from karat.reports.terminal import printable

_INTRO = {
    "phenomena": "How often the phenomena of gold are found in the output of each system.",
    "sentences": "Every sentence with gold and all systems. Each sentence and each selection has a link: "
    "the address of the page.",
}


def page_of(found: Overview, title: str, command: str, charts: Sequence[Chart] = ()) -> Page:
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


def sections_of(found: Overview, command: str, charts: Sequence[Chart] = ()) -> Iterator[Section]:
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
    for (name, title), some in parts.items():
        filled = _with_charts(list(some), name, charts)
        if filled or name == "sentences":
            yield Section(name, title, [_INTRO[name]] if name in _INTRO else [], filled)


def _with_charts(parts: Sequence[Part], section: str, charts: Sequence[Chart]) -> list[Part]:
    """The parts with the charts of their section and scheme; charts of other schemes get a part."""
    mine: dict[int | None, list[Drawn]] = {}
    for number, one in enumerate(charts):
        if one.section == section:
            drawn = Drawn(number, one.title, one.description, shown(one.table, one.title))
            mine.setdefault(one.scheme, []).append(drawn)
    found = [replace(part, charts=mine.pop(part.scheme, ())) for part in parts]
    return [*found, *(Part(scheme, charts=some) for scheme, some in mine.items())]
