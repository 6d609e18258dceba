"""Patterns: a test of a node, and the nodes that it must or must not be related to.

The languages for trees and for graphs share this grammar; they differ in tests and relations:

    pattern = node {clause}
    node    = test ["=" name] | "(" pattern ")"
    clause  = ["!"] relation node | ["!"] "[" {clause} {"|" {clause}} "]"

All clauses after a node refer to that node: in ``S < NP < VP`` both are children of S.

A name after a test, as in ``NP=subject``, captures the node: bindings.py lists the captured nodes. A
name that is used twice is one node; ``=subject`` alone is any node of that name. After ``!`` a name
refers to the node that has it elsewhere: ``NP=a $ (NP=b !== =a)``.

Patterns without repeated names are matched as sets of nodes (terms.py), the others by bindings.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from karat.model.columns import Longs
from karat.patterns import captures
from karat.patterns.bindings import bindings
from karat.patterns.names import BadPattern
from karat.patterns.terms import Clauses, OneOf, Related, fitting
from karat.patterns.terms import Marks as Marks
from karat.patterns.terms import Node as Node
from karat.patterns.terms import Space as Space

# No pattern written by hand is nested deeper.
DEEPEST = 100
_NAME = re.compile(r"=([a-z][a-z0-9_]*)(?=[\s()\[\]|]|$)")


def match(node: Node, space: Space) -> Marks:
    """Which nodes fit a pattern."""
    marks: Marks = np.zeros(len(space.sentence), bool)
    marks[matches(node, space)] = True
    return marks


def matches(node: Node, space: Space) -> Longs:
    """The numbers of the nodes that fit a pattern, in order; they are cached in the space."""
    twice = captures.repeated(node)
    if not twice:
        return fitting(node, space)
    if node not in space.answers:
        # Names that are used once need not be looked for.
        needed = captures.without(node, frozenset(captures.names(node) - twice))
        space.answers[node] = np.unique(bindings(needed, space)[""])
    return space.answers[node]


@dataclass(frozen=True)
class Language:
    """The syntax of tests and relations."""

    test: "re.Pattern[str]"
    relation: "re.Pattern[str]"
    read_test: Callable[["re.Match[str]"], Any]
    read_relation: Callable[["re.Match[str]"], Any]
    # The test that all nodes pass.
    anything: Any
    example: str


def read(text: str, language: Language) -> Node:
    """A pattern from its text; raises BadPattern with the position of a fault."""
    reader = _Reader(text, language)
    node = reader.pattern(0)
    if reader.at < len(text):
        raise reader.wrong("unexpected text")
    for name in sorted(captures.lost(node), key=lambda name: reader.refused[name]):
        raise BadPattern(
            f"={name} after ! refers to no other node", reader.refused[name],
            f"a node that must not be there cannot be captured: remove ={name}, or give the name "
            "to a node outside ! that is in every match",
        )  # fmt: skip
    return node


class _Reader:
    def __init__(self, text: str, language: Language) -> None:
        self.text, self.language, self.at = text, language, 0
        # How many ! we are inside of, and where each name is first used after one.
        self.inside = 0
        self.refused: dict[str, int] = {}
        self._skip()

    def pattern(self, depth: int) -> Node:
        if depth > DEEPEST:
            raise self.wrong(f"nested more than {DEEPEST} deep")
        node = self._node(depth)
        return Node(node.test, node.clauses + self._clauses(depth), node.name)

    def _node(self, depth: int) -> Node:
        if not self._take("("):
            if name := self._name():
                return Node(self.language.anything, name=name)
            test = self._part("test", "expected a node")
            return Node(test, name=self._name())
        node = self.pattern(depth + 1)
        self._close(")")
        return node

    def _clauses(self, depth: int) -> Clauses:
        clauses: list[Related | OneOf] = []
        while self.at < len(self.text) and self.text[self.at] not in ")]|":
            clauses.append(self._clause(depth))
        return tuple(clauses)

    def _clause(self, depth: int) -> Related | OneOf:
        if depth > DEEPEST:
            raise self.wrong(f"nested more than {DEEPEST} deep")
        wanted = not self._take("!")
        self.inside += not wanted
        clause: Related | OneOf
        if self._take("["):
            clause = OneOf(self._choices(depth), wanted)
        else:
            relation = self._part("relation", "expected a relation")
            clause = Related(relation, self._node(depth), wanted)
        self.inside -= not wanted
        return clause

    def _choices(self, depth: int) -> tuple[Clauses, ...]:
        """Choices up to the closing bracket."""
        choices = [self._clauses(depth + 1)]
        while self._take("|"):
            choices.append(self._clauses(depth + 1))
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
        """The name of a node, which follows its test or stands alone."""
        found = _NAME.match(self.text, self.at)
        if not found:
            return ""
        if self.inside:
            self.refused.setdefault(found[1], self.at)
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
