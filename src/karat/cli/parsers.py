"""karat parsers: which real parsers can be run, and how to get the others."""

import sys
from collections.abc import Mapping

import click

from karat.cli import _options


@click.command(
    epilog="""\b
Examples:
  karat parsers
  karat parsers link-grammar"""
)
@click.argument("name", required=False)
@_options.output
def command(name: str | None, output: str, digits: int) -> int:
    """List the parsers there are adapters for, or the options of one of them.

    A parser that is not installed is shown with the command that installs it.
    """
    import json
    from dataclasses import fields

    from karat import parsers
    from karat.reports.table import Table, render

    if name is None:
        rows = []
        for one in parsers.names():
            adapter = parsers.load(one)()
            missing = adapter.missing()
            state = "no" if missing else adapter.version() or "yes"
            rows.append([one, state, missing, adapter.summary])
        table = Table(["parser", "installed", "install with", "what it is"], rows)
        shown = Table(
            ["parser", "installed", "what it is"],
            [[row[0], row[1], row[3]] for row in rows],
        )
    else:
        kind = parsers.load(name)
        rows = [
            [one.name, str(one.default), _help(one.metadata)]
            for one in fields(kind)
        ]  # fmt: skip
        table = shown = Table(["option", "default", "meaning"], rows)
    if output == "json":
        records = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
        sys.stdout.write(json.dumps(records, indent=1) + "\n")
    elif output == "table":
        sys.stdout.write(render(shown, output, digits))
        if name is None and any(row[2] for row in rows):
            sys.stdout.write("\nNot installed:\n")
            sys.stdout.writelines(f"  {row[0]}: {row[2]}\n" for row in rows if row[2])
    else:
        sys.stdout.write(render(table, output, digits))
    return 0


def _help(metadata: Mapping[str, object]) -> str:
    choices = metadata.get("choices", ())
    assert isinstance(choices, tuple)  # as the adapters give them
    said = "|".join(filter(None, choices))
    return f"{metadata.get('help', '')}{f' ({said})' if said else ''}"
