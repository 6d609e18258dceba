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
from karat.reports.terminal import printable

# Rows of a long table of groups; those with the most gold rows come first.
_MOST = 100
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
    """The matrix of phenomena and systems, or why there is none."""
    if not found.phenomena and (why := found.absent.get("phenomena")):
        yield Part(blocks=[Block(above=[printable(f"Phenomena were not looked for: {why}.")])])
    for kind in found.phenomena[0].groups if found.phenomena else ():
        if not any(one.groups[kind] for one in found.phenomena):
            none = "No phenomenon was found, neither in gold nor in the output of a system."
            yield Part(blocks=[Block(above=[none])])
            continue
        said = "How often the phenomena of gold are found in the output of each system."
        table = side_by_side(found.phenomena, kind, by_size=True)
        yield Part(blocks=[Block(above=[said], tables=[table])])


def side_by_side(scores: Sequence[Score], kind: str, *, by_size: bool) -> Shown:
    """One row for each group: a figure of each system, and how many rows gold and the system have.

    Gold is there once, unless the systems have scores for different sentences.
    """
    scheme, measure, uneven = scores[0].scheme, _measure(scores, kind), _uneven(scores)
    title, unit = titles(scheme, mark="")[measure], scheme.figures()[measure].unit
    keys = list(dict.fromkeys(key for score in scores for key in score.groups[kind]))
    if by_size:
        keys.sort(key=lambda key: (-max(_count(one, kind, key, "gold") for one in scores), key))
    columns: dict[str, list[Any]] = {kind: list(keys)}
    for score in scores:
        gold = f"{score.system} gold" if uneven else f"gold {scheme.rows}"
        columns |= {
            gold: [_count(score, kind, key, "gold") for key in keys],
            f"{score.system} {title}": [_figure(score, kind, key, measure) for key in keys],
            f"{score.system} {scheme.rows}": [_count(score, kind, key, "system") for key in keys],
        }
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    if len(rows) > _MOST:
        rows[_MOST:] = [[f"… {len(keys) - _MOST} more", *[""] * (len(columns) - 1)]]
    units = {f"{score.system} {title}": unit for score in scores}
    caption = f"{title} by {kind} under {scheme}, with the number of {scheme.rows}"
    return shown(Table(list(columns), rows, units), caption)


def _measure(scores: Sequence[Score], kind: str) -> str:
    """The figure that a table of groups shows."""
    row = next(row for score in scores for row in score.groups[kind].values())
    known: Mapping[str, float] = row["measures"]
    wanted = (scores[0].scheme.main_figure(), *_FIGURES, *known)
    return next(name for name in wanted if name in known)


def _figure(score: Score, kind: str, key: str, measure: str) -> float:
    row = score.groups[kind].get(key)
    return math.nan if row is None else float(row["measures"][measure])


def _count(score: Score, kind: str, key: str, name: str) -> int:
    row = score.groups[kind].get(key)
    return 0 if row is None else int(row["counts"].get(name, 0))
