"""From files to what a page says, and the work divided among processes."""

import importlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from karat.analysis.contest import How
from karat.analysis.overview import Overview
from karat.analysis.report_plan import Plan, compared, phenomena_of
from karat.engine.processes import Helpers
from karat.engine.tallying import Files
from karat.model.errors import InputError
from karat.reports.html.gold_text import GoldText, GoldWanted, gold_text
from karat.reports.html.system_data import SystemData, Wanted, system_data

if TYPE_CHECKING:
    from karat.reports.html.chart import Chart

# What the beginning of every page has, by which an older report is known.
GENERATOR = '<meta name="generator" content="karat '
# From how many sentences on, over systems and schemes, several processes compare them.
_MUCH = 1_000


class Gathered(NamedTuple):
    """What a page says, its charts, and the sentences of gold and of each system."""

    overview: Overview
    charts: "list[Chart]"
    gold: GoldText
    systems: list[SystemData]


def gathered(
    files: Files, plan: Plan, how: How, folder: str,
    progress: Callable[[int], None] = lambda position: None,
    steps: Callable[[int, int], None] = lambda done, every: None,
) -> "Gathered":  # fmt: skip
    """Everything that a page says, and the sentences of each system, which wait in files of a folder.

    This process computes figures, intervals and tests; others find errors and phenomena, and pack
    sentences.
    """
    texts = tuple(map(str, plan.schemes))
    work = plan.sentences * len(files.systems) * len(texts)
    with Helpers(len(files.systems) + bool(plan.rules) if work > _MUCH else 0) as helpers:
        waiting = [
            helpers.call(system_data, Wanted(files, name, texts, folder, how.measures))
            for name in files.systems
        ]
        reading = helpers.call(gold_text, GoldWanted(files, folder))
        shown = helpers.call(partial(phenomena_of, files), plan.rules)
        found = compared(files, plan, how, progress)
        # These take most of a second, in which the others work on.
        charts = _charts(found)
        systems = list[SystemData]()
        for result in waiting:
            steps(len(systems), len(waiting))
            systems.append(result().under(plan.schemes))
        phenomena, why = shown()
        gold = reading()
    if any(one != found.sha256 for one in (gold.sha256, *(one.sha256 for one in systems))):
        raise InputError(f"{files.gold}: the file was changed while it was read; try again")
    absent = {**plan.absent, **({"phenomena": why} if why else {})}
    by_scheme = zip(*(one.causes for one in systems), strict=True)
    found_causes = {
        scheme: tuple(one for one in sums if one)
        for scheme, sums in zip(plan.schemes, by_scheme, strict=True)
    }
    causes = {scheme: sums for scheme, sums in found_causes.items() if sums}
    lacking = [str(one) for one in plan.schemes if one not in causes]
    if lacking:
        absent["causes"] = f"there is no analysis of errors for {', '.join(lacking)}"
    whole = replace(found, causes=causes, phenomena=phenomena, absent=absent)
    from karat.reports.html.charts import error_charts

    return Gathered(whole, [*charts, *error_charts(whole)], gold, systems)


def _charts(found: Overview) -> "list[Chart]":
    """The charts of figures; the libraries that they and the page need are loaded."""
    importlib.import_module("karat.reports.html.build")
    from karat.reports.html.charts import compared_charts

    return compared_charts(found)
