"""karat formats: what can be read and written."""

import json
import sys

import click

from karat.cli import _options


@click.command(
    epilog="""\b
Examples:
  karat formats
  karat formats --output json"""
)
@_options.output
def command(output: str, digits: int) -> int:
    """List the formats; a file's format is detected from its content, or given with --format."""
    from karat import formats
    from karat.reports.table import Table, render

    modules = [(name, formats.module(name)) for name in formats.names()]
    rows = [[name, m.SUMMARY, " ".join(m.EXTENSIONS), m.EXAMPLE] for name, m in modules]
    table = Table(["format", "what it is", "usual names", "example"], rows)
    if output == "json":
        records = [dict(zip(table.columns, row, strict=True)) for row in rows]
        sys.stdout.write(json.dumps(records, indent=1) + "\n")
    else:
        # People see how a file begins; all of the example is in the JSON.
        short = [[*row[:3], _first_line(row[3])] for row in rows]
        sys.stdout.write(render(Table(table.columns, short), output, digits))
    return 0


def _first_line(example: str) -> str:
    first, _, rest = example.strip().partition("\n")
    return first.replace("\t", " ") + (" …" if rest else "")
