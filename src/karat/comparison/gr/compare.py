"""Compares grammatical relations: which ones are paired, and where pairs count in the hierarchy."""

from dataclasses import dataclass, field

import numpy as np

from karat.comparison.gr.matcher import Matcher
from karat.comparison.gr.slots import Rows
from karat.comparison.pairing import pair
from karat.files.hierarchy import Hierarchy
from karat.model import groups
from karat.model.bank import Bank
from karat.model.columns import Bools, Flags, Ints, Longs, Numbers
from karat.model.gr import EMPTY, WHOLE, Gr, listed, relations
from karat.model.groups import Groups
from karat.model.matching import Pairs
from karat.model.outcome import Item, Note, Outcome, Status
from karat.model.relation import Relation
from karat.model.scheme import LabelNames

_NOTHING: Longs = np.zeros(0, np.int64)


@dataclass(frozen=True, eq=False)
class Matched(Outcome):
    """Relations compared: an Outcome with the pairs, and where each counts in the hierarchy."""

    hierarchy: Hierarchy | None = None
    sides: tuple[Rows, Rows] | None = None
    pairs: tuple[Longs, Longs] = field(default=(_NOTHING, _NOTHING))


@dataclass(frozen=True, eq=False)
class _Count:
    """A count of relations: their numbers in the hierarchy, labels, sentences and weights."""

    name: str
    code: Longs
    label: Ints
    sentence: Ints
    weight: Numbers

    def by_code(self, weighted: bool) -> groups.Rows:
        return groups.Rows(self.code, self.sentence, {self.name: self._worth(weighted)})

    def by_label(self, weighted: bool) -> groups.Rows:
        return groups.Rows(self.label, self.sentence, {self.name: self._worth(weighted)})

    def by_sentence(self, sentences: int, weighted: bool) -> Numbers:
        """The sum for each sentence; a whole number, unless there are weights."""
        return _rounded(np.bincount(self.sentence, self.weight / WHOLE, sentences), weighted)

    def _worth(self, weighted: bool) -> Numbers:
        return _rounded(self.weight / WHOLE, weighted)


def _rounded(worth: Numbers, weighted: bool) -> Numbers:
    return worth if weighted else worth.round().astype(np.int64)


class Relations:
    """Compares blocks of relations by the rules of a matcher."""

    def __init__(self, matcher: Matcher) -> None:
        self.matcher = matcher

    def __call__(self, gold: Bank, system: Bank) -> Matched:
        matcher = self.matcher
        hierarchy = matcher.hierarchy
        ours, theirs, placed = matcher.prepared(gold, system)
        status, parting = _status(gold, system, placed)
        ours = ours.where((status != Status.GOLD_FAULT)[ours.sentence()])
        theirs = theirs.where((status == Status.SCORED)[theirs.sentence()])
        pairs, loose = matcher.pairs(ours, theirs)
        hits = [np.zeros(len(side), np.int8) for side in (ours, theirs)]
        hits[0][pairs.gold] = hits[1][pairs.system] = 1
        weighted = bool((ours.weight != WHOLE).any() or (theirs.weight != WHOLE).any())
        credit = matcher.credit(ours.code[pairs.gold], theirs.code[pairs.system])
        one, other, weight = matcher.weighed(ours, theirs, pairs)
        plain = [*_sides(one, other, 1, 1), *_paired(ours, theirs, pairs, credit, weight)]
        levels = matcher.levels
        counted = plain
        if (levels != 1).any():
            counted = [
                *_sides(one, other, levels[ours.code], levels[theirs.code]),
                *_paired(ours, theirs, pairs, credit, weight * pairs.worth),
            ]
        n = len(status)
        rough = _paired(
            ours, theirs, loose, (loose.gold, loose.system), matcher.weight(ours, theirs, loose)
        )[0]
        sums = {count.name: count.by_sentence(n, weighted) for count in counted[:3]}
        sizes = [np.bincount(one.sentence, minlength=n) for one in plain[:3]]
        same = (sizes[0] == sizes[2]) & (sizes[1] == sizes[2])
        printed = [name for name, _ in hierarchy.printed()]
        for side in _sides(ours, theirs, 1, 1):
            whole = sums[side.name] if counted is plain else side.by_sentence(n, weighted)
            sums[f"{side.name}_relations"] = whole
        sums["unlabelled"] = rough.by_sentence(n, weighted)
        sums["exact"] = same & (status == Status.SCORED)
        compared = ours.relation, theirs.relation, hits[0], hits[1]
        return Matched(
            *(status, np.diff(gold.token_offset), *compared, (gold, system)),
            counts=sums,
            parting=parting,
            keys={
                "label": lambda: Groups(
                    LabelNames(gold.labels), tuple(one.by_label(weighted) for one in counted)
                ),
                "relation": lambda: Groups(
                    printed, tuple(one.by_code(weighted) for one in plain), matcher.under
                ),
            },
            notes=(
                *_unknown(ours, theirs, hierarchy),
                *_inner(theirs, hits[1], matcher.too_general),
            ),
            items=lambda side, at: _items(
                (gold, system)[side], (ours.relation, theirs.relation)[side], at
            ),
            hierarchy=hierarchy,
            sides=(ours, theirs),
            pairs=(pairs.gold, pairs.system),
        )


def _sides(gold: Rows, system: Rows, worth: Numbers | int, other: Numbers | int) -> list[_Count]:
    return [
        _Count(name, side.code, side.relation.label, side.sentence(), side.weight * times)
        for name, side, times in (("gold", gold, worth), ("system", system, other))
    ]


def _paired(
    gold: Rows, system: Rows, pairs: Pairs, credit: tuple[Longs, Longs], weight: Numbers
) -> list[_Count]:
    """Pairs counted for gold and for the system; ``credit`` is the relation each counts under."""
    sentence = gold.sentence()[pairs.gold]
    labels = gold.relation.label[pairs.gold], system.relation.label[pairs.system]
    return [
        _Count(name, code, label, sentence, weight)
        for name, code, label in zip(("matched", "system_matched"), credit, labels, strict=True)
    ]


def _unknown(gold: Rows, system: Rows, hierarchy: Hierarchy) -> tuple[Note, ...]:
    """A note if there are relations that the hierarchy does not have."""
    size = len(hierarchy.names)
    strange = {int(n) for side in (gold, system) for n in side.sentence()[side.code == size]}
    if not strange:
        return ()
    what = (
        "relations that the hierarchy does not know count for its highest relation alone "
        "(karat check lists them)"
    )
    return ((what, len(strange)),)


def _inner(system: Rows, hit: Flags, general: Bools) -> tuple[Note, ...]:
    """A note if the system has relations that may not stand for those below them."""
    rows = general[system.code] & (hit == 0)
    if not rows.any():
        return ()
    what = (
        "the system has underspecified relations, such as obj and dependent, that match nothing; "
        "gr(underspecified=all) lets them stand for the relations below them"
    )
    return ((what, len(np.unique(system.sentence()[rows]))),)


def _status(gold: Bank, system: Bank, placed: Bools) -> tuple[Ints, tuple[Ints, Ints]]:
    """Which sentences are scored, and the first words that differ.

    Where relations are compared by position, both sides must have the same words. If the
    system has neither relations nor words for a sentence, its parse is missing. If gold has no relations
    there either, this is so only in a file of parses, because relations may be written without words.
    """
    status = np.zeros(len(gold), np.int32)
    nowhere = np.full(len(gold), -1, np.int32)
    parting = nowhere, nowhere
    both = placed & (np.diff(gold.token_offset) > 0) & (np.diff(system.token_offset) > 0)
    if both.any():
        paired = pair(gold, system)
        status, parting = np.where(both, paired.status, status).astype(np.int32), paired.parting
    bare = (np.diff(relations(system).offset) == 0) & (np.diff(system.token_offset) == 0)
    wanted = np.diff(relations(gold).offset) > 0
    if "edges" in system.layers or "chunks" in system.layers or system.has_trees:
        wanted |= np.diff(gold.token_offset) > 0
    status[wanted & bare] = Status.MISSING
    status[system.fault != 0] = Status.SYSTEM_FAULT
    status[gold.fault != 0] = Status.GOLD_FAULT
    return status, parting


def _items(bank: Bank, relation: Relation, sentence: int) -> list[Item]:
    """The relations of a sentence: the dependent and its head, where it is known which words they are."""
    every, first = listed(bank, sentence), int(relations(bank).offset[sentence])
    size = int(bank.token_offset[sentence + 1] - bank.token_offset[sentence])
    rows = relation.row[relation.rows(sentence)].tolist()
    return [_item(every[row - first], size) for row in rows]


def _item(gr: Gr, size: int) -> Item:
    """A relation in a sentence of so many words; slots that are not among them are part of its name.

    >>> _item(Gr("ncsubj", "", "die", "he", "obj", head_at=2, dependent_at=1), 3)
    Item(name='ncsubj(obj)', parts=((1, 2), (2, 3)), text='')
    """
    placed = [at for at in (gr.dependent_at, gr.head_at) if 0 <= at < size]
    if not placed:
        return Item(str(gr), ())
    slots = (
        (gr.type, -1), (gr.head, gr.head_at), (gr.dependent, gr.dependent_at), (gr.initial, -1),
    )  # fmt: skip
    more = [text for text, at in slots if at not in placed and text not in ("", EMPTY.decode())]
    name = f"{gr.label}({', '.join(more)})" if more else gr.label
    return Item(name, tuple((at, at + 1) for at in placed))
