"""Bindings: which nodes of a corpus the captured nodes of a pattern stand for.

>>> import karat
>>> from karat.patterns.forest import Forest, compiled
>>> forest = Forest.of(karat.read_text("(S (NP (NN a)) (CC and) (NP (NN b)))"))
>>> found = bindings(compiled("S < NP=part"), forest)
>>> {name: nodes.tolist() for name, nodes in found.items()}
{'': [0, 0], 'part': [1, 4]}
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from karat.model.columns import Longs
from karat.model.errors import UsageError
from karat.patterns.pattern import Marks, Node, OneOf, Related, Space, hold, match

# More combinations than this do not fit into memory; such a pattern is a mistake.
MOST = 5_000_000

_Clauses = Sequence[Related | OneOf]
_Table = Mapping[str, Longs]


def names(node: Node) -> set[str]:
    """The names of the captured nodes of a pattern."""
    return {node.name} - {""} | _names(node.clauses)


def bindings(node: Node, space: Space) -> dict[str, Longs]:
    """Each combination of nodes that a pattern fits, as one column for each name.

    The column "" is the first node of the pattern. A node that is captured only in another
    alternative of [ … | … ] is -1.
    """
    roots = np.flatnonzero(match(node, space))
    wanted = {"", *names(node)}
    table = _bound(node, "", {"": roots}, space)
    columns = {name: table.get(name, np.full(len(table[""]), -1)) for name in sorted(wanted)}
    every = np.unique(np.stack(list(columns.values()), axis=1), axis=0)
    return dict(zip(columns, every.T, strict=True))


def _names(clauses: _Clauses) -> set[str]:
    found = set[str]()
    for clause in clauses:
        if isinstance(clause, Related):
            found |= names(clause.other)
        else:
            found = found.union(*map(_names, clause.choices))
    return found


def _bound(node: Node, key: str, table: _Table, space: Space) -> _Table:
    """The table with columns added for the names in a part of the pattern.

    The column ``key`` holds the matches of ``node``, the first node of that part.
    """
    if node.name:
        table = {**table, node.name: table[key]}
    return _joined(node.clauses, key, table, space)


def _joined(clauses: _Clauses, key: str, table: _Table, space: Space) -> _Table:
    for clause in clauses:
        if not _names([clause]):
            continue
        if isinstance(clause, Related):
            table = _with_other(clause, key, table, space)
        else:
            table = _stacked([_chosen(choice, key, table, space) for choice in clause.choices])
    return table


def _with_other(clause: Related, key: str, table: _Table, space: Space) -> _Table:
    """The table with one row for each pair of related nodes: one in the table, one that fits."""
    sources = np.zeros(len(space.sentence), bool)
    sources[table[key]] = True
    here, there = _pairs(clause, sources, space)
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
    inner = f"{key}<"  # not a name that anybody can write
    wider = {name: column[rows] for name, column in table.items()}
    bound = _bound(clause.other, inner, {**wider, inner: there[first[rows] + within]}, space)
    return {name: column for name, column in bound.items() if name != inner}


def _chosen(clauses: _Clauses, key: str, table: _Table, space: Space) -> _Table:
    holds = np.broadcast_to(hold(tuple(clauses), space), len(space.sentence))[table[key]]
    return _joined(clauses, key, {name: one[holds] for name, one in table.items()}, space)


def _stacked(tables: Sequence[_Table]) -> _Table:
    columns = dict.fromkeys(name for table in tables for name in table)
    sizes = [len(table[""]) for table in tables]
    return {
        name: np.concatenate(
            [table.get(name, np.full(n, -1)) for table, n in zip(tables, sizes, strict=True)]
        )
        for name in columns
    }


def _pairs(clause: Related, sources: Marks, space: Space) -> tuple[Longs, Longs]:
    """Every pair of a source and a node that fits, if the clause's relation holds between them."""
    empty = np.zeros(0, np.int64)
    pairs = list(_rounds(clause, sources, space))
    here, there = zip(*pairs, strict=True) if pairs else ((empty,), (empty,))
    return np.concatenate(here), np.concatenate(there)


def _rounds(clause: Related, sources: Marks, space: Space) -> Iterator[tuple[Longs, Longs]]:
    """The pairs in rounds: each round asks about one node of every sentence at once.

    This works because no relation leads from one sentence to another.
    """
    sentence = space.sentence
    size = int(sentence.max(initial=-1)) + 1
    busy = np.bincount(sentence[sources], minlength=size) > 0
    others = np.flatnonzero(match(clause.other, space) & busy[sentence])
    of = sentence[others]
    rank = np.arange(len(others)) - np.searchsorted(of, of)
    only = np.full(size, -1)
    for turn in range(int(rank.max(initial=-1)) + 1):
        now = others[rank == turn]
        marks = np.zeros(len(sentence), bool)
        marks[now] = True
        only[sentence[now]] = now
        here = np.flatnonzero(space.related(clause.relation, marks) & sources)
        yield here, only[sentence[here]]
