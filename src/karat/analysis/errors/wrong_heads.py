"""Wrong heads and labels of words that both sides have: which of them one correction puts right.

A wrong word has a cause of its own, by gold's label and the two heads. Words are put together if one
correction puts all of them right:

- gold's root, and the word that the system has in its place;
- a word, the dependent that took its place as the head (a copula, say), and the words that depend on
  whichever of the two is the head;
- a conjunct, and the conjunctions and punctuation that went with it.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from karat.analysis.errors import deprels
from karat.analysis.errors.word_graphs import Ancestors, Graphs, Side
from karat.kernels.conllu import ROOT
from karat.model.columns import Bools, Longs

LABEL, TOP, COORDINATION, FUNCTION, PP = (
    "label", "root", "coordination", "function word", "PP attachment",
)  # fmt: skip
# In the order in which the first that fits is taken.
CAUSES = (
    LABEL, TOP, COORDINATION, FUNCTION, PP, "clause attachment", "modifier attachment",
    "argument attachment", "name or compound", "punctuation", deprels.OTHER,
)  # fmt: skip
_RANK = {cause: rank for rank, cause in enumerate(CAUSES)}


def grouped(graphs: Graphs, wrong: Longs, *, labelled: bool) -> list[tuple[str, list[int]]]:
    """These nodes in groups, with the cause of each; the first node is the one that the cause is about.

    ``labelled``: a node with the right head is wrong if its label is.
    """
    return list(_Search(graphs, wrong, labelled).groups())


class _Search:
    """The search for what belongs together among the wrong nodes of two graphs."""

    def __init__(self, graphs: Graphs, wrong: Longs, labelled: bool) -> None:
        gold, system = graphs.gold, graphs.system
        self._head, self._other = gold.head.tolist(), system.head.tolist()
        self._sentence = graphs.sentence.tolist()
        self._ancestors = Ancestors(system.head)
        self._gold, self._system = _Kinds(gold), _Kinds(system)
        same = graphs.same_label()[wrong] | (not labelled)
        self._same = dict(zip(wrong.tolist(), same.tolist(), strict=True))
        named = deprels.causes(gold.bank.labels, gold.labels()[wrong])
        self._causes = {
            node: self._cause(node, cause)
            for node, cause in zip(wrong.tolist(), named, strict=True)
        }
        self._leader = {node: node for node in self._causes}
        # Nodes that are wrong only because another one is: these do not decide the cause.
        self._silent = set[int]()

    def groups(self) -> Iterator[tuple[str, list[int]]]:
        self._join_roots()
        taken = self._join_takeovers()
        self._join_followers(taken)
        self._join_conjunctions()
        members = defaultdict[int, list[int]](list)
        for node in self._leader:
            members[self._found(node)].append(node)
        for nodes in members.values():
            nodes.sort(key=self._order)
            yield self._causes[nodes[0]], nodes

    def _order(self, node: int) -> tuple[bool, int, bool, int]:
        """Nodes that decide the cause come first, among these gold's root or gold's conjunct."""
        gold = self._head[node] == ROOT or self._gold.conjunct[node]
        return node in self._silent, _RANK[self._causes[node]], not gold, node

    def _cause(self, node: int, named: str) -> str:
        """The cause of a node by itself; ``named`` is the one of gold's label."""
        head, other = self._head[node], self._other[node]
        if head == other:
            return LABEL
        if ROOT in (head, other):
            return TOP
        gold, system = self._gold, self._system
        if gold.conjunct[node] or system.conjunct[node]:
            return COORDINATION
        joined = gold.conjunction[node] or system.conjunction[node]
        if joined and (gold.on_conjunct(head) or system.on_conjunct(other)):
            return COORDINATION
        return PP if gold.nominal[node] and gold.with_case[node] else named

    def _moved(self, node: int) -> bool:
        """Whether a node is one of the wrong ones, and has the wrong head."""
        return self._causes.get(node, LABEL) != LABEL

    def _join_roots(self) -> None:
        """Gold's root, and the system's root above it."""
        for node in self._causes:
            if self._head[node] == ROOT and self._moved(node):
                top = self._ancestors.top(node)
                if self._moved(top) and self._other[top] == ROOT:
                    self._join(node, top)

    def _join_takeovers(self) -> set[int]:
        """Dependents that the system has above their heads of gold, joined with these.

        If one stands exactly where its head should, only the two are turned round, and the dependent's
        label says what kind of error this is. If not, the head is attached to a wrong place, and a function
        word only went with it.
        """
        taken = set[int]()
        for node, cause in self._causes.items():
            head = self._head[node]
            both = self._moved(node) and self._moved(head)
            if not both or not self._ancestors.above(node, head):
                continue
            taken.add(node)
            if self._other[node] == self._head[head]:
                self._join(node, head)
                if self._causes[head] not in (TOP, COORDINATION):
                    self._silent.add(head)
            elif cause == FUNCTION:
                self._join(node, head)
                self._silent.add(node)
        return taken

    def _join_followers(self, taken: set[int]) -> None:
        """Words that depend on the head in gold, and on what took its place in the system."""
        for node in self._causes:
            head, other = self._head[node], self._other[node]
            if other in taken and self._head[other] == head and self._same[node]:
                self._join(node, other)
                self._silent.add(node)

    def _join_conjunctions(self) -> None:
        """Conjunctions and punctuation that went with a conjunct."""
        for node in self._causes:
            if not self._moved(node) or not (self._gold.conjunction[node] or self._gold.mark[node]):
                continue
            for side, at in ((self._gold, self._head[node]), (self._system, self._other[node])):
                if self._causes.get(at) == COORDINATION and side.conjunct[at]:
                    self._join(node, at)
                    self._silent.add(node)

    def _found(self, node: int) -> int:
        leader = self._leader
        while leader[node] != node:
            leader[node] = node = leader[leader[node]]
        return node

    def _join(self, one: int, other: int) -> None:
        """Put two nodes together, unless they are in different sentences of gold."""
        if self._sentence[one] != self._sentence[other]:
            return
        first, second = sorted((self._found(one), self._found(other)))
        self._leader[second] = first


class _Kinds:
    """Which nodes of a side have a label of which kind."""

    def __init__(self, side: Side) -> None:
        labels, column = side.bank.labels, side.labels()

        def kind(name: str) -> Bools:
            return deprels.of_kind(labels, column, name)

        self.conjunct: Sequence[bool] = kind("conjunct").tolist()
        self.conjunction: Sequence[bool] = kind("conjunction").tolist()
        self.mark: Sequence[bool] = kind("punctuation").tolist()
        self.nominal: Sequence[bool] = kind("nominal").tolist()
        with_case: Bools = np.zeros(len(column), np.bool_)
        with_case[side.head[kind("case") & (side.head >= 0)]] = True
        self.with_case: Sequence[bool] = with_case.tolist()

    def on_conjunct(self, head: int) -> bool:
        """Whether a head is a conjunct."""
        return head >= 0 and self.conjunct[head]
