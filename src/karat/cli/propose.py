"""karat propose: a draft of grammatical relations, to be corrected by hand."""

import sys
from typing import TYPE_CHECKING, BinaryIO

import click

from karat.cli import _options

if TYPE_CHECKING:
    from karat.formats._block import Blocks


@click.command(
    epilog="""\b
Examples:
  karat propose trees.mrg > draft.gr
  karat propose parser.conllu -o draft.gr
  karat propose trees.mrg --notation rasp --positions -o draft.gr
  karat check draft.gr"""
)
@click.argument("source", metavar="FILE")
@click.option(
    "-o", "--out", metavar="FILE", show_default="standard output", help="The file to write."
)
@click.option(
    "--notation", default="paper", show_default=True,
    type=click.Choice(["paper", "lisp", "rasp"]), help="The notation of the relations.",
)  # fmt: skip
@click.option(
    "--names", default="last", show_default=True, type=click.Choice(["last", "whole"]),
    help="Write a name of several words as its last word, or as all its words joined by _.",
)  # fmt: skip
@click.option(
    "--positions", is_flag=True, help="Write the position and tag of heads and dependents."
)
@_options.reading
def command(
    source: str,
    out: str | None,
    notation: str,
    names: str,
    positions: bool,
    format: str | None,  # noqa: A002  # the option's name
    layout: str,
) -> int:
    """Draft grammatical relations from the trees or dependencies of FILE.

    The words of each sentence are written first, then its relations. Correct the draft by hand, and
    find misspellings with karat check; karat gr --agree compares two annotators.
    docs/gr-extraction.md lists what the draft gets wrong.
    """
    from karat.engine.run import open_blocks
    from karat.files.atomic import AtomicFile

    blocks = open_blocks(source, layout, format)
    if out is None or out == "-":
        _propose(blocks, sys.stdout.buffer, notation, names, positions)
        return 0
    with AtomicFile(out, "wb") as stream:
        _propose(blocks, stream, notation, names, positions)
    return 0


def _propose(
    blocks: "Blocks", stream: BinaryIO, notation: str, names: str, positions: bool
) -> None:
    from karat.formats import gr as gr_format
    from karat.model.labels import Labels
    from karat.views.gr import gr, note

    scanner = blocks.scanner(Labels())
    for block in blocks:
        bank = scanner.scan(block)
        for error in bank.errors():
            raise error
        said = note(bank)
        if said:
            click.echo(f"karat: note: {said}", err=True)
        gr_format.write(gr(bank, names=names, positions=positions), stream, notation=notation)
