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

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from karat.model import places
from karat.model.bank import Bank
from karat.model.columns import Longs, pieces
from karat.patterns.indices import indices
from karat.patterns.lexicon import Lexicon
from karat.patterns.names import Fits, any_case, category
from karat.patterns.nodes import last_below
from karat.patterns.pattern import Marks, Node, read
from karat.patterns.slate import Slate
from karat.patterns.tree_language import LANGUAGE as LANGUAGE
from karat.patterns.tree_language import Test as Test
from karat.patterns.tree_relations import RELATIONS
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
    answers: dict[Node, Longs] = field(default_factory=dict)

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

    def fits(self, test: Test) -> Longs:
        """The nodes that pass a test; each different label and word is tested once."""
        if not test.word:
            if not test.label:
                return np.arange(len(self))
            return self._labels.rows_fitting(test.label, self.fits_label)
        words = self.lexicon.words.rows_fitting(test.word, any_case)
        found: Longs = self._node_of_word[words]  # words and their tags have the same order
        if test.label:
            found = found[self._labels.passing(test.label, self.fits_label, found)]
        return found

    def related(self, relation: str, others: Longs, among: Longs) -> Marks:
        return RELATIONS[relation](self, others, among)

    def in_sentence(self, found: Longs) -> Marks:
        """The sentences in which nodes were found."""
        there: Marks = np.zeros(self.sentences, bool)
        there[self.sentence[found]] = True
        return there

    def shown(self, node: int) -> tuple[str, str, str]:
        """The label of a node, its words, and the positions of these in the sentence, from 1."""
        sentence = int(self.sentence[node])
        begin = int(self.bank.token_offset[sentence])
        first, last = (int(side[node]) - begin - sentence for side in (self.start, self.end))
        rows = slice(begin + first, begin + last)
        words = pieces(self.bank.text, self.bank.word_start[rows], self.bank.word_end[rows])
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
    def slate(self) -> Slate:
        """Room for a mark for each node and for each place between words."""
        return Slate(max(len(self), int(self.end.max(initial=0)) + 1, self.sentences))

    @cached_property
    def first(self) -> Marks:
        """Which nodes are first children."""
        return np.asarray((self.parent >= 0) & (self.parent == np.arange(len(self)) - 1), bool)

    @cached_property
    def final(self) -> Marks:
        """Which nodes are last children."""
        return np.asarray((self.parent >= 0) & (self.last[self.parent] == self.last), bool)

    @cached_property
    def edge(self) -> Longs:
        """The number of the left edge that a node is on.

        A first child comes right after its parent, so a left edge is a run of consecutive nodes.
        """
        return np.cumsum(~self.first, dtype=np.int64)

    @cached_property
    def wordy(self) -> Marks:
        """Which nodes have words."""
        return np.asarray(self.start < self.end, bool)

    @cached_property
    def index(self) -> Longs:
        """A number for the index of a node in its sentence, or -1: NP-1, and the trace *T*-1."""
        word = self.row - len(self.bank.label)
        return indices(self._labels, self.lexicon.words, word, self.sentence)
