"""The sections about figures: the summary with intervals and letters, and the differences."""

from collections.abc import Iterator

from karat.analysis.comparison import Comparison
from karat.analysis.contest import Contest, How
from karat.reports.compare import difference_tables, figures_table, legend
from karat.reports.compare_words import in_words, over_which
from karat.reports.html.parts import Block, Part
from karat.reports.html.tables import shown
from karat.reports.html.verdicts import main_of, verdict
from karat.reports.notes import every_note
from karat.reports.scores import titles
from karat.reports.table import Style
from karat.reports.terminal import printable

_STYLE = Style("table", 2, None)
# With more figures than this, a table has a row for each figure, and not for each system.
_MEASURES = 6


def summary(found: Comparison) -> Iterator[Part]:
    """For each scheme the verdict, the figures of all systems, and what one must know to read them."""
    for number, one in enumerate(found.contests):
        table = shown(
            figures_table(one, found.how, _STYLE),
            f"Figures under {one.scheme}",
            transposed=len(one.scores) < len(one.measures) > _MEASURES,
        )
        said = [*over_which(one, None), *_caveats(one)]
        said += [] if len(one.scores) < 2 else [_letters(found.how)]
        said += [*important(one), *one.notes, *found.notes]
        block = Block(tables=[table], below=[*map(printable, said)])
        yield Part(number, [printable(verdict(one, found.how))], [block])


def important(one: Contest) -> list[str]:
    """The notes on figures that come first, but for the number of sentences, which ``over_which`` says."""
    return [note for note in every_note(one.scores, only_first=True) if "(--common)" not in note]


def _letters(how: How) -> str:
    return (
        f"In brackets: {100 * how.level:g} % intervals. Systems that share a letter do not differ "
        "significantly. The best figures are in bold."
    )


def _caveats(one: Contest) -> list[str]:
    return [f"* {why}" for why in dict.fromkeys(one.scores[0].caveats().values())]


def differences(found: Comparison) -> Iterator[Part]:
    """For each scheme the changes with intervals and tests, and what they mean.

    If every figure has a table of its own, those of the figures beside the main one are folded.
    """
    for number, one in enumerate(found.contests):
        if not one.pairs:
            continue
        tables = {
            table.columns[0]: shown(table, _caption(one, found.how, table.columns[0]))
            for table in difference_tables(one, found.how, _STYLE)
        }
        words = [line for line in in_words(one, found.how, _STYLE) if line]
        explained = " ".join(legend(one, found.how, _STYLE))
        main = titles(one.scheme)[main_of(one)]
        first = [table for name, table in tables.items() if name == main or len(tables) == 1]
        others = [table for name, table in tables.items() if name != main and len(tables) > 1]
        blocks = [Block(tables=first, below=[*map(printable, words), explained])]
        blocks += (
            [Block("Differences in other figures", tables=others, folded=True)] if others else []
        )
        yield Part(number, blocks=blocks)


def _caption(one: Contest, how: How, about: str) -> str:
    """What a table of differences is about."""
    if len(one.scores) == 2 or how.all_pairs:
        return printable(f"{about}, under {one.scheme}")
    return printable(f"{about}: change from {one.pairs[0].a}, under {one.scheme}")
