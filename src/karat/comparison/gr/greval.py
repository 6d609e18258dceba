"""The relation scorer of Carroll, Briscoe and Watson: which relations match, and in what order.

What matches besides equal values: an ellipsis matches any word; a name of several words, joined by
``_``, matches any part of itself; the type of some relations may be empty on either side. The first
match is taken. In the counting of 2006 relations are taken in the reverse order of the file, because
removing the passives reverses the list.
"""

from dataclasses import replace

import numpy as np

from karat.comparison.gr.slots import Rows, among, having
from karat.files.hierarchy import Hierarchy
from karat.model.columns import Ints, Longs
from karat.model.labels import Labels
from karat.model.matching import Marks, Pairs

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
        more = np.array([b"_" in text[1:-1] for text in strings[known:]], bool)
        self._several = np.concatenate([self._several, more])

    def _agree(self, one: Ints, other: Ints) -> Marks:
        """Whether two values agree, for pairs of values."""
        fine: Marks = one == other
        ellipsis = (one == self._ellipsis) | (other == self._ellipsis)
        fine |= ellipsis & (one != self._empty) & (other != self._empty)
        several = self._several[np.maximum(one, 0)] | self._several[np.maximum(other, 0)]
        strings = self._labels.strings()
        for i in np.flatnonzero(~fine & several & (one >= 0) & (other >= 0)).tolist():
            a, b = strings[one[i]], strings[other[i]]
            fine[i] = (b"_" in a[1:-1] and b in a) or (b"_" in b[1:-1] and a in b)
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


def order(pairs: Pairs, mode: str, depth: Longs) -> Longs:
    """The order in which pairs are taken; ``depth`` is the depth of each pair's common subsumer."""
    if mode == "exact":
        return np.lexsort((pairs.gold, pairs.system))
    if mode == "hier":
        return np.lexsort((pairs.system, -depth, -pairs.gold))
    return np.lexsort((-pairs.system, -pairs.gold))
