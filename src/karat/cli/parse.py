"""karat parse: run a parser over sentences."""

import sys
from contextlib import closing
from typing import TYPE_CHECKING

import click

from karat.cli import _options, verb

if TYPE_CHECKING:
    from karat.parsers.adapter import Parsed


@verb("""
  karat parse --with link-grammar sentences.txt > trees.mrg
  echo 'Dogs bark .' | karat parse --with link-grammar --as native -
  karat parse --with 'udpipe(model=english.udpipe)' sentences.txt > system.conllu
  karat parse --with 'command(run="my-parser -q",gives=trees)' sentences.txt""")
@click.argument("text", default="-")
@_options.parsing("sentence")
@click.option("--as", "kind", type=click.Choice(["analysis", "native"]), default="analysis",
    show_default=True,
    help="Write the first analysis, or everything that the parser printed.")  # fmt: skip
def command(text: str, parser: str, kind: str, seconds: float, memory: int, jobs: int) -> None:
    """Parse the sentences of TEXT, one per line, with blanks between the tokens.

    TEXT is a file, or ``-`` for standard input. Trees are written one per line; a sentence without a
    tree is a blank line, and in CoNLL-U it has words without heads. If the parser crashes or hangs,
    only that sentence is lost. With --as native, Link Grammar's answers have their sentences above
    them, so that karat can restore the words and score the links.
    """
    from karat import parsers
    from karat.files.source import Source
    from karat.parsers.pool import parse_all
    from karat.parsers.supervise import Limits
    from karat.reports.progress import Steps

    adapter = parsers.parse(parser)
    adapter.check()
    with closing(Source(text)) as source:
        given = source.text()
    # Only a line feed ends a line; the other line separators of Unicode may be part of a word.
    lines = given.removesuffix("\n").split("\n") if given else []
    sentences = [(i, line) for i, line in enumerate(lines) if line.strip()]
    _options.say(adapter.doubts([line for _, line in sentences]))
    found: dict[int, Parsed] = {}
    with closing(Steps("sentences")) as progress:
        for i, one in parse_all(sentences, adapter, Limits(seconds, memory), jobs):
            found[i] = one
            progress(len(found), len(sentences))

    for i, line in enumerate(lines):
        parsed = found.get(i)
        write = adapter.transcript if kind == "native" else adapter.written
        sys.stdout.write(write(parsed, line))
    for i, one in sorted(found.items()):
        if one.failure or not one.analyses:
            said = f"{one.failure}: {one.message}" if one.failure else "no analysis"
            click.echo(f"note: {text}:{i + 1}: {said}", err=True)
