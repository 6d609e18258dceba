"""The enhanced graphs of words that move to other sentences: the numbers in the column DEPS."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from karat.model.bank import Bank
from karat.model.columns import Bools, Ints
from karat.model.numbers import natural
from karat.model.places import sentence_of_words

# Gives the new position of a word, seen from another; both are rows. And whether it is elsewhere.
Place = Callable[[int, int], tuple[int, bool]]


def renumbered(bank: Bank, place: Place, moved: Bools) -> tuple[Bank, list[int]]:
    """The Bank with new numbers in the graphs of the words in ``moved``, which other words are elsewhere for.

    The second result has the rows of words with an edge from a word elsewhere.
    """
    morphology = bank.layers.get("morphology")
    if morphology is None or "deps_start" not in morphology.columns or not moved.any():
        return bank, []
    rows = np.flatnonzero(moved)
    start, end = morphology["deps_start"].copy(), morphology["deps_end"].copy()
    first = bank.token_offset[sentence_of_words(bank)[rows]].tolist()
    texts, reaching, at = list[bytes](), list[int](), len(bank.text)
    for row, begin in zip(rows.tolist(), first, strict=True):
        column = bank.text[start[row] : end[row]].tobytes()
        edges = [_edge(one, row, begin, place) for one in column.split(b"|")]
        if any(out for _, out in edges):
            reaching.append(row)
        texts.append(b"|".join(text for text, _ in edges if text))
        start[row], end[row] = at, at + len(texts[-1])
        at += len(texts[-1])
    columns: dict[str, Ints] = {**morphology.columns, "deps_start": start, "deps_end": end}
    text = np.concatenate([bank.text, np.frombuffer(b"".join(texts), np.uint8)])
    layers = {**bank.layers, "morphology": replace(morphology, columns=columns)}
    return replace(bank, text=text, layers=layers), reaching


def _edge(text: bytes, row: int, begin: int, place: Place) -> tuple[bytes, bool]:
    """An edge with a new number; an empty node elsewhere is left out, because no word stands for it."""
    head, colon, label = text.partition(b":")
    number, dot, node = head.partition(b".")
    if not natural(number):
        return text, False
    new, out = place(begin + int(number) - 1, row)
    if out and dot:
        return b"", False
    return b"%d%b%b%b%b" % (new + 1, dot, node, colon, label), out
