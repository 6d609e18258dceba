"""Stretches of large plain files, which several workers share: each reads the bytes of its own blocks only.

One worker first cuts all files into blocks, which is quick, and notes where some of them begin. A file that
is entered there is cut into the same blocks as a file that is read from its beginning, so the result is that
of the whole, bit for bit.
"""

import os
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from karat.engine.worker import Job
from karat.formats._block import Blocks, Place


class Stretch(NamedTuple):
    """Neighbouring blocks of gold, and the same sentences of all systems.

    ``block`` is the number of the first one, ``first`` the number of sentences before it, and ``places``
    where the files, gold first, are entered. ``last``: there are no blocks after these.
    """

    block: int
    blocks: int
    first: int
    places: tuple[Place, ...]
    last: bool

    def jobs(self, jobs: Iterator[Job], files: Sequence[Blocks]) -> Iterator[Job]:
        """The jobs of these blocks; ``jobs`` come from ``files``, and the first one of all is next."""
        begin = next(jobs)
        if self.block:
            for file, place in zip(files, self.places, strict=True):
                file.go_to(place)
        else:
            jobs = chain([begin], jobs)
        first = self.first
        for number, job in enumerate(islice(jobs, self.blocks), self.block):
            yield job._replace(first=first, number=number)
            first += job.gold.sentences


class Survey(NamedTuple):
    """The stretches of a unit, its number of sentences, and the states of its files."""

    stretches: tuple[Stretch, ...]
    sentences: int
    stamps: tuple[tuple[int, int], ...]


def survey(files: Sequence[Blocks], many: int) -> Survey | None:
    """Divide files into at most so many stretches; None if one of them cannot be entered anywhere."""
    gold, *systems = files
    paths = [one.source.path for one in files]
    stamps = stamps_of(paths)
    if not all(one.enterable for one in files):
        return None
    found = [Stretch(0, 0, 0, (), last=False)]
    size, block, sentences = stamps[0][0], 0, 0
    while True:
        places = tuple(place for one in files if (place := one.place()))
        if len(places) == len(files) and places[0].at >= len(found) * size / many:
            found.append(Stretch(block, 0, sentences, places, last=False))
        cut = gold.next()
        if cut is None:
            break
        for system in systems:
            system.take(cut.sentences)
        block, sentences = block + 1, sentences + cut.sentences
    ends = [*(one.block for one in found[1:]), block]
    counted = [one._replace(blocks=end - one.block) for one, end in zip(found, ends, strict=True)]
    some = [one for one in counted if one.blocks]
    some[-1:] = [one._replace(last=True) for one in some[-1:]]
    return Survey(tuple(some), sentences, stamps) if stamps == stamps_of(paths) else None


def stamps_of(paths: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """The sizes of files, and when they were changed."""
    facts = map(os.stat, paths)
    return tuple((one.st_size, one.st_mtime_ns) for one in facts)
