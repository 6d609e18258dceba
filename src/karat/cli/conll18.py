"""karat conll18: the CoNLL 2018 shared task's script, option for option and byte for byte."""

import sys
from collections.abc import Callable, Mapping
from contextlib import closing

import click

from karat.cli import _options, verb
from karat.model.errors import InputError


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

    sums = _quickly(gold, system)
    if sums is None:
        sums = _carefully(gold, system)
    sys.stdout.write(table(sums, verbose=verbose, raw=counts))


def _quickly(gold: str, system: str) -> Mapping[str, int] | None:
    """The counts of two ordinary files, block by block; None if there is anything unusual in them."""
    from karat.comparison.plain_texts import Sums
    from karat.engine.pool import cores, in_order
    from karat.reference.conll18_blocks import opened, pairs
    from karat.reports.progress import Progress

    streams = [opened(path) for path in (gold, system)]
    try:
        if streams[0] is None or streams[1] is None:
            return None
        sums = Sums()
        with closing(Progress(gold)) as progress:
            for _, counts in in_order(pairs(streams[0], streams[1]), _counting, cores()):
                if counts is None:
                    return None
                sums.add(counts)
                progress(streams[0].tell())
        return sums.by_figure()
    finally:
        for stream in streams:
            if stream is not None:
                stream.close()


def _counting() -> Callable[[tuple[memoryview, memoryview]], memoryview | None]:
    from karat.comparison.plain_texts import PlainTexts

    compared = PlainTexts(strict=True)
    return lambda pair: compared(*pair)


def _carefully(gold: str, system: str) -> Mapping[str, int]:
    """The counts of any two files; raises the error that names the first fault."""
    _options.import_numpy()
    from karat.engine.results import block_result
    from karat.formats import read
    from karat.model.bank import relabelled_pair
    from karat.reference.conll18_report import insist
    from karat.schemes import parse

    banks = [read(path, format="conllu") for path in (gold, system)]
    for bank in banks:
        # The script stops at the first line it cannot read, before it misses a blank one.
        for error in bank.errors():
            raise error
        insist(bank)
    ours, theirs = relabelled_pair(*banks)
    if len(theirs) and not len(ours):
        raise InputError(f"{gold}: it has no sentences, but {system} has {len(theirs)}")
    scheme = parse("conll18")
    outcome = scheme.comparison(ours.labels)(ours, theirs)
    tally = scheme.tally(outcome, ours.labels)
    # Raises the error that failed=abort asks for.
    block_result(system, scheme, outcome, tally)
    return dict(zip(tally.names, tally.counts.sum(axis=0).tolist(), strict=True))
