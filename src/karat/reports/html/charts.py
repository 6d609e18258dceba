"""All charts of a report, drawn by Vega-Lite from specifications that altair makes."""

from karat.analysis.overview import Overview
from karat.reports.html.chart import Chart as Chart
from karat.reports.html.chart import embedded as embedded


def charts_of(overview: Overview) -> list[Chart]:
    """The charts of every scheme, then those over all schemes; one that cannot be drawn says why."""
    from karat.reports.html import charts_against, charts_compared, charts_errors, charts_spread

    found, how = list[Chart](), overview.comparison.how
    contests = {one.scheme: one for one in overview.comparison.contests}
    for spread in overview.spreads:
        one = contests[spread.scheme]
        causes = overview.causes.get(spread.scheme, ())
        found += [
            charts_compared.differences(one, spread, how),
            charts_spread.by_length(spread, one),
            charts_spread.distribution(spread, one),
            *charts_against.pairs(spread, one),
            charts_spread.by_key(spread, one),
            *charts_errors.causes(causes, str(spread.scheme), overview.absent.get("causes", "")),
        ]
    return [*found, charts_compared.schemes(overview.comparison, overview.spreads)]
