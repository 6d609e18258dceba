"""The parts of a pattern, and the sets of nodes that fit them.

A pattern is matched for all sentences at once: from the inside out, each of its nodes becomes the set
of corpus nodes that fit. The time is always (size of the pattern) × (size of the corpus). Sets cannot
tell whether two parts of a pattern found the same node; bindings.py does that, where names ask for it.
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
    """The nodes that a pattern is matched against."""

    @property
    def answers(self) -> dict[Node, Marks]:
        """The matches found so far."""

    @property
    def sentence(self) -> Longs:
        """The sentence of each node; no relation leads from one sentence to another."""

    def fits(self, test: Any) -> Marks:
        """The nodes that pass a test."""

    def related(self, relation: Any, others: Marks) -> Marks:
        """The nodes that have a relation to one of the others."""


def fitting(node: Node, space: Space) -> Marks:
    """The nodes that fit a pattern, whatever its names say; they are cached in the space."""
    answers = space.answers
    if node not in answers:
        bare = node.bare
        if bare not in answers:
            answers[bare] = space.fits(node.test)
        if node.clauses:
            answers[node] = answers[bare] & hold(node.clauses, space)
        else:
            answers[node] = answers[bare]
    return answers[node]


def hold(clauses: Clauses, space: Space) -> Any:
    """The nodes for which all of some clauses hold, whatever their names say."""
    found: Any = None
    for clause in clauses:
        if isinstance(clause, Related):
            one = space.related(clause.relation, fitting(clause.other, space))
        else:
            one = hold(clause.choices[0], space)
            for choice in clause.choices[1:]:
                one = one | hold(choice, space)
        one = one if clause.wanted else ~one
        found = one if found is None else found & one
    return np.True_ if found is None else found
