"""A system under one scheme of a report, piece by piece: the causes of its errors, and what is packed.

Pieces are sentences that were compared at once. A scheme that is drawn as another one (conll18 as deps) has
pieces of both, which may be cut at other places.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from karat.analysis.blame import Blames
from karat.analysis.errors.block_sums import BlockSums, block_sums
from karat.analysis.errors.causes import analysis_of, causes_of
from karat.analysis.errors.frame import Errors, errors_of
from karat.analysis.errors.streamed import of_files
from karat.analysis.errors.sums import CauseSums, sums_of
from karat.analysis.joined_columns import joined
from karat.analysis.picture import Pair
from karat.analysis.picture_of import Pairs, by_sentence
from karat.analysis.pictured import drawn_as
from karat.analysis.side_by_side import Reading
from karat.comparison.laid_account import Account
from karat.engine.memory import outcome_of
from karat.engine.overlaid import Part
from karat.model.bank import Bank
from karat.model.documents import Documents
from karat.model.measure import Measure
from karat.model.outcome import Outcome
from karat.model.scheme import Scheme
from karat.reports.html.pack import SchemeBlock


class Groups(NamedTuple):
    """What errors are grouped by, and the documents of gold, if it says which it has."""

    kinds: tuple[str, ...] = ()
    documents: Documents | None = None


class _Piece(NamedTuple):
    """Sentences that were compared at once; ``first`` is the number of the first in the file."""

    first: int
    sentences: int

    def among(self, sentences: range) -> range:
        """Which of these sentences it has, as it counts them itself."""
        first = max(sentences.start - self.first, 0)
        return range(first, max(first, min(sentences.stop - self.first, self.sentences)))


class _Explained(NamedTuple):
    """The errors of a piece, if there is an analysis; figures, if the picture has those of another scheme."""

    piece: _Piece
    blames: Blames | None
    figures: Callable[[int], list[tuple[Measure, float]]] | None


class _Pictured(NamedTuple):
    """The sentences of a piece as they are drawn."""

    piece: _Piece
    pairs: Pairs


class UnderScheme:
    """A system under one scheme; ``figure`` is the one whose rise is computed, None without an analysis."""

    def __init__(self, name: str, scheme: Scheme, figure: str | None, groups: Groups) -> None:
        self.scheme, self.drawn, self.figure = scheme, drawn_as(scheme), figure
        self._name, self._groups = name, groups
        self._sums: BlockSums | CauseSums | None = None
        self._reading: Reading | None = None
        self._explained: list[_Explained] = []
        self._pictured: list[_Pictured] = []

    def take(self, reading: Reading, part: Part, scheme: Scheme, outcome: Outcome) -> None:
        """The next sentences compared under its scheme, or under that by which they are drawn."""
        outcome = replace(outcome, aligned=None)
        if scheme == self.scheme:
            self._reading, errors = reading, None
            if self.figure is not None:
                errors = errors_of(analysis_of(scheme), outcome, scheme)
                new = block_sums(part, outcome, errors, self._name, scheme, *self._groups)
                self._sums = self._sums + new if isinstance(self._sums, BlockSums) else new
            self._explain(part, outcome, errors)
        if scheme == self.drawn:
            self._picture(part, outcome)

    def take_whole(self, gold: Bank, system: Bank, views: tuple[str, ...]) -> None:
        """All sentences, which are in memory; ``views`` are those that made the Banks."""
        found, part = None, Part(0, gold, system, (), Account())
        if self.figure is not None:
            found = causes_of(gold, system, self._name, self.scheme, self.figure, views)
            self._sums = sums_of(found)
        outcome = found.outcome if found else outcome_of(gold, system, self.scheme)
        self._explain(part, outcome, found.errors if found else None)
        own = self.drawn == self.scheme
        self._picture(part, outcome if own else outcome_of(gold, system, self.drawn))

    def _explain(self, part: Part, outcome: Outcome, errors: Errors | None) -> None:
        own = self.drawn == self.scheme
        self._explained.append(
            _Explained(
                _Piece(part.first, len(part.gold)),
                None if errors is None else Blames(outcome, errors, rows=own),
                None if own else _figures(self.scheme, outcome),
            )
        )

    def _picture(self, part: Part, outcome: Outcome) -> None:
        pairs = Pairs(self.drawn, outcome, self._name)
        self._pictured.append(_Pictured(_Piece(part.first, len(part.gold)), pairs))

    def sums(self) -> CauseSums | None:
        """The causes of the errors, once all sentences were taken; None without an analysis."""
        if not isinstance(self._sums, BlockSums) or self._reading is None or self.figure is None:
            return self._sums if isinstance(self._sums, CauseSums) else None
        return of_files(self._sums, self._reading, self.figure, self._groups.kinds)

    def forget(self, sentences: int) -> None:
        """Drop the pieces of the first sentences, of which there are so many."""
        for known in (self._explained, self._pictured):
            while known and known[0].piece.first + known[0].piece.sentences <= sentences:
                del known[0]

    def causes(self, sentences: range) -> list[list[str]]:
        """The causes of the errors of each sentence, each once; nothing without an analysis."""
        return [one.causes(at) for one, at, _ in self._each(sentences) if one is not None]

    def fill(self, block: SchemeBlock, sentences: range) -> None:
        """Put sentences into a block."""
        pieces = [(one.pairs, one.piece.among(sentences)) for one in self._pictured]
        if self.drawn == self.scheme:
            found = [pairs.columns(some) for pairs, some in pieces if len(some)]
            columns = [one for one in found if one is not None]
            if len(columns) == len(found):
                every = joined(columns)
                block.extend(every)
                both = zip(every.gold.words, self._each(sentences), strict=True)
                for at, (words, (blames, sentence, _)) in enumerate(both):
                    block.blame(at, blames.of(sentence, range(len(words))) if blames else [])
                return
        drawn = ((pairs, at) for pairs, some in pieces for at in some)
        for at, ((pairs, place), (blames, sentence, figures)) in enumerate(
            zip(drawn, self._each(sentences), strict=True)
        ):
            pair = pairs.pair(place)
            if figures is not None and not pair.failure:
                pair = replace(pair, figures=figures(sentence))
            block.add(pair)
            places = pairs.places(place, pair) if figures is None else _places(pair)
            block.blame(at, blames.of(sentence, places) if blames else [])

    def _each(
        self, sentences: range
    ) -> Iterator[tuple[Blames | None, int, Callable[[int], list[tuple[Measure, float]]] | None]]:
        """For each sentence its errors and figures, by the number that its piece gives to it."""
        for one in self._explained:
            for at in one.piece.among(sentences):
                yield one.blames, at, one.figures


def _figures(scheme: Scheme, outcome: Outcome) -> Callable[[int], list[tuple[Measure, float]]]:
    """The figures of each sentence under a scheme."""
    counts = scheme.row(outcome)
    columns = [(one, np.asarray(one(counts))) for one in by_sentence(scheme).values()]
    return lambda sentence: [(one, float(values[sentence])) for one, values in columns]


def _places(pair: Pair) -> Sequence[int]:
    """Where gold's words are in a picture of another comparison; unknown if words were aligned."""
    return () if pair.aligned else range(len(pair.gold.words))
