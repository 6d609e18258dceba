"""karat parsers: which parsers can be run, and how to install the others."""

import sys

import click

from karat.cli import _options, verb
from karat.reports.table import Style, Table, render


@verb("""
  karat parsers
  karat parsers link-grammar""")
@click.argument("name", required=False)
@_options.output
def command(name: str | None, style: Style) -> None:
    """List the parsers that karat can run, or the options of the parser NAME.

    For a parser that is not installed, the command that installs it is shown.
    """
    from karat import parsers

    if name is not None:
        sys.stdout.write(render(_options.options_table(parsers.load(name)), style))
        return
    rows = []
    for one in parsers.names():
        adapter = parsers.load(one)()
        missing, what = adapter.missing(), (adapter.__doc__ or "").split("\n")[0]
        rows.append([one, "no" if missing else adapter.version() or "yes", missing, what])
    table = Table(["parser", "installed", "install with", "what it is"], rows)
    if style.output != "table":
        sys.stdout.write(render(table, style))
        return
    heads, *short = ([row[0], row[1], row[3]] for row in (table.columns, *rows))
    sys.stdout.write(render(Table(heads, short), style))
    if any(row[2] for row in rows) and not style.quiet:
        sys.stdout.write("\nNot installed:\n")
        sys.stdout.writelines(f"  {row[0]}: {row[2]}\n" for row in rows if row[2])
