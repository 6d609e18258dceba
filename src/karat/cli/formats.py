"""karat formats: what can be read and written."""

import sys

import click

from karat.cli import _options
from karat.reports.table import Style


@click.command(
    epilog="""\b
Examples:
  karat formats
  karat formats --output json"""
)
@_options.output
def command(style: Style) -> int:
    """List the formats; a file's format is detected from its content, or given with --format."""
    from karat import formats
    from karat.reports.table import Table, render

    modules = [(name, formats.module(name)) for name in formats.names()]
    rows = [[name, m.SUMMARY, " ".join(m.EXTENSIONS), m.EXAMPLE] for name, m in modules]
    table = Table(["format", "what it is", "usual names", "example"], rows)
    if style.output != "json":
        # People see how a file begins; all of the example is in the JSON.
        table = Table(table.columns, [[*row[:3], _first_line(row[3])] for row in rows])
    sys.stdout.write(render(table, style))
    return 0


def _first_line(example: str) -> str:
    first, _, rest = example.strip().partition("\n")
    return first.replace("\t", " ") + (" …" if rest else "")
