"""Forest: constituency trees as columns, and patterns over them like those of tgrep.

    S < (NP-SBJ < PRP"it") < (VP << SBAR)

A test is a label, a word in quotes, or both; ``__`` is any node. ``NP`` also fits NP-SBJ-1;
``NP-SBJ`` needs the function. Tags of words are nodes, and have words. Relations:

    <  >     is parent, child of         <<  >>   is above, below
    <,  >,   has as, is first child      <-  >-   … last child        <:  >:  … only child
    <<,      has at its left edge        $        is sister of
    $.  $,   sister right before, after  $..  $,, sister before, after
    .   ,    ends where … begins, begins where … ends
    ..  ,,   is before, after            ~        has the same index (a trace and its filler)
    ==       is the same node, for a second test

``NP=subject`` captures a node by a name in lower case; ``NP=1`` is the label NP=1.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from karat.model import places
from karat.model.bank import Bank
from karat.model.columns import Longs
from karat.model.layers import offsets
from karat.patterns.indices import indices
from karat.patterns.lexicon import Lexicon
from karat.patterns.names import Fits, any_case, category
from karat.patterns.nodes import first_of, first_place, last_below, last_of, last_place
from karat.patterns.pattern import Marks, Node, read
from karat.patterns.tree_language import LANGUAGE as LANGUAGE
from karat.patterns.tree_language import Test as Test
from karat.patterns.vocabulary import Vocabulary


def compiled(text: str) -> Node:
    """A pattern over trees.

    >>> import karat
    >>> forest = Forest.of(karat.read_text("(S (NP-SBJ (PRP It)) (VP (VBZ rains)))"))
    >>> from karat.patterns.pattern import match
    >>> match(compiled('NP < "it" $.. VP'), forest).tolist()
    [False, True, False, False, False]
    """
    return read(text, LANGUAGE)


@dataclass(frozen=True, eq=False)
class Forest:
    """Nodes in pre-order, sentence after sentence; a word's tag is a node.

    ``last`` is the last descendant of a node. ``start`` and ``end`` count words from the beginning of
    the file, with a gap of one between sentences.
    """

    bank: Bank
    lexicon: Lexicon
    sentence: Longs
    parent: Longs
    last: Longs
    start: Longs
    end: Longs
    # The row in the Bank: brackets come first, words after them.
    row: Longs
    fits_label: Fits = category
    answers: dict[Node, Marks] = field(default_factory=dict)

    @classmethod
    def of(
        cls, bank: Bank, lexicon: Lexicon | None = None, fits_label: Fits = category
    ) -> "Forest":
        """The trees of a Bank; pass its ``lexicon`` if you already have it.

        ``fits_label`` compares a name in a pattern with a label.
        """
        words, first = np.arange(len(bank.tag)), places.first_words(bank)
        spans = np.repeat(np.arange(len(bank)), np.diff(bank.span_offset))
        sentence = np.concatenate([spans, places.sentence_of_words(bank)])
        start = np.concatenate([first + bank.start, words])
        end = np.concatenate([first + bank.end, words + 1])
        above = np.concatenate([places.parent_rows(bank), places.around_words(bank)])
        # Brackets come before the word that they begin with, in their own order: the sort is stable.
        order = np.lexsort((start, sentence))
        place = np.full(len(order) + 1, -1)  # the last element: no bracket around it
        place[order] = np.arange(len(order))
        parent = place[above[order]]
        start, end = ((column + sentence)[order] for column in (start, end))
        known = lexicon or Lexicon(bank)
        last = last_below(parent)
        return cls(bank, known, sentence[order], parent, last, start, end, order, fits_label)

    @property
    def sentences(self) -> int:
        return len(self.bank)

    @property
    def is_word(self) -> Marks:
        """Whether a node is the tag of a word."""
        return np.asarray(self.row >= len(self.bank.label), bool)

    def __len__(self) -> int:
        return len(self.row)

    def fits(self, test: Test) -> Marks:
        """The nodes that pass a test; each different label and word is tested once."""
        if not test.word:
            if not test.label:
                return np.ones(len(self), bool)
            return self._labels.fitting(test.label, self.fits_label)
        found = np.zeros(len(self), bool)
        found[self._node_of_word[self.lexicon.words.rows_fitting(test.word, any_case)]] = True
        if test.label:
            found &= self._labels.fitting(test.label, self.fits_label)
        return found

    def related(self, relation: str, others: Marks) -> Marks:
        return _RELATIONS[relation](self, others)

    def in_sentence(self, found: Marks) -> Marks:
        """The sentences in which a node was found."""
        there: Marks = np.zeros(self.sentences, bool)
        there[self.sentence[np.flatnonzero(found)]] = True
        return there

    def shown(self, node: int) -> tuple[str, str, str]:
        """The label of a node, its words, and the positions of these in the sentence, from 1."""
        sentence = int(self.sentence[node])
        before = int(self.bank.token_offset[sentence]) + sentence
        first, last = int(self.start[node]) - before, int(self.end[node]) - before
        words = self.bank.words(sentence)[first:last]
        at = f"{first + 1}-{last}" if last > first + 1 else str(first + 1)
        return str(self._labels[node]), b" ".join(words).decode("utf-8", "replace"), at

    @cached_property
    def label(self) -> list[str]:
        """The labels as text."""
        return [str(label) for label in self._labels]

    @cached_property
    def word(self) -> list[str | None]:
        """The words as text, None for a bracket."""
        words = [*[None] * len(self.bank.label), *self.lexicon.words]
        return [words[row] for row in self.row.tolist()]

    @cached_property
    def _labels(self) -> Vocabulary:
        column = np.concatenate([self.bank.label, self.bank.tag])[self.row]
        return Vocabulary.of_labels(self.bank.labels, column)

    @cached_property
    def _node_of_word(self) -> Longs:
        """The node of each word of the Bank: its tag."""
        node: Longs = np.empty(len(self), np.int64)
        node[self.row] = np.arange(len(self))
        return node[len(self.bank.label) :]

    @cached_property
    def _places(self) -> Longs:
        return np.arange(len(self))

    @cached_property
    def _first(self) -> Marks:
        return np.asarray((self.parent >= 0) & (self.parent == np.arange(len(self)) - 1), bool)

    @cached_property
    def _final(self) -> Marks:
        return np.asarray((self.parent >= 0) & (self.last[self.parent] == self.last), bool)

    @cached_property
    def _index(self) -> Longs:
        """A number for the index of a node in its sentence, or -1: NP-1, and the trace *T*-1."""
        word = self.row - len(self.bank.label)
        return indices(self._labels, self.lexicon.words, word, self.sentence)

    def _parents(self, others: Marks) -> Marks:
        found: Marks = np.zeros(len(self) + 1, bool)
        found[self.parent[np.flatnonzero(others)]] = True  # the last element: no parent
        return found[:-1]

    def _children(self, others: Marks) -> Marks:
        return self._inside & others[self.parent]

    def _above(self, others: Marks) -> Marks:
        running = offsets(others)
        return np.asarray(running[self.last + 1] > running[1:], bool)

    def _below(self, others: Marks) -> Marks:
        size, nodes = len(self) + 2, np.flatnonzero(others)
        begins = np.bincount(nodes + 1, minlength=size)
        change = begins - np.bincount(self.last[nodes] + 1, minlength=size)
        return np.asarray(np.cumsum(change)[: len(self)] > 0, bool)

    def _left_edge(self, others: Marks) -> Marks:
        """The nodes that have one of the others at their left edge.

        A first child comes right after its parent, so a left edge is a run of consecutive nodes.
        """
        nodes = np.flatnonzero(others)
        deepest = last_place(len(self) + 1, self._run[nodes], nodes)
        return np.asarray(deepest[self._run] > self._places, bool)

    @cached_property
    def _run(self) -> Longs:
        """The number of the left edge that a node is on."""
        return np.cumsum(~self._first, dtype=np.int64)

    @cached_property
    def _inside(self) -> Marks:
        """Which nodes have a parent."""
        return np.asarray(self.parent >= 0, bool)

    @cached_property
    def _family(self) -> Longs:
        """A number for the parent of each node, from 1; 0: it has none."""
        return self.parent + 1

    def _sisters(self, others: Marks) -> Marks:
        count = np.bincount(self._family[np.flatnonzero(others)], minlength=len(self) + 1)
        return self._inside & (count[self._family] > others)

    def _sister_before(self, others: Marks) -> Marks:
        nodes = np.flatnonzero(others)
        latest = last_place(len(self) + 1, self._family[nodes], nodes)
        return self._inside & (latest[self._family] > self._places)

    def _sister_after(self, others: Marks) -> Marks:
        nodes = np.flatnonzero(others)
        earliest = first_place(len(self) + 1, self._family[nodes], nodes)
        return self._inside & (earliest[self._family] < self._places)

    def _sister_right_before(self, others: Marks) -> Marks:
        following = np.append(others, False)[self.last + 1]
        return following & self._inside & ~self._final

    def _sister_right_after(self, others: Marks) -> Marks:
        found: Marks = np.zeros(len(self) + 1, bool)
        found[self.last[np.flatnonzero(others & ~self._final)] + 1] = True
        return found[:-1] & self._inside

    def _touching(self, edge: Longs, others: Marks, other_edge: Longs) -> Marks:
        """The nodes whose ``edge`` is the ``other_edge`` of one of the others; only nodes with words."""
        there: Marks = np.zeros(self._width, bool)
        there[other_edge[np.flatnonzero(others & self._wordy)]] = True
        return there[edge] & self._wordy

    @cached_property
    def _width(self) -> int:
        return int(self.end.max(initial=0)) + 2

    @cached_property
    def _wordy(self) -> Marks:
        """Which nodes have words."""
        return np.asarray(self.start < self.end, bool)

    def _before(self, others: Marks) -> Marks:
        nodes = np.flatnonzero(others)
        latest = last_of(self.sentences, self.sentence[nodes], self.start[nodes])
        return np.asarray(latest[self.sentence] >= self.end, bool)

    def _after(self, others: Marks) -> Marks:
        nodes = np.flatnonzero(others)
        earliest = first_of(self.sentences, self.sentence[nodes], self.end[nodes])
        return np.asarray(earliest[self.sentence] <= self.start, bool)

    def _coindexed(self, others: Marks) -> Marks:
        count = np.bincount(self._index[np.flatnonzero(others)] + 1, minlength=len(self) + 1)
        return (self._index >= 0) & (count[self._index + 1] > others)


_RELATIONS: dict[str, Callable[[Forest, Marks], Marks]] = {
    "<": Forest._parents,
    ">": Forest._children,
    "<<": Forest._above,
    ">>": Forest._below,
    "<,": lambda forest, others: forest._parents(others & forest._first),
    ">,": lambda forest, others: forest._children(others) & forest._first,
    "<-": lambda forest, others: forest._parents(others & forest._final),
    ">-": lambda forest, others: forest._children(others) & forest._final,
    "<:": lambda forest, others: forest._parents(others & forest._first & forest._final),
    ">:": lambda forest, others: forest._children(others) & forest._first & forest._final,
    "<<,": Forest._left_edge,
    "$": Forest._sisters,
    "$.": Forest._sister_right_before,
    "$,": Forest._sister_right_after,
    "$..": Forest._sister_before,
    "$,,": Forest._sister_after,
    ".": lambda forest, others: forest._touching(forest.end, others, forest.start),
    ",": lambda forest, others: forest._touching(forest.start, others, forest.end),
    "..": Forest._before,
    ",,": Forest._after,
    "~": Forest._coindexed,
    "==": lambda forest, others: others,
}
