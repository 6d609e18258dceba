"""Two sets of tuples over the same words compared: equal tuples match."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import numpy as np

from karat.comparison.pairing import pair
from karat.files.profile import Profile
from karat.model.bank import Bank
from karat.model.outcome import Comparison, Outcome, Stage, Status
from karat.model.relation import Relation
from karat.model.rules import equal
from karat.views.edit import taken_out
from karat.views.nulls import without_nulls

# From a gold and a system Bank to the tuples of each, in any order.
Extract: TypeAlias = Callable[[Bank, Bank], tuple[Relation, Relation]]


def comparing(extract: Extract, grammars: tuple[Profile, Profile]) -> Comparison:
    """Compares the tuples that a function finds on both sides; profiles say which words are null."""

    def compare(gold: Bank, system: Bank) -> Outcome:
        given = gold, system
        gold, system = map(without_nulls, given, grammars)
        outcome = compared(gold, system, extract)
        return replace(outcome, stages=partial(nulls, given, outcome.banks))

    return compare


def nulls(given: tuple[Bank, Bank], compared: tuple[Bank, Bank]) -> list[Stage]:
    """The null elements of both sides, which are left out."""
    sides = zip(("gold", "system"), given, compared, strict=True)
    return [stage for side in sides for stage in taken_out(*side, "null element")]


def compared(gold: Bank, system: Bank, extract: Extract) -> Outcome:
    """Compare the sentences whose words are the same; neither side has null elements."""
    paired = pair(gold, system)
    ours, theirs = extract(gold, system)
    ours = in_order(ours).as_set()
    fine = np.repeat(paired.status == Status.SCORED, np.diff(theirs.offset))
    theirs = in_order(theirs.where(fine)).as_set()
    length, hits = np.diff(gold.token_offset), equal(ours, theirs)
    banks, parting = (gold, system), paired.parting
    return Outcome(paired.status, length, ours, theirs, *hits, banks, parting=parting)


def in_order(relation: Relation) -> Relation:
    """The rows in the order that matching rules expect: first ascending, second descending."""
    order = np.lexsort((relation.label, -relation.second, relation.first, relation.sentence()))
    columns = (relation.first, relation.second, relation.label, relation.row)
    first, second, label, row = (column[order] for column in columns)
    return Relation(relation.offset, first, second, label, row)
