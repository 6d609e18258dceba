"""The parts of a pattern, and the sets of nodes that fit them.

A pattern is matched for all sentences at once. The nodes that pass its first test are candidates, and each
clause leaves fewer of them; as soon as there are none, the other clauses are not looked at. The time is at
most (size of the pattern) × (size of the corpus). Sets cannot tell whether two parts of a pattern found the
same node; bindings.py does that, where names ask for it.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from karat.model.columns import Longs

Marks: TypeAlias = npt.NDArray[np.bool_]
Clauses: TypeAlias = "tuple[Related | OneOf, ...]"


@dataclass(frozen=True)
class Node:
    """A test and the clauses that must hold; a node with a name is captured."""

    test: Any
    clauses: Clauses = ()
    name: str = ""

    @cached_property
    def bare(self) -> "Node":
        """The test alone."""
        return Node(self.test)

    def __hash__(self) -> int:
        # Patterns are looked up often, and hashing a nested one anew each time takes long.
        found: int | None = self.__dict__.get("hash")
        if found is None:
            found = self.__dict__["hash"] = hash((self.test, self.clauses, self.name))
        return found


@dataclass(frozen=True)
class Related:
    """There is a node in this relation that fits; if not ``wanted``, there is none."""

    relation: Any
    other: Node
    wanted: bool = True


@dataclass(frozen=True)
class OneOf:
    """One of several lists of clauses holds; if not ``wanted``, none does."""

    choices: "tuple[Clauses, ...]"
    wanted: bool = True


class Space(Protocol):
    """The nodes that a pattern is matched against; a set of them is an array of their numbers, in order."""

    @property
    def answers(self) -> dict[Node, Longs]:
        """The matches found so far."""

    @property
    def sentence(self) -> Longs:
        """The sentence of each node; no relation leads from one sentence to another."""

    def fits(self, test: Any) -> Longs:
        """The nodes that pass a test."""

    def related(self, relation: Any, others: Longs, among: Longs) -> Marks:
        """Which of the nodes ``among`` have a relation to one of the others."""


def fitting(node: Node, space: Space) -> Longs:
    """The nodes that fit a pattern, whatever its names say; they are cached in the space."""
    answers = space.answers
    found = answers.get(node)
    if found is None:
        bare = node.bare
        found = answers.get(bare)
        if found is None:
            found = answers[bare] = space.fits(node.test)
        if node.clauses:
            found = hold(node.clauses, space, found)
        answers[node] = found
    return found


def hold(clauses: Clauses, space: Space, among: Longs) -> Longs:
    """Those of some nodes for which all clauses hold, whatever their names say."""
    for clause in clauses:
        if not len(among):
            break
        if isinstance(clause, Related):
            others = fitting(clause.other, space)
            if len(others):
                one = space.related(clause.relation, others, among)
                among = among[one if clause.wanted else ~one]
            elif clause.wanted:
                among = others
        else:
            one = _one_of(clause.choices, space, among)
            among = among[one if clause.wanted else ~one]
    return among


def _one_of(choices: tuple[Clauses, ...], space: Space, among: Longs) -> Marks:
    """For which of some nodes one of several lists of clauses holds."""
    found: Marks = np.zeros(len(among), bool)
    for choice in choices:
        found[~found] = within(among[~found], hold(choice, space, among[~found]))
    return found


def within(nodes: Longs, others: Longs) -> Marks:
    """Which nodes are among the others; these are in order.

    >>> within(np.array([5, 2, 5]), np.array([3, 5])).tolist()
    [True, False, True]
    """
    if not len(others):
        return np.zeros(len(nodes), bool)
    at = np.minimum(np.searchsorted(others, nodes), len(others) - 1)
    return np.asarray(others[at] == nodes, bool)
