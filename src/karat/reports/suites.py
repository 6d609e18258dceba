"""How runs of test suites are printed: as tables, or as one JSON document."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from karat import __version__
from karat.reports.table import Style, Table, dumps, render
from karat.suites.categories import Category, failed
from karat.suites.coverage import STATUS, Coverage, breakdown, tally
from karat.suites.diff import KINDS, Change
from karat.suites.failures import lexical
from karat.suites.items import Suite
from karat.suites.oracle import oracle
from karat.suites.runs import Run

# Figures that are not shares.
_UNITS = dict.fromkeys(("parse base", "analyses per token", "excess"), "mean")
_SHARES = {"coverage": "grammatical", "overgeneration": "ungrammatical"}


def _cells(score: Coverage, style: Style) -> dict[str, Any]:
    """The figures by their headings; an interval is one cell, but in CSV two."""
    cells: dict[str, Any] = {"items": score.counts["items"]}
    for name, whole in _SHARES.items():
        low, high = score.intervals[name]
        cells |= {whole: score.counts[whole], name: score.measures[name]}
        if style.output == "csv":
            cells |= {f"{name} low": low, f"{name} high": high}
        else:
            defined = not math.isnan(low)
            shown = f"{100 * low:.{style.digits}f}–{100 * high:.{style.digits}f}"
            cells[f"of {name} 95 %"] = shown if defined else "–"
    cells["parse base"] = score.measures["parse_base"]
    cells["analyses per token"] = score.measures["analyses_per_token"]
    return cells | dict(score.failures)


def _table(first: str, rows: Mapping[str, Coverage], style: Style) -> Table:
    """One row per score; a kind of failure that never happened has no column."""
    cells = [_cells(score, style) for score in rows.values()]
    failures = [name for name in STATUS if any(row[name] for row in cells)]
    heads = [name for name in cells[0] if name not in STATUS or name in failures] if cells else []
    # An interval is next to its figure, so that its heading need not name the figure.
    shown = [re.sub(r"^of \w+ ", "", name) for name in heads]
    table = [[name, *(row[head] for head in heads)] for name, row in zip(rows, cells, strict=True)]
    return Table([first, *shown], table, _UNITS)


def score_tables(runs: Mapping[str, Run], by: Sequence[str], most: int, style: Style) -> str:
    """All tables about runs; ``most`` is the largest number of words that fail to list."""
    scores = {name: Coverage.of(tally(run.results)) for name, run in runs.items()}
    tables = [_table("run", scores, style)]
    for name, run in runs.items():
        for one in by:
            heading = f"{one} ({name})" if len(runs) > 1 else one
            tables.append(_table(heading, breakdown(run.results, one), style))
        if words := [list(vars(x).values()) for x in lexical(run.results, most)]:
            tables.append(Table(["words that fail", "failed", "items", "excess"], words, _UNITS))
        tables += _apart(run)
    return "\n".join(render(table, style) for table in tables)


def _apart(run: Run) -> list[Table]:
    """Items that are not part of coverage: of other grades, excluded, or with a gold tree."""
    grades = {name: one.counts for name, one in breakdown(run.results, "grade").items()}
    others = [[name, x["other"], x["other_parsed"]] for name, x in grades.items() if x["other"]]
    items = [one.item for one in run.results]
    excluded = [[x.excluded, x.id, x.sentence] for x in items if x.excluded]
    found = oracle(run.results)
    gold = [[found.gold, found.first / found.gold, found.any / found.gold]] if found.gold else []
    tables = [
        Table(["other grade", "items", "parsed"], others),
        Table(["excluded because", "item", "sentence"], excluded),
        Table(["items with gold", "right first", "right among all"], gold),
    ]
    return [table for table in tables if table.rows]


def remarks(runs: Mapping[str, Run]) -> str:
    """Notes about unfinished runs, and the signature of each run."""
    text = ""
    for name, run in runs.items():
        if run.missing:
            text += f"note: {name}: {run.missing} of {run.header.items} items were not run yet\n"
        text += signature(name, run) + "\n"
    return text


def signature(name: str, run: Run) -> str:
    """The suite, parser, version and limits behind the figures."""
    head = run.header
    limits = ",".join(f"{key}:{value:g}" for key, value in head.limits.items())
    version = f" {head.parser_version}" if head.parser_version else ""
    excluded = sum(bool(one.item.excluded) for one in run.results)
    out = f"|excluded:{excluded}" if excluded else ""
    return (
        f"signature {name}: coverage|suite:{head.suite} {head.suite_sha256[:8]}|"
        f"parser:{head.parser}{version}|{limits}|items:{len(run.results)}/{head.items}{out}|"
        f"karat:{head.version}"
    )


def score_json(runs: Mapping[str, Run], by: Sequence[str], most: int) -> str:
    """The same as JSON: figures are not rounded, undefined ones are null."""
    documents = []
    for name, run in runs.items():
        head = run.header
        documents.append({
            "run": name,
            "suite": {"name": head.suite, "sha256": head.suite_sha256, "items": head.items},
            "parser": {"name": head.parser, "version": head.parser_version},
            "limits": dict(head.limits),
            "date": head.date,
            "missing": run.missing,
            "signature": signature(name, run).partition(": ")[2],
            **_figures(Coverage.of(tally(run.results))),
            "groups": {
                one: {key: _figures(x) for key, x in breakdown(run.results, one).items()}
                for one in by
            },
            "grades": {
                key: {"items": x.counts["items"], "parsed": x.counts["parsed"]}
                for key, x in breakdown(run.results, "grade").items()
            },
            "lexical": [asdict(x) for x in lexical(run.results, most)],
            "oracle": asdict(oracle(run.results)),
            "excluded": [
                {"id": x.item.id, "sentence": x.item.sentence, "reason": x.item.excluded}
                for x in run.results if x.item.excluded
            ],
        })  # fmt: skip
    return dumps({"karat": __version__, "runs": documents})


def _figures(score: Coverage) -> dict[str, Any]:
    return {
        "measures": dict(score.measures),
        "intervals": {name: list(pair) for name, pair in score.intervals.items()},
        "counts": dict(score.counts),
        "failures": dict(score.failures),
    }


def changes_table(changes: Sequence[Change], width: int | None) -> Table:
    """The items whose results differ; long analyses are shortened."""
    return Table(
        ["change", "item", "grammatical", "before", "after", "sentence"],
        [
            [x.kind, x.id, x.judgement, _cut(x.before, width), _cut(x.after, width), x.sentence]
            for x in changes
        ],
    )


def changes_remarks(changes: Sequence[Change], before: Run, after: Run) -> list[str]:
    """How many changes of each kind there are, and why two runs may not be comparable."""
    counts = Counter(one.kind for one in changes)
    said = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS if counts[kind])
    lines = [f"{said or 'nothing changed'}, of {len(after.results)} items"]
    if before.header.suite_sha256 != after.header.suite_sha256:
        lines.append("note: these are runs of different suites")
    unfinished = [run for run in (before, after) if run.missing]
    return lines + [f"note: {x.path}: {x.missing} items were not run yet" for x in unfinished]


def categories_table(rows: Sequence[Category]) -> Table:
    """Error categories, laid out as tables 1 and 2 of Bangalore and others (1998), with gains."""
    bad = any(row.overgenerated for row in rows)
    heads = ["rank", "errors", "category", "share", "gain", "coverage if fixed"]
    return Table(
        [*heads, *(["overgenerated"] if bad else []), "example"],
        [
            [f"#{row.rank}", row.errors, row.category, row.share, row.gain, row.coverage,
             *([row.overgenerated] if bad else []), _cut(row.example, 60)]
            for row in rows
        ],
    )  # fmt: skip


def categories_remarks(
    run: Run, given: Mapping[str, Sequence[str]], proposed: Mapping[str, str], path: str
) -> list[str]:
    """How many items failed, and where their categories come from; ``path`` is that of ``given``."""
    known = {one.item.id for one in run.results}
    strange = [key for key in given if key not in known]
    errors = failed(run.results)
    missed = sum(one.item.grammatical is True for one in errors)
    by_hand = sum(one.item.id in given for one in errors)
    by_rule = sum(key not in given for key in proposed)
    said = f"{len(strange)} items are not in the run, such as"
    return [
        *(f"note: {path}: {said} {key}" for key in strange[:1]),
        f"{missed} good items without an analysis, {len(errors) - missed} bad items with one; "
        f"{by_hand} categories by hand, {by_rule} proposed by rules",
    ]


def suites_table(suites: Sequence[Suite]) -> Table:
    """The suites with the numbers of their items and phenomena."""
    rows = []
    for suite in suites:
        judged = [one.grammatical for one in suite.items]
        kinds = {name for one in suite.items for name in one.all_phenomena}
        rows.append([suite.name, len(judged), judged.count(True), judged.count(False), len(kinds)])
    return Table(["suite", "items", "grammatical", "ungrammatical", "phenomena"], rows)


def items_table(suite: Suite) -> Table:
    return Table(
        ["item", "grammatical", "phenomena", "errors", "sentence"],
        [
            [one.id, one.judgement, " ".join(one.all_phenomena), " ".join(one.errors), one.sentence]
            for one in suite.items
        ],
    )


def _cut(text: str, width: int | None) -> str:
    one = " ".join(text.split())
    return one if width is None or len(one) <= width else one[: width - 1] + "…"
