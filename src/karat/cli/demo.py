"""karat demo: a first look at karat, on data that comes with it."""

import sys
import textwrap

import click

from karat.cli import _options, verb

_HEAD = """\
karat-200: 252 good English sentences with gold trees, dependencies, relations
and flat keys, and 114 bad ones. Recorded output of five parsers of four kinds
and of three baselines. A letter: no figure, for the reason below the table.
P, R, F1: precision, recall, F1 in per cent. cross: brackets that cross gold's,
a sentence. conf: conformance. cov, over: good and bad sentences it analyses.

"""
_NEXT = "karat score GOLD SYSTEM, karat show GOLD SYSTEM"


@verb("""
  karat demo
  karat demo --file result.json --no-live""")
@click.option("--file", default="karat-demo.json", show_default=True, metavar="FILE",
    help="The file to write with every figure, count and signature.")  # fmt: skip
@click.option("--live/--no-live", default=True,
    help="Whether to run Link Grammar too, if it is installed.")  # fmt: skip
def command(file: str, live: bool) -> None:
    """Compare parsers of several kinds under evalb and the schemes of five papers.

    The gold standard and the outputs of the parsers come with karat, in the suite karat-200.
    """
    _options.import_numpy()
    from karat.analysis import demo
    from karat.reports import demo as report

    found = demo.compare()
    sys.stdout.write(_HEAD + report.table(found) + "\n")
    sys.stdout.write("What each shows that the others hide:\n\n" + report.lessons(found) + "\n\n")
    if live:
        sys.stdout.write(textwrap.fill(report.said_of(demo.live()), 79) + "\n")
    report.write(found, file)
    sys.stdout.write(f"The full result is in {file}.\nNext: {_NEXT}\n")
