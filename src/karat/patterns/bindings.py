"""Bindings: which nodes of a corpus the captured nodes of a pattern stand for.

>>> import karat
>>> from karat.patterns.forest import Forest, compiled
>>> forest = Forest.of(karat.read_text("(S (NP (NN a)) (CC and) (NP (NN b)))"))
>>> found = bindings(compiled("S < NP=part"), forest)
>>> {name: nodes.tolist() for name, nodes in found.items()}
{'': [0, 0], 'part': [1, 4]}

A table has one row for each combination of nodes, with a column for each name and for each part of
the pattern that has names: the path to that part, such as ``/0/1``. Where a name is used again, only
the rows stay in which it is the same node. Clauses after ``!`` that have names come last, when all
names are known: they remove the rows for which they hold.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from karat.model.columns import Longs
from karat.model.errors import UsageError
from karat.patterns.captures import names, relaxed, relaxed_clauses, used
from karat.patterns.terms import Clauses, Marks, Node, OneOf, Related, Space, fitting, hold, within

# More combinations than this do not fit into memory; such a pattern is a mistake.
MOST = 5_000_000

_Table = Mapping[str, Longs]
# The rows of a table, while a clause after ! is tried.
_ROW = "#"


def bindings(node: Node, space: Space) -> dict[str, Longs]:
    """Each combination of nodes that a pattern fits, as one column for each name.

    The column "" is the first node of the pattern. A node that is captured only in another
    alternative of [ … | … ] is -1.
    """
    roots = fitting(relaxed(node), space)
    table = _Join(space).whole(node, {"": roots})
    columns = {name: _column(table, name) for name in sorted({"", *names(node)})}
    every = np.unique(np.stack(list(columns.values()), axis=1), axis=0)
    return dict(zip(columns, every.T, strict=True))


@dataclass(frozen=True)
class _Join:
    """Adds the columns for a pattern to a table, and puts off the clauses after ``!``."""

    space: Space
    late: list[tuple[Related | OneOf, str]] = field(default_factory=list)

    def whole(self, node: Node, table: _Table) -> _Table:
        return self._settled(self._node(node, "", table))

    def _node(self, node: Node, key: str, table: _Table) -> _Table:
        """``key`` is the column with the matches of the node."""
        if node.name:
            table = _same(table, node.name, table[key])
        return self._clauses(node.clauses, key, table)

    def _clauses(self, clauses: Clauses, key: str, table: _Table) -> _Table:
        for i, clause in enumerate(clauses):
            if not used(clause):
                continue
            if clause.wanted:
                table = self._clause(clause, f"{key}/{i}", key, table)
            else:
                self.late.append((clause, key))
        return table

    def _clause(self, clause: Related | OneOf, inner: str, key: str, table: _Table) -> _Table:
        if isinstance(clause, Related):
            return self._node(clause.other, inner, self._related(clause, inner, key, table))
        parts = []
        for i, choice in enumerate(clause.choices):
            nodes = np.unique(table[key])
            holds = hold(relaxed_clauses(choice), self.space, nodes)
            chosen = _only(table, within(table[key], holds))
            # A column of its own, so that clauses put off find the rows of this choice.
            own = f"{inner}|{i}"
            parts.append(self._clauses(choice, own, {**chosen, own: chosen[key]}))
        return _stacked(parts)

    def _related(self, clause: Related, inner: str, key: str, table: _Table) -> _Table:
        """The table with one row for each pair of related nodes: one in the table, one that fits."""
        here, there = pairs(clause, np.unique(table[key]), self.space)
        order = np.argsort(here, kind="stable")
        here, there = here[order], there[order]
        first, last = (np.searchsorted(here, table[key], side) for side in ("left", "right"))
        sizes = last - first
        if int(sizes.sum()) > MOST:
            raise UsageError(
                f"a pattern captures more than {MOST:,} combinations of nodes; capture fewer nodes"
            )
        rows = np.repeat(np.arange(len(sizes)), sizes)
        within = np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        wider = {name: column[rows] for name, column in table.items()}
        return {**wider, inner: there[first[rows] + within]}

    def _settled(self, table: _Table) -> _Table:
        """The rows for which no clause after ``!`` holds."""
        for clause, key in self.late:
            there = np.flatnonzero(_column(table, key) >= 0)
            tried: _Table = {**_only(table, there), _ROW + key: there}
            inside = _Join(self.space)
            tried = inside._clause(replace(clause, wanted=True), f"{key}!", key, tried)
            stay = np.ones(len(table[""]), bool)
            stay[inside._settled(tried)[_ROW + key]] = False
            table = _only(table, stay)
        return table


def _same(table: _Table, name: str, nodes: Longs) -> _Table:
    """The rows in which a name is not yet known or stands for these nodes."""
    before = _column(table, name)
    return _only({**table, name: nodes}, (before == -1) | (before == nodes))


def _column(table: _Table, name: str) -> Longs:
    return table[name] if name in table else np.full(len(table[""]), -1)


def _only(table: _Table, rows: Marks | Longs) -> _Table:
    return {name: column[rows] for name, column in table.items()}


def _stacked(tables: Sequence[_Table]) -> _Table:
    columns = dict.fromkeys(name for table in tables for name in table)
    return {name: np.concatenate([_column(table, name) for table in tables]) for name in columns}


def pairs(clause: Related, sources: Longs, space: Space) -> tuple[Longs, Longs]:
    """Every pair of a source and a node that fits, if the clause's relation holds between them.

    The sources are in order, each once.
    """
    empty = np.zeros(0, np.int64)
    every = list(_rounds(clause, sources, space))
    here, there = zip(*every, strict=True) if every else ((empty,), (empty,))
    return np.concatenate(here), np.concatenate(there)


def _rounds(clause: Related, sources: Longs, space: Space) -> Iterator[tuple[Longs, Longs]]:
    """The pairs in rounds: each round asks about one node of every sentence at once.

    This works because no relation leads from one sentence to another.
    """
    sentence = space.sentence
    size = int(sentence.max(initial=-1)) + 1
    busy = np.bincount(sentence[sources], minlength=size) > 0
    others = fitting(relaxed(clause.other), space)
    others = others[busy[sentence[others]]]
    of = sentence[others]
    rank = np.arange(len(others)) - np.searchsorted(of, of)
    only = np.full(size, -1)
    for turn in range(int(rank.max(initial=-1)) + 1):
        now = others[rank == turn]
        only[sentence[now]] = now
        left = sources[only[sentence[sources]] >= 0]
        here = left[space.related(clause.relation, now, left)]
        yield here, only[sentence[here]]
        only[sentence[now]] = -1
