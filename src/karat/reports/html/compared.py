"""The sections about figures: the summary with intervals and letters, differences, failures by policy."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from karat.analysis.comparison import Comparison
from karat.analysis.contest import Contest, How
from karat.model.score import Score
from karat.reports.compare import difference_tables, figures_table, legend
from karat.reports.compare_words import in_words, over_which
from karat.reports.html.parts import Block, Part, selection
from karat.reports.html.tables import Shown, shown
from karat.reports.html.verdicts import verdict
from karat.reports.scores import titles
from karat.reports.table import Style, Table
from karat.reports.terminal import printable

_STYLE = Style("table", 2, None)


def summary(found: Comparison) -> Iterator[Part]:
    """For each scheme the verdict, and the figures of all systems."""
    for number, one in enumerate(found.contests):
        table = shown(figures_table(one, found.how, _STYLE), f"Figures under {one.scheme}")
        said = [*over_which(one, None), *_caveats(one)]
        said += [] if len(one.scores) < 2 else [_letters(found.how)]
        block = Block(tables=[table], below=[*map(printable, said)])
        yield Part(number, [printable(verdict(one, found.how))], [block])


def _letters(how: How) -> str:
    return (
        f"In brackets: {100 * how.level:g} % intervals. Systems that share a letter do not differ "
        "significantly. The best figures are in bold."
    )


def _caveats(one: Contest) -> list[str]:
    return [f"* {why}" for why in dict.fromkeys(one.scores[0].caveats().values())]


def differences(found: Comparison) -> Iterator[Part]:
    """For each scheme the changes with intervals and tests, and what they mean."""
    for number, one in enumerate(found.contests):
        tables = [
            shown(table, f"{table.columns[0]}, {one.scheme}")
            for table in difference_tables(one, found.how, _STYLE)
        ]
        words = [line for line in in_words(one, found.how, _STYLE) if line] if one.pairs else []
        explained = [" ".join(legend(one, found.how, _STYLE))] if one.pairs else []
        blocks = [Block(tables=tables, below=[*map(printable, words), *explained])]
        yield Part(number, blocks=blocks)


def failures(found: Comparison) -> Iterator[Part]:
    """For each scheme what was not scored, why, and the figures under every policy."""
    for number, one in enumerate(found.contests):
        scores = [score for score in one.scores if _affected(score)]
        if not scores:
            yield Part(number, blocks=[Block(above=["Every sentence has a score, as it is."])])
            continue
        blocks = [
            Block(tables=[_reasons(scores, number)]),
            Block(
                "The figures under other policies",
                [
                    "What the figures would be if sentences without a score were left out (drop), "
                    "counted as missed (empty) or aligned (align)."
                ],
                list(_policies(one)),
            ),
        ]
        examples = [_examples(score) for score in scores if score.failures]
        if examples:
            blocks.append(Block("The first of them", tables=examples))
        yield Part(number, blocks=blocks)


def _affected(score: Score) -> bool:
    return bool(score.sentences["failed"] or score.sentences.get("aligned"))


def _reasons(scores: Sequence[Score], scheme: int) -> Shown:
    """Sentences of each system: without a score, with the reasons, and aligned."""
    rows: list[list[Any]] = [
        [
            score.system, score.sentences["total"], score.sentences["scored"],
            score.sentences.get("aligned", 0), score.sentences["failed"],
            "; ".join(f"{why} {n}" for why, n in score.reasons.items()),
        ]
        for score in scores
    ]  # fmt: skip
    columns = ["system", "sentences", "scored", "aligned", "without a score", "why"]
    caption = f"Sentences under {scores[0].scheme}"
    return shown(Table(columns, rows), caption, href=lambda _: selection(scheme=scheme, status="failed"))


def _policies(one: Contest) -> Iterator[Shown]:
    """The main figures under each policy, the policy of the scheme among them."""
    names, called = one.scheme.headline(), titles(one.scheme)
    for score in filter(_affected, one.scores):
        own: Mapping[str, float] = score.measures
        every = {f"{one.scheme.failed} (used)": own, **score.other_policies}
        rows: list[list[Any]] = [
            [policy, *(figures.get(name, float("nan")) for name in names)]
            for policy, figures in every.items()
        ]
        units = {called[name]: score.unit(name) for name in names}
        columns = ["policy", *map(called.__getitem__, names)]
        yield shown(Table(columns, rows, units), f"{printable(score.system)}, {one.scheme}")


def _examples(score: Score) -> Shown:
    rows = [[one.sentence, one.why, one.detail.replace("\n", " ")] for one in score.failures[:10]]
    return shown(
        Table(["sentence", "why", "where"], rows),
        f"{printable(score.system)}: sentences without a score",
        href=lambda number: selection(s=number),
    )


def every_note(found: Comparison) -> list[str]:
    """What a reader must know about the comparison, each note once."""
    of_contests = chain.from_iterable(one.notes for one in found.contests)
    return [*dict.fromkeys([*found.notes, *of_contests])]
