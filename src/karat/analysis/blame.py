"""The errors of a system sentence by sentence, with the rows that a picture shows.

An error knows rows of relations, and words of gold's Bank; a picture numbers the rows and words of one
sentence. If a scheme is drawn as another one, its rows are not those of the picture.
"""

from collections.abc import Sequence
from typing import NamedTuple

from karat.analysis.errors.frame import NOT_COMPARED, Error, Errors
from karat.model.columns import Ints
from karat.model.outcome import Outcome
from karat.model.relation import Relation


class Blame(NamedTuple):
    """An error of a sentence: its cause, what happened, rows of both sides, and gold's words if known."""

    cause: str
    detail: str
    gold: tuple[int, ...] = ()
    system: tuple[int, ...] = ()
    words: tuple[int, int] | None = None


class Blames:
    """The errors of each sentence; ``rows``: the picture has the rows that were compared."""

    def __init__(self, outcome: Outcome, errors: Errors, *, rows: bool = True) -> None:
        self._outcome, self._rows = outcome, rows
        self._errors: dict[int, list[Error]] = {}
        for one in errors.found:
            self._errors.setdefault(one.sentence, []).append(one)

    def causes(self, sentence: int) -> list[str]:
        """The causes of the errors of a sentence, each once, in the order of the errors."""
        return list(dict.fromkeys(one.cause for one in self._errors.get(sentence, ())))

    def of(self, sentence: int, places: Sequence[int]) -> list[Blame]:
        """The errors of a sentence; ``places`` says where gold's words are in the picture."""
        return [self._blame(one, places) for one in self._errors.get(sentence, ())]

    def _blame(self, one: Error, places: Sequence[int]) -> Blame:
        outcome, sentence = self._outcome, one.sentence
        if not self._rows or one.cause == NOT_COMPARED:
            return Blame(one.cause, one.detail, words=self._words(one, places))
        sides = (outcome.gold, one.missed), (outcome.system, one.spurious)
        gold, system = (
            _drawn(outcome, side, relation, rows, sentence)
            for side, (relation, rows) in enumerate(sides)
        )
        return Blame(one.cause, one.detail, gold, system, self._words(one, places))

    def _words(self, one: Error, places: Sequence[int]) -> tuple[int, int] | None:
        """The words of an error in the picture."""
        if one.words is None:
            return None
        first = int(self._outcome.banks[0].token_offset[one.sentence])
        begin, end = one.words[0] - first, one.words[1] - first
        if not 0 <= begin < end <= len(places):
            return None
        return places[begin], places[end - 1] + 1


def _drawn(
    outcome: Outcome, side: int, relation: Relation, rows: Sequence[int], sentence: int
) -> tuple[int, ...]:
    """Rows of a relation as rows of the picture: its items in their order, or the brackets of the tree."""
    if outcome.items is not None:
        first = int(relation.offset[sentence])
        return tuple(row - first for row in rows)
    offset: Ints = outcome.banks[side].span_offset
    first = int(offset[sentence])
    return tuple(int(relation.row[row]) - first for row in rows)
