"""Trees compared after the normalisation of 1991: erase, prune, redraw; labels do not count."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from karat.comparison.brackets import Brackets
from karat.comparison.pairing import spelt_like
from karat.comparison.spans import unlabelled
from karat.files.evalb_params import Params
from karat.files.profile import Profile, load
from karat.model.bank import Bank
from karat.model.columns import Flags
from karat.model.labels import Labels
from karat.model.outcome import Outcome, Stage, Status
from karat.model.rules import crossing_pairs
from karat.views import erase, prune, redefine
from karat.views.nulls import nulls
from karat.views.spans import distinct


@dataclass(frozen=True)
class Steps:
    """Which constructions are redrawn, and whose words are erased: gold's for both, or each side's."""

    erase: str = "gold"
    extraposition: bool = True
    noun_phrases: bool = True
    prepositions: bool = True
    grammar: Profile = field(default_factory=load)

    @property
    def drawn(self) -> tuple[bool, bool, bool, Profile]:
        """The options of the view ``redefine``."""
        return self.extraposition, self.noun_phrases, self.prepositions, self.grammar


class Reduced:
    """Compares blocks of trees after the three steps."""

    def __init__(self, steps: Steps, labels: Labels) -> None:
        self._steps = steps
        # No parameters: only to see whether the words agree, and to take out the spans.
        self._brackets = Brackets(Params(), labels, quirks=False, nameless=True, own_tags=True)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        given = gold, spelt_like(gold, system)
        shorter, codes = self._erased(*given)
        reduced = [
            self._reduce(erase.erase(*pair, self._steps.grammar))
            for pair in zip(shorter, codes, strict=True)
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
        stages = partial(self._stages, *given)
        return replace(outcome, status=status, counts=counts, parting=None, stages=stages)

    def _erased(self, gold: Bank, system: Bank) -> tuple[list[Bank], tuple[Flags, Flags]]:
        """Both sides without null elements, and why each word of them is erased in step 1."""
        (ours, codes), (theirs, own) = (
            erase.without_nulls(bank, self._steps.grammar) for bank in (gold, system)
        )
        if self._steps.erase == "gold":
            same = self._brackets(ours, theirs).status == Status.SCORED
            inside = np.repeat(same, np.diff(theirs.token_offset))
            own = own.copy()
            own[inside] = codes[np.repeat(same, np.diff(ours.token_offset))]
        return [ours, theirs], (codes, own)

    def _reduce(self, bank: Bank) -> Bank:
        """Steps 2 and 3."""
        return prune.prune(redefine.redefine(bank, *self._steps.drawn))

    def _stages(self, gold: Bank, system: Bank) -> list[Stage]:
        shorter, codes = self._erased(gold, system)
        sides = zip(("gold", "system"), (gold, system), shorter, codes, strict=True)
        return [
            replace(stage, side=side)
            for side, whole, bank, code in sides
            for stage in self._side(whole, bank, code)
        ]

    def _side(self, whole: Bank, bank: Bank, codes: Flags) -> Iterator[Stage]:
        null = nulls(whole, self._steps.grammar).astype(np.int8)
        yield from erase.stages(whole, null * np.int8(erase.NULL))
        yield from erase.stages(bank, codes)
        shorter = erase.erase(bank, codes, self._steps.grammar)
        yield from redefine.stages(shorter, *self._steps.drawn)
        yield from prune.stages(redefine.redefine(shorter, *self._steps.drawn))
