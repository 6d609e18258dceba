"""Enhanced graphs as the IWPT 2020 shared task scores them: ELAS and EULAS."""

from collections.abc import Callable, Mapping

import numpy as np

from karat.comparison.alignment import Alignment
from karat.model.bank import Bank
from karat.model.columns import Ints, Longs, Numbers
from karat.model.enhanced import edges
from karat.model.outcome import Note
from karat.views.edit import sentence_of_words


def compared_graphs(
    gold: Bank, system: Bank, alignment: Alignment, count: Callable[[Numbers], Longs], rows: Ints
) -> dict[str, Longs]:
    """Counts of edges by gold sentence; ``rows`` are the sentences of the system's words.

    This repeats the script: every pair of a gold and a system edge with aligned words, aligned heads
    and the same label is correct. So repeated edges can give more correct edges than there are edges.
    """
    ours, theirs = list(edges(gold)), list(edges(system))
    sentence = sentence_of_words(gold)
    right = {"ELAS": np.zeros(len(gold), np.int64), "EULAS": np.zeros(len(gold), np.int64)}
    partner = alignment.system_partner.tolist()
    for word, other in enumerate(alignment.gold_partner.tolist()):
        if other < 0:
            continue
        for head, label, universal in ours[word]:
            for their_head, their_label, their_universal in theirs[other]:
                # A head without a partner must not be taken for the root.
                mapped = partner[their_head] if their_head >= 0 else -1
                if mapped == head and (head >= 0) == (their_head >= 0):
                    right["ELAS"][sentence[word]] += label == their_label
                    right["EULAS"][sentence[word]] += universal == their_universal
    total = count(np.repeat(sentence, [len(one) for one in ours]))
    found = count(np.repeat(rows, [len(one) for one in theirs]))
    return {
        f"{figure}_{part}": column
        for figure in right
        for part, column in (("gold", total), ("system", found), ("correct", right[figure]))
    }


def without_graphs(counts: Mapping[str, Longs], words: Numbers) -> tuple[Note, ...]:
    """A note for each side with sentences that have no enhanced graph: its figures of 0 mean nothing."""
    sides = {"gold": "gold has", "system": "the system has"}
    lacking = {side: int(((counts[f"ELAS_{side}"] == 0) & (words > 0)).sum()) for side in sides}
    return tuple(
        (f"{sides[side]} no enhanced graph (DEPS is empty): ELAS and EULAS are 0 there", count)
        for side, count in lacking.items()
        if count
    )
