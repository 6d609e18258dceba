"""karat convert: from one format to another."""

import sys
from typing import IO, Any

import click

from karat.cli import _options


@click.command(
    epilog="""\b
Examples:
  karat convert pretty-printed.mrg one-a-line.mrg
  karat convert trees.mrg.gz - --pretty | less
  karat convert damaged.mrg clean.mrg --failed empty"""
)
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--pretty", is_flag=True, help="Indent trees over several lines.")
@click.option(
    "--failed", type=click.Choice(["abort", "empty"]), default="abort", show_default=True,
    help="A sentence that cannot be read: stop, or write a blank line and say so.",
)  # fmt: skip
@_options.reading
def command(
    source: str,
    target: str,
    pretty: bool,
    failed: str,
    format: str | None,  # noqa: A002  # the option's name
    layout: str,
) -> int:
    """Read IN and write OUT; ``-`` is standard input or output.

    OUT appears only when all of IN was read and written.
    """
    from karat.engine.run import open_blocks
    from karat.reports.rows import AtomicFile

    blocks = open_blocks(source, layout, format)
    if target == "-":
        broken = _convert(blocks, sys.stdout.buffer, pretty, failed)
    else:
        file = AtomicFile(target, "wb")
        try:
            broken = _convert(blocks, file.stream, pretty, failed)
            file.keep()
        finally:
            file.discard()
    if broken:
        click.echo(f"karat: {broken} sentences could not be read; their lines are blank", err=True)
    return 0


def _convert(blocks: Any, stream: IO[bytes], pretty: bool, failed: str) -> int:
    from karat.formats import brackets
    from karat.labels import Labels

    scanner = brackets.Scanner(Labels(), blocks.lines, blocks.source.path)
    broken = 0
    for block in blocks:
        bank = scanner.scan(block)
        faulty = bank.fault.nonzero()[0].tolist()
        if faulty and failed == "abort":
            error = bank.error(faulty[0])
            assert error is not None  # it is marked as faulty
            raise error
        broken += len(faulty)
        brackets.write(bank, stream, pretty=pretty)
    return broken
