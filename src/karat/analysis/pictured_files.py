"""Sentences of files of any size, to be drawn: the files are read in steps, and only what is drawn is kept.

Which sentences are at gold's places is known at the end of the files, so they are read twice: to see that,
and to choose sentences; then for the sentences that were chosen.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from karat.analysis import side_by_side
from karat.analysis.pictured import Drawn, Placed, Whole, failed, ranked
from karat.analysis.side_by_side import OtherPlacesError, Reading
from karat.comparison.by_id import has_ids
from karat.comparison.standing import Standing
from karat.engine.tallying import Files
from karat.model.bank import Bank
from karat.model.columns import Floats, Longs
from karat.model.errors import no_sentences
from karat.model.labels import Labels
from karat.model.scheme import Scheme

# So many sentences are read at a time, and so many labels are kept from one step to the next.
_STEP = 1 << 9
_LABELS = 1 << 16


class _Step(NamedTuple):
    """Sentences of gold, of which ``first`` came before, and the same ones of every system, as they are."""

    first: int
    gold: Bank
    systems: list[Bank]


def drawn_files(scheme: Scheme, files: Files) -> "Parts | Whole":
    """The sentences of files; in memory if they must be laid over gold's, or put in the order of ids."""
    try:
        return Parts(scheme, files)
    except OtherPlacesError:
        given = files.gold_bank()
        every = [files.system_bank(name, given).relabelled(given.labels) for name in files.systems]
        return Whole(scheme, list(files.systems), given, every, files.views)


class Parts:
    """Gold and systems whose sentences are at the same places; the same methods as Whole has."""

    def __init__(self, scheme: Scheme, files: Files) -> None:
        self.files, self.size = files, 0
        self._schemes = list[Scheme]()
        places: list[Standing | None] = [None for _ in files.systems]
        steps = _Steps(files)
        for step in steps:
            ours, theirs = self._seen(step)
            if not step.first:
                self._begin(scheme, ours, theirs)
            if scheme.aligned:
                both = zip(places, theirs, strict=True)
                places = [side_by_side.still(known, ours, one) for known, one in both]
            self.size = step.first + len(ours)
        if any(one is not None and not one.in_place for one in places):
            raise OtherPlacesError
        self.longer = [(path, n) for path, n in steps.counted[1:] if n > self.size]
        if scheme.aligned and self.longer:
            raise OtherPlacesError
        self.scheme = self._schemes[0]

    def _begin(self, scheme: Scheme, gold: Bank, systems: Sequence[Bank]) -> None:
        """Decide on options, as karat score does."""
        if has_ids(gold):
            raise OtherPlacesError
        for name, one in zip(self.files.systems, systems, strict=True):
            reading = Reading(self.files, name)
            self._schemes += side_by_side.settled(reading, [scheme], (gold, one), _STEP)

    def _seen(self, step: _Step) -> tuple[Bank, list[Bank]]:
        """A step through its views."""
        views = self.files.views
        ours = views.of_gold(step.gold)
        return ours, [views.of_system(one).relabelled(ours.labels) for one in step.systems]

    def _placed(self, step: _Step) -> list[Placed]:
        ours, theirs = self._seen(step)
        every = zip(self._schemes, self.files.systems, theirs, strict=True)
        return [Placed.of_part(scheme, name, ours, one) for scheme, name, one in every]

    def worst(self, most: int) -> list[int] | None:
        """The numbers, from 0, of the worst sentences; None if none is short enough to be compared."""
        numbers: Longs = np.zeros(0, np.int64)
        keys: Floats = np.zeros(0)
        compared = False
        for step in _Steps(self.files):
            placed = self._placed(step)
            compared |= any(len(one.tally) for one in placed)
            new, those = ranked(placed)
            numbers, keys = np.append(numbers, new + step.first), np.append(keys, those)
            # Equal ones stay in the order of the file.
            order = np.argsort(keys, kind="stable")[:most]
            numbers, keys = numbers[order], keys[order]
        found: list[int] = numbers.tolist()
        return found if compared else None

    def failed(self, most: int | None) -> list[int] | None:
        """The same for the first sentences that have no score."""
        found, compared = list[int](), False
        for step in _Steps(self.files):
            placed = self._placed(step)
            compared |= any(len(one.tally) for one in placed)
            found += [step.first + at for at in failed(placed)]
            if most and len(found) >= most:
                break
        return found[:most] if compared else None

    def sentences(self, chosen: Sequence[int]) -> Iterator[Drawn]:
        """The sentences with these numbers, from 0, in this order."""
        if list(chosen) == sorted(chosen):
            yield from self._in_order(chosen)
        else:
            found = {one.first + one.at: one for one in self._in_order(sorted(set(chosen)))}
            yield from (found[number] for number in chosen)

    def _in_order(self, chosen: Sequence[int]) -> Iterator[Drawn]:
        left = list(chosen)[::-1]
        for step in _Steps(self.files):
            if not left:
                return
            end = step.first + len(step.gold)
            if left[-1] >= end:
                continue
            placed = self._placed(step)
            given = partial(_padded, step)
            while left and left[-1] < end:
                yield Drawn(placed, left.pop() - step.first, step.first, given)


def _padded(step: _Step) -> list[Bank]:
    """Gold and the systems, which have as many sentences."""
    return [step.gold, *(one.padded(len(step.gold)) for one in step.systems)]


@dataclass
class _Steps:
    """The files of a comparison, step by step; ``counted`` has the sentences of each once all were read."""

    files: Files
    counted: Sequence[tuple[str, int]] = ()

    def __iter__(self) -> Iterator[_Step]:
        paths = [self.files.gold, *self.files.systems.values()]
        with ExitStack() as stack:
            blocks = [self.files.opened(path) for path in paths]
            for one in blocks:
                stack.callback(one.source.close)
            labels, first, counts = Labels(), 0, [0 for _ in paths]
            scanners = [one.scanner(labels) for one in blocks]
            while (block := blocks[0].take(_STEP)).sentences:
                if len(labels) > _LABELS:
                    labels = Labels()
                    scanners = [one.scanner(labels) for one in blocks]
                taken = [block, *(one.take(block.sentences) for one in blocks[1:])]
                counts = [n + one.sentences for n, one in zip(counts, taken, strict=True)]
                if not all(counts):
                    raise no_sentences(paths[counts.index(0)])
                gold, *others = (
                    scanner.scan(one).copied() for scanner, one in zip(scanners, taken, strict=True)
                )
                yield _Step(first, gold, others)
                first += block.sentences
            if not first:
                raise no_sentences(paths[0])
            rest = [sum(block.sentences for block in one) for one in blocks]
            every = zip(paths, counts, rest, strict=True)
            self.counted = [(path, n + more) for path, n, more in every]
