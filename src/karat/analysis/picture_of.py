"""Pictures of the sentences of an outcome, for any scheme.

Everything is read from the Outcome of a comparison; no scheme is known by name.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from itertools import takewhile
from typing import NamedTuple

import numpy as np

from karat.analysis.drawn_side import MARKS, DrawnSide, SideColumns
from karat.analysis.picture import Mark, Pair
from karat.analysis.reasons import Reasons
from karat.model.columns import Flags, Ints, Numbers
from karat.model.labels import ABSENT
from karat.model.measure import Measure
from karat.model.outcome import Outcome, Stage, Status
from karat.model.scheme import Scheme

# The counts that are given with a sentence: how many rows each side has, and what became of them.
_COUNTS = ("matched", "gold", "system", "violated", "crossing")
_NUMBER = {mark: number for number, mark in enumerate(MARKS)}


def pair_of(scheme: Scheme, outcome: Outcome, sentence: int, name: str) -> Pair:
    """Gold and a system compared in one sentence; for many sentences, ``Pairs`` is faster."""
    return Pairs(scheme, outcome, name).pair(sentence)


def by_sentence(scheme: Scheme) -> dict[str, Measure]:
    """The measures that are defined for single sentences, by name."""
    return {one.name: one for one in scheme.measures() if "sentence" in one.means}


class PairColumns(NamedTuple):
    """Several sentences in a row: both sides, the figures of each, and what is said about some of them.

    ``odd`` (of both sides) and ``wrong`` (tags of the system) are words, counted through all sentences;
    ``failures`` and ``aligned`` are sentences, counted from the first of these.
    """

    gold: SideColumns
    system: SideColumns
    figures: list[tuple[float, ...]]
    odd: tuple[list[int], list[int]]
    wrong: list[int]
    failures: dict[int, str]
    aligned: list[int]


class _Staged:
    """What the stages of an outcome say about each side; they are asked for once."""

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome

    @cached_property
    def _stages(self) -> Sequence[Stage]:
        return self._outcome.stages()

    def reasons(self, side: int) -> Reasons:
        which = ("gold", "system")[side]
        stages = [stage for stage in self._stages if stage.side == which]
        return Reasons(self._outcome.banks[side], stages)


class Pairs:
    """The sentences of an outcome, ready to be drawn; what they have in common is prepared once.

    >>> import karat
    >>> from karat.engine.memory import outcome_of
    >>> from karat.schemes import parse
    >>> gold, system = map(karat.read_text, ("(S (NP a b) (VP (V c)))", "(S (X a b) (VP (V c)))"))
    >>> scheme = parse("evalb")
    >>> pair = Pairs(scheme, outcome_of(gold, system.relabelled(gold.labels), scheme), "x").pair(0)
    >>> [(row.label, row.mark.name) for row in pair.system.rows]
    [('S', 'MATCHED'), ('X', 'SPURIOUS'), ('VP', 'MATCHED')]
    """

    def __init__(self, scheme: Scheme, outcome: Outcome, name: str) -> None:
        self._scheme, self._outcome, self._name = scheme, outcome, name
        # Nothing refers back to these pairs: large outcomes must not wait for the garbage collector.
        self._staged = _Staged(outcome)
        crossed = outcome.gold_crossed if "violated" in scheme.counts else None
        self._gold = self._side(0, "gold", crossed, (Mark.VIOLATED, Mark.MISSED))
        crossing = outcome.system_crossing
        self._system = self._side(1, name, crossing, (Mark.CROSSING, Mark.SPURIOUS))

    def _side(
        self, side: int, name: str, crossing: Flags | None, wrong: tuple[Mark, Mark]
    ) -> DrawnSide:
        """A side; ``wrong`` are the marks of rows that are not hit, if they cross and otherwise."""
        outcome = self._outcome
        bank = outcome.banks[side]
        relation = (outcome.gold, outcome.system)[side]
        hit = (outcome.gold_hit, outcome.system_hit)[side] == 1
        missed = np.full(len(relation), _NUMBER[wrong[1]], np.int32)
        if crossing is not None:
            missed[crossing == 1] = _NUMBER[wrong[0]]
        mark: Ints = np.where(hit, _NUMBER[Mark.MATCHED], missed).astype(np.int32)
        reasons = partial(self._staged.reasons, side)
        if outcome.items is not None:
            items = partial(outcome.items, side)
            names = self._scheme.picture == "names"
            return DrawnSide(name, bank, mark, reasons, items, relation.offset, names=names)
        marks = np.full(len(bank.label), _NUMBER[Mark.NOT_COMPARED], np.int32)
        marks[relation.row] = mark
        return DrawnSide(name, bank, marks, reasons)

    @cached_property
    def _row(self) -> Mapping[str, Numbers]:
        return self._scheme.row(self._outcome)

    @cached_property
    def _figures(self) -> list[tuple[Measure, list[float]]]:
        """The figures of all sentences."""
        every = by_sentence(self._scheme).values()
        return [(one, np.asarray(one(self._row), np.float64).tolist()) for one in every]

    @cached_property
    def _counts(self) -> list[tuple[str, list[int]]]:
        """The counts of all sentences that say what became of rows."""
        return [(name, self._row[name].tolist()) for name in _COUNTS if name in self._row]

    @cached_property
    def _apart(self) -> tuple[Mapping[int, int], "Pairs | None"]:
        """The aligned sentences, if their rows are apart from those of the others."""
        if self._outcome.plain is None or self._outcome.aligned is None:
            return {}, None
        sentences, outcome = self._outcome.aligned()
        rows = {sentence: row for row, sentence in enumerate(sentences.tolist())}
        return rows, Pairs(self._scheme, outcome, self._name)

    def pair(self, sentence: int) -> Pair:
        """A sentence, by its number from 0."""
        rows, apart = self._apart
        if apart is not None and sentence in rows:
            return apart._scored(rows[sentence], aligned=True)
        status = Status(self._outcome.status[sentence])
        if status != Status.SCORED:
            return self._failed(sentence)
        plain = self._outcome.plain
        return self._scored(sentence, plain is not None and bool(plain.status[sentence] != status))

    def columns(self, sentences: range) -> PairColumns | None:
        """Sentences in a row as ``pair`` gives them, but all at once; None if that is not possible."""
        first, last = sentences.start, sentences.stop
        status = self._outcome.status[first:last]
        scored = status == Status.SCORED
        sides = [side.columns(first, last, scored) for side in (self._gold, self._system)]
        if self._apart[1] is not None or sides[0] is None or sides[1] is None:
            return None
        begins = [
            (side.bank.token_offset[first:last] - side.bank.token_offset[first]).tolist()
            for side in (self._gold, self._system)
        ]
        odd: tuple[list[int], list[int]] = ([], [])
        wrong, failures = list[int](), dict[int, str]()
        for at, fine in enumerate(scored.tolist()):
            if fine:
                wrong += [begins[1][at] + word for word in self._wrong_tags(first + at)]
                continue
            failures[at] = self._why(first + at)
            for found, begin, word in zip(
                odd, begins, self._first_difference(first + at), strict=True
            ):
                found += [begin[at] + word] if word >= 0 else []
        plain = self._outcome.plain
        aligned = (
            [] if plain is None else np.flatnonzero(plain.status[first:last] != status).tolist()
        )
        figures = zip(*(values[first:last] for _, values in self._figures), strict=True)
        known = zip(figures, scored.tolist(), strict=True)
        return PairColumns(
            sides[0], sides[1], [one if fine else () for one, fine in known], odd, wrong, failures, aligned,
        )  # fmt: skip

    def places(self, sentence: int, pair: Pair) -> Sequence[int]:
        """Where each word of gold's Bank is among the words that are drawn."""
        return self._gold.places(sentence, len(pair.gold.words))

    def _scored(self, sentence: int, aligned: bool) -> Pair:
        figures = [(measure, values[sentence]) for measure, values in self._figures]
        counts = [(name, column[sentence]) for name, column in self._counts]
        wrong = () if self._scheme.picture == "names" else self._wrong_tags(sentence)
        gold, system = self._gold.side(sentence), self._system.side(sentence, wrong)
        if self._scheme.picture != "tree" and gold.words != system.words:
            # Words that only one side has back would move its words away from those of the other side.
            gold = self._gold.side(sentence, restore=False)
            system = self._system.side(sentence, wrong, restore=False)
        return Pair(gold, system, figures, counts, aligned=aligned)

    def _failed(self, sentence: int) -> Pair:
        odd = self._first_difference(sentence)
        gold, system = (
            side.side(sentence, (), at, scored=False)
            for side, at in zip((self._gold, self._system), odd, strict=True)
        )
        return Pair(gold, system, failure=self._why(sentence))

    def _why(self, sentence: int) -> str:
        """Why a sentence has no score."""
        reason = Status(self._outcome.status[sentence]).reason
        return f"{reason}: {self._outcome.failure(sentence)}"

    def _wrong_tags(self, sentence: int) -> Sequence[int]:
        """The words of the system whose tags are not gold's, if both words have one and were compared."""
        ours, theirs = (
            side.bank.tag[side.bank.token_offset[sentence] : side.bank.token_offset[sentence + 1]]
            for side in (self._gold, self._system)
        )
        if len(ours) == len(theirs) and (ours == theirs).all():
            return ()
        left, right = self._gold.compared(sentence), self._system.compared(sentence)
        if len(left) != len(right):
            # Only words at the same places can be compared.
            if len(ours) != len(theirs):
                return ()
            left = right = np.intersect1d(left, right)
        none = self._gold.bank.labels.find(ABSENT)
        one, other = ours[left], theirs[right]
        known = (one > 0) & (other > 0) & (one != none) & (other != none)
        found: list[int] = right[known & (one != other)].tolist()
        return found

    def _first_difference(self, sentence: int) -> tuple[int, int]:
        """Which words are the first to differ; -1 on a side that has no such word."""
        outcome = self._outcome
        gold, system = (bank.words(sentence) for bank in outcome.banks)
        if not gold or not system:
            return -1, -1
        ours, theirs = (side.compared(sentence).tolist() for side in (self._gold, self._system))
        if gold == system:
            parting = min({*ours} ^ {*theirs}, default=-1)
            return parting, parting
        if outcome.parting is not None and outcome.parting[0][sentence] >= 0:
            return int(outcome.parting[0][sentence]), int(outcome.parting[1][sentence])
        both = zip(ours, theirs, strict=False)
        agree = sum(1 for _ in takewhile(lambda at: gold[at[0]] == system[at[1]], both))
        return (
            ours[agree] if agree < len(ours) else -1,
            theirs[agree] if agree < len(theirs) else -1,
        )
