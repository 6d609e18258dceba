"""Trees compared after the normalisation of 1991: erase, prune, redraw; labels do not count."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from karat.comparison.brackets import Brackets
from karat.comparison.erased_sides import sides
from karat.comparison.pairing import same_words
from karat.comparison.spans import unlabelled
from karat.files.evalb_params import Params
from karat.files.profile import Profile, load
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags
from karat.model.labels import Labels
from karat.model.outcome import Outcome, Stage, Status
from karat.model.rules import crossing, crossing_pairs
from karat.views import erase, parasites, prune, redefine
from karat.views.nulls import nulls
from karat.views.redefine import Redrawn, Wanted
from karat.views.redefine.extraposition import behind_be
from karat.views.redefine.plan import without_words
from karat.views.spans import distinct


@dataclass(frozen=True)
class Steps:
    """What to redraw, and who decides on constructions and on words to erase: gold, or each side.

    ``grammars`` say what the labels, tags and words of gold and of the system mean.
    """

    erase: str = "gold"
    redefine: str = "gold"
    wanted: Wanted = field(default_factory=Wanted)
    grammars: tuple[Profile, Profile] = field(default_factory=lambda: (load(), load()))

    def told(self, redrawn: Iterable[Stage]) -> list[Stage]:
        """What was redrawn, with who decided it."""
        who = ", as decided on gold" if self.redefine == "gold" else ""
        return [replace(stage, why=stage.why + who) for stage in redrawn]


class Side(NamedTuple):
    """A parse without null elements, why each word is erased, and the parse after steps 1 and 2."""

    bank: Bank
    codes: Flags
    left: Bank
    pruned: Bank
    grammar: Profile


class Reduced:
    """Compares blocks of trees after the three steps."""

    def __init__(self, steps: Steps, labels: Labels) -> None:
        self._steps = steps
        # Without parameters: this only checks whether the words agree, and extracts the spans.
        self._brackets = Brackets(Params(), labels, quirks=False, nameless=True, own_tags=True)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        given = parasites.free(gold), parasites.free(system)
        reduced = [redrawn.bank for redrawn in self._redrawn(given, *self._erased(*given))]
        outcome = self.spans(*reduced)
        # A parse whose words were all erased is not a missing parse.
        lost = (outcome.status == Status.MISSING) & (np.diff(given[1].token_offset) > 0)
        why = np.where(np.diff(reduced[0].token_offset) > 0, Status.NUMBER, Status.NOTHING_LEFT)
        status = np.where(lost, why, outcome.status).astype(np.int32)
        return replace(outcome, status=status, stages=partial(self._stages, gold, system))

    def spans(self, gold: Bank, system: Bank) -> Outcome:
        """Compares parses after the three steps."""
        outcome = self._brackets.unmatched(gold, system)
        outcome = unlabelled(outcome, distinct(outcome.gold), distinct(outcome.system))
        crossed = crossing(outcome.gold, outcome.system)
        counts = {
            **outcome.counts,
            "crossing_pairs": crossing_pairs(outcome.gold, outcome.system, crossed),
        }
        return replace(outcome, parting=None, system_crossing=crossed, counts=counts, stages=tuple)

    def _erased(self, gold: Bank, system: Bank) -> tuple[list[Side], Bools]:
        """Both sides after steps 1 and 2, and in which sentences they have the same words."""
        steps = self._steps
        by_gold = steps.erase == "gold"
        *found, same = sides(gold, system, steps.grammars, by_gold=by_gold)
        both = [erased(*side, of) for side, of in zip(found, steps.grammars, strict=True)]
        if not same.all():  # the words that differed may have been erased
            same = same | same_words(both[0].left, both[1].left, ~same)
        return both, same

    def _redrawn(
        self, given: tuple[Bank, Bank], both: list[Side], same: Bools
    ) -> tuple[Redrawn, Redrawn]:
        """Both sides after step 3. Where words differ from gold's, gold's plan does not apply."""
        ours = by_itself(given[0], both[0], self._steps.wanted)
        if self._steps.redefine == "gold":
            return ours, redefine.by_plan(both[1].pruned, ours.plan.of(same))
        return ours, by_itself(given[1], both[1], self._steps.wanted)

    def _stages(self, gold: Bank, system: Bank) -> list[Stage]:
        given = parasites.free(gold), parasites.free(system)
        both, same = self._erased(*given)
        redrawn = self._redrawn(given, both, same)
        parts = zip(("gold", "system"), (gold, system), given, both, redrawn, strict=True)
        return [
            replace(stage, side=name)
            for name, bank, free, side, drawn in parts
            for stage in (
                *parasites.stages(bank),
                *stages_before(free, side),
                *self._steps.told(drawn.stages),
            )
        ]


def erased(bank: Bank, codes: Flags, grammar: Profile) -> Side:
    """A parse without null elements after steps 1 and 2."""
    left = erase.erase(bank, codes, grammar)
    return Side(bank, codes, left, prune.prune(left), grammar)


def by_itself(whole: Bank, side: Side, wanted: Wanted) -> Redrawn:
    """One side redrawn by its own parse. Traces are read before null elements are erased."""
    wanted = replace(wanted, grammar=side.grammar)
    told = redefine.traced(whole, wanted)
    if told:
        told = without_words(told, whole, ~nulls(whole, side.grammar))
        told = without_words(told, side.bank, ~erase.gone(side.codes))
    be = behind_be(side.bank, side.codes, wanted.tables)
    return redefine.by_itself(side.pruned, wanted, told, be)


def stages_before(whole: Bank, side: Side) -> Iterator[Stage]:
    """What steps 1 and 2 remove."""
    null = nulls(whole, side.grammar).astype(np.int8)
    yield from erase.stages(whole, null * np.int8(erase.NULL))
    yield from erase.stages(side.bank, side.codes)
    yield from prune.stages(side.left)
