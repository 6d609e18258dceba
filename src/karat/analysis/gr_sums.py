"""What karat gr reports about files of any size: they are read in blocks, and only sums are kept."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import Any

from karat.analysis.gr_tables import Compared, Found, marks, own_counts
from karat.files.hierarchy import Hierarchy
from karat.files.source import Source
from karat.formats._block import Blocks
from karat.model.bank import Bank
from karat.model.errors import InputError, no_sentences
from karat.model.labels import Labels
from karat.model.numbers import natural
from karat.model.outcome import Status
from karat.schemes.gr import Gr


@dataclass(frozen=True)
class Genres:
    """The genres of sentences: ranges with the lines of the file that they are on."""

    path: str = ""
    ranges: tuple[tuple[int, int, str, int], ...] = ()

    @staticmethod
    def read(path: str) -> "Genres":
        """From lines of a sentence number or range, a tab and a genre."""
        with closing(Source(path)) as source:
            text = source.text()
        found = []
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            where, tab, genre = line.partition("\t")
            first, _, last = where.strip().partition("-")
            last = last or first
            low, high = natural(first, -1), natural(last, -1)
            if not (tab and genre.strip() and low >= 0 and high >= 0):
                raise InputError(
                    f"{path}:{number}: write a sentence number or a range, a tab and a genre, "
                    f"as in 1-150<tab>press; not {line[:100]!r}"
                )
            found.append((low, high, genre.strip(), number))
        return Genres(path, tuple(found))

    def of(self, first: int, sentences: int) -> list[str]:
        """The genres of so many sentences after the first so many; none if there are no genres."""
        if not self.path:
            return []
        genres = [""] * sentences
        for begin, end, genre, _ in self.ranges:
            inside = range(max(begin - 1 - first, 0), min(end - first, sentences))
            genres[inside.start : inside.start + len(inside)] = [genre] * len(inside)
        if "" in genres:
            raise InputError(f"{self.path}: sentence {first + genres.index('') + 1} has no genre")
        return genres

    def check(self, sentences: int) -> None:
        """Refuse ranges that are not within so many sentences."""
        for first, last, _, line in self.ranges:
            if not 1 <= first <= last <= sentences:
                where = str(first) if first == last else f"{first}-{last}"
                raise InputError(
                    f"{self.path}:{line}: {where} is not within the {sentences} sentences"
                )


@dataclass(frozen=True)
class Counted:
    """How often each relation occurs in a file, without those below it; by genre, if there are any."""

    sentences: int
    all: Counter[str]
    by_genre: Mapping[str, Counter[str]] = field(default_factory=dict)

    def __add__(self, other: "Counted") -> "Counted":
        genres = _added(self.by_genre, other.by_genre)
        return Counted(self.sentences + other.sentences, self.all + other.all, genres)


@dataclass(frozen=True)
class Sums:
    """Two files compared: the rows of table 3, and all else that is reported about them."""

    hierarchy: Hierarchy
    sentences: int
    failed: int
    rows: Sequence[Found]
    averaged: Sequence[Found]
    genres: Mapping[str, Found]
    confusion: Counter[tuple[str, str]]
    # The relations of some sentences, by their numbers, counted from 1.
    listed: Mapping[int, Sequence[tuple[str, str, str]]]

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            self.hierarchy,
            self.sentences + other.sentences,
            self.failed + other.failed,
            [*map(add, self.rows, other.rows)],
            [*map(add, self.averaged, other.averaged)],
            _added(self.genres, other.genres),
            self.confusion + other.confusion,
            {**self.listed, **other.listed},
        )


def _added(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Values added by name, in the order in which names first occur."""
    names = dict.fromkeys([*one, *other])
    return {
        name: one[name] + other[name] if name in one and name in other else {**one, **other}[name]
        for name in names
    }


def counted(banks: Iterable[Bank], genres: Genres) -> Counted:
    """The relations of a file that is read in blocks."""
    found = Counted(0, Counter())
    for bank in banks:
        kinds = marks(genres.of(found.sentences, len(bank)))
        by_genre = {genre: own_counts(bank, keep) for genre, keep in kinds.items()}
        found += Counted(len(bank), own_counts(bank), by_genre)
    genres.check(found.sentences)
    return found


def summed(
    pairs: Iterable[tuple[Bank, Bank]],
    scheme: Gr,
    genres: Genres,
    numbers: Sequence[int],
    *,
    confusion: bool,
) -> Sums:
    """Two files that are read in blocks of the same sentences; the first decides on the hierarchy."""
    parts: list[Sums] = []
    settled, first = None, 0
    for gold, system in pairs:
        settled = settled or scheme.settled(gold, system)
        compared = Compared(gold, system, settled)
        kinds = genres.of(first, len(gold))
        here = [n for n in numbers if first < n <= first + len(gold)]
        part = Sums(
            compared.hierarchy,
            len(gold),
            int((compared.outcome.status != Status.SCORED).sum()),
            compared.found(),
            compared.averaged(),
            compared.by_genre(kinds) if kinds else {},
            compared.confusion if confusion else Counter(),
            {n: compared.sentence(n - first) for n in here},
        )
        parts = [reduce(add, [*parts, part])]
        first += len(gold)
    genres.check(first)
    return parts[0]


def scanned(gold: Blocks, system: Blocks) -> Iterator[tuple[Bank, Bank]]:
    """The same sentences of two files, block by block; the system may have fewer."""
    labels = Labels()
    scanners = gold.scanner(labels), system.scanner(labels)
    sentences = 0
    for block in gold:
        ours, theirs = scanners[0].scan(block), scanners[1].scan(system.take(block.sentences))
        if not sentences and not len(theirs):
            raise no_sentences(system.source.path)
        sentences += len(ours)
        yield ours, theirs.padded(len(ours))
    if not sentences:
        raise no_sentences(gold.source.path)
    if extra := sum(block.sentences for block in system):
        raise InputError(
            f"{system.source.path}: {sentences + extra} sentences, but {gold.source.path} has "
            f"{sentences}; they must be the same sentences in the same order"
        )
