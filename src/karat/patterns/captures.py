"""The names in a pattern: which nodes they capture, and which of them must be the same node.

A name that is used twice stands for one node: ``{}=a >nsubj {}=x .. ({}=b >nsubj {}=x)``. Names in
different alternatives of ``[ … | … ]`` do not meet, so there they are not used twice.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, reduce
from operator import or_

from karat.patterns.terms import Clauses, Node, OneOf, Related


def names(node: Node) -> set[str]:
    """The names of the nodes that a pattern captures; those after ``!`` are not among them."""
    return {node.name} - {""} | _captured(node.clauses)


@lru_cache(1 << 12)
def repeated(node: Node) -> frozenset[str]:
    """The names that are used twice."""
    return frozenset(name for name, times in _uses(node).items() if times > 1)


def used(clause: Related | OneOf) -> bool:
    """Whether a clause has names."""
    return bool(_uses_of((clause,)))


@lru_cache(1 << 12)
def without(node: Node, dropped: frozenset[str]) -> Node:
    """A pattern without some of its names."""

    def clean(clauses: Clauses) -> Clauses:
        return _changed(clauses, lambda other: without(other, dropped))

    return Node(node.test, clean(node.clauses), "" if node.name in dropped else node.name)


@lru_cache(1 << 12)
def relaxed(node: Node) -> Node:
    """A pattern without names that fits all nodes that the pattern fits, and perhaps more."""
    return Node(node.test, relaxed_clauses(node.clauses))


def relaxed_clauses(clauses: Clauses) -> Clauses:
    """Clauses without names; those after ``!`` that have names are left out, because they say less."""
    kept = tuple(one for one in clauses if one.wanted or not used(one))
    return _changed(kept, relaxed, relaxed_clauses)


def lost(node: Node) -> set[str]:
    """The names after ``!`` that refer to nothing: used once there, and not captured in every match."""
    return _lost((Related("", node),), frozenset(), names(node))


def _lost(clauses: Clauses, outside: frozenset[str], known: set[str]) -> set[str]:
    """``outside`` are the names captured in every match, ``known`` those captured in some."""
    certain, found = outside | _always(clauses), set[str]()
    for clause in clauses:
        if not clause.wanted:
            uses = _uses_of((clause,))
            found |= {one for one in uses.keys() - certain if uses[one] < 2 or one in known}
        if isinstance(clause, Related):
            inner = certain | ({clause.other.name} - {""})
            found |= _lost(clause.other.clauses, inner, known)
        else:
            found = found.union(*(_lost(one, certain, known) for one in clause.choices))
    return found


def _always(clauses: Clauses) -> frozenset[str]:
    """The names that are captured in every match."""
    found = frozenset[str]()
    for clause in clauses:
        if not clause.wanted:
            continue
        if isinstance(clause, Related):
            found |= ({clause.other.name} - {""}) | _always(clause.other.clauses)
        else:
            found |= frozenset.intersection(*map(_always, clause.choices))
    return found


def _captured(clauses: Clauses) -> set[str]:
    found = set[str]()
    for clause in clauses:
        if not clause.wanted:
            continue
        if isinstance(clause, Related):
            found |= names(clause.other)
        else:
            found = found.union(*map(_captured, clause.choices))
    return found


def _uses(node: Node) -> Counter[str]:
    """How often each name is used, at most, by a choice of alternatives."""
    return Counter([node.name] if node.name else []) + _uses_of(node.clauses)


def _uses_of(clauses: Clauses) -> Counter[str]:
    found = Counter[str]()
    for clause in clauses:
        if isinstance(clause, Related):
            found += _uses(clause.other)
        else:
            found += reduce(or_, map(_uses_of, clause.choices))
    return found


def _changed(
    clauses: Clauses,
    node: Callable[[Node], Node],
    inside: Callable[[Clauses], Clauses] | None = None,
) -> Clauses:
    """The clauses with each node changed; ``inside`` changes the clauses of an alternative."""

    def one(clause: Related | OneOf) -> Related | OneOf:
        if isinstance(clause, Related):
            return replace(clause, other=node(clause.other))
        change = inside or (lambda clauses: _changed(clauses, node))
        return replace(clause, choices=tuple(map(change, clause.choices)))

    return tuple(map(one, clauses))
