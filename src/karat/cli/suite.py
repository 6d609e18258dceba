"""karat suite: run parsers over test suites, and see what they take."""

from pathlib import Path

import click

from karat.cli import _options
from karat.cli._suite_results import diff, errors, print_scores, printed, score


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  karat suite list
  karat suite run tam2008 --with link-grammar
  karat suite score tam2008.link-grammar.run --by phenomenon
  karat suite diff old.run new.run --no-loss
  karat suite errors new.run --categories by-hand.tsv""",
)
def command() -> None:
    """Test suites: run a parser over one, score the run, compare runs, rank the errors.

    A suite is one that comes with karat (see: karat suite list), a file of items (.toml, .jsonl,
    .tsv) or an [incr tsdb()] skeleton or profile. `karat suite VERB --help` says more.
    """


@command.command(
    "list",
    epilog="""\b
Examples:
  karat suite list
  karat suite list tam2008""",
)
@click.argument("suite", required=False)
@_options.output
def list_(suite: str | None, output: str, digits: int) -> int:
    """List the suites that come with karat, or the items of one SUITE."""
    from karat import suites
    from karat.reports.table import Table

    if suite is None:
        rows = []
        for name in suites.bundled():
            items = suites.load(name).items
            good = sum(one.grammatical is True for one in items)
            bad = sum(one.grammatical is False for one in items)
            kinds = {name for one in items for name in one.all_phenomena}
            rows.append([name, len(items), good, bad, len(kinds)])
        heads = ["suite", "items", "grammatical", "ungrammatical", "phenomena"]
    else:
        rows = [
            [one.id, one.judgement, " ".join(one.all_phenomena), " ".join(one.errors), one.sentence]
            for one in suites.load(suite).items
        ]
        heads = ["item", "grammatical", "phenomena", "errors", "sentence"]
    printed(Table(heads, rows), output, digits)
    return 0


@command.command(
    epilog="""\b
Examples:
  karat suite convert tam2008 my-suite.tsv
  karat suite convert profiles/csli csli.toml
  karat suite convert csli.toml skeleton/"""
)
@click.argument("suite")
@click.argument("target", metavar="FILE")
def convert(suite: str, target: str) -> int:
    """Write SUITE to FILE, whose name ends in .toml, .jsonl or .tsv.

    A name that ends in / is that of a new folder for an [incr tsdb()] skeleton.
    """
    from karat import suites
    from karat.files.atomic import AtomicFile
    from karat.suites import files, skeletons

    if target.endswith("/"):
        skeletons.write(suites.load(suite), Path(target))
        return 0
    text = files.write(suites.load(suite), Path(target).suffix)
    file = AtomicFile(target)
    try:
        file.stream.write(text)
        file.keep()
    finally:
        file.discard()
    return 0


@command.command(
    epilog="""\b
Examples:
  karat suite run tam2008 --with link-grammar
  karat suite run my-suite.toml --with 'command(run="my-parser -q")' --run monday.run"""
)
@click.argument("suite")
@_options.parsing("item")
@click.option("--run", "path", metavar="FILE", help="Where to; usually SUITE.PARSER.run.")
@_options.output
def run(
    suite: str, parser: str, path: str | None, seconds: float, memory: int, jobs: int,
    output: str, digits: int,
) -> int:  # fmt: skip
    """Run PARSER over the items of SUITE and keep what it says of each in a file.

    A run that was stopped, even by kill -9, goes on where it was when the same command is given
    again: nothing is run twice. An item over which the parser crashes, hangs, takes too much memory
    or prints garbage is reported as such, and the run goes on.
    """
    from karat import parsers, suites
    from karat.parsers.supervise import Limits
    from karat.reports.progress import Steps
    from karat.suites import running

    adapter = parsers.parse(parser)
    loaded = suites.load(suite)
    path = path or f"{loaded.name}.{adapter.name}.run"
    progress = Steps("items")
    try:
        count = running.run(loaded, adapter, path, Limits(seconds, memory), jobs, progress)
    finally:
        progress.close()
    click.echo(f"{Path(path).name}: {count} of {len(loaded.items)} items run now", err=True)
    print_scores((path,), (), 0, output, digits)
    return 0


command.add_command(score)
command.add_command(diff)
command.add_command(errors)
