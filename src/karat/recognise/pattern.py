"""Patterns: a test of a node, and what it must or must not be related to.

Both languages, for trees and for graphs, have this grammar; they differ in tests and relations:

    pattern = node {clause}
    node    = test | "(" pattern ")"
    clause  = ["!"] relation node | ["!"] "[" {clause} {"|" {clause}} "]"

All clauses after a node are about that node: in ``S < NP < VP`` both are children of S.

A pattern is answered for all nodes of all sentences at once: each of its nodes becomes the set of
nodes that fit, from the inside out, so the time is (size of the pattern) × (size of the corpus),
whatever either looks like.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from karat.recognise.names import BadPattern

Marks: TypeAlias = npt.NDArray[np.bool_]

# A pattern nested deeper than this was not written by a person.
DEEPEST = 100


@dataclass(frozen=True)
class Node:
    """A test and the clauses that must hold."""

    test: Any
    clauses: "tuple[Related | OneOf, ...]" = ()


@dataclass(frozen=True)
class Related:
    """There is, or is not, a node in this relation that fits."""

    relation: Any
    other: Node
    wanted: bool = True


@dataclass(frozen=True)
class OneOf:
    """One of several lists of clauses holds, or none does."""

    choices: "tuple[tuple[Related | OneOf, ...], ...]"
    wanted: bool = True


class Space(Protocol):
    """What a pattern is matched in."""

    @property
    def answers(self) -> dict[Node, Marks]:
        """What was found already."""

    def fits(self, test: Any) -> Marks:
        """The nodes that pass a test."""

    def related(self, relation: Any, others: Marks) -> Marks:
        """The nodes that are in a relation to one of the others."""


def match(node: Node, space: Space) -> Marks:
    """The nodes that fit a pattern; what was asked before is remembered."""
    answers = space.answers
    if node not in answers:
        bare = Node(node.test)
        if bare not in answers:
            answers[bare] = space.fits(node.test)
        answers[node] = answers[bare] & _all(node.clauses, space)
    return answers[node]


def _all(clauses: "tuple[Related | OneOf, ...]", space: Space) -> Any:
    found: Any = np.True_
    for clause in clauses:
        if isinstance(clause, Related):
            one = space.related(clause.relation, match(clause.other, space))
        else:
            one = _all(clause.choices[0], space)
            for choice in clause.choices[1:]:
                one = one | _all(choice, space)
        found = found & (one if clause.wanted else ~one)
    return found


@dataclass(frozen=True)
class Language:
    """What a node and a relation look like, and how they are read."""

    test: "re.Pattern[str]"
    relation: "re.Pattern[str]"
    read_test: Callable[["re.Match[str]"], Any]
    read_relation: Callable[["re.Match[str]"], Any]
    example: str


def read(text: str, language: Language) -> Node:
    """A pattern from its text; BadPattern says where it is wrong."""
    reader = _Reader(text, language)
    node = reader.pattern(0)
    if reader.at < len(text):
        raise reader.wrong("this cannot stand here")
    return node


class _Reader:
    def __init__(self, text: str, language: Language) -> None:
        self.text, self.language, self.at = text, language, 0
        self._skip()

    def pattern(self, depth: int) -> Node:
        if depth > DEEPEST:
            raise self.wrong(f"nested more than {DEEPEST} deep")
        if self._take("("):
            node = self.pattern(depth + 1)
            self._close(")")
        else:
            node = Node(self._part("test", "a node is wanted here"))
        return Node(node.test, node.clauses + self._clauses(depth))

    def _clauses(self, depth: int) -> tuple[Related | OneOf, ...]:
        clauses: list[Related | OneOf] = []
        while self.at < len(self.text) and self.text[self.at] not in ")]|":
            clauses.append(self._clause(depth))
        return tuple(clauses)

    def _clause(self, depth: int) -> Related | OneOf:
        if depth > DEEPEST:
            raise self.wrong(f"nested more than {DEEPEST} deep")
        wanted = not self._take("!")
        if self._take("["):
            choices = [self._clauses(depth + 1)]
            while self._take("|"):
                choices.append(self._clauses(depth + 1))
            if not all(choices):
                raise self.wrong("a choice in [ ] is empty")
            self._close("]")
            return OneOf(tuple(choices), wanted)
        relation = self._part("relation", "a relation is wanted here")
        if self._take("("):
            other = self.pattern(depth + 1)
            self._close(")")
        else:
            other = Node(self._part("test", "a node is wanted here"))
        return Related(relation, other, wanted)

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

    def _take(self, token: str) -> bool:
        if not self.text.startswith(token, self.at):
            return False
        self.at += len(token)
        self._skip()
        return True

    def _close(self, token: str) -> None:
        if not self._take(token):
            raise self.wrong(f"{token!r} is wanted here")

    def _skip(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def wrong(self, what: str) -> BadPattern:
        if self.at >= len(self.text):
            what = f"the pattern ends too early: {what}"
        return BadPattern(what, self.at, f"a pattern looks like {self.language.example}")
