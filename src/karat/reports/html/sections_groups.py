"""The sections about groups of rows: labels, lengths and phenomena, with the systems side by side."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from karat.analysis.overview import Overview
from karat.model.score import Score
from karat.reports.html.parts import Block, Part
from karat.reports.html.tables import Shown, shown
from karat.reports.scores import titles
from karat.reports.table import Table

# Rows of a long table of groups; those with the most gold rows come first.
_MOST = 60
# The figures of a group, the one that says most first.
_FIGURES = ("f1", "recall", "precision")


# What must be known where systems have scores for different sentences.
_OWN = (
    "Each system is scored over the sentences that it has a score for, as in karat score. The summary and "
    "the charts are over the sentences that all systems have a score for."
)


def labels(found: Overview) -> Iterator[Part]:
    """For each scheme, the figures of every label and of every length."""
    for number, scheme in enumerate(found.schemes):
        scores = found.scores_of(scheme)
        kinds = [kind for kind in scores[0].groups if any(score.groups[kind] for score in scores)]
        below = [_OWN] if _uneven(scores) else []
        blocks = [
            Block(
                f"By {kind}",
                tables=[side_by_side(scores, kind, by_size=kind != "length")],
                below=below,
            )
            for kind in sorted(kinds, key=lambda kind: kind == "length")
        ]
        yield Part(number, blocks=blocks)


def _uneven(scores: Sequence[Score]) -> bool:
    """Whether sentences without a score were left out, so that systems may have different ones."""
    return scores[0].scheme.failed == "drop" and any(one.sentences["failed"] for one in scores)


def phenomena(found: Overview) -> Iterator[Part]:
    """The matrix of phenomena and systems."""
    for kind in found.phenomena[0].groups if found.phenomena else ():
        yield Part(blocks=[Block(tables=[side_by_side(found.phenomena, kind, by_size=True)])])


def side_by_side(scores: Sequence[Score], kind: str, *, by_size: bool) -> Shown:
    """One row for each group: how many rows gold has, and a figure of each system with its own count."""
    scheme = scores[0].scheme
    keys = list(dict.fromkeys(key for score in scores for key in score.groups[kind]))
    sizes = {key: _gold(scores, kind, key) for key in keys}
    if by_size:
        keys.sort(key=lambda key: (-sizes[key], key))
    measure = _measure(scores, kind)
    rows: list[list[Any]] = [
        [key, sizes[key], *(cell for score in scores for cell in _cells(score, kind, key, measure))]
        for key in keys[:_MOST]
    ]
    if len(keys) > _MOST:
        rows.append([f"… {len(keys) - _MOST} more", *[""] * (1 + 2 * len(scores))])
    title = titles(scheme, mark="")[measure]
    pairs = [(f"{score.system} {title}", f"{score.system} {scheme.rows}") for score in scores]
    columns = [kind, f"gold {scheme.rows}", *(name for pair in pairs for name in pair)]
    units = {name: scheme.figures()[measure].unit for name, _ in pairs}
    caption = f"{title} by {kind} under {scheme}, with the number of {scheme.rows}"
    return shown(Table(columns, rows, units), caption)


def _gold(scores: Sequence[Score], kind: str, key: str) -> int:
    """The gold rows of a group, which may differ where systems have scores for different sentences."""
    found = [
        score.groups[kind][key]["counts"].get("gold", 0)
        for score in scores
        if key in score.groups[kind]
    ]
    return int(max(found))  # fmt: skip


def _measure(scores: Sequence[Score], kind: str) -> str:
    """The figure that a table of groups shows."""
    row = next(row for score in scores for row in score.groups[kind].values())
    known: Mapping[str, float] = row["measures"]
    wanted = (scores[0].scheme.main_figure(), *_FIGURES, *known)
    return next(name for name in wanted if name in known)


def _cells(score: Score, kind: str, key: str, measure: str) -> tuple[float, int]:
    row = score.groups[kind].get(key)
    if row is None:
        return math.nan, 0
    return row["measures"][measure], int(row["counts"].get("system", 0))
