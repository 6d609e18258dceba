"""The relation scorer of Carroll, Briscoe and Watson: which relations match, and in what order.

What matches besides equal values: an ellipsis matches any word; a name of several words, joined by
``_``, matches any part of itself, but not the empty slot; the type of some relations may be empty on
either side. The first match is taken. In the counting of 2006 relations are taken in the reverse
order of the file, because removing the passives reverses the list.
"""

import itertools
from dataclasses import replace

import numpy as np

from karat.comparison.gr.slots import Rows, among, having
from karat.files.hierarchy import Hierarchy
from karat.model.columns import Ints, Longs
from karat.model.gr import EMPTY
from karat.model.labels import Labels
from karat.model.matching import Marks, Pairs, first_come

ELLIPSIS = b"ellip"
IGNORED = b"NIL"
# A system relation with one of these names may differ in type, if either type is empty.
_LOOSE_TYPE = ("mod", "ncmod", "xmod", "cmod", "pmod", "arg", "xcomp", "ccomp", "ta")
# In the counting of 1999 the system may return these for a relation one level below.
_ONE_LEVEL = ("mod", "subj", "obj", "clausal")


def compatible_names(hierarchy: Hierarchy) -> Marks:
    """Which system name is accepted for which gold name in the counting of 1999: [gold, system].

    >>> from karat.files.hierarchy import load
    >>> h = load("2006")
    >>> table, n = compatible_names(h), h.number
    >>> [bool(table[n[g], n[s]]) for g, s in (("ncmod", "mod"), ("dobj", "comp"), ("arg", "dobj"))]
    [True, False, True]
    """
    table: Marks = hierarchy.above.copy()
    for name, parents in hierarchy.parents.items():
        for parent in parents:
            if parent in _ONE_LEVEL or (parent, name) == ("comp", "pcomp"):
                table[hierarchy.number[name], hierarchy.number[parent]] = True
    return table


def without_passives(rows: Rows, hierarchy: Hierarchy, labels: Labels, empty: int) -> Rows:
    """Remove ``passive`` relations; the ncsubj of a passive verb gets the initial relation obj."""
    passive = rows.code == hierarchy.number.get("passive", -1)
    if not passive.any():
        return rows
    sentence, head = rows.sentence(), rows.relation.first
    verbs = set(zip(sentence[passive].tolist(), head[passive].tolist(), strict=True))
    subject = np.flatnonzero((rows.code == hierarchy.number["ncsubj"]) & (rows.initial == empty))
    initial = rows.initial.copy()
    for row in subject.tolist():
        if (int(sentence[row]), int(head[row])) in verbs:
            initial[row] = labels.intern(b"obj")
    return replace(rows, initial=initial).where(~passive)


class Agreement:
    """Whether the slots of gold and system relations agree, by the rules of the program."""

    def __init__(self, hierarchy: Hierarchy, labels: Labels, empty: int, which: str) -> None:
        self._labels, self._empty, self._which = labels, empty, which
        self._ellipsis = labels.intern(ELLIPSIS)
        self._ignored = labels.intern(IGNORED)
        self._several = np.zeros(0, bool)
        slots = ("type", "dependent", "initial")
        self._has = {slot: having(hierarchy, slot, True) for slot in slots}
        self._loose, self._ncsubj = among(hierarchy, _LOOSE_TYPE), among(hierarchy, ("ncsubj",))

    def kept(self, rows: Rows) -> Marks:
        """The relations without a NIL slot; the program ignores the others."""
        found: Marks = np.ones(len(rows), bool)
        for column in (rows.type, rows.relation.first, rows.relation.second, rows.initial):
            found &= column != self._ignored
        return found

    def peculiar(self, rows: Rows) -> Marks:
        """The sentences in which a head or dependent may match a different word."""
        self._look_up()
        sentences = np.zeros(len(rows.relation.offset) - 1, bool)
        for column in (rows.relation.first, rows.relation.second):
            word = np.maximum(column, 0)
            odd = (column >= 0) & (self._several[word] | (word == self._ellipsis))
            sentences[rows.sentence()[odd]] = True
        return sentences

    def _look_up(self) -> None:
        """Which labels are names of several words."""
        known, strings = len(self._several), self._labels.strings()
        more = np.array([b"_" in text and text != EMPTY for text in strings[known:]], bool)
        self._several = np.concatenate([self._several, more])

    def _agree(self, gold: Ints, system: Ints) -> Marks:
        """Whether two values agree, for pairs of values.

        Of two names of several words the system's must contain gold's.
        """
        fine: Marks = gold == system
        filled = (gold != self._empty) & (system != self._empty)
        fine |= filled & ((gold == self._ellipsis) | (system == self._ellipsis))
        several = self._several[np.maximum(gold, 0)] | self._several[np.maximum(system, 0)]
        strings = self._labels.strings()
        open_still = ~fine & filled & several & (gold >= 0) & (system >= 0)
        for i in np.flatnonzero(open_still).tolist():
            ours, theirs = strings[gold[i]], strings[system[i]]
            fine[i] = ours in theirs if self._several[system[i]] else theirs in ours
        return fine

    def __call__(
        self, gold: Rows, system: Rows, heads: tuple[list[Ints], list[Ints]], g: Longs, s: Longs
    ) -> Marks:
        """Whether the slots of paired rows agree; ``heads`` has the heads and dependents of both sides."""
        self._look_up()
        one, other = gold.code[g], system.code[s]
        fine = self._agree(heads[0][0][g], heads[1][0][s])
        both = self._has["dependent"][one] & self._has["dependent"][other]
        fine &= ~both | self._agree(heads[0][1][g], heads[1][1][s])
        if self._which == "head+dependent":
            return fine
        initial = self._has["initial"][one] & self._has["initial"][other]
        if self._which == "all":
            typed = self._has["type"][one] & self._has["type"][other]
            kind, theirs = gold.type[g], system.type[s]
            free = self._loose[other] & ((kind == self._empty) | (theirs == self._empty))
            fine &= ~typed | free | self._agree(kind, theirs)
        else:
            initial &= self._ncsubj[one]
        fine &= ~initial | self._agree(gold.initial[g], system.initial[s])
        return fine


def first_fitting(pairs: Pairs, mode: str) -> Pairs:
    """The pairs that are taken where names must match: each taker takes the first that is free.

    In ``exact`` the system's relations take gold's, in the order of the file; in the other modes
    gold's take the system's, in the reverse order.
    """
    if mode == "exact":
        return first_come(pairs, np.lexsort((pairs.gold, pairs.system)))
    return first_come(pairs, np.lexsort((-pairs.system, -pairs.gold)))


def most_specific(pairs: Pairs, subsumer: Longs, above: Marks, *, by_gold: bool) -> Pairs:
    """The pairs that are taken where any names match: each taker takes the most specific of the free.

    ``subsumer`` is the lowest common subsumer of each pair's names. Another replaces the best so
    far if the best subsumes it or equals it: neither ``subj_dobj`` nor ``obj`` replaces the other.
    Gold's relations take the system's in the reverse order of the file, or (for the unlabelled
    figure) the system's take gold's in the order of the file.
    """
    takers, others = (-pairs.gold, -pairs.system) if by_gold else (pairs.system, pairs.gold)
    order = np.lexsort((others, takers)).tolist()
    taker, other, name = takers.tolist(), others.tolist(), subsumer.tolist()
    take, used = np.zeros(len(pairs), bool), set[int]()
    for _, candidates in itertools.groupby(order, key=taker.__getitem__):
        best = -1
        for i in candidates:
            if other[i] not in used and (best < 0 or above[name[best], name[i]]):
                best = i
        if best >= 0:
            take[best] = True
            used.add(other[best])
    return pairs.where(take)
