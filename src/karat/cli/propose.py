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
@click.option("-o", "--out", metavar="FILE", help="Where to write; else to standard output.")
@click.option(
    "--notation", default="paper", show_default=True,
    type=click.Choice(["paper", "lisp", "rasp"]), help="How relations are written.",
)  # fmt: skip
@click.option(
    "--names", default="last", show_default=True, type=click.Choice(["last", "whole"]),
    help="A name of several words: its last word, or all joined with _.",
)  # fmt: skip
@click.option("--positions", is_flag=True, help="Write place and tag with heads and dependents.")
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
    """Write the relations that FILE's trees or dependencies suggest, below each sentence's words.

    Correct the draft by hand and see with karat check that nothing was misspelt; karat gr
    --agree compares two annotators. docs/gr-extraction.md says what the draft gets wrong.
    """
    from karat.engine.run import open_blocks
    from karat.files.atomic import AtomicFile

    blocks = open_blocks(source, layout, format)
    if out is None or out == "-":
        _propose(blocks, sys.stdout.buffer, notation, names, positions)
        return 0
    file = AtomicFile(out, "wb")
    try:
        _propose(blocks, file.stream, notation, names, positions)
        file.keep()
    finally:
        file.discard()
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
        for sentence in bank.fault.nonzero()[0].tolist():
            error = bank.error(sentence)
            assert error is not None  # it is marked as faulty
            raise error
        said = note(bank)
        if said:
            click.echo(f"karat: note: {said}", err=True)
        gr_format.write(gr(bank, names=names, positions=positions), stream, notation=notation)
