"""Words that are wrong because the system cut words or sentences otherwise, and which cut is to blame."""

from typing import NamedTuple

import numpy as np

from karat.analysis.errors.word_graphs import Graphs
from karat.kernels.conllu import ROOT
from karat.model.columns import Bools, Longs

WORDS, DIVIDED, MERGED = "words", "divided", "merged"


class Cut(NamedTuple):
    """A cut that gold lacks, or has and the system lacks.

    ``place`` is the first of the nodes that only one side has (WORDS), the part of the sentence before the
    cut (DIVIDED), or 0 (MERGED).
    """

    what: str
    sentence: int
    place: int


def cuts(graphs: Graphs, wrong: Longs) -> dict[int, Cut]:
    """The cut to blame for each of these nodes; nodes that none is to blame for are left out.

    It is to blame if the node, its head in gold or its head in the system is a word that only one side
    has, or if one of the heads is in another sentence. Words of two sentences of gold never share a cut.
    """
    gold, system = graphs.gold, graphs.system
    both = gold.present & system.present
    first = _firsts(~both, graphs.sentence).tolist()
    sentence, piece, paired = graphs.sentence.tolist(), graphs.piece.tolist(), both.tolist()
    roots = np.flatnonzero((gold.head == ROOT) & both)
    main = dict(zip(graphs.sentence[roots].tolist(), graphs.piece[roots].tolist(), strict=True))
    found = dict[int, Cut]()
    heads = zip(wrong.tolist(), gold.head[wrong].tolist(), system.head[wrong].tolist(), strict=True)
    for node, head, other in heads:
        own = piece[node]
        alone = [at for at in (node, head, other) if at >= 0 and not paired[at]]
        # The part of gold's sentence in which the head is, or the root.
        part = piece[head] if head >= 0 else own
        if other == ROOT and part == own:
            part = main.get(sentence[node], own)
        if alone and sentence[alone[0]] == sentence[node]:
            found[node] = Cut(WORDS, sentence[node], first[alone[0]])
        elif alone or (other >= 0 and sentence[other] != sentence[node]):
            found[node] = Cut(MERGED, sentence[node], 0)
        elif part != own:
            found[node] = Cut(DIVIDED, sentence[node], min(part, own))
    return found


def _firsts(alone: Bools, sentence: Longs) -> Longs:
    """For each node that only one side has, the first of the nodes like it that stand together."""
    begins = alone.copy()
    begins[1:] &= ~(alone[:-1] & (sentence[1:] == sentence[:-1]))
    return np.maximum.accumulate(np.where(begins, np.arange(len(alone)), 0))
