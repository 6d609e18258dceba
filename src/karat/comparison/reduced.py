"""Trees compared after the normalisation of 1991: erase, prune, redraw; labels do not count."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from karat.comparison.brackets import Brackets
from karat.comparison.same_words import Side, sides
from karat.comparison.spans import unlabelled
from karat.files.evalb_params import Params
from karat.files.profile import Profile, load
from karat.model.bank import Bank
from karat.model.columns import Bools
from karat.model.labels import Labels
from karat.model.outcome import Outcome, Stage, Status
from karat.model.rules import crossing_pairs
from karat.views import erase, parasites, prune, redefine
from karat.views.nulls import nulls
from karat.views.spans import distinct


@dataclass(frozen=True)
class Steps:
    """Which constructions are redrawn, and whose words are erased: gold's for both, or each side's."""

    erase: str = "gold"
    extraposition: bool = True
    noun_phrases: bool = True
    prepositions: bool = True
    grammars: tuple[Profile, Profile] = field(default_factory=lambda: (load(), load()))

    def drawn(self, side: int) -> tuple[bool, bool, bool, Profile]:
        """The options of the view ``redefine`` for gold or, 1, the system."""
        return self.extraposition, self.noun_phrases, self.prepositions, self.grammars[side]


class Reduced:
    """Compares blocks of trees after the three steps."""

    def __init__(self, steps: Steps, labels: Labels) -> None:
        self._steps = steps
        # No parameters: only to see whether the words agree, and to take out the spans.
        self._brackets = Brackets(Params(), labels, quirks=False, nameless=True, own_tags=True)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        given = parasites.free(gold), parasites.free(system)
        reduced = [
            prune.prune(redefine.redefine(self._left(side, at), *self._steps.drawn(at)))
            for at, side in enumerate(self._sides(*given))
        ]
        outcome = self._brackets(*reduced)
        # A parse whose words were all erased is not one that was never there.
        lost = (outcome.status == Status.MISSING) & (np.diff(given[1].token_offset) > 0)
        why = np.where(np.diff(reduced[0].token_offset) > 0, Status.NUMBER, Status.NOTHING_LEFT)
        status = np.where(lost, why, outcome.status).astype(np.int32)
        outcome = unlabelled(outcome, distinct(outcome.gold), distinct(outcome.system))
        assert outcome.system_crossing is not None  # as unlabelled makes it
        pairs = crossing_pairs(outcome.gold, outcome.system, outcome.system_crossing)
        counts = {**outcome.counts, "crossing_pairs": pairs}
        stages = partial(self._stages, gold, system)
        return replace(outcome, status=status, counts=counts, parting=None, stages=stages)

    def _sides(self, gold: Bank, system: Bank) -> tuple[Side, Side]:
        by_gold = self._steps.erase == "gold"
        return sides(gold, system, self._steps.grammars, self._same, by_gold=by_gold)

    def _same(self, gold: Bank, system: Bank) -> Bools:
        return np.asarray(self._brackets(gold, system).status == Status.SCORED)

    def _left(self, side: Side, at: int) -> Bank:
        """What step 1 leaves."""
        return erase.erase(*side, self._steps.grammars[at])

    def _stages(self, *given: Bank) -> list[Stage]:
        freed = [parasites.free(bank) for bank in given]
        parts = zip(("gold", "system"), given, freed, self._sides(*freed), strict=True)
        return [
            replace(stage, side=name)
            for at, (name, bank, free, side) in enumerate(parts)
            for stage in (*parasites.stages(bank), *self._side(free, side, at))
        ]

    def _side(self, whole: Bank, side: Side, at: int) -> Iterator[Stage]:
        null = nulls(whole, self._steps.grammars[at]).astype(np.int8)
        yield from erase.stages(whole, null * np.int8(erase.NULL))
        yield from erase.stages(*side)
        left, drawn = self._left(side, at), self._steps.drawn(at)
        yield from redefine.stages(left, *drawn)
        yield from prune.stages(redefine.redefine(left, *drawn))
