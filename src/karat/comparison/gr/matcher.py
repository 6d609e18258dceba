"""Which gold relations match which system relations, by the options of the scheme ``gr``."""

from dataclasses import replace

import numpy as np

from karat.comparison.gr import greval
from karat.comparison.gr.slots import Preparation, Rows, Slots, among, having
from karat.files.hierarchy import Hierarchy
from karat.model.bank import Bank
from karat.model.columns import Ints, Longs
from karat.model.labels import Labels
from karat.model.matching import Marks, Pairs, best, possible
from karat.model.relation import Relation


class Matcher:
    """Pairs of relations; ``levels`` says at how many levels a relation counts."""

    def __init__(
        self,
        hierarchy: Hierarchy,
        labels: Labels,
        *,
        mode: str,
        program: str,
        match: str,
        slots: str,
        underspecified: str,
        untyped: bool,
    ) -> None:
        self.hierarchy, self._labels, self._mode = hierarchy, labels, mode
        self._first_come = program == "greval"
        by_lemma = self._first_come and match == "auto"
        self._prepare = Preparation(hierarchy, labels, "lemma" if by_lemma else match)
        # The last row is for names that are not in the hierarchy; they count under its root.
        self._names = np.pad(_names(hierarchy, mode, self._first_come, underspecified), (0, 1))
        # Names of the system that stand for relations below them, but are not accepted for these.
        allowed = hierarchy.inner if underspecified == "all" else hierarchy.underspecified
        plain = mode == "exact" and not self._first_come and underspecified != "no"
        self.too_general = among(hierarchy, hierarchy.inner - allowed if plain else ())
        self._common = np.pad(hierarchy.common, (0, 1))
        above = np.append(hierarchy.above.sum(axis=0), 1)
        self.levels = above if mode == "hier" else np.ones_like(above)
        self._arity = having(hierarchy, "dependent", True)
        empty = self._prepare.empty
        loose = hierarchy.below(hierarchy.untyped) if untyped else frozenset[str]()
        if underspecified == "all":
            # What stands for relations below it need not know their types either.
            loose |= hierarchy.inner
        self._slots = Slots(hierarchy, empty, which=slots, untyped=loose)
        self._agreement = greval.Agreement(hierarchy, labels, empty, slots)

    def prepared(self, gold: Bank, system: Bank) -> tuple[Rows, Rows, Marks]:
        """The relations to compare, and the sentences that are compared by position."""
        one, other, placed = self._prepare(gold, system)
        return self._kept(one), self._kept(other), placed

    def _kept(self, rows: Rows) -> Rows:
        if self._first_come:
            rows = rows.where(self._agreement.kept(rows))
        if self._mode != "exact":
            rows = greval.without_passives(rows, self.hierarchy, self._labels, self._prepare.empty)
        return rows

    def pairs(self, gold: Rows, system: Rows) -> tuple[Pairs, Pairs]:
        """One-to-one pairs, with the number of levels at which they agree; and pairs with any names."""
        settled, left = self._possible(gold, system)
        named = [self._worth(gold, system, pairs) for pairs in (settled, left)]
        return (
            Pairs.joined([named[0], self._taken(gold, system, named[1])]),
            Pairs.joined([settled, self._taken(gold, system, left, any_name=True)]),
        )

    def with_other_names(self, gold: Rows, system: Rows, pairs: tuple[Longs, Longs]) -> Pairs:
        """These pairs, and further pairs of the remaining rows whose slots agree, whatever their names."""
        settled, left = self._possible(gold, system)
        free = [np.ones(len(side), bool) for side in (gold, system)]
        free[0][pairs[0]] = free[1][pairs[1]] = False
        other = Pairs.joined([settled, left])
        more = best(other.where(free[0][other.gold] & free[1][other.system]))
        return Pairs.joined([Pairs(*pairs, np.ones(len(pairs[0]), np.int64)), more])

    def _possible(self, gold: Rows, system: Rows) -> tuple[Pairs, Pairs]:
        """Pairs whose slots agree, whatever their names."""
        ours, theirs = gold.relation, system.relation
        heads = [ours.first, ours.second], [theirs.first, theirs.second]

        def agree(g: Longs, s: Longs) -> Longs:
            if not self._first_come:
                return self._slots(gold, system, g, s).astype(np.int64)
            fine = self._agreement(gold, system, heads, g, s)
            if self._mode == "exact":
                fine &= self._arity[gold.code[g]] == self._arity[system.code[s]]
            return fine.astype(np.int64)

        if self._first_come:
            odd = self._agreement.peculiar(gold) | self._agreement.peculiar(system)
            ours, theirs = _anywhere(gold, odd), _anywhere(system, odd)
        return possible(ours, theirs, agree, lambda: gold.kinds(system), mixed=not self._first_come)

    def _worth(self, gold: Rows, system: Rows, pairs: Pairs) -> Pairs:
        """The pairs whose names may match, with their worth."""
        g, s = pairs.gold, pairs.system
        if self._mode == "hier":
            return Pairs(g, s, self.levels[self._common[gold.code[g], system.code[s]]])
        same = gold.relation.label[g] == system.relation.label[s]
        return pairs.where(same | self._names[gold.code[g], system.code[s]])

    def _taken(self, gold: Rows, system: Rows, pairs: Pairs, *, any_name: bool = False) -> Pairs:
        if not self._first_come:
            return best(pairs)
        if not any_name and self._mode != "hier":
            return greval.first_fitting(pairs, self._mode)
        subsumer = self._common[gold.code[pairs.gold], system.code[pairs.system]]
        above = self.hierarchy.above
        return greval.most_specific(pairs, subsumer, above, by_gold=not any_name)

    def credit(self, gold: Longs, system: Longs) -> tuple[Longs, Longs]:
        """The relations under which pairs with these names count, for gold and for the system."""
        if self._mode == "exact" and not self._first_come:
            return gold, system
        one = self._common[gold, system] if self._mode == "hier" else system
        return one, one

    def weight(self, gold: Rows, system: Rows, pairs: Pairs) -> Ints:
        """The weight of each pair: the smaller one; the program takes the system's."""
        ours, theirs = gold.weight[pairs.gold], system.weight[pairs.system]
        return theirs if self._first_come else np.minimum(ours, theirs)

    def weighed(self, gold: Rows, system: Rows, pairs: Pairs) -> tuple[Rows, Rows, Ints]:
        """Both sides, and the weight of each pair; in ``hier`` the program counts pairs as whole."""
        if self._first_come and self._mode == "hier":
            gold, system = gold.whole(pairs.gold), system.whole(pairs.system)
        return gold, system, self.weight(gold, system, pairs)

    @property
    def under(self) -> Marks:
        """Where each relation counts: under itself and all that subsume it, in the printed order.

        The last column is for names that are not in the hierarchy; they count under its root. In
        the rows of the program ``passive`` does not count under the root.
        """
        hierarchy = self.hierarchy
        order = [hierarchy.number[name] for name, _ in hierarchy.printed()]
        table: Marks = np.hstack([hierarchy.above, np.eye(1, len(order), dtype=bool).T])[order]
        if self._first_come and "passive" in hierarchy:
            table[0, hierarchy.number["passive"]] = False
        return table


def _anywhere(rows: Rows, odd: Marks) -> Relation:
    """In these sentences, compare every relation with every other."""
    here, relation = odd[rows.sentence()], rows.relation
    first, second = (np.where(here, np.int32(0), one) for one in (relation.first, relation.second))
    return replace(relation, first=first, second=second)


def _names(hierarchy: Hierarchy, mode: str, program: bool, underspecified: str) -> Marks:
    """Which system name may match which gold name: [gold, system]."""
    same: Marks = np.eye(len(hierarchy.names), dtype=bool)
    if mode == "sub":
        same = hierarchy.above.copy()
    elif mode == "exact" and program:
        same = greval.compatible_names(hierarchy)
    elif mode == "exact" and underspecified != "no":
        allowed = hierarchy.inner if underspecified == "all" else hierarchy.underspecified
        upper = np.array([name in allowed for name in hierarchy.names])
        same |= (hierarchy.above & upper[:, None]).T
    return same
