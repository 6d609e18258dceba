"""karat schemes: what there is to score with."""

import inspect
import sys

import click

from karat.cli import _options, verb
from karat.reports.table import Style, Table, render


@verb("""
  karat schemes
  karat schemes evalb""")
@click.argument("name", required=False)
@_options.output
def command(name: str | None, style: Style) -> None:
    """List the schemes, or tell all about one of them."""
    from karat import schemes

    if name is not None:
        kind = schemes.load(name)
        if style.output == "table":
            sys.stdout.write(f"{inspect.cleandoc(sys.modules[kind.__module__].__doc__ or '')}\n\n")
        sys.stdout.write(render(_options.options_table(kind), style))
        return
    rows = []
    for one in schemes.names():
        kind = schemes.load(one)
        measures = " ".join(measure.name for measure in kind().measures())
        rows.append([one, (kind.__doc__ or "").split("\n")[0], measures])
    sys.stdout.write(render(Table(["scheme", "what it measures", "measures"], rows), style))
