"""The verbs of karat suite that evaluate runs: score, diff, errors."""

import functools
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from karat.cli import _options, verb
from karat.cli._systems import Named, systems
from karat.model.errors import unknown
from karat.reports.table import Style, render

if TYPE_CHECKING:
    from karat.recognise.rules import Recogniser
    from karat.reports.suites import Judged
    from karat.stats.plan import Plan
    from karat.suites.right import Right, Verdicts
    from karat.suites.runs import Run

_EXCLUDE = click.option(
    "--exclude", metavar="FILE", help="A TSV file of items not to count, each with the reason."
)
_EXAMPLE = "coverage=0.7"


class Judging(NamedTuple):
    """What counts as right, and the gold to compare with; None means the run's own gold."""

    right: "Right"
    gold: str | None

    def __call__(self, run: "Run") -> "Verdicts":
        from karat.suites.right import judged

        return judged(run, self.right, self.gold)

    def with_phenomena(self, run: "Run", style: Style, more: "Recogniser | None" = None) -> "Run":
        """The run; if its items name no phenomena, those found in gold are added, with a note.

        ``more`` are further rules for gold trees.
        """
        from karat.suites.gold import of_run
        from karat.suites.phenomena import with_recognised

        gold = of_run(run, self.right.scheme, self.gold)
        found, rules = with_recognised(run, gold, more)
        if rules:
            said = f"the items name no phenomena; the rules {rules} recognised them in gold"
            _options.note([f"note: {run.path}: {said}"], style)
        return found


def judging(function: _options.Verb) -> _options.Verb:
    """Options for what counts as right; the verb gets them as ``judging``."""

    @functools.wraps(function)
    def call(*arguments: Any, right: str, gold: str | None, **options: Any) -> Any:
        _options.import_numpy()
        from karat.suites.right import parse

        return function(*arguments, judging=Judging(parse(right), gold), **options)

    return _options.stacked(
        click.option("--right", default="same", show_default=True, metavar="FIGURE[=VALUE]",
            help="What counts as right. same: an analysis equal to gold. Otherwise a share of a scheme "
            "and its least value (default: 1), as in evalb.exact or flat.conformance=0.9."),
        click.option("--gold", metavar="FILE", show_default="those of the items or of the suite",
            help="The gold analyses: a suite, or a file with one analysis for each item, or for each "
            "grammatical item."),
    )(call)  # fmt: skip


_BY = ["phenomenon", "family", "length", "source", "grade"]


@verb("""
  karat suite score english.link-grammar.run
  karat suite score old.run new.run --by phenomenon --by length --output json
  karat suite score new.run --fail-under coverage=0.7""")
@systems("runs", "RUN...", "RUN")
@click.option("--by", multiple=True, type=click.Choice(_BY),
    help="Break the figures down. May be given several times.")  # fmt: skip
@_EXCLUDE
@click.option("--words", default=10, show_default=True, type=click.IntRange(0),
    help="How many words to list, of those that are more frequent in failed items.")  # fmt: skip
@click.option("--interval", is_flag=True,
    help="Also give intervals for the figures of ambiguity, by a bootstrap over items.")  # fmt: skip
@_options.resampling
@judging
@_options.fail_under(_EXAMPLE)
@_options.output
def score(
    systems: tuple[Named, ...], by: tuple[str, ...], exclude: str | None, words: int, interval: bool,
    samples: int, seed: int, fail_under: tuple[str, ...], judging: Judging, style: Style,
) -> int:  # fmt: skip
    """Print coverage, overgeneration, ambiguity and correctness of one or more runs.

    Shares have 95 % Wilson intervals, the figures of ambiguity have intervals with --interval. If the
    parse base is b, a sentence of n tokens has b to the power of n analyses on average; analyses per
    token is a geometric mean, average analyses is the mean number of analyses of the items that have
    one. For items with gold analyses, right first is the share whose first analysis is right, and
    right among all is the share with any right analysis. An item on which the parser crashed or ran
    out of time is not covered; such failures have their own columns. RUN may also be an [incr tsdb()]
    profile that holds a run.
    """
    from karat.stats.plan import Plan
    from karat.suites.coverage import Coverage, tally

    thresholds = [_threshold(text) for text in fail_under]
    _options.need_interval(interval)
    plan = Plan(samples, seed) if interval else None
    found = print_scores(systems, by, words, judging, style, exclude, plan)
    missed = [
        f"karat: {measure} of {name} is {f'{value:.4f}' if value == value else 'undefined'}, "
        f"{'under' if value == value else 'not'} {least:g}"
        for measure, least in thresholds
        for name, (run, right) in found.items()
        if not (value := Coverage.of(tally(run.results, right)).measures[measure]) >= least
    ]
    # What was not run yet may be what the parser fails on.
    missed += [
        f"karat: {name}: {run.missing} of {run.header.items} items were not run yet, so it is not known "
        "whether it reaches --fail-under; run the rest: karat suite run"
        for name, (run, _) in found.items()
        if thresholds and run.missing
    ]
    return _options.say(missed)


def _threshold(text: str) -> tuple[str, float]:
    from karat.suites.coverage import FIGURES

    figure, least = _options.read_threshold(text, _EXAMPLE)
    figure = figure.removeprefix("coverage.")
    if figure not in FIGURES:
        raise unknown("figure of a run", figure, FIGURES)
    _options.check_threshold(text, least, FIGURES[figure])
    return figure, least


def print_scores(
    systems: Sequence[Named], by: tuple[str, ...], words: int, judging: Judging, style: Style,
    exclude: str | None = None, plan: "Plan | None" = None,
) -> dict[str, "Judged"]:  # fmt: skip
    """Print the figures of runs; return the runs by name, each with its verdicts."""
    from karat.reports import suites as report

    runs = {name: _read(path, exclude) for name, path in systems}
    if "phenomenon" in by:
        runs = {name: judging.with_phenomena(run, style) for name, run in runs.items()}
    found = {name: (run, judging(run)) for name, run in runs.items()}
    if style.output == "json":
        sys.stdout.write(report.score_json(found, by, words, plan))
    else:
        tables = report.score_tables(found, by, words, style, plan)
        _options.write(tables, report.remarks(found, plan), style)
    return found


def _read(path: str, exclude: str | None) -> "Run":
    from karat.suites import runs

    run = runs.read(path)
    return runs.without(run, exclude) if exclude else run


@verb("""
  karat suite diff old.run new.run
  karat suite diff old.run new.run --no-loss --output markdown
  karat suite diff old.run new.run --no-loss --right flat.conformance""")
@click.argument("first", metavar="RUN1")
@click.argument("second", metavar="RUN2")
@click.option("--no-loss", is_flag=True,
    help="Exit with 1 if an item is lost, wrong or demoted, or is missing in RUN2.")  # fmt: skip
@judging
@_options.output
def diff(first: str, second: str, no_loss: bool, judging: Judging, style: Style) -> int:
    """List the items whose results differ between RUN1 and RUN2, and the figures that fell.

    \b
    lost         a good item lost its analyses, or a bad item gained one
    wrong        an item with gold has no right analysis any more
    demoted      the right analysis of an item is no longer the first
    gained       a good item gained an analysis, or a bad item lost all
    right        an item with gold has a right analysis now
    promoted     the right analysis of an item is the first one now
    analyses     the number of analyses or the kind of failure changed
    analysis     the first analysis changed
    only-first   the item is only in RUN1
    only-second  the item is only in RUN2
    """
    from karat.reports.suites import changes_remarks, changes_table
    from karat.suites import runs
    from karat.suites.diff import LOSSES, falls
    from karat.suites.diff import diff as compare

    before, after = runs.read(first), runs.read(second)
    verdicts = judging(before), judging(after)
    changes = compare(before, after, *verdicts)
    fallen = falls(before, after, *verdicts)
    whole = style.output in ("json", "csv")
    most = None if whole or style.width is None else style.width // 2
    sys.stdout.write(render(changes_table(changes, most), style))
    said = changes_remarks(changes, fallen, before, after, style.digits)
    said += dict.fromkeys(f"note: {one}" for side in verdicts for one in side.notes)
    _options.note(said, style)
    lost = sum(one.kind in LOSSES for one in changes)
    return _options.say(
        [f"karat: items that were lost or got worse: {lost}"] if no_loss and lost else []
    )


@verb("""
  karat suite errors english.run
  karat suite errors english.run --rules xtag --right flat.conformance
  karat suite errors english.run --propose by-hand.tsv
  karat suite errors english.run --categories by-hand.tsv""")
@click.argument("path", metavar="RUN")
@click.option("--categories", metavar="FILE",
    help="A TSV file of items, each with its error category.")  # fmt: skip
@_EXCLUDE
@click.option("--rules", default="run", show_default=True, metavar="NAME|FILE",
    help="The rules that propose categories. run uses only the run itself; xtag or a TOML file uses the "
    "phenomena of the items.")  # fmt: skip
@click.option("--propose", "target", metavar="FILE",
    help="Write the proposed categories to a TSV file, to be corrected by hand.")  # fmt: skip
@judging
@_options.output
def errors(
    path: str, categories: str | None, exclude: str | None, rules: str, target: str | None,
    judging: Judging, style: Style,
) -> None:  # fmt: skip
    """Rank the error categories of a run by how many items they affect.

    \b
    failed         a good item has no analysis
    wrong          the first analysis of a good item is not right, by gold or by --categories
    overgenerated  a bad item has an analysis

    Rules propose a category for each error; the categories of --categories replace the proposed ones.
    If --categories names a good item that has an analysis, the analysis counts as wrong. gain is
    what fixing this category alone would add to coverage; coverage if fixed is the coverage after
    fixing this category and all above it.
    """
    from karat.files.atomic import AtomicFile
    from karat.reports.suite_errors import categories_remarks, categories_table
    from karat.suites import categories as kinds
    from karat.suites import proposals
    from karat.suites.category_tables import load

    table = None if rules == "run" else load(rules)
    more = table.recogniser if table else None
    found = judging.with_phenomena(_read(path, exclude), style, more)
    verdicts = judging(found)
    given = kinds.read(categories) if categories else {}
    wrong = kinds.errors(found.results, verdicts, given)
    proposed = proposals.propose(found.results, wrong, verdicts, table)
    if target:
        with AtomicFile(target) as stream:
            stream.write(kinds.write(proposed, found.results))
    every = {**{key: (name,) for key, name in proposed.items()}, **given}
    sys.stdout.write(render(categories_table(kinds.ranking(found.results, wrong, every)), style))
    _options.note(categories_remarks(found, wrong, given, verdicts, categories or ""), style)
