"""Sentences with other tokens on each side, reduced as PARSEVAL says, then written over shared places.

Gold is reduced by itself: which of its words are erased, and which of its phrases are redrawn, does not
depend on what the system wrote. The system loses the words that gold loses; words that gold lacks go by
its own parse. Its phrases are redrawn where gold's are. With ``each`` it is reduced by itself too. What
is left of both is written over the places (``cells``) that are left.

A bracket around one word of gold counts for nothing, even if the system has cut that word.
"""

from dataclasses import replace

import numpy as np

from karat.comparison.joint import Joint, over, placed
from karat.comparison.joint_sides import Side as Placed
from karat.comparison.reduced import Reduced, Side, Steps, by_itself, erased, stages_before
from karat.comparison.reduced_places import (
    Left,
    codes_of_parts,
    left,
    parted,
    pieces,
    plan_for,
    without_single,
)
from karat.comparison.shared_places import Places, Words, shared_places
from karat.comparison.tokens import Token, words_of
from karat.files.profile import Profile
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.model.labels import Labels
from karat.model.layers import offsets
from karat.model.outcome import Outcome, Stage, Status
from karat.model.picking import picked
from karat.views import erase, parasites, prune, redefine
from karat.views.edit import split_words
from karat.views.nulls import nulls
from karat.views.redefine import Redrawn
from karat.views.redefine.plan import Plan


class ReducedOver:
    """Reduces sentences and writes them over places; compares Banks that are reduced already."""

    def __init__(self, steps: Steps, labels: Labels) -> None:
        self._steps, self._reduced = steps, Reduced(steps, labels)

    def __call__(self, gold: Bank, system: Bank) -> Outcome:
        outcome = self._reduced.spans(gold, system)
        nothing = (outcome.status == Status.MISSING) & (np.diff(gold.token_offset) == 0)
        status = np.where(nothing, Status.NOTHING_LEFT, outcome.status).astype(np.int32)
        return replace(outcome, status=status)

    def joint(self, gold: Bank, system: Bank, sentences: Longs) -> Joint:
        """Some sentences of two Banks, reduced, over the places that both sides share.

        Sentences that are not versions of one are left out (see ``cells``).
        """
        given = picked(gold, sentences), picked(system, sentences)
        free = parasites.free(given[0]), parasites.free(given[1])
        ours, theirs = map(_real, free, self._steps.grammars)
        found = shared_places(ours, theirs, words=False)
        kept = np.flatnonzero(found.versions)
        if len(kept) < len(sentences):
            found = found.picked(kept, ours.offset, theirs.offset)
            free = picked(free[0], kept), picked(free[1], kept)
        left_out = parasites.stages(picked(given[1], kept))
        return Joint(sentences[kept], *self._over(*free, found, left_out))

    def _over(
        self, gold: Bank, system: Bank, found: Places, before: list[Stage]
    ) -> tuple[Bank, Bank, list[Stage]]:
        """Versions of the same sentences over their places, and what was left out of the system."""
        steps, offset = self._steps, found.offset
        (bank, codes), (real, own) = map(erase.without_nulls, (gold, system), steps.grammars)
        ours, theirs = placed(bank, real, found)
        own = codes_of_parts((ours, theirs), (codes, own), by_gold=steps.erase == "gold")
        # From here on a word of the system that has several places is several words.
        system, theirs = _parted(system, theirs, offset, steps.grammars[1])
        real = without_single(theirs, ours, offset)
        sides = [*map(erased, (bank, real), (codes, own), steps.grammars)]
        redrawn = by_itself(gold, sides[0], steps.wanted)
        places = left((ours, theirs), offset, (codes, own), (redrawn.bank, sides[1].left))
        rest = without_single(places.system, places.gold, places.offset)
        side = sides[1]._replace(left=rest, pruned=prune.prune(rest))
        drawn = self._redrawn(system, side, redrawn.plan, places)
        stages = *before, *stages_before(system, side), *steps.told(drawn.stages)
        told = [replace(one, side="system") for one in stages]
        return *_laid(drawn.bank, places), told

    def _redrawn(self, system: Bank, side: Side, plan: Plan, places: Left) -> Redrawn:
        """The system redrawn by itself, or where gold is redrawn."""
        if self._steps.redefine == "each":
            return by_itself(system, side, self._steps.wanted)
        return redefine.by_plan(side.pruned, plan_for(plan, places))


def _real(bank: Bank, grammar: Profile) -> Words:
    """The words of all sentences of a Bank without null elements."""
    null = nulls(bank, grammar)
    rows = np.flatnonzero(~null)
    offset = offsets(~null)[bank.token_offset]

    def tokens(sentences: Longs) -> list[list[Token]]:
        texts = words_of(bank, sentences, grammar)
        return [[word for word in words if word is not None] for words in texts]

    none: Bools = np.zeros(len(rows), np.bool_)
    return Words(bank, offset, rows, none, np.zeros(len(bank), np.bool_), tokens)


def _laid(system: Bank, places: Left) -> tuple[Bank, Bank]:
    """Both sides over places."""
    offset, ours, theirs = places
    theirs = replace(theirs, bank=system)
    theirs = replace(theirs, bank=without_single(theirs, ours, offset))
    return over(ours, theirs, offset)


def _parted(bank: Bank, side: Placed, offset: Ints, grammar: Profile) -> tuple[Bank, Placed]:
    """A Bank with a word for each place of its words; and so a side, which has no null elements."""
    null = nulls(bank, grammar)
    count: Longs = np.ones(len(null), np.int64)
    count[~null] = pieces(side)
    return split_words(bank, count), parted(side, offset, split_words(side.bank, pieces(side)))
