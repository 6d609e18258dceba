"""karat parse: run a parser over sentences."""

import sys
from contextlib import closing

import click

from karat.cli import _options, verb


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
    from karat.files.lines import lines as read_lines
    from karat.files.source import Source
    from karat.parsers.pool import parse_all
    from karat.parsers.supervise import Limits
    from karat.reports.progress import Steps

    adapter = parsers.parse(parser)
    adapter.check()
    with closing(Source(text)) as source:
        lines = read_lines(source)
    sentences = [(i, line) for i, line in enumerate(lines) if line.strip()]
    _options.say(adapter.doubts([line for _, line in sentences]))
    write = adapter.transcript if kind == "native" else adapter.written
    # Of each answer only what is written is kept: other analyses and tags may be far more.
    found: dict[int, str] = {}
    failed: dict[int, str] = {}
    with closing(Steps("sentences")) as progress:
        for i, one in parse_all(sentences, adapter, Limits(seconds, memory), jobs):
            found[i] = write(one, lines[i])
            if one.failure or not one.analyses:
                failed[i] = f"{one.failure}: {one.message}" if one.failure else "no analysis"
            progress(len(found), len(sentences))

    _options.print_data()
    for i, line in enumerate(lines):
        sys.stdout.write(found[i] if i in found else write(None, line))
    for i, said in sorted(failed.items()):
        click.echo(f"note: {text}:{i + 1}: {said}", err=True)
