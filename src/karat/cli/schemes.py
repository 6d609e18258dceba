"""karat schemes: what there is to score with."""

import inspect
import sys
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import click

from karat.cli import _options
from karat.reports.table import Style


@click.command(
    epilog="""\b
Examples:
  karat schemes
  karat schemes evalb"""
)
@click.argument("name", required=False)
@_options.output
def command(name: str | None, style: Style) -> int:
    """List the schemes, or tell all about one of them."""
    from karat import schemes
    from karat.model.errors import unknown
    from karat.reports.table import Table, render

    if name is None:
        rows = [
            [
                one,
                _summary(one),
                " ".join(measure.name for measure in schemes.load(one)().measures()),
            ]
            for one in schemes.names()
        ]
        table = Table(["scheme", "what it measures", "measures"], rows)
    else:
        if name not in schemes.names():
            raise unknown("scheme", name, schemes.names())
        kind = schemes.load(name)
        if style.output == "table":
            sys.stdout.write(f"{inspect.cleandoc(sys.modules[kind.__module__].__doc__ or '')}\n\n")
        rows = [[one.name, _shown(one.default), _help(one.metadata)] for one in fields(kind)]
        table = Table(["option", "default", "meaning"], rows)
    sys.stdout.write(render(table, style))
    return 0


def _summary(name: str) -> str:
    from karat import schemes

    return (schemes.load(name).__doc__ or "").split("\n")[0]


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "+".join(value) if isinstance(value, tuple) else str(value)


def _help(metadata: Mapping[str, Any]) -> str:
    choices = metadata.get("choices", ())
    return f"{metadata.get('help', '')}{' (' + '|'.join(choices) + ')' if choices else ''}"
