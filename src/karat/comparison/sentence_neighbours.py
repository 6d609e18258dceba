"""Beads that must be one, because text of one is on the other side of the boundary between them."""

from collections.abc import Sequence

from karat.comparison.bead import Bead, Texts
from karat.comparison.sentence_likeness import moved, part_of

# So many short sentences at most are looked for in the sentence that follows them.
HEADLINES = 8


def with_headlines(gold: Texts, system: Texts, found: Sequence[Bead]) -> list[Bead]:
    """Join sentences that have nothing on the other side with the bead that has their text there.

    They are several short ones, as headlines are, which the other side has in one with the next sentence.
    """
    result: list[Bead] = []
    for bead in found:
        count = _headlines(gold, system, result, bead) if min(bead.sizes) else 0
        first = result[-count] if count else bead
        del result[len(result) - count :]
        result.append(Bead(first.gold_first, bead.gold_last, first.system_first, bead.system_last))
    return result


def _headlines(gold: Texts, system: Texts, before: Sequence[Bead], bead: Bead) -> int:
    """How many of the beads before, without anything on one side, are part of a bead."""
    here, there = gold[bead.gold_first], system[bead.system_first]
    text, found = "", 0
    for count, one in enumerate(reversed(before[-HEADLINES:]), 1):
        if min(one.sizes) or one.sizes != before[-1].sizes:
            break
        ours = one.sizes[0] > 0
        text = (gold[one.gold_first] if ours else system[one.system_first]) + text
        if len(text) >= len(there if ours else here):
            break
        if part_of((text, here if ours else there), ("", there if ours else here)):
            found = count
    return found


def joined_where_moved(gold: Texts, system: Texts, found: Sequence[Bead]) -> list[Bead]:
    """Join neighbours if text of one is on the other side of the boundary between them.

    If both sides have as many sentences, one without a parse keeps its place: text was not moved over it.
    """
    result: list[Bead] = []
    for bead in found:
        before = result[-1] if result else None
        if before and _belong_together(gold, system, before, bead):
            result[-1] = Bead(
                before.gold_first, bead.gold_last, before.system_first, bead.system_last
            )
        else:
            result.append(bead)
    return result


def _belong_together(gold: Texts, system: Texts, before: Bead, bead: Bead) -> bool:
    ours = _at_boundary(gold, before.gold_first, bead.gold_first, bead.gold_last)
    theirs = _at_boundary(system, before.system_first, bead.system_first, bead.system_last)
    if ours == theirs:
        return False
    if all((*ours, *theirs)):
        return moved(ours, theirs)
    if len(gold) == len(system) and min(*before.sizes, *bead.sizes):
        return False
    return part_of(ours, theirs) or part_of(theirs, ours)


def _at_boundary(side: Texts, first: int, boundary: int, last: int) -> tuple[str, str]:
    """The sentences before and after the boundary of two beads; empty where a bead has none."""
    return side[boundary - 1] if first < boundary else "", side[boundary] if boundary < last else ""
