"""The errors of dependencies: wrong heads and labels, and words and sentences that are cut otherwise."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import takewhile

import numpy as np

from karat.analysis.errors.frame import Error, Rows
from karat.analysis.errors.segmentation import DIVIDED, WORDS, Cut, cuts
from karat.analysis.errors.word_graphs import Ancestors, Graphs, Side, graphs_of
from karat.analysis.errors.word_mending import follows as follows
from karat.analysis.errors.word_mending import mended as mended
from karat.analysis.errors.wrong_heads import CAUSES as ATTACHMENTS
from karat.analysis.errors.wrong_heads import LABEL, TOP, grouped
from karat.kernels.conllu import ROOT
from karat.model.bank import Bank
from karat.model.columns import Longs
from karat.model.labels import BOUNDARY
from karat.model.outcome import Outcome
from karat.model.places import head_rows
from karat.model.scheme import Scheme

SEGMENTATION = "segmentation"
CAUSES = (SEGMENTATION, *ATTACHMENTS)
GROUPS = ("label", "distance", "depth")


def classify(outcome: Outcome, scheme: Scheme, wrong: Rows, sentences: Longs) -> list[Error]:
    """The errors of these sentences."""
    graphs = graphs_of(outcome, scheme)
    here = np.isin(graphs.sentence, sentences)
    nodes = np.flatnonzero(
        here & (graphs.gold.marked(wrong.gold) | graphs.system.marked(wrong.system))
    )
    cut = cuts(graphs, nodes)
    left = nodes[[node not in cut for node in nodes.tolist()]]
    members = defaultdict[Cut, list[int]](list)
    for node, place in cut.items():
        members[place].append(node)
    told = _Telling(graphs, wrong)
    labelled = getattr(scheme, "labelled", True)
    return [
        *(told.cut(place, some) for place, some in members.items()),
        *(told.attachment(cause, some) for cause, some in grouped(graphs, left, labelled=labelled)),
    ]


def said(outcome: Outcome, side: int, row: int) -> str:
    """A dependency: the word, its label and its head."""
    bank, relation = outcome.banks[side], (outcome.gold, outcome.system)[side]
    word, label = int(relation.row[row]), bank.labels[int(relation.label[row])]
    head = int(head_rows(bank)[word])
    words = (_word(bank, at) if at >= 0 else "root" for at in (word, head))
    return f" <-{label.decode('utf-8', 'replace')}- ".join(words)


class _Telling:
    """Makes errors of groups of nodes, with what people want to know about them."""

    def __init__(self, graphs: Graphs, wrong: Rows) -> None:
        self._sentence = graphs.sentence.tolist()
        self._shared = (graphs.gold.present & graphs.system.present).tolist()
        self._sides = (_Column(graphs.gold), _Column(graphs.system))
        self._rows = tuple(
            np.where(side.marked(mark), side.row, -1).tolist()
            for side, mark in zip((graphs.gold, graphs.system), wrong, strict=True)
        )

    def cut(self, cut: Cut, nodes: Sequence[int]) -> Error:
        """The words that are wrong because of a cut."""
        detail = "sentence divided" if cut.what == DIVIDED else "sentences merged"
        if cut.what == WORDS:
            said = [side.spelt(self._alone(cut)) for side in self._sides]
            detail = " > ".join(one or "nothing" for one in said) if any(said) else detail
        return self._error(SEGMENTATION, nodes, detail)

    def _alone(self, cut: Cut) -> list[int]:
        """The nodes beside each other that only one side has, from the place of a cut on."""
        places = range(cut.place, len(self._shared))
        return [
            *takewhile(
                lambda at: not self._shared[at] and self._sentence[at] == cut.sentence, places
            )
        ]

    def attachment(self, cause: str, nodes: Sequence[int]) -> Error:
        """A wrong head or a wrong label; the first node is the one that the cause is about."""
        first = nodes[0]
        gold, system = self._sides
        if cause == LABEL:
            pair = gold.label(first), system.label(first)
            return self._error(cause, nodes, " > ".join(pair), pair)
        if cause == TOP:
            return self._error(cause, nodes, " > ".join(side.top(nodes) for side in self._sides))
        heads = " > ".join(side.head_word(first) for side in self._sides)
        lengths = " > ".join(side.length(first) for side in self._sides)
        detail = f"{gold.label(first)}: {heads}, {lengths}"
        return self._error(cause, nodes, detail)

    def _error(
        self, cause: str, nodes: Sequence[int], detail: str, pair: tuple[str, str] | None = None
    ) -> Error:
        first = nodes[0]
        gold, system = self._sides
        side = gold if self._rows[0][first] >= 0 else system
        keys = {
            "label": side.label(first),
            "distance": side.distance(first),
            "depth": str(side.depth(first)),
        }
        missed, spurious = (
            [at for node in nodes if (at := rows[node]) >= 0] for rows in self._rows
        )
        words = gold.place(nodes if cause == SEGMENTATION else nodes[:1])
        return Error(cause, self._sentence[first], missed, spurious, detail, pair, keys, words)


class _Column:
    """What is said about the nodes of a side."""

    def __init__(self, side: Side) -> None:
        self._bank, self._relation = side.bank, side.relation
        self._head: list[int] = side.head.tolist()
        self._word: list[int] = side.word.tolist()
        self._row: list[int] = side.row.tolist()
        self._present = side.present.tolist()
        self._names = side.bank.labels.strings()
        self._depth: list[int] = Ancestors(side.head).depth.tolist()
        self._number: list[int] = side.number().tolist()

    def word(self, node: int) -> str:
        return _word(self._bank, self._word[node])

    def place(self, nodes: Sequence[int]) -> tuple[int, int] | None:
        """From the first to the last word of this side at these nodes, as rows of the Bank."""
        rows = [self._word[node] for node in nodes if self._present[node]]
        return (min(rows), max(rows) + 1) if rows else None

    def label(self, node: int) -> str:
        """The label as it is compared."""
        row = self._row[node]
        number = int(self._relation.label[row]) if row >= 0 else 0
        return self._names[number].decode("utf-8", "replace") or "none"

    def head_word(self, node: int) -> str:
        head = self._head[node]
        return self.word(head) if head >= 0 else "root" if head == ROOT else "none"

    def top(self, nodes: Sequence[int]) -> str:
        """The word among these that is the root."""
        return next((self.word(node) for node in nodes if self._head[node] == ROOT), "another word")

    def length(self, node: int) -> str:
        """How many words the head is away."""
        head = self._head[node]
        return str(self._away(node)) if head >= 0 else "root" if head == ROOT else "none"

    def distance(self, node: int) -> str:
        """The same as ``--by distance`` groups it."""
        if self._head[node] < 0:
            return self.length(node)
        away = self._away(node)
        return str(away) if away < 3 else "3-6" if away < 7 else "7-"

    def depth(self, node: int) -> int:
        """How many words are above; none if heads go in circles."""
        return self._depth[node]

    def spelt(self, nodes: Sequence[int]) -> str:
        """The words of this side at these nodes, without the one that stands for another sentence."""
        words = [self.word(node) for node in nodes if self._present[node]]
        return " ".join(word for word in words if word != BOUNDARY.decode())

    def _away(self, node: int) -> int:
        return abs(self._number[self._head[node]] - self._number[node])


def _word(bank: Bank, row: int) -> str:
    """A word of a Bank as text."""
    text = bank.text[bank.word_start[row] : bank.word_end[row]]
    return text.tobytes().decode("utf-8", "replace")
