"""The verbs of karat suite that look at runs: score, diff, errors."""

import sys
from typing import Any

import click

from karat.cli import _options

_EXCLUDE = click.option(
    "--exclude", metavar="FILE", help="Items not to count: TSV, item and reason."
)
_BY = ["phenomenon", "family", "length", "source", "grade"]


def printed(table: Any, output: str, digits: int) -> None:
    """Print a table in the manner that was asked for."""
    from karat.reports.suites import dumps
    from karat.reports.table import render

    if output == "json":
        rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
        sys.stdout.write(dumps(rows))
    else:
        sys.stdout.write(render(table, output, digits))


@click.command(
    epilog="""\b
Examples:
  karat suite score english.link-grammar.run
  karat suite score old.run new.run --by phenomenon --by length --output json
  karat suite score new.run --fail-under coverage=0.7"""
)
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@click.option("--by", multiple=True, type=click.Choice(_BY), help="Break the figures down.")
@_EXCLUDE
@click.option(
    "--words", default=10, show_default=True, type=click.IntRange(0),
    help="How many of the words that go with failure to list.",
)  # fmt: skip
@click.option(
    "--fail-under", multiple=True, metavar="FIGURE=VALUE",
    help="Exit with 1 if a figure of any run is below a value (a fraction, not per cent).",
)  # fmt: skip
@_options.output
def score(
    runs: tuple[str, ...], by: tuple[str, ...], exclude: str | None, words: int, fail_under: tuple[str, ...],
    output: str, digits: int,
) -> int:  # fmt: skip
    """Coverage, overgeneration and ambiguity of one or several runs.

    Low and high are the ends of Wilson's interval at 95 %. The parse base b says that a sentence of
    n tokens has b to the power of n analyses; analyses per token is the geometric mean of that
    quotient. An item over which the parser crashed or ran out of time is not covered, and counted
    in a column of its own. An [incr tsdb()] profile that holds a run can be scored as well.
    """
    from karat.suites.coverage import Coverage, tally

    thresholds = [_threshold(text) for text in fail_under]
    found = print_scores(runs, by, words, output, digits, exclude)
    missed = [
        f"karat: {measure} of {name} is {f'{value:.4f}' if value == value else 'undefined'}, "
        f"{'under' if value == value else 'not'} {least:g}"
        for measure, least in thresholds
        for name, one in found.items()
        if not (value := Coverage.of(tally(one.results)).measures[measure]) >= least
    ]
    for line in missed:
        click.echo(line, err=True)
    return 1 if missed else 0


def _threshold(text: str) -> tuple[str, float]:
    from karat.model.errors import UsageError, unknown
    from karat.suites.coverage import NAMES

    figure, _, value = text.rpartition("=")
    figure = figure.removeprefix("coverage.")
    try:
        number = float(value)
    except ValueError:
        number = float("nan")
    if not figure or number != number:
        raise UsageError(f"--fail-under {text}: write FIGURE=VALUE, as in coverage=0.7")
    if figure not in NAMES:
        raise unknown("figure of a run", figure, NAMES)
    return figure, number


def print_scores(
    paths: tuple[str, ...],
    by: tuple[str, ...],
    words: int,
    output: str,
    digits: int,
    exclude: str | None = None,
) -> dict[str, Any]:
    """Print the figures of runs, and give the runs by their names."""
    _options.import_numpy()
    from karat.reports import suites as report
    from karat.suites import runs

    names = _options.short_names(paths)
    found = {names[path]: runs.read(path) for path in paths}
    if exclude:
        found = {name: runs.without(one, runs.reasons(exclude)) for name, one in found.items()}
    if output == "json":
        sys.stdout.write(report.score_json(found, by, words))
        return found
    sys.stdout.write(report.score_tables(found, by, words, output, digits))
    stream = sys.stdout if output == "table" else sys.stderr
    stream.write(("\n" if output == "table" else "") + report.remarks(found))
    return found


@click.command(
    epilog="""\b
Examples:
  karat suite diff old.run new.run
  karat suite diff old.run new.run --no-loss --output markdown"""
)
@click.argument("first", metavar="RUN1")
@click.argument("second", metavar="RUN2")
@click.option("--no-loss", is_flag=True, help="Exit with 1 if an item was lost or is only in RUN1.")
@_options.output
def diff(first: str, second: str, no_loss: bool, output: str, digits: int) -> int:
    """List the items that came out differently in RUN2.

    lost: it was right and is wrong now, which is no analysis for a good item and one for a bad one;
    gained: the other way round; analyses: another number of them, or another way to fail; analysis:
    another first analysis; only-first, only-second: in one of the runs only.
    """
    from collections import Counter

    from karat.reports.suites import changes_table
    from karat.suites import runs
    from karat.suites.diff import KINDS
    from karat.suites.diff import diff as compare

    before, after = runs.read(first), runs.read(second)
    changes = compare(before, after)
    printed(changes_table(changes, 10**9 if output in ("json", "csv") else 40), output, digits)
    counts = Counter(one.kind for one in changes)
    said = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS if counts[kind])
    click.echo(f"{said or 'nothing changed'}, of {len(after.results)} items", err=True)
    if before.header.suite_sha256 != after.header.suite_sha256:
        click.echo("note: the two are runs of different suites", err=True)
    for name, one in ((first, before), (second, after)):
        if one.missing:
            click.echo(f"note: {name}: {one.missing} items were not run yet", err=True)
    lost = counts["lost"] + counts["only-first"]
    if no_loss and lost:
        click.echo(f"karat: {lost} items were lost", err=True)
        return 1
    return 0


@click.command(
    epilog="""\b
Examples:
  karat suite errors english.run
  karat suite errors english.run --propose by-hand.tsv
  karat suite errors english.run --categories by-hand.tsv"""
)
@click.argument("path", metavar="RUN")
@click.option("--categories", metavar="FILE", help="Categories by hand: TSV, item and category.")
@_EXCLUDE
@click.option("--propose", "target", metavar="FILE", help="Write the proposals to correct by hand.")
@_options.output
def errors(
    path: str,
    categories: str | None,
    exclude: str | None,
    target: str | None,
    output: str,
    digits: int,
) -> int:
    """Rank the kinds of error of a run, with what mending each would gain.

    Without --categories they are proposed by rules: POS tag, missing lexical item, missing
    construction, feature clash, rest. With it, items that it does not name have their proposals.
    gain is what mending this category alone adds to coverage; coverage if mended is what it becomes
    with this one and those above it.
    """
    from karat.files.atomic import AtomicFile
    from karat.reports.suites import categories_table
    from karat.suites import categories as by_hand
    from karat.suites import runs
    from karat.suites.propose import propose

    found = runs.read(path)
    if exclude:
        found = runs.without(found, runs.reasons(exclude))
    given = by_hand.read(categories) if categories else {}
    proposed = propose(found.results)
    if target:
        file = AtomicFile(target)
        try:
            file.stream.write(by_hand.write(proposed, found.results))
            file.keep()
        finally:
            file.discard()
    known = {one.item.id for one in found.results}
    strange = [key for key in given if key not in known]
    if strange:
        click.echo(
            f"note: {categories}: {len(strange)} items are not in the run, as {strange[0]}",
            err=True,
        )
    every = {**{key: (name,) for key, name in proposed.items()}, **given}
    printed(categories_table(by_hand.ranking(found.results, every)), output, digits)
    failed = by_hand.failed(found.results)
    missed = sum(one.item.grammatical is True for one in failed)
    hand = sum(one.item.id in given for one in failed)
    click.echo(
        f"{missed} good items without an analysis, {len(failed) - missed} bad ones with one; "
        f"{hand} categories by hand, {len(proposed) - sum(key in given for key in proposed)} "
        "proposed by rules",
        err=True,
    )
    return 0
