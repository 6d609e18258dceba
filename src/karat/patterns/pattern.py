"""Patterns: a test of a node, and the nodes that it must or must not be related to.

The languages for trees and for graphs share this grammar; they differ in tests and relations:

    pattern = node {clause}
    node    = test ["=" name] | "(" pattern ")"
    clause  = ["!"] relation node | ["!"] "[" {clause} {"|" {clause}} "]"

All clauses after a node refer to that node: in ``S < NP < VP`` both are children of S.

A pattern is matched for all sentences at once: from the inside out, each of its nodes becomes the
set of corpus nodes that fit. The time is always (size of the pattern) × (size of the corpus).

A name after a test, as in ``NP=subject``, captures the node: bindings.py lists the captured nodes.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from karat.model.columns import Longs
from karat.patterns.names import BadPattern

Marks: TypeAlias = npt.NDArray[np.bool_]

# No pattern written by hand is nested deeper.
DEEPEST = 100
_NAME = re.compile(r"=([a-z][a-z0-9_]*)(?=[\s()\[\]|]|$)")


@dataclass(frozen=True)
class Node:
    """A test and the clauses that must hold; a node with a name is captured."""

    test: Any
    clauses: "tuple[Related | OneOf, ...]" = ()
    name: str = ""


@dataclass(frozen=True)
class Related:
    """There is a node in this relation that fits; if not ``wanted``, there is none."""

    relation: Any
    other: Node
    wanted: bool = True


@dataclass(frozen=True)
class OneOf:
    """One of several lists of clauses holds; if not ``wanted``, none does."""

    choices: "tuple[tuple[Related | OneOf, ...], ...]"
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


def match(node: Node, space: Space) -> Marks:
    """The nodes that fit a pattern; matches are cached in the space."""
    answers = space.answers
    if node not in answers:
        bare = Node(node.test)
        if bare not in answers:
            answers[bare] = space.fits(node.test)
        answers[node] = answers[bare] & hold(node.clauses, space)
    return answers[node]


def hold(clauses: "tuple[Related | OneOf, ...]", space: Space) -> Any:
    """The nodes for which all of some clauses hold."""
    found: Any = np.True_
    for clause in clauses:
        if isinstance(clause, Related):
            one = space.related(clause.relation, match(clause.other, space))
        else:
            one = hold(clause.choices[0], space)
            for choice in clause.choices[1:]:
                one = one | hold(choice, space)
        found = found & (one if clause.wanted else ~one)
    return found


@dataclass(frozen=True)
class Language:
    """The syntax of tests and relations."""

    test: "re.Pattern[str]"
    relation: "re.Pattern[str]"
    read_test: Callable[["re.Match[str]"], Any]
    read_relation: Callable[["re.Match[str]"], Any]
    example: str


def read(text: str, language: Language) -> Node:
    """A pattern from its text; raises BadPattern with the position of a fault."""
    reader = _Reader(text, language)
    node = reader.pattern(0)
    if reader.at < len(text):
        raise reader.wrong("unexpected text")
    return node


class _Reader:
    def __init__(self, text: str, language: Language) -> None:
        self.text, self.language, self.at = text, language, 0
        # The names of captured nodes so far, and how many ! we are inside of.
        self.names: set[str] = set()
        self.refused = 0
        self._skip()

    def pattern(self, depth: int) -> Node:
        if depth > DEEPEST:
            raise self.wrong(f"nested more than {DEEPEST} deep")
        node = self._node(depth)
        return Node(node.test, node.clauses + self._clauses(depth), node.name)

    def _node(self, depth: int) -> Node:
        if not self._take("("):
            test = self._part("test", "expected a node")
            return Node(test, name=self._name())
        node = self.pattern(depth + 1)
        self._close(")")
        return node

    def _clauses(self, depth: int) -> tuple[Related | OneOf, ...]:
        clauses: list[Related | OneOf] = []
        while self.at < len(self.text) and self.text[self.at] not in ")]|":
            clauses.append(self._clause(depth))
        return tuple(clauses)

    def _clause(self, depth: int) -> Related | OneOf:
        if depth > DEEPEST:
            raise self.wrong(f"nested more than {DEEPEST} deep")
        wanted = not self._take("!")
        self.refused += not wanted
        clause: Related | OneOf
        if self._take("["):
            clause = OneOf(self._choices(depth), wanted)
        else:
            relation = self._part("relation", "expected a relation")
            clause = Related(relation, self._node(depth), wanted)
        self.refused -= not wanted
        return clause

    def _choices(self, depth: int) -> tuple[tuple[Related | OneOf, ...], ...]:
        """Choices up to the closing bracket; each may capture nodes by the same names."""
        before = self.names
        choices, names = [], set[str]()
        while True:
            self.names = set(before)
            choices.append(self._clauses(depth + 1))
            names |= self.names
            if not self._take("|"):
                break
        self.names = names
        if not all(choices):
            raise self.wrong("a choice in [ ] is empty")
        self._close("]")
        return tuple(choices)

    def _part(self, kind: str, what: str) -> Any:
        found = getattr(self.language, kind).match(self.text, self.at)
        if not found:
            raise self.wrong(what)
        try:
            part = getattr(self.language, f"read_{kind}")(found)
        except BadPattern as error:
            raise BadPattern(error.what, self.at + error.at, error.advice) from None
        self.at = found.end()
        self._skip()
        return part

    def _name(self) -> str:
        """The name of a captured node, which follows its test."""
        found = _NAME.match(self.text, self.at)
        if not found:
            return ""
        if found[1] in self.names:
            what = f"two nodes are called {found[1]!r}"
            raise BadPattern(what, self.at, "give each captured node a name of its own")
        if self.refused:
            what = "a node that must not be there cannot be captured"
            raise BadPattern(what, self.at, f"remove ={found[1]}")
        self.names.add(found[1])
        self.at = found.end()
        self._skip()
        return found[1]

    def _take(self, token: str) -> bool:
        if not self.text.startswith(token, self.at):
            return False
        self.at += len(token)
        self._skip()
        return True

    def _close(self, token: str) -> None:
        if not self._take(token):
            raise self.wrong(f"expected {token!r}")

    def _skip(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def wrong(self, what: str) -> BadPattern:
        if self.at >= len(self.text):
            what = f"the pattern ends too early: {what}"
        return BadPattern(what, self.at, f"a pattern looks like {self.language.example}")
