"""The edges of enhanced graphs, read from the column DEPS."""

from collections.abc import Iterator

import numpy as np

from karat.model.bank import Bank

# An edge: its head, as a row of the words or -1 for the root, its label, and the label's universal
# part, step by step where collapsed empty nodes have made a path of it (``conj:and>obj``).
Edge = tuple[int, bytes, bytes]


def edges(bank: Bank) -> Iterator[list[Edge]]:
    """The edges of each word's enhanced graph, as its DEPS column lists them.

    Edges from empty nodes are left out, as the script leaves them: collapse such graphs first.
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


def heads_and_labels(bank: Bank) -> Iterator[list[tuple[int, str]]]:
    """The edges of each word's enhanced graph: heads counted in the sentence, -1 for the root, and labels.

    Words with the same column share one list: do not change it.
    """
    morphology = bank.layer("morphology")
    starts, ends = morphology["deps_start"].tolist(), morphology["deps_end"].tolist()
    lengths = np.diff(bank.token_offset)
    text = bank.text.tobytes()
    known: dict[bytes, tuple[int, list[tuple[int, str]]]] = {}
    for a, b, length in zip(starts, ends, np.repeat(lengths, lengths).tolist(), strict=True):
        column = text[a:b]
        found = known.get(column)
        if found is None:
            edges = [edge for one in column.split(b"|") if (edge := _edge(one))]
            own = [(head - 1, label.decode("utf-8", "replace")) for head, label, _ in edges]
            found = known[column] = max((head for head, _ in own), default=-1), own
        yield found[1] if found[0] < length else [edge for edge in found[1] if edge[0] < length]


def _edge(text: bytes) -> Edge | None:
    head, _, label = text.partition(b":")
    if not head.isdigit():
        return None
    return int(head), label, b">".join(step.split(b":")[0] for step in label.split(b">"))
