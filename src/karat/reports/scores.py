"""The report of ``karat score``: tables, what was not scored and why, notes, signatures."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from karat import __version__
from karat.engine.run import Run
from karat.model.score import Score
from karat.reports.table import Style, Table, cell, distinct_names, figures_row, render


def as_json(run: Run, scores: Sequence[Score]) -> str:
    """The JSON that other programs rely on; see docs/json.md."""
    document = {
        "karat": __version__,
        "gold": {"path": run.gold, "sha256": run.sha256, "sentences": run.sentences},
        "results": [score.as_dict() for score in scores],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def tables(scores: Sequence[Score], style: Style) -> str:
    """A table for each scheme, systems as rows, and one more for each breakdown asked for."""
    parts = []
    for scheme in dict.fromkeys(str(score.scheme) for score in scores):
        mine = [score for score in scores if str(score.scheme) == scheme]
        parts.append(render(_main_table(scheme, mine, style.output), style))
        for score in mine:
            parts += [
                render(_group_table(f"{score.system} by {by}", rows), style)
                for by, rows in score.groups.items()
            ]
    return "\n".join(parts)


def _main_table(scheme: str, scores: list[Score], output: str) -> Table:
    wanted = list(scores[0].scheme.table)
    if output == "csv":
        wanted = list(scores[0].measures)
        head = ["system", "scheme", *wanted]
        counts = distinct_names(head, list(scores[0].counts))
        return Table(
            [*head, *counts, "total", "scored", "failed"],
            [
                [
                    score.system,
                    scheme,
                    *(score.measures[name] for name in wanted),
                    *score.counts.values(),
                    *score.sentences.values(),
                ]
                for score in scores
            ],
        )
    return Table(
        [scheme, *wanted, "scored"],
        [
            [
                *figures_row(s.system, s.measures, wanted),
                f"{s.sentences['scored']}/{s.sentences['total']}",
            ]
            for s in scores
        ],
    )


def _group_table(title: str, rows: Mapping[str, Mapping[str, Any]]) -> Table:
    one = next(iter(rows.values()))
    measures = [
        m for m in ("recall", "precision", "f1", "conformance", "crossing") if m in one["measures"]
    ]
    counts = [c for c in ("gold", "system", "matched", "total", "scored") if c in one["counts"]]
    return Table(
        [title, *measures, *counts],
        [
            [key, *(row["measures"][m] for m in measures), *(row["counts"][c] for c in counts)]
            for key, row in rows.items()
        ],
    )


def remarks(scores: Sequence[Score], digits: int, examples: int = 3) -> str:
    """What a reader of the figures must know: sentences without a score, notes, signatures."""
    lines = []
    for score in scores:
        if score.sentences["failed"]:
            lines += [*_failed(score, digits, examples), ""]
    for score in scores:
        for what, counts in score.distributions.items():
            shown = ", ".join(f"{value}: {n}" for value, n in counts.items())
            lines.append(f"{score.system}, {score.scheme}: sentences by {what}: {shown}")
    lines += _notes(scores)
    lines += [f"signature {score.system}: {score.signature}" for score in scores]
    return "\n".join(lines) + "\n"


def _failed(score: Score, digits: int, examples: int) -> list[str]:
    failed = score.sentences["failed"]
    reasons = ", ".join(f"{n} {why}" for why, n in score.reasons.items())
    several = "sentences" if failed > 1 else "sentence"
    lines = [f"{score.system}, {score.scheme}: no score for {failed} {several} ({reasons})"]
    for failure in score.failures[:examples]:
        detail = failure.detail.replace("\n", "\n      ")
        lines.append(f"  sentence {failure.sentence}: {failure.why}: {detail}")
    if failed > examples:
        lines.append(f"  … and {failed - examples} more; --per-sentence lists them")
    for policy, figures in score.other_policies.items():
        shown = ", ".join(
            f"{m} {cell(m, figures[m], digits)}" for m in score.scheme.table if m in figures
        )
        lines.append(f"  with failed={policy}: {shown}")
    return lines


def _notes(scores: Sequence[Score]) -> list[str]:
    """Every note once, with the systems it is about unless it is about all."""
    lines = []
    for scheme in dict.fromkeys(str(score.scheme) for score in scores):
        mine = [score for score in scores if str(score.scheme) == scheme]
        for note in dict.fromkeys(note for score in mine for note in score.notes):
            about = [score.system for score in mine if note in score.notes]
            who = "" if len(about) == len(mine) else f", {', '.join(about)}"
            lines.append(f"note: {scheme}{who}: {note}")
    return lines
