"""How runs of test suites are printed: as tables, or as one JSON document."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

from karat import __version__
from karat.reports.table import Estimate, Style, Table, dumps, render
from karat.reports.tidy import Row, tidy_csv
from karat.stats.plan import Plan
from karat.suites.coverage import SHARES, STATUS, Coverage, breakdown, cautions, tally
from karat.suites.diff import KINDS, Change, Fall
from karat.suites.failures import lexical
from karat.suites.items import Suite
from karat.suites.right import Verdicts
from karat.suites.runs import Run

# Figures that are not shares.
_MEANS = ("parse base", "analyses per token", "average analyses", "excess")
_UNITS = dict.fromkeys(_MEANS, "mean")
_AMBIGUITY = _MEANS[:-1]

WILSON = "intervals of shares: 95 %, Wilson"

# A run, and which of its analyses are right.
Judged: TypeAlias = tuple[Run, Verdicts]


def _figure(score: Coverage, name: str) -> dict[str, Any]:
    """A figure under its heading, with its interval if it has one."""
    value, ends = score.measures[name], score.intervals.get(name)
    return {name.replace("_", " "): Estimate(value, *ends) if ends else value}


def _coverage(score: Coverage) -> dict[str, Any]:
    """How many items have analyses, and how many analyses they have."""
    cells: dict[str, Any] = {"items": score.counts["items"]}
    for name in ("coverage", "overgeneration"):
        whole = SHARES[name][1]
        cells |= {whole: score.counts[whole]} | _figure(score, name)
    for name in _AMBIGUITY:
        cells |= _figure(score, name.replace(" ", "_"))
    return cells | dict(score.failures)


def _correctness(score: Coverage) -> dict[str, Any]:
    """How many items with gold have the right analysis."""
    cells: dict[str, Any] = {"items with gold": score.counts["judged"]}
    return cells | _figure(score, "right_first") | _figure(score, "right_among_all")


def _table(first: str, rows: Mapping[str, dict[str, Any]]) -> Table:
    """One row per score; a kind of failure that never happened has no column."""
    cells = list(rows.values())
    failures = [name for name in STATUS if any(row.get(name) for row in cells)]
    heads = [name for name in cells[0] if name not in STATUS or name in failures] if cells else []
    table = [[name, *(row[head] for head in heads)] for name, row in zip(rows, cells, strict=True)]
    return Table([first, *heads], table, _UNITS)


def _tables(first: str, by: str, rows: Mapping[str, Coverage]) -> list[Table]:
    """Coverage, and where there are gold analyses also correctness."""
    tables = [_table(first, {name: _coverage(one) for name, one in rows.items()})]
    if right := {name: _correctness(one) for name, one in rows.items() if one.counts["judged"]}:
        tables.append(_table(f"{first}, {by}", right))
    return tables


def score_tables(
    runs: Mapping[str, Judged], by: Sequence[str], most: int, style: Style, plan: Plan | None = None
) -> str:
    """All tables about runs; ``most`` is the largest number of words that fail to list."""
    scores = {
        name: Coverage.of(tally(run.results, right), plan) for name, (run, right) in runs.items()
    }
    if style.output == "csv":
        return tidy_csv(_tidy(runs, scores, by, most, plan))
    tables = _tables("run", _criterion(runs), scores)
    for name, (run, right) in runs.items():
        named = f" ({name})" if len(runs) > 1 else ""
        for one in by:
            rows = breakdown(run.results, one, right, plan)
            tables += _tables(one + named, f"right: {right.right}", rows)
        if words := [list(vars(x).values()) for x in lexical(run.results, most)]:
            heads = [f"words that fail{named}", "failed", "items", "excess"]
            tables.append(Table(heads, words, _UNITS))
        tables += _apart(run, named)
    return "\n".join(render(table, style) for table in tables)


def saved_tables(documents: Sequence[Mapping[str, Any]]) -> list[Table]:
    """The tables of runs from the JSON in which their figures were saved."""
    scores = {
        one["run"]: Coverage(
            one["counts"],
            {name: math.nan if value is None else value for name, value in one["measures"].items()},
            {
                name: (low, high)
                for name, (low, high) in one["intervals"].items()
                if low is not None
            },
            one["failures"],
        )
        for one in documents
    }
    by = " or ".join(dict.fromkeys(one["oracle"]["right"] for one in documents))
    return _tables("run", f"right: {by}", scores)


def _tidy(
    runs: Mapping[str, Judged], scores: Mapping[str, Coverage], by: Sequence[str], most: int,
    plan: Plan | None,
) -> Iterator[Row]:  # fmt: skip
    """Every figure and count of each run and of its groups, and of the words that fail."""

    def rows(begin: Row, score: Coverage) -> Iterator[Row]:
        for name, value in score.measures.items():
            low, high = score.intervals.get(name, (math.nan, math.nan))
            unit = "share" if name in SHARES else "mean"
            yield begin._replace(measure=name, value=value, unit=unit, low=low, high=high)
        for name, value in {**score.counts, **score.failures}.items():
            yield begin._replace(measure=f"{name}_count", value=value, unit="count")

    for name, (run, right) in runs.items():
        begin = Row(name, "coverage", "", signature=signature(name, run, right).partition(": ")[2])
        yield from rows(begin, scores[name])
        for kind in by:
            for key, one in breakdown(run.results, kind, right, plan).items():
                yield from rows(begin._replace(group_kind=kind, group=key), one)
        for word in lexical(run.results, most):
            found = begin._replace(group_kind="word", group=word.words)
            yield found._replace(measure="failed_count", value=word.failed, unit="count")
            yield found._replace(measure="items_count", value=word.items, unit="count")
            yield found._replace(measure="excess", value=word.excess, unit="mean")


def _criterion(runs: Mapping[str, Judged]) -> str:
    """What counts as right in the runs that were judged."""
    return "right: " + " or ".join(dict.fromkeys(str(x.right) for _, x in runs.values() if x.of))


def _apart(run: Run, named: str) -> list[Table]:
    """Items that do not count for coverage: those with other grades, and excluded ones."""
    grades = {name: one.counts for name, one in breakdown(run.results, "grade").items()}
    others = [[name, x["other"], x["other_parsed"]] for name, x in grades.items() if x["other"]]
    items = [one.item for one in run.results]
    excluded = [[x.excluded, x.id, x.sentence] for x in items if x.excluded]
    tables = [
        Table([f"other grade{named}", "items", "parsed"], others),
        Table([f"excluded because{named}", "item", "sentence"], excluded),
    ]
    return [table for table in tables if table.rows]


def remarks(runs: Mapping[str, Judged], plan: Plan | None = None) -> str:
    """Notes about unfinished runs and what could not be judged, and the signature of each run."""
    text = ""
    if plan:
        text = (
            f"intervals of ambiguity: 95 %, {plan.samples} samples of items, seed {plan.seed}; "
            "–: undefined, or the same in every sample\n"
        )
    for name, (run, verdicts) in runs.items():
        if run.missing:
            text += f"note: {name}: {run.missing} of {run.header.items} items were not run yet\n"
        notes = *verdicts.notes, *cautions(run.results)
        text += "".join(f"note: {name}: {one}\n" for one in notes)
        text += signature(name, run, verdicts) + "\n"
    return f"{WILSON}\n{text}"


def signature(name: str, run: Run, verdicts: Verdicts) -> str:
    """The suite, parser, version and limits behind the figures."""
    head = run.header
    limits = ",".join(f"{key}:{value:g}" for key, value in head.limits.items())
    version = f" {said}" if (said := head.parser_version or head.program_hash) else ""
    excluded = sum(bool(one.item.excluded) for one in run.results)
    out = f"|excluded:{excluded}" if excluded else ""
    right = f"|right:{verdicts.right}" if verdicts.of else ""
    return (
        f"signature {name}: coverage|suite:{head.suite} {head.suite_sha256[:8]}|"
        f"parser:{head.parser}{version}|{limits}|items:{len(run.results)}/{head.items}{out}{right}|"
        f"karat:{head.version}"
    )


def score_json(
    runs: Mapping[str, Judged], by: Sequence[str], most: int, plan: Plan | None = None
) -> str:
    """The same as JSON: figures are not rounded, undefined ones are null."""
    documents = []
    for name, (run, right) in runs.items():
        head = run.header
        score = Coverage.of(tally(run.results, right), plan)
        documents.append({
            "run": name,
            "suite": {"name": head.suite, "sha256": head.suite_sha256, "items": head.items},
            "parser": {
                "name": head.parser, "version": head.parser_version, "program": dict(head.program),
            },
            "limits": dict(head.limits),
            "date": head.date,
            "missing": run.missing,
            "signature": signature(name, run, right).partition(": ")[2],
            **_figures(score),
            "groups": {
                one: {
                    key: _figures(x)
                    for key, x in breakdown(run.results, one, right, plan).items()
                }
                for one in by
            },
            "grades": {
                key: {"items": x.counts["items"], "parsed": x.counts["parsed"]}
                for key, x in breakdown(run.results, "grade").items()
            },
            "lexical": [asdict(x) for x in lexical(run.results, most)],
            "oracle": {
                "right": str(right.right), "gold": score.counts["judged"],
                "first": score.counts["right_first"], "any": score.counts["right_among_all"],
            },
            "notes": [*right.notes, *cautions(run.results)],
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
            [x.kind, x.id, x.judgement, cut(x.before, width), cut(x.after, width), x.sentence]
            for x in changes
        ],
    )


def changes_remarks(
    changes: Sequence[Change], falls: Sequence[Fall], before: Run, after: Run, digits: int
) -> list[str]:
    """How many changes there are, which figures fell, and why two runs may not be comparable."""
    counts = Counter(one.kind for one in changes)
    said = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS if counts[kind])
    lines = [f"{said or 'nothing changed'}, of {len(after.results)} items"]
    for one in falls:
        moved = "rose" if one.after > one.before else "fell"
        was, now = (f"{100 * value:.{digits}f}" for value in (one.before, one.after))
        lines.append(f"{one.figure.replace('_', ' ')} {moved} from {was} to {now}")
    if before.header.suite_sha256 != after.header.suite_sha256:
        lines.append("note: these are runs of different suites")
    unfinished = [run for run in (before, after) if run.missing]
    return lines + [f"note: {x.path}: {x.missing} items were not run yet" for x in unfinished]


def rows_table(became: Mapping[str, int]) -> Table:
    """What happened to the rows of a suite's own analyses."""
    rows = sorted(became.items(), key=lambda one: -one[1])
    return Table(["rows", "what became of them"], [[n, why] for why, n in rows])


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


def cut(text: str, width: int | None) -> str:
    """A text on one line, shortened to a width."""
    one = " ".join(text.split())
    return one if width is None or len(one) <= width else one[: width - 1] + "…"
