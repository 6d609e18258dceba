"""All charts of a report, drawn by Vega-Lite from specifications that altair makes."""

from karat.analysis.overview import Overview
from karat.reports.html.chart import Chart as Chart
from karat.reports.html.chart import embedded as embedded


def charts_of(overview: Overview) -> list[Chart]:
    """All charts; one that cannot be drawn says why."""
    return [*compared_charts(overview), *error_charts(overview)]


def compared_charts(overview: Overview) -> list[Chart]:
    """The charts of figures: of every scheme, then those over all schemes."""
    from karat.reports.html import charts_against, charts_compared, charts_spread

    found, how = list[Chart](), overview.comparison.how
    contests = {one.scheme: one for one in overview.comparison.contests}
    for spread in overview.spreads:
        one = contests[spread.scheme]
        found += [
            charts_compared.differences(one, spread, how),
            charts_spread.by_length(spread, one),
            charts_spread.distribution(spread, one),
            *charts_against.pairs(spread, one),
            charts_spread.by_key(spread, one),
        ]
    return [*found, charts_compared.schemes(overview.comparison, overview.spreads)]


def error_charts(overview: Overview) -> list[Chart]:
    """The charts of errors and their causes."""
    from karat.reports.html import charts_errors

    why = overview.absent.get("causes", "")
    schemes = [one.scheme for one in overview.spreads]
    return [
        chart
        for scheme in schemes
        for chart in charts_errors.causes(overview.causes.get(scheme, ()), str(scheme), why)
    ]
