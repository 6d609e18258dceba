"""What a page holds of one system: its causes of errors, and its sentences packed in blocks.

This is the larger part of the work for a report. It needs nothing but the names of files and options, so
that every system can have a process of its own. Files are read part by part, and packed sentences wait in
files of a folder, so that memory does not grow with the number of sentences; only files that must be seen
as a whole are in memory: those whose sentences must be laid over gold's though their text differs, those
that are read leniently, and those whose sentences have ids.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from karat.analysis.errors.causes import analysis_of, group_kinds, measure_of
from karat.analysis.errors.frame import NOT_COMPARED
from karat.analysis.errors.sums import CauseSums
from karat.analysis.side_by_side import OtherPlacesError, Reading, in_place, laid_over_gold
from karat.engine.documents import documents_of_file
from karat.engine.overlaid import Part
from karat.engine.spool import Shelf
from karat.engine.tallying import Files
from karat.model.errors import UsageError
from karat.model.scheme import Scheme
from karat.reports.html.pack import BLOCK, Block, Numbered
from karat.reports.html.under_scheme import Groups, UnderScheme
from karat.schemes import parse

# So many sentences are compared at a time.
STEP = 2048


class Wanted(NamedTuple):
    """A system, by its name, and the schemes, as text, under which its sentences are packed.

    ``measures`` are the figures that were asked for; the first that a scheme has is the one whose rise is
    computed. ``folder`` is where packed sentences wait.
    """

    files: Files
    system: str
    schemes: tuple[str, ...]
    folder: str
    measures: tuple[str, ...] = ()


class Packed(NamedTuple):
    """A block of sentences: gold's words and rows, and the rest."""

    gold: bytes
    pairs: bytes


class Listed(NamedTuple):
    """What the list of sentences shows of a block: for each scheme and sentence the numbers of causes of
    errors, and of labels of rows that only one side has."""

    causes: list[list[list[int]]]
    labels: list[list[list[int]]]


@dataclass(frozen=True, eq=False)
class SystemData:
    """The causes of each scheme that has an analysis of errors; the blocks are in files.

    ``labels`` are the labels in error by their numbers, ``times`` says in how many sentences each is.
    """

    sha256: str
    causes: tuple[CauseSums | None, ...]
    labels: tuple[str, ...]
    times: Counter[str]
    blocks: Shelf[Packed]
    lists: Shelf[Listed]

    def under(self, schemes: Sequence[Scheme]) -> "SystemData":
        """The same with the schemes of this process."""
        both = zip(self.causes, schemes, strict=True)
        return replace(self, causes=tuple(one and one.under(scheme) for one, scheme in both))

    def blamed(self, scheme: int) -> Iterator[list[int]]:
        """For each sentence the causes of its errors under a scheme; nothing without an analysis."""
        return chain.from_iterable(one.causes[scheme] for one in self.lists)

    def in_error(self, scheme: int) -> Iterator[list[str]]:
        """For each sentence the labels of rows that only one side has, under a scheme."""
        some = chain.from_iterable(one.labels[scheme] for one in self.lists)
        return ([self.labels[number] for number in numbers] for numbers in some)


def system_data(wanted: Wanted) -> SystemData:
    """Compare a system with gold under every scheme."""
    for aligned in () if wanted.files.lenient else (_standing_parts, laid_over_gold):
        try:
            return _packed(wanted, _InParts(wanted, aligned))
        except OtherPlacesError:
            continue
    return in_memory(wanted)


def in_memory(wanted: Wanted) -> SystemData:
    """The same of files that are seen as a whole."""
    return _packed(wanted, _Whole(wanted))


def _standing_parts(reading: Reading, schemes: Sequence[Scheme]) -> Iterator[Part]:
    return in_place(reading, schemes, STEP)


def _under(wanted: Wanted) -> list[UnderScheme]:
    """The system under every scheme, of which nothing is known yet."""
    files, found = wanted.files, list[UnderScheme]()
    documents = documents_of_file(files.gold, files.layout, files.format)
    for scheme in map(parse, wanted.schemes):
        figure = risen(scheme, wanted.measures)
        kinds = group_kinds(scheme) if figure is not None else ()
        known = tuple(one for one in kinds if one != "document" or documents is not None)
        found.append(UnderScheme(wanted.system, scheme, figure, Groups(known, documents)))
    return found


def risen(scheme: Scheme, measures: Sequence[str]) -> str | None:
    """The figure whose rise is computed: the first of these that can be, or the scheme's usual one.

    None if there is no analysis of errors for the scheme.
    """
    for name in (*measures, ""):
        try:
            return measure_of(scheme, name)
        except UsageError:
            continue
    return None


class _InParts:
    """A system under all schemes, read in parts: once for each kind of scheme, side by side.

    Some schemes compare whole texts; ``aligned`` gives the parts of those that align sentences.
    """

    def __init__(
        self, wanted: Wanted, aligned: Callable[[Reading, Sequence[Scheme]], Iterator[Part]]
    ) -> None:
        self.under = _under(wanted)
        needed = dict.fromkeys(scheme for one in self.under for scheme in (one.scheme, one.drawn))
        kinds: dict[tuple[str, bool], list[Scheme]] = {}
        for scheme in needed:
            kinds.setdefault((scheme.pairing, scheme.aligned), []).append(scheme)
        self._readers = list[_Reader]()
        for (_, laid), schemes in kinds.items():
            reading = Reading(wanted.files, wanted.system)
            parts = (aligned if laid else _standing_parts)(reading, schemes)
            self._readers.append(_Reader(reading, schemes, parts))

    @property
    def sha256(self) -> str:
        return self._readers[0].reading.sha256

    def known(self, sentences: int) -> int:
        """Read on until so many sentences are known; how many there are, if these are fewer."""
        return min(one.read(sentences, self.under) for one in self._readers)


@dataclass
class _Reader:
    """The parts of a file for schemes of one kind; ``known`` sentences have been read."""

    reading: Reading
    schemes: Sequence[Scheme]
    parts: Iterator[Part]
    known: int = 0

    def read(self, sentences: int, under: Sequence[UnderScheme]) -> int:
        while self.known < sentences and (part := next(self.parts, None)) is not None:
            self.known += len(part.gold)
            for scheme, outcome in zip(self.schemes, part.outcomes, strict=True):
                for one in under:
                    one.take(self.reading, part, scheme, outcome)
        return self.known


class _Whole:
    """A system under all schemes, in memory."""

    def __init__(self, wanted: Wanted) -> None:
        self.under = _under(wanted)
        gold, system = wanted.files.banks(wanted.system)
        for one in self.under:
            one.take_whole(gold, system, wanted.files.views.signed())
        self.sha256, self._sentences = gold.sha256, len(gold)

    def known(self, sentences: int) -> int:
        return self._sentences


def _packed(wanted: Wanted, found: _InParts | _Whole) -> SystemData:
    """Pack all sentences, block by block."""
    number = list(wanted.files.systems).index(wanted.system)
    blocks = Shelf[Packed](os.path.join(wanted.folder, f"{number}.blocks"))
    lists = Shelf[Listed](os.path.join(wanted.folder, f"{number}.lists"))
    causes = [_numbers(one) for one in found.under]
    labels, times = Numbered[str](), Counter[str]()
    first = 0
    with ExitStack() as stack:
        stack.enter_context(blocks)
        stack.enter_context(lists)
        while (last := min(first + BLOCK, found.known(first + BLOCK))) > first:
            sentences = range(first, last)
            block = Block(("gold", wanted.system))
            for one in found.under:
                one.fill(block.scheme(), sentences)
            blocks.add(Packed(*block.parts()))
            wrong = block.labels_in_error()
            times.update(label for under in wrong for some in under for label in some)
            lists.add(
                Listed(
                    [
                        [[known[name] for name in some] for some in one.causes(sentences)]
                        for one, known in zip(found.under, causes, strict=True)
                    ],
                    [[[labels[label] for label in some] for some in under] for under in wrong],
                )
            )
            for one in found.under:
                one.forget(last)
            first = last
    sums = tuple(one.sums() for one in found.under)
    return SystemData(found.sha256, sums, tuple(labels), times, blocks, lists)


def _numbers(one: UnderScheme) -> dict[str, int]:
    """The causes of errors under a scheme, in the order in which the page has them."""
    if one.figure is None:
        return {}
    return {name: at for at, name in enumerate(causes_of_scheme(one.scheme))}


def causes_of_scheme(scheme: Scheme) -> list[str]:
    """The names of all causes of errors under a scheme that has an analysis."""
    return [*analysis_of(scheme).CAUSES, NOT_COMPARED]
