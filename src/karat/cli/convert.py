"""karat convert: from one format to another."""

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from typing import TYPE_CHECKING, BinaryIO

import click

from karat.cli import _options, verb
from karat.model.errors import InputError, SyntaxFault, UsageError, no_sentences

if TYPE_CHECKING:
    from karat.formats._block import Blocks
    from karat.formats._writing import Writer
    from karat.model.bank import Bank


@verb("""
  karat convert pretty-printed.mrg one-a-line.mrg
  karat convert trees.mrg.gz - --pretty | less
  karat convert damaged.mrg clean.mrg --failed empty
  karat convert treebank.mrg keys.mrg --view 'filter(categories=NP+PP)'
  karat convert parses.txt - --labels right --to 'parseval(labels=left)'
  karat convert parser.conllu parser.mrg --view 'yields(vp=yes)'""")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--view", "view_texts", multiple=True, metavar="VIEW",
    help="Apply a view to the trees, as in 'filter(depth=2)'; several are applied in order.",
)  # fmt: skip
@click.option("--to", "wanted", metavar="FORMAT",
    help="The format to write, with its options. Default: the format that OUT's extension stands "
    "for, otherwise the usual one for the last view or for IN's format.")  # fmt: skip
@click.option("--pretty", is_flag=True, help="Indent trees over several lines.")
@click.option("--failed", type=click.Choice(["abort", "empty"]), default="abort", show_default=True,
    help="What to do with a sentence that cannot be read: stop, or write an empty one and say so.",
)  # fmt: skip
@_options.reading
@_options.lenient("IN")
@click.option(
    "--threads",
    default=0,
    type=click.IntRange(0),
    help="The number of threads; 0: one per core, but one for the view gr, which more would slow down.",
)
def command(
    source: str, target: str, view_texts: tuple[str, ...], wanted: str | None, pretty: bool,
    failed: str, reading: _options.Reading, lenient: bool, threads: int,
) -> None:  # fmt: skip
    """Read IN and write OUT; ``-`` is standard input or output.

    OUT appears only when all of IN was read and written.
    """
    from karat import formats, views
    from karat.files.atomic import AtomicFile
    from karat.files.source import Source
    from karat.formats._writing import writer

    chain = [views.parse(text) for text in view_texts]
    blocks: Blocks
    if lenient:
        blocks = formats.open_blocks(source, reading.layout, reading.format, lenient=True)
        usual = _repaired(blocks, source)
    else:
        opened = Source(source)
        with opened.closed_on_error():
            chosen = formats.of(opened, reading.format)
            usual = getattr(chosen.module, "WRITTEN_AS", chosen.name)
            blocks = chosen.blocks(opened, reading.layout)
    click.get_current_context().call_on_close(blocks.source.close)
    if view_texts:
        usual = getattr(views.module(view_texts[-1]), "FORMAT", formats.USUAL)
    if any(getattr(views.module(text), "ONE_THREAD", False) for text in view_texts):
        threads = threads or 1
    write = writer(wanted, target, pretty=pretty, usual=usual)
    if view_texts:
        _require_room(view_texts[-1], write)
    with (
        nullcontext(sys.stdout.buffer) if target == "-" else AtomicFile(target, "wb") as stream,
        _noting(),
    ):
        try:
            sentences, broken = _convert(
                blocks, stream, chain, write, failed, threads, listed=target == "-"
            )
        except SyntaxFault as error:
            if lenient or usual not in formats.REPAIRABLE:
                raise
            raise InputError(f"{error}\n{formats.LENIENT}") from None
        if not sentences:
            raise no_sentences(source)
    if broken:
        click.echo(f"karat: {broken} sentences could not be read; their lines are blank", err=True)


def _require_room(view: str, write: "Writer") -> None:
    """Refuse a format that does not hold what the last view makes: OUT would be IN."""
    from karat import formats, views
    from karat.model import options

    name = options.split(view)[0]
    usual = getattr(views.module(view), "FORMAT", formats.USUAL)
    if not usual:
        raise UsageError(
            f"no format holds what the view {name} makes; karat show GOLD SYSTEM --scheme {name} lists it"
        )
    layer = getattr(formats.named(usual)[0], "NEEDS", "")
    # Dependencies are in several formats, and others are derived from them; text is words alone.
    if layer == "trees" or write.name in (usual, "text"):
        return
    if write.needs == "trees" or (layer and write.needs != layer):
        raise UsageError(
            f"the format {write.name} does not hold what the view {name} makes; --to {usual} does"
        )


@contextmanager
def _noting() -> Iterator[None]:
    """Collect what views say of each block, and say it once, with the number of sentences.

    Several threads may be at work, so what they say is put in the order of the blocks.
    """
    from karat.engine.blockwise import block_at_work
    from karat.model.outcome import Remark, added_up, in_words

    said: list[tuple[int, Warning | str]] = []

    def show(message: Warning | str, *_place: object, **_more: object) -> None:
        said.append((block_at_work(), message))

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = show
        yield
    messages = [message for _, message in sorted(said, key=lambda one: one[0])]
    notes = (one.note if isinstance(one, Remark) else (str(one), 0) for one in messages)
    for line in in_words(added_up(notes)):
        click.echo(f"karat: note: {line}", err=True)


def _repaired(blocks: "Blocks", source: str) -> str:
    """Say how much was repaired in a file that is read leniently; return the format to write it in."""
    from karat.formats._held import HeldBlocks

    assert isinstance(blocks, HeldBlocks)  # lenient reading makes no other
    if repairs := len(blocks.repairs):
        said = f"{repairs} repair{'s' * (repairs > 1)}; to see them, type: karat check {source} --lenient"
        click.echo(f"karat: {source}: {said}", err=True)
    return "brackets" if blocks.bank.has_trees else "conllu"


def _convert(
    blocks: "Blocks", stream: BinaryIO, chain: "list[Callable[[Bank], Bank]]", write: "Writer",
    failed: str, threads: int, *, listed: bool,
) -> tuple[int, int]:  # fmt: skip
    """Convert all blocks; the number of sentences, and of those that could not be read."""
    from karat.engine.blockwise import converted
    from karat.reports.progress import Progress

    sentences, broken = 0, 0
    done = converted(blocks, chain, write, keep_broken=failed == "empty", threads=threads)
    with closing(Progress(blocks.source.path, listed=listed)) as progress:
        for one in done:
            stream.write(one.text)
            sentences += one.sentences
            broken += one.broken
            progress(blocks.source.position)
    return sentences, broken
