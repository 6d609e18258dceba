"""karat parsers: which parsers can be run, and how to install the others."""

import sys
from collections.abc import Mapping

import click

from karat.cli import _options
from karat.reports.table import Style, Table, render


@click.command(
    epilog="""\b
Examples:
  karat parsers
  karat parsers link-grammar"""
)
@click.argument("name", required=False)
@_options.output
def command(name: str | None, style: Style) -> int:
    """List the parsers that karat can run, or the options of the parser NAME.

    For a parser that is not installed, the command that installs it is shown.
    """
    from dataclasses import fields

    from karat import parsers

    if name is not None:
        rows = [
            [one.name, str(one.default), _help(one.metadata)] for one in fields(parsers.load(name))
        ]
        sys.stdout.write(render(Table(["option", "default", "meaning"], rows), style))
        return 0
    rows = []
    for one in parsers.names():
        adapter = parsers.load(one)()
        missing, what = adapter.missing(), (adapter.__doc__ or "").split("\n")[0]
        rows.append([one, "no" if missing else adapter.version() or "yes", missing, what])
    heads = ["parser", "installed", "install with", "what it is"]
    if style.output != "table":
        sys.stdout.write(render(Table(heads, rows), style))
        return 0
    short = [[row[0], row[1], row[3]] for row in rows]
    sys.stdout.write(render(Table([heads[0], heads[1], heads[3]], short), style))
    if any(row[2] for row in rows):
        sys.stdout.write("\nNot installed:\n")
        sys.stdout.writelines(f"  {row[0]}: {row[2]}\n" for row in rows if row[2])
    return 0


def _help(metadata: Mapping[str, object]) -> str:
    choices = metadata.get("choices", ())
    assert isinstance(choices, tuple)  # as adapter.option makes it
    said = "|".join(filter(None, choices))
    return f"{metadata.get('help', '')}{f' ({said})' if said else ''}"
