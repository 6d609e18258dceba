"""Indices of the nodes of a tree: a phrase NP-1 and the trace *T*-1 have the same."""

import re
from collections.abc import Sequence

import numpy as np

from karat.model.columns import Longs
from karat.patterns.names import Names, wild
from karat.patterns.vocabulary import Vocabulary

_INDEX = re.compile(r"[-=](\d+)(?=[-=]|$)")


def indices(labels: Vocabulary, words: Vocabulary, word: Longs, sentence: Longs) -> Longs:
    """A number for the index of each node in its sentence, or -1; sentences share no index.

    ``labels`` and ``sentence`` have one row per node. ``word`` is the word of a tag, negative for a
    bracket.
    """
    known = dict[str, int]()
    index, of_words = (_indices(column.texts, known) for column in (labels, words))
    index = index[labels.number]
    nulls = np.flatnonzero(labels.fitting(Names("-NONE-"), wild) & (word >= 0))
    index[nulls] = of_words[words.number[word[nulls]]]
    there = index >= 0
    _, index[there] = np.unique(
        np.stack([sentence[there], index[there]]), axis=1, return_inverse=True
    )
    return index


def _indices(texts: Sequence[str | None], known: dict[str, int]) -> Longs:
    """A number for the index in each label or trace, -1 if there is none; ``known`` grows.

    >>> _indices(["NP-SBJ-12", "*T*-1", "NP", "S-12"], {}).tolist()
    [0, 1, -1, 0]
    """
    found = (_INDEX.search(text or "") for text in texts)
    return np.array([known.setdefault(one[1], len(known)) if one else -1 for one in found], int)
