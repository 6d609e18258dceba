"""karat propose: a draft of grammatical relations, to be corrected by hand."""

import sys
from contextlib import nullcontext

import click

from karat.cli import _options, verb


@verb("""
  karat propose trees.mrg > draft.gr
  karat propose parser.conllu -o draft.gr
  karat propose trees.mrg --notation rasp --positions -o draft.gr
  karat check draft.gr""")
@click.argument("source", metavar="FILE")
@click.option("-o", "--out", default="-", metavar="FILE", show_default="standard output",
    help="The file to write.")  # fmt: skip
@click.option("--notation", default="paper", show_default=True,
    type=click.Choice(["paper", "lisp", "rasp"]),
    help="The notation of the relations.")  # fmt: skip
@click.option("--names", default="last", show_default=True, type=click.Choice(["last", "whole"]),
    help="Write a name of several words as its last word, or as all its words joined by _.",
)  # fmt: skip
@click.option("--positions", is_flag=True,
    help="Write the position and tag of heads and dependents.")  # fmt: skip
@_options.reading
def command(
    source: str, out: str, notation: str, names: str, positions: bool, reading: _options.Reading
) -> None:
    """Draft grammatical relations from the trees or dependencies of FILE.

    The words of each sentence are written first, then its relations. Correct the draft by hand, and
    find misspellings with karat check; karat gr --agree compares two annotators.
    docs/gr-extraction.md lists what the draft gets wrong.
    """
    from karat.files.atomic import AtomicFile
    from karat.formats import gr as gr_format
    from karat.formats import open_blocks
    from karat.model.labels import Labels
    from karat.views.gr import gr, note

    blocks = open_blocks(source, reading.layout, reading.format)
    scanner = blocks.scanner(Labels())
    with nullcontext(sys.stdout.buffer) if out == "-" else AtomicFile(out, "wb") as stream:
        for block in blocks:
            bank = scanner.scan(block)
            for error in bank.errors():
                raise error
            if said := note(bank):
                click.echo(f"karat: note: {said}", err=True)
            gr_format.write(gr(bank, names=names, positions=positions), stream, notation=notation)
