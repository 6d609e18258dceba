"""The nodes of each sentence numbered from 0, the words first and the brackets after them in pre-order."""

from typing import NamedTuple

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Ints, Longs
from karat.views.edit import contents


class Hung(NamedTuple):
    """What some nodes hang on: the number of the parent, -1 for none, and the place among its children."""

    parent: list[int]
    position: list[int]

    def of(self, rows: slice) -> "Hung":
        """The same for some of the nodes."""
        return Hung(self.parent[rows], self.position[rows])

    def and_then(self, other: "Hung") -> "Hung":
        """These nodes, and others after them."""
        return Hung(self.parent + other.parent, self.position + other.position)


class Nodes(NamedTuple):
    """The children of all brackets, one bracket after the other, where those of each begin, and what the
    words and the brackets hang on."""

    begin: list[int]
    children: list[int]
    words: Hung
    brackets: Hung


def numbered(bank: Bank, parents: Ints) -> Nodes:
    """The nodes of a Bank whose brackets have these parents.

    >>> import karat
    >>> bank = karat.read_text("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))")
    >>> begin, children, words, brackets = numbered(bank, bank.parent)
    >>> [children[a:b] for a, b in zip(begin, begin[1:])], words.parent, brackets.parent
    ([[4, 5], [0, 1], [2]], [4, 4, 5], [-1, 3, 3])
    """
    begin, items = contents(bank, parents)
    owner = np.repeat(np.arange(len(bank.label)), np.diff(begin))
    sentence = np.repeat(np.arange(len(bank)), np.diff(bank.span_offset))[owner]
    first, top = bank.token_offset[sentence], bank.span_offset[sentence]
    # The number of a bracket is its row and so much more.
    more = bank.token_offset[sentence + 1] - first - top
    is_word = items >= 0
    children = np.where(is_word, items - first, ~items + more)
    position = np.arange(len(items)) - begin[owner]
    words, brackets = (
        _hung(size, rows, (owner + more)[which], position[which])
        for size, rows, which in (
            (len(bank.tag), items[is_word], is_word),
            (len(bank.label), ~items[~is_word], ~is_word),
        )
    )
    return Nodes(begin.tolist(), children.tolist(), words, brackets)


def _hung(size: int, rows: Ints, parent: Longs, position: Longs) -> Hung:
    above, places = np.full(size, -1), np.zeros(size, np.int64)
    above[rows], places[rows] = parent, position
    return Hung(above.tolist(), places.tolist())
