"""How runs of test suites are shown: as tables for people, or as one JSON document."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from karat import __version__
from karat.reports.table import Table, render
from karat.suites.categories import Category
from karat.suites.coverage import STATUS, Coverage, breakdown, tally
from karat.suites.diff import Change
from karat.suites.failures import lexical
from karat.suites.oracle import oracle
from karat.suites.runs import Run

_SHARES = {"coverage": "grammatical", "overgeneration": "ungrammatical"}


def _cells(score: Coverage, output: str, digits: int) -> dict[str, Any]:
    """The figures by their headings; for people an interval is one cell, for programs two."""
    cells: dict[str, Any] = {"items": score.counts["items"]}
    for name, whole in _SHARES.items():
        low, high = score.intervals[name]
        cells |= {whole: score.counts[whole], name: score.measures[name]}
        if output == "csv":
            cells |= {f"{name} low": low, f"{name} high": high}
        else:
            defined = not math.isnan(low)
            shown = f"{100 * low:.{digits}f}–{100 * high:.{digits}f}" if defined else "–"
            cells[f"of {name} 95 %"] = shown
    cells["parse base"] = score.measures["parse_base"]
    cells["analyses per token"] = score.measures["analyses_per_token"]
    return cells | dict(score.failures)


def _table(first: str, rows: Mapping[str, Coverage], output: str, digits: int) -> Table:
    """A row each; a kind of failure that never happened has no column."""
    cells = [_cells(score, output, digits) for score in rows.values()]
    failures = [name for name in STATUS if any(row[name] for row in cells)]
    heads = [name for name in cells[0] if name not in STATUS or name in failures] if cells else []
    # Headings for people: an interval stands beside its figure and need not say whose it is.
    shown = [re.sub(r"^of \w+ ", "", name) for name in heads]
    table = [[name, *(row[head] for head in heads)] for name, row in zip(rows, cells, strict=True)]
    return Table([first, *shown], table)


def score_tables(
    runs: Mapping[str, Run], by: Sequence[str], most: int, output: str, digits: int
) -> str:
    """All that is to be said about runs, under each other."""
    parts = []
    scores = {name: Coverage.of(tally(run.results)) for name, run in runs.items()}
    parts.append(render(_table("run", scores, output, digits), output, digits))
    for name, run in runs.items():
        for one in by:
            heading = f"{one} ({name})" if len(runs) > 1 else one
            parts.append(
                render(_table(heading, breakdown(run.results, one), output, digits), output, digits)
            )
        words = lexical(run.results, most)
        if words:
            table = Table(
                ["words that fail", "failed", "items", "excess"],
                [[x.words, x.failed, x.items, x.excess] for x in words],
            )
            parts.append(render(table, output, digits))
        parts += [render(table, output, digits) for table in _apart(run)]
    return "\n".join(parts)


def _apart(run: Run) -> list[Table]:
    """What is no part of coverage: other grades, excluded items, items with a gold tree."""
    tables = []
    grades = breakdown(run.results, "grade")
    others = {name: one for name, one in grades.items() if one.counts["other"]}
    if others:
        rows = [[n, x.counts["other"], x.counts["other_parsed"]] for n, x in others.items()]
        tables.append(Table(["other grade", "items", "parsed"], rows))
    excluded = [one.item for one in run.results if one.item.excluded]
    if excluded:
        rows = [[x.excluded, x.id, x.sentence] for x in excluded]
        tables.append(Table(["excluded because", "item", "sentence"], rows))
    found = oracle(run.results)
    if found.gold:
        rows = [[found.gold, found.first / found.gold, found.any / found.gold]]
        tables.append(Table(["items with gold", "right first", "right among all"], rows))
    return tables


def remarks(runs: Mapping[str, Run]) -> str:
    """What a reader should know: unfinished runs, and how each came about."""
    lines = []
    for name, run in runs.items():
        head = run.header
        if run.missing:
            lines.append(f"note: {name}: {run.missing} of {head.items} items were not run yet")
        lines.append(signature(name, run))
    return "".join(line + "\n" for line in lines)


def signature(name: str, run: Run) -> str:
    """Which suite, parser, version and limits stand behind the figures."""
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
    """The same as a document for programs: figures unrounded, undefined as null."""
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


def dumps(document: Any) -> str:
    """JSON in which undefined figures are null."""
    return json.dumps(_defined(document), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _defined(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _defined(one) for key, one in value.items()}
    return [_defined(one) for one in value] if isinstance(value, list | tuple) else value


def changes_table(changes: Sequence[Change], width: int = 60) -> Table:
    """The items that came out differently; long analyses are cut."""
    return Table(
        ["change", "item", "grammatical", "before", "after", "sentence"],
        [
            [x.kind, x.id, x.judgement, _cut(x.before, width), _cut(x.after, width), x.sentence]
            for x in changes
        ],
    )


def categories_table(rows: Sequence[Category]) -> Table:
    """The layout of tables 1 and 2 of Bangalore and others (1998), with the gains."""
    bad = any(row.overgenerated for row in rows)
    heads = ["rank", "errors", "category", "share", "gain", "coverage if mended"]
    return Table(
        [*heads, *(["overgenerated"] if bad else []), "example"],
        [
            [
                f"#{row.rank}", row.errors, row.category, row.share, row.gain, row.coverage,
                *([row.overgenerated] if bad else []), _cut(row.example, 60),
            ]
            for row in rows
        ],
    )  # fmt: skip


def _cut(text: str, width: int) -> str:
    one = " ".join(text.split())
    return one if len(one) <= width else one[: width - 1] + "…"
