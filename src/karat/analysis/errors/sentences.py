"""A sentence of a comparison of trees: the brackets of both sides and the words that they are over."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple, TypeAlias

import numpy as np

from karat.analysis.errors.frame import Error, Rows
from karat.analysis.errors.vocabulary import Vocabulary
from karat.comparison.sets import GAPPED
from karat.model.bank import Bank
from karat.model.columns import Bools, Longs
from karat.model.labels import base_label
from karat.model.layers import offsets
from karat.model.outcome import Outcome
from karat.model.relation import Relation


class Bracket(NamedTuple):
    """A bracket over the words start up to end that are compared.

    ``kind`` is equal for brackets that are alike: those whose labels the scheme takes for the same.
    ``name`` is the label without function tags, ``label`` the label as the file has it. ``row`` is its
    row in the relation of its side; ``wrong`` says that it was missed, or is spurious.
    """

    start: int
    end: int
    kind: int
    name: str
    row: int
    wrong: bool
    label: str


class Words(NamedTuple):
    """The words of a sentence that are compared, as columns.

    ``tags`` are gold's. ``joined`` says whether a mark that is not compared, such as a comma, stands
    before the word in gold. ``marks`` says whether the word is punctuation that counts; where the
    scheme leaves out punctuation, none is. ``rows`` are the rows of the words in gold's Bank.
    """

    tags: Sequence[str]
    joined: Sequence[bool]
    marks: Sequence[bool]
    rows: Sequence[int]

    def places(self) -> list[int]:
        """How many words that are not punctuation stand before each word, and before the end."""
        return [0, *accumulate(not mark for mark in self.marks)]

    def only(self, wanted: Sequence[int]) -> "Words":
        """Some of the words."""
        return Words(
            [self.tags[at] for at in wanted],
            [self.joined[at] for at in wanted],
            [self.marks[at] for at in wanted],
            [self.rows[at] for at in wanted] if self.rows else [],
        )

    def without_marks(self) -> "Words":
        """The words that are not punctuation."""
        left = [at for at, mark in enumerate(self.marks) if not mark]
        joined = [
            any(self.joined[behind + 1 : at + 1]) or behind + 1 < at
            for behind, at in zip([-1, *left], left, strict=False)
        ]
        return self.only(left)._replace(joined=joined)


# The place of each row among the brackets of a side, and where the brackets start and end.
Places: TypeAlias = tuple[dict[int, int], Longs, Longs]


def _places(side: Sequence[Bracket]) -> Places:
    bounds = np.array([one[:2] for one in side], np.int64).reshape(-1, 2)
    return {one.row: at for at, one in enumerate(side)}, bounds[:, 0], bounds[:, 1]


@dataclass(frozen=True, eq=False)
class Sentence:
    """Both sides of a sentence, brackets in tree order.

    ``labelled``: the scheme compares labels. ``gapped`` are the brackets of both sides that have gaps;
    their ranges are not words but numbers, which are equal for equal sets of words.
    """

    number: int
    gold: Sequence[Bracket]
    system: Sequence[Bracket]
    words: Words
    labelled: bool
    gapped: tuple[Sequence[Bracket], Sequence[Bracket]] = ((), ())

    def open(self) -> tuple[list[Bracket], list[Bracket]]:
        """The wrong brackets of both sides."""
        gold, system = ([one for one in side if one.wrong] for side in (self.gold, self.system))
        return gold, system

    def error(
        self, cause: str, missed: Sequence[Bracket], spurious: Sequence[Bracket],
        detail: str = "", label: str = "", words: tuple[int, int] | None = None,
    ) -> Error:  # fmt: skip
        """An error of this sentence; the first bracket of gold, or else of the system, places it."""
        first = missed[0] if missed else spurious[0]
        rows, starts, ends = self._gold_places if missed else self._system_places
        before = rows[first.row] + 1
        depth = int(((starts[:before] <= first.start) & (ends[:before] >= first.end)).sum())
        ours, theirs = (" ".join(one.name for one in rows) or "–" for rows in (missed, spurious))
        return Error(
            cause, self.number, [one.row for one in missed], [one.row for one in spurious],
            detail or f"{ours} > {theirs}", keys={"label": label or first.name, "depth": str(depth)},
            words=self._rows(words or first[:2]),
        )  # fmt: skip

    @cached_property
    def _gold_places(self) -> Places:
        return _places(self.gold)

    @cached_property
    def _system_places(self) -> Places:
        return _places(self.system)

    def _rows(self, words: tuple[int, int]) -> tuple[int, int] | None:
        """These words as a range of rows of gold's Bank."""
        rows = self.words.rows[words[0] : words[1]]
        return (rows[0], rows[-1] + 1) if rows else None

    def settled(self, found: Iterable[Error]) -> "Sentence":
        """The same with these errors put right in place: labels are changed, and nothing is wrong."""
        pairs, missed, spurious = dict[int, int](), set[int](), set[int]()
        for one in found:
            missed.update(one.missed)
            spurious.update(one.spurious)
            if one.confused:
                pairs[one.spurious[0]] = one.missed[0]
        if not missed and not spurious:
            return self
        kinds = {one.row: one.kind for one in self.gold}
        gold = [one._replace(wrong=False) if one.row in missed else one for one in self.gold]
        system = [
            one._replace(wrong=False, kind=kinds[pairs[one.row]] if one.row in pairs else one.kind)
            if one.row in spurious
            else one
            for one in self.system
        ]
        return replace(self, gold=gold, system=system)

    def without_marks(self) -> "Sentence":
        """The same without punctuation, and without the brackets that hold nothing else."""
        place = self.words.places()
        gold, system = (
            [
                one._replace(start=place[one.start], end=place[one.end])
                for one in side
                if place[one.start] < place[one.end]
            ]
            for side in (self.gold, self.system)
        )
        return replace(self, gold=gold, system=system, words=self.words.without_marks())

    def with_gaps(self) -> "Sentence":
        """Only the brackets that have gaps."""
        return replace(self, gold=self.gapped[0], system=self.gapped[1])


# A bracket or a bare word: its label or tag, where it begins, where it ends.
Tile: TypeAlias = tuple[str, int, int]


def tiles(
    side: Sequence[Bracket],
    tags: Sequence[str],
    words: tuple[int, int],
    outer: Bracket | None = None,
) -> list[Tile]:
    """The topmost brackets and the bare words that some words consist of, as (name, start, end).

    With ``outer``, only what is inside this bracket: its children.
    """
    found = list[Tile]()
    at, (begin, last) = words[0], words
    inside = outer is None
    for one in side:
        if one is outer:
            inside = True
        elif inside and at <= one.start and one.end <= last and begin <= one.start:
            found += [(tags[word], word, word + 1) for word in range(at, one.start)]
            found.append((one.name, one.start, one.end))
            at = one.end
    return found + [(tags[word], word, word + 1) for word in range(at, last)]


def sentences(
    outcome: Outcome, wrong: Rows, numbers: Longs, known: Vocabulary
) -> Iterator[Sentence]:
    """These sentences of an outcome."""
    both = outcome.gold, outcome.system
    labelled = any(bool(rows.label.any()) for rows in both)
    sides = [
        _Side(rows, bank, mark, None if labelled else known)
        for rows, bank, mark in zip(both, outcome.banks, wrong, strict=True)
    ]
    words = _Words(outcome, known)
    gapped = any(bool((rows.second >= GAPPED).any()) for rows in both)
    for number in numbers.tolist():
        gold, system = (side.brackets(number) for side in sides)
        gaps: tuple[Sequence[Bracket], Sequence[Bracket]] = ((), ())
        if gapped:
            (gold, ours), (system, theirs) = map(_without_gaps, (gold, system))
            gaps = ours, theirs
        size = max((one.end for one in (*gold, *system)), default=0)
        yield Sentence(number, gold, system, words.of(number, size), labelled, gaps)


def _without_gaps(side: Sequence[Bracket]) -> tuple[list[Bracket], list[Bracket]]:
    """The brackets without gaps, and those with gaps."""
    return [one for one in side if one.end < GAPPED], [one for one in side if one.end >= GAPPED]


class _Side:
    """One side of all sentences.

    If the scheme does not compare labels, brackets are alike if their names are, as far as names are
    ``known``.
    """

    def __init__(self, rows: Relation, bank: Bank, wrong: Bools, known: Vocabulary | None) -> None:
        numbers = bank.label[rows.row]
        used = np.unique(numbers).tolist()
        names = {one: _text(base_label(bank.labels[one])) for one in used}
        labels = {one: _text(bank.labels[one]) for one in used}
        self._names = [names[one] for one in numbers.tolist()]
        self._labels = [labels[one] for one in numbers.tolist()]
        self._kinds = rows.label.tolist()
        if known:
            order = {name: at for at, name in enumerate(known.by_label, 1)}
            self._kinds = [order.get(name, 0) for name in self._names]
        self._offset = rows.offset.tolist()
        self._first, self._second = rows.first.tolist(), rows.second.tolist()
        self._wrong = wrong.tolist()

    def brackets(self, sentence: int) -> list[Bracket]:
        begin, end = self._offset[sentence], self._offset[sentence + 1]
        rows = zip(
            self._first[begin:end], self._second[begin:end], self._kinds[begin:end],
            self._names[begin:end], range(begin, end), self._wrong[begin:end],
            self._labels[begin:end], strict=True,
        )  # fmt: skip
        return [*map(Bracket._make, rows)]


class _Words:
    """Gold's words that are compared, with their tags."""

    def __init__(self, outcome: Outcome, known: Vocabulary) -> None:
        bank = outcome.banks[0]
        kept: Bools = np.ones(len(bank.tag), np.bool_)
        for stage in outcome.stages():
            if stage.what == "words" and stage.bank is bank:
                kept[stage.rows] = False
        names = {one: _text(bank.labels[one]) for one in np.unique(bank.tag).tolist()}
        tags = [names[one] for one in bank.tag.tolist()]
        mark = np.array([tag in known.marks for tag in tags], np.bool_) & ~kept
        marks = offsets(mark.astype(np.int8))
        self._rows: Longs = np.flatnonzero(kept)
        self._offset = np.searchsorted(self._rows, bank.token_offset).tolist()
        # Where to look for marks: from behind the word before, or from the beginning of the sentence.
        begins = np.repeat(bank.token_offset[:-1], np.diff(self._offset))
        after = np.append(-1, self._rows)[:-1] + 1
        self._joined = (marks[self._rows] > marks[np.maximum(begins, after)]).tolist()
        self._tags = [tags[row] for row in self._rows.tolist()]
        left_out = {tags[row] for row in np.flatnonzero(~kept).tolist()}
        counted = frozenset[str]() if left_out & known.punctuation else known.punctuation
        self._marks = [tag in counted for tag in self._tags]

    def of(self, sentence: int, size: int) -> Words:
        """The words of a sentence; nothing is known of them if the scheme counts them otherwise."""
        begin, end = self._offset[sentence], self._offset[sentence + 1]
        if end - begin < size:
            return Words([""] * size, [False] * size, [False] * size, [])
        rows = self._rows[begin:end].tolist()
        return Words(self._tags[begin:end], self._joined[begin:end], self._marks[begin:end], rows)


def _text(label: bytes) -> str:
    return label.decode("utf-8", "backslashreplace")
