"""The edges of enhanced graphs, read from the column DEPS."""

from collections.abc import Iterator

import numpy as np

from karat.model.bank import Bank

# An edge: its head (the row of a word, -1 for the root), its label, and the label's universal part.
# Where empty nodes were collapsed, the label is a path, ``conj:and>obj``, with one part per step.
Edge = tuple[int, bytes, bytes]


def edges(bank: Bank) -> Iterator[list[Edge]]:
    """The edges of each word's enhanced graph, as its DEPS column lists them.

    Edges from empty nodes are left out, as in the shared task's script: collapse such graphs first.
    """
    morphology = bank.layer("morphology")
    starts, ends = morphology["deps_start"].tolist(), morphology["deps_end"].tolist()
    lengths = np.diff(bank.token_offset)
    first = np.repeat(bank.token_offset[:-1], lengths).tolist()
    last = np.repeat(lengths, lengths).tolist()
    text = bank.text.tobytes()
    known: dict[bytes, list[Edge]] = {}
    for a, b, base, length in zip(starts, ends, first, last, strict=True):
        column = text[a:b]
        if column not in known:
            known[column] = [edge for one in column.split(b"|") if (edge := _edge(one))]
        yield [
            (base + head - 1 if head else -1, label, universal)
            for head, label, universal in known[column]
            if head <= length
        ]


def _edge(text: bytes) -> Edge | None:
    head, _, label = text.partition(b":")
    if not head.isdigit():
        return None
    return int(head), label, b">".join(step.split(b":")[0] for step in label.split(b">"))
