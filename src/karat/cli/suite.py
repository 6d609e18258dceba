"""karat suite: run parsers over test suites and evaluate the runs."""

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from karat.cli import SETTINGS, _options, _saving, verb
from karat.cli._suite_key import key
from karat.cli._suite_results import Judging, diff, errors, judging, print_scores, score
from karat.cli._systems import Named
from karat.reports.table import Style, render

if TYPE_CHECKING:
    from karat.suites.right import Verdicts
    from karat.suites.runs import Run

_FORMAT = click.option("--format", "wanted", metavar="FORMAT", show_default="detected from the content",
    help="The format of a SUITE that is text or a treebank: text, brackets, conllu …")  # fmt: skip


@click.group(
    context_settings=SETTINGS,
    epilog="""\b
Examples:
  karat suite list
  karat suite run tam2008 --with link-grammar
  karat suite score tam2008.link-grammar.run --by phenomenon
  karat suite diff old.run new.run --no-loss
  karat suite errors new.run --categories by-hand.tsv""",
)
def command() -> None:
    """Run a parser over a test suite, score the run, compare runs, rank the errors.

    A suite is one that comes with karat (see: karat suite list), a file of items (.toml, .jsonl or
    .tsv), plain text with one sentence per line, a treebank, a folder of these, or an [incr tsdb()]
    skeleton or profile. In plain text, a sentence that begins with * is ungrammatical. The trees of a
    treebank are gold. For more about a verb, type: karat suite VERB --help.
    """


@verb("""
  karat suite list
  karat suite list tam2008""")
@click.argument("suite", required=False)
@_FORMAT
@_options.output
def list_(suite: str | None, wanted: str | None, style: Style) -> None:
    """List the suites that come with karat, or the items of SUITE."""
    from karat import suites
    from karat.reports.suites import items_table, suites_table

    if suite is None:
        table = suites_table([suites.load(name) for name in suites.bundled()])
    else:
        table = items_table(suites.load(suite, wanted))
    sys.stdout.write(render(table, style))


@verb("""
  karat suite convert tam2008 my-suite.tsv
  karat suite convert profiles/csli csli.toml
  karat suite convert csli.toml skeleton/""")
@click.argument("suite")
@click.argument("target", metavar="FILE")
@_FORMAT
def convert(suite: str, target: str, wanted: str | None) -> None:
    """Write SUITE to FILE, in the format of its extension: .toml, .jsonl or .tsv.

    If FILE ends in /, an [incr tsdb()] skeleton is written to a new folder of that name.
    """
    from karat import suites
    from karat.files.atomic import AtomicFile
    from karat.suites import files, tsdb

    loaded = suites.load(suite, wanted)
    if target.endswith("/"):
        tsdb.write(loaded, Path(target))
        return
    text = files.write(loaded, Path(target).suffix)
    with AtomicFile(target) as stream:
        stream.write(text)


@verb("""
  karat suite run tam2008 --with link-grammar
  karat suite run my-suite.toml --with 'command(run="my-parser -q")' --run monday.run
  karat suite run sentences.txt --with link-grammar
  karat suite run tam2008 --with link-grammar --save monday
  karat suite run gold.mrg --with benepar --right evalb.exact""")
@click.argument("suite")
@_FORMAT
@_options.parsing("item")
@click.option("--run", "path", metavar="FILE", show_default="SUITE.PARSER.run",
    help="The file of the run.")  # fmt: skip
@click.option(
    "--fresh",
    is_flag=True,
    help="Start over: run all items again, even those with a result in FILE.",
)
@judging
@_options.output
@_saving.saving
def run(
    suite: str, wanted: str | None, parser: str, path: str | None, fresh: bool, seconds: float,
    memory: int, jobs: int, judging: Judging, style: Style, saving: _saving.Saving,
) -> None:  # fmt: skip
    """Run a parser over the items of SUITE and write the results to a file.

    To continue a run that was interrupted, even by kill -9, give the same command again: items that
    have a result are not run again. A run with another suite, parser, program or grammar cannot
    be continued; --fresh starts over. If the parser crashes, hangs, uses too much memory or prints
    something unreadable, the failure is recorded for that item and the run continues.
    """
    from karat import parsers, suites
    from karat.parsers.supervise import Limits
    from karat.reports.progress import Steps
    from karat.suites import running

    adapter = parsers.parse(parser)
    watched = _saving.Watched(saving, [suite, *([judging.gold] if judging.gold else [])])
    loaded = suites.load(suite, wanted)
    path = path or f"{loaded.name}.{adapter.name}.run"
    limits = Limits(seconds, memory)
    _options.say(adapter.doubts([one.sentence for one in loaded.items]))
    with closing(Steps("items")) as progress:
        count = running.run(loaded, adapter, path, limits, jobs, progress, fresh=fresh)

    click.echo(f"{Path(path).name}: {count} of {len(loaded.items)} items run now", err=True)
    found = print_scores([Named(Path(path).name, path)], (), 0, judging, style)
    if saving.wanted:
        _save(*found[Path(path).name], judging, suite, saving, watched, style)


def _save(
    run: "Run", verdicts: "Verdicts", judging: Judging, suite: str,
    saving: _saving.Saving, watched: _saving.Watched, style: Style,
) -> None:  # fmt: skip
    """Save a run of a suite: its file, the suite's file if it is one, and the gold that was named."""
    from karat.store.making import suite_run

    given = [("suite", suite), ("gold", judging.gold or "")]
    more = [watched.file(role, Path(one).name, one) for role, one in given if Path(one).is_file()]
    new = suite_run(
        run, run.path, right=str(judging.right), verdicts=verdicts, called=Path(run.path).name,
        more=more, keep=saving.keep, **saving.labels,
    )  # fmt: skip
    saving.save(new, style)


command.add_command(list_, "list")
for _verb in (convert, key, run, score, diff, errors):
    command.add_command(_verb)
