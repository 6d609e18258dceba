"""Charts for tests: an Overview of trees in memory, and a bare page that has nothing but charts."""

import html
from collections.abc import Mapping, Sequence
from importlib.resources import files

from karat.analysis.contest import How
from karat.analysis.errors.causes import analysed, causes_of
from karat.analysis.errors.sums import sums_of
from karat.analysis.overview import Overview, breakdowns_of, overview
from karat.api import as_bank
from karat.engine.memory import prepared, tallied_banks
from karat.reports.html.charts import Chart, charts_of, embedded
from karat.reports.html.library import Library
from karat.reports.html.policy import policy
from karat.schemes import parse

# Names and labels that would do harm if a chart took them for code, HTML or a template.
HOSTILE = (
    "<img/src=x/onerror=alert`1`>", '"+alert`1`+"', "'+alert`1`+'", 'x"]||alert`1`||datum["y',
    "datum['system']", "{{constructor}}", "${alert`1`}", "</script><script>alert`1`</script>",
    "light-dark#f00,#00f", "<!--", "a\\b\\u003c", "|", "L" * 100, "\u202egnirts\u202c", "مركب",
)  # fmt: skip

Trees = Sequence[str | None]


def overview_of(
    gold: Trees, systems: Mapping[str, Trees], schemes: Sequence[str], how: How | None = None
) -> Overview:
    """What a report says of trees in memory, with the causes of errors."""
    found = [parse(one) for one in schemes]
    pairs = {
        name: prepared(as_bank(list(gold)), as_bank(list(trees))) for name, trees in systems.items()
    }
    tallied = [
        tallied_banks(*pair, name, scheme, breakdowns_of(found))
        for name, pair in pairs.items()
        for scheme in found
    ]
    made = overview(tallied[0].run, tallied, how or How(samples=100), dict.fromkeys(systems, ""))
    causes = {
        scheme: tuple(sums_of(causes_of(*pair, name, scheme)) for name, pair in pairs.items())
        for scheme in found
        if scheme.name in analysed()
    }
    return Overview(**{**vars(made), "causes": causes})


def named(found: Overview) -> dict[str, Chart]:
    """The charts of the first scheme, and those over all schemes, by name."""
    first = str(found.schemes[0])
    return {one.name: one for one in charts_of(found) if one.scheme in (first, "")}


def page_of(charts: Sequence[Chart]) -> str:
    """A page with these charts, under the policy of a report."""
    parts = files("karat.reports.html")
    style = ":root { color-scheme: light dark } " + parts.joinpath("charts.css").read_text("utf-8")
    script = parts.joinpath("charts.js").read_text("utf-8") + "\nkarat.charts.start();"
    with Library() as library:
        scripts = [library.script(), script]
    figures = "".join(
        f"<figure><figcaption>{html.escape(one.title)}</figcaption>"
        f'<div data-chart="{number}" role="img" aria-label="{html.escape(one.description)}"></div></figure>'
        for number, one in enumerate(charts)
        if one.spec
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>charts</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy(scripts, [style]))}">'
        f"<style>{style}</style></head><body><main>{figures}</main>"
        f'<script type="application/json" id="karat-charts">{embedded(charts)}</script>'
        + "".join(f"<script>{one}</script>" for one in scripts)
        + "</body></html>"
    )
