"""Conditions of rules: in which sentences they hold, and the nodes that show why."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import and_, attrgetter, or_

import numpy as np

from karat.patterns.forest import Forest
from karat.patterns.graph import Graph
from karat.patterns.names import found_by
from karat.patterns.pattern import Marks, Node, matches
from karat.patterns.witnesses import witnesses
from karat.recognise.evidence import Evidence


@dataclass(frozen=True)
class Found:
    """A part of native output: a node with its label, its words and their positions, or a text.

    ``at`` is ``3`` or ``2-4``, words of the sentence from 1, or ``line:column`` of a text.
    """

    label: str
    text: str
    at: str
    name: str = ""

    def __str__(self) -> str:
        said = f"{self.label}[{self.at}] {self.text}".rstrip()
        return f"{self.name}={said}" if self.name else said


@dataclass(frozen=True)
class Reason:
    """A match of a pattern in a sentence; ``key`` is tree, deps …, ``line`` that of the rules file."""

    sentence: int
    key: str
    pattern: str
    line: int
    nodes: tuple[Found, ...]


class Condition(ABC):
    """A test of native output."""

    @abstractmethod
    def __call__(self, evidence: Evidence) -> Marks:
        """The sentences for which it holds."""

    @abstractmethod
    def reasons(self, evidence: Evidence, sentences: Marks) -> Iterator[Reason]:
        """What was found in these sentences; nothing is found by a condition that denies."""


@dataclass(frozen=True)
class Joined(Condition):
    """``all``, ``any`` or ``none`` of some conditions."""

    how: str
    parts: tuple[Condition, ...]

    def __call__(self, evidence: Evidence) -> Marks:
        found = reduce(and_ if self.how == "all" else or_, (one(evidence) for one in self.parts))
        return ~found if self.how == "none" else found

    def reasons(self, evidence: Evidence, sentences: Marks) -> Iterator[Reason]:
        for one in self.parts if self.how != "none" else ():
            yield from one.reasons(evidence, sentences & one(evidence))


@dataclass(frozen=True)
class Search(ABC):
    """How a compiled pattern is looked for."""

    @abstractmethod
    def holds(self, evidence: Evidence) -> Marks:
        """The sentences in which it is found."""

    @abstractmethod
    def found(self, evidence: Evidence, sentences: Marks) -> Iterator[tuple[int, list[Found]]]:
        """Each match with its sentence."""


@dataclass(frozen=True)
class Pattern(Condition):
    """A pattern as the rules file has it."""

    key: str
    text: str
    line: int
    search: Search

    def __call__(self, evidence: Evidence) -> Marks:
        return self.search.holds(evidence)

    def reasons(self, evidence: Evidence, sentences: Marks) -> Iterator[Reason]:
        for sentence, nodes in self.search.found(evidence, sentences):
            yield Reason(sentence, self.key, self.text, self.line, tuple(nodes))


@dataclass(frozen=True)
class Structure(Search):
    """A pattern over trees or graphs; ``space`` is the attribute of the evidence that has them."""

    node: Node
    space: str

    def holds(self, evidence: Evidence) -> Marks:
        space = self._space(evidence)
        return space.in_sentence(matches(self.node, space))

    def found(self, evidence: Evidence, sentences: Marks) -> Iterator[tuple[int, list[Found]]]:
        space = self._space(evidence)
        for root, nodes in witnesses(self.node, space, sentences).items():
            parts = [Found(*space.shown(node), name) for node, name in nodes.items()]
            yield int(space.sentence[root]), parts

    def _space(self, evidence: Evidence) -> Forest | Graph:
        space: Forest | Graph = attrgetter(self.space)(evidence)
        return space


@dataclass(frozen=True)
class Expression(Search):
    """A regular expression over the text of a sentence; ``search`` gives where it matches."""

    search: Callable[[str], tuple[int, int] | None]

    def holds(self, evidence: Evidence) -> Marks:
        return np.array([self.search(text) is not None for text in evidence.texts], bool)

    def found(self, evidence: Evidence, sentences: Marks) -> Iterator[tuple[int, list[Found]]]:
        for sentence in np.flatnonzero(sentences).tolist():
            text = evidence.texts[sentence]
            if place := self.search(text):
                before = text[: place[0]]
                column = place[0] - (before.rfind("\n") + 1) + 1
                at = f"{before.count(chr(10)) + 1}:{column}"
                yield sentence, [Found("", " ".join(text[slice(*place)].split()), at)]


def expression(text: str) -> Expression:
    """A regular expression of a rule."""
    return Expression(found_by(text))
