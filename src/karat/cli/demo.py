"""karat demo: a first look at karat, on data that comes with it."""

import sys
import textwrap

import click

from karat.cli import _options, verb

_HEAD = """\
karat-200 has 252 English sentences with gold analyses. Here are five parsers,
then three baselines that know no grammar, both sorted by the column flat. All
figures are per cent, and higher is better. A dash: not comparable.

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
    report.write(found, file)
    parts = (report.table(found), report.legend(), "", "What it shows:", report.lessons(found), "")
    sys.stdout.write(_HEAD + "\n".join(parts) + "\n")
    if live:
        sys.stdout.write(textwrap.fill(report.said_of(demo.live()), 79) + "\n")
    sys.stdout.write(f"The full result is in {file}.\nNext: {_NEXT}\n")
