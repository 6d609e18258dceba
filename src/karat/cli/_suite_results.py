"""The verbs of karat suite that evaluate runs: score, diff, errors."""

import sys
from typing import TYPE_CHECKING

import click

from karat.cli import _options, verb
from karat.model.errors import unknown
from karat.reports.table import Style, render

if TYPE_CHECKING:
    from karat.suites.runs import Run

_EXCLUDE = click.option(
    "--exclude", metavar="FILE", help="A TSV file of items not to count, each with the reason."
)
_EXAMPLE = "coverage=0.7"
_BY = ["phenomenon", "family", "length", "source", "grade"]


@verb("""
  karat suite score english.link-grammar.run
  karat suite score old.run new.run --by phenomenon --by length --output json
  karat suite score new.run --fail-under coverage=0.7""")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@click.option("--by", multiple=True, type=click.Choice(_BY),
    help="Break the figures down. May be given several times.")  # fmt: skip
@_EXCLUDE
@click.option("--words", default=10, show_default=True, type=click.IntRange(0),
    help="How many words to list that occur more often in items that fail.")  # fmt: skip
@_options.fail_under(_EXAMPLE)
@_options.output
def score(
    runs: tuple[str, ...], by: tuple[str, ...], exclude: str | None, words: int,
    fail_under: tuple[str, ...], style: Style,
) -> int:  # fmt: skip
    """Print coverage, overgeneration and ambiguity of one or more runs.

    Coverage and overgeneration have 95 % Wilson intervals. If the parse base is b, a sentence of n
    tokens has b to the power of n analyses on average; analyses per token is a geometric mean. An
    item on which the parser crashed or ran out of time is not covered; such failures have their own
    columns. RUN may also be an [incr tsdb()] profile that holds a run.
    """
    from karat.suites.coverage import Coverage, tally

    thresholds = [_threshold(text) for text in fail_under]
    found = print_scores(runs, by, words, style, exclude)
    missed = [
        f"karat: {measure} of {name} is {f'{value:.4f}' if value == value else 'undefined'}, "
        f"{'under' if value == value else 'not'} {least:g}"
        for measure, least in thresholds
        for name, one in found.items()
        if not (value := Coverage.of(tally(one.results)).measures[measure]) >= least
    ]
    return _options.say(missed)


def _threshold(text: str) -> tuple[str, float]:
    from karat.suites.coverage import NAMES

    figure, least = _options.read_threshold(text, _EXAMPLE)
    figure = figure.removeprefix("coverage.")
    if figure not in NAMES:
        raise unknown("figure of a run", figure, NAMES)
    return figure, least


def print_scores(
    paths: tuple[str, ...], by: tuple[str, ...], words: int, style: Style,
    exclude: str | None = None,
) -> dict[str, "Run"]:  # fmt: skip
    """Print the figures of runs, and return the runs by their names."""
    _options.import_numpy()
    from karat.reports import suites as report

    names = _options.short_names(paths)
    found = {names[path]: _read(path, exclude) for path in paths}
    if style.output == "json":
        sys.stdout.write(report.score_json(found, by, words))
    else:
        _options.write(report.score_tables(found, by, words, style), report.remarks(found), style)
    return found


def _read(path: str, exclude: str | None) -> "Run":
    from karat.suites import runs

    run = runs.read(path)
    return runs.without(run, exclude) if exclude else run


@verb("""
  karat suite diff old.run new.run
  karat suite diff old.run new.run --no-loss --output markdown""")
@click.argument("first", metavar="RUN1")
@click.argument("second", metavar="RUN2")
@click.option("--no-loss", is_flag=True,
    help="Exit with 1 if an item is lost, or is missing in RUN2.")  # fmt: skip
@_options.output
def diff(first: str, second: str, no_loss: bool, style: Style) -> int:
    """List the items whose results differ between RUN1 and RUN2.

    \b
    lost         a good item lost its analyses, or a bad item gained one
    gained       a good item gained an analysis, or a bad item lost all
    analyses     the number of analyses or the kind of failure changed
    analysis     the first analysis changed
    only-first   the item is only in RUN1
    only-second  the item is only in RUN2
    """
    from karat.reports.suites import changes_remarks, changes_table
    from karat.suites import runs
    from karat.suites.diff import diff as compare

    before, after = runs.read(first), runs.read(second)
    changes = compare(before, after)
    whole = style.output in ("json", "csv")
    sys.stdout.write(render(changes_table(changes, None if whole else 40), style))
    _options.say(changes_remarks(changes, before, after))
    lost = sum(one.kind in ("lost", "only-first") for one in changes)
    return _options.say([f"karat: {lost} items were lost"] if no_loss and lost else [])


@verb("""
  karat suite errors english.run
  karat suite errors english.run --propose by-hand.tsv
  karat suite errors english.run --categories by-hand.tsv""")
@click.argument("path", metavar="RUN")
@click.option("--categories", metavar="FILE",
    help="A TSV file of items, each with its error category.")  # fmt: skip
@_EXCLUDE
@click.option("--propose", "target", metavar="FILE",
    help="Write the proposed categories to a TSV file, to be corrected by hand.")  # fmt: skip
@_options.output
def errors(
    path: str, categories: str | None, exclude: str | None, target: str | None, style: Style
) -> None:
    """Rank the error categories of a run by how many items they affect.

    Rules propose a category for each failed item: POS tag, missing lexical item, missing
    construction, feature clash, or rest. The categories of --categories replace the proposed ones.
    gain is what fixing this category alone would add to coverage; coverage if fixed is the coverage
    after fixing this category and all above it.
    """
    from karat.files.atomic import AtomicFile
    from karat.reports.suites import categories_remarks, categories_table
    from karat.suites import categories as kinds

    found = _read(path, exclude)
    given = kinds.read(categories) if categories else {}
    proposed = kinds.propose(found.results)
    if target:
        with AtomicFile(target) as stream:
            stream.write(kinds.write(proposed, found.results))
    every = {**{key: (name,) for key, name in proposed.items()}, **given}
    sys.stdout.write(render(categories_table(kinds.ranking(found.results, every)), style))
    _options.say(categories_remarks(found, given, proposed, categories or ""))
