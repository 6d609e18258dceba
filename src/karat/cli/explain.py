"""karat explain: what was done to get a number."""

import sys

import click

from karat.cli import _options, verb
from karat.cli._people import safe


@verb("""
  karat explain f1 gold.mrg system.mrg
  karat explain evalb.f1 gold.mrg system.mrg
  karat explain 'evalb(params=new).recall' gold.mrg system.mrg""")
@click.argument("figure")
@click.argument("gold")
@click.argument("system")
@_options.reading
@_options.lenient("SYSTEM")
def command(
    figure: str, gold: str, system: str, reading: _options.Reading, lenient: bool
) -> None:  # fmt: skip
    """Explain step by step, with counts, how FIGURE is computed.

    FIGURE is a scheme and a measure, as in evalb.f1 or 'evalb(params=new).recall@sentence'. A measure
    alone is one of the usual scheme for gold's format, as in karat score.
    """
    from karat.analysis.errors.streamed import can_stream, is_large
    from karat.analysis.explain import explain
    from karat.analysis.explain_files import explain_files
    from karat.engine.tallying import Files
    from karat.formats import usual_scheme
    from karat.reports import explanation
    from karat.schemes import is_measure, parse, parse_figure
    from karat.views import Views

    usual = [parse(usual_scheme(gold, reading.format))] if is_measure(figure) else []
    scheme, measure = parse_figure(figure, usual)
    files = Files(gold, {system: system}, Views(), reading.format, reading.layout, lenient)
    if can_stream(files) and is_large(files):
        found = explain_files(scheme, measure, files)
    else:
        ours = reading.bank(gold)
        theirs = reading.bank(system, lenient=lenient, gold=ours)
        found = explain(scheme, measure, ours, theirs)
    sys.stdout.write(safe(explanation.text(found)))
