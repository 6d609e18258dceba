"""karat conll18: the CoNLL 2018 shared task's script, option for option and byte for byte."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from io import BytesIO
from typing import TYPE_CHECKING

import click

from karat.cli import _options, verb
from karat.model.errors import InputError

if TYPE_CHECKING:
    from karat.reference.conll18_blocks import Readable


@verb("""
  karat conll18 gold.conllu system.conllu
  karat conll18 -v gold.conllu system.conllu""")
@click.argument("gold")
@click.argument("system")
@click.option("-v", "--verbose", is_flag=True, help="Print all figures.")
@click.option("-c", "--counts", is_flag=True, help="Print counts in place of figures.")
def command(gold: str, system: str, verbose: bool, counts: bool) -> None:
    """Print what the CoNLL 2018 shared task's evaluation script prints.

    The script stops where a sentence is not a tree or the two texts differ. So does this command, with a
    message that names the line. To score files with such sentences, type: karat score --scheme
    'conll18(failed=empty)'.
    """
    from karat.reference.conll18_report import table

    sys.stdout.write(table(counts_of(gold, system), verbose=verbose, raw=counts))


def counts_of(*paths: str) -> Mapping[str, int]:
    """The counts of gold and system; what the script refuses is an error."""
    from karat.reference.conll18_blocks import opened

    piped: dict[int, bytes] = {}
    streams = [opened(path) or _other(path, at, piped) for at, path in enumerate(paths)]
    found = _quickly(paths[0], streams)
    if found is None:
        found = _carefully(paths, piped)
    return found


def _other(path: str, at: int, piped: dict[int, bytes]) -> "Readable":
    """A compressed file, unpacked as it is read; a pipe is kept in ``piped``, as it is read only once."""
    from karat.files.source import is_pipe

    if is_pipe(path):
        piped[at] = _content(path)
        return BytesIO(piped[at])
    return _Unpacked(path)


class _Unpacked:
    """A compressed file as a stream; errors say what is wrong with it."""

    def __init__(self, path: str) -> None:
        from karat.files.source import Source

        self._source = Source(path, strip_bom=False)

    def readinto(self, room: memoryview) -> int:
        found = self._source.read(len(room))
        room[: len(found)] = found.data
        return len(found)

    def tell(self) -> int:
        return self._source.position

    def close(self) -> None:
        self._source.close()


def _content(path: str) -> bytes:
    from karat.files.source import Source

    with closing(Source(path, strip_bom=False)) as source:
        return source.rest()


def _quickly(path: str, streams: "Sequence[Readable]") -> Mapping[str, int] | None:
    """The counts of two ordinary files, block by block; None if there is anything unusual in them.

    ``path`` is gold's, which progress is shown for.
    """
    from karat.comparison.plain_texts import Sums
    from karat.engine.pool import cores, in_order
    from karat.reference.conll18_blocks import pairs
    from karat.reports.progress import Progress

    gold, system = streams
    try:
        sums = Sums()
        with closing(Progress(path)) as progress:
            for _, counts in in_order(pairs(gold, system), _counting, cores()):
                if counts is None:
                    return None
                sums.add(counts)
                progress(gold.tell())
        return sums.by_figure()
    finally:
        for stream in streams:
            stream.close()


def _counting() -> Callable[[tuple[memoryview, memoryview]], memoryview | None]:
    from karat.comparison.plain_texts import PlainTexts

    compared = PlainTexts(strict=True)
    return lambda pair: compared(*pair)


def _carefully(paths: Sequence[str], piped: Mapping[int, bytes]) -> Mapping[str, int]:
    """The counts of any two files; raises the error that names the first fault: gold's are before all others.

    ``piped`` has the content of those that can be read only once.
    """
    _options.import_numpy()
    from karat.engine.results import block_result
    from karat.files.source import Source
    from karat.formats import parse as format_named
    from karat.model.bank import relabelled_pair
    from karat.reference.conll18_reading import as_read
    from karat.reference.conll18_report import insist
    from karat.schemes import parse

    banks = []
    for at, path in enumerate(paths):
        text = BytesIO(as_read(piped[at] if at in piped else _content(path), path))
        banks.append(bank := format_named("conllu").read(Source.of(text, path)))
        # The script stops at the first line it cannot read, before it misses a blank one.
        for error in bank.errors():
            raise error
        insist(bank)
    ours, theirs = relabelled_pair(*banks)
    if len(theirs) and not len(ours):
        raise InputError(f"{ours.path}: it has no sentences, but {theirs.path} has {len(theirs)}")
    scheme = parse("conll18")
    outcome = scheme.comparison(ours.labels)(ours, theirs)
    tally = scheme.tally(outcome, ours.labels)
    # Raises the error that failed=abort asks for.
    block_result(theirs.path, scheme, outcome, tally)
    return dict(zip(tally.names, tally.counts.sum(axis=0).tolist(), strict=True))
