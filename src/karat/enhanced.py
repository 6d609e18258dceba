"""Enhanced graphs as the IWPT 2020 shared task scores them: ELAS and EULAS."""

from collections.abc import Callable

import numpy as np

from karat.alignment import Alignment
from karat.bank import Bank
from karat.columns import Ints, Longs, Numbers

# An edge: its head, as a row of the words or -1 for the root, its label, and the label's universal
# part, step by step where collapsed empty nodes have made a path of it (``conj:and>obj``).
Edge = tuple[int, bytes, bytes]


def edges(bank: Bank) -> list[list[Edge]]:
    """The edges of each word's enhanced graph, as its DEPS column lists them.

    Edges from empty nodes are left out, as the script leaves them: collapse such graphs first.
    """
    morphology = bank.layer("morphology")
    starts, ends = morphology["deps_start"].tolist(), morphology["deps_end"].tolist()
    lengths = np.diff(bank.token_offset)
    first = np.repeat(bank.token_offset[:-1], lengths).tolist()
    last = np.repeat(lengths, lengths).tolist()
    text = bank.text.tobytes()
    result: list[list[Edge]] = []
    known: dict[bytes, list[Edge]] = {}
    for a, b, base, length in zip(starts, ends, first, last, strict=True):
        column = text[a:b]
        if column not in known:
            known[column] = [edge for one in column.split(b"|") if (edge := _edge(one))]
        result.append(
            [
                (base + head - 1 if head else -1, label, universal)
                for head, label, universal in known[column]
                if head <= length
            ]
        )
    return result


def _edge(text: bytes) -> Edge | None:
    head, _, label = text.partition(b":")
    if not head.isdigit():
        return None
    return int(head), label, b">".join(step.split(b":")[0] for step in label.split(b">"))


def compared_graphs(
    gold: Bank,
    system: Bank,
    alignment: Alignment,
    count: Callable[[Numbers], Longs],
    system_rows: Ints,
) -> dict[str, Longs]:
    """Counts of edges by gold sentence.

    As the script counts them: every pair of a gold and a system edge of aligned words with the same
    label and aligned heads is correct, so that repeated edges can give more than there are.
    """
    ours, theirs = edges(gold), edges(system)
    gold_rows = np.repeat(np.arange(len(gold)), np.diff(gold.token_offset))
    right = {"ELAS": np.zeros(len(gold), np.int64), "EULAS": np.zeros(len(gold), np.int64)}
    partner = alignment.system_partner.tolist()
    rows = gold_rows.tolist()
    for word, other in enumerate(alignment.gold_partner.tolist()):
        if other < 0:
            continue
        for head, label, universal in ours[word]:
            for their_head, their_label, their_universal in theirs[other]:
                # A head without a partner must not pass for the root.
                mapped = partner[their_head] if their_head >= 0 else -1
                if mapped == head and (head >= 0) == (their_head >= 0):
                    right["ELAS"][rows[word]] += label == their_label
                    right["EULAS"][rows[word]] += universal == their_universal
    total = count(np.repeat(gold_rows, [len(one) for one in ours]))
    found = count(np.repeat(system_rows, [len(one) for one in theirs]))
    return {
        f"{figure}_{part}": column
        for figure in right
        for part, column in (("gold", total), ("system", found), ("correct", right[figure]))
    }
