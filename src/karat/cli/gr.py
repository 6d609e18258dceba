"""karat gr: how frequent grammatical relations are, how well found, and who agrees on them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import click

from karat.cli import _options, verb
from karat.cli._systems import Named, systems
from karat.model.errors import UsageError, no_sentences
from karat.reports.table import Style

if TYPE_CHECKING:
    from karat.formats._block import Blocks
    from karat.model.bank import Bank
    from karat.model.outcome import Note
    from karat.reports.report import Report
    from karat.schemes.gr import Gr

_Part = TypeVar("_Part")


@verb("""
  karat gr corpus.gr
  karat gr gold.mrg system.mrg
  karat gr gold.gr system.gr --scheme 'gr(mode=hier,program=greval)'
  karat gr gold.gr system.gr --genre genres.tsv --confusion
  karat gr gold.gr system.gr -n 12
  karat gr --agree ann.gr bob.gr eve.gr""")
@systems("files", "FILE [SYSTEM]", "Each argument")
@click.option("-s", "--scheme", "scheme_text", metavar="SCHEME",
    show_default="gr; with --agree, gr(underspecified=no,untyped=no)",
    help="The scheme gr with its options.")  # fmt: skip
@click.option("--genre", metavar="FILE",
    help="Break the figures down by genre. Each line of FILE has a sentence number or range, a tab, "
    "and a genre.")  # fmt: skip
@click.option("--confusion", is_flag=True,
    help="Also print which relations were returned for which.")  # fmt: skip
@click.option("-n", "--number", "numbers", multiple=True, type=click.IntRange(1), metavar="N",
    help="Also list the relations of sentence N: = matched, - missed, + not in gold. May be given "
    "several times.")  # fmt: skip
@click.option("--agree", is_flag=True,
    help="Treat the files as annotations of the same sentences, and compare each pair.",
)  # fmt: skip
@click.option("--limit", default=50, show_default=True, type=click.IntRange(0),
    help="With --agree, the largest number of disagreements to list.")  # fmt: skip
@_options.output
@_options.reading
def command(
    systems: tuple[Named, ...], scheme_text: str | None, genre: str | None, confusion: bool,
    numbers: tuple[int, ...], agree: bool, limit: int, style: Style, reading: _options.Reading,
) -> None:  # fmt: skip
    """Print tables about grammatical relations.

    If a file has no relations, they are derived from its trees or dependencies. For one FILE:
    how often each relation occurs, including the relations below it in the hierarchy. For FILE
    and SYSTEM: precision, recall and F1 of each relation, with FILE as gold. With --genre, a
    chi-square test says whether the genres differ.
    """
    from karat.analysis import gr_sums
    from karat.analysis.layer_agreement import STRICT
    from karat.formats import open_blocks
    from karat.formats._block import opened_together
    from karat.model.labels import Labels
    from karat.model.outcome import in_words
    from karat.reports import gr as report
    from karat.schemes import parse
    from karat.schemes.gr import Gr

    scheme = parse(scheme_text or (STRICT if agree else "gr"))
    if not isinstance(scheme, Gr):
        raise UsageError(f"{scheme}: karat gr compares relations with the scheme gr only")
    files = [one.path for one in systems]
    _consistent(files, genre, confusion or bool(numbers), agree)
    notes: dict[str, Note] = {}
    derive = [partial(_derived, scheme, side=one.name, notes=notes) for one in systems]
    if agree:
        compared = _agreement(systems, scheme, derive, reading, limit, style.digits)
        said = in_words(dict(notes.values()))
        _options.write(*compared.noted(said).printed(style), style)
        return
    genres = gr_sums.Genres.read(genre) if genre else gr_sums.Genres()
    blocks = opened_together(open_blocks(path, reading.layout, reading.format) for path in files)
    for one in blocks:
        click.get_current_context().call_on_close(one.source.close)
    if len(files) == 1:
        scanner = blocks[0].scanner(Labels())
        scanned = (derive[0](scanner.scan(one)) for one in _watched(blocks[0], blocks[0]))
        counted = gr_sums.counted(scanned, genres)
        if not counted.sentences:
            raise no_sentences(files[0])
        found = report.frequency_report(counted, scheme, systems[0].name, style.digits)
    else:
        pairs = (
            (derive[0](gold, faults=True), derive[1](system, faults=True))
            for gold, system in _watched(gr_sums.scanned(*blocks), blocks[0])
        )
        sums = gr_sums.summed(pairs, scheme, genres, numbers, confusion=confusion)
        found = report.comparison_report(sums, scheme, numbers, systems[1].name, style.digits)
    said = in_words(dict(notes.values()))
    _options.write(*found.noted(said).printed(style), style)


def _agreement(
    systems: Sequence[Named], scheme: "Gr", derive: "Sequence[Callable[[Bank], Bank]]",
    reading: _options.Reading, limit: int, digits: int,
) -> "Report":  # fmt: skip
    """How far the annotators agree."""
    from karat.cli.agree import by_layer
    from karat.engine.abreast import Abreast
    from karat.reports.agreement import Asked
    from karat.stats.plan import FEWER_SAMPLES, SEED

    asked = Asked(0, "", FEWER_SAMPLES, SEED, limit, digits)
    files, names = [one.path for one in systems], [one.name for one in systems]
    read = Abreast(files, reading.layout, reading.format, [[one] for one in derive])
    return by_layer(read, names, scheme, asked)


def _watched(parts: "Iterable[_Part]", blocks: "Blocks") -> "Iterator[_Part]":
    """The same parts, with a bar on a terminal that shows how far the file has been worked on."""
    from karat.reports.progress import Progress

    with closing(Progress(blocks.source.path)) as progress:
        for one in parts:
            yield one
            progress(blocks.source.position)


def _derived(
    scheme: "Gr", bank: "Bank", *, side: str, notes: "dict[str, Note]", faults: bool = False
) -> "Bank":
    """The relations of a Bank; what is to be said of them is noted once, not for every block."""
    from karat.comparison.layers import provided
    from karat.model.outcome import UNKNOWN, surplus

    for error in () if faults else bank.errors():
        raise error
    found, said = provided(scheme, bank, side)
    for text, count in said:
        if count and not text.startswith(bank.path):  # some notes name the file themselves
            text = f"{side}: {text}"
        key = text if UNKNOWN in text else text.partition(";")[0]
        first, sentences = notes.get(key, (text, 0))
        notes[key] = first, sentences + count
    for text in surplus(notes):
        del notes[text]
    return found


def _consistent(files: Sequence[str], genre: str | None, details: bool, agree: bool) -> None:
    """Refuse options that do not go together."""
    if not agree and len(files) > 2:
        raise UsageError(
            "give one file, or gold and one system; to compare several annotators, add --agree"
        )
    if agree and genre:
        raise UsageError("--agree and --genre cannot be used together")
    if (len(files) == 1 or agree) and details:
        raise UsageError("--confusion and -n need two files, gold and a system, without --agree")
