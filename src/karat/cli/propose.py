"""karat propose: a draft of grammatical relations, to be corrected by hand."""

import sys
from contextlib import closing, nullcontext
from functools import partial
from typing import Any, BinaryIO

import click

from karat.cli import _options, verb
from karat.cli._systems import named
from karat.model.errors import UsageError, no_sentences

# So many labels are kept from block to block; base forms are among them, and every view looks at all labels.
_LABELS = 1 << 15


@verb("""
  karat propose trees.mrg > draft.gr
  karat propose parser.conllu -o draft.gr
  karat propose trees.mrg --notation rasp --positions -o draft.gr
  karat propose nbest.mrg --closest-to treebank.mrg -o draft.gr
  karat propose a.mrg b.mrg c.conllu --closest-to treebank.mrg -o draft.gr
  karat check draft.gr""")
@click.argument("sources", metavar="FILE [FILE...]", nargs=-1, required=True)
@click.option("-o", "--out", default="-", metavar="FILE", show_default="standard output",
    help="The file to write.")  # fmt: skip
@click.option("--closest-to", metavar="TREEBANK",
    help="Choose, for each sentence of TREEBANK, the analysis that agrees most with it. FILEs may have "
    "several analyses of a sentence, one after the other.")  # fmt: skip
@click.option("--by", type=click.Choice(["brackets", "dependencies", "relations"]),
    show_default="brackets if all files have trees, otherwise dependencies",
    help="With --closest-to: what has to agree.")  # fmt: skip
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
    sources: tuple[str, ...], out: str, closest_to: str | None, by: str | None, notation: str,
    names: str, positions: bool, reading: _options.Reading,
) -> None:  # fmt: skip
    """Draft grammatical relations from the trees, dependencies or chunks of FILE.

    The words of each sentence are written first, then its relations. Correct the draft by hand, and
    find misspellings with karat check; karat agree compares two annotators, and merges their files.
    docs/gr-extraction.md lists what the draft gets wrong.

    With several FILEs, or several analyses of each sentence in one FILE, the closest to TREEBANK is
    taken, and the first of those that are equally close. A comment in the draft says which it is.
    """
    from karat.files.atomic import AtomicFile

    if len(sources) > 1 and not closest_to:
        raise UsageError("several files need a treebank to choose by: --closest-to TREEBANK")
    if by and not closest_to:
        raise UsageError("--by is for --closest-to")
    view = {"names": names, "positions": positions}
    with nullcontext(sys.stdout.buffer) if out == "-" else AtomicFile(out, "wb") as stream:
        if closest_to:
            _closest(sources, closest_to, by or "", stream, notation, reading, **view)
        else:
            _one(sources[0], stream, notation, reading, **view)


def _one(
    source: str, stream: BinaryIO, notation: str, reading: _options.Reading, **view: Any
) -> None:
    """The relations of a file, block by block."""
    from karat.formats import gr as gr_format
    from karat.formats import open_blocks
    from karat.model.labels import Labels
    from karat.model.outcome import Note, added_up, in_words
    from karat.reports.progress import Progress
    from karat.views.gr import gr, notes

    blocks = open_blocks(source, reading.layout, reading.format)
    click.get_current_context().call_on_close(blocks.source.close)
    blocks.cut_smaller()  # words and relations as Python values take far more memory than the text
    labels, sentences, said = Labels(), 0, list[Note]()
    scanner = blocks.scanner(labels)
    with closing(Progress(source, listed=stream is sys.stdout.buffer)) as progress:
        for block in blocks:
            if len(labels) > _LABELS:
                labels = Labels()
                scanner = blocks.scanner(labels)
            bank = scanner.scan(block)
            for error in bank.errors():
                raise error
            sentences += len(bank)
            said += notes(bank)
            gr_format.write(gr(bank, **view), stream, notation=notation)
            progress(blocks.source.position)
    if not sentences:
        raise no_sentences(source)
    _options.say([f"karat: note: {one}" for one in in_words(added_up(said))])


def _closest(
    sources: tuple[str, ...], treebank: str, by: str, stream: BinaryIO, notation: str,
    reading: _options.Reading, **view: Any,
) -> None:  # fmt: skip
    """The relations of the analyses that are closest to a treebank."""
    from karat.analysis.closest import closest
    from karat.formats import read
    from karat.model.outcome import added_up, in_words
    from karat.reports.proposal import draft, summary
    from karat.views.gr import gr, notes

    key = read(treebank, layout=reading.layout)
    banks = [reading.bank(path) for path in sources]
    for bank in (key, *banks):
        for error in bank.errors():
            raise error
    found = closest(key, banks, by)
    names = [one.name for one in named(sources)]
    stream.writelines(draft(found, key, banks, names, partial(gr, **view), notation))
    chosen = [(text, 0) for text, _ in found.notes]
    said = added_up([*(one for bank in banks for one in notes(bank)), *chosen])
    _options.say([f"karat: note: {one}" for one in (*in_words(said), summary(found, names)) if one])
