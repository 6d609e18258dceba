"""From files to what a page says: which schemes, who compares what, and what could not be done."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from karat.analysis.contest import How
from karat.analysis.errors import inventories
from karat.analysis.overview import Overview, breakdowns_of, overview
from karat.analysis.phenomena_matrix import phenomena_matrix, rules_for
from karat.engine.documents import documents_of_file
from karat.engine.memory import outcome_of
from karat.engine.processes import Helpers
from karat.engine.tallying import Files, tallied_files
from karat.formats import usual_scheme
from karat.model.bank import Bank
from karat.model.errors import InputError, KaratError, no_sentences
from karat.model.scheme import Scheme
from karat.model.score import Score
from karat.reports.html.system_data import SystemData, Wanted, system_data
from karat.schemes import parse

if TYPE_CHECKING:
    from karat.reports.html.chart import Chart

# What the beginning of every page has, by which an older report is known.
GENERATOR = '<meta name="generator" content="karat '
# Schemes that a report shows beside the usual one, unless gold has more sentences than this.
COMPANIONS = {"evalb": ("deps",), "conll18": ("deps",)}
FEW = 10_000
# Phenomena are recognised in at most so many sentences, unless they are asked for.
FEW_FOR_PHENOMENA = 500
# From how many sentences on, over systems and schemes, several processes compare them.
_MUCH = 1_000
# The sentences by which it is decided whether a scheme fits gold.
_HEAD = 100


@dataclass(frozen=True, eq=False)
class Plan:
    """Gold through its views, the schemes, the rules that recognise phenomena ("": none), and why not."""

    gold: Bank
    schemes: tuple[Scheme, ...]
    rules: str
    absent: Mapping[str, str]


def planned(files: Files, schemes: Sequence[Scheme], phenomena: bool | None) -> Plan:
    """Read gold, and decide what is not given: without schemes, the usual ones."""
    gold = files.views.of_gold(files.gold_bank())
    if not len(gold):
        raise no_sentences(files.gold)
    absent = dict[str, str]()
    if not schemes:
        schemes, why = _usual(gold, parse(usual_scheme(files.gold, files.format)))
        absent |= {"schemes": why} if why else {}
    rules, why = _rules(gold, phenomena)
    absent |= {"phenomena": why} if why else {}
    return Plan(gold, tuple(schemes), rules, absent)


def _usual(gold: Bank, usual: Scheme) -> tuple[list[Scheme], str]:
    """The usual scheme with those that go with it, and why some do not."""
    companions = COMPANIONS.get(usual.name, ())
    if companions and len(gold) > FEW:
        listed = " and ".join(companions)
        return [usual], f"gold has more than {FEW:,} sentences: {listed} only with --scheme"
    head = gold.slice(0, min(_HEAD, len(gold)))
    found, why = [usual], list[str]()
    for scheme in map(parse, companions):
        reason = _unfit(scheme, usual, head)
        found += [] if reason else [scheme]
        why += [f"{scheme} is left out: {reason}"] if reason else []
    return found, "; ".join(why)


def _unfit(scheme: Scheme, usual: Scheme, gold: Bank) -> str:
    """Why a scheme does not fit gold; empty if it does."""
    try:
        if scheme.reads_names and inventories.note(usual, outcome_of(gold, gold, usual)):
            return "it reads labels of the Penn Treebank, and gold has others"
        outcome_of(gold, gold, scheme)
    except KaratError as error:
        return str(error).split("\n")[0]
    return ""


def _rules(gold: Bank, wanted: bool | None) -> tuple[str, str]:
    """The rules that recognise phenomena, or why there are none."""
    if wanted is False:
        return "", "not asked for"
    if wanted is None and len(gold) > FEW_FOR_PHENOMENA:
        return "", f"gold has more than {FEW_FOR_PHENOMENA:,} sentences: only with --phenomena"
    try:
        return rules_for(gold), ""
    except KaratError as error:
        if wanted:
            raise
        return "", str(error).split("\n")[0]


class Gathered(NamedTuple):
    """What a page says, its charts, and the sentences of each system."""

    overview: Overview
    charts: "list[Chart]"
    systems: list[SystemData]


def gathered(
    files: Files, plan: Plan, how: How, progress: Callable[[int], None] = lambda position: None,
    steps: Callable[[int, int], None] = lambda done, every: None,
) -> "Gathered":  # fmt: skip
    """Everything that a page says, and the sentences of each system.

    This process computes figures, intervals and tests; others find errors and phenomena, and pack
    sentences.
    """
    texts = tuple(map(str, plan.schemes))
    work = len(plan.gold) * len(files.systems) * len(texts)
    with Helpers(len(files.systems) + bool(plan.rules) if work > _MUCH else 0) as helpers:
        waiting = [
            helpers.call(system_data, Wanted(files, name, texts, how.measures))
            for name in files.systems
        ]
        shown = helpers.call(partial(_phenomena, files), plan.rules)
        found = _compared(files, plan, how, progress)
        # These take most of a second, in which the others work on.
        charts = _charts(found)
        systems = list[SystemData]()
        for result in waiting:
            steps(len(systems), len(waiting))
            systems.append(result().under(plan.schemes))
        phenomena, why = shown()
    if any(one.sha256 != found.sha256 for one in systems):
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

    return Gathered(whole, [*charts, *error_charts(whole)], systems)


def _charts(found: Overview) -> "list[Chart]":
    """The charts of figures; the libraries that they and the page need are loaded."""
    importlib.import_module("karat.reports.html.build")
    from karat.reports.html.charts import compared_charts

    return compared_charts(found)


def _compared(files: Files, plan: Plan, how: How, progress: Callable[[int], None]) -> Overview:
    """The systems compared with each other under every scheme."""
    done, tallied = tallied_files(
        files, plan.schemes, by=breakdowns_of(plan.schemes), twins=True, progress=progress
    )
    asked = "document" in (how.unit, how.strata)
    documents = documents_of_file(files.gold, files.layout, files.format, thorough=asked)
    return overview(done, tallied, how, files.systems, documents)


def _phenomena(files: Files, rules: str) -> tuple[tuple[Score, ...], str]:
    """The systems by phenomenon, or why that was not possible."""
    if not rules:
        return (), ""
    try:
        return phenomena_matrix(files, rules), ""
    except KaratError as error:
        return (), str(error).split("\n")[0]
