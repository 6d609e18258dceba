"""Options and steps that the verbs share which compare systems with each other."""

import functools
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, TypeVar

import click

from karat.cli import _options
from karat.cli._systems import Named
from karat.model.errors import UsageError

if TYPE_CHECKING:
    from karat.analysis.comparison import Comparison
    from karat.analysis.how import How
    from karat.engine.results import Run
    from karat.engine.tallied import Streamed, Tallied
    from karat.engine.tallying import Files
    from karat.model.documents import Documents
    from karat.model.scheme import Scheme
    from karat.model.tally import Tally
    from karat.reports.chosen import Chosen
    from karat.views import Views

# A system whose counts are in memory, or are read block by block.
_System = TypeVar("_System", "Tallied", "Streamed")

# The sentences of a block of counts that are in memory.
_BLOCK = 1 << 16

_HOW = _options.stacked(
    click.option("--baseline", metavar="NAME",
        help="The system that the others are compared with.  [default: the first]"),
    click.option("--all-pairs", is_flag=True, help="Compare every two systems."),
    click.option("--test", type=click.Choice(["permutation", "bootstrap"]), default="permutation",
        show_default=True, help="The paired test."),
    click.option("--unit", type=click.Choice(["sentence", "document"]), default="sentence",
        show_default=True, help="What is drawn and exchanged as a whole."),
    click.option("--strata", type=click.Choice(["length", "document"]),
        help="Draw from sentences of similar length, or from each document, separately."),
    click.option("--samples", default=10_000, show_default=True, type=_options.SAMPLES,
        help="The number of bootstrap samples, and of permutations."),
    click.option("--seed", default=1, show_default=True, type=click.IntRange(0),
        help="The seed of the random numbers."),
    click.option("--level", default=0.95, show_default=True,
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        help="The level of the intervals; a difference is significant if p is at most 1 - level."),
    click.option("--interval", type=click.Choice(["percentile", "bca"]), default="percentile",
        show_default=True, help="How intervals are computed from bootstrap samples."),
    click.option("--adjust", type=click.Choice(["holm", "bh", "none"]), default="holm",
        show_default=True,
        help="Adjust p for the number of comparisons: Holm, Benjamini-Hochberg, or not at all."),
)  # fmt: skip


_NAMES = (
    "baseline", "all_pairs", "test", "unit", "strata", "samples", "seed", "level", "interval", "adjust",
)  # fmt: skip


def how(function: _options.Verb) -> _options.Verb:
    """How systems are compared; the verb gets it as ``given``, the fields of a How but for its measures."""

    @functools.wraps(function)
    def call(*arguments: Any, **options: Any) -> Any:
        given = {name: options.pop(name) for name in _NAMES}
        plain = {name: "" if value is None else value for name, value in given.items()}
        return function(*arguments, given=plain, **options)

    return _HOW(call)


def measures_of(chosen: "Chosen", schemes: "Sequence[Scheme]") -> tuple[str, ...]:
    """The names of the figures asked for, where tables may call them otherwise; none: the usual ones."""
    if not chosen.measures:
        return ()
    return tuple(dict.fromkeys(name for one in schemes for name in chosen.of(one)))


def sorted_by(found: Sequence[_System], chosen: "Chosen") -> list[_System]:
    """The systems in the order asked for, under the first scheme that has the figure."""
    if not chosen.sort:
        return list(found)
    names = {one.system: None for one in chosen.ordered(one.score() for one in found)}
    return [one for name in names for one in found if one.name == name]


def tallied(
    gold: str, systems: Sequence[Named], schemes: "Sequence[Scheme]", views: "Views",
    reading: _options.Reading, lenient: bool, threads: int, common: bool, *, twins: bool = False,
) -> "tuple[Run, list[Tallied]]":  # fmt: skip
    """The systems under the schemes, with the counts of every sentence; ``twins`` as in KeptRows."""
    from karat.engine.tallying import tallied_files
    from karat.reports.progress import Progress

    files = files_of(gold, systems, views, reading, lenient)
    with closing(Progress(gold)) as progress:
        return tallied_files(
            files, schemes, common=common, twins=twins, threads=threads, progress=progress
        )


def by_poisson(
    found: "Sequence[Tallied]", how: "How", documents: "Documents | None", gold: str, threads: int
) -> "Comparison":
    """Systems whose counts are in memory, compared by the Poisson bootstrap."""
    from karat.analysis.comparison import comparison
    from karat.analysis.streamed import streamed_contest
    from karat.engine.tallied import Streamed

    streams = [
        Streamed(one.name, one.result, one.run, functools.partial(_in_blocks, one.tally))
        for one in found
    ]
    compete = functools.partial(streamed_contest, threads=threads)
    return comparison(streams, how, documents, gold, compete)


def _in_blocks(tally: "Tally") -> "Iterator[Tally]":
    import numpy as np

    number = np.arange(len(tally)) // _BLOCK
    for block in range(int(number[-1]) + 1 if len(number) else 0):
        yield tally.where(number == block)


def files_of(
    gold: str, systems: Sequence[Named], views: "Views", reading: _options.Reading, lenient: bool
) -> "Files":
    """Gold and the systems, with how they are read."""
    from karat.engine.tallying import Files

    paths = {one.name: one.path for one in systems}
    return Files(gold, paths, views, reading.format, reading.layout, lenient)


def documents_of(gold: str, how: "How", reading: _options.Reading) -> "Documents | None":
    from karat.engine.documents import documents_of_file
    from karat.files.source import is_pipe

    asked = "document" in (how.unit, how.strata)
    if asked and is_pipe(gold):
        raise UsageError(
            f"documents need gold twice; save it, and give the file instead of {gold!r}"
        )
    return documents_of_file(gold, reading.layout, reading.format, thorough=asked)


def read_with(views: "Views", reading: _options.Reading, *, lenient: bool) -> tuple[str, ...]:
    """The options with which the files were read, as they are typed."""
    found = [("--gold-view", one) for one in views.gold]
    found += [("--system-view", one) for one in views.system]
    found += [("--format", reading.format)] if reading.format else []
    found += [("--layout", reading.layout)] if reading.layout != "auto" else []
    return (*(part for pair in found for part in pair), *(["--lenient"] if lenient else []))
