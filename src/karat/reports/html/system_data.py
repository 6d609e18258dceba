"""What a page holds of one system: its causes of errors, and its sentences packed in blocks.

This is the larger part of the work for a report. It needs nothing but the names of files and options, so
that every system can have a process of its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from karat.analysis.blame import Blames
from karat.analysis.errors.causes import Causes, causes_of, measure_of
from karat.analysis.errors.sums import CauseSums, sums_of
from karat.analysis.picture import Pair
from karat.analysis.picture_of import Pairs, by_sentence
from karat.analysis.pictured import drawn_as
from karat.engine.memory import outcome_of
from karat.engine.tallying import Files
from karat.model.bank import Bank
from karat.model.errors import UsageError
from karat.model.measure import Measure
from karat.model.outcome import Outcome
from karat.model.scheme import Scheme
from karat.reports.html.pack import BLOCK, Block, SchemeBlock
from karat.schemes import parse


class Wanted(NamedTuple):
    """A system, by its name, and the schemes, as text, under which its sentences are packed.

    ``measures`` are the figures that were asked for; the first that a scheme has is the one whose rise is
    computed.
    """

    files: Files
    system: str
    schemes: tuple[str, ...]
    measures: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class SystemData:
    """The causes of each scheme that has an analysis of errors; gold and pairs of each block.

    ``blamed`` has, for each scheme and sentence, the causes of its errors (nothing if there is no analysis
    of errors for the scheme), ``labels`` the labels of rows that only one side has.
    """

    sha256: str
    causes: tuple[CauseSums | None, ...]
    blamed: tuple[tuple[tuple[str, ...], ...], ...]
    labels: tuple[tuple[tuple[str, ...], ...], ...]
    gold: tuple[bytes, ...]
    pairs: tuple[bytes, ...]

    def under(self, schemes: Sequence[Scheme]) -> "SystemData":
        """The same with the schemes of this process."""
        both = zip(self.causes, schemes, strict=True)
        return replace(self, causes=tuple(one and one.under(scheme) for one, scheme in both))


def system_data(wanted: Wanted) -> SystemData:
    """Compare a system with gold under every scheme."""
    gold, system = wanted.files.banks(wanted.system)
    parts = [_Part.of(gold, system, wanted, parse(text)) for text in wanted.schemes]
    blocks, labels = list[tuple[bytes, bytes]](), [list[tuple[str, ...]]() for _ in parts]
    for first in range(0, len(gold), BLOCK):
        block = _packed(parts, wanted.system, range(first, min(first + BLOCK, len(gold))))
        blocks.append(block.parts())
        for known, some in zip(labels, block.labels_in_error(), strict=True):
            known += some
    return SystemData(
        gold.sha256,
        tuple(one.sums for one in parts),
        tuple(one.blamed(len(gold)) for one in parts),
        tuple(map(tuple, labels)),
        tuple(ours for ours, _ in blocks),
        tuple(theirs for _, theirs in blocks),
    )


@dataclass(frozen=True, eq=False)
class _Part:
    """A system under one scheme: its causes, its errors by sentence, and its pairs.

    If the scheme is drawn as another one, ``figures`` has its own figures of every sentence.
    """

    sums: CauseSums | None
    blames: Blames | None
    pairs: Pairs
    figures: Callable[[int], list[tuple[Measure, float]]] | None

    @classmethod
    def of(cls, gold: Bank, system: Bank, wanted: Wanted, scheme: Scheme) -> "_Part":
        found = _causes(gold, system, wanted, scheme)
        outcome = found.outcome if found else outcome_of(gold, system, scheme)
        drawn = drawn_as(scheme)
        shown = outcome if drawn is scheme else outcome_of(gold, system, drawn)
        return cls(
            sums_of(found) if found else None,
            Blames(found, rows=drawn is scheme) if found else None,
            Pairs(drawn, shown, wanted.system),
            None if drawn is scheme else _figures(scheme, outcome),
        )

    def blamed(self, sentences: int) -> tuple[tuple[str, ...], ...]:
        """The causes of the errors of every sentence; nothing if there is no analysis of errors."""
        if self.blames is None:
            return ()
        return tuple(tuple(self.blames.causes(at)) for at in range(sentences))

    def fill(self, block: SchemeBlock, sentences: range) -> None:
        """Put sentences into a block."""
        columns = self.pairs.columns(sentences) if self.figures is None else None
        if columns is not None:
            block.extend(columns)
            for at, words in enumerate(columns.gold.words):
                self._blame(block, at, sentences[at], range(len(words)))
            return
        for at, sentence in enumerate(sentences):
            pair = self.pairs.pair(sentence)
            if self.figures is not None and not pair.failure:
                pair = replace(pair, figures=self.figures(sentence))
            block.add(pair)
            self._blame(block, at, sentence, self._places(sentence, pair))

    def _blame(self, block: SchemeBlock, at: int, sentence: int, places: Sequence[int]) -> None:
        if self.blames:
            block.blame(at, self.blames.of(sentence, places))

    def _places(self, sentence: int, pair: Pair) -> Sequence[int]:
        """Where gold's words are in the picture; unknown if it is that of another comparison."""
        if self.figures is None:
            return self.pairs.places(sentence, pair)
        return () if pair.aligned else range(len(pair.gold.words))


def _causes(gold: Bank, system: Bank, wanted: Wanted, scheme: Scheme) -> Causes | None:
    """The causes of a system's errors; None if there is no analysis for the scheme."""
    measure = risen(scheme, wanted.measures)
    if measure is None:
        return None
    return causes_of(gold, system, wanted.system, scheme, measure, wanted.files.views.signed())


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


def _figures(scheme: Scheme, outcome: Outcome) -> Callable[[int], list[tuple[Measure, float]]]:
    """The figures of each sentence under a scheme."""
    counts = scheme.row(outcome)
    columns = [(one, np.asarray(one(counts))) for one in by_sentence(scheme).values()]
    return lambda sentence: [(one, float(values[sentence])) for one, values in columns]


def _packed(parts: Sequence[_Part], name: str, sentences: range) -> Block:
    """A block of sentences under every scheme."""
    block = Block(("gold", name))
    for part in parts:
        part.fill(block.scheme(), sentences)
    return block
