"""The dependencies of both sides over one row of nodes, so that errors can be looked for in them.

A node is a word of either side, or a word that both sides have. The nodes of a sentence are in the order
of the text. Both ``deps``, which compares sentences over shared places, and ``conll18``, which compares
whole texts, become such graphs.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from karat.kernels import edges as kernel
from karat.kernels.conllu import NONE, ROOT
from karat.model.bank import Bank
from karat.model.columns import Bools, Ints, Longs
from karat.model.outcome import Outcome, Status
from karat.model.places import head_rows, sentence_of_words
from karat.model.relation import Relation
from karat.model.scheme import Scheme


class Side(NamedTuple):
    """One side of the nodes; a column has one entry for each node.

    ``word`` is a row of the words of the Bank, ``row`` one of the relation, -1 where there is none.
    ``present`` marks the nodes that this side has as a word. ``head`` is a node, ROOT or NONE.
    """

    bank: Bank
    relation: Relation
    word: Longs
    row: Longs
    present: Bools
    head: Longs

    def marked(self, rows: Bools) -> Bools:
        """The nodes of these rows of the relation."""
        return np.append(rows, np.False_)[self.row]

    def labels(self) -> Ints:
        """The label of each node with its subtype; the empty label if this side does not have the word."""
        return np.append(self.bank.layers["edges"]["label"], np.int32(0))[self.word]

    def number(self) -> Longs:
        """The number of each word among those that this side has, for distances."""
        return np.cumsum(self.present)


class Ancestors:
    """Which nodes of a side are above which; nodes whose heads go in circles are above and below none.

    >>> found = Ancestors(np.array([1, -1, 1, 2]))
    >>> found.above(1, 3), found.above(3, 1), found.top(3), found.depth.tolist()
    (True, False, 1, [1, 0, 1, 2])
    """

    def __init__(self, head: Longs) -> None:
        size = len(head)
        heads, offset = head.astype(np.int32), np.array([0, size], np.int32)
        rank, last = np.full((2, size), -1, np.int32)
        kernel.preorder(offset, heads, np.empty_like(heads), np.empty_like(heads), rank, last)
        tops = np.flatnonzero((head < 0) & (rank >= 0))
        top = tops[np.searchsorted(rank[tops], rank, "right") - 1] if len(tops) else head
        self._rank, self._last = rank.tolist(), last.tolist()
        self._top = np.where(rank >= 0, top, -1).tolist()
        self.depth = _depths(np.where(rank >= 0, head, -1))

    def above(self, node: int, other: int) -> bool:
        """Whether a node is above another."""
        return bool(0 <= self._rank[node] < self._rank[other] <= self._last[node])

    def top(self, node: int) -> int:
        """The node above all others that are above this one; itself if there is none."""
        return int(self._top[node])


def _depths(head: Longs) -> Longs:
    """How many nodes are above each; heads must not go in circles."""
    depth, above = (head >= 0).astype(np.int64), np.append(head, -1)
    depth = np.append(depth, 0)
    while (above >= 0).any():
        depth = depth + depth[above] * (above >= 0)
        above = np.where(above >= 0, above[above], -1)
    return depth[:-1]


@dataclass(frozen=True, eq=False)
class Graphs:
    """Both sides of a comparison over the same nodes.

    ``sentence`` is gold's sentence of each node, ``piece`` the system's. A sentence of gold has several
    pieces if the system divided it.
    """

    sentence: Longs
    piece: Longs
    gold: Side
    system: Side

    def same_label(self) -> Bools:
        """Which nodes are words of both sides, with the same label, as the scheme compares labels."""
        both = self.gold, self.system
        ours, theirs = (np.append(side.relation.label, -1)[side.row] for side in both)
        found: Bools = (self.gold.row >= 0) & (ours == theirs)
        return found


def graphs_of(outcome: Outcome, scheme: Scheme) -> Graphs:
    """The graphs of an outcome of a scheme that compares dependencies."""
    return _of_texts(outcome) if scheme.pairing == "text" else _of_sentences(outcome)


def _of_sentences(outcome: Outcome) -> Graphs:
    """The graphs of sentences that have the same places on both sides."""
    gold, system = outcome.banks
    fine = outcome.status == Status.SCORED
    sentence = sentence_of_words(gold).astype(np.int64)
    word: Longs = np.full(len(sentence), -1, np.int64)
    word[fine[sentence]] = np.flatnonzero(fine[sentence_of_words(system)])
    paired = word >= 0
    edges, others = gold.layers["edges"], system.layers["edges"]
    head, label = np.full((2, len(word)), NONE, np.int64)
    head[paired], label[paired] = others["head"][word[paired]], others["label"][word[paired]]
    # A place that is not a word of this side has no head, and the label of the other side.
    filled = _aligned(outcome)[sentence] & (edges["label"] == label)
    here, there = ~(filled & (edges["head"] == NONE)), paired & ~(filled & (head == NONE))
    first = gold.token_offset[sentence]
    piece = sentence.copy()
    if "sentence" in others.columns:
        piece[paired] = others["sentence"][word[paired]]
    own = np.arange(len(word))
    return Graphs(
        sentence,
        piece,
        Side(
            gold, outcome.gold, own, rows_of(outcome.gold, own), here, _nodes(edges["head"], first)
        ),
        Side(
            system, outcome.system, word, rows_of(outcome.system, word), there, _nodes(head, first)
        ),
    )


def _of_texts(outcome: Outcome) -> Graphs:
    """The graphs of a text: gold's words, and the system's words that gold lacks."""
    gold, system = outcome.banks
    partner, other = partners(outcome)
    alone = np.flatnonzero(other < 0)
    sentence = sentence_of_words(gold).astype(np.int64)
    # A word that gold lacks comes after the gold word before it; in gold's sentence if it counts there.
    before = np.maximum.accumulate(np.append(-1, other))[alone]
    rows = rows_of(outcome.system, np.arange(len(other)))
    counted = rows[alone] >= 0
    where = sentence[np.maximum(before, 0)] if len(sentence) else np.zeros(len(alone), np.int64)
    where[counted] = outcome.system.sentence()[rows[alone][counted]]
    after = np.concatenate([np.arange(len(sentence)), before])
    extra = np.repeat([0, 1], [len(sentence), len(alone)])
    whose = np.concatenate([sentence, where])
    order = np.lexsort((np.arange(len(whose)), extra, after, whose))
    word = np.append(np.arange(len(sentence)), np.full(len(alone), -1))[order]
    their_word = np.append(partner, alone)[order]
    node: Longs = np.empty(len(order), np.int64)
    node[order] = np.arange(len(order))
    their_node: Longs = np.empty(len(other), np.int64)
    their_node[alone] = node[len(sentence) :]
    their_node[other >= 0] = node[other[other >= 0]]
    here, there = word >= 0, their_word >= 0
    heads: Longs = np.full((2, len(order)), NONE, np.int64)
    heads[0, here] = _moved(head_rows(gold)[word[here]], node)
    heads[1, there] = _moved(head_rows(system)[their_word[there]], their_node)
    piece = whose[order]
    piece[there] = sentence_of_words(system)[their_word[there]]
    return Graphs(
        whose[order],
        piece,
        Side(gold, outcome.gold, word, rows_of(outcome.gold, word), here, heads[0]),
        Side(
            system, outcome.system, their_word, rows_of(outcome.system, their_word), there, heads[1]
        ),
    )


def partners(outcome: Outcome) -> tuple[Longs, Longs]:
    """Each word's partner in the text of the other side, or -1.

    Words with a partner are in the same order on both sides, and stages list the others.
    """
    gold, system = (np.ones(len(bank.tag), np.bool_) for bank in outcome.banks)
    for stage in outcome.stages():
        (gold if stage.side == "gold" else system)[stage.rows] = False
    found: tuple[Longs, Longs] = (
        np.full(len(gold), -1, np.int64),
        np.full(len(system), -1, np.int64),
    )
    found[0][gold], found[1][system] = np.flatnonzero(system), np.flatnonzero(gold)
    return found


def _aligned(outcome: Outcome) -> Bools:
    """Which sentences could be compared only after they were aligned."""
    if outcome.plain is None:
        return np.zeros(len(outcome.status), np.bool_)
    found: Bools = (outcome.plain.status != Status.SCORED) & (outcome.status == Status.SCORED)
    return found


def _nodes(head: Ints | Longs, first: Ints) -> Longs:
    """Heads as nodes, from positions in the sentence."""
    return np.where(head >= 0, head + first, head).astype(np.int64)


def _moved(head: Ints, node: Longs) -> Longs:
    """Heads as nodes, from rows of words."""
    return np.where(head >= 0, node[head], ROOT)


def rows_of(relation: Relation, word: Longs) -> Longs:
    """The row of a relation for each of these words of its Bank, or -1."""
    size = int(max(word.max(initial=-1), relation.row.max(initial=-1))) + 1
    row: Longs = np.full(size + 1, -1, np.int64)
    row[relation.row] = np.arange(len(relation))
    return row[word]
