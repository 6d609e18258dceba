"""karat schemes: what there is to score with."""

import inspect
import sys
from typing import TYPE_CHECKING

import click

from karat.cli import _options, verb
from karat.reports.table import Style, Table, render
from karat.reports.terminal import reflowed

if TYPE_CHECKING:
    from karat.model.scheme import Scheme


@verb("""
  karat schemes
  karat schemes evalb""")
@click.argument("name", required=False)
@_options.output
def command(name: str | None, style: Style) -> None:
    """List the schemes, or describe one of them: its measures, breakdowns and options."""
    from karat import schemes

    if name is not None:
        kind = schemes.load(name)
        if style.output == "table":
            text = inspect.cleandoc(sys.modules[kind.__module__].__doc__ or "")
            sys.stdout.write(f"{reflowed(text, style.width or 80)}\n\n")
            sys.stdout.write(_described(kind(), style))
        sys.stdout.write(render(_options.options_table(kind), style))
        return
    rows = []
    for one in schemes.names():
        kind = schemes.load(one)
        measures = " ".join(measure.name for measure in kind().measures())
        rows.append([one, (kind.__doc__ or "").split("\n")[0], measures])
    sys.stdout.write(render(Table(["scheme", "what it measures", "measures"], rows), style))


def _described(scheme: "Scheme", style: Style) -> str:
    """The measures with their formulas, and what else the scheme declares about itself."""
    from karat.model.bank import CONTENTS

    measures = [
        [one.name, one.formula, one.unit, " ".join(f"@{mean}" for mean in one.means)]
        for one in scheme.measures()
    ]
    layers = [scheme.needs.layer, *scheme.needs.derived_from]
    needs = " or ".join(CONTENTS.get(layer, layer) for layer in layers)
    kinds = " ".join([*(kind.name for kind in scheme.breakdowns), "length"])
    table = render(Table(["measure", "formula", "unit", "means"], measures), style)
    return f"{table}\nneeds: {needs}\nbreakdowns (--by): {kinds}\n\n"
