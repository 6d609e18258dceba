"""The section about sentences without a score: how many, why, and the figures under every policy."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from karat.analysis.overview import Overview
from karat.model.score import Score
from karat.reports.html.parts import Block, Part, selection
from karat.reports.html.tables import Shown, shown
from karat.reports.scores import titles
from karat.reports.table import Table
from karat.reports.terminal import printable

# How many sentences are listed; the sentence browser finds the others.
_MOST = 10
_POLICIES = (
    "What the figures would be if sentences without a score were left out (drop), if all their gold rows "
    "counted as missed (empty), or if words that differ were aligned (align)."
)


def failures(found: Overview) -> Iterator[Part]:
    """For each scheme what was not scored as it is."""
    for number, scheme in enumerate(found.schemes):
        scores = [score for score in found.scores_of(scheme) if _affected(score)]
        if not scores:
            said = f"Under {scheme}, every sentence of every system was scored as it is."
            yield Part(number, blocks=[Block(above=[said])])
            continue
        policies = [_policies(score) for score in scores if score.other_policies]
        examples = [_examples(score, number) for score in scores if score.failures]
        blocks = [Block(tables=[_reasons(scores, number)])]
        blocks += [Block("Figures by policy", [_POLICIES], policies)] if policies else []
        blocks += (
            [Block("The first sentences without a score", tables=examples)] if examples else []
        )
        yield Part(number, blocks=blocks)


def _affected(score: Score) -> bool:
    return bool(score.sentences["failed"] or score.sentences.get("aligned"))


def _reasons(scores: Sequence[Score], scheme: int) -> Shown:
    """The sentences of each system: scored, aligned, and without a score, with the reasons."""
    rows: list[list[Any]] = [
        [
            score.system, score.sentences["total"], score.sentences["scored"],
            score.sentences.get("aligned", 0), score.sentences["failed"],
            "; ".join(f"{why}: {n}" for why, n in score.reasons.items()) or "–",
        ]
        for score in scores
    ]  # fmt: skip
    columns = ["system", "sentences", "scored", "of these aligned", "without a score", "why"]
    links = {
        score.system: selection(scheme=scheme, status="failed" if score.sentences["failed"] else "aligned")
        for score in scores
    }  # fmt: skip
    return shown(
        Table(columns, rows), f"Sentences under {scores[0].scheme}", href=links.__getitem__
    )


def _policies(score: Score) -> Shown:
    """The main figures under each policy, beginning with the one that was used."""
    names, called = score.scheme.headline(), titles(score.scheme)
    every = {f"{score.scheme.failed} (used)": score.measures, **score.other_policies}
    rows: list[list[Any]] = [
        [policy, *(figures.get(name, math.nan) for name in names)]
        for policy, figures in every.items()
    ]
    units = {called[name]: score.unit(name) for name in names}
    columns = ["policy", *map(called.__getitem__, names)]
    caption = printable(f"Figures of {score.system} by policy")
    return shown(Table(columns, rows, units), caption, transposed=True)


def _examples(score: Score, scheme: int) -> Shown:
    rows = [[str(one.sentence), one.why, one.detail] for one in score.failures[:_MOST]]
    links = {number: selection(s=number, scheme=scheme) for number, *_ in rows}
    table = Table(["sentence", "why", "where"], rows)
    caption = printable(f"Sentences of {score.system} without a score")
    return shown(table, caption, links.__getitem__, words=("where",))
