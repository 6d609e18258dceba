"""The sections about figures: the summary with intervals and letters, and the differences."""

from collections.abc import Iterator

from karat.analysis.comparison import Comparison
from karat.analysis.contest import Contest, How
from karat.reports.compare import difference_tables, figures_table, legend
from karat.reports.compare_words import in_words, over_which
from karat.reports.html.parts import Block, Part
from karat.reports.html.tables import shown
from karat.reports.html.verdicts import verdict
from karat.reports.table import Style
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
